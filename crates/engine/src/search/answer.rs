//! What the prover is given and what it gives back.

use serde::Serialize;

use crate::search::{Method, Side};

/// What the prover may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the transposition table; `None` for what suits the game.
    pub memory: Option<usize>,
    /// How many threads share the table.
    pub threads: usize,
    /// How to search; `None` for what suits the game.
    pub method: Option<Method>,
}

impl Default for Options {
    fn default() -> Self {
        Options { memory: None, threads: 1, method: None }
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody.
    Draw,
}

impl Winner {
    /// `"first"`, `"second"` or `"draw"`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Draw => "draw",
        }
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Winner::First,
            Side::Second => Winner::Second,
        }
    }
}

/// The answer to one question, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Whether the goal is reached, within the limit if there was one.
    pub reached: bool,
    /// States looked at, by all threads.
    pub nodes: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// The value of a position, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Solution {
    /// Who wins.
    pub value: Winner,
    /// States looked at, in one or two searches.
    pub nodes: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}
