//! The Quixo board: cells, lines, pushes and the eight symmetries.
//!
//! Cells are numbered so that those which seldom move come first: the inner
//! cells row by row, then the border cells row by row. For 5x5, `a1` first:
//!
//! ```text
//!      9 10 11 12 13
//!     14  0  1  2 15
//!     16  3  4  5 17
//!     18  6  7  8 19
//!     20 21 22 23 24
//! ```
//!
//! A set of cells is a mask: bit `i` is cell `i`.

use kaiketsu_index::BitPermutation;

use crate::board::turned;

/// The most cells a board may have.
const MAX_CELLS: usize = 25;

/// How many symmetries the square has.
const SYMMETRIES: usize = 8;

/// Where the cube of every cell goes.
pub(crate) type CellMap = [u8; MAX_CELLS];

/// A way to take a cube from the border and push it back in.
#[derive(Clone, Debug)]
pub struct Push {
    /// The cells from the taken cube to the end where it goes back in: each
    /// gets the cube of the next, and the last that of the first.
    path: Vec<u8>,
    /// All cells but these.
    elsewhere: u32,
}

impl Push {
    fn new(path: Vec<u8>) -> Self {
        Push { elsewhere: !mask(&path), path }
    }

    /// The cell the cube is taken from.
    #[must_use]
    pub fn from(&self) -> u8 {
        self.path[0]
    }

    /// The cell where it is pushed in.
    #[must_use]
    pub fn to(&self) -> u8 {
        self.path[self.path.len() - 1]
    }

    /// The mask of the cell the cube is taken from.
    #[must_use]
    pub fn taken(&self) -> u32 {
        1 << self.from()
    }

    /// The mask of the cell where it is pushed in.
    #[must_use]
    pub fn inserted(&self) -> u32 {
        1 << self.to()
    }

    /// A set of cubes after the push, without the one that is pushed in.
    #[must_use]
    pub fn forward(&self, cubes: u32) -> u32 {
        let pairs = self.path.windows(2);
        pairs.fold(cubes & self.elsewhere, |after, pair| after | (cubes >> pair[1] & 1) << pair[0])
    }

    /// A set of cubes before the push, without the one that is taken.
    #[must_use]
    pub fn backward(&self, cubes: u32) -> u32 {
        let pairs = self.path.windows(2);
        pairs.fold(cubes & self.elsewhere, |before, pair| before | (cubes >> pair[0] & 1) << pair[1])
    }
}

/// A square board of 2x2 to 5x5 cells.
#[derive(Clone, Debug)]
pub struct Board {
    /// (row, column) of each cell number.
    places: Vec<(usize, usize)>,
    lines: Vec<u32>,
    pushes: Vec<Push>,
    symmetries: Vec<BitPermutation>,
    /// `routes[push][symmetry]`: first the push, then the symmetry.
    routes: Vec<[CellMap; SYMMETRIES]>,
}

impl Board {
    /// The board with that many cells in a row.
    ///
    /// # Panics
    ///
    /// Unless `side` is from 2 to 5.
    #[must_use]
    pub fn new(side: usize) -> Self {
        assert!((2..=5).contains(&side), "a board has 2 to 5 cells in a row, not {side}");
        let on_border = |&(row, column): &(usize, usize)| {
            row == 0 || column == 0 || row == side - 1 || column == side - 1
        };
        let mut places: Vec<_> = (0..side * side).map(|i| (i / side, i % side)).collect();
        places.sort_by_key(on_border); // stable: rows stay in order
        let cell = |row, column| places.iter().position(|&place| place == (row, column)).unwrap() as u8;

        let mut rows_and_columns: Vec<Vec<u8>> = Vec::new();
        for i in 0..side {
            rows_and_columns.push((0..side).map(|j| cell(i, j)).collect());
            rows_and_columns.push((0..side).map(|j| cell(j, i)).collect());
        }
        let mut lines: Vec<u32> = rows_and_columns.iter().map(|line| mask(line)).collect();
        lines.push((0..side).map(|i| 1 << cell(i, i)).sum());
        lines.push((0..side).map(|i| 1 << cell(i, side - 1 - i)).sum());

        let mut pushes = Vec::new();
        for (number, _) in places.iter().enumerate().filter(|(_, place)| on_border(place)) {
            for line in &rows_and_columns {
                let Some(at) = line.iter().position(|&c| usize::from(c) == number) else { continue };
                if at > 0 {
                    pushes.push(Push::new(line[..=at].iter().rev().copied().collect()));
                }
                if at < side - 1 {
                    pushes.push(Push::new(line[at..].to_vec()));
                }
            }
        }

        let turn = |symmetry: usize| {
            let image = |&(row, column): &(usize, usize)| {
                let (row, column) = turned(side, row, column, symmetry);
                cell(row, column)
            };
            BitPermutation::new(&places.iter().map(image).collect::<Vec<_>>())
        };
        let symmetries: Vec<_> = (0..SYMMETRIES).map(turn).collect();
        let route = |push: &Push, symmetry: &BitPermutation| {
            let mut route = [0; MAX_CELLS];
            route[..side * side].copy_from_slice(symmetry.map());
            for pair in push.path.windows(2) {
                route[usize::from(pair[1])] = symmetry.map()[usize::from(pair[0])];
            }
            route[usize::from(push.from())] = symmetry.map()[usize::from(push.to())];
            route
        };
        let routes = pushes.iter().map(|push| std::array::from_fn(|s| route(push, &symmetries[s]))).collect();
        Board { places, lines, pushes, symmetries, routes }
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// The row and the column of each cell.
    #[must_use]
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// The rows, columns and diagonals.
    #[must_use]
    pub fn lines(&self) -> &[u32] {
        &self.lines
    }

    /// All pushes, by the cell the cube is taken from.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The symmetries; the first moves nothing.
    #[must_use]
    pub fn symmetries(&self) -> &[BitPermutation] {
        &self.symmetries
    }

    /// Where a push followed by a symmetry takes the cube of every cell.
    #[inline]
    pub(crate) fn route(&self, push: usize, symmetry: usize) -> &CellMap {
        &self.routes[push][symmetry]
    }
}

fn mask(cells: &[u8]) -> u32 {
    cells.iter().map(|cell| 1 << cell).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_from_the_side() {
        for side in 2..=5 {
            let board = Board::new(side);
            assert_eq!(board.lines().len(), 2 * side + 2);
            let (corners, others) = (4, 4 * (side - 2));
            assert_eq!(board.pushes().len(), 2 * corners + 3 * others);
        }
    }

    #[test]
    fn a_push_moves_every_cube_somewhere_and_is_pulled_back() {
        let board = Board::new(4);
        for (number, push) in board.pushes().iter().enumerate() {
            for cubes in 0..1 << 16 {
                let taken = cubes >> push.from() & 1;
                let pushed = push.forward(cubes) | taken << push.to();
                assert_eq!(push.backward(pushed) | taken << push.from(), cubes);
                for (symmetry, turn) in board.symmetries().iter().enumerate().step_by(3) {
                    let route = board.route(number, symmetry);
                    let routed = (0..16).filter(|cell| cubes >> cell & 1 == 1).map(|cell| 1 << route[cell]);
                    assert_eq!(routed.sum::<u64>(), turn.apply(pushed.into()));
                }
            }
        }
    }
}
