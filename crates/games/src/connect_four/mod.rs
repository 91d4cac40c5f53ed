//! Connect-four: numbered on small boards, proved by search on all.
//!
//! Bit `column * (rows + 1) + row` is a cell, row 0 the lowest, so the discs of a
//! column lie side by side from the bottom, and a bit above each column stays
//! empty. A tier is the number of discs. In it the *fillings* (how high each
//! column is) are listed, and the first player's discs among the filled cells are
//! numbered as combinations. Fillings are what mirror images are folded by.

mod numbering;
mod search;
mod setup;

use kaiketsu_game::board::{CellSet, CollectCells, Grid, Layout, discs};
use kaiketsu_game::{Board, CellForm, Game, Gesture, Notation, NotationError, Outcome, Scene, Step};
use kaiketsu_index::{Combinations, gather_bits};

use search::Frame;
pub use search::SearchState;
pub use setup::{BOARDS, PROVED, setup};

/// Connect-four on a board of a number of columns and rows.
#[derive(Debug)]
pub struct ConnectFour {
    grid: Grid,
    layout: Layout,
    frame: Frame,
    /// The filled cells of every filling, by the number of discs.
    fillings: Vec<Vec<u64>>,
    /// The number of a filling in its list, by the heights read as digits.
    numbers: Vec<u32>,
    /// The digits of two columns, by their cells.
    digits: Vec<u16>,
}

/// The discs of the first and the second player as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs([u64; 2]);

impl Discs {
    fn filled(self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// Whose turn it is: 0 or 1.
    fn turn(self) -> usize {
        self.filled().count_ones() as usize % 2
    }
}

impl ConnectFour {
    /// A board of at least 4 columns and rows. Up to 25 cells its positions are
    /// numbered; up to 64, with one more above each column, they are searched.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        assert!(columns >= 4 && rows >= 4 && Frame::fits(columns, rows), "a board of 4x4 to 64 cells");
        let (grid, frame) = (Grid::new(columns, rows), Frame::new(columns, rows));
        let layout = Layout::new(grid.board(CellForm::Square).with_kinds(discs(['X', 'O'])));
        let mut fillings = vec![Vec::new(); columns * rows + 1];
        let mut numbers = Vec::new();
        if columns * rows > 25 {
            return ConnectFour { grid, layout, frame, fillings, numbers, digits: Vec::new() };
        }
        for code in 0..(rows + 1).pow(columns as u32) {
            let height = |column: usize| code / (rows + 1).pow(column as u32) % (rows + 1);
            let filled = |column: usize| ((1_u64 << height(column)) - 1) << (column * (rows + 1));
            let filled: u64 = (0..columns).map(filled).sum();
            let list = &mut fillings[filled.count_ones() as usize];
            numbers.push(list.len() as u32);
            list.push(filled);
        }
        let height = |column: usize| column.trailing_ones() as usize;
        let two = |cells: usize| height(cells) + (rows + 1) * height(cells >> (rows + 1));
        let digits = (0..1 << (2 * rows + 2)).map(|cells| two(cells) as u16).collect();
        ConnectFour { grid, layout, frame, fillings, numbers, digits }
    }

    /// Bits from a column to the next.
    fn stride(&self) -> usize {
        self.grid.rows + 1
    }

    /// The number of the bit of a cell.
    fn bit(&self, cell: usize) -> usize {
        self.grid.column_of(cell) * self.stride() + self.grid.row_of(cell)
    }

    /// The cells that the bits of a set are.
    fn cells(&self, bits: u64) -> u64 {
        bits.cells().map(|bit| self.grid.cell(bit / self.stride(), bit % self.stride())).collect_cells()
    }

    /// How many discs are in a column.
    #[inline]
    fn height(&self, filled: u64, column: usize) -> usize {
        (filled >> (column * self.stride())).trailing_ones() as usize
    }

