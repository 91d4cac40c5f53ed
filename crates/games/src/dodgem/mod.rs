//! Dodgem with k pieces on (k+1) x (k+1), after Kotani.
//!
//! The board is always seen by the side to move: his pieces go up, the
//! opponent's go right. Passing the turn transposes the board, which takes the
//! start to itself. Cell (row, column) is bit row * (k+1) + column.
//!
//! This file has the rules and the notation; `dodgem/patterns.rs` has the
//! progress patterns, `dodgem/numbering.rs` the stored order, `dodgem/scanner.rs`
//! counts what is stored.

mod kernel;
mod numbering;
mod patterns;
mod scanner;
mod setup;

use std::sync::OnceLock;

use kaiketsu_game::{
    Board, Cell, CellForm, Game, Gesture, Notation, NotationError, Outcome, PieceForm, PieceKind, Scene,
    Step, View,
};
use kaiketsu_index::{BitPermutation, Diagram};

use kaiketsu_game::board::{CellSet, Grid, Layout};

use crate::board::cells_of;
pub use kernel::DodgemRows;
use patterns::{MOST_RANKS, Patterns};
pub use scanner::DodgemScanner;
pub use setup::{PIECES, setup};

/// Dodgem with a number of pieces.
#[derive(Debug)]
pub struct Dodgem {
    pieces: usize,
    side: usize,
    grid: Grid,
    layout: Layout,
    /// The first and the last column.
    sides: [u64; 2],
    transpose: BitPermutation,
    patterns: Patterns,
    /// Numbers the positions of every pair of patterns; built when needed.
    diagram: OnceLock<Diagram>,
}

/// The pieces of both sides as bits, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    mover: u64,
    opponent: u64,
}

/// A move of one piece; `to` is `None` when it leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    from: u8,
    to: Option<u8>,
}

impl Dodgem {
    /// Dodgem with that many pieces a side; 2 to 5.
    #[must_use]
    pub fn new(pieces: usize) -> Self {
        assert!((2..MOST_RANKS).contains(&pieces), "Dodgem is numbered for 2 to 5 pieces");
        let side = pieces + 1;
        let grid = Grid::square(side);
        let column = |column: usize| (0..side).map(|row| 1 << (row * side + column)).sum();
        let transposed = |cell: usize| (cell % side * side + cell / side) as u8;
        Dodgem {
            pieces,
            side,
            grid,
            layout: Layout::new(drawn(grid)),
            sides: [column(0), column(side - 1)],
            transpose: BitPermutation::new(&(0..side * side).map(transposed).collect::<Vec<_>>()),
            patterns: Patterns::new(pieces),
            diagram: OnceLock::new(),
        }
    }

    fn row(&self, row: usize) -> u64 {
        ((1 << self.side) - 1) << (row * self.side)
    }

    /// Whether the mover has a legal move: all his pieces at once.
    fn can_move(&self, position: &Pieces) -> bool {
        let Pieces { mover, opponent } = *position;
        let [left, right] = self.sides;
        let leaves = mover & self.row(self.side - 1);
        let targets = mover << self.side | (mover & !left) >> 1 | (mover & !right) << 1;
        let board = (1 << (self.side * self.side)) - 1;
        leaves | targets & board & !(mover | opponent) != 0
    }

    /// The board as the other side sees it.
    fn transposed(&self, position: &Pieces) -> Pieces {
        let turn = |bits| self.transpose.apply(bits);
        Pieces { mover: turn(position.opponent), opponent: turn(position.mover) }
    }
}

/// Cells beside a cell on its row.
fn beside(side: usize, cell: usize) -> impl Iterator<Item = usize> {
    let left = (!cell.is_multiple_of(side)).then(|| cell - 1);
    let right = (cell % side + 1 < side).then_some(cell + 1);
    left.into_iter().chain(right)
}

impl Game for Dodgem {
    type Position = Pieces;
    type Move = Advance;

    fn id(&self) -> String {
        format!("dodgem-{}", self.pieces)
    }

