//! What `docs/openapi.json` says of things whose types do not say it: those of other crates, those told as plain text, and
//! answers that several paths share.

#![allow(dead_code, reason = "only their schemas are used")]

use super::Problem;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{PartialSchema, ToResponse, ToSchema};

/// [`table::Seat`].
pub(crate) struct Seat;

impl PartialSchema for Seat {
    fn schema() -> RefOr<Schema> {
        let seat = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(5));
        seat.description(Some("A seat, numbered clockwise from 0.")).into()
    }
}

impl ToSchema for Seat {}

/// [`journal::TableId`].
pub(crate) struct TableId;

impl PartialSchema for TableId {
    fn schema() -> RefOr<Schema> {
        let id = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[0-9a-hjkmnp-tv-z]{26}$"));
        id.description(Some("A table: 26 letters and digits.")).into()
    }
}

impl ToSchema for TableId {}

/// The result, by seat.
#[derive(ToSchema)]
pub(crate) struct Standings {
    scores: Vec<i32>,
    teams: Vec<u8>,
    winners: Vec<Seat>,
}

/// Something a host can choose.
#[derive(ToSchema)]
pub(crate) struct GameOption {
    key: String,
    about: String,
    /// What values it takes.
    #[schema(value_type = Value)]
    kind: (),
}

/// Why a request failed, for programs.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum ProblemCode {
    NotFound,
    NotOver,
    BadRequest,
    Damaged,
    BadToken,
    TooFast,
    Busy,
    WrongPhase,
    Nothing,
}

/// What the value of a move is.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum Unit {
    Chance,
    Success,
    Points,
}

/// Not the opening of a socket.
pub(crate) struct NoSocket;

/// Too much was asked for.
pub(crate) struct TooFast;

/// Too many are served.
pub(crate) struct Busy;

fn problem(about: &str) -> ResponseBuilder {
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name(Problem::name())));
    ResponseBuilder::new().description(about).content("application/json", problem.build())
}

fn again(about: &str) -> RefOr<Response> {
    let seconds = HeaderBuilder::new().schema(Some(ObjectBuilder::new().schema_type(Type::Integer)));
    problem(about).header("Retry-After", seconds.build()).into()
}

impl ToResponse<'static> for NoSocket {
    fn response() -> (&'static str, RefOr<Response>) {
        ("NoSocket", problem("Not the opening of a WebSocket.").into())
    }
}

impl ToResponse<'static> for TooFast {
    fn response() -> (&'static str, RefOr<Response>) {
        let about = "Too much was asked for from this address: come back after `Retry-After` seconds.";
        ("TooFast", again(about))
    }
}

impl ToResponse<'static> for Busy {
    fn response() -> (&'static str, RefOr<Response>) {
        ("Busy", again("Too many are served just now: come back after `Retry-After` seconds."))
    }
}
