//! One half of a tier: the positions in which the mover has one of the two
//! patterns and the opponent the other.
//!
//! ```text
//!                    opponent's placement
//!                 +------------------------+
//! mover's         |  own positions         |   a move takes a row to rows;
//! placement       |  scores, then codes    |   nothing else changes
//!                 +------------------------+
//!                 |  the same placements   |   what the other half has found,
//!                 |  after the move: news  |   turned to fit
//!                 +------------------------+
//! ```
//!
//! A pair of placements that share a cell is no position. It counts as won for
//! the opponent in `won`, so that it never looks like a way out.

use crate::board::cells_of;

use super::agenda::Agenda;
use super::lane::Lane;
use super::matrix::{BitMatrix, Entry};
use super::placements::Placements;

/// See the module.
pub(super) struct Half<'a, L> {
    mover: &'a Placements,
    /// Lanes in a row.
    width: usize,
    agenda: Agenda,
    /// Positions not decided.
    open: BitMatrix,
    /// Positions that are lost unless a move along a rank saves them.
    losable: BitMatrix,
    /// Codes of the positions decided.
    codes: Vec<L>,
    /// Positions after a move, with the opponent to move, that he wins.
    won: BitMatrix,
    /// Those he was found to lose in the round before.
    lost: BitMatrix,
    won_rows: RowSet,
    lost_rows: RowSet,
    rows_to_check: RowSet,
}

/// Positions decided in one round.
#[derive(Default)]
pub(super) struct Found {
    won: Vec<Entry>,
    lost: Vec<Entry>,
}

impl Found {
    pub(super) fn is_empty(&self) -> bool {
        self.won.is_empty() && self.lost.is_empty()
    }
}

impl<'a, L: Lane> Half<'a, L> {
    /// The half with what the tiers below say of each position, in rows of
    /// whole words of lanes.
    pub(super) fn new(mover: &'a Placements, opponent: &Placements, mut scores: Vec<L>) -> Self {
        let (rows, words) = (mover.len(), opponent.words());
        let open = BitMatrix::positions(mover, opponent);
        let agenda = Agenda::new(&open, 64 * words, &scores);
        scores.fill(L::default()); // from now on these are codes, of draws so far
        Half {
            mover,
            width: 64 * words,
            agenda,
            losable: BitMatrix::new(rows, words),
            codes: scores,
            won: open.inverted(),
            open,
            lost: BitMatrix::new(rows, words),
            won_rows: RowSet::new(rows),
            lost_rows: RowSet::new(rows),
            rows_to_check: RowSet::new(rows),
        }
    }

    /// The codes, when all rounds are over.
    pub(super) fn into_codes(self) -> Vec<L> {
        self.codes
    }

    /// The next round after this one in which the tiers below decide something.
    pub(super) fn next_on_agenda(&self, round: usize) -> Option<usize> {
        self.agenda.next(round)
    }

    /// Finds the positions decided in so many plies, given the news of all
    /// rounds before.
    pub(super) fn play_round(&mut self, round: usize, found: &mut Found) {
        let (win, loss) = (L::new(2 * round + 1), L::new(2 * round + 2));
        for &entry in self.agenda.wins(round) {
            if self.open.take(entry) {
                self.codes[usize::from(entry.row) * self.width + usize::from(entry.column)] = win;
                found.won.push(entry);
            }
        }
        for &after in &self.lost_rows.rows {
            for &row in self.mover.beside(after.into()) {
                let lost = self.lost.row(after.into());
                let open = self.open.row_mut(row.into());
                let codes = &mut self.codes[usize::from(row) * self.width..];
                for (word, (open, lost)) in open.iter_mut().zip(lost).enumerate() {
                    decide(open, *open & lost, (row, word), codes, win, &mut found.won);
                }
            }
        }
        for &entry in self.agenda.losses(round) {
            self.losable.set(entry);
            self.rows_to_check.insert(entry.row);
        }
        for &after in &self.won_rows.rows {
            self.mover.beside(after.into()).iter().for_each(|&row| self.rows_to_check.insert(row));
        }
        // Nothing is won for the opponent before round 0 but what is no
        // position: whoever has only such moves has none, and wins.
        let (code, found) = match round {
            0 => (win, &mut found.won),
            _ => (loss, &mut found.lost),
        };
        for &row in &self.rows_to_check.rows {
            let open = self.open.row_mut(row.into());
            let codes = &mut self.codes[usize::from(row) * self.width..];
            for (word, open) in open.iter_mut().enumerate() {
                let mut hopeless = *open & self.losable.row(row.into())[word];
                for &after in self.mover.beside(row.into()) {
                    if hopeless == 0 {
                        break;
                    }
                    hopeless &= self.won.row(after.into())[word];
                }
                decide(open, hopeless, (row, word), codes, code, found);
            }
        }
        self.rows_to_check.clear();
    }

    /// Learns what the other half found, which then is no news any more.
    pub(super) fn learn(&mut self, found: &mut Found) {
        for &row in &self.lost_rows.rows {
            self.lost.row_mut(row.into()).fill(0);
        }
        self.lost_rows.clear();
        self.won_rows.clear();
        let turned = |entry: Entry| Entry { row: entry.column, column: entry.row };
        for entry in found.won.drain(..).map(turned) {
            self.won.set(entry);
            self.won_rows.insert(entry.row);
        }
        for entry in found.lost.drain(..).map(turned) {
            self.lost.set(entry);
            self.lost_rows.insert(entry.row);
        }
    }
}

/// Decides the positions of a word of a row.
#[inline]
fn decide<L: Lane>(
    open: &mut u64,
    decided: u64,
    (row, word): (u16, usize),
    codes: &mut [L],
    code: L,
    found: &mut Vec<Entry>,
) {
    *open &= !decided;
    for column in cells_of(decided).map(|bit| word * 64 + bit) {
        codes[column] = code;
        found.push(Entry { row, column: column as u16 });
    }
}

/// A set of rows that can be listed and cleared quickly.
struct RowSet {
    rows: Vec<u16>,
    holds: Vec<bool>,
}

impl RowSet {
    fn new(rows: usize) -> Self {
        RowSet { rows: Vec::new(), holds: vec![false; rows] }
    }

    fn insert(&mut self, row: u16) {
        if !std::mem::replace(&mut self.holds[usize::from(row)], true) {
            self.rows.push(row);
        }
    }

    fn clear(&mut self) {
        self.rows.drain(..).for_each(|row| self.holds[usize::from(row)] = false);
    }
}
