//! A matrix of bits over the placements of mover and opponent.

use super::placements::Placements;

/// A row of bits, in whole words, for each placement of the mover; in it a bit
/// for each placement of the opponent.
#[derive(Clone, Debug)]
pub(super) struct BitMatrix {
    words: usize,
    bits: Vec<u64>,
}

/// A row and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) row: u16,
    pub(super) column: u16,
}

impl BitMatrix {
    pub(super) fn new(rows: usize, words: usize) -> Self {
        BitMatrix { words, bits: vec![0; rows * words] }
    }

    /// The pairs of placements that share no cell: the positions.
    pub(super) fn positions(mover: &Placements, opponent: &Placements) -> Self {
        let words = opponent.words();
        let mut bits = Vec::with_capacity(mover.len() * words);
        (0..mover.len()).for_each(|placement| mover.push_compatible(placement, opponent, &mut bits));
        BitMatrix { words, bits }
    }

    pub(super) fn inverted(&self) -> Self {
        BitMatrix { words: self.words, bits: self.bits.iter().map(|bits| !bits).collect() }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..][..self.words]
    }

    /// The word and the bit of an entry.
    fn place(&self, entry: Entry) -> (usize, u64) {
        (usize::from(entry.row) * self.words + usize::from(entry.column / 64), 1 << (entry.column % 64))
    }

    pub(super) fn set(&mut self, entry: Entry) {
        let (word, bit) = self.place(entry);
        self.bits[word] |= bit;
    }

    /// Clears a bit; whether it was set.
    pub(super) fn take(&mut self, entry: Entry) -> bool {
        let (word, bit) = self.place(entry);
        let was_set = self.bits[word] & bit != 0;
        self.bits[word] &= !bit;
        was_set
    }
}
