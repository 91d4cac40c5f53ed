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
use crate::errors::{ApiError, Reason};
use crate::lane::Cost;
use crate::shared::{Shared, stopping};
use crate::statistics::{StatisticsAnswer, statistics};

/// Says that the counts are not ready.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Counting {
    state: CountingState,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CountingState {
    Counting,
}

#[utoipa::path(get, path = "/api/v1/games/{game}/statistics", tag = "games",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "The counts of the game", body = StatisticsAnswer),
        (status = 202, description = "They are being counted; ask again", body = Counting),
        (status = 304, description = "The client has this answer already"),
        (status = 404, description = "No such game, or it has no statistics", body = ApiError),
        (status = 409, description = "The game is not solved here", body = ApiError)))]
pub(crate) async fn counts(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = shared.room(id).await?;
    let opened = shared.ask(&room, Cost::Little, |room, _| room.opened()).await?;
    if opened.solution.whole().is_none() {
        let message = format!("there is no database of {}: its positions are not counted", room.id);
        return Err(ApiError::new(Reason::NoStatistics, message));
    }
    let (start, most) = (room.start(), shared.catalogue.limits.counted_positions);
    let turn = Arc::clone(&shared.counting);
    // A task of its own goes on counting when this request gives up. What
    // failed is not kept: the next request tries again.
    let counted = tokio::spawn(async move {
        let solved = Arc::clone(&opened);
        let count = || async {
            let _turn = turn.acquire_owned().await.map_err(|_| stopping())?;
            let thread = tokio::task::spawn_blocking(move || {
                let whole = solved.solution.whole().ok_or_else(stopping)?;
                statistics(&*solved.solution, whole, &start, most)
            });
            thread.await.unwrap_or_else(|_| Err(failed())).map(Arc::new)
        };
        opened.statistics.get_or_try_init(count).await.cloned()
    });
    let Ok(counted) = tokio::time::timeout(shared.catalogue.limits.time, counted).await else {
        let mut response =
            (StatusCode::ACCEPTED, Json(Counting { state: CountingState::Counting })).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        return Ok(Keep::No.respond(&HeaderMap::new(), response));
    };
    let counted = counted.map_err(|_| failed())?;
    if counted.as_ref().err().is_some_and(|error| error.reason == Reason::Damaged) {
        room.forget(); // the files may be mended by the next question
    }
    let counted = counted?;
    let signature = counted.signature_plies.as_ref().unwrap_or(&counted.signature_values);
    Ok(Keep::signed(signature).respond(&headers, Json(&*counted)))
}

fn failed() -> ApiError {
    ApiError::new(Reason::Internal, "counting failed")
}
