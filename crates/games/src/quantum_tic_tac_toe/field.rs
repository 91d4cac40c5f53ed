//! Boards, and what is to be made on them.
//!
//! Squares are numbered row by row from the top. A *pattern* is a set of squares that wins
//! with classical marks of one player on all of them. Patterns are given by *animals*: cells
//! that lie together in one way, which count turned and mirrored in all eight ways wherever
//! they fit the board. A line is an animal too, and so is a diagonal.

use super::Square;
use super::classes::pair_spot;
use super::orderings::Pairs;

/// The most patterns on a board.
const MOST: usize = 32;

/// Cells by column and row, from one of their corners.
pub type Animal = &'static [(i8, i8)];

/// A board of `N` squares, at most 16, and the patterns that win on it.
///
/// ```
/// use kaiketsu_games::quantum_tic_tac_toe::Field;
/// const KNIGHT: Field<9> = Field::new(3, 3, "knight", "two squares a knight's move apart", &[&[(0, 0), (1, 2)]]);
/// assert_eq!(KNIGHT.patterns().len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<const N: usize> {
    /// What tells it from three in a line on 3x3 in an id.
    pub name: &'static str,
    /// What is to be made, in words.
    pub aim: &'static str,
    /// Columns and rows.
    pub size: (u8, u8),
    /// The fewest squares of a pattern.
    least: u8,
    patterns: [u16; MOST],
    count: usize,
    maps: [[Square; N]; 8],
    pairs: [[[u8; N]; N]; 8],
    symmetries: usize,
    order: Option<Pairs>,
}

/// A cell in one of eight ways: bit 0 exchanges column and row, the others turn them round.
const fn laid((x, y): (i8, i8), way: usize) -> (i8, i8) {
    let (x, y) = if way & 1 == 0 { (x, y) } else { (y, x) };
    (if way & 2 == 0 { x } else { -x }, if way & 4 == 0 { y } else { -y })
}

impl<const N: usize> Field<N> {
    /// A board of so many columns and rows on which these animals win.
    ///
    /// # Panics
    /// If the board does not have `N` squares, or there are too many squares or patterns.
    #[must_use]
    pub const fn new(
        columns: u8,
        rows: u8,
        name: &'static str,
        aim: &'static str,
        animals: &[Animal],
    ) -> Self {
        assert!((columns * rows) as usize == N && N <= 16);
        let mut field = Field {
            name,
            aim,
            size: (columns, rows),
            least: u8::MAX,
            // No player has all squares of a board, and small boards have not so many.
            patterns: [u16::MAX; MOST],
            count: 0,
            maps: [[0; N]; 8],
            pairs: [[[0; N]; N]; 8],
            symmetries: 0,
            order: None,
        };
        let mut animal = 0;
        while animal < animals.len() {
            let cells = animals[animal];
            if (cells.len() as u8) < field.least {
                field.least = cells.len() as u8;
            }
            let mut at = 0;
            while at < 8 * N {
                field.add(field.placed(cells, at % 8, at / 8));
                at += 1;
            }
            animal += 1;
        }
        let mut way = 0;
        while way < 8 {
            if columns == rows || way & 1 == 0 {
                field.turn(way);
            }
            way += 1;
        }
        field.order = Some(Pairs::busiest_first(&field));
        field
    }

    /// The squares of an animal that is laid in one way with its corner on a square; none if
    /// it does not fit.
    const fn placed(&self, cells: Animal, way: usize, corner: usize) -> u16 {
        let (columns, rows) = (self.size.0 as i8, self.size.1 as i8);
        let (mut squares, mut cell) = (0, 0);
        while cell < cells.len() {
            let (x, y) = laid(cells[cell], way);
            let (x, y) = (corner as i8 % columns + x, corner as i8 / columns + y);
            if x < 0 || x >= columns || y < 0 || y >= rows {
                return 0;
            }
            squares |= 1 << (y * columns + x);
            cell += 1;
        }
        squares
    }

