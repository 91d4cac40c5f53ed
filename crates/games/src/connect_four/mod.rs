//! Connect-four: numbered on small boards, proved by search on all.
//!
//! Bit `column * rows + row` is a cell, row 0 the lowest, so the discs of a
//! column lie side by side from the bottom. A tier is the number of discs. In
//! it the *fillings* (how high each column is) are listed, and the first player's
//! discs among the filled cells are numbered as combinations.

mod search;
mod setup;

use kaiketsu_game::{Board, CellForm, Game, Gesture, Notation, NotationError, Origin, Outcome};
use kaiketsu_game::{Retrograde, Scene, Slot, Step, Tier, Tiered};
use kaiketsu_index::{Combinations, gather_bits, scatter_bits};

use crate::board::{Grid, discs};
use search::Frame;
pub use search::SearchState;
pub use setup::{BOARDS, PROVED, setup};

/// Connect-four on a board of a number of columns and rows.
#[derive(Debug)]
pub struct ConnectFour {
    grid: Grid,
    /// The cells of every four in a row.
    lines: Vec<u64>,
    /// The filled cells of every filling, by the number of discs.
    fillings: Vec<Vec<u64>>,
    /// The number of a filling in its list, by the heights read as digits.
    numbers: Vec<u32>,
    /// The board as the search sees it.
    frame: Frame,
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
        let mut game = ConnectFour {
            grid: Grid { columns, rows },
            lines: lines(columns, rows),
            fillings: vec![Vec::new(); columns * rows + 1],
            numbers: Vec::new(),
            frame: Frame::new(columns, rows),
        };
        if columns * rows > 25 {
            return game;
        }
        for code in 0..(rows + 1).pow(columns as u32) {
            let height = |column: usize| code / (rows + 1).pow(column as u32) % (rows + 1);
            let filled: u64 = (0..columns).map(|column| ((1 << height(column)) - 1) << (column * rows)).sum();
            let list = &mut game.fillings[filled.count_ones() as usize];
            game.numbers.push(list.len() as u32);
            list.push(filled);
        }
        game
    }

    fn column(&self, column: usize) -> u64 {
        ((1 << self.grid.rows) - 1) << (column * self.grid.rows)
    }

    fn height(&self, filled: u64, column: usize) -> usize {
        (filled & self.column(column)).count_ones() as usize
    }

    fn has_line(&self, discs: u64) -> bool {
        self.lines.iter().any(|line| discs & line == *line)
    }

    /// The discs of the first player among so many.
    fn colourings(discs: u32) -> Combinations {
        Combinations::new(discs, discs.div_ceil(2))
    }

    fn symbol(&self, position: &Discs) -> impl Fn(usize, usize) -> char + use<> {
        let (rows, position) = (self.grid.rows, *position);
        move |row, column| match 1u64 << (column * rows + row) {
            bit if position.0[0] & bit != 0 => 'X',
            bit if position.0[1] & bit != 0 => 'O',
            _ => '.',
        }
    }
}

/// Every four cells in a row: across, up, and both diagonals.
fn lines(columns: usize, rows: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for cell in 0..(columns * rows) as i32 {
            let (column, row) = (cell / rows as i32, cell % rows as i32);
            let (last_column, last_row) = (column + 3 * right, row + 3 * up);
            if last_column < columns as i32 && (0..rows as i32).contains(&last_row) {
                lines.push((0..4).map(|i| 1 << ((column + i * right) * rows as i32 + row + i * up)).sum());
            }
        }
    }
    lines
}

impl Game for ConnectFour {
    type Position = Discs;
    type Move = u8;

    fn id(&self) -> String {
        format!("connect-four-{}x{}", self.grid.columns, self.grid.rows)
    }

    fn start(&self) -> Discs {
        Discs([0, 0])
    }

    fn ending(&self, position: &Discs) -> Option<Outcome> {
        if self.has_line(position.0[1 - position.turn()]) {
            Some(Outcome::Loss)
        } else if self.has_line(position.0[position.turn()]) {
            Some(Outcome::Win) // cannot be reached, but it is numbered and needs a value
        } else {
            (position.filled().count_ones() as usize == self.grid.columns * self.grid.rows)
                .then_some(Outcome::Draw)
        }
    }

