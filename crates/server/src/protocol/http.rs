//! What HTTP answers with.

use super::{BotLevel, Change, Fairness, Happened, Json, TableInfo, TurnInfo};
use journal::{Seq, TableId};
use serde::{Deserialize, Serialize};
use table::{Seat, Standings};

/// A game of the house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// Its short name.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
    pub id: String,
    /// The name on the box.
    pub title: String,
    /// One sentence about it.
    pub pitch: String,
    /// The fewest players.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 6))]
    pub min_seats: u8,
    /// The most players.
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 6))]
    pub max_seats: u8,
    /// What a host can choose: for each option its `key`, what it is `about`, and its `kind`.
    #[cfg_attr(feature = "ts", ts(as = "Vec<table::OptionAbout>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::protocol::openapi::GameOption>))]
    pub options: Json,
    /// The options' defaults.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Options"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub defaults: Json,
    /// The bots that play it.
    pub bots: Vec<BotLevel>,
    /// Whether every legal move is listed, or the client makes moves of its own.
    pub lists_all_moves: bool,
    /// Whether others may answer a play within a window of time.
    pub has_window: bool,
    /// The rules, as Markdown.
    pub rules: String,
}

/// An ended game, with all that was hidden.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RecordInfo {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::TableId))]
    pub table: TableId,
    /// The people and bots, by seat.
    pub names: Vec<String>,
    /// The record, as `docs/record.md` describes it.
    #[cfg_attr(feature = "ts", ts(as = "table::Record"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub record: Json,
    /// What makes nature fair, the secret included.
    pub fairness: Fairness,
}

/// An ended game step by step, as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Replay {
    /// The table.
    pub info: TableInfo,
    /// Whose view it is; none is a spectator's.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::protocol::openapi::Seat>, required = true))]
    pub seat: Option<Seat>,
    /// The moments in order; the first has no events and the whole view.
    pub steps: Vec<ReplayStep>,
}

/// A moment of a replay, told by what differs from the moment before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplayStep {
    /// The sequence of its event; 0 in the first.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seq: Seq,
    /// What happened since the moment before: one event at most.
    #[cfg_attr(feature = "openapi", schema(max_items = 1))]
    pub events: Vec<Happened>,
    /// What the viewer sees, in the game's own form: in the first step alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<shelf::typescript::View>", optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub view: Option<Json>,
    /// What makes the view of the step before into this one's: a JSON Patch (RFC 6902).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Change>>", optional))]
    pub changes: Vec<Change>,
    /// Who may act, where that differs from the step before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub turn: Option<TurnInfo>,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::Standings))]
    pub standings: Option<Standings>,
}

/// Whether the house is well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// Whether.
    pub ok: bool,
    /// What is wrong, if anything.
    pub text: String,
}

/// What is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Version {
    /// The release of the server.
    pub server: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// Where other machines reach the house, told to who asks on its own; none when it listens there alone.
    pub addresses: Vec<String>,
}

/// Why an HTTP request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The reason, for programs: one of the refusal codes, or `not-found`, `not-over`, `bad-request`, `damaged`.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::ProblemCode))]
    pub code: String,
    /// The reason, for people.
    pub text: String,
}
