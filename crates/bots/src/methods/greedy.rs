//! One-turn expectation: the move after which the own points at the end of the own turn are highest on average.
//!
//! Nature is counted, not sampled, as far as the depth allows; beyond it a position is taken as it stands.

use table::{Event, Imagine, Odds, Seat, Turn, nature::Dice};

use crate::{Bot, Budget, Sight, Tactics};

/// Plays for the most points at the end of its turn.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// How many of nature's draws are counted out.
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
    /// The expected points of each move that a sight offers.
    pub fn weigh<G: Tactics + Odds + Imagine>(&self, sight: &Sight<'_, G>, rng: &mut Dice) -> Vec<f64> {
        let samples = if G::OPEN { 1 } else { self.samples.max(1) };
        let mut sums = vec![0.0; sight.moves().len()];
        for _ in 0..samples {
            let state = sight.imagine(rng);
            for (sum, mv) in sums.iter_mut().zip(sight.moves()) {
                *sum += after(
                    &state,
                    &Event::Move { seat: sight.seat(), mv: mv.clone() },
                    sight.seat(),
                    self.depth,
                );
            }
        }
        sums.into_iter().map(|sum| sum / f64::from(samples)).collect()
    }
}

impl<G: Tactics + Odds + Imagine> Bot<G> for Greedy {
    fn decide(&mut self, sight: &Sight<'_, G>, _: &Budget, rng: &mut Dice) -> G::Move {
        let weights = if sight.moves().len() > 1 { self.weigh(sight, rng) } else { vec![0.0] };
        sight.moves()[best(&weights)].clone()
    }
}

/// The index of the highest value; the first of several.
pub fn best(values: &[f64]) -> usize {
    (0..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best })
}

fn after<G: Tactics + Odds>(state: &G, event: &Event<G::Move, G::Fate>, seat: Seat, depth: u32) -> f64 {
    let mut next = state.clone();
    next.apply(event);
    expectation(&next, seat, depth)
}

/// The points a seat expects at the end of its turn when it plays the turn for them.
pub fn expectation<G: Tactics + Odds>(state: &G, seat: Seat, depth: u32) -> f64 {
    match state.turn() {
        Turn::Nature if depth > 0 && state.whose_turn().is_none_or(|turn| turn == seat) => {
            let mut sum = 0.0;
            let mut ways = 0;
            for (fate, count) in state.fates() {
                sum += f64::from(count) * after(state, &Event::Fate(fate), seat, depth - 1);
                ways += count;
            }
            sum / f64::from(ways)
        }
        Turn::Seats(_) if state.asked() == Some(seat) => state
            .legal_moves(seat)
            .map(|mv| after(state, &Event::Move { seat, mv }, seat, depth))
            .fold(f64::NEG_INFINITY, f64::max),
        _ => state.worth(seat),
    }
}
