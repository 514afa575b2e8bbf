//! What a host can choose: the goal, and the deck the table plays with.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use table::BadTable;

use crate::{
    cards::{Card, Cards},
    state::MOST_BID,
};

/// What a host can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct Options {
    /// The points that win the game.
    pub goal: i32,
    /// The cards of the deck.
    pub deck: Deck,
}

impl Options {
    /// The highest goal a host can set.
    pub const MOST_GOAL: i32 = 200;

    pub(crate) fn check(&self, seats: usize) -> Result<(), BadTable> {
        BadTable::check_range("goal", self.goal, 1..=Self::MOST_GOAL, "points cannot be the goal")?;
        // One card each, one for the first turn, and one more: the draw that empties the deck cancels its turn.
        let (cards, needed) = (self.deck.cards().len(), seats + 2);
        if cards < needed {
            let problem = format!("{cards} cards are too few for {seats} seats; give at least {needed}");
            return Err(BadTable::Option { key: "deck", problem });
        }
        Ok(())
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { goal: 40, deck: Deck::default() }
    }
}

/// The composition of a deck; in JSON how many cards there are of each value, as in `{"-10":1,"1":5}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts", type = "Record<string, number>"))]
pub struct Deck(Cards);

impl Deck {
    /// The most cards a deck has.
    pub const MOST_CARDS: usize = 60;

    /// So many cards of each value, unless no good game comes of them.
    pub fn new(counts: impl IntoIterator<Item = (i64, u64)>) -> Result<Deck, BadDeck> {
        let (mut cards, mut most, mut least) = (Cards::default(), 0, 0);
        for (value, count) in counts {
            let card = i8::try_from(value).ok().and_then(Card::new).ok_or(BadDeck::Value(value))?;
            if count > (Self::MOST_CARDS - cards.len()) as u64 {
                return Err(BadDeck::TooManyCards);
            }
            cards.add_many(card, count as u8);
            let worth = card.value() * count as i32;
            if worth > 0 { most += worth } else { least += worth }
        }
        match () {
            () if most > MOST_BID.into() || least < -i32::from(MOST_BID) => {
                Err(BadDeck::BeyondBids { most, least })
            }
            () if most + least <= 0 => Err(BadDeck::NothingToWin(most + least)),
            () => Ok(Deck(cards)),
        }
    }

    /// All its cards.
    pub fn cards(&self) -> &Cards {
        &self.0
    }
}

impl Default for Deck {
    /// Five 1s, four 2s, three 3s, two 4s and the -10.
    fn default() -> Deck {
        Deck::new([(-10, 1), (1, 5), (2, 4), (3, 3), (4, 2)]).expect("the usual deck is a good one")
    }
}

/// Why a deck cannot be played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeck {
    /// A value that no card can have.
    #[error("{0} cannot be on a card; values go from -10 to 10")]
    Value(i64),
    /// More cards than a table can handle.
    #[error("too many cards; a deck has at most {}", Deck::MOST_CARDS)]
    TooManyCards,
    /// A Stack could be worth more or less than anybody may bid.
    #[error(
        "all positive cards make {most} and all negative ones {least}; keep both within {MOST_BID}, as bids are"
    )]
    BeyondBids {
        /// The sum of the positive cards.
        most: i32,
        /// The sum of the negative cards.
        least: i32,
    },
    /// The cards do not bring anybody nearer to the goal.
    #[error("all cards together make {0}; they must make more than 0 for somebody to win")]
    NothingToWin(i32),
}

impl Serialize for Deck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.counts().map(|(card, count)| (i8::from(card), count)))
    }
}

impl<'de> Deserialize<'de> for Deck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Deck, D::Error> {
        deserializer.deserialize_map(DeckVisitor)
    }
}

struct DeckVisitor;

impl<'de> de::Visitor<'de> for DeckVisitor {
    type Value = Deck;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a deck as a map of values to numbers of cards, as in {\"-10\":1,\"1\":5}")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Deck, A::Error> {
        let mut counts = BTreeMap::new();
        while let Some((value, count)) = map.next_entry::<i64, u64>()? {
            if counts.insert(value, count).is_some() {
                return Err(de::Error::custom(format!("deck: {value} is given twice; add the numbers up")));
            }
        }
        Deck::new(counts).map_err(|bad| de::Error::custom(format!("deck: {bad}")))
    }
}
