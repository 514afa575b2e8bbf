//! What a server tells.

use super::{Answer, Clocks, Json, LobbyTable, TableInfo};
use journal::{Seq, TableId};
use serde::{Deserialize, Serialize};
use table::{Seat, Standings};

/// What a server tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Message {
    /// The first message of a connection.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// The release of the server.
        server: String,
        /// The server's time in milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now_ms: u64,
    },
    /// The answer to the command of that id; what the command changed is told after it.
    Answer {
        /// The command's id; empty when the message could not be read.
        id: String,
        /// The answer.
        #[serde(flatten)]
        answer: Answer,
    },

    /// All open tables; replaces what was known.
    Lobby {
        /// The tables, newest first.
        tables: Vec<LobbyTable>,
    },
    /// An open table is new or has changed.
    LobbyTable(LobbyTable),
    /// A table is no longer listed.
    LobbyGone {
        /// Which.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },

    /// Something about the table other than the game has changed.
    Table(Box<TableInfo>),
    /// The game went on.
    Moment(Box<Moment>),
    /// Somebody tries a move without making it, where all see that; told once and not kept.
    Tried {
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The moment it is tried in.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seq: Seq,
        /// Who.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The move, in the game's own form.
        #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Move"))]
        r#move: Json,
    },
    /// Somebody said something.
    Chat {
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// What.
        line: ChatLine,
    },
    /// Somebody shows how they feel; told once and not kept.
    Reacted {
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Who, by name.
        name: String,
        /// Who, by seat.
        #[cfg_attr(feature = "ts", ts(type = "number | null"))]
        seat: Option<Seat>,
        /// How.
        reaction: Reaction,
    },
    /// One no longer receives the table, or not in one's place.
    Displaced {
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Why.
        why: Displaced,
    },
    /// The people of a table go on at another one, for a rematch or another game: attend it. Told again to whoever comes
    /// later.
    Rematch {
        /// The table that ended.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The new table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        next: TableId,
        /// The token of one's place there; spectators get none.
        token: Option<String>,
        /// Whether everybody has agreed to play at once: say that you are ready there.
        is_again: bool,
    },
    /// How far an analysis is; the last one has `done` equal to `total`.
    Analysis {
        /// Of which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Moments looked at.
        done: u32,
        /// Moments to look at.
        total: u32,
        /// What was found since the last message.
        chances: Vec<Chances>,
    },
    /// The server is about to stop: reconnect after that time, with the last sequence.
    Closing {
        /// Milliseconds to wait, different for each connection so that not all come at once.
        reconnect_after_ms: u32,
    },
}

/// A table as one viewer receives it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Snapshot {
    /// The table apart from the game.
    pub info: TableInfo,
    /// The seat this viewer has.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// Whether this viewer hosts the table.
    pub is_host: bool,
    /// The game as this viewer may see it, once it has started; its events are those that were missed.
    pub moment: Option<Moment>,
    /// What was said last, oldest first.
    pub chat: Vec<ChatLine>,
}

/// The game after some events, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Moment {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub table: TableId,
    /// The last sequence of the table: what a command names as `after`.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: Seq,
    /// What happened since the moment before, in order: each [`Happened`] as text, for viewers often share it.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Happened>"))]
    pub events: Vec<Json>,
    /// Whether `events` goes back to where the viewer was: if not, only the view is to be trusted.
    pub is_gapless: bool,
    /// What the viewer sees, in the game's own form.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::View"))]
    pub view: Json,
    /// Who may act.
    pub turn: TurnInfo,
    /// What the viewer may do.
    pub moves: Moves,
    /// Whether the viewer may take the last move back.
    pub may_take_back: bool,
    /// The clocks.
    pub clocks: Clocks,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

/// Who may act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TurnInfo {
    /// Nature: something is being drawn or simulated.
    Nature,
    /// Any of these seats.
    Seats {
        /// The seats.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::protocol::openapi::Seat>))]
        seats: Vec<Seat>,
        /// The one the game waits for.
        #[cfg_attr(feature = "ts", ts(type = "number | null"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::protocol::openapi::Seat>, required = true))]
        asked: Option<Seat>,
    },
    /// Nobody: the game is over.
    Over,
}

/// What a viewer may do now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Moves {
    /// Legal moves in the game's own form, 640 at the most.
    #[cfg_attr(feature = "ts", ts(as = "Vec<shelf::typescript::Move>"))]
    pub list: Vec<Json>,
    /// Whether these are all.
    pub is_complete: bool,
    /// Whether the one move there is leaves nothing to decide, so that it may be made for the player.
    pub is_forced: bool,
}

/// An event as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Happened {
    /// Its sequence.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seq: Seq,
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at_ms: u64,
    /// The seat that moved; none when nature did.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::protocol::openapi::Seat>, required = true))]
    pub seat: Option<Seat>,
    /// Whether a bot moved, or stood in.
    pub by_bot: bool,
    /// Whether this takes back the event before it; `shown` is then none.
    pub is_takeback: bool,
    /// What the viewer is shown, in the game's own form.
    #[cfg_attr(feature = "ts", ts(as = "Option<shelf::typescript::Shown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub shown: Json,
    /// The same in one line of words.
    pub text: String,
}

/// Something somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at_ms: u64,
    /// Who, by name.
    pub name: String,
    /// Who, by seat.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// What; plain text.
    pub text: String,
}

/// How somebody feels about what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Reaction {
    /// Well done.
    Applause,
    /// That is funny.
    Laugh,
    /// Nobody would have thought so.
    Wow,
    /// That hurts.
    Ouch,
    /// Go on, go on.
    Hurry,
    /// I like you all.
    Heart,
}

/// Why one lost one's place in front of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Displaced {
    /// Another connection took the place with its token.
    Claimed,
    /// The host sent one away.
    Kicked,
    /// The table was closed.
    Closed,
    /// So much happened there as in no honest game: it was closed, and its game ended unfinished.
    TooLong,
}

impl Message {
    /// The message as it is sent.
    pub(crate) fn to_text(&self) -> String {
        // Most moments fit: a text that grows is copied each time.
        let room = if matches!(self, Self::Moment(_)) { 2048 } else { 128 };
        let mut text = Vec::with_capacity(room);
        serde_json::to_writer(&mut text, self).expect("messages have a JSON form");
        String::from_utf8(text).expect("JSON is text")
    }
}

/// Everyone's chances at a moment of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Chances {
    /// After which event.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: Seq,
    /// The expected share of the victory of each seat, 0 to 1.
    pub seats: Vec<f64>,
}
