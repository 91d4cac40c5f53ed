//! Rows of bits that begin anywhere, and their transposition.

use crate::nocca::part::Class;

/// A matrix of bits inside a plane: rows follow each other without gaps.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    /// The plane, and a word after it.
    pub(super) plane: &'a [u64],
    /// Where the matrix begins.
    pub(super) start: u64,
    /// How long its rows are.
    pub(super) columns: u32,
    /// All ones to read the opposite of what is written.
    pub(super) invert: u64,
}

impl Bits<'_> {
    /// Word k of a row. What lies beyond the end of the row is of no meaning.
    #[inline(always)]
    pub(super) fn word(&self, row: u32, k: usize) -> u64 {
        let bit = self.start + u64::from(row) * u64::from(self.columns);
        let (at, shift) = ((bit / 64) as usize + k, bit % 64);
        // Two shifts, so that none is by 64.
        (self.plane[at] >> shift | self.plane[at + 1] << 1 << (63 - shift)) ^ self.invert
    }

    /// Adds the set bits of a row.
    #[inline(always)]
    pub(super) fn add_row(&self, row: u32, sum: &mut [u64]) {
        let bit = self.start + u64::from(row) * u64::from(self.columns);
        let (at, shift) = ((bit / 64) as usize, bit % 64);
        let (low, high) = (&self.plane[at..][..sum.len()], &self.plane[at + 1..][..sum.len()]);
        for ((sum, low), high) in sum.iter_mut().zip(low).zip(high) {
            *sum |= (low >> shift | high << 1 << (63 - shift)) ^ self.invert;
        }
    }
}

/// Sets bits of a plane from `start` on.
#[inline]
pub(super) fn set_bits(plane: &mut [u64], start: u64, bits: u64) {
    let (at, shift) = ((start / 64) as usize, start % 64);
    plane[at] |= bits << shift;
    let high = bits >> 1 >> (63 - shift);
    if high != 0 {
        plane[at + 1] |= high;
    }
}

/// The words of a row of so many bits.
#[inline]
pub(super) fn words(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

/// Exchanges rows and columns of the first `size` x `size` bits, for a power
/// of two; column 0 is the lowest bit. Bits in further columns lose their
/// meaning.
#[inline(always)]
pub(super) fn transpose(tile: &mut [u64; 64], size: usize) {
    let mut width = size / 2;
    while width > 0 {
        // The lower half of every 2 x width bits.
        let mask = u64::MAX / ((1 << width) + 1);
        for block in tile[..size].chunks_exact_mut(2 * width) {
            let (low, high) = block.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let difference = (*low >> width ^ *high) & mask;
                *low ^= difference << width;
                *high ^= difference;
            }
        }
        width /= 2;
    }
}

/// Exchanges the bits 2k and 2k + 1 where both are set in the mask.
#[inline(always)]
pub(super) fn swap_pairs(word: u64, mask: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let swapped = (word & EVEN) << 1 | word >> 1 & EVEN;
    swapped & mask | word & !mask
}

/// Which bits of word k of a row stand for parts that differ from their mirror image,
/// where they begin at even numbers. (The breached ones may not, but only rows that
/// have them ask for them.)
#[inline(always)]
pub(super) fn pairs_in(class: &Class, k: usize) -> u64 {
    below(class.pairs, k) | below(class.breached_pairs, k) & !below(class.sound, k)
}

/// The bits of word k of a row before the end.
#[inline(always)]
fn below(end: u32, k: usize) -> u64 {
    match u64::from(end).saturating_sub(64 * k as u64) {
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_testkit::random::Random;

    #[test]
    fn bits_change_rows_and_columns() {
        let mut random = Random::new(1);
        let before: [u64; 64] = std::array::from_fn(|_| random.bits());
        for size in [1, 2, 8, 16, 32, 64] {
            let mut tile = before;
            transpose(&mut tile, size);
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
                assert_eq!(before[row] >> column & 1, tile[column] >> row & 1);
            }
        }
    }

    #[test]
    fn rows_begin_anywhere() {
        let mut plane = vec![0; 8];
        let value = 0xDEAD_BEEF_0123_4567;
        for start in 0..200 {
            plane.fill(0);
            set_bits(&mut plane, start, value);
            let bits = Bits { plane: &plane, start, columns: 64, invert: 0 };
            assert_eq!(bits.word(0, 0), value);
            let mut sum = [1];
            Bits { invert: u64::MAX, ..bits }.add_row(0, &mut sum);
            assert_eq!(sum[0], !value | 1);
        }
    }

    #[test]
    fn pairs_are_swapped_up_to_the_end() {
        let swap = |word, k, class: &Class| swap_pairs(word, pairs_in(class, k));
        let sound = |pairs| Class { pairs, sound: 400, breached_pairs: 400, all: 400 };
        assert_eq!(swap(0b01_01_10, 0, &sound(4)), 0b01_10_01);
        assert_eq!(swap(0b01, 1, &sound(64)), 0b01);
        assert_eq!(swap(0b01, 1, &sound(200)), 0b10);
        let breached = Class { pairs: 2, sound: 4, breached_pairs: 6, all: 8 };
        assert_eq!(swap(0b01_01_01_01, 0, &breached), 0b01_10_01_10);
    }
}
