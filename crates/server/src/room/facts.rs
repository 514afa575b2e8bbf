//! What a table's log holds: everything that ever changed it, in order.
//!
//! A room is what its facts make of it: after a restart, or on another node, reading them again gives the same room.
//! Facts hold secrets (the house's seed, what was drawn unseen) and never leave the house as they are.

#![allow(missing_docs, reason = "fields are named by what they hold")]

use crate::fairness::Bits;
use crate::protocol::{BotLevel, ClockSettings, Json, Look, Manners, PastGame, Visibility};
use journal::{Entry, TableId};
use serde::{Deserialize, Serialize};
use table::Seat;

/// The version of the form below.
pub const FORM: u16 = 1;

/// A person's number at a table; the one who opened it is 0.
pub type PersonId = u32;

/// Something that changed a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The command it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// What.
    pub what: What,
}

/// Whose command a fact answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// Who.
    pub person: PersonId,
    /// The command's id.
    pub command: String,
    /// What the command said; facts of older releases do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<u64>,
}

/// What changed a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// The table was opened.
    Opened(Box<Opened>),
    /// Somebody came: the host, or a person who takes a seat. `secret` is what the device is known by again, and `lead` the
    /// log that says where its quick match led.
    Entered {
        person: PersonId,
        name: String,
        seat: Option<Seat>,
        token: Bits,
        seed: Option<Bits>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Bits>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lead: Option<TableId>,
        /// How they wish to look, and who they are among the people of the evening; drawn up by the table where not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Look>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<u32>,
    },
    /// A person used the token `keep` and got another; `device` is known again by its secret if the token was handed over.
    TokenChanged {
        person: PersonId,
        token: Bits,
        keep: Bits,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        device: Option<Bits>,
    },
    /// A person asked for a token for another device.
    HandedOver { person: PersonId, token: Bits, until_ms: u64 },
    /// A person gave the seat up or was sent away; then `household` is where from.
    Left {
        person: PersonId,
        is_kicked: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        household: Option<Bits>,
    },
    /// A person changed seats, or stood up.
    Sat { person: PersonId, seat: Option<Seat> },
    /// A person changed name or look.
    Renamed {
        person: PersonId,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Look>,
    },
    /// A person is ready, or no longer.
    Ready { person: PersonId, is_ready: bool, seed: Option<Bits> },
    /// The host changed how the table is set up.
    Configured {
        options: Option<Json>,
        clocks: Option<ClockSettings>,
        visibility: Option<Visibility>,
        seats: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<u8>,
    },
    /// The host changed what the table allows.
    MannersSet { manners: Manners },
    /// The table got more seats for somebody who came; nobody agreed to anything else by it.
    Grown { seats: u8 },
    /// A bot took a seat or was taken out of it.
    BotSet { seat: Seat, bot: Option<BotLevel> },
    /// A bot plays for the person in a seat, or no longer; `is_imposed` when a clock or a lost connection asked for it.
    StandIn { seat: Seat, bot: Option<BotLevel>, is_imposed: bool },
    /// The seats were put in order of age.
    Seniority { order: Vec<Seat> },
    /// Somebody became host.
    HostChanged { person: PersonId },
    /// The game started.
    Started,
    /// A seat moved.
    Played { seat: Seat, event: Json, is_bot: bool },
    /// Nature drew.
    Drawn { event: Json },
    /// The last move was taken back.
    TakenBack { seat: Seat },
    /// The house was last known to be open: clocks stand still from here on.
    Paused,
    /// The house started again, and clocks go on a little later.
    Resumed,
    /// A person wants to play again.
    RematchWanted { person: PersonId },
    /// The host chose the next game for everybody.
    NextChosen { game: String },
    /// The next game is at another table, where `key` makes the tokens of everybody from here.
    RematchMade {
        next: TableId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Bits>,
    },
    /// The table was closed.
    Closed,
}

impl What {
    /// Whether it is an event of the game.
    pub fn is_event(&self) -> bool {
        matches!(self, What::Played { .. } | What::Drawn { .. })
    }
}

/// How a table was opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    pub game: String,
    pub seats: u8,
    pub options: Json,
    pub visibility: Visibility,
    pub clocks: ClockSettings,
    #[serde(default)]
    pub manners: Manners,
    pub code: String,
    pub secret: Bits,
    /// How many seats it grows to; none does not grow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// The games its people have played together before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evening: Vec<PastGame>,
    /// Whom the host sent away in the games before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_away: Vec<SentAway>,
}

/// Who was sent away from an earlier table of the evening, as that table knew them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SentAway {
    /// The table, by which it hashed devices.
    pub table: TableId,
    /// Its secret, by which it hashed households.
    pub secret: Bits,
    pub devices: Vec<Bits>,
    /// Households, and until when they are kept out.
    pub barred: Vec<(Bits, u64)>,
}

impl Fact {
    /// The fact as the journal stores it.
    pub fn to_entry(&self) -> Entry {
        // Room for an event: a text that grows is copied each time.
        let mut payload = Vec::with_capacity(256);
        serde_json::to_writer(&mut payload, self).expect("a fact has a JSON form");
        Entry { version: FORM, payload: payload.into() }
    }

    /// Reads a stored fact.
    pub fn from_stored(version: u16, payload: &[u8]) -> Result<Self, String> {
        if version != FORM {
            return Err(format!("a fact of form {version} is not known here: start the newer release"));
        }
        serde_json::from_slice(payload).map_err(|error| error.to_string())
    }
}