    /// The number of a filling in its tier.
    #[inline]
    fn filling(&self, filled: u64) -> usize {
        let (bits, pairs) = (2 * self.stride(), self.grid.columns.div_ceil(2));
        let digits =
            |pair: usize| usize::from(self.digits[(filled >> (bits * pair)) as usize & ((1 << bits) - 1)]);
        let code = (0..pairs).rev().fold(0, |code, pair| code * self.stride().pow(2) + digits(pair));
        self.numbers[code] as usize
    }

    /// The discs of the first player among so many.
    fn colourings(discs: u32) -> Combinations {
        Combinations::new(discs, discs.div_ceil(2))
    }

    /// The number of the first player's discs among them all.
    #[inline]
    fn colouring(position: &Discs, discs: u32) -> u64 {
        Self::colourings(discs).rank(gather_bits(position.0[0], position.filled()))
    }
}

impl Game for ConnectFour {
    type Position = Discs;
    type Move = u8;

    fn id(&self) -> String {
        format!("connect-four-{}", self.grid)
    }

    fn start(&self) -> Discs {
        Discs([0, 0])
    }

    fn ending(&self, position: &Discs) -> Option<Outcome> {
        if self.frame.has_line(position.0[1 - position.turn()]) {
            Some(Outcome::Loss)
        } else if self.frame.has_line(position.0[position.turn()]) {
            Some(Outcome::Win) // cannot be reached, but it is numbered and needs a value
        } else {
            (position.filled().count_ones() as usize == self.grid.cells()).then_some(Outcome::Draw)
        }
    }

    fn moves(&self, position: &Discs, moves: &mut Vec<u8>) {
        let top = |column: u8| 1 << (usize::from(column) * self.stride() + self.grid.rows - 1);
        moves.extend((0..self.grid.columns as u8).filter(|column| position.filled() & top(*column) == 0));
    }

    fn play(&self, position: &Discs, column: &u8) -> Step<Discs> {
        let (filled, bottom) = (position.filled(), 1 << (usize::from(*column) * self.stride()));
        let mut after = *position;
        after.0[position.turn()] |= (filled + bottom) & !filled; // the carry stops at the first empty cell
        Step::passes(after)
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for ConnectFour {
    fn title(&self) -> String {
        format!("Connect-four {}", self.grid)
    }

    fn about(&self) -> String {
        format!(
            "Players drop discs into columns; four in a row across, up or diagonally win, a full board without \
             them is a draw. A position is {} rows from the top, such as `{}`; X begins, so X moves when there \
             are as many X as O. A move is the letter of its column, such as `b`.",
            self.grid.rows,
            self.write_position(&self.play(&self.start(), &1).position),
        )
    }

    fn write_position(&self, position: &Discs) -> String {
        self.layout.write_sets(&position.0.map(|discs| self.cells(discs)))
    }

    fn read_position(&self, text: &str) -> Result<Discs, NotationError> {
        let cells: [u64; 2] = self.layout.read_turns(text)?;
        let position = Discs(cells.map(|cells| cells.cells().map(|cell| self.bit(cell)).collect_cells()));
        let height = |cell: usize| self.height(position.filled(), self.grid.column_of(cell));
        match (cells[0] | cells[1]).cells().find(|cell| self.grid.row_of(*cell) >= height(*cell)) {
            None => Ok(position),
            Some(cell) => {
                let cell = self.grid.name(cell);
                Err(NotationError::new(format!("`{text}`: the disc on {cell} has an empty cell below it")))
            }
        }
    }

    fn write_move(&self, _: &Discs, column: &u8) -> String {
        char::from(b'a' + column).into()
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    fn scene(&self, position: &Discs) -> Scene {
        self.layout.scene(&position.0.map(|discs| self.cells(discs))).with_mover(position.turn())
    }

    /// On the cell where the disc comes to rest.
    fn gesture(&self, position: &Discs, column: &u8) -> Gesture {
        let column = usize::from(*column);
        Gesture::place(self.grid.cell(column, self.height(position.filled(), column)))
    }

    fn decided_by(&self, position: &Discs) -> Vec<usize> {
        self.grid.lines_of(4, &position.0.map(|discs| self.cells(discs)))
    }

    /// Version 2 stores mirror images once.
    fn rules_version(&self) -> u32 {
        2
    }
}
