//! The addresses of the API and what they do.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, body::Bytes};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

use crate::answers::{BatchAnswer, BatchItem, BatchRequest, GameFacts, GameList, PositionAnswer};
use crate::assets;
use crate::boards::PictureAnswer;
use crate::caching::Keep;
use crate::catalogue::Catalogue;
use crate::errors::{ApiError, ErrorBody, Reason};
use crate::room::{Room, RoomKind};
use crate::statistics::{StatisticsAnswer, statistics};

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) catalogue: Arc<Catalogue>,
    /// One permit for each question worked on.
    pub(crate) permits: Arc<Semaphore>,
    /// One permit: two databases are not counted at once.
    pub(crate) counting: Arc<Semaphore>,
}

impl Shared {
    pub(crate) fn new(catalogue: Catalogue) -> Self {
        let permits = Arc::new(Semaphore::new(catalogue.limits.concurrent));
        Shared { catalogue: Arc::new(catalogue), permits, counting: Arc::new(Semaphore::new(1)) }
    }

    /// Does work that may block on a thread that may, within the limits.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalogue) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (catalogue, permits) = (Arc::clone(&self.catalogue), Arc::clone(&self.permits));
        self.within(async move {
            let permit = permits.acquire_owned().await.map_err(|_| stopping())?;
            let thread = tokio::task::spawn_blocking(move || {
                let _permit = permit; // held until the work is done, also if the client has gone
                work(&catalogue)
            });
            thread.await.map_err(|_| ApiError::new(Reason::Internal, "the server failed at this request"))?
        })
        .await
    }

    async fn within<T>(&self, work: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
        let limit = self.catalogue.limits.time;
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            let seconds = limit.as_secs_f64();
            Err(ApiError::new(Reason::TimeLimit, format!("no answer within {seconds} seconds")))
        })
    }

    async fn room(&self, id: String) -> Result<Arc<Room>, ApiError> {
        self.work(move |catalogue| catalogue.room(&id)).await
    }

    /// Positions are short; longer texts are not even read.
    fn expect_short(&self, position: &str) -> Result<(), ApiError> {
        let most = self.catalogue.limits.position_letters;
        match position.len() > most {
            true => Err(ApiError::new(Reason::TooLarge, format!("a position has at most {most} letters"))),
            false => Ok(()),
        }
    }
}

fn stopping() -> ApiError {
    ApiError::new(Reason::Busy, "the server is stopping")
}

pub(crate) fn router(shared: Shared) -> Router {
    let limit = DefaultBodyLimit::max(shared.catalogue.limits.body_bytes);
    let api = Router::new()
        .route("/", get(about))
        .route("/openapi.json", get(openapi))
        .route("/games", get(games))
        .route("/games/{game}", get(game))
        .route("/games/{game}/board", get(board))
        .route("/games/{game}/position", get(position))
        .route("/games/{game}/positions", post(positions))
        .route("/games/{game}/statistics", get(counts))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api/v1", api.clone())
        .route("/api/v1/", get(about))
        .fallback(assets::asset)
        .layer(limit)
        .with_state(shared)
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
        (status = 404, description = "No such game", body = ErrorBody)))]
pub(crate) async fn game(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let facts = shared.work(move |catalogue| Ok(catalogue.room(&id)?.facts(true))).await?;
    Ok(Keep::No.respond(&HeaderMap::new(), Json(facts)))
}

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
        (status = 200, description = "The position by its rules alone; needs no solution", body = PictureAnswer),
        (status = 400, description = "No position of the game, and why", body = ErrorBody),
        (status = 404, description = "No such game", body = ErrorBody),
        (status = 413, description = "The position is too long", body = ErrorBody)))]
pub(crate) async fn board(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(which) = which.map_err(bad_query)?;
    let room = shared.room(id).await?;
    let position = which.position.unwrap_or_else(|| room.start());
    shared.expect_short(&position)?;
    let picture = PictureAnswer::new(&room.id, room.picture(&position)?);
    Ok(Keep::Hour.respond(&HeaderMap::new(), Json(picture)))
}

