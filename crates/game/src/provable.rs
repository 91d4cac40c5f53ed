//! What forward search asks of a game.
//!
//! The prover answers one kind of question: *can this side force that goal?*
//! A game that wants to be searched fast says how, by [`Provable`]: with a
//! state of its own choice, a key that folds equal states, tests that decide a
//! state at a glance, and a good order of moves. Rules alone are enough too:
//! `Plain` in the crate of the prover supplies all of it for any [`Game`](crate::Game).

use crate::{Goal, Goals, Relaxed, Side};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search: for games of threats, in which a few moves force.
    ProofNumbers,
    /// Depth first: for games with very many transpositions, and always for
    /// questions with a limit of plies.
    DepthFirst,
}

/// What the simpler game is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To spare the search a state: it should cost less than searching it.
    Search,
    /// To write a short proof: it may cost more.
    Certificate,
}

/// What can be said of a state at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// The goal is reached by force in that many plies at the latest; 0 if the
    /// game is over.
    Reached(u8),
    /// The goal cannot be reached any more.
    Never,
    /// Moves have to be searched.
    Open,
}

/// A game described for forward search.
///
/// # Laws
///
/// For every state that comes from a position that can be reached:
///
/// 1. The game ends: no chain of moves leads back to a state or to one of the
///    same key, unless [`Provable::ends`] says that it may.
/// 2. States with equal keys give the same answers for that goal, within any
///    number of plies.
/// 3. `glance` is right about every state it does not call open, and calls no
///    finished game open. `Reached(n)` is the least n: in fewer plies the goal
///    cannot be forced.
/// 4. `candidates` of an open state lists some legal moves, at least one, and
///    the answer does not change if the others are forgotten: a move left out
///    must be no better than one that is listed for the side to move. Best
///    moves first.
/// 5. `next` goes where [`Game::play`](crate::Game::play) goes.
/// 6. `too_late` of an open state with a number of plies is true only where the goal cannot be
///    forced within them.
///
/// Laws 3 and 4 are what certificates check again without trusting them.
pub trait Provable: Goals {
    /// A position as the search holds it.
    type State: Clone + Send + Sync;

    /// A simpler game for the same goals; [`crate::NoRelaxation`] if there is none.
    type Relaxed: Relaxed;

    /// The state of a position with that side to move.
    fn state(&self, position: &Self::Position, mover: Side) -> Self::State;

    /// The side to move.
    fn mover(&self, state: &Self::State) -> Side;

    /// Whatever can be said without search.
    fn glance(&self, state: &Self::State, goal: Goal) -> Glance;

    /// Whether an open state is too late for a goal within so many plies. Searches with a limit
    /// of plies ask it.
    fn too_late(&self, state: &Self::State, goal: Goal, plies: u8) -> bool {
        let _ = (state, goal, plies);
        false
    }

    /// Appends the moves to be searched in an open state.
    fn candidates(&self, state: &Self::State, goal: Goal, moves: &mut Vec<Self::Move>);

    /// The state after a legal move, and the plies the move counts.
    fn next(&self, state: &Self::State, mv: &Self::Move) -> (Self::State, u8);

    /// A number of the state, the same for states that fold into one.
    fn key(&self, state: &Self::State, goal: Goal) -> u128;

    /// The state in the simpler game, if there is one.
    fn relaxed(&self, state: &Self::State, goal: Goal) -> Option<Self::Relaxed> {
        let _ = (state, goal);
        None
    }

    /// How many states of the simpler game are worth looking at to settle a
    /// state there; 0 not to ask.
    fn relaxing_budget(&self, state: &Self::State, purpose: Purpose) -> u64 {
        let _ = (state, purpose);
        0
    }

    /// Whether every play ends. Where positions may repeat, or nobody knows, the
    /// prover watches for it and takes a way that is right then too; a side that
    /// puts a goal off for ever does not reach it.
    fn ends(&self) -> bool {
        true
    }

    /// Whether a depth-first search looks at all moves of a state, and what its
    /// table knows of them, before it follows the first. That pays where one
    /// look often decides.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Whether `candidates` are searched just as they are listed. Otherwise a
    /// depth-first search tries first what decided last at the same depth.
    fn well_ordered(&self) -> bool {
        false
    }

    /// A guess how hard it will be to reach the goal in an open state and to
    /// show that it cannot be reached: proof and disproof number to start with.
    fn effort(&self, state: &Self::State, goal: Goal) -> (u32, u32) {
        let _ = (state, goal);
        (1, 1)
    }

    /// Raised whenever the search of a game, in these methods or in the simpler
    /// game, was wrong about something: what older versions found is then
    /// searched again.
    fn search_version(&self) -> u32 {
        1
    }

    /// The method that suits the game, by measurement.
    fn usual_method(&self) -> Method {
        Method::ProofNumbers
    }

    /// A table size in bytes that suits the game.
    fn usual_memory(&self) -> usize {
        64 << 20
    }
}
