//! Nut cards, events, and piles of them.
//!
//! The deck has 30 nut cards and at most 8 events, so a pile is a set of places in one machine word: six bits a
//! nut (three 1s, two 2s, one 3), then one bit an event. Cards of equal face are the same card: its copies fill
//! their bits from the lowest, so that equal piles are equal words.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use strum::IntoStaticStr;
use table::{BadText, Rng, nature::below};

use crate::events::MOST_EVENTS;

/// The five nuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[expect(missing_docs, reason = "a nut is a nut")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts"))]
pub enum Nut {
    Almond,
    Peanut,
    Walnut,
    Hazelnut,
    Acorn,
}

impl Nut {
    /// All nuts.
    pub const ALL: [Nut; 5] = [Nut::Almond, Nut::Peanut, Nut::Walnut, Nut::Hazelnut, Nut::Acorn];
}

/// How many nuts a card shows, 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", type = "1 | 2 | 3"))]
pub struct Number(u8);

impl Number {
    /// All numbers.
    pub const ALL: [Number; 3] = [Number(1), Number(2), Number(3)];

    /// The number of that value, if cards have it.
    pub const fn new(value: u8) -> Option<Number> {
        if value >= 1 && value <= 3 { Some(Number(value)) } else { None }
    }
}

/// The face of a nut card, written as in `peanut-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", type = "`${Nut}-${Number}`"))]
pub struct Card(u8);

impl Card {
    /// How many different faces there are.
    pub const FACES: usize = 15;

    /// The card with so many of that nut.
    pub const fn new(nut: Nut, number: Number) -> Card {
        Card(nut as u8 * 3 + number.0 - 1)
    }

    /// All faces, by nut and number.
    pub fn all() -> impl ExactSizeIterator<Item = Card> + Clone {
        (0..Card::FACES as u8).map(Card)
    }

    /// Its nut.
    pub const fn nut(self) -> Nut {
        Nut::ALL[(self.0 / 3) as usize]
    }

    /// Its number of nuts.
    pub const fn number(self) -> Number {
        Number::ALL[(self.0 % 3) as usize]
    }

    /// How many cards of this face the deck has: three 1s, two 2s, one 3 of every nut.
    pub const fn copies(self) -> u32 {
        3 - (self.0 % 3) as u32
    }

    /// The lowest bit of its face in a pile.
    #[inline]
    const fn bit(self) -> u32 {
        const FIRST: [u32; 3] = [0, 3, 5];
        self.0 as u32 / 3 * 6 + FIRST[(self.0 % 3) as usize]
    }

    /// All bits of its face in a pile.
    #[inline]
    const fn bits(self) -> u64 {
        ((1 << self.copies()) - 1) << self.bit()
    }
}

/// The place of an event in the event deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", as = "u8"))]
pub struct EventId(u8);

impl EventId {
    /// The event at that place, if an event deck can have it.
    pub const fn new(place: u8) -> Option<EventId> {
        if (place as usize) < MOST_EVENTS { Some(EventId(place)) } else { None }
    }

