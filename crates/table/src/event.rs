//! The two kinds of event that change a game, and how they are written.
//!
//! As text an event is `0 stop` (seat 0 makes the move `stop`) or `* 4` (nature draws the fate `4`); in JSON
//! `{"seat":0,"move":"stop"}` or `{"fate":4}`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::seat::Seat;

/// Something that happened at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "table.ts", type = "{ seat: Seat, move: M } | { fate: F }"),
    ts(bound = "M: ts_rs::TS, F: ts_rs::TS")
)]
pub enum Event<M, F> {
    /// A seat moved.
    Move {
        /// Who.
        seat: Seat,
        /// What.
        mv: M,
    },
    /// Nature drew.
    Fate(F),
}

/// A text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {text:?}: {expected}")]
pub struct BadText {
    /// The text, shortened.
    pub text: String,
    /// What would be understood.
    pub expected: &'static str,
}

impl BadText {
    /// The text and what would have been understood.
    pub fn new(text: &str, expected: &'static str) -> BadText {
        BadText { text: text.chars().take(60).collect(), expected }
    }
}

impl<M: fmt::Display, F: fmt::Display> fmt::Display for Event<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Move { seat, mv } => write!(f, "{} {mv}", seat.index()),
            Event::Fate(fate) => write!(f, "* {fate}"),
        }
    }
}

impl<M: FromStr<Err = BadText>, F: FromStr<Err = BadText>> FromStr for Event<M, F> {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Self, BadText> {
        let expected =
            "write the seat and its move, as in `0 stop`, or a star and nature's fate, as in `* 4`";
        let (who, what) = text.trim().split_once(' ').ok_or_else(|| BadText::new(text, expected))?;
        if who == "*" {
            return what.parse().map(Event::Fate);
        }
        let seat = who.parse().ok().and_then(Seat::new).ok_or_else(|| BadText::new(text, expected))?;
        Ok(Event::Move { seat, mv: what.parse()? })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventForm<M, F> {
    #[serde(skip_serializing_if = "Option::is_none", default = "Option::default")]
    seat: Option<Seat>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none", default = "Option::default")]
    mv: Option<M>,
    #[serde(skip_serializing_if = "Option::is_none", default = "Option::default")]
    fate: Option<F>,
}

impl<M: Serialize, F: Serialize> Serialize for Event<M, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Event::Move { seat, mv } => {
                EventForm::<&M, &F> { seat: Some(*seat), mv: Some(mv), fate: None }.serialize(serializer)
            }
            Event::Fate(fate) => {
                EventForm::<&M, &F> { seat: None, mv: None, fate: Some(fate) }.serialize(serializer)
            }
        }
    }
}

impl<'de, M: Deserialize<'de>, F: Deserialize<'de>> Deserialize<'de> for Event<M, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match EventForm::deserialize(deserializer)? {
            EventForm { seat: Some(seat), mv: Some(mv), fate: None } => Ok(Event::Move { seat, mv }),
            EventForm { seat: None, mv: None, fate: Some(fate) } => Ok(Event::Fate(fate)),
            _ => Err(D::Error::custom("an event has either `seat` and `move`, or `fate`")),
        }
    }
}
