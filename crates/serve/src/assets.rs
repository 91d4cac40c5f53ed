//! The explorer page, embedded: built from `page/` into `assets/`, see
//! `page/build`. The page asks nobody but this server, and its headers say so.

use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Response};

use flate2::Compression;

use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::packing::{mark_packed, packed, reads_gzip};

pub(crate) struct Asset {
    pub(crate) path: &'static str,
    kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

impl Asset {
    /// Its bytes compressed as well as can be, once.
    fn packed(&self) -> &'static [u8] {
        static PACKED: [OnceLock<Vec<u8>>; ASSETS.len()] = [const { OnceLock::new() }; ASSETS.len()];
        let place = ASSETS.iter().position(|asset| asset.path == self.path).unwrap_or(0);
        PACKED[place].get_or_init(|| packed(self.bytes, Compression::best()))
    }
}

pub(crate) const ASSETS: [Asset; 4] = [
    Asset { path: "/", kind: "text/html; charset=utf-8", bytes: include_bytes!("../assets/index.html") },
    Asset {
        path: "/explorer.js",
        kind: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/explorer.js"),
    },
    Asset {
        path: "/explorer.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/explorer.css"),
    },
    Asset { path: "/favicon.svg", kind: "image/svg+xml", bytes: include_bytes!("../assets/favicon.svg") },
];

/// Nothing from elsewhere, and no page may frame this one.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(crate) async fn asset(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/index.html" => "/",
        "/favicon.ico" => "/favicon.svg",
        path => path,
    };
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) else {
        return ApiError::new(Reason::NotFound, "there is nothing at this address; the explorer is at /")
            .into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(Reason::MethodNotAllowed, "the page can only be read").into_response();
    }
    let tag = format!("{}-{}", fingerprint(asset.bytes), asset.bytes.len());
    let gzip = reads_gzip(&headers);
    let mut response = match gzip {
        true => Keep::signed(&tag).respond(&headers, asset.packed()),
        false => Keep::signed(&tag).respond(&headers, asset.bytes),
    };
    let headers = response.headers_mut();
    if gzip {
        mark_packed(headers);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    // Always asked for again: a new version of the server has a new page.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// FNV-1a: enough to tell one build of the page from the next.
fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}
