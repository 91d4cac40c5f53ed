//! A matrix of bits over the placements of mover and opponent.

use kaiketsu_lanes::flags;

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

    pub(super) fn set(&mut self, Entry { row, column }: Entry) {
        flags::set(self.row_mut(row.into()), column.into());
    }

    /// Clears a bit; whether it was set.
    pub(super) fn take(&mut self, Entry { row, column }: Entry) -> bool {
        let (row, column) = (self.row_mut(row.into()), column.into());
        let was_set = flags::get(row, column);
        flags::clear(row, column);
        was_set
    }
}
