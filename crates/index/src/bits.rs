//! Bits gathered and scattered under a mask, on every machine alike.
//!
//! ```text
//! mask     0 1 1 0 1 0 0 1
//! value    . a b . c . . d     gather: 0 0 0 0 a b c d
//! ```
//!
//! These are the portable twins of the instructions `pext` and `pdep`. They
//! go run by run over the mask, so a mask with its bits in `r` unbroken runs
//! costs `r` rounds of a few instructions.

/// The bits of `value` under `mask`, moved together at the low end (`pext`).
///
/// ```
/// # use kaiketsu_index::gather_bits;
/// assert_eq!(gather_bits(0b0010_1000, 0b0110_1001), 0b0110);
/// ```
#[must_use]
pub fn gather_bits(value: u64, mask: u64) -> u64 {
    let mut rest = mask;
    let mut gathered = 0;
    let mut filled = 0;
    while rest != 0 {
        let start = rest.trailing_zeros();
        let run = rest & !rest.wrapping_add(1 << start);
        gathered |= ((value & run) >> start) << filled;
        filled += (run >> start).trailing_ones();
        rest ^= run;
    }
    gathered
}

/// The low bits of `value`, spread out to the places of `mask` (`pdep`).
///
/// ```
/// # use kaiketsu_index::scatter_bits;
/// assert_eq!(scatter_bits(0b0110, 0b0110_1001), 0b0010_1000);
/// ```
#[must_use]
pub fn scatter_bits(value: u64, mask: u64) -> u64 {
    let mut rest = mask;
    let mut scattered = 0;
    let mut taken = 0;
    while rest != 0 {
        let start = rest.trailing_zeros();
        let run = rest & !rest.wrapping_add(1 << start);
        scattered |= ((value >> taken) << start) & run;
        taken += (run >> start).trailing_ones();
        rest ^= run;
    }
    scattered
}
