//! Full states that fit what a seat knows.
//!
//! Every card is seen by all before it is banked, so a seat with a good memory knows everything. One that looks
//! only at the table knows neither the other banked piles nor, therefore, the deck.

use serde::{Deserialize, Serialize};
use table::{Imagine, PerSeat, Rng, Seat, nature::below};

use crate::{
    cards::{Card, Colour, Number},
    piles::Cards,
    state::{Deck, State},
    view::View,
};

/// What was banked in the open, as an attentive seat remembers it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// The banked cards of each seat.
    pub banked: PerSeat<Cards>,
}

impl Imagine for State {
    type Notes = Notes;

    fn notes(&self, _: Seat) -> Notes {
        Notes { banked: self.banked }
    }

    fn imagine(view: &View, notes: Option<&Notes>, rng: &mut (impl Rng + ?Sized)) -> State {
        let seats = view.seating.seats();
        let known = |seat: Seat| view.places[seat].banked_cards.or(notes.map(|notes| notes.banked[seat]));
        let mut unseen = view.unseen(known);
        let banked = PerSeat::from_fn(seats, |seat| {
            known(seat).unwrap_or_else(|| {
                let mut pile = Cards::default();
                for _ in 0..view.places[seat].banked {
                    let (colour, number) = draw_number_card(&mut unseen, rng);
                    pile.add(colour, number);
                }
                pile
            })
        });
        State {
            options: view.options.clone(),
            seating: view.seating,
            deck: unseen,
            discards: view.discards,
            stacks: view.stacks.clone(),
            switches: view.switches,
            bench: PerSeat::from_fn(seats, |seat| view.places[seat].bench),
            banked,
            seat: view.seat,
            phase: view.phase,
        }
    }
}

/// Only number cards can be banked; each of them that is out of sight is equally likely.
fn draw_number_card(unseen: &mut Deck, rng: &mut (impl Rng + ?Sized)) -> (Colour, Number) {
    let others = unseen.count(Card::Roll.kind()) + unseen.count(Card::Switch.kind());
    let kind = unseen.nth(below(rng, (unseen.len() - usize::from(others)) as u32) as usize);
    unseen.take(kind);
    match Card::at(kind) {
        Card::Number(colour, number) => (colour, number),
        Card::Roll | Card::Switch => unreachable!("number cards come first"),
    }
}
