//! Any legal move, each as likely.

use table::{
    Imagine,
    nature::{Dice, below},
};

use crate::{Bot, Budget, Sight};

/// Plays at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Imagine> Bot<G> for Random {
    fn decide(&mut self, sight: &Sight<'_, G>, _: &Budget, rng: &mut Dice) -> G::Move {
        let moves = sight.moves();
        moves[below(rng, moves.len() as u32) as usize].clone()
    }
}
