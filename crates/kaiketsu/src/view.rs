//! The one shape of a position, of a move and of a line: what people and
//! programs see, in JSON with a schema.

use kaiketsu_engine::analyse::LineEnd as TypedEnd;
use kaiketsu_engine::oracle::Known;
use kaiketsu_game::{Gesture, Margin, NotationError, Outcome, Plies, Scene, Side, Value};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Error, Mark};

/// What a position or a move is worth, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rating {
    /// Who wins, for the side to move; null if it is not known within the limit.
    #[schema(required, example = "win")]
    pub value: Option<Outcome>,
    /// Plies to the end of the game: the winner hurries, the loser delays. Null
    /// if that is not known; draws have none.
    #[schema(required, value_type = Option<u16>, example = 21)]
    pub plies: Option<Plies>,
    /// How clearly it is decided, in games that know wins of two kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Margin>,
}

impl Rating {
    /// Nothing is known.
    pub const UNKNOWN: Rating = Rating { value: None, plies: None, kind: None };

    /// The value, if it is known.
    #[must_use]
    pub fn known(self) -> Option<Value> {
        self.value.map(|outcome| Value { outcome, plies: self.plies, margin: self.kind })
    }
}

impl From<Value> for Rating {
    fn from(value: Value) -> Self {
        Rating { value: Some(value.outcome), plies: value.plies, kind: value.margin }
    }
}

impl From<Known<Value>> for Rating {
    fn from(value: Known<Value>) -> Self {
        value.ok().map_or(Rating::UNKNOWN, Rating::from)
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.known() {
            Some(value) => value.fmt(f),
            None => f.pad("unknown"),
        }
    }
}

/// Where values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From a database of all positions.
    Database,
    /// From a book of verdicts and from searches.
    Search,
    /// From the rules: only finished games have a value.
    Rules,
}

/// A position with its value, and all its moves with theirs.
///
/// Values are for the side to move, those of moves for the side that makes
/// them; the distance of a move counts the move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// What it is worth.
    #[serde(flatten)]
    pub value: Rating,
    /// Whether the game is over here.
    pub over: bool,
    /// Where the values come from.
    pub source: Source,
    /// Whether all values are known; if not, asking again may tell more.
    pub complete: bool,
    /// What lies on the board, as the side to move sees it.
    pub scene: Scene,
    /// The side to move: as the position tells it, or the first player where
    /// nothing does.
    pub side: Side,
    /// The same as people see it.
    pub seen: SeenPosition,
    /// All legal moves: the best first, or as the rules list them if nothing
    /// is known of any.
    pub moves: Vec<MoveView>,
    /// The main line, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    /// The board for a terminal, with what there is to say of a finished game.
    #[serde(skip)]
    pub drawing: String,
}

/// A legal move and where it leads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The move.
    #[serde(rename = "move")]
    #[schema(rename = "move", example = "a1-a4")]
    pub mv: String,
    /// The position it leads to, as the side to move there sees it.
    pub position: String,
    /// What it is worth to the side that makes it.
    #[serde(flatten)]
    pub value: Rating,
    /// Whether the other side moves next.
    pub passes: bool,
    /// How it is made on the board.
    pub gesture: Gesture,
    /// The same as people see it.
    pub seen: SeenMove,
    /// What is wrong with it, if another move was better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// A position as people see it: always from the first player's side, with his
/// pieces always of the same kinds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeenPosition {
    /// The text of what lies there. Where the position itself does not tell the
    /// side to move, `first:` or `second:` stands before it. It can be asked for
    /// like any other text.
    #[schema(example = "second:X.../..../..../....")]
    pub position: String,
    /// What lies on the board that `seen` of the game describes.
    pub scene: Scene,
    /// The cells that decided a finished game, such as a line of three.
    pub decided_by: Vec<usize>,
}

/// A move as people see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeenMove {
    /// The move, cells by the names they have for the first player.
    #[serde(rename = "move")]
    #[schema(rename = "move", example = "a1-a4")]
    pub mv: String,
    /// The position it leads to.
    pub position: String,
    /// How it is made on the board that `seen` of the game describes.
    pub gesture: Gesture,
}

/// How the moves of a line were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guide {
    /// By distances: nobody can play better.
    Optimal,
    /// By search: the winner keeps the win, not always as fast as can be.
    Search,
    /// By chance among the moves that keep the value.
    Random,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// A position came up again in drawn play, which goes round for ever.
    Repeats,
    /// It is as long as was asked for.
    Cut,
}

impl From<TypedEnd> for LineEnd {
    fn from(end: TypedEnd) -> Self {
        match end {
            TypedEnd::Over(_) => LineEnd::Over,
            TypedEnd::Repeats => LineEnd::Repeats,
            TypedEnd::Cut => LineEnd::Cut,
        }
    }
}

/// A line of best play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// The game.
    pub game: String,
    /// Where it starts.
    pub position: String,
    /// The value there.
    #[serde(flatten)]
    pub value: Rating,
    /// The moves.
    pub moves: Vec<MoveView>,
    /// How the moves were found.
    pub strategy: Guide,
    /// Why it stops.
    pub end: LineEnd,
    /// Where it starts, as people see it.
    pub seen: String,
    /// Where the values come from.
    pub source: Source,
    /// The board at the end, for a terminal.
    #[serde(skip)]
    pub drawing: String,
}

impl PositionView {
    /// The move a word stands for; upper and lower case are the same unless
    /// they make a difference.
    pub fn find(&self, text: &str) -> Result<&MoveView, Error> {
        self.find_by(text, |mv| &mv.mv)
    }

    /// The same for a word that names cells as people see them.
    pub fn find_seen(&self, text: &str) -> Result<&MoveView, Error> {
        self.find_by(text, |mv| &mv.seen.mv)
    }

    fn find_by(&self, text: &str, word: impl Fn(&MoveView) -> &str) -> Result<&MoveView, Error> {
        let same = |mv: &&MoveView| word(mv) == text;
        let alike = |mv: &&MoveView| word(mv).eq_ignore_ascii_case(text);
        let found = self.moves.iter().find(same).or_else(|| self.moves.iter().find(alike));
        found.ok_or_else(|| {
            let problem = match self.over {
                true => format!("`{text}`: the game is over, there are no moves"),
                false => {
                    let legal: Vec<&str> = self.moves.iter().map(&word).collect();
                    format!("`{text}` is not a legal move here; legal: {}", legal.join(" "))
                }
            };
            Error::Notation { game: self.game.clone(), problem: NotationError::new(problem) }
        })
    }

    /// The moves that are worth as much as the first one.
    pub fn best(&self) -> impl Iterator<Item = &MoveView> {
        let best = self.moves.first().map(|mv| mv.value);
        self.moves.iter().filter(move |mv| Some(mv.value) == best)
    }
}
