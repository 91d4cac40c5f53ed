//! Bits gathered and scattered under a mask.
//!
//! ```text
//! mask     0 1 1 0 1 0 0 1
//! value    . a b . c . . d     gather: 0 0 0 0 a b c d
//! ```
//!
//! One instruction each where the processor has BMI2 (`pext` and `pdep`).
//! Elsewhere [`portable`] goes run by run over the mask, so a mask with its bits
//! in `r` unbroken runs costs `r` rounds of a few instructions.

/// The bits of `value` under `mask`, moved together at the low end.
///
/// ```
/// # use kaiketsu_lanes::gather_bits;
/// assert_eq!(gather_bits(0b0010_1000, 0b0110_1001), 0b0110);
/// ```
#[inline]
#[must_use]
pub fn gather_bits(value: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { bmi2::gather(value, mask) };
    }
    portable::gather(value, mask)
}

/// The low bits of `value`, spread out to the places of `mask`.
///
/// ```
/// # use kaiketsu_lanes::scatter_bits;
/// assert_eq!(scatter_bits(0b0110, 0b0110_1001), 0b0010_1000);
/// ```
#[inline]
#[must_use]
pub fn scatter_bits(value: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { bmi2::scatter(value, mask) };
    }
    portable::scatter(value, mask)
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    #[target_feature(enable = "bmi2")]
    pub(super) fn gather(value: u64, mask: u64) -> u64 {
        _pext_u64(value, mask)
    }

    #[target_feature(enable = "bmi2")]
    pub(super) fn scatter(value: u64, mask: u64) -> u64 {
        _pdep_u64(value, mask)
    }
}

mod portable {
    pub(super) fn gather(value: u64, mask: u64) -> u64 {
        let (mut gathered, mut filled) = (0, 0);
        for (start, run) in runs(mask) {
            gathered |= ((value & run) >> start) << filled;
            filled += run.count_ones();
        }
        gathered
    }

    pub(super) fn scatter(value: u64, mask: u64) -> u64 {
        let (mut scattered, mut taken) = (0, 0);
        for (start, run) in runs(mask) {
            scattered |= ((value >> taken) << start) & run;
            taken += run.count_ones();
        }
        scattered
    }

    /// The unbroken runs of bits of a mask, from the low end, each with its first bit.
    fn runs(mask: u64) -> impl Iterator<Item = (u32, u64)> {
        let mut rest = mask;
        std::iter::from_fn(move || {
            let start = rest.trailing_zeros();
            let run = rest & !rest.wrapping_add(1_u64.checked_shl(start)?);
            rest ^= run;
            Some((start, run))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Masks and values of all sorts: scattered, sparse, and in long runs.
    fn words() -> impl Iterator<Item = u64> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            state ^ state >> 29
        };
        let rounds = if cfg!(miri) { 60 } else { 2_000 };
        let random = (0..rounds).flat_map(move |_| {
            let (a, b) = (next(), next());
            [a, a & b, (u64::MAX << (a & 63)) ^ (u64::MAX << (b & 63))]
        });
        random.chain([0, 1, 1 << 63, u64::MAX])
    }

    #[test]
    fn the_instruction_and_its_portable_twin_are_equal() {
        for (value, mask) in words().zip(words().skip(5)) {
            assert_eq!(gather_bits(value, mask), portable::gather(value, mask), "{value:#x} under {mask:#x}");
            assert_eq!(
                scatter_bits(value, mask),
                portable::scatter(value, mask),
                "{value:#x} under {mask:#x}"
            );
            assert_eq!(
                scatter_bits(gather_bits(value, mask), mask),
                value & mask,
                "{value:#x} under {mask:#x}"
            );
        }
    }
}
