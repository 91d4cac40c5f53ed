//! The addresses of the API, and what those of the server and its games do.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::{GameFacts, GameList};
use crate::assets;
use crate::caching::Keep;
use crate::counts::counts;
use crate::errors::{ApiError, Reason};
use crate::guard::guard;
use crate::positions::{board, position, positions};
use crate::practice::{annotate, puzzle};
use crate::shared::Shared;
use crate::solving::{course, plan, solve, stop};

pub(crate) fn router(shared: Shared) -> Router {
    let api = Router::new()
        .route("/", get(about))
        .route("/openapi.json", get(openapi))
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/board", get(board))
        .route("/games/{game}/position", get(position))
        .route("/games/{game}/positions", post(positions))
        .route("/games/{game}/statistics", get(counts))
        .route("/games/{game}/puzzle", get(puzzle))
        .route("/games/{game}/annotate", post(annotate))
        .route("/games/{game}/plan", get(plan))
        .route("/games/{game}/solve", get(course).post(solve).delete(stop))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api/v1", api.clone())
        .route("/api/v1/", get(about))
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .fallback(assets::asset)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(shared.clone(), guard))
        .with_state(shared)
}

/// Counts for Prometheus.
async fn metrics(State(shared): State<Shared>) -> Response {
    let text = shared.metrics.text(&shared.moment());
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Keep::No.respond(&HeaderMap::new(), (kind, text))
}

/// That the server lives: it answers without waiting for anything.
async fn health() -> Response {
    Keep::No.respond(&HeaderMap::new(), "ok\n".into_response())
}

async fn nothing() -> ApiError {
    ApiError::new(
        Reason::NotFound,
        "there is nothing at this address; /api/v1/openapi.json lists what there is",
    )
}

async fn wrong_method() -> ApiError {
    ApiError::new(
        Reason::MethodNotAllowed,
        "this address does not know that method; see /api/v1/openapi.json",
    )
}

/// The server and its limits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct About {
    /// `kaiketsu`.
    name: String,
    /// The version of the server.
    version: String,
    /// Where the API is described.
    openapi: String,
    /// Bytes of a request body.
    body_bytes: usize,
    /// Positions in one batch.
    batch: usize,
    /// Seconds a request may take.
    seconds: f64,
    /// Seconds a search may take for one position.
    search_seconds: f64,
    /// Moves of a main line.
    line_moves: usize,
}

#[utoipa::path(get, path = "/api/v1", tag = "server", responses(
    (status = 200, description = "The server and its limits", body = About)))]
pub(crate) async fn about(State(shared): State<Shared>) -> Response {
    let limits = &shared.catalogue.limits;
    let about = About {
        name: "kaiketsu".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        openapi: "/api/v1/openapi.json".into(),
        body_bytes: limits.body_bytes,
        batch: limits.batch,
        seconds: limits.time.as_secs_f64(),
        search_seconds: limits.search_time.as_secs_f64(),
        line_moves: limits.line_moves,
    };
    Keep::No.respond(&HeaderMap::new(), Json(about))
}

async fn openapi(headers: HeaderMap) -> Response {
    Keep::Hour.respond(&headers, Json(crate::openapi()))
}

#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = 200, description = "All games", body = GameList)))]
pub(crate) async fn games(State(shared): State<Shared>) -> Result<Response, ApiError> {
    let list = shared.work(|catalogue| {
        let facts = catalogue.ids().map(|id| Ok(catalogue.room(id)?.facts(false)));
        Ok(GameList { games: facts.collect::<Result<_, ApiError>>()? })
    });
    Ok(Keep::No.respond(&HeaderMap::new(), Json(list.await?)))
}

#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The game, its rules and its board", body = GameFacts),
        (status = 404, description = "No such game", body = ApiError)))]
pub(crate) async fn game(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let facts = shared.work(move |catalogue| Ok(catalogue.room(&id)?.facts(true))).await?;
    Ok(Keep::No.respond(&HeaderMap::new(), Json(facts)))
}
