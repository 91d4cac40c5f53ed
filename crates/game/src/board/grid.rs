//! Rectangular boards.

use std::fmt;

use super::{Board, CellForm, CellSet, CollectCells, Symmetries, grid_name};

/// A way to go from a cell to another: so many columns to the right, so many rows up.
pub type Direction = (isize, isize);

/// The four directions along rows and columns.
pub const ORTHOGONAL: [Direction; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The four directions between them.
pub const DIAGONAL: [Direction; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
/// All eight.
pub const AROUND: [Direction; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A board of so many columns and rows. Cells are numbered row by row from
/// `a1`, the lower left one: cell `row * columns + column`. As text it is
/// `columns x rows` without spaces.
///
/// ```
/// use kaiketsu_game::board::{CellSet, Grid, ORTHOGONAL};
/// let grid = Grid::new(3, 4);
/// assert_eq!((grid.to_string(), grid.cells()), ("3x4".into(), 12));
/// assert_eq!((grid.cell(1, 2), grid.name(7_usize), grid.named("b3")), (7, "b3".into(), Some(7)));
/// assert_eq!((grid.column_of(7), grid.row_of(7)), (1, 2));
/// assert_eq!((grid.step(7, (1, 1)), grid.step(7, (0, 2))), (Some(11), None));
/// assert_eq!(grid.beside::<u16>(0, &ORTHOGONAL).cells().collect::<Vec<_>>(), [1, 3]);
/// assert_eq!((grid.row::<u16>(3), grid.column::<u16>(0)), (0o7000, 0o1111));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}

impl Grid {
    /// A board of so many columns and rows.
    #[must_use]
    pub const fn new(columns: usize, rows: usize) -> Self {
        Grid { columns, rows }
    }

    /// A board with as many rows as columns.
    #[must_use]
    pub const fn square(side: usize) -> Self {
        Grid::new(side, side)
    }

    /// How many cells there are.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.columns * self.rows
    }

    /// The cell of a column and a row.
    #[must_use]
    pub const fn cell(self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The column of a cell.
    #[must_use]
    pub const fn column_of(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// The row of a cell.
    #[must_use]
    pub const fn row_of(self, cell: usize) -> usize {
        cell / self.columns
    }

    /// The name of a cell as in chess.
    pub fn name(self, cell: impl Into<usize>) -> String {
        let cell = cell.into();
        grid_name(self.row_of(cell), self.column_of(cell))
    }

    /// The cell of that name.
    #[must_use]
    pub fn named(self, name: &str) -> Option<usize> {
        (0..self.cells()).find(|cell| self.name(*cell) == name)
    }

    /// The cell that lies in a direction from another, if it is on the board.
    #[must_use]
    pub fn step(self, cell: usize, (right, up): Direction) -> Option<usize> {
        let column = self.column_of(cell).checked_add_signed(right).filter(|column| *column < self.columns);
        let row = self.row_of(cell).checked_add_signed(up).filter(|row| *row < self.rows);
        Some(self.cell(column?, row?))
    }

    /// The cells that lie in a direction one after the other, the next first.
    ///
    /// ```
    /// use kaiketsu_game::board::Grid;
    /// assert_eq!(Grid::square(4).ray(1, (1, 1)).collect::<Vec<_>>(), [6, 11]);
    /// ```
    pub fn ray(self, cell: usize, direction: Direction) -> impl Iterator<Item = usize> {
        std::iter::successors(self.step(cell, direction), move |cell| self.step(*cell, direction))
    }

    /// The cells one step away from a cell in these directions.
    #[must_use]
    pub fn beside<B: CellSet>(self, cell: usize, directions: &[Direction]) -> B {
        directions.iter().filter_map(|direction| self.step(cell, *direction)).collect_cells()
    }

    /// [`Grid::beside`] of every cell.
    #[must_use]
    pub fn neighbours<B: CellSet>(self, directions: &[Direction]) -> Vec<B> {
        (0..self.cells()).map(|cell| self.beside(cell, directions)).collect()
    }

    /// Every place of a shape on the board, given by steps from one of its cells.
    ///
    /// ```
    /// use kaiketsu_game::board::Grid;
    /// let squares: Vec<u16> = Grid::new(3, 2).shapes(&[(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// assert_eq!(squares, [0b011_011, 0b110_110]);
    /// ```
    #[must_use]
    pub fn shapes<B: CellSet>(self, steps: &[Direction]) -> Vec<B> {
        let all = |cell: usize| steps.iter().map(|step| self.step(cell, *step)).collect::<Option<Vec<_>>>();
        (0..self.cells()).filter_map(all).map(|cells| cells.into_iter().collect_cells()).collect()
    }

    /// All lines of a length: across, up, and both diagonals.
    ///
    /// ```
    /// use kaiketsu_game::board::Grid;
    /// let lines: Vec<u16> = Grid::square(3).lines(3);
    /// assert_eq!(lines, [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]);
    /// ```
    #[must_use]
    pub fn lines<B: CellSet>(self, length: usize) -> Vec<B> {
        let steps = |(right, up)| (0..length as isize).map(|step| (step * right, step * up)).collect();
        let ways = [(1, 0), (0, 1), (1, 1), (-1, 1)].map(steps);
        ways.iter().flat_map(|steps: &Vec<Direction>| self.shapes(steps)).collect()
    }

    /// The cells of all lines of that length that one of the sets has whole.
    ///
    /// ```
    /// use kaiketsu_game::board::Grid;
    /// assert_eq!(Grid::square(3).lines_of(3, &[0o111_u16, 0o246]), [0, 3, 6]);
    /// ```
    #[must_use]
    pub fn lines_of<B: CellSet>(self, length: usize, sets: &[B]) -> Vec<usize> {
        let lines = self.lines::<B>(length).into_iter();
        let whole = lines.filter(|line| sets.iter().any(|set| set.has_all(*line)));
        whole.fold(B::default(), |cells, line| cells | line).cells().collect()
    }

    /// All cells.
    #[must_use]
    pub fn all<B: CellSet>(self) -> B {
        B::up_to(self.cells())
    }

    /// The cells of a row.
    #[must_use]
    pub fn row<B: CellSet>(self, row: usize) -> B {
        (0..self.columns).map(|column| self.cell(column, row)).collect_cells()
    }

    /// The cells of a column.
    #[must_use]
    pub fn column<B: CellSet>(self, column: usize) -> B {
        (0..self.rows).map(|row| self.cell(column, row)).collect_cells()
    }

    /// How sets move in a direction, all cells at once.
    #[must_use]
    pub fn shift<B: CellSet>(self, direction: Direction) -> Shift<B> {
        let (right, up) = direction;
        let stays = (0..self.cells()).filter(|cell| self.step(*cell, direction).is_some());
        Shift { stays: stays.collect_cells(), by: up * self.columns as isize + right }
    }

    /// The board turned and mirrored: eight ways if it is square, else four. Bit
    /// 0 of a symmetry turns columns round, bit 1 rows, and bit 2 then exchanges
    /// the two.
    #[must_use]
    pub fn symmetries<B: CellSet>(self) -> Symmetries<B> {
        let image = |cell: usize, symmetry: usize| {
            let (mut column, mut row) = (self.column_of(cell), self.row_of(cell));
            if symmetry & 1 != 0 {
                column = self.columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = self.rows - 1 - row;
            }
            if symmetry & 4 != 0 { self.cell(row, column) } else { self.cell(column, row) }
        };
        let ways = if self.columns == self.rows { 8 } else { 4 };
        let map = |symmetry| (0..self.cells()).map(|cell| image(cell, symmetry) as u8).collect();
        Symmetries::new((0..ways).map(map).collect())
    }

    /// The board to be drawn, of cells of one form.
    #[must_use]
    pub fn board(self, form: CellForm) -> Board {
        Board::grid(self.columns, self.rows, form)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// How sets of cells of a [`Grid`] move in a direction: those at the edge leave the board.
///
/// ```
/// use kaiketsu_game::board::Grid;
/// let right = Grid::new(3, 2).shift::<u16>((1, 0));
/// assert_eq!(right.apply(0b001_110), 0b010_100);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Shift<B> {
    stays: B,
    by: isize,
}

impl<B: CellSet> Shift<B> {
    /// The cells one step further.
    #[inline]
    #[must_use]
    pub fn apply(self, set: B) -> B {
        (set & self.stays).moved(self.by)
    }
}

#[cfg(test)]
mod tests {
    use super::super::symmetries::automorphisms;
    use super::*;

    #[test]
    fn symmetries_are_those_of_the_graph_of_neighbours() {
        for grid in [Grid::new(2, 3), Grid::new(4, 3), Grid::square(2), Grid::square(4), Grid::new(11, 5)] {
            let turns = grid.symmetries::<u128>();
            let map = |turn| (0..grid.cells()).map(|cell| turns.cell(cell, turn) as u8).collect();
            let mut turned: Vec<Vec<u8>> = (0..turns.len()).map(map).collect();
            turned.sort();
            assert_eq!(turned, automorphisms(&grid.neighbours(&ORTHOGONAL), &[]), "{grid}");
        }
    }

    #[test]
    fn a_set_shifts_as_its_cells_step() {
        let grid = Grid::new(9, 7); // 63 cells
        for direction in AROUND {
            let shift = grid.shift::<u64>(direction);
            for set in [grid.all::<u64>(), 0x1234_5678_9abc_def0 & grid.all::<u64>()] {
                let stepped: u64 = set.cells().filter_map(|cell| grid.step(cell, direction)).collect_cells();
                assert_eq!(shift.apply(set), stepped);
            }
        }
    }
}
