//! The web client, embedded when it was built before the server.

use super::gate::guard;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const MISSING: &str = "<!doctype html><meta charset=utf-8><title>Stackhouse</title>\
    <p>The server runs, but its web client was not built. Run <code>cargo xtask build</code> and start again.";

/// Serves a file of the client; paths of pages get the page, which finds its own way.
pub(super) fn serve(uri: &Uri) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let is_page = !path.contains('.');
    let name = if is_page { "index.html" } else { path };
    match Files::get(name) {
        Some(file) => {
            // Files under assets/ have their hash in their name.
            let caching =
                if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
            respond(StatusCode::OK, kind(name), caching, file.data.into_owned())
        }
        None if is_page => respond(StatusCode::OK, kind("x.html"), "no-cache", MISSING.into()),
        None => {
            respond(StatusCode::NOT_FOUND, kind("x.txt"), "no-cache", b"there is no such file\n".to_vec())
        }
    }
}

fn respond(status: StatusCode, kind: &'static str, caching: &'static str, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
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
