//! How likely each rank is beside the worst neighbour, learnt on the way.
//!
//! For every rank that the worst neighbour may have there is a table of shares,
//! made from what has been seen there so far. Who writes and who reads make the
//! same tables, so none are stored. A table is made anew when twice as much has
//! been seen, so that making tables costs little.
//!
//! A rank that was seen n times has 32 n + b units, where b is what is expected
//! before anything is seen: 32 for the rank of the neighbour itself, 8 for each of
//! the next four that are worse, 2 for those worse still, 1 for those that are
//! better, and 4 for all where there is no neighbour. With `k` ranks and the units
//! `u` of the ranks below `r` of `U` in all, the shares of `r` begin at
//! `r + u * floor((32,768 - k) * 2^32 / U) / 2^32`, rounded down.

use super::range::WHOLE;

/// Units of one sighting, and of the neighbour's own rank before any.
const SIGHTING: u32 = 32;
/// Units of other ranks before any sighting: better than the neighbour's, up to four
/// places worse, worse still, and all where there is no neighbour.
const BETTER: u32 = 1;
const WORSE: u32 = 8;
const WORSE_RANKS: usize = 4;
const MUCH_WORSE: u32 = 2;
const NONE_KNOWN: u32 = 4;

/// No more ranks: one more than any must fit into a byte.
pub(super) const MOST_RANKS: usize = 250;

/// The tables.
#[derive(Debug)]
pub(super) struct Model {
    ranks: usize,
    /// For each neighbour: where the shares of each rank begin, and the end.
    tables: Vec<u16>,
    /// For each neighbour: how often each rank was seen.
    seen: Vec<u16>,
    /// For each neighbour: how many are to be seen before its table is made anew, and
    /// how many were seen the last time.
    due: Vec<[u32; 2]>,
}

impl Model {
    /// Nothing seen yet, of so many ranks. A neighbour is one more than its rank, and
    /// 0 if there is none.
    pub(super) fn new(ranks: usize) -> Self {
        let neighbours = ranks + 1;
        let mut model = Model {
            ranks,
            tables: vec![0; neighbours * (ranks + 1)],
            seen: vec![0; neighbours * ranks],
            due: vec![[1, 1]; neighbours],
        };
        (0..neighbours).for_each(|neighbour| model.make(neighbour));
        model
    }

    /// The shares of all ranks beside a neighbour.
    #[inline]
    pub(super) fn table(&self, neighbour: u8) -> &[u16] {
        &self.tables[usize::from(neighbour) * (self.ranks + 1)..][..self.ranks + 1]
    }

    /// Learns that a rank was seen beside a neighbour.
    #[inline]
    pub(super) fn learn(&mut self, neighbour: u8, rank: u8) {
        let neighbour = usize::from(neighbour);
        // Of 65,536 positions no rank has all: this cannot overflow.
        self.seen[neighbour * self.ranks + usize::from(rank)] += 1;
        let [left, last] = &mut self.due[neighbour];
        *left -= 1;
        if *left == 0 {
            *left = *last;
            *last *= 2;
            self.make(neighbour);
        }
    }

    /// Makes the table of a neighbour from what was seen.
    #[inline(never)]
    fn make(&mut self, neighbour: usize) {
        let ranks = self.ranks;
        let seen = &self.seen[neighbour * ranks..][..ranks];
        let table = &mut self.tables[neighbour * (ranks + 1)..][..ranks + 1];
        // Before anything was seen: most are as their worst neighbour, few are better.
        let mut units = [NONE_KNOWN; MOST_RANKS];
        let units = &mut units[..ranks];
        if let Some(own) = neighbour.checked_sub(1) {
            units[..own].fill(BETTER);
            units[own] = SIGHTING;
            units[own + 1..].fill(MUCH_WORSE);
            units[own + 1..].iter_mut().take(WORSE_RANKS).for_each(|units| *units = WORSE);
        }
        units.iter_mut().zip(seen).for_each(|(units, seen)| *units += SIGHTING * u32::from(*seen));
        let sum: u32 = units.iter().sum();
        let scale = (u64::from(WHOLE - ranks as u32) << 32) / u64::from(sum);
        let mut units_below = 0;
        for ((rank, start), units) in (0..).zip(table.iter_mut()).zip(units) {
            // Every rank has a share of at least one beside its due.
            *start = rank + ((units_below * scale) >> 32) as u16;
            units_below += u64::from(*units);
        }
        table[ranks] = WHOLE as u16;
    }
}
