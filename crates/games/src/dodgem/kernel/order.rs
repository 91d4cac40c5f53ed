//! The stored order of the positions with given patterns, as places in a matrix.
//!
//! Positions are stored in lexicographic order of their cells, row by row (0
//! empty, 1 mover, 2 opponent). Their places in a matrix over the placements
//! of both sides add up row by row, too: a row of the board holds a whole
//! digit of the mover's number, and adds to the opponent's digit of each
//! column in which he has a piece there, by how many he has in the rows before.
//!
//! ```text
//!            rows before the cut        rows after the cut
//! position = a beginning            +   an ending
//! place    = its place              +   its place, for the same columns left
//! ```
//!
//! So all positions are listed by adding, for every beginning in order, the
//! endings that fit it. What fits depends only on how many pieces the opponent
//! still has to place in each column: at most 2^k states.
//!
//! Time: an addition a position. Memory: about the square root of the positions.

use kaiketsu_index::{Combinations, binomial};

use crate::board::cells_of;

use super::placements::Placements;

/// The widest board.
const MOST_COLUMNS: usize = 6;

/// All ways to fill one row of the board.
#[derive(Debug)]
pub(super) struct RowWords {
    side: usize,
    /// In order, by the number of the mover's pieces and the columns that are
    /// open to the opponent, at `number << side | columns`.
    words: Vec<Vec<RowWord>>,
}

#[derive(Clone, Copy, Debug)]
struct RowWord {
    /// The mover's cells among all sets of as many.
    mover: u8,
    /// The opponent's columns.
    opponent: u8,
}

impl RowWords {
    pub(super) fn new(side: usize) -> Self {
        let mut words = vec![Vec::new(); (side + 1) << side];
        for number in 0..3usize.pow(side as u32) {
            let symbol = |column: usize| number / 3usize.pow((side - 1 - column) as u32) % 3;
            let bits = |wanted| {
                (0..side).filter(|&column| symbol(column) == wanted).map(|column| 1u8 << column).sum()
            };
            let (mover, opponent): (u8, u8) = (bits(1), bits(2));
            let count = mover.count_ones();
            let place = Combinations::new(side as u32, count).rank(mover.into()) as u8;
            for columns in
                (0..1usize << side).filter(|columns| columns & usize::from(opponent) == usize::from(opponent))
            {
                words[(count as usize) << side | columns].push(RowWord { mover: place, opponent });
            }
        }
        RowWords { side, words }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.words.iter().map(|words| size_of_val(&words[..]) as u64).sum()
    }
}

/// The positions with given patterns in stored order, as places in a matrix.
pub(super) struct StoredOrder {
    /// Place and state of every beginning.
    beginnings: Vec<(u32, u8)>,
    /// Places of the endings, by state.
    endings: Vec<Vec<u32>>,
}

impl StoredOrder {
    /// The order for a matrix. Beside the placements of each side stands what
    /// a step of their number counts there.
    pub(super) fn new(words: &RowWords, mover: (&Placements, usize), opponent: (&Placements, usize)) -> Self {
        let side = words.side;
        let cut = side / 2;
        let places = Places::new(words, mover, opponent);
        let full = places.states.len() - 1;
        let mut endings = vec![Vec::new(); full + 1];
        endings[full].push(0);
        for row in (cut..side).rev() {
            let extend = |state| {
                let mut longer = Vec::new();
                places.steps(row, state, |place, next| {
                    longer.extend(endings[next as usize].iter().map(|ending| place + ending));
                });
                longer
            };
            endings = (0..=full as u8).map(extend).collect();
        }
        let mut beginnings = vec![(0, 0)];
        for row in 0..cut {
            let mut longer = Vec::new();
            for &(before, state) in &beginnings {
                places.steps(row, state, |place, next| longer.push((before + place, next)));
            }
            beginnings = longer;
        }
        StoredOrder { beginnings, endings }
    }

    /// The places in order, in runs: each is the first number plus each of
    /// the others.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, &[u32])> {
        self.beginnings.iter().map(|&(place, state)| (place as usize, &self.endings[usize::from(state)][..]))
    }
}

