//! Who wants what: the sides of a game and their goals.

use std::error::Error;
use std::fmt;

use crate::Game;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
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
    /// To win the game: what [`crate::Game::ending`] says.
    Win,
    /// To win completely, in games that know wins of two kinds.
    Complete,
}

/// A side and what it wants to reach. Written `first-win` or
/// `second-complete`; a game may have [other names](Goals::other_names).
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

    /// All goals there are.
    #[must_use]
    pub fn all() -> [Goal; 4] {
        use Side::{First, Second};
        [Goal::win(First), Goal::complete(First), Goal::win(Second), Goal::complete(Second)]
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

/// What the sides of a game can want.
///
/// # Laws
///
/// 1. Every game knows [`Goal::win`] of both sides.
/// 2. A game knows [`Aim::Complete`] if and only if some finished game of it
///    has a margin.
pub trait Goals: Game {
    /// Whether the game knows this goal.
    fn knows(&self, goal: Goal) -> bool {
        goal.aim == Aim::Win
    }

    /// Further names of aims that people use for this game.
    fn other_names(&self) -> &'static [(&'static str, Aim)] {
        &[]
    }

    /// All goals that the game knows.
    fn goals(&self) -> Vec<Goal> {
        Goal::all().into_iter().filter(|goal| self.knows(*goal)).collect()
    }

    /// The goal of the game that a text names; the error lists those there are.
    fn read_goal(&self, text: &str) -> Result<Goal, UnknownGoal> {
        let names = |goal: Goal| {
            let others = self.other_names().iter().filter(move |(_, aim)| *aim == goal.aim);
            let others = others.map(move |(name, _)| format!("{}-{name}", goal.side));
            std::iter::once(goal.to_string()).chain(others)
        };
        self.goals().into_iter().find(|goal| names(*goal).any(|name| name == text)).ok_or_else(|| {
            UnknownGoal { text: text.into(), known: self.goals().into_iter().flat_map(names).collect() }
        })
    }
}

/// A text that names no goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGoal {
    /// The text.
    pub text: String,
    /// What would have been one.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no goal here; there are {}", self.text, self.known.join(", "))
    }
}

impl Error for UnknownGoal {}
