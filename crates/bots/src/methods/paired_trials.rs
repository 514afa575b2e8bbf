//! Paired trials: every move is rolled out from the same imagined states, with the same luck.
//!
//! The results of two moves in one trial are compared directly, so most of the luck cancels out of the difference. A
//! move that is surely worse than another is no longer tried, and the trials end when one is left.

use table::{
    Event, Imagine, Rng, Seat, Standings,
    nature::{Dice, dice},
};

use super::stats::RunningStats;
use crate::{Budget, Heuristics, Sight, Stopwatch, budget::StopAfter};

/// Every how many trials the surely worse moves are given up.
const PRUNE_EVERY: u32 = 8;
/// How many standard errors worse a move must be to be given up.
const SURE: f64 = 2.5;

/// What trials of some moves brought.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedTrials {
    /// The results of each move.
    pub each: Vec<RunningStats>,
    /// For each pair of moves, the difference of their results in trials of both.
    differences: Vec<RunningStats>,
}

impl PairedTrials {
    fn new(moves: usize) -> PairedTrials {
        PairedTrials {
            each: vec![RunningStats::default(); moves],
            differences: vec![RunningStats::default(); moves * moves],
        }
    }

    /// By how much one move was better than another, in trials of both.
    pub fn difference(&self, one: usize, other: usize) -> RunningStats {
        self.differences[one * self.each.len() + other]
    }

    /// The move with the highest mean among those tried to the end. A usual move, if one is given, is only left for one
    /// that is better by more than `doubt` standard errors of their difference.
    pub fn choose(&self, usual: Option<usize>, doubt: f64) -> usize {
        let most = self.each.iter().map(RunningStats::count).fold(0.0, f64::max);
        let last = (0..self.each.len()).filter(|i| self.each[*i].count() == most);
        let best = last.max_by(|a, b| self.each[*a].mean().total_cmp(&self.each[*b].mean()));
        let best = best.expect("there is a move to try");
        match usual {
            Some(usual) if usual != best => {
                let gain = self.difference(best, usual);
                if gain.mean() > doubt * gain.error() { best } else { usual }
            }
            _ => best,
        }
    }
}

/// Compares moves of a sight by paired trials; `reward` says what a result is worth to the seat.
pub fn compare<G: Heuristics + Imagine>(
    sight: &Sight<'_, G>,
    moves: &[G::Move],
    budget: &Budget,
    rng: &mut Dice,
    reward: impl Fn(&Standings, Seat) -> f64 + Sync,
) -> PairedTrials {
    let mut all = PairedTrials::new(moves.len());
    for found in budget.on_each_thread(rng, |share, rng| compare_alone(sight, moves, share, rng, &reward)) {
        all.each.iter_mut().zip(found.each).for_each(|(sum, other)| sum.join(other));
        all.differences.iter_mut().zip(found.differences).for_each(|(sum, other)| sum.join(other));
    }
    all
}

fn compare_alone<G: Heuristics + Imagine>(
    sight: &Sight<'_, G>,
    moves: &[G::Move],
    share: StopAfter,
    mut rng: Dice,
    reward: impl Fn(&Standings, Seat) -> f64,
) -> PairedTrials {
    let mut trials = PairedTrials::new(moves.len());
    let mut left: Vec<usize> = (0..moves.len()).collect();
    let mut brought = vec![0.0; moves.len()];
    let mut watch = Stopwatch::start_slow(share);
    while watch.may_go_on() {
        let state = sight.imagine(&mut rng);
        let luck = rng.next_u64();
        for &i in &left {
            let mut state = state.clone();
            state.apply(&Event::Move { seat: sight.seat(), mv: moves[i].clone() });
            let standings = state.rollout(&mut dice(luck, 0));
            brought[i] = reward(&standings, sight.seat());
            trials.each[i].add(brought[i]);
        }
        for &i in &left {
            for &j in &left {
                trials.differences[i * moves.len() + j].add(brought[i] - brought[j]);
            }
        }
        // The first few trials tell too little of an error.
        if watch.iterations().is_multiple_of(PRUNE_EVERY) && watch.iterations() > PRUNE_EVERY {
            let is_worse = |one: usize, other: usize| {
                let lead = trials.difference(other, one);
                lead.mean() > SURE * lead.error()
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
