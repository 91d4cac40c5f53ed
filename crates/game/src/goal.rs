//! Who wants what: the sides of a game and their goals.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

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
    /// To win the game: what [`crate::Game::ending`] says.
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
    /// All goals there can be; a game need not know them all.
    pub const ALL: [Goal; 4] = [
        Goal { side: Side::First, aim: Aim::Win },
        Goal { side: Side::First, aim: Aim::Complete },
        Goal { side: Side::Second, aim: Aim::Win },
        Goal { side: Side::Second, aim: Aim::Complete },
    ];

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGoal(pub String);

impl fmt::Display for UnknownGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no goal; there are first-win, second-win, and in quantum tic-tac-toe first-complete, \
             first-narrow, second-narrow and second-complete",
            self.0
        )
    }
}

impl Error for UnknownGoal {}
