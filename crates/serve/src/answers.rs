//! What the API says beside positions: those are [`kaiketsu::PositionView`] as
//! they come from a solution.

use kaiketsu::Rating;
use kaiketsu::game::Board;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::errors::ApiError;

/// The games of the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// In the order of the registry.
    pub games: Vec<GameFacts>,
}

/// A game with its facts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameFacts {
    /// Its id.
    #[schema(example = "quixo-4x4")]
    pub game: String,
    /// Its name.
    #[schema(example = "Quixo 4x4")]
    pub title: String,
    /// The family it belongs to.
    pub family: FamilyFacts,
    /// What tells it from the others of the family; empty for the game that the
    /// family is named after.
    #[schema(example = "4x4")]
    pub variant: String,
    /// What answers for it.
    pub state: GameState,
    /// The position it starts from.
    pub start: String,
    /// Stored positions of its database.
    #[schema(required)]
    pub stored_positions: Option<u64>,
    /// Whether distances are known.
    pub distances: bool,
    /// Signature of the database.
    #[schema(required)]
    pub signature: Option<String>,
    /// What the start is worth to the first player, as far as it is known at once.
    pub start_value: Rating,
    /// Rules and notation; in the facts of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The board; in the facts of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The board as people see it, from the first player's side whoever is to
    /// move: that of `seen` in positions and moves; in the facts of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<Board>,
}

/// Games that are one game on different boards or by different rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FamilyFacts {
    /// Its id.
    #[schema(example = "quixo")]
    pub id: String,
    /// Its name.
    #[schema(example = "Quixo")]
    pub title: String,
}

/// What answers for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// A database of all positions.
    Solved,
    /// A search, as far as it gets within the limit.
    Search,
    /// Nothing yet: it can be solved.
    Unsolved,
    /// Nothing: its database or its book of verdicts cannot be read.
    Damaged,
    /// Nothing but the rules: there is no way to solve it.
    Rules,
}

/// Positions to be valued in one request.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// The positions.
    pub positions: Vec<String>,
}

/// The values of a batch in the same order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BatchAnswer {
    /// The game.
    pub game: String,
    /// An answer for each position.
    pub answers: Vec<BatchItem>,
}

/// The value of one position of a batch, or what is wrong with it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BatchItem {
    /// The position as it was given.
    pub position: String,
    /// What it is worth; null if not known or if there is an error.
    #[serde(flatten)]
    pub value: Rating,
    /// What is wrong with the position.
    #[schema(required)]
    pub error: Option<ApiError>,
}

impl BatchItem {
    pub(crate) fn new(position: String, found: Result<Rating, ApiError>) -> Self {
        let error = found.as_ref().err().cloned();
        BatchItem { position, value: found.unwrap_or(Rating::UNKNOWN), error }
    }
}
