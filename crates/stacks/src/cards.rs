//! Cards, the few a seat holds in hand, and piles of them.
//!
//! A card is nothing but its value: two cards of the same value are the same card. In JSON a card is its value
//! and every collection is a list of values in ascending order.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{Bag, Rng};

/// A card's value, -10 to 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i8", into = "i8")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts", as = "i8"))]
pub struct Card(i8);

impl Card {
    /// The highest value a card can have; the lowest is its opposite.
    pub const MOST: i8 = 10;
    /// The card that a caller who was wrong keeps.
    pub const MINUS_TEN: Card = Card(-10);

    /// The card of that value, if cards can have it.
    pub const fn new(value: i8) -> Option<Card> {
        if value >= -Self::MOST && value <= Self::MOST { Some(Card(value)) } else { None }
    }

    /// What it adds to a Stack.
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    fn at(kind: usize) -> Card {
        debug_assert!(kind <= 2 * Self::MOST as usize);
        Card(kind as i8 - Self::MOST)
    }

    fn kind(self) -> usize {
        (self.0 + Self::MOST) as usize
    }
}

impl TryFrom<i8> for Card {
    type Error = String;
    fn try_from(value: i8) -> Result<Card, String> {
        Card::new(value).ok_or_else(|| format!("{value} is not on any card; cards go from -10 to 10"))
    }
}

impl From<Card> for i8 {
    fn from(card: Card) -> i8 {
        card.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// At most two cards in ascending order: a hand, or what is played from it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts", as = "Vec<Card>"))]
pub struct Handful {
    // Places beyond `count` hold the default card, so that equal handfuls are equal byte for byte.
    cards: [Card; 2],
    count: u8,
}

impl Handful {
    /// The most cards a hand holds: one kept, one drawn.
    pub const MOST: usize = 2;

    /// One card.
    #[inline]
    pub fn one(card: Card) -> Handful {
        Handful { cards: [card, Card::default()], count: 1 }
    }

    /// Two cards.
    #[inline]
    pub fn two(a: Card, b: Card) -> Handful {
        Handful { cards: if a <= b { [a, b] } else { [b, a] }, count: 2 }
    }

    /// The cards of a list; `None` when they are more than two.
    pub fn of(cards: &[Card]) -> Option<Handful> {
        match *cards {
            [] => Some(Handful::default()),
            [card] => Some(Handful::one(card)),
            [a, b] => Some(Handful::two(a, b)),
            _ => None,
        }
    }

    /// Its cards in ascending order.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.count.into()]
    }

    /// How many cards it has.
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Whether it has no card.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// What its cards add up to.
    pub fn sum(&self) -> i32 {
        self.cards().iter().map(|card| card.value()).sum()
    }

    /// Adds a card; there must be room.
    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        *self = match *self.cards() {
            [] => Handful::one(card),
            [held] => Handful::two(held, card),
            _ => unreachable!("a hand of two is played from before the next draw"),
        };
    }

    /// What is left without these cards; `None` when they are not all there.
    #[inline]
    pub(crate) fn without(&self, played: &Handful) -> Option<Handful> {
        match (self.cards(), played.cards()) {
            (_, []) => Some(*self),
            (held, played) if held == played => Some(Handful::default()),
            ([a, b], [card]) if a == card => Some(Handful::one(*b)),
            ([a, b], [card]) if b == card => Some(Handful::one(*a)),
            _ => None,
        }
    }

    /// How many different plays a hand allows: each different card, and both together.
    #[inline]
    pub(crate) fn choices(&self) -> usize {
        match *self.cards() {
            [a, b] if a == b => 2,
            [_, _] => 3,
            _ => self.len(),
        }
    }

    /// The `n`-th of those plays.
    #[inline]
    pub(crate) fn choice(&self, n: usize) -> Handful {
        match n {
            _ if n + 1 == self.choices() => *self,
            n => Handful::one(self.cards[n]),
        }
    }
}

impl fmt::Debug for Handful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl TryFrom<Vec<Card>> for Handful {
    type Error = String;
    fn try_from(cards: Vec<Card>) -> Result<Handful, String> {
        Handful::of(&cards).ok_or_else(|| format!("{} cards; a hand has at most two", cards.len()))
    }
}

impl From<Handful> for Vec<Card> {
    fn from(handful: Handful) -> Vec<Card> {
        handful.cards().to_vec()
    }
}

/// A pile of cards in no order: a deck, or a Stack.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts", as = "Vec<Card>"))]
pub struct Cards {
    bag: Bag<3>,
    sum: i16,
}

impl Cards {
    /// How many cards of a value it has.
    pub fn count(&self, card: Card) -> u8 {
        self.bag.count(card.kind())
    }

    /// Whether it has a card of that value.
    pub fn has(&self, card: Card) -> bool {
        self.bag.has(card.kind())
    }

    /// How many cards it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.bag.len()
    }

    /// Whether it has no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bag.is_empty()
    }

    /// What its cards add up to.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.sum.into()
    }

    /// Its different values in ascending order, with how many cards there are of each.
    pub fn counts(&self) -> impl Iterator<Item = (Card, u8)> + Clone + use<> {
        self.bag.iter().map(|(kind, count)| (Card::at(kind), count))
    }

    /// Its cards in ascending order.
    pub fn cards(&self) -> impl Iterator<Item = Card> + Clone + use<> {
        self.bag.cards().map(Card::at)
    }

    /// One of its cards at random, each equally likely; it must have one.
    #[inline]
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Card {
        Card::at(self.bag.draw(rng))
    }

    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        self.add_many(card, 1);
    }

    #[inline]
    pub(crate) fn add_many(&mut self, card: Card, count: u8) {
        self.bag.add_many(card.kind(), count);
        self.sum += i16::from(card.0) * i16::from(count);
    }

    #[inline]
    pub(crate) fn take(&mut self, card: Card) {
        self.bag.take(card.kind());
        self.sum -= i16::from(card.0);
    }

    #[inline]
    pub(crate) fn take_all(&mut self, card: Card) -> u8 {
        let count = self.bag.take_all(card.kind());
        self.sum -= i16::from(card.0) * i16::from(count);
        count
    }

    #[inline]
    pub(crate) fn add_pile(&mut self, other: &Cards) {
        self.bag.add_bag(&other.bag);
        self.sum += other.sum;
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl FromIterator<Card> for Cards {
    /// Collects at most [`Bag::MOST`] cards.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut pile = Cards::default();
        cards.into_iter().for_each(|card| pile.add(card));
        pile
    }
}

impl TryFrom<Vec<Card>> for Cards {
    type Error = String;
    fn try_from(cards: Vec<Card>) -> Result<Cards, String> {
        if cards.len() > Bag::<3>::MOST {
            return Err(format!("{} cards; a pile has at most {}", cards.len(), Bag::<3>::MOST));
        }
        Ok(cards.into_iter().collect())
    }
}

impl From<Cards> for Vec<Card> {
    fn from(cards: Cards) -> Vec<Card> {
        cards.cards().collect()
    }
}
