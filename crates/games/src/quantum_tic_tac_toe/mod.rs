//! Quantum tic-tac-toe: a mark is on two squares until a cycle makes it choose.
//!
//! Squares are numbered like this, and the first player's marks have odd
//! numbers, the second player's even ones:
//!
//! ```text
//! 1 2 3
//! 4 5 6
//! 7 8 9
//! ```
//!
//! A turn places mark number n on two different open squares, written `1-9`.
//! An open square may hold any number of such *spooky* marks, and a pair may be
//! used again. Think of the squares as points and of the spooky marks as lines
//! between them: a mark that closes a cycle (two marks on the same pair are
//! one) must be resolved at once. One player says on which of its two squares
//! the closing mark stays, written `3@1`; every other mark connected with it is
//! pushed to the one square left for it, and all these squares are *classical*
//! from then on: closed, each with one mark.
//!
//! Who says it is the only difference between the two variants: the opponent of
//! the player who closed the cycle ([`Chooser::Opponent`], the original rule)
//! or that player ([`Chooser::Closer`], the revised rule).
//!
//! The game ends at the first collapse that makes a line of three classical
//! marks of one player, or after nine marks. If both players have a line, the
//! one whose line has the smaller greatest number wins *narrowly*; a line of
//! one player alone wins *completely*. If eight squares are classical before
//! mark nine, that mark goes to the last square, written `5-5`.
//!
//! After nine marks every square is classical: n spooky marks without a cycle
//! need at least n + 1 open squares.
//!
//! Positions number at most a few billion; a move costs a walk over at most
//! nine squares.

pub mod classes;
mod finish;
mod notation;
mod orderings;
mod search;
mod setup;
pub mod solution;
mod tiers;

use kaiketsu_game::{Aim, Game, Margin, Outcome, Step, Symmetric};

use crate::board::turned_square as turned;

pub use finish::{Finish, Grade};
pub use search::SearchState;
pub use setup::{RULES, setup};

/// Who says where the mark that closed a cycle stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The opponent of the player who closed it: the original rule.
    Opponent,
    /// The player who closed it: the revised rule.
    Closer,
}

/// The rules, in one of the two variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantumTicTacToe {
    /// Who chooses the collapse.
    pub chooser: Chooser,
}

/// A square by its number less one: 0 to 8.
pub type Square = u8;

/// Where the marks are. Whose turn it is follows from how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The number of the classical mark on each square, or 0.
    classical: [u8; 9],
    /// The two squares of mark n at n - 1, the smaller first; `None` if the
    /// mark is classical or yet to come.
    spooky: [Option<(Square, Square)>; 9],
    /// How many marks have been placed.
    placed: u8,
}

/// What a player can do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place the next mark on two squares, the smaller first; the last mark may
    /// have to take one square alone.
    Place(Square, Square),
    /// The mark that closed the cycle stays on this square.
    Collapse(Square),
}

/// The eight lines of three squares.
pub const LINES: [[Square; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { classical: [0; 9], spooky: [None; 9], placed: 0 };

    /// How many marks have been placed.
    #[must_use]
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// The number of the classical mark on a square, or 0.
    #[must_use]
    pub fn classical(&self, square: Square) -> u8 {
        self.classical[usize::from(square)]
    }

    /// The spooky marks: number and squares, in the order they were placed.
    pub fn spooky(&self) -> impl Iterator<Item = (u8, (Square, Square))> + '_ {
        (1..).zip(&self.spooky).filter_map(|(number, pair)| Some((number, (*pair)?)))
    }

    /// The squares of the last mark if it closed a cycle that is unresolved.
    #[must_use]
    pub fn open_cycle(&self) -> Option<(Square, Square)> {
        let (from, to) = self.spooky[usize::from(self.placed).checked_sub(1)?]?;
        let mut reached = 1_u16 << from;
        loop {
            let before = reached;
            for (_, (a, b)) in self.spooky().filter(|(number, _)| *number != self.placed) {
                if reached & (1 << a | 1 << b) != 0 {
                    reached |= 1 << a | 1 << b;
                }
            }
            if reached & 1 << to != 0 {
                return Some((from, to));
            }
            if reached == before {
                return None;
            }
        }
    }

    /// The last mark stays on `square`, and whatever is connected follows.
    fn collapse(&mut self, square: Square) {
        self.settle(usize::from(self.placed), square);
    }

    fn settle(&mut self, number: usize, square: Square) {
        self.classical[usize::from(square)] = number as u8;
        self.spooky[number - 1] = None;
        for other in 1..=9 {
            match self.spooky[other - 1] {
                Some((a, b)) if a == square => self.settle(other, b),
                Some((a, b)) if b == square => self.settle(other, a),
                _ => {}
            }
        }
    }
}

