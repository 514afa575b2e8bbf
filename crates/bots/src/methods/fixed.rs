//! Fixed strategies: a function from a state and a seat to a move, without thinking ahead.

use table::{Imagine, Seat, nature::Dice};

use crate::{Bot, Budget, Sight};

/// Plays by a function that is shown one imagined state, which fits what the seat knows.
pub struct FixedStrategy<G: Imagine>(pub fn(&G, Seat, &mut Dice) -> G::Move);

impl<G: Imagine> Bot<G> for FixedStrategy<G> {
    fn decide(&mut self, sight: &Sight<'_, G>, _: &Budget, rng: &mut Dice) -> G::Move {
        if let [only] = sight.moves() {
            return only.clone();
        }
        (self.0)(&sight.imagine(rng), sight.seat(), rng)
    }
}

/// Makes a bot of a function.
pub fn fixed<G: Imagine>(strategy: fn(&G, Seat, &mut Dice) -> G::Move) -> Box<dyn Bot<G>> {
    Box::new(FixedStrategy(strategy))
}
