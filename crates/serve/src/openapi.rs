//! The description of the API, made from the types and handlers themselves.

use utoipa::OpenApi;

use crate::{counts, positions, practice, routes, solving};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kaiketsu",
        description = "Exact solutions of two-player board games. Values are for the side to move. Distances are \
                       in plies, moves of either side, to the end of the game: the winner hurries, the loser \
                       delays. A value or distance that is not known is null.",
        license(name = "MIT OR Apache-2.0")
    ),
    paths(
        routes::about,
        routes::games,
        routes::game,
        positions::board,
        positions::position,
        positions::positions,
        counts::counts,
        practice::puzzle,
        practice::annotate,
        solving::plan,
        solving::course,
        solving::solve,
        solving::stop
    )
)]
struct Description;

/// The OpenAPI description that the server gives at `/api/v1/openapi.json`.
#[must_use]
pub fn openapi() -> serde_json::Value {
    serde_json::to_value(Description::openapi()).expect("the description is plain data")
}
