//! What people who stay together keep from one game to the next: how they look, and how their games ended.

use serde::{Deserialize, Serialize};

/// How many colours there are; more than seats, so that everybody can have one alone.
pub const COLOURS: u8 = 8;
/// How many signs there are; 0 is the first letter of the name.
const SIGNS: u8 = 12;
/// The most ended games of an evening that are told; the oldest go first.
pub const MAX_PAST: usize = 24;

/// How somebody looks at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Look {
    /// The colour, 0 to 7; nobody else at the table has it.
    pub colour: u8,
    /// The sign on it, 0 to 11; 0 is the first letter of the name.
    pub sign: u8,
}

impl Look {
    /// Whether there is such a colour and such a sign.
    pub fn is_known(self) -> bool {
        self.colour < COLOURS && self.sign < SIGNS
    }
}

/// A game that the people of a table played before, or have just ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PastGame {
    /// The game's short name.
    #[cfg_attr(feature = "ts", ts(as = "shelf::typescript::GameId"))]
    pub game: String,
    /// How it ended, by seat.
    pub seats: Vec<PastSeat>,
}

/// How a game ended for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.ts"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PastSeat {
    /// Who it was: the same number in every game of the evening, whatever the name; none for a bot.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub member: Option<u32>,
    /// The name.
    pub name: String,
    /// The points.
    pub score: i32,
    /// Whether this seat won, alone or with others.
    pub has_won: bool,
}
