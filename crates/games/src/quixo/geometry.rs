//! The Quixo board: cells, lines, pushes and symmetries, eight of a square and four
//! of another rectangle.
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

use std::fmt;
use std::sync::{Arc, OnceLock};

use kaiketsu_game::board::{CellSet, CollectCells, Grid};
use kaiketsu_index::BitPermutation;

use crate::board::turned;
use crate::quixo::shapes::Shapes;

/// The most cells a board may have.
const MAX_CELLS: usize = 25;

/// A board and how many marks in a line win on it. As text it is the board, and the
/// length of the line where that is not the board's shorter side.
///
/// ```
/// use kaiketsu_games::quixo::Field;
/// assert_eq!((Field::new(4, 5).to_string(), Field::new(4, 5).with_line(5).to_string()), ("4x5".into(), "4x5-5".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Columns and rows.
    pub grid: Grid,
    /// How many marks in a row, column or diagonal win.
    pub line: usize,
}

impl Field {
    /// The board on which lines as long as its shorter side win.
    #[must_use]
    pub const fn new(columns: usize, rows: usize) -> Self {
        Field { grid: Grid::new(columns, rows), line: if columns < rows { columns } else { rows } }
    }

    /// The same board with lines of another length.
    #[must_use]
    pub const fn with_line(self, line: usize) -> Self {
        Field { line, ..self }
    }
}

/// The square board with that many cells in a row.
impl From<usize> for Field {
    fn from(side: usize) -> Self {
        Field::new(side, side)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            line if line == self.grid.columns.min(self.grid.rows) => write!(f, "{}", self.grid),
            line => write!(f, "{}-{line}", self.grid),
        }
    }
}

/// Where the cube of every cell goes.
pub(crate) type CellMap = [u8; MAX_CELLS];

/// A way to take a cube from the border and push it back in.
#[derive(Clone, Debug)]
pub(crate) struct Push {
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
    pub(crate) fn from(&self) -> u8 {
        self.path[0]
    }

    /// The cell where it is pushed in.
    pub(crate) fn to(&self) -> u8 {
        self.path[self.path.len() - 1]
    }

    /// The mask of the cell the cube is taken from.
    pub(crate) fn taken(&self) -> u32 {
        1 << self.from()
    }

    /// The mask of the cell where it is pushed in.
    pub(crate) fn inserted(&self) -> u32 {
        1 << self.to()
    }

    /// A set of cubes after the push, without the one that is pushed in.
    pub(crate) fn forward(&self, cubes: u32) -> u32 {
        let pairs = self.path.windows(2);
        pairs.fold(cubes & self.elsewhere, |after, pair| after | (cubes >> pair[1] & 1) << pair[0])
    }

    /// A set of cubes before the push, without the one that is taken.
    pub(crate) fn backward(&self, cubes: u32) -> u32 {
        let pairs = self.path.windows(2);
        pairs.fold(cubes & self.elsewhere, |before, pair| before | (cubes >> pair[0] & 1) << pair[1])
    }
}

/// A board of up to 25 cells.
#[derive(Clone, Debug)]
pub struct Board {
    /// (row, column) of each cell number.
    pub(crate) places: Vec<(usize, usize)>,
    /// The lines that win: in rows, columns and diagonals.
    pub(crate) lines: Vec<u32>,
    /// All pushes, by the cell the cube is taken from.
    pub(crate) pushes: Vec<Push>,
    /// The symmetries; the first moves nothing.
    pub(crate) symmetries: Vec<BitPermutation>,
    /// `routes[push][symmetry]`: where first the push, then the symmetry takes
    /// the cube of every cell.
    pub(crate) routes: Vec<Vec<CellMap>>,
    /// The shapes with k marks, built when first needed, for all clones.
    shapes: Arc<[OnceLock<Shapes>]>,
}

