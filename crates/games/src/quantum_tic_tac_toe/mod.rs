//! Quantum tic-tac-toe: a mark is on two squares until a cycle makes it choose.
//!
//! Squares are numbered row by row, on 3x3 like this, and the first player's marks have
//! odd numbers, the second player's even ones:
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
//! A [`Field`] has another board, and other patterns in place of lines; a game there has as
//! many marks as squares. What is stored of all positions ([`classes`], [`solution`]) is
//! for the nine squares of 3x3, whatever the patterns.
//!
//! Positions of 3x3 number at most a few billion; a move costs a walk over the squares.

pub mod classes;
mod closing;
mod field;
mod finish;
mod forest;
mod notation;
mod orderings;
mod position;
mod search;
mod setup;
pub mod solution;
mod tiers;

use kaiketsu_game::{Aim, Game, Margin, Outcome, Step, Symmetric};

use crate::board::turned_square as turned;

pub use field::{Animal, Field};
pub use finish::{Finish, Grade};
pub use position::Position;
pub use search::SearchState;
pub use setup::{FOUR_IN_LINE, ON_3X3, ON_3X4, ON_4X4, THREE_IN_LINE, searched, setup, variants};

/// Who says where the mark that closed a cycle stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The opponent of the player who closed it: the original rule.
    Opponent,
    /// The player who closed it: the revised rule.
    Closer,
}

/// The rules, in one of the two variants, on a board of `N` squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuantumTicTacToe<const N: usize = 9> {
    /// Who chooses the collapse.
    pub chooser: Chooser,
    /// The board, and what is to be made on it.
    pub field: &'static Field<N>,
}

/// A square by its number less one.
pub type Square = u8;

/// What a player can do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place the next mark on two squares, the smaller first; the last mark may
    /// have to take one square alone.
    Place(Square, Square),
    /// The mark that closed the cycle stays on this square.
    Collapse(Square),
}

impl QuantumTicTacToe {
    /// The game with the original rule.
    pub const ORIGINAL: Self = QuantumTicTacToe { chooser: Chooser::Opponent, field: &THREE_IN_LINE };
    /// The game with the revised rule.
    pub const REVISED: Self = QuantumTicTacToe { chooser: Chooser::Closer, field: &THREE_IN_LINE };
}

impl<const N: usize> QuantumTicTacToe<N> {
    /// Whether the first player is to move.
    #[must_use]
    pub fn first_to_move(&self, position: &Position<N>) -> bool {
        let closer_chooses = self.chooser == Chooser::Closer && position.open_cycle().is_some();
        position.placed.is_multiple_of(2) != closer_chooses
    }
}

impl<const N: usize> Game for QuantumTicTacToe<N> {
    type Position = Position<N>;
    type Move = Move;

    fn id(&self) -> String {
        match self.to_string().as_str() {
            "" => "quantum-tic-tac-toe".into(),
            variant => format!("quantum-tic-tac-toe-{variant}"),
        }
    }

    fn start(&self) -> Position<N> {
        Position::EMPTY
    }

    fn ending(&self, position: &Position<N>) -> Option<Outcome> {
        Some(self.finish(position)?.grade().outcome(Aim::Win, self.first_to_move(position)))
    }

    fn margin(&self, position: &Position<N>) -> Option<Margin> {
        match self.finish(position)?.grade() {
            Grade::Draw => None,
            Grade::FirstNarrow | Grade::SecondNarrow => Some(Margin::Narrow),
            Grade::FirstComplete | Grade::SecondComplete => Some(Margin::Complete),
        }
    }

    fn moves(&self, position: &Position<N>, moves: &mut Vec<Move>) {
        if let Some((a, b)) = position.open_cycle() {
            moves.extend([Move::Collapse(a), Move::Collapse(b)]);
            return;
        }
        let open: Vec<Square> = (0..N as Square).filter(|&s| position.classical(s) == 0).collect();
        if let [last] = open[..] {
            moves.push(Move::Place(last, last));
        }
        for (i, &a) in open.iter().enumerate() {
            moves.extend(open[i + 1..].iter().map(|&b| Move::Place(a, b)));
        }
    }

    fn play(&self, position: &Position<N>, mv: &Move) -> Step<Position<N>> {
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

impl<const N: usize> Symmetric for QuantumTicTacToe<N> {
    fn symmetries(&self) -> usize {
        self.field.maps().len()
    }

    fn image(&self, position: &Position<N>, symmetry: usize) -> Position<N> {
        let map = &self.field.maps()[symmetry];
        let mut image = Position { classical: [0; N], ..*position };
        for (square, number) in position.classical.into_iter().enumerate() {
            image.classical[usize::from(map[square])] = number;
        }
        for pair in image.spooky.iter_mut().flatten() {
            let [a, b] = [pair.0, pair.1].map(|square| map[usize::from(square)]);
            *pair = (a.min(b), a.max(b));
        }
        image
    }
}

#[cfg(test)]
mod tests;