    fn moves(&self, position: &Discs, moves: &mut Vec<u8>) {
        let top = |column: u8| 1 << (usize::from(column + 1) * self.grid.rows - 1);
        moves.extend((0..self.grid.columns as u8).filter(|column| position.filled() & top(*column) == 0));
    }

    fn play(&self, position: &Discs, column: &u8) -> Step<Discs> {
        let column = usize::from(*column);
        let disc = 1 << (column * self.grid.rows + self.height(position.filled(), column));
        let mut after = *position;
        after.0[position.turn()] |= disc;
        Step::passes(after)
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for ConnectFour {
    fn title(&self) -> String {
        format!("Connect-four {}x{}", self.grid.columns, self.grid.rows)
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
        self.grid.write(self.symbol(position))
    }

    fn read_position(&self, text: &str) -> Result<Discs, NotationError> {
        let cells = self.grid.read(text, &['.', 'X', 'O'])?;
        let rows = self.grid.rows;
        let bits = |kind: usize| cells[kind].iter().map(|(row, column)| 1 << (column * rows + row)).sum();
        let position = Discs([bits(1), bits(2)]);
        let (first, second) = (cells[1].len(), cells[2].len());
        let floats = |(row, column): &&(usize, usize)| *row >= self.height(position.filled(), *column);
        if first != second && first != second + 1 {
            let rule = "X begins, so there are as many X as O or one more";
            Err(NotationError::new(format!("`{text}` has {first} X and {second} O; {rule}")))
        } else if let Some((row, column)) = cells[1].iter().chain(&cells[2]).find(floats) {
            let cell = self.grid.cell_name(*row, *column);
            Err(NotationError::new(format!("`{text}`: the disc on {cell} has an empty cell below it")))
        } else {
            Ok(position)
        }
    }

    fn write_move(&self, _: &Discs, column: &u8) -> String {
        char::from(b'a' + column).into()
    }

    fn board(&self) -> Board {
        self.grid.board(CellForm::Square).with_kinds(discs())
    }

    fn scene(&self, position: &Discs) -> Scene {
        Scene { mover: Some(position.turn() as u8), ..self.grid.scene(&discs(), self.symbol(position)) }
    }

    /// On the cell where the disc comes to rest.
    fn gesture(&self, position: &Discs, column: &u8) -> Gesture {
        let column = usize::from(*column);
        Gesture::place(self.height(position.filled(), column) * self.grid.columns + column)
    }
}

impl Tiered for ConnectFour {
    fn tiers(&self) -> u32 {
        self.fillings.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        let discs = self.tiers() - 1 - tier.0;
        self.fillings[discs as usize].len() as u64 * Self::colourings(discs).count()
    }

    fn locate(&self, position: &Discs) -> Slot {
        let (discs, filled) = (position.filled().count_ones(), position.filled());
        let digit = |code: usize, column: usize| code * (self.grid.rows + 1) + self.height(filled, column);
        let filling = self.numbers[(0..self.grid.columns).rev().fold(0, digit)];
        let colourings = Self::colourings(discs);
        let colouring = colourings.rank(gather_bits(position.0[0], filled));
        let index = u64::from(filling) * colourings.count() + colouring;
        Slot { tier: Tier(self.tiers() - 1 - discs), index }
    }

    fn position(&self, slot: Slot) -> Discs {
        let discs = self.tiers() - 1 - slot.tier.0;
        let colourings = Self::colourings(discs);
        let filled = self.fillings[discs as usize][(slot.index / colourings.count()) as usize];
        let first = scatter_bits(colourings.unrank(slot.index % colourings.count()), filled);
        Discs([first, filled & !first])
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        format!("{} discs", self.tiers() - 1 - tier.0)
    }
}

impl Retrograde for ConnectFour {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        if tier.0 != slot.tier.0 + 1 {
            return;
        }
        let after = self.position(slot);
        let moved = 1 - after.turn();
        for column in 0..self.grid.columns {
            let top = (after.filled() & self.column(column)).checked_ilog2();
            let Some(disc) = top.map(|cell| 1 << cell).filter(|disc| after.0[moved] & disc != 0) else {
                continue;
            };
            let mut before = after;
            before.0[moved] &= !disc;
            if self.ending(&before).is_none() {
                origins.push(Origin { index: self.locate(&before).index, passes: true });
            }
        }
    }
}
