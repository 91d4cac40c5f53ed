//! What happens to every request before and after its handler: the name the
//! server is called by, the body in time, headers, errors as JSON, compression,
//! counts and the log.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::errors::{ApiError, Reason};
use crate::packing::{pack, reads_gzip};
use crate::shared::Shared;

/// The names a server answers to. A page of another site can have its own name
/// lead to this machine and then ask as if it were ours; it cannot choose what
/// its requests call us.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    listening: IpAddr,
    allowed: Vec<String>,
}

impl Names {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Names { listening: address.ip(), allowed: Vec::new() }
    }

    pub(crate) fn allow(&mut self, name: &str) {
        self.allowed.push(without_port(name).to_ascii_lowercase());
    }

    fn knows(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let by_address = |address: IpAddr| {
            // An address is no name that could lead elsewhere; on the loopback
            // nobody needs another one.
            address.is_loopback() || address == self.listening || !self.listening.is_loopback()
        };
        name == "localhost" || address.is_some_and(by_address) || self.allowed.contains(&name)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// How much of a body that is too large is read, and for how long.
const TOO_LARGE_READ: usize = 1 << 20;
const TOO_LARGE_TIME: Duration = Duration::from_secs(1);

/// Everything around a handler.
pub(crate) async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let matched = request.extensions().get::<MatchedPath>().map(|matched| matched.as_str().to_string());
    let gzip = reads_gzip(request.headers());
    let response = match admit(&shared, request).await {
        Ok(request) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let mut response = pack(as_json(response).await, gzip).await;
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (status, time) = (response.status().as_u16(), began.elapsed());
    // Addresses that nobody serves are not told apart: there is no end of them.
    let route = matched.unwrap_or_else(|| if status < 400 { "page".into() } else { "elsewhere".into() });
    shared.metrics.answered(&route, status, time);
    let bytes = response.body().size_hint().exact().unwrap_or(0);
    let milliseconds = time.as_secs_f64() * 1e3;
    match status {
        500 => tracing::error!(%method, ?path, status, bytes, milliseconds, "failed"),
        _ => tracing::info!(%method, ?path, status, bytes, milliseconds, "answered"),
    }
    response
}

/// The request with its body in memory, if it may be answered at all.
async fn admit(shared: &Shared, request: Request) -> Result<Request, ApiError> {
    let limits = shared.catalogue.limits;
    let by_header = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or(""));
    let by_address = request.uri().authority().map(|authority| authority.as_str());
    if request.uri().path() != "/healthz" {
        // Without a name it is no browser that asks.
        let stranger = [by_header, by_address].into_iter().flatten().find(|host| !shared.names.knows(host));
        if let Some(host) = stranger {
            let message =
                format!("this server is not called {host:?}; `kaiketsu serve --host NAME` gives it a name");
            return Err(ApiError::new(Reason::NotAllowed, message));
        }
    }
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let too_large =
        || ApiError::new(Reason::TooLarge, format!("a body has at most {} bytes", limits.body_bytes));
    let declared = request.body().size_hint().lower();
    let (head, body) = request.into_parts();
    if declared > limits.body_bytes as u64 {
        // Read a little of it all the same: who is cut off while sending may not see why.
        let _ = tokio::time::timeout(TOO_LARGE_TIME, to_bytes(body, TOO_LARGE_READ)).await;
        return Err(too_large());
    }
    match tokio::time::timeout(limits.body_time, to_bytes(body, limits.body_bytes)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let seconds = limits.body_time.as_secs_f64();
            Err(ApiError::new(
                Reason::BadRequest,
                format!("the body did not arrive within {seconds} seconds"),
            ))
        }
    }
}

/// Errors that the framework words itself become JSON as ours are.
async fn as_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let reason = match status {
        StatusCode::NOT_FOUND => Reason::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Reason::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => Reason::TooLarge,
        _ if status.is_client_error() => Reason::BadRequest,
        _ => Reason::Internal,
    };
    let words = to_bytes(response.into_body(), 4096).await.unwrap_or_default();
    ApiError::new(reason, String::from_utf8_lossy(&words)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_and_allowed_ones_are_known() {
        let mut names = Names::new("127.0.0.1:1".parse().unwrap());
        names.allow("Games.example");
        for known in ["localhost", "127.0.0.1:80", "[::1]", "[::1]:80", "games.EXAMPLE:4649"] {
            assert!(names.knows(known), "{known}");
        }
        for unknown in
            ["", "example", "192.168.0.1", "games.example.org", "localhost.", "localhost@x", "::1:x"]
        {
            assert!(!names.knows(unknown), "{unknown}");
        }
        let open = Names::new("0.0.0.0:1".parse().unwrap());
        assert!(open.knows("192.168.0.1:4649") && !open.knows("rebound.example"));
    }
}
