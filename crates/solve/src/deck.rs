//! The deck as the solver counts it: kinds of cards, and multisets of them as numbers.
//!
//! A multiset is one number: the counts of the kinds, lowest value first, as digits of a mixed radix.

use stacks::Card;

/// Why a deck cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeck {
    /// The round would end before anybody plays.
    #[error("{0} cards are too few for a round of two; give at least 4")]
    TooFew(usize),
    /// More cards than Bids and multisets are counted for.
    #[error("{0} cards are too many to be solved; give at most 15")]
    TooMany(usize),
}

/// A deck: how many cards there are of each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The different values, ascending.
    pub values: Vec<i32>,
    /// How many cards there are of each value.
    pub counts: Vec<u8>,
    strides: Vec<u32>,
    lowest: Vec<i32>,
    highest: Vec<i32>,
}

impl Deck {
    /// The deck of a table.
    pub fn new(deck: &stacks::Deck) -> Result<Deck, BadDeck> {
        let size = deck.cards().len();
        match size {
            0..4 => return Err(BadDeck::TooFew(size)),
            16.. => return Err(BadDeck::TooMany(size)),
            _ => {}
        }
        let (values, counts): (Vec<i32>, Vec<u8>) =
            deck.cards().counts().map(|(card, count)| (card.value(), count)).unzip();
        let mut strides = vec![1; values.len()];
        for kind in (1..values.len()).rev() {
            strides[kind - 1] = strides[kind] * (u32::from(counts[kind]) + 1);
        }
        let cards: Vec<i32> = deck.cards().cards().map(Card::value).collect();
        let sums = |cards: Vec<i32>| -> Vec<i32> {
            let grow = |sum: &mut i32, card: i32| {
                *sum += card;
                Some(*sum)
            };
            std::iter::once(0).chain(cards.into_iter().scan(0, grow)).collect()
        };
        let highest = sums(cards.iter().rev().copied().collect());
        let mut lowest = sums(cards.iter().copied().filter(|value| *value > 0).collect());
        lowest.resize(size + 1, lowest[lowest.len() - 1]);
        Ok(Deck { values, counts, strides, lowest, highest })
    }

    /// How many different values there are.
    pub fn kinds(&self) -> usize {
        self.values.len()
    }

    /// How many cards there are.
    pub fn size(&self) -> usize {
        self.highest.len() - 1
    }

    /// The last turn in which anybody decides after a draw; the draw of the next one empties the deck.
    pub fn last_turn(&self) -> u8 {
        (self.size() - 3) as u8
    }

    /// The least that so many cards without negative ones are worth, and at least 1; lower Bids are read as one.
    pub fn least(&self, cards: u8) -> i32 {
        self.lowest[usize::from(cards)].max(1)
    }

    /// The most that so many cards are worth; no higher Bid can be true.
    pub fn most(&self, cards: u8) -> i32 {
        self.highest[usize::from(cards)]
    }

    /// The number of a multiset with one more card of a kind.
    pub fn with(&self, multiset: u32, kind: usize) -> u32 {
        multiset + self.strides[kind]
    }

    /// How many cards of a kind a multiset has.
    pub fn count(&self, multiset: u32, kind: usize) -> u8 {
        (multiset / self.strides[kind] % (u32::from(self.counts[kind]) + 1)) as u8
    }

    /// Whether another card of a kind can be added to a multiset.
    pub fn has_room(&self, multiset: u32, kind: usize) -> bool {
        self.count(multiset, kind) < self.counts[kind]
    }

    /// What a multiset is worth.
    pub fn sum(&self, multiset: u32) -> i32 {
        (0..self.kinds()).map(|kind| i32::from(self.count(multiset, kind)) * self.values[kind]).sum()
    }

    /// What the -10 cards of a multiset add up to, as a positive number.
    pub fn tens(&self, multiset: u32) -> i32 {
        match self.values.iter().position(|value| *value == Card::MINUS_TEN.value()) {
            Some(kind) => 10 * i32::from(self.count(multiset, kind)),
            None => 0,
        }
    }

    /// All multisets of so many cards, in ascending order of their numbers.
    pub fn multisets(&self, cards: usize) -> Vec<u32> {
        let all = self.strides[0] * (u32::from(self.counts[0]) + 1);
        let size =
            |set: u32| -> usize { (0..self.kinds()).map(|kind| usize::from(self.count(set, kind))).sum() };
        (0..all).filter(|set| size(*set) == cards).collect()
    }

    /// How likely two seats are to be dealt one given order of the kinds in these multisets, whatever the orders are.
    pub fn chance(&self, one: u32, other: u32) -> f64 {
        let (mut ways, mut drawn) = (1.0, 0);
        for kind in 0..self.kinds() {
            for taken in 0..self.count(one, kind) + self.count(other, kind) {
                ways *= f64::from(self.counts[kind]) - f64::from(taken);
                ways /= (self.size() - drawn) as f64;
                drawn += 1;
                if ways <= 0.0 {
                    return 0.0;
                }
            }
        }
        ways
    }
}

impl Default for Deck {
    fn default() -> Deck {
        Deck::new(&stacks::Deck::default()).expect("the usual deck can be solved")
    }
}
