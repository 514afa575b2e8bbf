//! The web client, embedded when it was built before the server.

use super::origin::guard;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const MISSING: &str = "<!doctype html><meta charset=utf-8><title>Stackhouse</title>\
    <p>The server runs, but its web client was not built. Run <code>cargo xtask build</code> and start again.";

/// Serves a file of the client; paths of pages get the page, which finds its own way.
pub(super) fn serve(uri: &Uri, headers: &HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let is_page = !path.contains('.');
    let name = if is_page { "index.html" } else { path };
    let packed = if takes_gzip(headers) { Files::get(&format!("{name}.gz")) } else { None };
    let is_packed = packed.is_some();
    match packed.or_else(|| Files::get(name)) {
        Some(file) => {
            // Files under assets/ have their hash in their name.
            let caching =
                if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
            let body = match file.data {
                Cow::Borrowed(bytes) => Body::from(bytes),
                Cow::Owned(bytes) => Body::from(bytes),
            };
            let mut response = respond(StatusCode::OK, kind(name), caching, body);
            let headers = response.headers_mut();
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            if is_packed {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            response
        }
        None if is_page => respond(StatusCode::OK, kind("x.html"), "no-cache", MISSING.into()),
        None => respond(StatusCode::NOT_FOUND, kind("x.txt"), "no-cache", "there is no such file\n".into()),
    }
}

/// Whether a browser unpacks what the build has packed; one that weighs it at nothing does not.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).unwrap_or("1");
        is_gzip && weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)
    })
}

fn respond(status: StatusCode, kind: &'static str, caching: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    guard(headers);
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, kind)| kind) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("glb") => "model/gltf-binary",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_go_to_browsers_that_unpack_them() {
        let takes = |said: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(said))]))
        };
        assert!(takes("gzip") && takes("deflate, GZIP;q=0.5, br"));
        assert!(!takes("") && !takes("br") && !takes("gzip;q=0, deflate") && !takes("gzippy"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
