//! Full states that fit what a viewer knows.
//!
//! All cards are shuffled again for every round, and nothing that was shown in a round leaves the table before
//! it ends, so a view holds all there is to remember. The cards out of sight are exchangeable: any way to
//! share them out among the other hands, the other Stacks and the deck is as likely as any other.

use serde::{Deserialize, Serialize};
use table::{Imagine, PerSeat, Rng, Seat};

use crate::{
    cards::{Card, Cards, Handful},
    state::State,
    view::View,
};

/// What a seat remembers beyond its view: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {}

impl Imagine for State {
    type Notes = Notes;

    fn notes(&self, _: Seat) -> Notes {
        Notes {}
    }

    fn imagine(view: &View, _: Option<&Notes>, rng: &mut (impl Rng + ?Sized)) -> State {
        let seats = view.seating.seats();
        let mut unseen = *view.options.deck.cards();
        for place in view.places.iter() {
            let hand = place.hand_cards.unwrap_or_default();
            let stack = place.stack_cards.unwrap_or_default();
            hand.cards().iter().copied().chain(stack.cards()).for_each(|card| unseen.take(card));
        }
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
            bids: view.bids.clone(),
            plays: view.plays,
            last_round: view.last_round,
        }
    }
}
