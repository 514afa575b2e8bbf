//! What HTTP answers with.

use super::{BotLevel, Fairness, Json, Moment, TableInfo};
use journal::TableId;
use serde::{Deserialize, Serialize};
use table::Seat;

/// A game of the house.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct GameInfo {
    /// Its short name.
    pub id: String,
    /// The name on the box.
    pub title: String,
    /// One sentence about it.
    pub pitch: String,
    /// The fewest players.
    pub min_seats: u8,
    /// The most players.
    pub max_seats: u8,
    /// What a host can choose: for each option its `key`, what it is `about`, and its `kind`.
    #[cfg_attr(feature = "ts", ts(type = "{ key: string, about: string, kind: unknown }[]"))]
    pub options: Json,
    /// The options' defaults.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
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
pub struct RecordInfo {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub table: TableId,
    /// The people and bots, by seat.
    pub names: Vec<String>,
    /// The record, as `docs/record.md` describes it.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub record: Json,
    /// What makes nature fair, the secret included.
    pub fairness: Fairness,
}

/// An ended game step by step, as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Replay {
    /// The table.
    pub info: TableInfo,
    /// Whose view it is; none is a spectator's.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// The moments in order; the first has no events.
    pub steps: Vec<ReplayStep>,
}

/// A moment of a replay; its events hold at most one.
pub type ReplayStep = Moment;

/// Whether the house is well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Health {
    /// Whether.
    pub ok: bool,
    /// What is wrong, if anything.
    pub text: String,
}

/// What is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
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
pub struct Problem {
    /// The reason, for programs: one of the refusal codes, or `not-found`, `not-over`, `bad-request`, `damaged`.
    pub code: String,
    /// The reason, for people.
    pub text: String,
}
