//! What a page is told: what the HTTP API would say, or what is needed for it.

use kaiketsu::{Error, Kind};
use serde::Serialize;

use crate::Piece;

/// What a session says.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer<T> {
    /// Parts of files that must be given first.
    Need(Vec<Piece>),
    /// What the API answers.
    Body(T),
    /// What the API answers if the question cannot be answered.
    Refused(Refusal),
}

/// The body of an error, as the API writes it.
#[derive(Clone, Debug, Serialize)]
pub struct Refusal {
    /// A word to rely on.
    pub reason: &'static str,
    /// For people.
    pub message: String,
    /// The status of a response.
    pub status: u16,
}

impl Refusal {
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Refusal { reason: "bad_request", message: message.into(), status: 400 }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let (reason, status) = match (&error, error.kind()) {
            (Error::UnknownGame { .. }, _) => ("unknown_game", 404),
            (Error::Notation { .. } | Error::Question { .. }, _) => ("bad_position", 400),
            (_, Kind::Request) => ("bad_request", 400),
            (_, Kind::NotSolved) => ("not_solved", 409),
            (_, Kind::Damaged) => ("damaged", 500),
            (_, Kind::Memory | Kind::System) => ("internal", 500),
        };
        Refusal { reason, message: error.to_string(), status }
    }
}