    /// Its place as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What comes off the draw pile, written as in `peanut-3` or `event-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", type = "Card | `event-${EventId}`"))]
pub enum Drawn {
    /// A nut card.
    Card(Card),
    /// An event.
    Event(EventId),
}

/// Cards and events in no order; a list in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nuts.ts", as = "Vec<Drawn>"))]
pub struct Cards(u64);

/// The lowest bit of each nut.
const NUTS: u64 = 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6 | 1;
const FIRST_EVENT: u32 = 30;

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);
    /// All 30 nut cards.
    pub const ALL_NUTS: Cards = Cards((1 << FIRST_EVENT) - 1);

    /// So many events, the first of the event deck.
    pub fn events(count: usize) -> Cards {
        debug_assert!(count <= MOST_EVENTS);
        Cards(((1 << count) - 1) << FIRST_EVENT)
    }

    /// How many cards there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many nuts the cards show in all.
    #[inline]
    pub fn nuts(self) -> u32 {
        // A bit of a 2 counts twice, a bit of a 3 three times.
        (self.0 & (NUTS * 0b10_0111)).count_ones() + 2 * (self.0 & (NUTS * 0b11_1000)).count_ones()
    }

    /// How many cards of a face there are.
    #[inline]
    pub fn count(self, card: Card) -> u32 {
        (self.0 & card.bits()).count_ones()
    }

    /// Whether there is a card of that face, or that event.
    #[inline]
    pub fn has(self, drawn: impl Into<Drawn>) -> bool {
        match drawn.into() {
            Drawn::Card(card) => self.0 >> card.bit() & 1 == 1,
            Drawn::Event(event) => self.0 >> (FIRST_EVENT + u32::from(event.0)) & 1 == 1,
        }
    }

    /// Puts one more in; the deck must have that many.
    #[inline]
    pub fn add(&mut self, drawn: impl Into<Drawn>) {
        self.0 |= match drawn.into() {
            Drawn::Card(card) => {
                debug_assert!(self.count(card) < card.copies(), "the deck has no more {card}");
                (self.0 & card.bits()) << 1 | 1 << card.bit()
            }
            Drawn::Event(event) => 1 << (FIRST_EVENT + u32::from(event.0)),
        };
    }

    /// Takes one out; it must be there.
    #[inline]
    pub fn take(&mut self, drawn: impl Into<Drawn>) {
        let drawn = drawn.into();
        debug_assert!(self.has(drawn), "no {drawn} to take");
        self.0 &= match drawn {
            Drawn::Card(card) => !card.bits() | (self.0 & card.bits()) >> 1 & card.bits(),
            Drawn::Event(event) => !(1 << (FIRST_EVENT + u32::from(event.0))),
        };
    }

    /// What both piles have: of each face as many as the smaller count.
    #[must_use]
    pub fn common(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// Takes all cards of another pile out if they are all there, and says whether they were.
    #[must_use]
    pub fn take_all(&mut self, other: Cards) -> bool {
        let there = self.common(other) == other;
        if there {
            other.iter().for_each(|drawn| self.take(drawn));
        }
        there
    }

    /// Puts all cards of another pile in if the deck has that many, and says whether it has.
    #[must_use]
    pub fn add_all(&mut self, other: Cards) -> bool {
        let fits = Card::all().all(|card| self.count(card) + other.count(card) <= card.copies())
            && (self.0 & other.0) >> FIRST_EVENT == 0;
        if fits {
            other.iter().for_each(|drawn| self.add(drawn));
        }
        fits
    }

    /// The k-th card, sorted by face.
    #[inline]
    pub fn nth(self, k: usize) -> Drawn {
        drawn_at(nth_bit(self.0, k))
    }

    /// One of the cards at random, each equally likely; there must be one.
    #[inline]
    pub fn draw(self, rng: &mut (impl Rng + ?Sized)) -> Drawn {
        self.nth(below(rng, self.len() as u32) as usize)
    }

    /// All cards, sorted by face.
    pub fn iter(self) -> impl Iterator<Item = Drawn> + Clone {
        (0..self.len()).map(move |k| self.nth(k))
    }

    /// All nut cards, sorted by face.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        self.iter().filter_map(|drawn| if let Drawn::Card(card) = drawn { Some(card) } else { None })
    }

    /// The different nut cards.
    #[inline]
    pub(crate) fn faces(self) -> Faces {
        Faces(self.0 & (NUTS * 0b10_1001))
    }

    /// The different pairs of cards with the same nut.
    #[inline]
    pub(crate) fn pairs(self) -> Pairs {
        let has = |bit: u32| self.0 >> bit & NUTS;
        // The bits of a nut are 1 1 1 2 2 3; there is one 3 only.
        let (one, two_ones, two, two_twos, three) = (has(0), has(1), has(3), has(4), has(5));
        Pairs(two_ones | (one & two) << 1 | (one & three) << 2 | two_twos << 3 | (two & three) << 4)
    }
}

/// The bit of the k-th one in a word.
#[inline]
fn nth_bit(mut word: u64, k: usize) -> u32 {
    for _ in 0..k {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros()
}

#[inline]
fn drawn_at(bit: u32) -> Drawn {
    const NUMBER: [u8; 6] = [0, 0, 0, 1, 1, 2];
    match bit.checked_sub(FIRST_EVENT) {
        None => Drawn::Card(Card((bit / 6 * 3) as u8 + NUMBER[bit as usize % 6])),
        Some(event) => Drawn::Event(EventId(event as u8)),
    }
}

/// Different nut cards.
#[derive(Clone, Copy, Default)]
pub(crate) struct Faces(u64);

impl Faces {
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(crate) fn nth(self, k: usize) -> Card {
        match drawn_at(nth_bit(self.0, k)) {
            Drawn::Card(card) => card,
            Drawn::Event(_) => unreachable!("events have no face bits"),
        }
    }
}

/// Different pairs of cards with the same nut; the five bits of a nut are 1+1, 1+2, 1+3, 2+2, 2+3.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pairs(u64);

impl Pairs {
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(crate) fn nth(self, k: usize) -> [Card; 2] {
        const NUMBERS: [[u8; 2]; 5] = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]];
        let bit = nth_bit(self.0, k);
        NUMBERS[bit as usize % 6].map(|number| Card((bit / 6 * 3) as u8 + number))
    }
}

impl From<Card> for Drawn {
    fn from(card: Card) -> Drawn {
        Drawn::Card(card)
    }
}

impl From<EventId> for Drawn {
    fn from(event: EventId) -> Drawn {
        Drawn::Event(event)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut all = Cards::EMPTY;
        cards.into_iter().for_each(|card| all.add(card));
        all
    }
}

impl TryFrom<u8> for Number {
    type Error = String;
    fn try_from(value: u8) -> Result<Number, String> {
        Number::new(value).ok_or_else(|| format!("{value} is not on any card; cards show 1 to 3 nuts"))
    }
}

