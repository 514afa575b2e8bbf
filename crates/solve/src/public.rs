//! What everybody knows: turn, numbers of cards, and the last few Bids, read in classes.
//!
//! A Bid on a Stack of `n` cards is `LOW` when `n` cards without a negative one are always worth more, `HIGH` when `n`
//! cards are never worth so much, and otherwise it is itself. A solved strategy reads Bids only so; it never makes a low
//! Bid, its only high Bid is 99, and it never bids above a high Bid.

use crate::deck::Deck;

/// The class of Bids that only a Stack with a negative card could be worth.
pub const LOW: u8 = 0;
/// The class of Bids that cannot be true.
pub const HIGH: u8 = 100;
/// The highest Bid.
pub const MOST_BID: i32 = stacks::MOST_BID as i32;
/// The most Bids a strategy can remember.
pub const MOST_MEMORY: usize = 7;

/// A play as a strategy remembers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// Whether both cards were played.
    pub both: bool,
    /// The class of the Bid.
    pub class: u8,
}

/// A public situation: somebody is about to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// The turn, counted from 1; the opener has the odd ones.
    pub turn: u8,
    /// The number of cards on each Stack, the opener's first.
    pub cards: [u8; 2],
    /// Who has played both cards once, and holds none since.
    pub doubled: [bool; 2],
    /// The Bid to beat: below -99 before the first, and the most it can be where only its class is known.
    pub beat: i32,
    /// The Bid that the last one had to beat.
    pub beaten: i32,
    memory: u8,
    known: u8,
    plays: [Play; MOST_MEMORY],
}

impl Public {
    /// The beginning of a round, for strategies that remember so many Bids.
    pub fn new(memory: usize) -> Public {
        assert!(
            (1..=MOST_MEMORY).contains(&memory),
            "strategies remember 1 to {MOST_MEMORY} Bids, not {memory}"
        );
        let beat = -MOST_BID - 1;
        let plays = [Play::default(); MOST_MEMORY];
        Public {
            turn: 1,
            cards: [0; 2],
            doubled: [false; 2],
            beat,
            beaten: beat,
            memory: memory as u8,
            known: 0,
            plays,
        }
    }

    /// Who is about to draw: 0 is the opener.
    pub fn mover(&self) -> usize {
        usize::from(self.turn - 1) % 2
    }

    /// The plays that are remembered, the latest first.
    pub fn plays(&self) -> &[Play] {
        &self.plays[..usize::from(self.known)]
    }

    /// The last play, if there is one.
    pub fn last(&self) -> Option<Play> {
        self.plays().first().copied()
    }

    /// Whether the next draw would empty the deck: then the mover can only call or let the round end.
    pub fn is_last(&self, deck: &Deck) -> bool {
        self.turn > deck.last_turn()
    }

    /// The classes the mover may bid in with one more card on the Stack, or two.
    pub fn classes(&self, deck: &Deck, both: bool) -> Vec<u8> {
        let mover = self.mover();
        if self.is_last(deck) || (both && self.doubled[mover]) {
            return Vec::new();
        }
        let cards = self.cards[mover] + 1 + u8::from(both);
        let (least, most) = (deck.least(cards), deck.most(cards));
        let low = (self.beat < least - 1).then_some(LOW);
        let high = (self.beat < MOST_BID).then_some(HIGH);
        low.into_iter().chain((least.max(self.beat + 1)..=most).map(|bid| bid as u8)).chain(high).collect()
    }

    /// The situation after a play in one of these classes.
    pub fn after(&self, deck: &Deck, both: bool, class: u8) -> Public {
        let mover = self.mover();
        let mut next = *self;
        next.turn += 1;
        next.cards[mover] += 1 + u8::from(both);
        next.doubled[mover] |= both;
        next.beaten = self.beat;
        next.beat = match class {
            LOW => deck.least(next.cards[mover]) - 1,
            HIGH => MOST_BID,
            bid => bid.into(),
        };
        next.plays.copy_within(..MOST_MEMORY - 1, 1);
        next.plays[0] = Play { both, class };
        next.known = (self.known + 1).min(self.memory);
        next.plays[usize::from(next.known)..].fill(Play::default());
        next
    }

    /// The class of a Bid on a Stack of so many cards.
    pub fn class_of(deck: &Deck, cards: u8, bid: i32) -> u8 {
        match bid {
            _ if bid < deck.least(cards) => LOW,
            _ if bid > deck.most(cards) => HIGH,
            bid => bid as u8,
        }
    }

    /// What a strategy reads of the situation, as a number.
    pub fn key(&self) -> u64 {
        key(self.turn, self.doubled, self.plays())
    }

    /// That number for remembered plays, the latest first, if there can be so many.
    pub fn recalled(turn: u8, doubled: [bool; 2], plays: &[Play]) -> Option<u64> {
        (turn < 16 && plays.len() <= MOST_MEMORY).then(|| key(turn, doubled, plays))
    }

    /// Whether a low last Bid could have been the worth of this Stack, and whether it could have been another number.
    pub fn low_choices(&self, sum: i32) -> (bool, bool) {
        let truth = sum > self.beaten && sum <= self.beat;
        (truth, self.beat - self.beaten > i32::from(truth))
    }
}

fn key(turn: u8, doubled: [bool; 2], plays: &[Play]) -> u64 {
    let flags = u64::from(doubled[0]) | u64::from(doubled[1]) << 1;
    let head = u64::from(turn) | flags << 4;
    let play = |play: &Play| u64::from(play.class) | u64::from(play.both) << 7;
    plays.iter().enumerate().fold(head, |key, (n, one)| key | play(one) << (6 + 8 * n))
}
