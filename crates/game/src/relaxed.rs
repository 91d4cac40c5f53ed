//! Simpler games that settle a harder one.
//!
//! Where a side can keep its opponent from a goal with one hand tied, the plain
//! proof is the shorter one. A *relaxation* of a position for a goal is a game of
//! its own in which the side that wants the goal has at least the power it has
//! in the game, and the other side at most. If the goal cannot be forced there,
//! it cannot be forced in the game. The converse does not hold.

/// A position of a simpler game about one goal.
///
/// # Laws
///
/// 1. The game ends: no chain of moves leads back.
/// 2. `settled` is right: `Some(true)` only if the goal can be forced,
///    `Some(false)` only if it cannot.
/// 3. An open position has a move, and moves that are not listed are no better
///    than listed ones.
/// 4. Equal keys have equal answers.
pub trait Relaxed: Clone + Send + Sync {
    /// Whether the goal is reached by force, if that is plain to see.
    fn settled(&self) -> Option<bool>;

    /// Whether the side that wants the goal is to move.
    fn wants(&self) -> bool;

    /// Appends the moves of an open position, as numbers below 254.
    fn moves(&self, moves: &mut Vec<u8>);

    /// The position after a move.
    fn play(&self, mv: u8) -> Self;

    /// A number that positions share only if they have the same answer.
    fn key(&self) -> u128;
}

/// The relaxation of a game that has none.
#[derive(Clone, Copy, Debug)]
pub enum NoRelaxation {}

impl Relaxed for NoRelaxation {
    fn settled(&self) -> Option<bool> {
        match *self {}
    }

    fn wants(&self) -> bool {
        match *self {}
    }

    fn moves(&self, _: &mut Vec<u8>) {
        match *self {}
    }

    fn play(&self, _: u8) -> Self {
        match *self {}
    }

    fn key(&self) -> u128 {
        match *self {}
    }
}
