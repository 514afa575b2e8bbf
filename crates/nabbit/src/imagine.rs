//! Full states that fit what a seat knows.
//!
//! Every card is seen by all before it is banked, so a seat with a good memory knows everything. One that looks
//! only at the table knows neither the other banked piles nor, therefore, the draw pile.

use serde::{Deserialize, Serialize};
use table::{Imagine, PerSeat, Rng, Seat};

use crate::{
    moves::Number,
    state::{COPIES, Cards, State},
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
        let mut unseen = Cards::of(&[COPIES; Number::COUNT]).expect("105 cards fit a bag");
        let known = |seat: Seat| view.places[seat].banked_cards.or(notes.map(|notes| notes.banked[seat]));
        let seats = view.seating.seats();
        let in_sight = Seat::all(seats)
            .map(|seat| view.places[seat].face_up)
            .chain(Seat::all(seats).filter_map(known))
            .chain([view.vault, view.flips.iter().map(|number| number.kind()).collect()]);
        for cards in in_sight {
            assert!(unseen.take_bag(&cards), "a view shows no more cards than the deck has");
        }
        let banked = PerSeat::from_fn(seats, |seat| {
            known(seat).unwrap_or_else(|| {
                let drawn = (0..view.places[seat].banked).map(|_| {
                    let kind = unseen.draw(rng);
                    unseen.take(kind);
                    kind
                });
                drawn.collect()
            })
        });
        State {
            options: view.options.clone(),
            seating: view.seating,
            pile: unseen,
            vault: view.vault,
            face_up: PerSeat::from_fn(seats, |seat| view.places[seat].face_up),
            banked,
            seat: view.seat,
            flips: view.flips.clone(),
            phase: view.phase,
        }
    }
}
