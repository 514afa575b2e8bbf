//! Expectimax over one turn: the move after which the seat's points at the end of its turn are highest on average.
//!
//! Nature's draws are counted, not sampled, down to a depth; a position below that depth is evaluated as it stands.

use table::{Event, EventOf, Imagine, Odds, Seat, Turn, nature::Dice};

use super::stats::argmax;
use crate::{Bot, Budget, Heuristics, Sight};

/// Plays for the most points at the end of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// How many of nature's draws in a row are counted out.
    pub depth: u32,
    /// How many full states are imagined where something is hidden.
    pub samples: u32,
}

impl Default for Greedy {
    fn default() -> Greedy {
        Greedy { depth: 2, samples: 8 }
    }
}

impl Greedy {
    /// The expected points after each legal move of a sight.
    pub fn expected_points<G: Heuristics + Odds + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        rng: &mut Dice,
    ) -> Vec<f64> {
        let (seat, samples) = (sight.seat(), if G::HIDES_NOTHING { 1 } else { self.samples.max(1) });
        let mut sums = vec![0.0; sight.moves().len()];
        for _ in 0..samples {
            let state = sight.imagine(rng);
            for (sum, mv) in sums.iter_mut().zip(sight.moves()) {
                *sum += points_after(&state, &Event::Move { seat, mv: mv.clone() }, seat, self.depth);
            }
        }
        sums.into_iter().map(|sum| sum / f64::from(samples)).collect()
    }
}

impl<G: Heuristics + Odds + Imagine> Bot<G> for Greedy {
    fn decide(&mut self, sight: &Sight<'_, G>, _: &Budget, rng: &mut Dice) -> G::Move {
        let points = if sight.moves().len() > 1 { self.expected_points(sight, rng) } else { vec![0.0] };
        sight.moves()[argmax(&points)].clone()
    }
}

fn points_after<G: Heuristics + Odds>(state: &G, event: &EventOf<G>, seat: Seat, depth: u32) -> f64 {
    let mut next = state.clone();
    next.apply(event);
    turn_points(&next, seat, depth)
}

/// The points a seat expects at the end of its turn if it plays the turn for them.
fn turn_points<G: Heuristics + Odds>(state: &G, seat: Seat, depth: u32) -> f64 {
    match state.turn() {
        Turn::Nature if depth > 0 && state.whose_turn().is_none_or(|turn| turn == seat) => {
            let mut sum = 0.0;
            let mut ways = 0;
            for (fate, count) in state.fates() {
                sum += f64::from(count) * points_after(state, &Event::Fate(fate), seat, depth - 1);
                ways += count;
            }
            sum / f64::from(ways)
        }
        Turn::Seats(_) if state.asked() == Some(seat) => state
            .legal_moves(seat)
            .map(|mv| points_after(state, &Event::Move { seat, mv }, seat, depth))
            .fold(f64::NEG_INFINITY, f64::max),
        _ => state.evaluate(seat),
    }
}
