//! Fixed rules: one look at what the seat knows, one move, no thinking.

use table::{Imagine, Seat, nature::Dice};

use crate::{Bot, Budget, Sight};

/// Plays by a fixed rule that is shown a state that fits what the seat knows.
pub struct Rule<G: Imagine>(pub fn(&G, Seat, &mut Dice) -> G::Move);

impl<G: Imagine> Bot<G> for Rule<G> {
    fn decide(&mut self, sight: &Sight<'_, G>, _: &Budget, rng: &mut Dice) -> G::Move {
        if let [only] = sight.moves() {
            return only.clone();
        }
        (self.0)(&sight.imagine(rng), sight.seat(), rng)
    }
}

/// A boxed rule.
pub fn rule<G: Imagine>(rule: fn(&G, Seat, &mut Dice) -> G::Move) -> Box<dyn Bot<G>> {
    Box::new(Rule(rule))
}
