//! What went wrong, as JSON with a status: the one place where errors of the
//! library become HTTP.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kaiketsu::Kind;
use serde::Serialize;
use utoipa::ToSchema;

/// What kind of trouble it is: a word that programs can rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The request is not understood.
    BadRequest,
    /// The text is no position of the game.
    BadPosition,
    /// There is no such game.
    UnknownGame,
    /// There is no such address.
    NotFound,
    /// The address does not know this method.
    MethodNotAllowed,
    /// This server does not do that when asked.
    NotAllowed,
    /// Nothing on this server answers for the game.
    NotSolved,
    /// The game has no statistics: there is no database of it.
    NoStatistics,
    /// The body, the batch or the position is too large.
    TooLarge,
    /// Too many requests are being worked on.
    Busy,
    /// The answer took too long.
    TimeLimit,
    /// The database is damaged.
    Damaged,
    /// The server failed.
    Internal,
}

impl Reason {
    fn status(self) -> StatusCode {
        match self {
            Reason::BadRequest | Reason::BadPosition => StatusCode::BAD_REQUEST,
            Reason::NotAllowed => StatusCode::FORBIDDEN,
            Reason::UnknownGame | Reason::NotFound | Reason::NoStatistics => StatusCode::NOT_FOUND,
            Reason::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Reason::NotSolved => StatusCode::CONFLICT,
            Reason::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Reason::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Reason::TimeLimit => StatusCode::GATEWAY_TIMEOUT,
            Reason::Damaged | Reason::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// The body of an error.
#[derive(Clone, Debug, thiserror::Error, Serialize, ToSchema)]
#[error("{message}")]
#[schema(as = ErrorBody)]
pub struct ApiError {
    /// What kind of trouble it is.
    pub reason: Reason,
    /// What is wrong and what would be right, for people.
    pub message: String,
    /// The status of the response again.
    #[schema(example = 404)]
    pub status: u16,
}

impl ApiError {
    /// An error with an explanation.
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        ApiError { reason, message: message.into(), status: reason.status().as_u16() }
    }
}

impl From<kaiketsu::Error> for ApiError {
    fn from(error: kaiketsu::Error) -> Self {
        let reason = match (&error, error.kind()) {
            (kaiketsu::Error::UnknownGame { .. }, _) => Reason::UnknownGame,
            (kaiketsu::Error::Notation { .. } | kaiketsu::Error::Question { .. }, _) => Reason::BadPosition,
            (kaiketsu::Error::NoSolution(_), _) => Reason::NotSolved,
            (_, Kind::Request) => Reason::BadRequest,
            (_, Kind::NotSolved) => Reason::NotSolved,
            (_, Kind::Damaged) => Reason::Damaged,
            (_, Kind::Memory | Kind::System) => Reason::Internal,
        };
        if matches!(reason, Reason::Damaged | Reason::Internal) {
            tracing::error!(%error, "a question failed");
        }
        // Paths of the server are nothing for its clients.
        let message = match reason {
            Reason::Damaged => "the database of this game is damaged; verifying it says where".into(),
            Reason::Internal => "the server could not read what it needs".into(),
            _ => error.to_string(),
        };
        ApiError::new(reason, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.reason.status(), Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.reason == Reason::Busy {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
