//! Caching headers. What a database says never changes, so its signature is
//! the tag of all answers from it; what a search has not finished is not kept.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// How an answer may be kept by clients.
#[derive(Clone, Debug)]
pub(crate) enum Keep {
    /// Not at all.
    No,
    /// For an hour: found by a search, and complete.
    Hour,
    /// For an hour, and longer while the tag is the same.
    Tagged(String),
}

impl Keep {
    /// Tagged by a signature and the version of the server, as another version
    /// may say the same in other words.
    pub(crate) fn signed(signature: &str) -> Self {
        let short: String = signature.chars().take(32).collect();
        Keep::Tagged(format!("\"{short}-{}\"", env!("CARGO_PKG_VERSION")))
    }

    /// The response with its headers, or `304 Not Modified` if the client has it.
    pub(crate) fn respond(self, request: &HeaderMap, response: impl IntoResponse) -> Response {
        let tag = match &self {
            Keep::Tagged(tag) => Some(tag.clone()),
            Keep::No | Keep::Hour => None,
        };
        let held = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
        let is_same = |held: &str, tag: &str| {
            held.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*")
        };
        let mut response = match (&tag, held) {
            (Some(tag), Some(held)) if is_same(held, tag) => StatusCode::NOT_MODIFIED.into_response(),
            _ => response.into_response(),
        };
        let how = match self {
            Keep::No => "no-store",
            Keep::Hour | Keep::Tagged(_) => "public, max-age=3600",
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(how));
        if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}
