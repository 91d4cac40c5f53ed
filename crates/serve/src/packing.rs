//! Answers compressed for those who can read them.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Smaller answers fit a packet or two as they are.
const WORTH_PACKING: u64 = 1024;

/// Whether a client can read gzip.
pub(crate) fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|list| list.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        let weight =
            parts.find_map(|part| part.strip_prefix("q=")).and_then(|weight| weight.parse::<f32>().ok());
        named && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// The bytes compressed: quickly for answers, well for what is sent often.
pub(crate) fn packed(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Marks a response as compressed. Its tag becomes a weak one: the same answer
/// has other bytes for others.
pub(crate) fn mark_packed(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.remove(header::CONTENT_LENGTH);
    let tag =
        headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).filter(|tag| !tag.starts_with("W/"));
    if let Some(weak) = tag.and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok()) {
        headers.insert(header::ETAG, weak);
    }
}

/// A response as a client wants it. All our bodies are in memory already.
pub(crate) async fn pack(response: Response, wanted: bool) -> Response {
    let size = response.body().size_hint().exact().unwrap_or(0);
    let text = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let packs = text.is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/"));
    let is_packed = response.headers().contains_key(header::CONTENT_ENCODING);
    let (mut head, body) = response.into_parts();
    if packs || is_packed {
        head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !wanted || !packs || is_packed || size < WORTH_PACKING {
        return Response::from_parts(head, body);
    }
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(head, Body::empty());
    };
    mark_packed(&mut head.headers);
    Response::from_parts(head, Body::from(packed(&bytes, Compression::fast())))
}
