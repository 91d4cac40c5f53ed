//! A game record played through: what each move was worth, and what was better.

use kaiketsu_engine::search::Winner;
use kaiketsu_game::Side;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::{Error, GameResult, Limit, Mark, MoveView, PositionView, Rating, Record, Solution, Want};

/// A record with what its moves were worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Annotation {
    /// The game.
    pub game: String,
    /// Where it starts, if not at the start of the game.
    #[schema(required)]
    pub start: Option<String>,
    /// How it ended by its moves: `first`, `second`, `draw` or `*`.
    #[schema(value_type = String)]
    pub result: GameResult,
    /// The moves.
    pub moves: Vec<Note>,
    /// What there is to say of the record.
    pub remarks: Vec<String>,
}

/// A move of a record with what it was worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// Its number, from 1.
    pub ply: usize,
    /// The side that made it.
    pub side: Side,
    /// The position before it.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    #[schema(rename = "move")]
    pub mv: String,
    /// `??`, `?`, `~`, or nothing if no move was better.
    #[serde(serialize_with = "word")]
    #[schema(value_type = String)]
    pub mark: Option<Mark>,
    /// What the position was worth to the side that moved.
    pub best: Rating,
    /// What the move was worth to it.
    pub played: Rating,
    /// The best moves, where this was none.
    pub better: Vec<String>,
    /// The move as people see it.
    pub seen: String,
    /// The better moves as people see them.
    pub better_seen: Vec<String>,
    /// The position it leads to, as people see it.
    pub leads_to: String,
}

fn word<S: Serializer>(mark: &Option<Mark>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(mark.map_or("", Mark::word))
}

/// Plays a record through and says what each move was worth, as far as that is
/// found within the limit. An illegal move is refused with its place.
pub fn annotate(
    solution: &dyn Solution,
    start: &str,
    record: &Record,
    limit: Limit,
) -> Result<Annotation, Error> {
    let want = Want { limit, ..Want::VALUES };
    let mut view = solution.view(record.start.as_deref().unwrap_or(start), want)?;
    let mut side = view.first_side();
    let mut moves = Vec::new();
    for word in &record.moves {
        let found = if record.seen_by_first { view.find_seen(&word.text) } else { view.find(&word.text) };
        let found = found.map_err(|problem| Error::from(word.refuse(problem.to_string())))?;
        moves.push(note(&view, found, moves.len() + 1, side));
        side = if found.passes { side.other() } else { side };
        view = solution.view(&found.seen.position, want)?;
    }
    let result = GameResult::of(&view, side);
    let remarks = record.result.and_then(|claimed| contradicted(claimed, result)).into_iter().collect();
    Ok(Annotation { game: record.game.clone(), start: record.start.clone(), result, moves, remarks })
}

fn note(view: &PositionView, played: &MoveView, ply: usize, side: Side) -> Note {
    let best = view.moves.first().map_or(played.value, |best| best.value);
    let better: Vec<&MoveView> = view.best().filter(|_| played.mark.is_some()).collect();
    Note {
        ply,
        side,
        position: view.position.clone(),
        mv: played.mv.clone(),
        mark: played.mark,
        best,
        played: played.value,
        better: better.iter().map(|other| other.mv.clone()).collect(),
        seen: played.seen.mv.clone(),
        better_seen: better.iter().map(|other| other.seen.mv.clone()).collect(),
        leads_to: played.seen.position.clone(),
    }
}

fn contradicted(claimed: GameResult, found: GameResult) -> Option<String> {
    match found {
        _ if claimed == GameResult::Open || claimed == found => None,
        GameResult::Open => Some(format!("The record says `{claimed}`; by its moves the game is not over.")),
        found => Some(format!("The record says `{claimed}`; by its moves it is `{found}`.")),
    }
}

impl GameResult {
    /// How a game stands by the rules, with that side to move.
    #[must_use]
    pub fn of(view: &PositionView, side: Side) -> GameResult {
        match view.value.value {
            Some(outcome) if view.over => GameResult::Over(Winner::of(outcome, side)),
            _ => GameResult::Open,
        }
    }
}

impl PositionView {
    /// Who is called the first player of a game that starts here: the side to
    /// move, unless the text said that the second player is.
    #[must_use]
    pub fn first_side(&self) -> Side {
        if self.scene.mover.is_some() { Side::First } else { self.side }
    }
}