impl From<Number> for u8 {
    fn from(number: Number) -> u8 {
        number.0
    }
}

impl TryFrom<u8> for EventId {
    type Error = String;
    fn try_from(place: u8) -> Result<EventId, String> {
        EventId::new(place)
            .ok_or_else(|| format!("there is no event {place}; an event deck has at most {MOST_EVENTS}"))
    }
}

impl From<EventId> for u8 {
    fn from(event: EventId) -> u8 {
        event.0
    }
}

impl fmt::Display for Nut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.into())
    }
}

impl FromStr for Nut {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Nut, BadText> {
        let nut = Nut::ALL.into_iter().find(|nut| text == Into::<&str>::into(nut));
        nut.ok_or_else(|| BadText::new(text, "a nut is `almond`, `peanut`, `walnut`, `hazelnut` or `acorn`"))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Number {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Number, BadText> {
        let number = Number::ALL.into_iter().find(|number| text == ["1", "2", "3"][number.0 as usize - 1]);
        number.ok_or_else(|| BadText::new(text, "a number is 1, 2 or 3"))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.nut(), self.number())
    }
}

impl FromStr for Card {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Card, BadText> {
        let card = text
            .split_once('-')
            .and_then(|(nut, number)| Some(Card::new(nut.parse().ok()?, number.parse().ok()?)));
        card.ok_or_else(|| BadText::new(text, "a card is a nut and its number, as in `peanut-3`"))
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event-{}", self.0)
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::Card(card) => card.fmt(f),
            Drawn::Event(event) => event.fmt(f),
        }
    }
}

impl FromStr for Drawn {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Drawn, BadText> {
        let Some(place) = text.strip_prefix("event-") else { return text.parse().map(Drawn::Card) };
        let event = (0..MOST_EVENTS as u8).find(|event| place.len() == 1 && place == event.to_string());
        let event = event.and_then(EventId::new);
        event.map(Drawn::Event).ok_or_else(|| BadText::new(text, "an event is `event-0` to `event-7`"))
    }
}

macro_rules! text_in_json {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

text_in_json!(Card);
text_in_json!(Drawn);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let mut all = Cards::EMPTY;
        for drawn in Vec::<Drawn>::deserialize(deserializer)? {
            let mut one = Cards::EMPTY;
            one.add(drawn);
            if !all.add_all(one) {
                return Err(D::Error::custom(format!("the deck has no more than {} {drawn}", all.len())));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_three_1s_two_2s_and_one_3_of_each_nut() {
        let deck = Cards::ALL_NUTS;
        assert_eq!((deck.len(), deck.nuts()), (30, 50));
        for card in Card::all() {
            assert_eq!(deck.count(card), 4 - u32::from(u8::from(card.number())), "{card}");
        }
        assert_eq!(deck.faces().len(), 15);
        assert_eq!(deck.pairs().len(), 25, "1+1, 1+2, 1+3, 2+2 and 2+3 of five nuts");
    }

    #[test]
    fn cards_put_in_and_taken_out_in_any_order_make_the_same_pile() {
        let pile: Cards = ["acorn-1", "acorn-1", "walnut-2"].iter().map(|c| c.parse().unwrap()).collect();
        let mut other = Cards::ALL_NUTS;
        for card in Card::all() {
            while other.count(card) > pile.count(card) {
                other.take(card);
            }
        }
        assert_eq!(pile, other);
        assert_eq!(serde_json::to_string(&pile).unwrap(), r#"["walnut-2","acorn-1","acorn-1"]"#);
        assert_eq!(pile.nuts(), 4);
    }

    #[test]
    fn a_list_of_more_cards_than_the_deck_has_is_refused() {
        assert!(serde_json::from_str::<Cards>(r#"["acorn-3","acorn-3"]"#).is_err());
        assert!(serde_json::from_str::<Cards>(r#"["event-1","event-1"]"#).is_err());
        assert!(serde_json::from_str::<Cards>(r#"["event-1","acorn-3"]"#).is_ok());
    }

    #[test]
    fn pairs_are_all_two_cards_of_one_nut() {
        for bits in 0..1u64 << 6 {
            let hand: Cards = (0..6)
                .filter(|bit| bits >> bit & 1 == 1)
                .map(|bit| Cards::ALL_NUTS.cards().nth(6 + bit).unwrap())
                .collect();
            let cards: Vec<_> = hand.cards().collect();
            let mut pairs: Vec<_> = (0..cards.len())
                .flat_map(|b| (0..b).map(move |a| (a, b)))
                .map(|(a, b)| [cards[a], cards[b]])
                .collect();
            pairs.sort();
            pairs.dedup();
            let mut listed: Vec<_> = (0..hand.pairs().len()).map(|k| hand.pairs().nth(k)).collect();
            listed.sort();
            assert_eq!(listed, pairs);
        }
    }
}
