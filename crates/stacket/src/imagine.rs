//! Full states that fit what a seat knows: there is only one, since nothing is hidden.

use table::{Imagine, Rng, Seat};

use crate::state::State;
use crate::view::View;

impl Imagine for State {
    type Notes = ();

    fn notes(&self, _: Seat) {}

    fn imagine(view: &View, _: Option<&()>, _: &mut (impl Rng + ?Sized)) -> State {
        let view = view.clone();
        State {
            options: view.options,
            seating: view.seating,
            seat: view.seat,
            phase: view.phase,
            left: view.left,
            held: view.held,
            structure: view.structure,
            touches: view.touches,
            placed: view.placed,
            scores: view.scores,
            rounds: view.rounds,
        }
    }
}
