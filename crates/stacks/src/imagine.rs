//! Full states that fit what a viewer knows.
//!
//! All cards are shuffled again for every round, and nothing that was shown in a round leaves the table before
//! it ends, so a view holds all there is to remember. The cards out of sight are exchangeable: any way to
//! share them out among the other hands, the other Stacks and the deck is as likely as any other.

use serde::{Deserialize, Serialize};
use table::{Imagine, PerSeat, Rng, Seat};

use crate::{
    cards::{Card, Cards, Handful},
    moves::Move,
    state::{MOST_BID, State},
    view::View,
};

/// What a seat remembers beyond its view: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {}

/// The cards that a viewer cannot see.
fn unseen(view: &View) -> Cards {
    let mut unseen = *view.options.deck.cards();
    for place in view.places.iter() {
        let hand = place.hand_cards.unwrap_or_default();
        let stack = place.stack_cards.unwrap_or_default();
        hand.cards().iter().copied().chain(stack.cards()).for_each(|card| unseen.take(card));
    }
    unseen
}

/// In how many ways `count` of these cards can be chosen so that they add up to `sum`, and in how many ways at all.
pub fn ways(cards: &[Card], count: usize, sum: i32) -> (u64, u64) {
    // No Stack is worth more than a Bid may say, either way; a deck has few enough cards for whole numbers.
    const MOST: i32 = MOST_BID as i32;
    const SUMS: usize = 2 * MOST as usize + 1;
    let mut found = vec![[0u64; SUMS]; count + 1];
    found[0][MOST as usize] = 1;
    for card in cards {
        for taken in (0..count).rev() {
            for at in 0..SUMS {
                let with = at as i32 + card.value();
                if found[taken][at] > 0 && (0..SUMS as i32).contains(&with) {
                    found[taken + 1][with as usize] += found[taken][at];
                }
            }
        }
    }
    let at = usize::try_from(sum + MOST).ok().filter(|at| *at < SUMS);
    (at.map_or(0, |at| found[count][at]), found[count].iter().sum())
}

impl Imagine for State {
    type Notes = Notes;

    fn notes(&self, _: Seat) -> Notes {
        Notes {}
    }

    /// A Call is right in every way to choose the cards of the called Stack among those out of sight, except those
    /// that are worth the Bid.
    fn right_ways(view: &View, _: Option<&Notes>, mv: &Move) -> Option<(u64, u64)> {
        let (Move::Call { .. }, Some(last)) = (mv, view.plays.last()) else { return None };
        let place = &view.places[last.seat];
        if let Some(cards) = place.stack_cards {
            return Some((u64::from(cards.sum() != i32::from(last.bid)), 1));
        }
        let unseen: Vec<Card> = unseen(view).cards().collect();
        let (truths, all) = ways(&unseen, place.stack.into(), last.bid.into());
        (all > 0).then_some((all - truths, all))
    }

    fn imagine(view: &View, _: Option<&Notes>, rng: &mut (impl Rng + ?Sized)) -> State {
        let seats = view.seating.seats();
        let mut unseen = unseen(view);
        let mut draw = |_| -> Card {
            let card = unseen.draw(rng);
            unseen.take(card);
            card
        };
        let hands = PerSeat::from_fn(seats, |seat| {
            let place = &view.places[seat];
            place.hand_cards.unwrap_or_else(|| {
                let mut hand = Handful::default();
                (0..place.hand).map(&mut draw).for_each(|card| hand.add(card));
                hand
            })
        });
        let stacks = PerSeat::from_fn(seats, |seat| {
            let place = &view.places[seat];
            place.stack_cards.unwrap_or_else(|| (0..place.stack).map(&mut draw).collect::<Cards>())
        });
        let at = view.order.iter().position(|seat| *seat == view.seat);
        State {
            options: view.options.clone(),
            seating: view.seating,
            phase: view.phase,
            scores: view.scores,
            round: view.round,
            order: view.order,
            at: at.expect("whoever's turn it is has a place in the turn order") as u8,
            still_in: view.still_in,
            deck: unseen,
            hands,
            stacks,
            plays: view.plays.clone(),
            play_number: view.play_number,
            last_round: view.last_round,
        }
    }
}