impl QuantumTicTacToe {
    /// The game with the original rule.
    pub const ORIGINAL: Self = QuantumTicTacToe { chooser: Chooser::Opponent };
    /// The game with the revised rule.
    pub const REVISED: Self = QuantumTicTacToe { chooser: Chooser::Closer };

    /// Whether the first player is to move.
    #[must_use]
    pub fn first_to_move(&self, position: &Position) -> bool {
        let closer_chooses = self.chooser == Chooser::Closer && position.open_cycle().is_some();
        position.placed.is_multiple_of(2) != closer_chooses
    }
}

impl Game for QuantumTicTacToe {
    type Position = Position;
    type Move = Move;

    fn id(&self) -> String {
        match self.chooser {
            Chooser::Opponent => "quantum-tic-tac-toe".into(),
            Chooser::Closer => "quantum-tic-tac-toe-self".into(),
        }
    }

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn ending(&self, position: &Position) -> Option<Outcome> {
        Some(position.finish()?.grade().outcome(Aim::Win, self.first_to_move(position)))
    }

    fn margin(&self, position: &Position) -> Option<Margin> {
        match position.finish()?.grade() {
            Grade::Draw => None,
            Grade::FirstNarrow | Grade::SecondNarrow => Some(Margin::Narrow),
            Grade::FirstComplete | Grade::SecondComplete => Some(Margin::Complete),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if let Some((a, b)) = position.open_cycle() {
            moves.extend([Move::Collapse(a), Move::Collapse(b)]);
            return;
        }
        let open: Vec<Square> = (0..9).filter(|&s| position.classical(s) == 0).collect();
        if let [last] = open[..] {
            moves.push(Move::Place(last, last));
        }
        for (i, &a) in open.iter().enumerate() {
            moves.extend(open[i + 1..].iter().map(|&b| Move::Place(a, b)));
        }
    }

    fn play(&self, position: &Position, mv: &Move) -> Step<Position> {
        let mut next = *position;
        match *mv {
            Move::Collapse(square) => {
                next.collapse(square);
                match self.chooser {
                    Chooser::Opponent => Step::stays(next).uncounted(),
                    Chooser::Closer => Step::passes(next).uncounted(),
                }
            }
            Move::Place(a, b) => {
                next.spooky[usize::from(next.placed)] = Some((a, b));
                next.placed += 1;
                if a == b {
                    next.collapse(a);
                }
                match self.chooser {
                    Chooser::Closer if next.open_cycle().is_some() => Step::stays(next),
                    _ => Step::passes(next),
                }
            }
        }
    }
}

impl Symmetric for QuantumTicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = Position { classical: [0; 9], ..*position };
        for square in 0..9 {
            image.classical[usize::from(turned(square, symmetry))] = position.classical(square);
        }
        for pair in image.spooky.iter_mut().flatten() {
            let (a, b) = (turned(pair.0, symmetry), turned(pair.1, symmetry));
            *pair = (a.min(b), a.max(b));
        }
        image
    }
}

#[cfg(test)]
mod tests;
