//! What attentive people at the table remember of hidden cards.
//!
//! Memory watches the table from outside: the rules do not know of it, and nothing in it changes what may be done.
//! After every event that shows something it looks at what happened and at the table before and after.
//!
//! Every card that leaves a hand is seen by all: stashed, shared, stolen, dropped or lost. Cards of equal face
//! cannot be told apart, so whoever knows of two such cards in a hand knows of one when one has left.

use serde::{Deserialize, Serialize};
use table::{PerSeat, Seat};

use crate::{
    cards::{Card, Cards, Drawn},
    moves::{Guess, Lot},
    state::{JustSeen, Phase, State},
};

/// What is remembered of the hands and of the pile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Of each hand, the cards that all have seen come into it: shared or stolen.
    #[serde(rename = "open")]
    pub(crate) seen_by_all: PerSeat<Cards>,
    /// Of each Squirrel's hand, what only the other Squirrels have seen beyond that.
    #[serde(rename = "shown")]
    pub(crate) shown_to_squirrels: PerSeat<Cards>,
    /// Of each hand, the guesses for which it surely holds a card that proves them wrong.
    pub(crate) doubts: PerSeat<Doubts>,
    /// What the batch on top of the draw pile was made of when it was dropped; nothing for the shuffled pile.
    #[serde(rename = "batch")]
    pub(crate) top_batch: Cards,
    /// What each seat has drawn from that batch.
    #[serde(rename = "drawn")]
    pub(crate) drawn_from_batch: PerSeat<Cards>,
    /// How many cards of that batch each hand surely still holds, not counting those seen by all.
    #[serde(rename = "kept")]
    pub(crate) kept_from_batch: PerSeat<u8>,
}

impl State {
    /// Everybody has seen that a seat drew, and an event that came up; `was_last` of a batch or of the pile.
    #[inline]
    pub(crate) fn remember_draw(&mut self, seat: Seat, drawn: Drawn, was_last: bool) {
        if let Drawn::Card(card) = drawn {
            self.memory.draws(seat, card);
        }
        self.remember_pile(was_last);
    }

    /// Everybody has seen a card slip out of a hand; `was_spent` tells that the pile was empty before.
    #[inline]
    pub(crate) fn remember_loss(&mut self, seat: Seat, card: Card, was_spent: bool) {
        self.memory.leaves(seat, card);
        self.remember_pile(was_spent && !self.pile.is_empty());
    }

    /// Everybody has seen a card shared; `was_spent` tells that the pile was empty before.
    #[inline]
    pub(crate) fn remember_share(&mut self, from: Seat, card: Card, to: Seat, was_spent: bool) {
        self.memory.changes_hands(from, card, to);
        self.remember_pile(was_spent && !self.pile.is_empty());
    }

    /// Everybody knows which hands fell, and whether another batch is on top of the pile now.
    #[inline]
    fn remember_pile(&mut self, a_batch_came_up: bool) {
        if let JustSeen::Fell(_) = self.just_seen {
            Seat::all(self.hands.len())
                .filter(|seat| self.hands[*seat].is_empty())
                .for_each(|seat| self.memory.is_emptied(seat));
        }
        if a_batch_came_up {
            self.memory.comes_up(self.pile.top);
        }
    }
}

impl Memory {
    pub(crate) fn new(seats: usize) -> Memory {
        Memory {
            seen_by_all: PerSeat::new(seats),
            shown_to_squirrels: PerSeat::new(seats),
            doubts: PerSeat::new(seats),
            top_batch: Cards::EMPTY,
            drawn_from_batch: PerSeat::new(seats),
            kept_from_batch: PerSeat::new(seats),
        }
    }

    /// A seat draws a nut card; only draws from a dropped batch tell anything.
    #[inline]
    fn draws(&mut self, hand: Seat, card: Card) {
        if !self.top_batch.is_empty() {
            self.drawn_from_batch[hand].add(card);
            self.kept_from_batch[hand] += 1;
        }
    }

    /// A card leaves a hand in sight of all.
    #[inline]
    fn leaves(&mut self, hand: Seat, card: Card) {
        self.doubts[hand].leaves(card);
        if self.seen_by_all[hand].has(card) {
            self.seen_by_all[hand].take(card);
            return;
        }
        if self.shown_to_squirrels[hand].has(card) {
            self.shown_to_squirrels[hand].take(card);
        }
        if self.top_batch.has(card) {
            self.kept_from_batch[hand] = self.kept_from_batch[hand].saturating_sub(1);
        }
    }

    /// Cards go face up on a stash.
    #[inline]
    pub(crate) fn sees_stashed(&mut self, hand: Seat, lot: Lot) {
        lot.cards().for_each(|card| self.leaves(hand, card));
    }

    /// A card goes from hand to hand in sight of all.
    #[inline]
    fn changes_hands(&mut self, from: Seat, card: Card, to: Seat) {
        self.leaves(from, card);
        self.seen_by_all[to].add(card);
    }

    /// A right guess moves the laid card; a wrong one tells all what it is not.
    #[inline]
    pub(crate) fn sees_guess(&mut self, raccoon: Seat, guess: Guess, phase: Phase, laid: Option<Card>) {
        let (Phase::Guess(robbed), Some(card)) = (phase, laid) else { return };
        if guess.is_right(card) {
            self.changes_hands(robbed, card, raccoon);
        } else {
            self.doubts[robbed].add(guess);
        }
    }

    /// A Squirrel shows a card to the others; it may be one they already know.
    #[inline]
    pub(crate) fn is_shown(&mut self, hand: Seat, card: Card) {
        if !self.seen_by_all[hand].has(card) && !self.shown_to_squirrels[hand].has(card) {
            self.shown_to_squirrels[hand].add(card);
        }
    }

    /// A hand holds nothing any more.
    fn is_emptied(&mut self, hand: Seat) {
        self.seen_by_all[hand] = Cards::EMPTY;
        self.shown_to_squirrels[hand] = Cards::EMPTY;
        self.doubts[hand] = Doubts::default();
        self.kept_from_batch[hand] = 0;
    }

    /// Another batch, dropped in sight of all, is now on top of the pile; or there is none.
    fn comes_up(&mut self, batch: Cards) {
        let seats = self.kept_from_batch.len();
        self.top_batch = batch;
        self.drawn_from_batch = PerSeat::new(seats);
        self.kept_from_batch = PerSeat::new(seats);
    }
}

/// A set of guesses; a list in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Guess>", into = "Vec<Guess>")]
pub struct Doubts(u8);

impl Doubts {
    /// Whether a hand holds, for each guess, a card that proves it wrong.
    pub fn fit(self, hand: Cards) -> bool {
        self.iter().all(|guess| hand.cards().any(|card| !guess.is_right(card)))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The guesses.
    pub fn iter(self) -> impl Iterator<Item = Guess> + Clone {
        Guess::all().enumerate().filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, guess)| guess)
    }

    #[inline]
    fn add(&mut self, guess: Guess) {
        self.0 |= 1 << guess.index();
    }

    /// Forgets what the card that leaves may have proved.
    #[inline]
    fn leaves(&mut self, card: Card) {
        self.0 &= 1 << Guess::Nut(card.nut()).index() | 1 << Guess::Number(card.number()).index();
    }
}

impl From<Vec<Guess>> for Doubts {
    fn from(guesses: Vec<Guess>) -> Doubts {
        let mut doubts = Doubts::default();
        guesses.into_iter().for_each(|guess| doubts.add(guess));
        doubts
    }
}

impl From<Doubts> for Vec<Guess> {
    fn from(doubts: Doubts) -> Vec<Guess> {
        doubts.iter().collect()
    }
}
