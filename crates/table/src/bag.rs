//! A multiset of cards: how many of each kind are in a pile whose order nobody knows.
//!
//! Kinds are small numbers. Counts lie eight to a machine word, so that the k-th card is found by one
//! multiplication a word instead of a walk over the kinds.

use std::fmt;

use rand_core::Rng;
use serde::{Deserialize, Serialize, Serializer};

use crate::nature::below;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// At most 127 cards of `8 * WORDS` kinds, in no order; the list of counts in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<u8>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts", as = "Vec<u8>"))]
pub struct Bag<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Bag<WORDS> {
    /// The most cards a bag can hold.
    pub const MOST: usize = 127;

    /// A bag without cards.
    pub const EMPTY: Bag<WORDS> = Bag([0; WORDS]);

    /// A bag with so many cards of kind 0, 1, 2 and so on; `None` when they are too many kinds or cards.
    pub fn of(counts: &[u8]) -> Option<Bag<WORDS>> {
        let cards: usize = counts.iter().map(|count| usize::from(*count)).sum();
        if counts.len() > WORDS * 8 || cards > Self::MOST {
            return None;
        }
        let mut bag = Bag::EMPTY;
        for (kind, count) in counts.iter().enumerate() {
            bag.add_many(kind, *count);
        }
        Some(bag)
    }

    /// How many cards of a kind it holds.
    #[inline]
    pub fn count(&self, kind: usize) -> u8 {
        (self.0[kind / 8] >> (kind % 8 * 8)) as u8
    }

    /// Whether it holds a card of that kind.
    #[inline]
    pub fn has(&self, kind: usize) -> bool {
        self.count(kind) > 0
    }

    /// How many cards it holds.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| (word.wrapping_mul(ONES) >> 56) as usize).sum()
    }

    /// Whether it holds no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Puts one card in.
    #[inline]
    pub fn add(&mut self, kind: usize) {
        self.add_many(kind, 1);
    }

    /// Puts so many cards of one kind in.
    #[inline]
    pub fn add_many(&mut self, kind: usize, count: u8) {
        self.0[kind / 8] += u64::from(count) << (kind % 8 * 8);
        debug_assert!(self.len() <= Self::MOST);
    }

    /// Puts all cards of another bag in.
    #[inline]
    pub fn add_bag(&mut self, other: &Bag<WORDS>) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word += more;
        }
        debug_assert!(self.len() <= Self::MOST);
    }

    /// Takes one card out; it must be there.
    #[inline]
    pub fn take(&mut self, kind: usize) {
        debug_assert!(self.has(kind), "no card of kind {kind} to take");
        self.0[kind / 8] -= 1 << (kind % 8 * 8);
    }

    /// Takes all cards of a kind out and says how many they were.
    #[inline]
    pub fn take_all(&mut self, kind: usize) -> u8 {
        let count = self.count(kind);
        self.0[kind / 8] &= !(0xff << (kind % 8 * 8));
        count
    }

    /// Takes all cards of a kind out, into a bag of their own.
    #[inline]
    #[must_use]
    pub fn split(&mut self, kind: usize) -> Bag<WORDS> {
        let mut cards = Bag::EMPTY;
        let mask = 0xff << (kind % 8 * 8);
        cards.0[kind / 8] = self.0[kind / 8] & mask;
        self.0[kind / 8] &= !mask;
        cards
    }

    /// Takes all cards of another bag out if they are all there, and says whether they were.
    #[must_use]
    pub fn take_bag(&mut self, other: &Bag<WORDS>) -> bool {
        let there = (0..WORDS * 8).all(|kind| self.count(kind) >= other.count(kind));
        if there {
            for (word, less) in self.0.iter_mut().zip(other.0) {
                *word -= less;
            }
        }
        there
    }

    /// The kind of the k-th card when the cards are sorted by kind.
    #[inline]
    pub fn nth(&self, k: usize) -> usize {
        debug_assert!(k < self.len());
        let mut k = k as u64;
        for (index, word) in self.0.iter().enumerate() {
            // Byte i of `sums` counts the cards of kinds 0 to i of this word.
            let sums = word.wrapping_mul(ONES);
            let cards = sums >> 56;
            if k < cards || index + 1 == WORDS {
                let at_most_k = ((k * ONES) | TOPS).wrapping_sub(sums) & TOPS;
                // One bit a byte is counted by adding the bytes: not every machine counts bits in one step.
                return index * 8 + ((at_most_k >> 7).wrapping_mul(ONES) >> 56) as usize;
            }
            k -= cards;
        }
        unreachable!("the last word always answers")
    }

    /// The kind of a card drawn at random, each equally likely; the bag must not be empty.
    #[inline]
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> usize {
        self.nth(below(rng, self.len() as u32) as usize)
    }

    /// The kinds it holds with their counts, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u8)> + Clone + use<WORDS> {
        let bag = *self;
        (0..WORDS * 8).map(move |kind| (kind, bag.count(kind))).filter(|(_, count)| *count > 0)
    }

    /// The kind of each card, in ascending order.
    pub fn cards(&self) -> impl Iterator<Item = usize> + Clone + use<WORDS> {
        self.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into()))
    }
}

impl<const WORDS: usize> Default for Bag<WORDS> {
    fn default() -> Self {
        Bag::EMPTY
    }
}

impl<const WORDS: usize> fmt::Debug for Bag<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<const WORDS: usize> TryFrom<Vec<u8>> for Bag<WORDS> {
    type Error = String;
    fn try_from(counts: Vec<u8>) -> Result<Self, String> {
        Bag::of(&counts)
            .ok_or_else(|| format!("a pile holds at most {} cards of {} kinds", Self::MOST, WORDS * 8))
    }
}

impl<const WORDS: usize> Serialize for Bag<WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kinds = self.iter().last().map_or(0, |(kind, _)| kind + 1);
        serializer.collect_seq((0..kinds).map(|kind| self.count(kind)))
    }
}

impl<const WORDS: usize> FromIterator<usize> for Bag<WORDS> {
    fn from_iter<I: IntoIterator<Item = usize>>(kinds: I) -> Self {
        let mut bag = Bag::EMPTY;
        kinds.into_iter().for_each(|kind| bag.add(kind));
        bag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kth_card_is_the_one_a_walk_would_find() {
        let bags =
            [Bag::<2>::of(&[3, 0, 5, 1, 0, 0, 0, 9, 2, 0, 0, 4]), Bag::of(&[0, 127]), Bag::of(&[1; 16])];
        for bag in bags.into_iter().flatten() {
            let walked: Vec<_> = bag.cards().collect();
            assert_eq!(walked.len(), bag.len());
            for (k, kind) in walked.into_iter().enumerate() {
                assert_eq!(bag.nth(k), kind, "card {k} of {bag:?}");
            }
        }
    }

    #[test]
    fn a_bag_of_more_than_127_cards_is_refused() {
        assert!(Bag::<1>::of(&[100, 27]).is_some());
        assert!(Bag::<1>::of(&[100, 28]).is_none());
        assert!(serde_json::from_str::<Bag<1>>("[1,1,1,1,1,1,1,1,1]").is_err());
    }

    #[test]
    fn taking_a_bag_that_is_not_there_changes_nothing() {
        let mut bag = Bag::<1>::of(&[2, 1]).unwrap();
        assert!(!bag.take_bag(&Bag::of(&[0, 2]).unwrap()));
        assert_eq!(bag, Bag::of(&[2, 1]).unwrap());
        assert!(bag.take_bag(&Bag::of(&[2]).unwrap()));
        assert_eq!(bag, Bag::of(&[0, 1]).unwrap());
    }
}
