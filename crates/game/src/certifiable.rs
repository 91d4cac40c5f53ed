//! What a certificate asks of a game.

use crate::{Aim, Goal, Goals, Notation, Outcome, Relaxed, Side, Symmetric};

/// A game whose strategies can be written down and checked.
///
/// Everything here speaks of positions and rules, not of search states, and is
/// what the checker trusts: it should be as plain as the rules.
///
/// # Laws
///
/// 1. The game ends: no chain of moves leads back to a position or to an image
///    of one. (The checker refuses a strategy for reaching a goal that does.)
/// 2. `shut_out(p, goal)` only if no sequence of legal moves from `p` reaches
///    the goal.
/// 3. `reached(p, goal)` for a finished game says whether the goal is reached.
pub trait Certifiable: Goals + Notation + Symmetric {
    /// The simpler game in which a certificate may go on, by rules as plain as
    /// the game's; [`crate::NoRelaxation`] if there is none. Its moves have the
    /// numbers of the simpler game that the search uses.
    type Simpler: Relaxed;

    /// A position in the simpler game: the goal cannot be forced in the game if
    /// it cannot be forced there.
    fn simpler(&self, position: &Self::Position, goal: Goal) -> Option<Self::Simpler> {
        let _ = (position, goal);
        None
    }

    /// The side to move.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Whether a finished game has reached the goal.
    fn reached(&self, position: &Self::Position, goal: Goal) -> bool {
        debug_assert_eq!(goal.aim, Aim::Win);
        match self.ending(position) {
            Some(Outcome::Win) => self.side_to_move(position) == goal.side,
            Some(Outcome::Loss) => self.side_to_move(position) != goal.side,
            _ => false,
        }
    }

    /// Whether the goal is out of reach for good, whatever both sides play.
    fn shut_out(&self, position: &Self::Position, goal: Goal) -> bool {
        let _ = (position, goal);
        false
    }

    /// One position of each class of images: usually
    /// [the least of them](Symmetric::least_image).
    fn representative(&self, position: &Self::Position) -> Self::Position;
}
