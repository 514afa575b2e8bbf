//! Moves weighed against each other: each is played out from the same imagined states, with the same luck.
//!
//! What two moves bring in one such trial is compared directly, so most of the luck falls out of the difference. A
//! move that is surely worse than another is no longer tried, and the trials end when one is left.

use table::{
    Event, Imagine, Rng, Seat, Standings,
    nature::{Dice, dice},
};

use crate::{Budget, Clock, Sight, Tactics, budget::Think, sum::Sum};

/// How many rounds go by between two looks at what is surely worse.
const LOOK_EVERY: u32 = 8;
/// How many standard errors worse a move must be to be given up.
const SURE: f64 = 2.5;

/// What was found out about some moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Trials {
    /// What each brought.
    pub each: Vec<Sum>,
    /// By how much each was better than each other one, where both were tried.
    better: Vec<Sum>,
}

impl Trials {
    fn new(moves: usize) -> Trials {
        Trials { each: vec![Sum::default(); moves], better: vec![Sum::default(); moves * moves] }
    }

    /// By how much one move was better than another.
    pub fn better(&self, one: usize, other: usize) -> Sum {
        self.better[one * self.each.len() + other]
    }

    /// The move with the highest mean among those tried to the end, unless another one is not worse beyond doubt.
    pub fn choose(&self, thumb: Option<usize>, doubt: f64) -> usize {
        let most = self.each.iter().map(Sum::count).fold(0.0, f64::max);
        let last = (0..self.each.len()).filter(|i| self.each[*i].count() == most);
        let best = last.max_by(|a, b| self.each[*a].mean().total_cmp(&self.each[*b].mean()));
        let best = best.expect("there is a move to try");
        match thumb {
            Some(thumb) if thumb != best => {
                let gain = self.better(best, thumb);
                if gain.mean() > doubt * gain.error() { best } else { thumb }
            }
            _ => best,
        }
    }
}

/// Tries moves of a sight, each played out to the end from the same imagined states.
pub fn weigh<G: Tactics + Imagine>(
    sight: &Sight<'_, G>,
    moves: &[G::Move],
    budget: &Budget,
    rng: &mut Dice,
    worth: impl Fn(&Standings, Seat) -> f64 + Sync,
) -> Trials {
    let mut all = Trials::new(moves.len());
    for found in budget.spread(rng, |share, rng| weigh_alone(sight, moves, share, rng, &worth)) {
        all.each.iter_mut().zip(found.each).for_each(|(sum, other)| sum.join(other));
        all.better.iter_mut().zip(found.better).for_each(|(sum, other)| sum.join(other));
    }
    all
}

fn weigh_alone<G: Tactics + Imagine>(
    sight: &Sight<'_, G>,
    moves: &[G::Move],
    share: Think,
    mut rng: Dice,
    worth: impl Fn(&Standings, Seat) -> f64,
) -> Trials {
    let mut trials = Trials::new(moves.len());
    let mut left: Vec<usize> = (0..moves.len()).collect();
    let mut brought = vec![0.0; moves.len()];
    let mut clock = Clock::start_slow(share);
    while clock.goes_on() {
        let state = sight.imagine(&mut rng);
        let luck = rng.next_u64();
        for &i in &left {
            let mut state = state.clone();
            state.apply(&Event::Move { seat: sight.seat(), mv: moves[i].clone() });
            let standings = state.play_on(&mut dice(luck, 0));
            brought[i] = worth(&standings, sight.seat());
            trials.each[i].add(brought[i]);
        }
        for &i in &left {
            for &j in &left {
                trials.better[i * moves.len() + j].add(brought[i] - brought[j]);
            }
        }
        // The first few rounds tell too little of an error.
        if clock.iterations().is_multiple_of(LOOK_EVERY) && clock.iterations() > LOOK_EVERY {
            let is_worse = |one: usize, other: usize| {
                let better = trials.better(other, one);
                better.mean() > SURE * better.error()
            };
            let hopeful: Vec<usize> =
                left.iter().copied().filter(|i| !left.iter().any(|j| is_worse(*i, *j))).collect();
            left = hopeful;
            if left.len() == 1 {
                break;
            }
        }
    }
    trials
}
