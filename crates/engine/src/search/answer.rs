//! What the prover is given and what it gives back.

use kaiketsu_game::Outcome;
use serde::Serialize;

use crate::search::{Method, Report, Side};

/// What the prover may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes for the transposition table; `None` for what suits the game. A strategy that
    /// is written down may take as much again.
    pub memory: Option<usize>,
    /// How many threads share the table.
    pub threads: usize,
    /// How to search; `None` for what suits the game.
    pub method: Option<Method>,
    /// Bytes that there are. What suits the game is kept to half of them: a search
    /// holds more than its table.
    pub free: Option<usize>,
    /// The most verdicts in the book for a search to enter another; any number if
    /// `None`.
    pub verdicts: Option<usize>,
}

impl Options {
    /// The bytes of a table that is usually so large.
    pub(crate) fn memory_or(&self, usual: usize) -> usize {
        let most = self.free.map_or(usize::MAX, |free| free / 2);
        self.memory.unwrap_or(usual.min(most))
    }

    /// The bytes for a strategy that is written down, beside a table of so many: as
    /// much again as was given for that, if there is as much.
    pub(crate) fn beside(&self, table: usize) -> usize {
        let left = self.free.map_or(usize::MAX, |free| free.saturating_sub(table));
        self.memory.map_or(left, |given| given.min(left))
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { memory: None, threads: 1, method: None, free: None, verdicts: None }
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

impl Winner {
    /// Who wins if that is the outcome for a side.
    #[must_use]
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Win => side.into(),
            Outcome::Loss => side.other().into(),
            Outcome::Draw => Winner::Draw,
        }
    }

    /// What a side makes of it.
    ///
    /// ```
    /// use kaiketsu_engine::search::{Side, Winner};
    /// use kaiketsu_game::Outcome;
    /// assert_eq!(Winner::Second.for_side(Side::First), Outcome::Loss);
    /// assert_eq!(Winner::of(Outcome::Loss, Side::First), Winner::Second);
    /// ```
    #[must_use]
    pub fn for_side(self, side: Side) -> Outcome {
        match self {
            Winner::Draw => Outcome::Draw,
            winner if winner == side.into() => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The winner of whom [`Winner::word`] is this.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Winner::First, Winner::Second, Winner::Draw].into_iter().find(|winner| winner.word() == word)
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

/// What was found, as `prove --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The answer and what it cost.
    #[serde(flatten)]
    pub report: Report,
    /// Who wins completely, in games with wins of two kinds. Beside a value only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<CompleteWinner>,
}

/// Who can force a complete win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompleteWinner {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Neither.
    Nobody,
}

/// One measured question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchRow {
    /// The game.
    pub game: String,
    /// What was asked.
    pub question: String,
    /// What was found.
    pub answer: String,
    /// States looked at.
    pub nodes: u64,
    /// Processor seconds of all threads.
    pub cpu_seconds: f64,
    /// States per processor second.
    pub nodes_per_second: f64,
    /// Entries of the table in use afterwards.
    pub table_used: usize,
    /// Entries of the table.
    pub table_entries: usize,
}
