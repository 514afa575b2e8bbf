//! What is printed on the cards and on the die.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};
use table::BadText;

/// One of the five colours.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Colour {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
}

impl Colour {
    /// How many colours there are.
    pub const COUNT: usize = 5;
    /// All colours, in the order of every list by colour.
    pub const ALL: &[Colour] = <Colour as VariantArray>::VARIANTS;

    /// Its place in a list by colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The number on a card, 1 to 6: what the card is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Number(u8);

impl Number {
    /// How many different numbers there are.
    pub const COUNT: usize = 6;

    /// The number of that value, if cards have it.
    pub const fn new(value: u8) -> Option<Number> {
        if value >= 1 && value as usize <= Self::COUNT { Some(Number(value)) } else { None }
    }

    /// All numbers, from 1 up.
    pub fn all() -> impl ExactSizeIterator<Item = Number> + Clone {
        (1..=Self::COUNT as u8).map(Number)
    }

    /// Its place in a list by number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

/// A card; `red-4`, `roll` or `switch` in text and in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "push.ts", type = "`${Colour}-${1 | 2 | 3 | 4 | 5 | 6}` | \"roll\" | \"switch\"")
)]
pub enum Card {
    /// A card to collect.
    Number(Colour, Number),
    /// Whoever collects it rolls the die.
    Roll,
    /// Turns the direction in which stacks are collected.
    Switch,
}

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = Colour::COUNT * Number::COUNT + 2;
    const ROLL: usize = Card::KINDS - 2;

    /// The card at that place of the deck.
    #[inline]
    pub fn at(kind: usize) -> Card {
        debug_assert!(kind < Card::KINDS);
        if kind < Card::ROLL {
            let (colour, number) = (kind / Number::COUNT, kind % Number::COUNT);
            Card::Number(Colour::ALL[colour], Number(number as u8 + 1))
        } else if kind == Card::ROLL {
            Card::Roll
        } else {
            Card::Switch
        }
    }

    /// Its place in the deck: number cards by colour and number, then Roll, then Switch.
    #[inline]
    pub fn kind(self) -> usize {
        match self {
            Card::Number(colour, number) => colour.index() * Number::COUNT + number.index(),
            Card::Roll => Card::ROLL,
            Card::Switch => Card::ROLL + 1,
        }
    }

    /// One bit for its colour and one for its number, or one for Roll: cards that share a bit share no stack.
    #[inline]
    pub(crate) fn marks(self) -> u16 {
        match self {
            Card::Number(colour, number) => 1 << colour.index() | 1 << (Colour::COUNT + number.index()),
            Card::Roll => 1 << (Colour::COUNT + Number::COUNT),
            Card::Switch => 0,
        }
    }
}

/// A face of the die; the colour's name or `star` in text and in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts", type = "Colour | \"star\""))]
pub enum Face {
    /// Cards of this colour are lost.
    Colour(Colour),
    /// Safe; in the riskier game the whole Bench is lost.
    Star,
}

impl Face {
    /// How many faces the die has.
    pub const COUNT: usize = Colour::COUNT + 1;

    /// The face of that number: the colours, then the star.
    #[inline]
    pub(crate) fn at(index: usize) -> Face {
        Colour::ALL.get(index).map_or(Face::Star, |colour| Face::Colour(*colour))
    }

    /// All faces.
    pub fn all() -> impl ExactSizeIterator<Item = Face> + Clone {
        (0..Face::COUNT).map(Face::at)
    }
}

impl TryFrom<u8> for Number {
    type Error = String;
    fn try_from(value: u8) -> Result<Number, String> {
        Number::new(value).ok_or_else(|| format!("{value} is not on any card; cards are numbered 1 to 6"))
    }
}

impl From<Number> for u8 {
    #[inline]
    fn from(number: Number) -> u8 {
        number.0
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Number(colour, number) => write!(f, "{colour}-{number}"),
            Card::Roll => f.write_str("roll"),
            Card::Switch => f.write_str("switch"),
        }
    }
}

impl FromStr for Card {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Card, BadText> {
        let number_card = || {
            let (colour, number) = text.split_once('-')?;
            let number = Number::all().find(|n| n.to_string() == number)?;
            Some(Card::Number(colour.parse().ok()?, number))
        };
        let card = match text {
            "roll" => Some(Card::Roll),
            "switch" => Some(Card::Switch),
            _ => number_card(),
        };
        card.ok_or_else(|| {
            BadText::new(text, "a card is a colour and 1 to 6 as in `red-4`, `roll` or `switch`")
        })
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Colour(colour) => colour.fmt(f),
            Face::Star => f.write_str("star"),
        }
    }
}

impl FromStr for Face {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Face, BadText> {
        match text {
            "star" => Ok(Face::Star),
            _ => text.parse().map(Face::Colour).map_err(|_| {
                BadText::new(text, "the die shows `red`, `blue`, `green`, `yellow`, `purple` or `star`")
            }),
        }
    }
}

impl TryFrom<String> for Card {
    type Error = BadText;
    fn try_from(text: String) -> Result<Card, BadText> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

impl TryFrom<String> for Face {
    type Error = BadText;
    fn try_from(text: String) -> Result<Face, BadText> {
        text.parse()
    }
}

impl From<Face> for String {
    fn from(face: Face) -> String {
        face.to_string()
    }
}
