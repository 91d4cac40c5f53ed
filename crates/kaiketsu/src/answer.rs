//! Answers about positions, as text and JSON.

use std::fmt;

use kaiketsu_game::{Margin, Outcome, Value};
use serde::Serialize;

/// A value as JSON has it: a word, and plies or null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// `win`, `loss` or `draw`.
    pub value: &'static str,
    /// Plies to the end, where known.
    pub plies: Option<u16>,
    /// `complete` or `narrow`, of decided positions in games that know both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    #[serde(skip)]
    inner: Value,
}

impl Rating {
    /// The outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.inner.outcome
    }
}

impl From<Value> for Rating {
    fn from(value: Value) -> Self {
        let plies = value.plies.map(|plies| plies.0);
        Rating { value: value.outcome.word(), plies, kind: value.margin.map(Margin::word), inner: value }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

/// A position and all its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    #[serde(flatten)]
    pub value: Rating,
    /// Whether the game is over here.
    pub over: bool,
    /// All legal moves, best first.
    pub moves: Vec<MoveAnswer>,
    /// The board for a terminal.
    #[serde(skip)]
    pub drawing: String,
}

/// A move and where it leads.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position it leads to, as the side to move there sees it.
    pub position: String,
    /// What the move is worth to the side that makes it.
    #[serde(flatten)]
    pub value: Rating,
}

/// A line of best play.
#[derive(Clone, Debug, Serialize)]
pub struct Playing {
    /// The game.
    pub game: String,
    /// Where it starts.
    pub position: String,
    /// The value there.
    #[serde(flatten)]
    pub value: Rating,
    /// The moves.
    pub moves: Vec<MoveAnswer>,
    /// How the moves were found: `optimal` with distances; `search` or
    /// `random` without.
    pub strategy: &'static str,
    /// Why it stops: `over`, `repeats` or `cut`.
    pub end: &'static str,
    /// The board at the end, for a terminal.
    #[serde(skip)]
    pub drawing: String,
}

/// A position in which exactly one move wins.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleAnswer {
    /// The position.
    pub position: String,
    /// Its value for the side to move: a win.
    #[serde(flatten)]
    pub value: Rating,
    /// The only move that wins.
    pub solution: String,
    /// How many legal moves there are.
    pub moves: usize,
}

/// A stored position, as `export` writes it.
#[derive(Clone, Debug)]
pub struct PositionRow {
    /// The layer.
    pub layer: u32,
    /// The number in the layer.
    pub index: u64,
    /// How many positions it stands for in statistics.
    pub weight: u64,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub value: Rating,
}
