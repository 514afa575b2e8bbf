//! What attentive people at the table remember of hidden cards.
//!
//! Every card that leaves a hand is seen by all: stashed, shared, stolen, dropped or lost. Cards of equal face
//! cannot be told apart, so whoever knows of two such cards in a hand knows of one when one has left.

use serde::{Deserialize, Serialize};
use table::{PerSeat, Seat};

use crate::{
    cards::{Card, Cards},
    moves::Guess,
};

/// What is remembered; nothing here changes what may be done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Of each hand, the cards that all have seen come into it: shared or stolen.
    pub(crate) open: PerSeat<Cards>,
    /// Of each Squirrel's hand, what only the other Squirrels have seen beyond that.
    pub(crate) shown: PerSeat<Cards>,
    /// Of each hand, the guesses for which it surely holds a card that proves them wrong.
    pub(crate) doubts: PerSeat<Doubts>,
    /// What the batch on top of the draw pile was made of when it was dropped; nothing for the shuffled pile.
    pub(crate) batch: Cards,
    /// What each seat has drawn from that batch.
    pub(crate) drawn: PerSeat<Cards>,
    /// How many cards of that batch each hand surely still holds, not counting open ones.
    pub(crate) kept: PerSeat<u8>,
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

impl Known {
    pub(crate) fn new(seats: usize) -> Known {
        Known {
            open: PerSeat::new(seats),
            shown: PerSeat::new(seats),
            doubts: PerSeat::new(seats),
            batch: Cards::EMPTY,
            drawn: PerSeat::new(seats),
            kept: PerSeat::new(seats),
        }
    }

    /// A card leaves a hand in sight of all.
    #[inline]
    pub(crate) fn leaves(&mut self, hand: Seat, card: Card) {
        self.doubts[hand].leaves(card);
        if self.open[hand].has(card) {
            self.open[hand].take(card);
            return;
        }
        if self.shown[hand].has(card) {
            self.shown[hand].take(card);
        }
        if self.batch.has(card) {
            self.kept[hand] = self.kept[hand].saturating_sub(1);
        }
    }

    /// All cards leave a hand in sight of all.
    #[inline]
    pub(crate) fn leaves_all(&mut self, hand: Seat) {
        self.open[hand] = Cards::EMPTY;
        self.shown[hand] = Cards::EMPTY;
        self.doubts[hand] = Doubts::default();
        self.kept[hand] = 0;
    }

    /// A card comes into a hand in sight of all.
    #[inline]
    pub(crate) fn arrives(&mut self, hand: Seat, card: Card) {
        self.open[hand].add(card);
    }

    /// A Squirrel shows a card to the others; it may be one they already know.
    #[inline]
    pub(crate) fn shows(&mut self, hand: Seat, card: Card) {
        if !self.open[hand].has(card) && !self.shown[hand].has(card) {
            self.shown[hand].add(card);
        }
    }

    /// The laid card is not what was guessed.
    #[inline]
    pub(crate) fn is_not(&mut self, hand: Seat, guess: Guess) {
        self.doubts[hand].add(guess);
    }

    /// A seat draws a nut card from the top batch.
    #[inline]
    pub(crate) fn draws(&mut self, hand: Seat, card: Card) {
        if !self.batch.is_empty() {
            self.drawn[hand].add(card);
            self.kept[hand] += 1;
        }
    }

    /// Another batch, dropped in sight of all, is now on top of the pile; or there is none.
    pub(crate) fn comes_up(&mut self, batch: Cards) {
        self.batch = batch;
        let seats = self.kept.len();
        self.drawn = PerSeat::new(seats);
        self.kept = PerSeat::new(seats);
    }
}
