//! NOCCA x NOCCA on any number of columns and rows: climb over the others and
//! into the goal.
//!
//! The board is always seen by the side to move, whose pieces are X and whose
//! goal lies above the top row; after a move the board is turned upside down
//! and the colours change places. Cells are numbered row by row from `a1`.
//!
//! This file has the rules and the notation, `nocca/numbering.rs` the stored
//! order, `nocca/tall.rs` the game with a tall piece.

mod columns;
mod counts;
mod kernel;
mod mobility;
mod numbering;
mod part;
mod route;
mod setup;
mod stack;
mod steps;
mod tall;
mod text;

use kaiketsu_game::{
    Board, Game, Gesture, Notation, NotationError, Outcome, Piece, PieceForm, PieceKind, Scene, Step,
    Symmetric,
};

pub use counts::{PlacementCounts, SpecialPositions};
use kaiketsu_game::board::Grid;
pub use kernel::{NoccaMatrices, NoccaScanner};
pub use mobility::Mobility;
use numbering::Numbering;
pub use setup::{BOARDS, TALL, setup, setup_tall};
use stack::{EMPTY, MOVER, OPPONENT};
pub use tall::NoccaTall;

/// NOCCA x NOCCA with a piece of each side for every column.
#[derive(Debug)]
pub struct Nocca {
    /// There are as many pieces of each side as columns.
    grid: Grid,
    /// The cells next to each cell, in all eight directions: the lowest bit of each.
    neighbours: Vec<u128>,
    numbering: Numbering,
}

/// A board as the side to move sees it: four bits a cell (see `stack`), cell 0
/// lowest. All zeros once a piece has stepped into the goal: nothing else
/// matters then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stacks(u128);

/// Once a piece is in the goal.
const GOAL: Stacks = Stacks(0);

impl Stacks {
    fn at(self, cell: usize) -> u8 {
        (self.0 >> (4 * cell) & 15) as u8
    }

    fn put(&mut self, cell: usize, stack: u8) {
        self.0 = self.0 & !(15 << (4 * cell)) | u128::from(stack) << (4 * cell);
    }

    /// The board with the top piece of a cell put on another.
    fn moved(mut self, from: usize, to: usize) -> Self {
        let (source, target) = (self.at(from), self.at(to));
        self.put(from, stack::without_top(source));
        self.put(to, stack::with(target, source & 1));
        self
    }
}

/// The cells of the stacks with their lowest bit set.
fn cells_of(mut lowest: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = lowest.trailing_zeros() as usize;
        lowest &= lowest.wrapping_sub(1);
        (bit < 128).then_some(bit / 4)
    })
}

/// A move of the top piece of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoccaMove {
    from: u8,
    /// `None` is the goal.
    to: Option<u8>,
}

impl NoccaMove {
    fn named(self, grid: Grid) -> String {
        let to = self.to.map_or("goal".into(), |to| grid.name(to));
        format!("{}-{to}", grid.name(self.from))
    }

    fn drawn(self, grid: Grid) -> Gesture {
        let from = usize::from(self.from);
        Gesture::arrow(from, self.to.map_or(grid.cells() + grid.column_of(from), usize::from))
    }
}

impl Nocca {
    /// The game on `columns` x `rows`; 2 to 5 columns, 3 to 6 rows.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Self {
        assert!((2..=5).contains(&columns), "NOCCA x NOCCA is numbered for 2 to 5 columns");
        assert!((3..=6).contains(&rows), "NOCCA x NOCCA is numbered for 3 to 6 rows");
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        let place = |cell: usize| (cell / columns, cell % columns);
        let neighbours = |cell: usize| {
            let ((row, column), cells) = (place(cell), 0..columns * rows);
            let next = move |&other: &usize| {
                near(place(other).0, row) && near(place(other).1, column) && other != cell
            };
            cells.filter(next).map(|other| 1 << (4 * other)).sum()
        };
        Nocca {
            grid: Grid { columns, rows },
            neighbours: (0..columns * rows).map(neighbours).collect(),
            numbering: Numbering::new(columns, rows),
        }
    }

    fn cells(&self) -> usize {
        self.grid.columns * self.grid.rows
    }

    fn empty(&self) -> Stacks {
        Stacks((0..self.cells()).map(|cell| u128::from(EMPTY) << (4 * cell)).sum())
    }

    /// The same board as the other side sees it.
    fn turned(&self, position: Stacks) -> Stacks {
        let swapped = stack::all_swapped(position.0);
        let row_bits = 4 * self.grid.columns;
        let row = |row: usize| swapped >> (row * row_bits) & ((1 << row_bits) - 1);
        Stacks((0..self.grid.rows).fold(0, |turned, next| turned << row_bits | row(next)))
    }

    fn mirrored(&self, position: Stacks) -> Stacks {
        let mut mirrored = Stacks(0);
        for cell in 0..self.cells() {
            let (row, column) = (cell / self.grid.columns, cell % self.grid.columns);
            let image = row * self.grid.columns + self.grid.columns - 1 - column;
            mirrored.put(cell, position.at(image));
        }
        mirrored
    }

    fn is_on_last_row(&self, cell: usize) -> bool {
        cell >= self.cells() - self.grid.columns
    }

    /// The cells whose top piece is of a colour.
    fn tops(&self, position: Stacks, colour: u8) -> impl Iterator<Item = usize> {
        cells_of(stack::tops(position.0, colour))
    }

    /// The cells to which the top piece of a cell can go, the goal aside.
    fn targets(&self, position: Stacks, from: usize) -> impl Iterator<Item = u8> {
        cells_of(stack::rooms(position.0) & self.neighbours[from]).map(|to| to as u8)
    }

    /// Writes a stack as `.`, or its pieces from the bottom up.
    fn push_stack(text: &mut String, stack: u8) {
        if stack == EMPTY {
            text.push('.');
            return;
        }
        for place in (0..stack::height(stack)).rev() {
            text.push(if stack >> place & 1 == u8::from(MOVER != 0) { 'X' } else { 'O' });
        }
    }
}