/// What each row of the board adds to a place.
struct Places<'a> {
    words: &'a RowWords,
    mover: (&'a Placements, usize),
    opponent: (&'a Placements, usize),
    /// How many pieces of the opponent stand in each column, by state; column
    /// 0 counts fastest.
    states: Vec<[u8; MOST_COLUMNS]>,
    /// What a piece in a column adds to the number of the state.
    state_strides: [u8; MOST_COLUMNS],
}

impl<'a> Places<'a> {
    fn new(words: &'a RowWords, mover: (&'a Placements, usize), opponent: (&'a Placements, usize)) -> Self {
        let mut states = vec![[0; MOST_COLUMNS]];
        let mut state_strides = [0; MOST_COLUMNS];
        for (column, &count) in opponent.0.pattern.iter().enumerate() {
            let fewer = states.len();
            state_strides[column] = fewer as u8;
            for more in 0..fewer * usize::from(count) {
                let mut state = states[more];
                state[column] += 1;
                states.push(state);
            }
        }
        Places { words, mover, opponent, states, state_strides }
    }

    /// Tells what every way to fill a row adds to the place, and the state after it.
    fn steps(&self, row: usize, state: u8, mut tell: impl FnMut(u32, u8)) {
        let placed = &self.states[usize::from(state)];
        let columns = placed.iter().zip(&self.opponent.0.pattern).enumerate();
        let open: usize =
            columns.filter(|(_, (placed, count))| placed < count).map(|(column, _)| 1 << column).sum();
        let mover_stride = self.mover.0.stride(row) * self.mover.1;
        // A further piece comes after all sets of as many pieces in the rows before.
        let mut pieces = [0; MOST_COLUMNS];
        for (column, piece) in pieces.iter_mut().take(self.words.side).enumerate() {
            let sets = binomial(row as u32, u32::from(placed[column]) + 1) as usize;
            *piece = sets * self.opponent.0.stride(column) * self.opponent.1;
        }
        let movers = usize::from(self.mover.0.pattern[row]);
        for word in &self.words.words[movers << self.words.side | open] {
            let columns = || cells_of(word.opponent.into());
            let place = usize::from(word.mover) * mover_stride
                + columns().map(|column| pieces[column]).sum::<usize>();
            tell(place as u32, state + columns().map(|column| self.state_strides[column]).sum::<u8>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored order by sorting whole boards.
    fn by_sorting(side: usize, mover: &Placements, opponent: &Placements) -> Vec<usize> {
        let mut boards = Vec::new();
        for own in 0..mover.len() {
            for other in 0..opponent.len() {
                let (mine, his) = (mover.boards[own], opponent.board_seen_by_other(other));
                if mine & his == 0 {
                    let symbols = (0..side * side).map(|cell| mine >> cell & 1 | (his >> cell & 1) << 1);
                    boards.push((symbols.collect::<Vec<u64>>(), own * 1_000 + other));
                }
            }
        }
        boards.sort();
        boards.into_iter().map(|(_, place)| place).collect()
    }

    #[test]
    fn places_are_in_the_order_of_the_boards() {
        for side in 3..=6 {
            let words = RowWords::new(side);
            let patterns: [[u8; 6]; 5] = [
                [0, 0, 0, 0, 0, 0],
                [2, 0, 0, 0, 0, 0],
                [1, 0, 1, 0, 0, 0],
                [0, 1, 1, 0, 0, 0],
                [0, 1, 2, 0, 0, 0],
            ];
            let placements: Vec<_> =
                patterns.iter().map(|pattern| Placements::new(side, &pattern[..side])).collect();
            for (mover, opponent) in placements.iter().flat_map(|a| placements.iter().map(move |b| (a, b))) {
                let order = StoredOrder::new(&words, (mover, 1_000), (opponent, 1));
                let runs = order
                    .runs()
                    .flat_map(|(place, endings)| endings.iter().map(move |e| place + *e as usize));
                assert_eq!(runs.collect::<Vec<_>>(), by_sorting(side, mover, opponent));
            }
        }
    }
}
