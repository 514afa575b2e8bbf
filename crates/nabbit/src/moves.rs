//! What a seat can do, what nature can do, and what neither may do.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoStaticStr};
use table::BadText;

/// The face of a card, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "nabbit.ts", type = "0 | 1 | 2 | 3 | 4 | 5 | 6")
)]
pub struct Number(u8);

impl Number {
    /// How many different numbers there are.
    pub const COUNT: usize = 7;
    /// The number the bonus is for.
    pub const ZERO: Number = Number(0);

    /// The number of that value, if cards have it.
    pub const fn new(value: u8) -> Option<Number> {
        if (value as usize) < Self::COUNT { Some(Number(value)) } else { None }
    }

    /// The number at that place of a bag.
    #[inline]
    pub(crate) fn at(kind: usize) -> Number {
        debug_assert!(kind < Self::COUNT);
        Number(kind as u8)
    }

    /// Its place in a bag.
    #[inline]
    pub(crate) fn kind(self) -> usize {
        self.0 as usize
    }

    /// What the card is worth.
    pub fn points(self) -> i32 {
        self.0.into()
    }
}

/// What the seat whose turn it is does after a flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub enum Move {
    /// Flip another card.
    Flip,
    /// Stop, and keep the card flipped last.
    Stop,
}

/// The card that nature turns up next from the draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub struct Fate(pub Number);

/// Why a move or a fate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Foul {
    /// Somebody else decides.
    #[error("it is not your turn; wait until a card has been flipped for you")]
    NotYourTurn,
    /// The game has ended.
    #[error("the game is over; open a new table to play again")]
    GameIsOver,
    /// A seat decides now, nature draws nothing.
    #[error("no card is drawn now; the seat whose turn it is chooses to flip or stop")]
    NoCardIsDrawn,
    /// All fifteen cards of that number are out.
    #[error("no {0} is left in the draw pile")]
    NoSuchCardLeft(Number),
}

impl TryFrom<u8> for Number {
    type Error = String;
    fn try_from(value: u8) -> Result<Number, String> {
        Number::new(value).ok_or_else(|| format!("{value} is not on any card; cards are numbered 0 to 6"))
    }
}

impl From<Number> for u8 {
    fn from(number: Number) -> u8 {
        number.0
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.into())
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        match text {
            "flip" => Ok(Move::Flip),
            "stop" => Ok(Move::Stop),
            _ => Err(BadText::new(text, "a move is `flip` or `stop`")),
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Fate {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Fate, BadText> {
        let number = text.parse().ok().and_then(Number::new);
        number.map(Fate).ok_or_else(|| BadText::new(text, "a card is a number from 0 to 6"))
    }
}