impl Game for Nocca {
    type Position = Stacks;
    type Move = NoccaMove;

    fn id(&self) -> String {
        format!("nocca-{}x{}", self.grid.columns, self.grid.rows)
    }

    fn start(&self) -> Stacks {
        let mut start = self.empty();
        for column in 0..self.grid.columns {
            start.put(column, stack::with(EMPTY, MOVER));
            start.put(self.cells() - 1 - column, stack::with(EMPTY, OPPONENT));
        }
        start
    }

    fn ending(&self, position: &Stacks) -> Option<Outcome> {
        let can_move = |from| self.is_on_last_row(from) || self.targets(*position, from).next().is_some();
        let over = *position == GOAL || !self.tops(*position, MOVER).any(can_move);
        over.then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Stacks, moves: &mut Vec<NoccaMove>) {
        for cell in self.tops(*position, MOVER) {
            let from = cell as u8;
            moves.extend(self.targets(*position, cell).map(|to| NoccaMove { from, to: Some(to) }));
            if self.is_on_last_row(cell) {
                moves.push(NoccaMove { from, to: None });
            }
        }
    }

    #[inline]
    fn play(&self, position: &Stacks, mv: &NoccaMove) -> Step<Stacks> {
        Step::passes(match mv.to {
            None => GOAL,
            Some(to) => self.turned(position.moved(mv.from.into(), to.into())),
        })
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Nocca {
    fn title(&self) -> String {
        format!("NOCCA x NOCCA {}x{}", self.grid.columns, self.grid.rows)
    }

    fn about(&self) -> String {
        format!(
            "Move one piece a step in any of eight directions, onto other pieces too; stacks are three high at \
             most and only the piece on top moves. You win with a step from the far row into the goal beyond it, \
             or if the opponent has no piece that can move. A position is {} rows from the top with `/` between \
             and `,` between cells, such as `{}`: `.` is empty, a stack is written from the bottom up, X is the \
             first player's and goes up, O the second's. A move names two cells, such as `a1-b2`, or the goal, \
             `a{}-goal`; `goal` alone is the position after it.",
            self.grid.rows,
            self.write_position(&self.start()),
            self.grid.rows,
        )
    }

    fn write_position(&self, position: &Stacks) -> String {
        if *position == GOAL {
            return "goal".into();
        }
        text::write(self.grid, |text, cell| Self::push_stack(text, position.at(cell)))
    }

    fn read_position(&self, text: &str) -> Result<Stacks, NotationError> {
        if text.eq_ignore_ascii_case("goal") {
            return Ok(GOAL);
        }
        let columns = self.grid.columns;
        let how = format!("one to three of X and O from the bottom up, with {columns} pieces each");
        let (mut position, mut pieces) = (self.empty(), [0; 2]);
        text::read(self.grid, text, &how, |cell, found| {
            let Some(stack) = read_stack(found) else { return false };
            position.put(cell, stack);
            let [mine, theirs] = stack::pieces(stack).map(usize::from);
            pieces = [pieces[0] + mine, pieces[1] + theirs];
            true
        })?;
        if pieces != [columns; 2] {
            let problem = format!("`{text}` has {} X and {} O", pieces[0], pieces[1]);
            return Err(text::refusal(self.grid, &problem, &how));
        }
        Ok(position)
    }

    fn write_move(&self, _: &Stacks, mv: &NoccaMove) -> String {
        mv.named(self.grid)
    }

    fn draw(&self, position: &Stacks) -> String {
        if *position == GOAL {
            return "a piece stands in the goal".into();
        }
        self.board().draw(&self.scene(position))
    }

    fn board(&self) -> Board {
        let kind = |symbol, name, side| PieceKind::new(symbol, name, side, PieceForm::Disc);
        text::board(self.grid, vec![kind("X", "piece", 0), kind("O", "other piece", 1)], 3)
    }

    fn scene(&self, position: &Stacks) -> Scene {
        if *position == GOAL {
            return Scene::default();
        }
        let pieces = (0..self.cells()).flat_map(|cell| {
            let stack = position.at(cell);
            let kind = move |place: u32| usize::from(stack >> place & 1 == OPPONENT);
            (0..stack::height(stack)).rev().map(move |place| Piece { cell, kind: kind(place) })
        });
        Scene { pieces: pieces.collect(), ..Scene::default() }
    }

    fn gesture(&self, _: &Stacks, mv: &NoccaMove) -> Gesture {
        mv.drawn(self.grid)
    }
}

/// `.`, or up to three of X and O from the bottom up.
fn read_stack(text: &str) -> Option<u8> {
    if text == "." {
        return Some(EMPTY);
    }
    let colour = |letter: char| match letter.to_ascii_uppercase() {
        'X' => Some(MOVER),
        'O' => Some(OPPONENT),
        _ => None,
    };
    let colours: Vec<u8> = text.chars().map(colour).collect::<Option<_>>()?;
    (1..=3).contains(&colours.len()).then(|| colours.into_iter().fold(EMPTY, stack::with))
}

impl Symmetric for Nocca {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, position: &Stacks, symmetry: usize) -> Stacks {
        if symmetry == 0 { *position } else { self.mirrored(*position) }
    }
}
