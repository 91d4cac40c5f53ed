//! What is wrong with a move that was not best.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{Outcome, Rating};

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum Mark {
    /// It turns a win into a loss.
    #[serde(rename = "??")]
    Blunder,
    /// It gives away half of that: a win for a draw, a draw for a loss.
    #[serde(rename = "?")]
    Mistake,
    /// It keeps the value but takes longer to win, loses sooner or wins less
    /// clearly than need be.
    #[serde(rename = "~")]
    Detour,
}

impl Mark {
    /// The marks with what they mean.
    pub const ALL: [(Mark, &'static str); 3] = [
        (Mark::Blunder, "win to loss"),
        (Mark::Mistake, "value given away"),
        (Mark::Detour, "way lengthened"),
    ];

    /// The mark of a move worth `played` where the best is worth `best`; none if
    /// none was better, or if nobody knows.
    #[must_use]
    pub fn of(best: Rating, played: Rating) -> Option<Mark> {
        match (best.value?, played.value?) {
            (Outcome::Win, Outcome::Loss) => Some(Mark::Blunder),
            (before, after) if before != after => Some(Mark::Mistake),
            _ => (best != played).then_some(Mark::Detour),
        }
    }

    /// As it is written behind a move.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mark::Blunder => "??",
            Mark::Mistake => "?",
            Mark::Detour => "~",
        }
    }
}