    const fn add(&mut self, pattern: u16) {
        let mut known = 0;
        while known < self.count {
            if self.patterns[known] == pattern {
                return;
            }
            known += 1;
        }
        if pattern != 0 {
            self.patterns[self.count] = pattern;
            self.count += 1;
        }
    }

    /// Adds a symmetry of the board: bit 2 of `way` mirrors the columns, bit 1 the rows, and
    /// bit 0 exchanges the two afterwards.
    const fn turn(&mut self, way: usize) {
        let (columns, rows) = self.size;
        let mut square = 0;
        while square < N {
            let (mut row, mut column) = (square as u8 / columns, square as u8 % columns);
            if way & 4 != 0 {
                column = columns - 1 - column;
            }
            if way & 2 != 0 {
                row = rows - 1 - row;
            }
            if way & 1 != 0 {
                (row, column) = (column, row);
            }
            self.maps[self.symmetries][square] = row * columns + column;
            square += 1;
        }
        let map = &self.maps[self.symmetries];
        let mut pair = 0;
        while pair < N * N {
            if pair / N != pair % N {
                self.pairs[self.symmetries][pair / N][pair % N] = pair_spot(map[pair / N], map[pair % N]);
            }
            pair += 1;
        }
        self.symmetries += 1;
    }

    /// The sets of squares that win.
    #[must_use]
    pub fn patterns(&self) -> &[u16] {
        &self.patterns[..self.count]
    }

    /// Whether a player with these squares has a pattern. The places beyond the last pattern
    /// are looked at too, so that all are compared at once.
    pub(super) fn won(&self, squares: u16) -> bool {
        self.patterns.iter().fold(false, |won, pattern| won | (squares & pattern == *pattern))
    }

    /// Where each symmetry takes each square.
    #[must_use]
    pub fn maps(&self) -> &[[Square; N]] {
        &self.maps[..self.symmetries]
    }

    /// The number of the image of each pair of squares under each symmetry.
    pub(super) fn pairs(&self) -> &[[[u8; N]; N]] {
        &self.pairs[..self.symmetries]
    }

    /// All pairs of squares, the most promising first.
    pub(super) fn order(&self) -> &[(Square, Square)] {
        self.order.as_ref().map_or(&[], Pairs::all)
    }

    /// How many patterns do without a square.
    pub(super) const fn spared(&self, square: Square) -> u32 {
        let (mut spared, mut pattern) = (0, 0);
        while pattern < self.count {
            spared += (self.patterns[pattern] >> square & 1 == 0) as u32;
            pattern += 1;
        }
        spared
    }

    /// Marks of one class are as good as each other: beside whose mark it is, its number
    /// matters only where patterns of the two players are compared by their greatest numbers.
    /// A pattern of k marks has at least 2k - 1 there for the first player and 2k for the
    /// second, so the marks up to 2k fall into a class for each player, 0 and 1. Each later
    /// one is a class by itself.
    ///
    /// ```
    /// use kaiketsu_games::quantum_tic_tac_toe::THREE_IN_LINE;
    /// assert_eq!((1..=9).map(|n| THREE_IN_LINE.class_of(n)).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1, 2, 3, 4]);
    /// ```
    #[must_use]
    pub fn class_of(&self, number: u8) -> u8 {
        if number <= 2 * self.least { 1 - number % 2 } else { number - 2 * self.least + 1 }
    }

    /// Where a square is: 0 in a corner, 1 inside, 2 on the rim.
    pub(super) const fn kind(&self, square: Square) -> u8 {
        let (columns, rows) = self.size;
        let (column, row) = (square % columns, square / columns);
        let end_of_row = column == 0 || column == columns - 1;
        let end_of_column = row == 0 || row == rows - 1;
        match (end_of_row, end_of_column) {
            (true, true) => 0,
            (false, false) => 1,
            _ => 2,
        }
    }
}
