//! The address of the statistics. Counting may take long: it goes on when the
//! request that began it has been told to ask again.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caching::Keep;
use crate::catalogue::Catalogue;
use crate::errors::{ApiError, ErrorBody, Reason};
use crate::room::RoomKind;
use crate::shared::{Shared, stopping};
use crate::statistics::{StatisticsAnswer, statistics};

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
