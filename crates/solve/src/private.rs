//! What only one seat knows: its Stack and its hand, and how they change.
//!
//! A seat that always played one card holds one before its draw; one that played both once holds none from then on. So
//! the number of cards on the Stack and whether the seat has *doubled* say the size of the hand: its `Shape`. The order in
//! which cards came does not matter to anybody, so equal Stacks with equal hands are one private state.

use crate::deck::Deck;

/// Stands for no state.
pub const NONE: u32 = u32::MAX;

/// A private state: a Stack and a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Private {
    /// The Stack.
    pub stack: u32,
    /// The kinds in hand, the lower first; `None` where there is no card.
    pub hand: [Option<u8>; 2],
    /// What the Stack is worth.
    pub sum: i32,
    /// What the -10 cards on it take away, as a positive number.
    pub tens: i32,
    /// The place of Stack and hand together among all multisets of that size.
    pub total: u32,
}

/// The private states of a seat before its draw.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// By Stack, then hand.
    pub states: Vec<Private>,
    /// How many cards Stack and hand have together.
    pub drawn: usize,
}

/// The private states of a seat that has drawn, and where they come from and lead.
#[derive(Clone, Debug, Default)]
pub struct After {
    /// By Stack, then lower card, then higher card.
    pub states: Vec<Private>,
    /// How many cards Stack and hand have together.
    pub drawn: usize,
    /// The one or two states before the draw that lead here.
    pub from: [Vec<u32>; 2],
    /// The state before the next draw when the lower card, the higher card, or both are played; a hand of one card
    /// counts as the lower.
    pub to: [Vec<u32>; 3],
}

/// All private states of a deck.
#[derive(Clone, Debug)]
pub struct Privates {
    before: Vec<[Before; 2]>,
    after: Vec<[After; 2]>,
    /// All multisets of each size.
    pub totals: Vec<Vec<u32>>,
}

impl Privates {
    /// All private states of a deck.
    pub fn new(deck: &Deck) -> Privates {
        let most = usize::from(deck.last_turn()).div_ceil(2) + 2;
        let totals: Vec<Vec<u32>> = (0..=deck.size()).map(|size| deck.multisets(size)).collect();
        let mut all = Privates { before: Vec::new(), after: Vec::new(), totals };
        for cards in 0..=most {
            let before = [false, true].map(|doubled| all.list_before(deck, cards, doubled));
            all.before.push(before);
        }
        for cards in 0..=most {
            let after = [false, true].map(|doubled| all.list_after(deck, cards, doubled));
            all.after.push(after);
        }
        all
    }

    /// The states of a seat with so many cards on its Stack before a draw.
    pub fn before(&self, cards: u8, doubled: bool) -> &Before {
        &self.before[usize::from(cards)][usize::from(doubled)]
    }

    /// The states of a seat with so many cards on its Stack after a draw.
    pub fn after(&self, cards: u8, doubled: bool) -> &After {
        &self.after[usize::from(cards)][usize::from(doubled)]
    }

    fn private(&self, deck: &Deck, stack: u32, hand: &[usize]) -> Option<Private> {
        let mut total = stack;
        for kind in hand {
            if !deck.has_room(total, *kind) {
                return None;
            }
            total = deck.with(total, *kind);
        }
        let size: usize = (0..deck.kinds()).map(|kind| usize::from(deck.count(total, kind))).sum();
        let place = self.totals[size].binary_search(&total).expect("every multiset is listed");
        let held = |n: usize| hand.get(n).map(|kind| *kind as u8);
        let hand = [held(0), held(1)];
        Some(Private { stack, hand, sum: deck.sum(stack), tens: deck.tens(stack), total: place as u32 })
    }

    fn list_before(&self, deck: &Deck, cards: usize, doubled: bool) -> Before {
        let stacks = self.totals.get(cards).into_iter().flatten();
        let states = match doubled {
            true => stacks.filter_map(|stack| self.private(deck, *stack, &[])).collect(),
            false => stacks
                .flat_map(|stack| (0..deck.kinds()).filter_map(|kind| self.private(deck, *stack, &[kind])))
                .collect(),
        };
        Before { states, drawn: cards + usize::from(!doubled) }
    }

    fn list_after(&self, deck: &Deck, cards: usize, doubled: bool) -> After {
        let hands: Vec<Vec<usize>> = match doubled {
            true => (0..deck.kinds()).map(|kind| vec![kind]).collect(),
            false => (0..deck.kinds()).flat_map(|a| (a..deck.kinds()).map(move |b| vec![a, b])).collect(),
        };
        let mut after = After { drawn: cards + if doubled { 1 } else { 2 }, ..After::default() };
        for stack in self.totals.get(cards).into_iter().flatten() {
            for hand in &hands {
                let Some(private) = self.private(deck, *stack, hand) else { continue };
                after.states.push(private);
                let played =
                    |kinds: &[usize]| kinds.iter().fold(*stack, |stack, kind| deck.with(stack, *kind));
                let find = |cards, doubled, stack, held| self.place(cards, doubled, stack, held);
                let (from, to) = match *hand.as_slice() {
                    [a] => (
                        [find(cards, true, *stack, None), NONE],
                        [find(cards + 1, true, played(&[a]), None), NONE, NONE],
                    ),
                    [a, b] => {
                        let one = |kept, gone| find(cards + 1, false, played(&[gone]), Some(kept));
                        let both = find(cards + 2, true, played(&[a, b]), None);
                        let held = |kind| find(cards, false, *stack, Some(kind));
                        match a == b {
                            true => ([held(a), NONE], [one(b, a), NONE, both]),
                            false => ([held(a), held(b)], [one(b, a), one(a, b), both]),
                        }
                    }
                    _ => unreachable!("a hand has one or two cards"),
                };
                (0..2).for_each(|n| after.from[n].push(from[n]));
                (0..3).for_each(|n| after.to[n].push(to[n]));
            }
        }
        after
    }

    /// The place of a state before a draw, if it is listed.
    fn place(&self, cards: usize, doubled: bool, stack: u32, held: Option<usize>) -> u32 {
        let held = held.map(|kind| kind as u8);
        let Some(lists) = self.before.get(cards) else { return NONE };
        let states = &lists[usize::from(doubled)].states;
        let found = states.binary_search_by_key(&(stack, held), |state| (state.stack, state.hand[0]));
        found.map_or(NONE, |place| place as u32)
    }
}
