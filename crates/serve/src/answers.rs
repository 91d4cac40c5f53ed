//! What the API says about games and positions, as JSON.

use kaiketsu::{Playing, Rating};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::boards::{BoardAnswer, GestureAnswer, SceneAnswer};
use crate::errors::ErrorBody;

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
    /// `solved`, `unsolved`, `damaged`, or `search` if it is proved by search.
    #[schema(example = "solved")]
    pub state: String,
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
    /// Rules and notation; in the facts of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The board; in the facts of one game only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardAnswer>,
}

/// A position with its value, and all its moves with theirs.
///
/// Values are for the side to move, those of moves for the side that makes
/// them. Distances are in plies, moves of either side, to the end of the game:
/// the winner hurries, the loser delays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionAnswer {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// `win`, `loss`, `draw`, or null if it is not known within the limit.
    #[schema(required, example = "win")]
    pub value: Option<String>,
    /// The distance, or null if it is not known; draws have none.
    #[schema(required, example = 21)]
    pub plies: Option<u16>,
    /// Whether the game is over here.
    pub over: bool,
    /// Where the values come from: `database` or `search`.
    pub source: String,
    /// Whether all values are known; if not, asking again may tell more.
    pub complete: bool,
    /// Says so in words if something is not known within the limit.
    #[schema(required)]
    pub note: Option<String>,
    /// What lies on the board.
    pub scene: SceneAnswer,
    /// All legal moves, the best first.
    pub moves: Vec<RatedMove>,
    /// The main line, if it was asked for and is known.
    #[schema(required)]
    pub line: Option<LineAnswer>,
}

/// A move with its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RatedMove {
    /// The move.
    #[serde(rename = "move")]
    #[schema(rename = "move", example = "a1-a4")]
    pub mv: String,
    /// The position it leads to, as the side to move there sees it.
    pub position: String,
    /// `win`, `loss` or `draw` for the side that makes it; null if not known.
    #[schema(required)]
    pub value: Option<String>,
    /// The distance, this move included; null if not known.
    #[schema(required)]
    pub plies: Option<u16>,
    /// Whether the other side moves next.
    pub passes: bool,
    /// How it is made on the board.
    pub gesture: GestureAnswer,
}

/// A line of best play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineAnswer {
    /// The moves.
    pub moves: Vec<LineMove>,
    /// How they were found: `optimal` with distances; `search` or `random` without.
    pub strategy: String,
    /// Why it stops: `over`, `repeats` (drawn play goes round) or `cut`.
    pub end: String,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineMove {
    /// The move.
    #[serde(rename = "move")]
    #[schema(rename = "move")]
    pub mv: String,
    /// The position it leads to.
    pub position: String,
    /// `win`, `loss` or `draw` for the side that makes it.
    pub value: String,
    /// The distance, this move included; null if not known.
    #[schema(required)]
    pub plies: Option<u16>,
}

impl From<Playing> for LineAnswer {
    fn from(line: Playing) -> Self {
        let describe = |mv: kaiketsu::MoveAnswer| LineMove {
            mv: mv.mv,
            position: mv.position,
            value: mv.value.value.into(),
            plies: mv.value.plies,
        };
        LineAnswer {
            moves: line.moves.into_iter().map(describe).collect(),
            strategy: line.strategy.into(),
            end: line.end.into(),
        }
    }
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
    /// `win`, `loss` or `draw`; null if not known or if there is an error.
    #[schema(required)]
    pub value: Option<String>,
    /// The distance; null if not known.
    #[schema(required)]
    pub plies: Option<u16>,
    /// What is wrong with the position.
    #[schema(required)]
    pub error: Option<ErrorBody>,
}

/// The two halves of a rating that may not be known.
pub(crate) fn halves(rating: Option<Rating>) -> (Option<String>, Option<u16>) {
    (rating.map(|rating| rating.value.to_string()), rating.and_then(|rating| rating.plies))
}
