//! What all may know of a table: who sits where, how it is set up, its clocks, and what makes nature fair.

use super::{Json, Look, PastGame};
use journal::TableId;
use serde::{Deserialize, Serialize};
use table::{Seat, Standings};

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Phase {
    /// Seats are being taken.
    Waiting,
    /// The game is under way.
    Playing,
    /// The game has ended; people may look, talk and play again.
    Over,
    /// Nobody can do anything more here.
    Closed,
}

/// Whether the lobby lists a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Visibility {
    /// The lobby lists it.
    Open,
    /// Only those who have the link or the code find it.
    #[default]
    Private,
}

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BotLevel {
    /// Plays by simple rules and errs.
    Easy,
    /// Plays sensibly.
    Medium,
    /// Plays as well as the house can.
    Hard,
}

/// A bot and its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct BotSeat {
    /// Which seat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// How strong.
    pub level: BotLevel,
}

/// The clocks of a table; a limit that is none does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockSettings {
    /// Seconds for one decision, 5 to 600.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub turn_s: Option<u16>,
    /// Seconds of a seat for the whole game, 30 to 7200.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub game_s: Option<u16>,
    /// Seconds in which others may answer a play (Stacks' call), 2 to 240; used in full, unless one person plays against
    /// bots.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub window_s: u8,
    /// Seconds until a bot plays for somebody who is gone, 5 to 43200.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub grace_s: u16,
}

impl Default for ClockSettings {
    fn default() -> Self {
        Self { turn_s: None, game_s: None, window_s: 5, grace_s: 30 }
    }
}

/// What a table allows besides the game; the host decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Manners {
    /// Whether people may ask how likely what is.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub odds: bool,
    /// Whether people may ask what the hard bot would do.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub hints: bool,
    /// Whether people may react.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub reactions: bool,
}

impl Default for Manners {
    fn default() -> Self {
        Self { odds: true, hints: true, reactions: true }
    }
}

/// A table as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LobbyTable {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::TableId))]
    pub table: TableId,
    /// The game's short name.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
    pub game: String,
    /// Where it stands.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<LobbySeat>,
    /// The game's options.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Options"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Json,
    /// The clocks.
    pub clocks: ClockSettings,
    /// How many watch.
    pub spectators: u32,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub opened_at_ms: u64,
}

/// A seat as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum LobbySeat {
    /// Nobody sits there.
    Free,
    /// A person sits there.
    Person {
        /// Their name.
        name: String,
    },
    /// A bot sits there.
    Bot {
        /// How strong.
        level: BotLevel,
    },
}

/// All that everybody at a table may know of it, apart from the game itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::TableId))]
    pub table: TableId,
    /// The code people tell each other: six letters and digits.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9A-Z]{6}$"))]
    pub code: String,
    /// The game's short name.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
    pub game: String,
    /// Where it stands.
    pub phase: Phase,
    /// Whether the lobby lists it.
    pub visibility: Visibility,
    /// All options of the game.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Options"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Json,
    /// The clocks.
    pub clocks: ClockSettings,
    /// What it allows besides the game.
    pub manners: Manners,
    /// Who sits where, by seat.
    pub seats: Vec<SeatInfo>,
    /// How many seats it grows to when somebody comes before the game and none is free.
    pub limit: u8,
    /// The seats from youngest to oldest.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::protocol::openapi::Seat>))]
    pub seniority: Vec<Seat>,
    /// The host's name, also when the host does not sit.
    pub host: String,
    /// How many watch.
    pub spectators: u32,
    /// How many table screens show it.
    pub screens: u32,
    /// What makes nature fair.
    pub fairness: Fairness,
    /// The result, once the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::protocol::openapi::Standings>, required = true))]
    pub standings: Option<Standings>,
    /// The seats that want to play again, once the game is over.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::protocol::openapi::Seat>))]
    pub rematch: Vec<Seat>,
    /// The games these people have played together since they met, this one last once it is over.
    pub evening: Vec<PastGame>,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub opened_at_ms: u64,
}

/// A seat and who is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Which seat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::Seat))]
    pub seat: Seat,
    /// Who holds it.
    pub holder: Holder,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Holder {
    /// Nobody.
    Free,
    /// A person.
    Person {
        /// Their name.
        name: String,
        /// How they look.
        look: Look,
        /// Who they are among the people of `evening`.
        member: u32,
        /// Whether they host the table.
        is_host: bool,
        /// Whether they are ready to start.
        is_ready: bool,
        /// Whether a connection of theirs is open.
        is_connected: bool,
        /// How often the place has moved to another device.
        moves: u32,
        /// The bot that plays for them meanwhile.
        #[cfg_attr(feature = "openapi", schema(required = true))]
        stand_in: Option<BotLevel>,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: BotLevel,
        /// Its name, which nobody else at the table has.
        name: String,
        /// Its colour, which nobody else at the table has.
        colour: u8,
    },
}

/// The clocks at a moment; they run on between messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Clocks {
    /// The server's time this was told, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub now_ms: u64,
    /// When the decision now asked for must have come.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub turn_ends_at_ms: Option<u64>,
    /// When the window to answer the last play ends.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub window_ends_at_ms: Option<u64>,
    /// Each seat's time for the whole game, by seat; empty when there is no such limit.
    pub seats: Vec<SeatClock>,
}

/// A seat's time for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct SeatClock {
    /// Milliseconds left at `now_ms`.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub left_ms: u64,
    /// Whether it runs.
    pub is_running: bool,
}

/// What makes nature fair: what was promised before, and what lets everybody check it after. `docs/fairness.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fairness {
    /// The hash of the house's secret, fixed when the table was opened, before anyone gave a seed.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{64}$"))]
    pub promise: String,
    /// The seeds people gave, by seat; shown from the start of the game.
    pub seeds: Vec<SeatSeed>,
    /// The hash of the secret and all seeds, from the start of the game.
    #[cfg_attr(feature = "openapi", schema(required = true, pattern = "^[0-9a-f]{64}$"))]
    pub commitment: Option<String>,
    /// The house's secret, once the game is over.
    #[cfg_attr(feature = "openapi", schema(required = true, pattern = "^[0-9a-f]{64}$"))]
    pub secret: Option<String>,
}

/// A seed somebody gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatSeed {
    /// From which seat.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::Seat))]
    pub seat: Seat,
    /// 64 hexadecimal digits.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{64}$"))]
    pub seed: String,
}
