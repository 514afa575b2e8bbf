//! Where all cards are.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use strum::Display;
use table::{BadTable, Bag, PerSeat, Seat, Seating};

use crate::{
    cards::Card,
    piles::{Cards, Discards, MOST_STACKS, Stack},
};

/// The face-down deck: how many of each card are left, in no order.
pub type Deck = Bag<4>;

/// How many cards of each colour and number the deck has.
pub const COPIES: u8 = 3;

/// How many Roll cards the deck has.
pub const ROLLS: u8 = 18;

/// How many Switch cards the deck has.
pub const SWITCHES: u8 = 12;

/// What a host can choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub struct Options {
    /// Who has the first turn; nature draws a seat when nobody is named.
    pub first: Option<Seat>,
    /// Whether a rolled star costs the whole Bench.
    pub riskier_star: bool,
    /// Whether a game of two keeps its Switch cards, which then go straight to the discard pile.
    pub two_player_switches: bool,
    /// How many cards of the deck stay unplayed, for a shorter game.
    pub unplayed: u8,
}

impl Options {
    /// The most cards that can stay unplayed: a game of two without Switch cards still plays eighteen.
    pub const MOST_UNPLAYED: u8 = 90;

    pub(crate) fn check(&self, seating: &Seating) -> Result<(), BadTable> {
        let seats = seating.seats();
        if let Some(seat) = self.first.filter(|seat| seat.index() >= seats) {
            let problem =
                format!("{seat} is not at a table of {seats}; name seat 0 to {} or null", seats - 1);
            return Err(BadTable::Option { key: "first", problem });
        }
        BadTable::check_range(
            "unplayed",
            self.unplayed,
            0..=Self::MOST_UNPLAYED,
            "leave too few to play with",
        )
    }

    /// The full deck of a table with so many seats.
    pub(crate) fn deck(&self, seats: usize) -> Deck {
        let switches = if seats == 2 && !self.two_player_switches { 0 } else { SWITCHES };
        let count = |kind| match Card::at(kind) {
            Card::Number(..) => COPIES,
            Card::Roll => ROLLS,
            Card::Switch => switches,
        };
        Deck::of(&std::array::from_fn::<_, { Card::KINDS }, _>(count)).expect("120 cards fit a bag")
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Phase {
    /// Nature draws who has the first turn.
    Begin,
    /// The seat whose turn it is draws a card or banks a colour.
    Start,
    /// A card is drawn from the deck.
    Draw,
    /// The seat whose turn it is plays this card to a stack.
    Place(Card),
    /// The seat whose turn it is draws another card or stops.
    Choose,
    /// The seat whose turn it is has pushed too far and rolls the die.
    TooFar,
    /// This seat collects a stack.
    Collect(Seat),
    /// This seat has collected a Roll card and rolls the die.
    Roll(Seat),
    /// No card is left to draw and the last turn is finished.
    Over,
}

/// The way stacks are collected around the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "push.ts"))]
pub enum Direction {
    /// From the left neighbour on.
    Clockwise,
    /// From the right neighbour on.
    CounterClockwise,
}

/// A table of Push.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) seating: Seating,
    pub(crate) deck: Deck,
    pub(crate) discards: Discards,
    pub(crate) stacks: ArrayVec<Stack, MOST_STACKS>,
    /// How many Switch cards lie beside the discard pile this turn.
    pub(crate) switches: u8,
    pub(crate) bench: PerSeat<Cards>,
    pub(crate) banked: PerSeat<Cards>,
    /// Whose turn it is; seat 0 before it is known who begins.
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
}

impl State {
    /// What the host chose.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What happens next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; seat 0 before it is known who begins.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What is left in the deck: number cards by colour and number, then Roll, then Switch.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many cards of the deck can still be drawn.
    #[inline]
    pub fn to_draw(&self) -> usize {
        self.deck.len().saturating_sub(self.options.unplayed.into())
    }

    /// The discard pile.
    pub fn discards(&self) -> &Discards {
        &self.discards
    }

    /// The stacks in the middle.
    pub fn stacks(&self) -> &[Stack] {
        &self.stacks
    }

    /// How many Switch cards were laid aside this turn.
    pub fn switches(&self) -> u8 {
        self.switches
    }

    /// The face-up cards of a seat.
    pub fn bench(&self, seat: Seat) -> &Cards {
        &self.bench[seat]
    }

    /// The safe, face-down cards of a seat.
    pub fn banked(&self, seat: Seat) -> &Cards {
        &self.banked[seat]
    }

    /// The sum of the numbers on all cards of a seat.
    pub fn points(&self, seat: Seat) -> i32 {
        self.bench[seat].points() + self.banked[seat].points()
    }
}