#[utoipa::path(get, path = "/api/v1/games/{game}/position", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"), WhichAndLine),
    responses(
        (status = 200, description = "The position and all its moves, best first", body = PositionAnswer),
        (status = 304, description = "The client has this answer already"),
        (status = 400, description = "No position of the game, and why", body = ErrorBody),
        (status = 404, description = "No such game", body = ErrorBody),
        (status = 409, description = "The game is not solved here", body = ErrorBody),
        (status = 413, description = "The position is too long", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
        (status = 504, description = "The answer took too long", body = ErrorBody)))]
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
    let began = std::time::Instant::now();
    let (answer, keep) = match &room.kind {
        RoomKind::Database(_) => {
            let room = Arc::clone(&room);
            let work = move |_: &Catalogue| {
                let RoomKind::Database(database) = &room.kind else { return Err(stopping()) };
                let answer = room.position(database, &position, line)?;
                Ok((answer, Keep::signed(room.signature())))
            };
            shared.work(work).await?
        }
        RoomKind::Search(search) => {
            let picture = room.picture(&position)?;
            let work = async {
                let explored = search.explore(&picture.position).await?;
                let line = match (line, &explored.value) {
                    (0, _) | (_, None) => None,
                    (most, Some(_)) => search.line(&picture.position, most).await?,
                };
                Ok((explored, line))
            };
            let (explored, line) = shared.within(work).await?;
            let answer = room.explored(picture, explored, line);
            let keep = if answer.complete { Keep::Hour } else { Keep::No };
            (answer, keep)
        }
    };
    let mut response = keep.respond(&headers, Json(answer));
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
        (status = 400, description = "The body is not understood", body = ErrorBody),
        (status = 404, description = "No such game", body = ErrorBody),
        (status = 409, description = "The game is not solved here", body = ErrorBody),
        (status = 413, description = "Too many positions, or too large a body", body = ErrorBody),
        (status = 503, description = "Too many requests", body = ErrorBody),
        (status = 504, description = "The answer took too long", body = ErrorBody)))]
pub(crate) async fn positions(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let limits = shared.catalogue.limits;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(Reason::TooLarge, format!("a body has at most {} bytes", limits.body_bytes))
        }
        _ => ApiError::new(Reason::BadRequest, "the body could not be read"),
    })?;
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
    let game = room.id.clone();
    let answers = match &room.kind {
        RoomKind::Database(_) => {
            let room = Arc::clone(&room);
            let work = move |_: &Catalogue| {
                let RoomKind::Database(database) = &room.kind else { return Err(stopping()) };
                database.solved()?; // an unsolved game is refused as a whole
                let rate = |text: &String| BatchItem::new(text, Room::rate(database, text).map(Some));
                Ok(request.positions.iter().map(rate).collect::<Vec<_>>())
            };
            shared.work(work).await?
        }
        RoomKind::Search(search) => {
            let work = async {
                let mut answers = Vec::new();
                for position in &request.positions {
                    answers.push(BatchItem::new(position, search.rate(position).await));
                }
                Ok(answers)
            };
            shared.within(work).await?
        }
    };
    Ok(Keep::No.respond(&HeaderMap::new(), Json(BatchAnswer { game, answers })))
}

/// Says that the counts are not ready.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Counting {
    /// `counting`.
    state: String,
}

#[utoipa::path(get, path = "/api/v1/games/{game}/statistics", tag = "games",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The counts of the game", body = StatisticsAnswer),
        (status = 202, description = "They are being counted; ask again", body = Counting),
        (status = 304, description = "The client has this answer already"),
        (status = 404, description = "No such game, or it has no statistics", body = ErrorBody),
        (status = 409, description = "The game is not solved here", body = ErrorBody)))]
pub(crate) async fn counts(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = shared.room(id).await?;
    if let RoomKind::Search(_) = &room.kind {
        let message = format!("{} is proved by search: its positions are not counted", room.id);
        return Err(ApiError::new(Reason::NoStatistics, message));
    }
    let opened = Arc::clone(&room);
    let open = move |_: &Catalogue| match &opened.kind {
        RoomKind::Database(database) => Ok((database.solved()?, opened.start())),
        RoomKind::Search(_) => Err(stopping()),
    };
    let (solved, start) = shared.work(open).await?;
    let (cell, most) = (Arc::clone(&room.statistics), shared.catalogue.limits.counted_positions);
    let (game, turn) = (room.id.clone(), Arc::clone(&shared.counting));
    // A task of its own goes on counting when this request gives up.
    let counted = tokio::spawn(async move {
        let count = async {
            let _turn = turn.acquire_owned().await.map_err(|_| stopping())?;
            let thread = tokio::task::spawn_blocking(move || statistics(&game, &start, &*solved, most));
            let counted =
                thread.await.unwrap_or_else(|_| Err(ApiError::new(Reason::Internal, "counting failed")));
            counted.map(Arc::new)
        };
        cell.get_or_init(|| count).await.clone()
    });
    let Ok(counted) = tokio::time::timeout(shared.catalogue.limits.time, counted).await else {
        let mut response =
            (StatusCode::ACCEPTED, Json(Counting { state: "counting".into() })).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        return Ok(Keep::No.respond(&HeaderMap::new(), response));
    };
    let counted = counted.map_err(|_| ApiError::new(Reason::Internal, "counting failed"))??;
    let signature = counted.signature_plies.clone().unwrap_or_else(|| counted.signature_values.clone());
    Ok(Keep::signed(Some(signature)).respond(&headers, Json(&*counted)))
}

fn bad_query(rejection: QueryRejection) -> ApiError {
    ApiError::new(Reason::BadRequest, format!("the query is not understood: {}", rejection.body_text()))
}

/// How long a graceful stop waits for requests.
pub(crate) const GRACE: Duration = Duration::from_secs(5);
