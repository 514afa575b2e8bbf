//! A request that failed, told as a problem in JSON whatever was wrong with it.

use crate::protocol::Problem;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A failed request, told as a [`Problem`].
pub(super) struct Failed(pub(super) StatusCode, pub(super) &'static str, pub(super) String);

impl Failed {
    /// There is no such table.
    pub(super) fn unknown() -> Self {
        Self(StatusCode::NOT_FOUND, "not-found", "there is no such table".into())
    }

    /// Too much was asked for in a short time.
    pub(super) fn too_fast() -> Self {
        Self(StatusCode::TOO_MANY_REQUESTS, "too-fast", "wait a moment".into())
    }
}

/// After how many seconds whoever came too fast is asked to come back.
const AGAIN_S: HeaderValue = HeaderValue::from_static("2");

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let Self(status, code, text) = self;
        let mut response = (status, Json(Problem { code: code.into(), text })).into_response();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, AGAIN_S);
        }
        response
    }
}
