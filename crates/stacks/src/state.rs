//! Where all cards are, what was bid, and how the round before ended.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{PerSeat, Seat, SeatSet, Seating};

use crate::{
    cards::{Cards, Handful},
    options::{Deck, Options},
};

/// The highest Bid; the lowest is its opposite.
pub const MOST_BID: i16 = 99;

/// The most plays of a round: each follows a draw, at least two cards are dealt, and the last draw ends the round.
pub const MOST_PLAYS: usize = Deck::MOST_CARDS - 3;

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub enum Phase {
    /// So many seats have been dealt their card of this round.
    Deal(u8),
    /// A card is drawn for the seat whose turn it is.
    Draw,
    /// That seat plays or folds; everyone else in the round may call the last play.
    Choose,
    /// A play was just made; these seats have not yet called it or let it pass.
    Window(SeatSet),
    /// Somebody has won.
    Over,
}

/// A play as everybody sees it: so many cards face down on the Stack, and a Bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct Play {
    /// Who played.
    pub seat: Seat,
    /// How many cards went onto the Stack.
    pub cards: u8,
    /// What the whole Stack is said to be worth.
    pub bid: i16,
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub enum Ending {
    /// A play was called.
    Call {
        /// By whom.
        caller: Seat,
        /// Whose play.
        accused: Seat,
        /// What was bid.
        bid: i16,
        /// Whether the Stack was worth exactly that.
        truth: bool,
    },
    /// The last card of the deck was drawn.
    EmptyDeck,
    /// Everybody else has folded.
    OneLeft {
        /// Who stayed in.
        seat: Seat,
    },
}

/// A round that has ended, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacks.ts"))]
pub struct RoundEnd {
    /// Which round, counted from 1.
    pub round: u32,
    /// Why it ended.
    pub ending: Ending,
    /// Who had folded.
    pub folded: SeatSet,
    /// The Stacks as they were revealed, before a Call moved any card.
    pub stacks: PerSeat<Cards>,
    /// The points each seat got.
    pub points: PerSeat<i32>,
}

/// A table of Stacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) seating: Seating,
    pub(crate) phase: Phase,
    pub(crate) scores: PerSeat<i32>,
    /// Which round this is, counted from 1.
    pub(crate) round: u32,
    /// The seats in the order they take turns in this round.
    pub(crate) order: PerSeat<Seat>,
    /// The place in that order of the seat whose turn it is.
    pub(crate) at: u8,
    /// The seats that have not folded in this round.
    pub(crate) still_in: SeatSet,
    /// What is left of the deck, in no order.
    pub(crate) deck: Cards,
    pub(crate) hands: PerSeat<Handful>,
    pub(crate) stacks: PerSeat<Cards>,
    /// The plays of this round; each Bid is higher than the one before.
    #[serde(rename = "bids")]
    pub(crate) plays: ArrayVec<Play, MOST_PLAYS>,
    /// The number of the last play, counted over the whole game from 1; 0 before the first.
    #[serde(rename = "plays")]
    pub(crate) play_number: u32,
    pub(crate) last_round: Option<RoundEnd>,
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

    /// The points of each seat.
    pub fn scores(&self) -> &PerSeat<i32> {
        &self.scores
    }

    /// Which round this is, counted from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The seats in the order they take turns in this round.
    pub fn order(&self) -> &[Seat] {
        &self.order
    }

    /// Whose turn it is; in a window it is the seat that just played.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat_at(self.at)
    }

    /// The seat at a place of the turn order.
    #[inline]
    pub(crate) fn seat_at(&self, place: u8) -> Seat {
        self.order()[usize::from(place)]
    }

    /// The place in the turn order of the next seat of a set after the one whose turn it is.
    #[inline]
    pub(crate) fn next_of(&self, seats: SeatSet) -> u8 {
        let mut at = self.at;
        loop {
            at = if usize::from(at) + 1 == self.order.len() { 0 } else { at + 1 };
            if seats.has(self.seat_at(at)) || at == self.at {
                return at;
            }
        }
    }

    /// The seats that have not folded in this round.
    pub fn still_in(&self) -> SeatSet {
        self.still_in
    }

    /// What is left of the deck.
    pub fn deck(&self) -> &Cards {
        &self.deck
    }

    /// The cards in a seat's hand.
    pub fn hand(&self, seat: Seat) -> &Handful {
        &self.hands[seat]
    }

    /// A seat's Stack.
    pub fn stack(&self, seat: Seat) -> &Cards {
        &self.stacks[seat]
    }

    /// The plays of this round, in order.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// The play that can be called, if there is one.
    #[inline]
    pub fn last_play(&self) -> Option<&Play> {
        self.plays.last()
    }

    /// The number of the last play, counted over the whole game from 1; 0 before the first.
    pub fn play_number(&self) -> u32 {
        self.play_number
    }

    /// How the round before this one ended.
    pub fn last_round(&self) -> Option<&RoundEnd> {
        self.last_round.as_ref()
    }
}
