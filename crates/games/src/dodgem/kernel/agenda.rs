//! What the tiers below decide, sorted by the round in which it matters.

use crate::board::cells_of;

use super::lane::Lane;
use super::matrix::{BitMatrix, Entry};

/// The positions that the tiers below do not draw, by score.
pub(super) struct Agenda {
    /// The entries with score `s` end at `ends[s]`.
    ends: Vec<u32>,
    entries: Vec<Entry>,
    /// The greatest number a score can be.
    max: usize,
}

impl Agenda {
    /// Sorts the positions by their scores. Rows have `width` lanes.
    pub(super) fn new<L: Lane>(positions: &BitMatrix, width: usize, scores: &[L]) -> Self {
        let mut ends = vec![0u32; L::MAX + 1];
        for_each_score(positions, scores, width, |_, score| ends[score] += 1);
        ends[L::MIDDLE] = 0; // draws are no news
        let mut total = 0;
        for end in &mut ends {
            let start = total;
            total += *end;
            *end = start;
        }
        let mut entries = vec![Entry { row: 0, column: 0 }; total as usize];
        for_each_score(positions, scores, width, |entry, score| {
            if score != L::MIDDLE {
                entries[ends[score] as usize] = entry;
                ends[score] += 1;
            }
        });
        Agenda { ends, entries, max: L::MAX }
    }

    fn with_score(&self, score: usize) -> &[Entry] {
        let start = score.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start as usize..self.ends[score] as usize]
    }

    /// Positions with a move into a lower tier that wins in so many plies.
    pub(super) fn wins(&self, plies: usize) -> &[Entry] {
        if plies == 0 { &[] } else { self.with_score(self.max + 1 - plies) }
    }

    /// Positions whose moves into lower tiers all lose, the last of them in
    /// so many plies; in 0 plies if there is no such move at all.
    pub(super) fn losses(&self, plies: usize) -> &[Entry] {
        self.with_score(plies)
    }

    /// The next number of plies after these that has entries.
    pub(super) fn next(&self, plies: usize) -> Option<usize> {
        (plies + 1..=self.max / 2)
            .find(|&plies| !self.wins(plies).is_empty() || !self.losses(plies).is_empty())
    }
}

/// Visits the positions, row by row, with their scores.
fn for_each_score<L: Lane>(
    positions: &BitMatrix,
    scores: &[L],
    width: usize,
    mut visit: impl FnMut(Entry, usize),
) {
    for (row, scores) in scores.chunks_exact(width).enumerate() {
        for (word, &bits) in positions.row(row).iter().enumerate() {
            for column in cells_of(bits).map(|bit| word * 64 + bit) {
                visit(Entry { row: row as u16, column: column as u16 }, scores[column].get());
            }
        }
    }
}
