//! Packed texts as answers: sent in pieces, each only when the reader has taken the one before.

use super::assets::takes_gzip;
use crate::house::packed::{Packed, Pieces};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A packed JSON text as the answer to a request; what it holds is let go of when it has been sent.
pub(super) fn json<H: Send + Unpin + 'static>(packed: &Packed, asked: &HeaderMap, holds: H) -> Response {
    text(packed, "application/json", asked, holds)
}

/// The same with a text of any kind.
pub(super) fn text<H: Send + Unpin + 'static>(
    packed: &Packed,
    kind: &'static str,
    asked: &HeaderMap,
    holds: H,
) -> Response {
    let is_packed = takes_gzip(asked);
    let mut response = Response::new(Body::new(Sent { pieces: packed.pieces(is_packed), _holds: holds }));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

struct Sent<H> {
    pieces: Pieces,
    _holds: H,
}

impl<H: Unpin> hyper::body::Body for Sent<H> {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        Poll::Ready(self.pieces.next().map(|piece| piece.map(Frame::data)))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.pieces.left())
    }
}