    fn start(&self) -> Pieces {
        Pieces { mover: self.row(0) & !1, opponent: self.sides[0] & !1 }
    }

    fn ending(&self, position: &Pieces) -> Option<Outcome> {
        (!self.can_move(position)).then_some(Outcome::Win)
    }

    fn moves(&self, position: &Pieces, moves: &mut Vec<Advance>) {
        let taken = position.mover | position.opponent;
        let is_free = |cell: &usize| taken & 1 << cell == 0;
        for from in cells_of(position.mover) {
            let forward = from + self.side;
            if forward >= self.side * self.side {
                moves.push(Advance { from: from as u8, to: None });
            }
            let ahead = (forward < self.side * self.side).then_some(forward);
            for to in ahead.into_iter().chain(beside(self.side, from)).filter(is_free) {
                moves.push(Advance { from: from as u8, to: Some(to as u8) });
            }
        }
    }

    fn play(&self, position: &Pieces, mv: &Advance) -> Step<Pieces> {
        let arrived = mv.to.map_or(0, |to| 1 << to);
        let mover = position.mover & !(1 << mv.from) | arrived;
        Step::passes(self.transposed(&Pieces { mover, ..*position }))
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Dodgem {
    fn title(&self) -> String {
        format!("Dodgem, {} pieces on {1}x{1}", self.pieces, self.side)
    }

    fn about(&self) -> String {
        format!(
            "The first player's pieces go up, left or right, the second player's go right, up or down; a piece may \
             leave the board at its far side. Nothing is captured. Whoever is to move and has no legal move wins, \
             also when he has no piece left. A position is {} rows from the top, such as `{}`: U is the first \
             player's, R the second's. A move names two cells, such as `b1-b2`, or `b{}-off` when a piece leaves.",
            self.side,
            self.write_position(&self.start()),
            self.side,
        )
    }

    fn write_position(&self, position: &Pieces) -> String {
        self.layout.write_sets(&[position.mover, position.opponent])
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let sets: [u64; 2] = self.layout.read_sets(text)?;
        for (set, letter) in sets.iter().zip(["U", "R"]) {
            if set.size() as usize > self.pieces {
                let problem =
                    format!("`{text}` has {} {letter}; a side has at most {}", set.size(), self.pieces);
                return Err(NotationError::new(problem));
            }
        }
        Ok(Pieces { mover: sets[0], opponent: sets[1] })
    }

    fn write_move(&self, _: &Pieces, mv: &Advance) -> String {
        let to = mv.to.map_or("off".into(), |to| self.grid.name(to));
        format!("{}-{to}", self.grid.name(mv.from))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    fn scene(&self, position: &Pieces) -> Scene {
        self.layout.scene(&[position.mover, position.opponent])
    }

    fn gesture(&self, _: &Pieces, mv: &Advance) -> Gesture {
        let from = usize::from(mv.from);
        Gesture::arrow(from, mv.to.map_or(self.side * self.side + from % self.side, usize::from))
    }
}

/// The board, and above each column the place where pieces leave it.
fn drawn(grid: Grid) -> Board {
    let kinds = vec![
        PieceKind::new("U", "piece going up", 0, PieceForm::Arrow),
        PieceKind::new("R", "piece going right", 1, PieceForm::Arrow),
    ];
    let mut board = grid.board(CellForm::Square).with_kinds(kinds).viewed(View::Transposed);
    board.cells.extend((0..grid.columns).map(|column| {
        let name = format!("{} off", char::from(b'a' + column as u8));
        Cell::new(name, column as f32 + 0.5, -0.5, CellForm::Exit)
    }));
    board
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::Tiered;
    use kaiketsu_testkit::naive;

    use super::*;

    #[test]
    fn a_side_can_move_if_it_has_a_move() {
        for game in [2, 3].map(Dodgem::new) {
            for position in naive::slots(&game).map(|slot| game.position(slot)) {
                assert_eq!(game.can_move(&position), !game.legal_moves(&position).is_empty(), "{position:?}");
            }
        }
    }
}
