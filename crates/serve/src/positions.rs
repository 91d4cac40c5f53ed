//! The addresses of positions: a board, a value with all moves, a batch.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use kaiketsu::{Limit, PositionView, Rating};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::answers::{BatchAnswer, BatchItem, BatchRequest};
use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::lane::Cost;
use crate::question::{Batch, Question};
use crate::shared::Shared;

/// Which position is meant.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// The position as the rules of the game write it; the start if left out.
    position: Option<String>,
}

/// Which position is meant, and how much of the main line is wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichAndLine {
    /// The position as the rules of the game write it; the start if left out.
    position: Option<String>,
    /// How many moves of the main line are wanted; none if left out.
    line: Option<usize>,
}

#[utoipa::path(get, path = "/api/v1/games/{game}/board", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"), Which),
    responses(
        (status = 200, description = "The position by its rules alone; needs no solution", body = PositionView),
        (status = 400, description = "No position of the game, and why", body = ApiError),
        (status = 404, description = "No such game", body = ApiError),
        (status = 413, description = "The position is too long", body = ApiError)))]
pub(crate) async fn board(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(which) = which.map_err(bad_query)?;
    let room = shared.room(id).await?;
    let position = which.position.unwrap_or_else(|| room.start());
    shared.expect_short(&position)?;
    let view = shared.work(move |_| room.look(&position)).await?;
    Ok(Keep::Hour.respond(&HeaderMap::new(), Json(view)))
}

#[utoipa::path(get, path = "/api/v1/games/{game}/position", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"), WhichAndLine),
    responses(
        (status = 200, description = "The position and all its moves, best first", body = PositionView),
        (status = 304, description = "The client has this answer already"),
        (status = 400, description = "No position of the game, and why", body = ApiError),
        (status = 404, description = "No such game", body = ApiError),
        (status = 409, description = "The game is not solved here", body = ApiError),
        (status = 413, description = "The position is too long", body = ApiError),
        (status = 503, description = "Too many requests", body = ApiError),
        (status = 504, description = "The answer took too long", body = ApiError)))]
pub(crate) async fn position(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    which: Result<Query<WhichAndLine>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(which) = which.map_err(bad_query)?;
    let most = shared.catalogue.limits.line_moves;
    let line = which.line.unwrap_or(0);
    if line > most {
        return Err(ApiError::new(Reason::BadRequest, format!("a line has at most {most} moves")));
    }
    let room = shared.room(id).await?;
    let position = which.position.unwrap_or_else(|| room.start());
    shared.expect_short(&position)?;
    let began = Instant::now();
    // What a search knows already is never refused; the rest takes its turn.
    let cost = shared.cost_of_line(&room, line).await?;
    let first = shared.ask(&room, cost, move |room, limit| {
        let mut question = Question::new(room, position, line)?;
        let limit = if question.is_searched() { Limit::AT_ONCE } else { limit };
        let found = question.view(room, limit)?;
        Ok((question, found))
    });
    let (mut question, (mut answer, mut keep)) = first.await?;
    if question.is_searched() && !question.is_whole(&answer) {
        let search = shared.ask(&room, Cost::Much, move |room, limit| question.view(room, limit));
        (answer, keep) = search.await?;
    }
    let mut response = keep.respond(&headers, Json(&*answer));
    let timing = format!("work;dur={:.3}", began.elapsed().as_secs_f64() * 1e3);
    if let Ok(timing) = HeaderValue::from_str(&timing) {
        response.headers_mut().insert("server-timing", timing);
    }
    Ok(response)
}

#[utoipa::path(post, path = "/api/v1/games/{game}/positions", tag = "positions",
    params(("game" = String, Path, description = "The id of the game")),
    request_body = BatchRequest,
    responses(
        (status = 200, description = "The value of each position, in order", body = BatchAnswer),
        (status = 400, description = "The body is not understood", body = ApiError),
        (status = 404, description = "No such game", body = ApiError),
        (status = 409, description = "The game is not solved here", body = ApiError),
        (status = 413, description = "Too many positions, or too large a body", body = ApiError),
        (status = 503, description = "Too many requests", body = ApiError),
        (status = 504, description = "The answer took too long", body = ApiError)))]
pub(crate) async fn positions(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, ApiError> {
    let limits = shared.catalogue.limits;
    let request: BatchRequest = serde_json::from_slice(&body).map_err(|error| {
        let form = r#"{"positions": ["...", "..."]}"#;
        ApiError::new(Reason::BadRequest, format!("the body is not understood: {error}; send {form}"))
    })?;
    if request.positions.len() > limits.batch {
        let given = request.positions.len();
        let message = format!("a batch has at most {} positions, this one has {given}", limits.batch);
        return Err(ApiError::new(Reason::TooLarge, message));
    }
    let room = shared.room(id).await?;
    let positions = Arc::new(request.positions);
    let texts = Arc::clone(&positions);
    let first = shared.ask(&room, Cost::Little, move |room, limit| {
        let batch = Batch::new(room, &texts)?;
        let limit = if batch.is_searched() { Limit::AT_ONCE } else { limit };
        let found = batch.rate(room, limit);
        Ok((batch, found))
    });
    let (batch, mut found) = first.await?;
    let unknown = |one: &Result<Rating, ApiError>| one.as_ref().is_ok_and(|rating| rating.value.is_none());
    if batch.is_searched() && found.iter().any(unknown) {
        match shared.ask(&room, Cost::Much, move |room, limit| Ok(batch.rate(room, limit))).await {
            Ok(searched) => found = searched,
            // What is known is given; the rest can be asked for again.
            Err(error) if error.reason == Reason::Busy => (),
            Err(error) => return Err(error),
        }
    }
    let items = positions.iter().cloned().zip(found);
    let answers = items.map(|(position, found)| BatchItem::new(position, found)).collect();
    let answer = BatchAnswer { game: room.id.clone(), answers };
    Ok(Keep::No.respond(&HeaderMap::new(), Json(answer)))
}

fn bad_query(rejection: QueryRejection) -> ApiError {
    ApiError::new(Reason::BadRequest, format!("the query is not understood: {}", rejection.body_text()))
}
