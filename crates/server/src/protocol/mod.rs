//! What goes over the socket and over HTTP, type by type.
//!
//! A client sends a [`Request`]: a command with an id of its choice. It gets exactly one [`Message::Answer`] to it,
//! and other [`Message`]s as things happen. All of it is JSON with a `type` field to tell kinds apart. What depends
//! on the game (moves, views, what is shown of an event) is that game's own JSON. `docs/protocol.md` says when each
//! message is sent; `web/src/wire/wire.ts` and the schemas of `docs/openapi.json` are made from this module by tests.

mod answer;
mod change;
mod command;
mod evening;
mod http;
mod json;
mod message;
#[cfg(feature = "openapi")]
pub(crate) mod openapi;
mod table;
#[cfg(all(test, feature = "ts"))]
mod typescript;

pub use answer::{Answer, Entrance, Hint, HintLine, MoveOdds, OddsLine, Outcome, Refusal, RefusalCode};
pub use change::{Change, changes};
pub use command::{AttendAs, Command, Opening, Request, TableRef};
pub use evening::{COLOURS, Look, MAX_PAST, PastGame, PastSeat};
pub use http::{GameInfo, Health, Problem, RecordInfo, Replay, ReplayStep, Version};
pub use json::Json;
pub use message::{
    Chances, ChatLine, Displaced, Happened, Message, Moment, Moves, Reaction, Snapshot, TurnInfo,
};
pub use table::{
    BotLevel, BotSeat, ClockSettings, Clocks, Fairness, Holder, LobbySeat, LobbyTable, Manners, Phase,
    SeatClock, SeatInfo, SeatSeed, TableInfo, Visibility,
};

/// The version of this protocol; it changes when an older client would misunderstand.
pub const PROTOCOL: u32 = 1;
/// The largest message a client may send, in bytes.
pub const MAX_REQUEST: usize = 4096;
/// The most legal moves listed in a moment: all of any card game (Stacks has up to 599: three choices of cards, 199 Bids).
pub const MAX_MOVES: usize = 640;
/// The most missed events sent on attending; who missed more gets the last of them.
pub const MAX_MISSED: usize = 256;
