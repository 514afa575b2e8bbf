//! How cards lie: in stacks in the middle, by colour in front of a seat, and on the discard pile.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Colour, Number};

/// The most stacks a turn can make.
pub const MOST_STACKS: usize = 3;

/// The most cards a stack can hold: one of each colour and a Roll card.
pub const MOST_IN_STACK: usize = Colour::COUNT + 1;

/// A stack in the middle of the table, in the order it was played; a list of cards in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Card>", into = "Vec<Card>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts", as = "Vec<Card>"))]
pub struct Stack {
    cards: ArrayVec<Card, MOST_IN_STACK>,
    marks: u16,
}

impl Stack {
    /// Its cards, the first one played first.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Whether a card may be played to it: no card in it has the same number, the same colour or is also a Roll.
    #[inline]
    pub fn takes(&self, card: Card) -> bool {
        self.marks & card.marks() == 0
    }

    #[inline]
    pub(crate) fn play(&mut self, card: Card) {
        self.marks |= card.marks();
        self.cards.push(card);
    }

    /// Whether there is a Roll card in it.
    #[inline]
    pub fn has_roll(&self) -> bool {
        !self.takes(Card::Roll)
    }
}

impl TryFrom<Vec<Card>> for Stack {
    type Error = String;
    fn try_from(cards: Vec<Card>) -> Result<Stack, String> {
        let mut stack = Stack::default();
        for card in cards {
            if card == Card::Switch || !stack.takes(card) {
                return Err(format!("{card} cannot lie in a stack with what is in it already"));
            }
            stack.play(card);
        }
        Ok(stack)
    }
}

impl From<Stack> for Vec<Card> {
    fn from(stack: Stack) -> Vec<Card> {
        stack.cards.to_vec()
    }
}

/// Number cards sorted by colour: for each colour how many cards of 1, 2, 3, 4, 5 and 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub struct Cards([[u8; Number::COUNT]; Colour::COUNT]);

impl Cards {
    /// How many cards of a colour and number.
    pub fn count(&self, colour: Colour, number: Number) -> u8 {
        self.0[colour.index()][number.index()]
    }

    /// How many cards of 1 to 6 of a colour.
    pub fn of(&self, colour: Colour) -> [u8; Number::COUNT] {
        self.0[colour.index()]
    }

    /// Whether there is any card of a colour.
    #[inline]
    pub fn has(&self, colour: Colour) -> bool {
        self.0[colour.index()] != [0; Number::COUNT]
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.0.iter().flatten().map(|count| usize::from(*count)).sum()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        *self == Cards::default()
    }

    /// The sum of the numbers on them.
    pub fn points(&self) -> i32 {
        self.iter().map(|(_, number, count)| i32::from(u8::from(number)) * i32::from(count)).sum()
    }

    /// The cards that are there, with their counts, by colour and number.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, Number, u8)> {
        let all = Colour::ALL.iter().flat_map(|colour| Number::all().map(|number| (*colour, number)));
        all.map(|(colour, number)| (colour, number, self.count(colour, number))).filter(|(.., n)| *n > 0)
    }

    #[inline]
    pub(crate) fn add(&mut self, colour: Colour, number: Number) {
        self.0[colour.index()][number.index()] += 1;
    }

    /// Moves all cards of a colour to another place.
    #[inline]
    pub(crate) fn give(&mut self, colour: Colour, to: &mut Cards) {
        let given = std::mem::take(&mut self.0[colour.index()]);
        for (count, more) in to.0[colour.index()].iter_mut().zip(given) {
            *count += more;
        }
    }
}

/// The discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub struct Discards {
    /// Number cards by colour.
    pub cards: Cards,
    /// Roll cards.
    pub rolls: u8,
    /// Switch cards.
    pub switches: u8,
}

impl Discards {
    /// How many cards lie there.
    pub fn len(&self) -> usize {
        self.cards.len() + usize::from(self.rolls) + usize::from(self.switches)
    }

    /// Whether nothing has been discarded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        match card {
            Card::Number(colour, number) => self.cards.add(colour, number),
            Card::Roll => self.rolls += 1,
            Card::Switch => self.switches += 1,
        }
    }
}
