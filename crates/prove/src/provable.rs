//! What forward search asks of a game.
//!
//! The prover answers one kind of question: *can this side force that goal?*
//! A game that wants to be searched fast says how, by [`Provable`]: with a
//! state of its own choice, a key that folds equal states, tests that decide a
//! state at a glance, and a good order of moves. Rules alone are enough too:
//! [`crate::Plain`] supplies all of it for any [`Game`].

use std::fmt;
use std::str::FromStr;

use kaiketsu_game::Game;

use crate::Method;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first at the start of the game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The first player if `first`, the second otherwise.
    #[must_use]
    pub fn first_if(first: bool) -> Self {
        if first { Side::First } else { Side::Second }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        Side::first_if(self == Side::Second)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// What a side wants to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To win the game: what [`Game::ending`] says.
    Win,
    /// To win completely, in games that know wins of two kinds.
    Complete,
}

/// A side and what it wants to reach. Written `first-win` or
/// `second-complete`; `first-narrow` is another name of `first-win`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Who wants it.
    pub side: Side,
    /// What is wanted.
    pub aim: Aim,
}

impl Goal {
    /// The side wins the game.
    #[must_use]
    pub fn win(side: Side) -> Self {
        Goal { side, aim: Aim::Win }
    }

    /// The side wins completely.
    #[must_use]
    pub fn complete(side: Side) -> Self {
        Goal { side, aim: Aim::Complete }
    }

    /// A number below 4 of its own.
    #[must_use]
    pub fn number(self) -> u8 {
        u8::from(self.side == Side::Second) + 2 * u8::from(self.aim == Aim::Complete)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Win => "win",
            Aim::Complete => "complete",
        };
        f.pad(&format!("{}-{aim}", self.side))
    }
}

impl FromStr for Goal {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        match text {
            "first-win" | "first-narrow" => Ok(Goal::win(Side::First)),
            "second-win" | "second-narrow" => Ok(Goal::win(Side::Second)),
            "first-complete" => Ok(Goal::complete(Side::First)),
            "second-complete" => Ok(Goal::complete(Side::Second)),
            _ => Err(UnknownGoal(text.into())),
        }
    }
}

/// A text that names no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no goal; there are first-win, second-win, and in quantum tic-tac-toe first-complete, \
     first-narrow, second-narrow and second-complete"
)]
pub struct UnknownGoal(pub String);

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
/// 1. The game ends: no chain of moves leads back to a position. (Positions
///    that can repeat belong to the retrograde kernels.)
/// 2. States with equal keys give the same answers for that goal, within any
///    number of plies.
/// 3. `glance` is right about every state it does not call open, and calls no
///    finished game open. `Reached(n)` is the least n: in fewer plies the goal
///    cannot be forced.
/// 4. `candidates` of an open state lists some legal moves, at least one, and
///    the answer does not change if the others are forgotten: a move left out
///    must be no better than one that is listed for the side to move. Best
///    moves first.
/// 5. `next` goes where [`Game::play`] goes.
///
/// Laws 3 and 4 are what certificates check again without trusting them.
pub trait Provable: Game {
    /// A position as the search holds it.
    type State: Clone + Send + Sync;

    /// The state of a position with that side to move.
    fn state(&self, position: &Self::Position, mover: Side) -> Self::State;

    /// The side to move.
    fn mover(&self, state: &Self::State) -> Side;

    /// Whatever can be said without search.
    fn glance(&self, state: &Self::State, goal: Goal) -> Glance;

    /// Appends the moves to be searched in an open state.
    fn candidates(&self, state: &Self::State, goal: Goal, moves: &mut Vec<Self::Move>);

    /// The state after a legal move, and the plies the move counts.
    fn next(&self, state: &Self::State, mv: &Self::Move) -> (Self::State, u8);

    /// A number of the state, the same for states that fold into one.
    fn key(&self, state: &Self::State, goal: Goal) -> u128;

    /// A guess how hard it will be to reach the goal in an open state and to
    /// show that it cannot be reached: proof and disproof number to start with.
    fn effort(&self, state: &Self::State, goal: Goal) -> (u32, u32) {
        let _ = (state, goal);
        (1, 1)
    }

    /// Whether the game knows this goal.
    fn knows(&self, goal: Goal) -> bool {
        goal.aim == Aim::Win
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