impl Board {
    /// The board of a field.
    ///
    /// # Panics
    ///
    /// If a side is shorter than 2, there are more than 25 cells, or no line fits.
    #[must_use]
    pub fn new(field: impl Into<Field>) -> Self {
        let Field { grid, line } = field.into();
        let Grid { columns, rows } = grid;
        assert!(columns.min(rows) >= 2 && grid.cells() <= MAX_CELLS, "a board of {grid} is not numbered");
        assert!((2..=columns.max(rows)).contains(&line), "a line of {line} does not fit on {grid}");
        let on_border = |&(row, column): &(usize, usize)| {
            row == 0 || column == 0 || row == rows - 1 || column == columns - 1
        };
        let mut places: Vec<_> = (0..grid.cells()).map(|i| (grid.row_of(i), grid.column_of(i))).collect();
        places.sort_by_key(on_border); // stable: rows stay in order
        let cell = |row, column| places.iter().position(|&place| place == (row, column)).unwrap() as u8;

        let in_row = |row| (0..columns).map(|column| cell(row, column)).collect();
        let in_column = |column| (0..rows).map(|row| cell(row, column)).collect();
        let rows_and_columns: Vec<Vec<u8>> = (0..columns.max(rows))
            .flat_map(|i| [(i < rows).then(|| in_row(i)), (i < columns).then(|| in_column(i))])
            .flatten()
            .collect();
        let numbered = |at: usize| usize::from(cell(grid.row_of(at), grid.column_of(at)));
        let lines =
            grid.lines::<u32>(line).into_iter().map(|line| line.cells().map(numbered).collect_cells());
        let lines = lines.collect();

        let mut pushes = Vec::new();
        for (number, _) in places.iter().enumerate().filter(|(_, place)| on_border(place)) {
            for line in &rows_and_columns {
                let Some(at) = line.iter().position(|&c| usize::from(c) == number) else { continue };
                if at > 0 {
                    pushes.push(Push::new(line[..=at].iter().rev().copied().collect()));
                }
                if at < line.len() - 1 {
                    pushes.push(Push::new(line[at..].to_vec()));
                }
            }
        }

        let turn = |symmetry: usize| {
            let image = |&(row, column): &(usize, usize)| {
                let (row, column) = turned(grid, row, column, symmetry);
                cell(row, column)
            };
            BitPermutation::new(&places.iter().map(image).collect::<Vec<_>>())
        };
        let symmetries: Vec<_> = (0..if columns == rows { 8 } else { 4 }).map(turn).collect();
        let route = |push: &Push, symmetry: &BitPermutation| {
            let mut route = [0; MAX_CELLS];
            route[..grid.cells()].copy_from_slice(symmetry.map());
            for pair in push.path.windows(2) {
                route[usize::from(pair[1])] = symmetry.map()[usize::from(pair[0])];
            }
            route[usize::from(push.from())] = symmetry.map()[usize::from(push.to())];
            route
        };
        let routes_of = |push| symmetries.iter().map(|symmetry| route(push, symmetry)).collect();
        let routes = pushes.iter().map(routes_of).collect();
        let shapes = (0..=grid.cells()).map(|_| OnceLock::new()).collect();
        Board { places, lines, pushes, symmetries, routes, shapes }
    }

    /// The shapes with that many marks.
    ///
    /// # Panics
    ///
    /// If there are more marks than cells.
    #[must_use]
    pub fn shapes(&self, marks: u32) -> &Shapes {
        self.shapes[marks as usize].get_or_init(|| Shapes::new(self, marks))
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.places.len()
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
            assert_eq!(board.lines.len(), 2 * side + 2);
            let (corners, others) = (4, 4 * (side - 2));
            assert_eq!(board.pushes.len(), 2 * corners + 3 * others);
        }
    }

    #[test]
    fn a_rectangle_has_four_symmetries_and_lines_that_fit() {
        for (columns, rows, line, lines) in
            [(3, 4, 3, 3 * 2 + 4 + 4), (3, 4, 4, 3), (4, 5, 4, 4 * 2 + 5 + 4), (5, 5, 4, 20 + 8)]
        {
            let board = Board::new(Field::new(columns, rows).with_line(line));
            assert_eq!(board.lines.len(), lines, "{columns}x{rows}-{line}");
            assert!(board.lines.iter().all(|found| found.count_ones() as usize == line));
            assert_eq!(board.symmetries.len(), if columns == rows { 8 } else { 4 });
            assert_eq!(board.pushes.len(), 2 * 4 + 3 * 2 * (columns + rows - 4));
        }
    }

    #[test]
    fn a_push_moves_every_cube_somewhere_and_is_pulled_back() {
        [Field::from(4), Field::new(3, 5)].map(Board::new).iter().for_each(pulls_back);
    }

    fn pulls_back(board: &Board) {
        for (number, push) in board.pushes.iter().enumerate() {
            for cubes in 0..1 << board.cells() {
                let taken = cubes >> push.from() & 1;
                let pushed = push.forward(cubes) | taken << push.to();
                assert_eq!(push.backward(pushed) | taken << push.from(), cubes);
                for (symmetry, turn) in board.symmetries.iter().enumerate().step_by(3) {
                    let route = &board.routes[number][symmetry];
                    let routed =
                        (0..board.cells()).filter(|cell| cubes >> cell & 1 == 1).map(|cell| 1 << route[cell]);
                    assert_eq!(routed.sum::<u64>(), turn.apply(pushed.into()));
                }
            }
        }
    }
}
