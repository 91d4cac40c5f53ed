//! What a page asks.

use serde::Deserialize;

/// A question about a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The id of the game.
    pub game: String,
    /// The files that answer for it; they are those of the first question.
    pub files: Vec<FileFacts>,
    /// Whether the answer was asked for before and parts of files were given since.
    pub again: bool,
    /// What is asked.
    pub ask: Ask,
}

/// A published file.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct FileFacts {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
}

/// What is asked: the addresses of the HTTP API that need rules or values.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// A position by the rules alone.
    Board {
        /// The start if left out.
        position: Option<String>,
    },
    /// A position with the values of all its moves.
    Position {
        /// The start if left out.
        position: Option<String>,
        /// How many moves of the main line are wanted.
        line: usize,
    },
    /// What the moves of a record were worth.
    Annotate {
        /// The record.
        record: String,
    },
}
