//! Where a strategy keeps what it knows of each situation.
//!
//! A row is a public situation as far as it is remembered. It holds, for each action, a number for each private state;
//! those of an action lie side by side.

use std::collections::HashMap;

use crate::{
    deck::Deck,
    private::{NONE, Privates},
    public::Public,
};

/// The action that folds; where the next draw would end the round, the one that lets it end.
pub const PASS: usize = 0;
/// The action that calls.
pub const CALL: usize = 1;

/// The actions of a row: pass, call, then the lower card with each class, the higher card with each, and both with each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its place among all rows.
    pub number: usize,
    /// The situation.
    pub public: Public,
    /// Where its numbers begin.
    pub offset: usize,
    /// How many private states it has.
    pub states: usize,
    /// The classes that may be bid with one card, and with both.
    pub classes: [Vec<u8>; 2],
}

impl Row {
    fn new(deck: &Deck, privates: &Privates, public: Public, number: usize, offset: usize) -> Row {
        let (cards, doubled) = (public.cards[public.mover()], public.doubled[public.mover()]);
        let states = match public.is_last(deck) {
            true => privates.before(cards, doubled).states.len(),
            false => privates.after(cards, doubled).states.len(),
        };
        Row { number, public, offset, states, classes: [false, true].map(|both| public.classes(deck, both)) }
    }

    /// How many ways there are to lay cards.
    pub fn choices(&self) -> usize {
        match () {
            () if self.classes[0].is_empty() => 0,
            () if self.classes[1].is_empty() => 1,
            () => 3,
        }
    }

    /// How many actions there are, some of which only some private states have.
    pub fn actions(&self) -> usize {
        2 + if self.choices() == 3 {
            2 * self.classes[0].len() + self.classes[1].len()
        } else {
            self.classes[0].len()
        }
    }

    /// The action that lays cards by a choice (the lower, the higher, both) and bids in the `n`-th class.
    pub fn action(&self, choice: usize, n: usize) -> usize {
        2 + choice * self.classes[0].len() + n
    }

    /// Which choice and class an action is, unless it passes or calls.
    pub fn choice_of(&self, action: usize) -> Option<(usize, u8)> {
        let one = self.classes[0].len();
        match action.checked_sub(2)? {
            n if n < 2 * one => Some((n / one, self.classes[0][n % one])),
            n => Some((2, self.classes[1][n - 2 * one])),
        }
    }

    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.states * self.actions()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a private state has an action.
    pub fn has(&self, deck: &Deck, privates: &Privates, action: usize, state: usize) -> bool {
        let (mover, public) = (self.public.mover(), &self.public);
        match self.choice_of(action) {
            None => action == PASS || public.last().is_some(),
            Some((choice, _)) => {
                debug_assert!(!public.is_last(deck));
                privates.after(public.cards[mover], public.doubled[mover]).to[choice][state] != NONE
            }
        }
    }
}

/// All rows of a deck, for strategies that remember so many Bids.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The rows, those of earlier turns first.
    pub rows: Vec<Row>,
    /// How many numbers all rows hold.
    pub len: usize,
    /// How many Bids are remembered.
    pub memory: usize,
    by_key: HashMap<u64, u32>,
}

impl Rows {
    /// All rows that can be reached.
    pub fn new(deck: &Deck, privates: &Privates, memory: usize) -> Rows {
        let mut rows = Rows { rows: Vec::new(), len: 0, memory, by_key: HashMap::new() };
        rows.add(deck, privates, Public::new(memory));
        let mut next = 0;
        while next < rows.rows.len() {
            let (public, classes) = (rows.rows[next].public, rows.rows[next].classes.clone());
            for (both, classes) in [false, true].into_iter().zip(&classes) {
                for class in classes {
                    rows.add(deck, privates, public.after(deck, both, *class));
                }
            }
            next += 1;
        }
        rows
    }

    fn add(&mut self, deck: &Deck, privates: &Privates, public: Public) {
        let fresh = self.rows.len() as u32;
        if *self.by_key.entry(public.key()).or_insert(fresh) == fresh {
            let row = Row::new(deck, privates, public, self.rows.len(), self.len);
            self.len += row.len();
            self.rows.push(row);
        }
    }

    /// The row of a situation, if it can be reached.
    pub fn find(&self, public: &Public) -> Option<usize> {
        self.find_key(public.key())
    }

    /// The row of a situation by its key.
    pub fn find_key(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).map(|row| *row as usize)
    }
}
