//! What a client asks for.

use super::{BotLevel, BotSeat, ClockSettings, Json, Look, Manners, Reaction, Visibility};
use journal::{Seq, TableId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::Seat;

/// A command with the id its answer will carry.
///
/// The id is any text of 1 to 40 characters, used for one command only. The same command sent again under its id by the
/// same person at the same table gets the same answer and does nothing else, so a client that lost its connection sends an
/// unanswered command again as it was. Another command under that id is refused as `id-used`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Request {
    /// The id of the client's choice.
    pub id: String,
    /// What is wanted.
    #[serde(flatten)]
    pub command: Command,
}

/// Whether JSON may hold more within each other than can be read one by one: raw JSON is not looked into for that.
fn may_be_deep(text: &str) -> bool {
    text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).nth(63).is_some()
}

impl Request {
    /// Reads a request.
    pub fn from_text(text: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Type {
            Play,
        }
        #[derive(Deserialize)]
        struct Play<'a> {
            id: String,
            r#type: Type,
            table: TableId,
            after: Seq,
            #[serde(borrow)]
            r#move: &'a RawValue,
        }
        // Most requests are moves: what is read as one need not be gathered first to see what it is.
        match serde_json::from_str(text) {
            Ok(Play { id, r#type: Type::Play, table, after, r#move }) if !may_be_deep(r#move.get()) => {
                let r#move = Json::from(r#move.to_owned());
                Ok(Self { id, command: Command::Play { table, after, r#move } })
            }
            _ => serde_json::from_str(text),
        }
    }
}

/// What a client can ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum Command {
    /// Asks for the server's time; keeps a quiet connection open.
    Ping,
    /// Starts (or stops) the live list of open tables: `lobby`, then `lobby-table` and `lobby-gone`.
    Lobby {
        /// Whether the list is wanted.
        on: bool,
    },

    /// Opens a table; whoever does is its host.
    Create(Opening),
    /// Sits down at an open table of a game that waits for players, or opens one.
    QuickMatch {
        /// The game's short name.
        #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
        game: String,
        /// The person's name.
        name: String,
        /// 64 hexadecimal digits of the person's own choosing, mixed into nature's seed.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seed: Option<String>,
        /// The device's own secret, told to nobody: 32 to 64 letters, digits, `-` or `_`. Known again by it, the same command
        /// sent again leads to the same place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        secret: Option<String>,
    },
    /// Takes a free seat at a table.
    Join {
        /// Which table.
        #[serde(flatten)]
        at: TableRef,
        /// The person's name.
        name: String,
        /// The seat wanted; any free one if none is named.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "number | null", optional))]
        seat: Option<Seat>,
        /// 64 hexadecimal digits of the person's own choosing, mixed into nature's seed.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seed: Option<String>,
        /// How one would like to look; a colour that somebody else has gives way to a free one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        look: Option<Look>,
        /// The device's own secret, told to nobody: 32 to 64 letters, digits, `-` or `_`. Known again by it, the same command
        /// sent again leads to the same place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        secret: Option<String>,
    },
    /// Begins to receive a table: in one's own place with a token, or as a spectator or the table screen.
    Attend {
        /// Which table.
        #[serde(flatten)]
        at: TableRef,
        /// In which role.
        #[serde(default)]
        r#as: AttendAs,
        /// The token of one's place, from joining, from the last attendance, or handed over from another device.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        token: Option<String>,
        /// The last sequence known, after a lost connection; 0 for what happened so far.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "number | null", optional))]
        after: Option<Seq>,
        /// The device's own secret, told to nobody: 32 to 64 letters, digits, `-` or `_`. Known again by it, the same command
        /// sent again leads to the same place, also with a token
        /// handed over, which is good once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        secret: Option<String>,
    },
    /// Stops receiving a table; the seat stays.
    Detach {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
    /// Gives the seat up; in a running game a bot plays it on.
    Leave {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
    /// Moves to another free seat before the game, or stands up from one's own: the device is the table screen then, keeps
    /// its place and can sit down again.
    Sit {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Where to; the number after the last seat is one more where the table still grows. None stands up.
        #[cfg_attr(feature = "ts", ts(type = "number | null"))]
        seat: Option<Seat>,
    },
    /// Asks for a token that lets another device take over this place, once, within ten minutes; with a seat, the place of
    /// whoever sits there and is away (host).
    HandOver {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Whose seat; one's own place if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(type = "number | null", optional))]
        seat: Option<Seat>,
    },
    /// Changes one's name and look before the game or after it.
    Rename {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The new name.
        name: String,
        /// The new look; none keeps the one there is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        look: Option<Look>,
    },

    /// Says that one is ready, or not yet; the game starts when every seat is taken and everyone is ready.
    Ready {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Whether.
        ready: bool,
        /// A fresh seed, 64 hexadecimal digits of one's own choosing; replaces the one given before.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seed: Option<String>,
    },
    /// Starts without waiting for everyone to be ready; free seats are given to bots (host).
    Start {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Who plays the free seats; refused without it when there are any.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        fill: Option<BotLevel>,
    },
    /// Makes a move.
    Play {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The sequence the player had seen when deciding; a decision that is no longer asked for is refused as stale.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        after: Seq,
        /// The move, in the game's own form, as listed among the legal moves.
        #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Move"))]
        r#move: Json,
    },
    /// Asks whether a move could be made now, without making it: done if so, refused as a foul if not.
    Check {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The move, in the game's own form.
        #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::Move"))]
        r#move: Json,
    },
    /// Takes one's last move back, where nothing was revealed by it and no one has acted since.
    Takeback {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The sequence of the move.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        after: Seq,
    },
    /// Lets a bot play one's seat from now on, or takes the seat back at its next decision.
    Stand {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The bot that plays meanwhile; none takes the seat back.
        bot: Option<BotLevel>,
    },
    /// Wants to play again with the seats moved on by one; everyone who agrees is taken to the new table.
    Rematch {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
    /// Takes everybody to a table of any game, with the same code, before a game or after it (host).
    Another {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// The game's short name.
        #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
        game: String,
    },
    /// Says something to everybody at the table.
    Chat {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// One to 300 characters of plain text.
        text: String,
    },

    /// Shows everybody at the table how one feels; told once and not kept.
    React {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// What.
        reaction: Reaction,
    },

    /// Asks what the hard bot would do in one's place, and why.
    Hint {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
    /// Asks how likely each thing is that nature may do after one's moves, for what one may know.
    Odds {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
    /// Asks for everyone's chances over an ended game; `analysis` messages follow until it is done.
    Analyse {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },

    /// Changes the options, clocks, visibility, number of seats or their limit before the game (host); none keeps what is.
    Configure {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// All options of the game.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(as = "Option<shelf::typescript::SomeOptions>", optional))]
        options: Option<Json>,
        /// The clocks.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        clocks: Option<ClockSettings>,
        /// Whether the lobby lists the table.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        visibility: Option<Visibility>,
        /// How many seats; those taken away must be free.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        seats: Option<u8>,
        /// How many seats the table grows to when somebody comes and none is free.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        limit: Option<u8>,
    },
    /// Changes what the table allows besides the game, at any time (host).
    Manners {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// All of it.
        manners: Manners,
    },
    /// Puts a bot into a free or bot's seat before the game, or takes it out; in a game, lets a bot play a seat or gives the seat back to its person (host).
    SetBot {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Which seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// How strong; null takes the bot out, and has to be said.
        #[serde(deserialize_with = "Option::deserialize")]
        bot: Option<BotLevel>,
    },
    /// Puts the seats in order from youngest to oldest, before the game (host).
    Seniority {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Every seat once.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        order: Vec<Seat>,
    },
    /// Sends the person in a seat away (host); in a game a bot plays on.
    Kick {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Whose seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// Makes the person in a seat the host (host).
    MakeHost {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
        /// Whose seat.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// Ends the table for everybody (host).
    Close {
        /// Which table.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        table: TableId,
    },
}

impl Command {
    /// The secret of the device that asks to come in, if it gave one.
    pub fn secret(&self) -> Option<&str> {
        match self {
            Self::Create(opening) => opening.secret.as_deref(),
            Self::QuickMatch { secret, .. } | Self::Join { secret, .. } | Self::Attend { secret, .. } => {
                secret.as_deref()
            }
            _ => None,
        }
    }

    /// Where the secret of a device that asks to come in stands; none in other commands.
    pub fn secret_mut(&mut self) -> Option<&mut Option<String>> {
        match self {
            Self::Create(opening) => Some(&mut opening.secret),
            Self::QuickMatch { secret, .. } | Self::Join { secret, .. } | Self::Attend { secret, .. } => {
                Some(secret)
            }
            _ => None,
        }
    }
}

/// What a table to be opened is like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub struct Opening {
    /// The game's short name.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// How many seats the table grows to when somebody comes before the game and none is free; none keeps it as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub limit: Option<u8>,
    /// The game's options; those not named take their defaults.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<shelf::typescript::SomeOptions>", optional))]
    pub options: Option<Json>,
    /// Whether the lobby lists the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// The clocks.
    #[serde(default)]
    pub clocks: ClockSettings,
    /// What the table allows besides the game.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Manners>", optional))]
    pub manners: Manners,
    /// Seats that bots play.
    #[serde(default)]
    pub bots: Vec<BotSeat>,
    /// The host's name.
    pub name: String,
    /// How the host would like to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub look: Option<Look>,
    /// Where the host sits; a table screen that opens a table does not sit.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub sit: Option<Seat>,
    /// 64 hexadecimal digits of the host's own choosing, mixed into nature's seed.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub seed: Option<String>,
    /// The device's own secret, told to nobody: 32 to 64 letters, digits, `-` or `_`. Known again by it, the same command
    /// sent again leads to the same place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub secret: Option<String>,
}

/// A table, by its id or by the code people tell each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum TableRef {
    /// The id.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    Table(TableId),
    /// The code: six letters and digits in any case.
    Code(String),
}

/// In which role a connection receives a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
pub enum AttendAs {
    /// In the place the token stands for: a seat, or the host without one.
    Place,
    /// As somebody who watches.
    #[default]
    Spectator,
    /// As the screen in the middle of the room; with the host's token it may also give the host's commands.
    Screen,
}
