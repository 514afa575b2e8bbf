//! What a command is answered with: accepted, with what came of it, or refused, with a code.

use super::{Json, Snapshot};
use journal::{Seq, TableId};
use serde::{Deserialize, Serialize};
use table::Seat;

/// The one answer to a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Answer {
    /// It was done.
    Accepted(Outcome),
    /// It was not done, and nothing has changed.
    Refused(Refusal),
}

/// What came of an accepted command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "outcome", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Outcome {
    /// Nothing more to say.
    Done,
    /// The server's time.
    Pong {
        /// Milliseconds since 1970.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        now_ms: u64,
    },
    /// It was stored as this event of the table.
    Stored {
        /// The sequence it took.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seq: Seq,
    },
    /// One now has a place at the table, and receives it.
    Entered(Box<Entrance>),
    /// One now receives the table.
    Attending {
        /// The table as it is.
        snapshot: Box<Snapshot>,
    },
    /// Another device may take the place with this token.
    HandedOver {
        /// The token, good for one use within ten minutes.
        token: String,
    },
    /// What the hard bot would do.
    Hint(Box<Hint>),
    /// What nature may do after each move.
    Odds {
        /// The moves that nature answers.
        moves: Vec<MoveOdds>,
        /// How many more there are that there was no time for.
        #[serde(default, skip_serializing_if = "is_none")]
        #[cfg_attr(feature = "ts", ts(as = "Option<u32>", optional))]
        unknown: u32,
    },
}

fn is_none(count: &u32) -> bool {
    *count == 0
}

/// A place at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Entrance {
    /// Which table.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub table: TableId,
    /// The seat; none for a host who does not sit.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub seat: Option<Seat>,
    /// The token of the place: keep it, tell nobody. It replaces the one used to come here.
    pub token: String,
    /// The table as it is.
    pub snapshot: Snapshot,
}

/// What the hard bot would do, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The sequence of the table it looked at: of no use to whoever was told a later moment.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seq: Seq,
    /// What it weighed, best first.
    pub lines: Vec<HintLine>,
}

/// One move a hint weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HintLine {
    /// The move.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Move"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub r#move: Json,
    /// The move in words.
    pub text: String,
    /// What it is worth.
    pub value: f64,
    /// The 95% error of the value to either side; 0 where it is exact.
    pub error: f64,
    /// Whether the value is a chance to win (`chance`) or that the move itself succeeds (`success`), from 0 to 1, or `points`.
    #[cfg_attr(feature = "ts", ts(type = "\"chance\" | \"success\" | \"points\""))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::protocol::openapi::Unit))]
    pub unit: String,
    /// Whether it is the one to advise.
    pub is_best: bool,
    /// One sentence why.
    pub why: String,
}

/// What may come of a move, for all that its player may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct MoveOdds {
    /// The move.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Move"))]
    pub r#move: Json,
    /// The move in words.
    pub text: String,
    /// Each thing nature may do with its probability, likeliest first.
    pub outcomes: Vec<OddsLine>,
    /// Whether the probabilities are counted out, or estimated over what may be hidden.
    pub is_exact: bool,
    /// How likely a move that says something about hidden cards (a Call, a guess) is right, if any card out of sight may be anywhere.
    pub right: Option<f64>,
}

/// One thing nature may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct OddsLine {
    /// The fate, in the game's own form.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Fate"))]
    pub fate: Json,
    /// The fate in words.
    pub text: String,
    /// Its probability, 0 to 1.
    pub chance: f64,
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Refusal {
    /// The reason, for programs.
    pub code: RefusalCode,
    /// The reason, for people; says what to do.
    pub text: String,
    /// The rule of the game a foul broke, in the game's own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub foul: Option<String>,
    /// Where the table stands, when the command came too late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number", optional))]
    pub now: Option<Seq>,
}

/// The reasons for refusals.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr, strum::EnumIter,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum RefusalCode {
    /// The message is no command.
    BadMessage,
    /// Too many commands in a short time.
    TooFast,
    /// The house cannot take more just now; try again.
    Busy,
    /// The house is shutting down; reconnect.
    Closing,
    /// There is no such table, or it is private and the code is wrong.
    UnknownTable,
    /// There is no such game.
    UnknownGame,
    /// The seats, options or clocks make no table of this game.
    BadTable,
    /// This address has opened as many tables as it may.
    TooManyTables,
    /// The name is empty, too long, or not plain text.
    BadName,
    /// The text is empty, too long, or not plain text.
    BadText,
    /// The seed is not 64 hexadecimal digits.
    BadSeed,
    /// The secret is not 32 to 64 letters, digits, `-` or `_`.
    BadSecret,
    /// The token is not, or no longer, good for any place here.
    BadToken,
    /// The id was used for another command, or for one that cannot be answered again.
    IdUsed,
    /// The host sent this person away from the table.
    SentAway,
    /// No seat is free.
    Full,
    /// The seat is taken.
    SeatTaken,
    /// There is no such seat at this table, or nobody suitable in it.
    NoSuchSeat,
    /// One already has a seat here.
    AlreadySeated,
    /// Only somebody with a seat can do this.
    NotSeated,
    /// One does not receive this table.
    NotAttending,
    /// Only the host can do this.
    NotHost,
    /// Not in this phase of the table.
    WrongPhase,
    /// Not everybody is there or ready.
    NotReady,
    /// The decision was about an earlier moment; look at the present one.
    Stale,
    /// The rules forbid the move; `foul` names the rule.
    Foul,
    /// The move cannot be taken back.
    NoTakeback,
    /// There is nothing to tell: no decision to hint at, no fate to expect, no bot for this.
    Nothing,
    /// The host has switched that off at this table.
    SwitchedOff,
}
