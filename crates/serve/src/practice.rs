//! Puzzles and game records.

use axum::Json;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kaiketsu::{Annotation, PuzzleOptions, PuzzleView, Record, Silent};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::lane::Cost;
use crate::shared::Shared;

/// Positions that are looked at for one puzzle.
const VISITS: u64 = 200_000;

/// Moves of a record that is played through.
const MOST_MOVES: usize = 1_000;

/// Which puzzle is meant.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichPuzzle {
    /// The same number, the same puzzle; 0 if left out.
    seed: Option<u64>,
    /// The win takes at least so many plies; 3 if left out.
    min_plies: Option<u16>,
    /// The win takes at most so many plies; 9 if left out.
    max_plies: Option<u16>,
}

#[utoipa::path(get, path = "/api/v1/games/{game}/puzzle", tag = "practice",
    params(("game" = String, Path, description = "The id of the game"), WhichPuzzle),
    responses(
        (status = 200, description = "A position with exactly one winning move", body = PuzzleView),
        (status = 400, description = "The query is not understood", body = ApiError),
        (status = 404, description = "No such game, or no puzzle was found", body = ApiError),
        (status = 409, description = "The game is not solved here", body = ApiError)))]
pub(crate) async fn puzzle(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    which: Result<Query<WhichPuzzle>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(which) = which.map_err(|rejection| ApiError::new(Reason::BadRequest, rejection.body_text()))?;
    let room = shared.room(id).await?;
    let found = shared.ask(&room, Cost::Much, move |room, limit| {
        let opened = room.opened()?;
        let whole = opened.solution.whole().ok_or_else(|| none(&room.id))?;
        let plies = which.min_plies.unwrap_or(3)..=which.max_plies.unwrap_or(9);
        let options = PuzzleOptions { count: 1, plies, visits: VISITS, seed: which.seed.unwrap_or(0), limit };
        let found = whole.puzzles(&options, &Silent)?.into_iter().next();
        found.ok_or_else(|| if limit.is_over() { late(&room.id) } else { none(&room.id) })
    });
    Ok(Keep::Hour.respond(&HeaderMap::new(), Json(found.await?)))
}

fn late(id: &str) -> ApiError {
    ApiError::new(Reason::TimeLimit, format!("no puzzle of {id} was found in time"))
}

fn none(id: &str) -> ApiError {
    ApiError::new(Reason::NotFound, format!("no puzzle of {id} was found"))
}

#[utoipa::path(post, path = "/api/v1/games/{game}/annotate", tag = "practice",
    params(("game" = String, Path, description = "The id of the game")),
    request_body(content = String, content_type = "text/plain", description = "A game record, see docs/records.md"),
    responses(
        (status = 200, description = "The record with what its moves were worth", body = Annotation),
        (status = 400, description = "No record of the game, and where it is wrong", body = ApiError),
        (status = 404, description = "No such game", body = ApiError),
        (status = 409, description = "The game is not solved here", body = ApiError)))]
pub(crate) async fn annotate(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    body: Result<String, StringRejection>,
) -> Result<Response, ApiError> {
    let refuse = |message: String| ApiError::new(Reason::BadRequest, message);
    let body = body.map_err(|rejection| refuse(rejection.body_text()))?;
    let room = shared.room(id).await?;
    let record = Record::parse(&body).map_err(|error| refuse(error.to_string()))?;
    if record.game != room.id {
        return Err(refuse(format!("this is a record of `{}`, not of `{}`", record.game, room.id)));
    }
    if record.moves.len() > MOST_MOVES {
        return Err(ApiError::new(Reason::TooLarge, format!("a record has at most {MOST_MOVES} moves")));
    }
    let found = shared.ask(&room, Cost::Much, move |room, limit| room.annotate(&record, limit));
    Ok(Keep::No.respond(&HeaderMap::new(), Json(found.await?)))
}
