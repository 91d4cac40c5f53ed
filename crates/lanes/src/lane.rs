//! Words side by side, as one number of many bits.

use std::ops::{BitAnd, BitOr, Not};

/// `64 * W` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane<const W: usize>(pub [u64; W]);

impl<const W: usize> Lane<W> {
    /// No bit set.
    pub const NONE: Self = Lane([0; W]);
    /// All bits set.
    pub const ALL: Self = Lane([u64::MAX; W]);

    /// The first so many bits.
    #[must_use]
    pub fn first(bits: usize) -> Self {
        let mut lane = Self::NONE;
        (0..bits).for_each(|bit| lane.set(bit));
        lane
    }

    /// Sets a bit.
    pub fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Whether a bit is set.
    #[must_use]
    pub fn get(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Whether no bit is set.
    #[must_use]
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// How many bits are set.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The bits that are set, ascending.
    pub fn bits(self) -> impl Iterator<Item = usize> {
        (0..64 * W).filter(move |bit| self.get(*bit))
    }
}

impl<const W: usize> BitAnd for Lane<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Lane(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for Lane<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Lane(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> Not for Lane<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Lane(self.0.map(|word| !word))
    }
}
