//! The solver: counterfactual regret minimisation over vectors of private states.
//!
//! An epoch is a number of walks by each seat. A walk follows every play of the learner and, when it samples, one of the
//! other seat's, drawn by how likely it is; ends are always counted whole. All walks of an epoch see the same strategies,
//! and what they found is added in a fixed order: the same plan gives the same strategy on any number of threads.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use table::nature::{Dice, dice, unit};

use crate::{
    deck::Deck,
    private::NONE,
    public::Public,
    round::{Round, is_true},
    rows::{CALL, PASS, Row, Rows},
    strategy::Strategy,
};

/// How regrets are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Discounted CFR: old regrets fade, negative ones faster.
    Discounted,
    /// Predictive CFR+: regrets never fall below zero, and the last ones are expected again.
    Predictive,
}

/// What is solved, and how; the same plan always leads to the same strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many Bids are remembered.
    pub memory: usize,
    /// How regrets are kept.
    pub method: Method,
    /// How many walks each shard makes for each seat in an epoch; 0 for one that follows every play of both seats.
    pub walks: u32,
    /// Into how many shards the walks of each seat are divided; so many threads can work.
    pub shards: u32,
    /// Where the random numbers start.
    pub seed: u64,
}

/// What the walks of a shard found, not yet added.
struct Findings {
    numbers: Vec<f32>,
    touched: Vec<bool>,
}

/// Solves a deck.
pub struct Solver {
    pub(crate) round: Round<f32>,
    /// The rows of the strategy.
    pub rows: Arc<Rows>,
    /// What is solved, and how.
    pub plan: Plan,
    /// How many epochs were done.
    pub epochs: u64,
    pub(crate) regrets: Vec<f32>,
    /// How much each action was played so far: the average strategy, not yet divided.
    pub(crate) sums: Vec<f32>,
    /// The regrets of the last epoch, where they are expected again.
    pub(crate) predictions: Vec<f32>,
    /// The rows in which something is expected again.
    pub(crate) predicted: Vec<bool>,
    findings: Vec<Mutex<Findings>>,
}

impl Solver {
    /// A solver that has learnt nothing yet.
    pub fn new(deck: Deck, plan: Plan) -> Solver {
        let round = Round::new(deck);
        let rows = Arc::new(Rows::new(&round.deck, &round.privates, plan.memory));
        let zeroes = || vec![0.0; rows.len];
        let shards = if plan.walks == 0 { 1 } else { plan.shards };
        let findings = (0..shards)
            .map(|_| Mutex::new(Findings { numbers: zeroes(), touched: vec![false; rows.rows.len()] }));
        Solver {
            findings: findings.collect(),
            regrets: zeroes(),
            sums: zeroes(),
            predictions: if plan.method == Method::Predictive { zeroes() } else { Vec::new() },
            predicted: vec![false; rows.rows.len()],
            epochs: 0,
            round,
            rows,
            plan,
        }
    }

    /// The deck that is solved.
    pub fn deck(&self) -> &Deck {
        &self.round.deck
    }

    /// Does one epoch: the seats learn in turn.
    pub fn learn(&mut self, threads: usize) {
        self.epochs += 1;
        for learner in 0..2 {
            let next = AtomicUsize::new(0);
            let solver = &*self;
            thread::scope(|scope| {
                for _ in 0..threads.clamp(1, solver.findings.len()) {
                    scope.spawn(|| {
                        loop {
                            let shard = next.fetch_add(1, Ordering::Relaxed);
                            let Some(findings) = solver.findings.get(shard) else { return };
                            solver.work(learner, shard, &mut findings.lock().expect("no walk panics"));
                        }
                    });
                }
            });
            self.discount(learner);
            self.add_findings(learner);
        }
    }

    /// The walks of a shard.
    fn work(&self, learner: usize, shard: usize, findings: &mut Findings) {
        let root = Public::new(self.plan.memory);
        let reach = vec![1.0; self.round.before(&root, 0).states.len()];
        let turn = 2 * self.epochs + learner as u64;
        let mut rng = dice(self.plan.seed, turn * self.findings.len() as u64 + shard as u64);
        for _ in 0..self.plan.walks.max(1) {
            let mut walk = Walk { solver: self, learner, rng: &mut rng, findings };
            walk.value(&root, &reach);
        }
    }

    /// Old regrets of a seat fade where the method wants it, and what was expected for this epoch is forgotten.
    fn discount(&mut self, learner: usize) {
        let epoch = self.epochs as f32 - 1.0;
        let keep = epoch.powf(1.5) / (epoch.powf(1.5) + 1.0);
        for row in self.rows.rows.iter().filter(|row| row.public.mover() == learner) {
            let range = row.offset..row.offset + row.len();
            match self.plan.method {
                Method::Discounted => {
                    self.regrets[range]
                        .iter_mut()
                        .for_each(|one| *one *= if *one > 0.0 { keep } else { 0.5 });
                }
                Method::Predictive if self.predicted[row.number] => self.predictions[range].fill(0.0),
                Method::Predictive => {}
            }
            self.predicted[row.number] = false;
        }
    }

    /// Adds what all walks found; later epochs count for more in the average strategy.
    fn add_findings(&mut self, learner: usize) {
        let predicts = self.plan.method == Method::Predictive;
        let weight = (self.epochs as f32).powi(2);
        for findings in &self.findings {
            let mut findings = findings.lock().expect("no walk panics");
            let Findings { numbers, touched } = &mut *findings;
            for (row, _) in self.rows.rows.iter().zip(&*touched).filter(|(_, touched)| **touched) {
                let range = row.offset..row.offset + row.len();
                let found = &mut numbers[range.clone()];
                if row.public.mover() != learner {
                    self.sums[range].iter_mut().zip(&*found).for_each(|(sum, found)| *sum += weight * *found);
                } else {
                    self.regrets[range.clone()]
                        .iter_mut()
                        .zip(&*found)
                        .for_each(|(one, found)| *one += *found);
                    if predicts {
                        self.predictions[range]
                            .iter_mut()
                            .zip(&*found)
                            .for_each(|(one, found)| *one += *found);
                        self.predicted[row.number] = true;
                    }
                }
                found.fill(0.0);
            }
            touched.fill(false);
        }
        for row in
            self.rows.rows.iter().filter(|row| row.public.mover() == learner && self.predicted[row.number])
        {
            self.regrets[row.offset..row.offset + row.len()].iter_mut().for_each(|one| *one = one.max(0.0));
        }
    }

    /// What is played now in a row: in proportion to positive regrets, or all actions alike where there are none.
    fn plays(&self, row: &Row) -> Vec<f32> {
        let range = row.offset..row.offset + row.len();
        let mut plays: Vec<f32> = match self.plan.method {
            Method::Discounted => self.regrets[range].iter().map(|regret| regret.max(0.0)).collect(),
            Method::Predictive => {
                let both = self.regrets[range.clone()].iter().zip(&self.predictions[range]);
                both.map(|(regret, expected)| (regret + expected).max(0.0)).collect()
            }
        };
        let mut scale = vec![0.0; row.states];
        for action in plays.chunks_exact(row.states) {
            scale.iter_mut().zip(action).for_each(|(sum, play)| *sum += *play);
        }
        let calls = row.public.last().is_some();
        let (one, both) = (row.classes[0].len(), row.classes[1].len());
        let higher = (row.choices() == 3).then(|| &self.round.after(&row.public).to[1]);
        let mut alike = vec![0.0; row.states];
        for (state, (sum, alike)) in scale.iter_mut().zip(&mut alike).enumerate() {
            if *sum > 0.0 {
                *sum = 1.0 / *sum;
            } else {
                let singles = if higher.is_some_and(|to| to[state] != NONE) { 2 * one } else { one };
                *alike = 1.0 / (1 + usize::from(calls) + singles + both) as f32;
            }
        }
        for (action, plays) in plays.chunks_exact_mut(row.states).enumerate() {
            if action == CALL && !calls {
                continue;
            }
            plays
                .iter_mut()
                .zip(&scale)
                .zip(&alike)
                .for_each(|((play, scale), alike)| *play = *play * scale + alike);
            if let (Some(to), Some((1, _))) = (higher, row.choice_of(action)) {
                plays.iter_mut().zip(to).filter(|(_, to)| **to == NONE).for_each(|(play, _)| *play = 0.0);
            }
        }
        plays
    }

    /// The average strategy so far, rounded; what is played with a probability below `least` is dropped.
    pub fn strategy(&self, least: f32) -> Strategy {
        Strategy::round(&self.round.deck, &self.round.privates, self.rows.clone(), &self.sums, least)
    }
}

struct Walk<'a> {
    solver: &'a Solver,
    learner: usize,
    rng: &'a mut Dice,
    findings: &'a mut Findings,
}

impl Walk<'_> {
    /// What the learner wins from a situation on, in each of its private states before a draw.
    fn value(&mut self, public: &Public, reach: &[f32]) -> Vec<f32> {
        let row = self.solver.rows.find(public).expect("all situations have rows");
        self.findings.touched[row] = true;
        match public.mover() == self.learner {
            true => self.learn(public, row, reach),
            false => self.follow(public, row, reach),
        }
    }

    /// Tries every action, and notes the regrets.
    fn learn(&mut self, public: &Public, row: usize, reach: &[f32]) -> Vec<f32> {
        let solver = self.solver;
        let (round, row) = (&solver.round, &solver.rows.rows[row]);
        let plays = solver.plays(row);
        let mut values = vec![0.0; row.len()];
        for (values, answer) in values.chunks_exact_mut(row.states).zip(round.answers(public, reach)) {
            values.copy_from_slice(&answer);
        }
        let last = public.is_last(&round.deck);
        for (both, classes) in [false, true].into_iter().zip(&row.classes) {
            for (n, class) in classes.iter().enumerate() {
                let worth = self.value(&public.after(&round.deck, both, *class), reach);
                let choices = if both { 2..3 } else { 0..row.choices().min(2) };
                for choice in choices {
                    let start = row.action(choice, n) * row.states;
                    let values = &mut values[start..start + row.states];
                    for (value, to) in values.iter_mut().zip(&round.after(public).to[choice]) {
                        *value = worth.get(*to as usize).copied().unwrap_or(f32::NAN);
                    }
                }
            }
        }
        let mut value = vec![0.0; row.states];
        for (plays, values) in plays.chunks_exact(row.states).zip(values.chunks_exact(row.states)) {
            for ((value, play), worth) in value.iter_mut().zip(plays).zip(values) {
                *value += if *play > 0.0 { *play * *worth } else { 0.0 };
            }
        }
        let regrets = &mut self.findings.numbers[row.offset..row.offset + row.len()];
        let actions = regrets.chunks_exact_mut(row.states).zip(values.chunks_exact(row.states)).enumerate();
        for (action, (regrets, values)) in actions {
            if action == CALL && public.last().is_none() {
                continue;
            }
            for ((regret, worth), value) in regrets.iter_mut().zip(values).zip(&value) {
                // An action that a private state does not have is worth no number.
                *regret += if worth.is_nan() { 0.0 } else { *worth - *value };
            }
        }
        if last {
            return value;
        }
        let mut out = vec![0.0; round.before(public, self.learner).states.len()];
        round.undraw(round.after(public), &value, &mut out);
        out
    }

    /// The other seat acts: ends are counted whole, and one play or all plays are followed.
    fn follow(&mut self, public: &Public, row: usize, reach: &[f32]) -> Vec<f32> {
        let solver = self.solver;
        let (round, row) = (&solver.round, &solver.rows.rows[row]);
        let last = public.is_last(&round.deck);
        let reach = if last { reach.to_vec() } else { round.draw(round.after(public), reach) };
        let mut played = solver.plays(row);
        for action in played.chunks_exact_mut(row.states) {
            action.iter_mut().zip(&reach).for_each(|(play, reach)| *play *= *reach);
        }
        let sums = &mut self.findings.numbers[row.offset..row.offset + row.len()];
        sums.iter_mut().zip(&played).for_each(|(sum, play)| *sum += *play);
        let of = |action: usize| &played[action * row.states..(action + 1) * row.states];
        let answered = round.answered(public, [of(PASS), of(CALL)]);
        let mut values = answered.passed;
        if let Some(play) = public.last() {
            let states = &round.before(public, self.learner).states;
            for (place, state) in states.iter().enumerate() {
                values[place] +=
                    if is_true(play.class, state.sum) { answered.truth[place] } else { answered.lie[place] };
            }
        }
        let branches: Vec<(bool, usize)> = [false, true]
            .into_iter()
            .zip(&row.classes)
            .flat_map(|(both, classes)| (0..classes.len()).map(move |n| (both, n)))
            .collect();
        let choices = |both: bool| if both { 2..3 } else { 0..row.choices().min(2) };
        let chosen = match solver.plan.walks {
            0 => branches.iter().map(|branch| (*branch, 1.0)).collect(),
            _ => {
                let prior = round.prior(public);
                let mass = |(both, n): &(bool, usize)| -> f32 {
                    let sum = |choice| {
                        of(row.action(choice, *n)).iter().zip(&prior).map(|(a, b)| a * b).sum::<f32>()
                    };
                    choices(*both).map(sum).sum()
                };
                let masses: Vec<f32> = branches.iter().map(mass).collect();
                pick(&masses, self.rng)
                    .map(|(n, weight)| (branches[n], weight))
                    .into_iter()
                    .collect::<Vec<_>>()
            }
        };
        for ((both, n), weight) in chosen {
            let next = public.after(&round.deck, both, row.classes[usize::from(both)][n]);
            let mut reach = vec![0.0; round.before(&next, public.mover()).states.len()];
            for choice in choices(both) {
                for (to, play) in round.after(public).to[choice].iter().zip(of(row.action(choice, n))) {
                    if *play > 0.0 {
                        reach[*to as usize] += *play * weight;
                    }
                }
            }
            if reach.iter().any(|reach| *reach > 0.0) {
                let more = self.value(&next, &reach);
                values.iter_mut().zip(more).for_each(|(value, more)| *value += more);
            }
        }
        values
    }
}

/// How often a branch is picked whatever its mass.
const CURIOSITY: f32 = 0.1;

/// Picks a branch, the likelier the more mass it has, and says by what its reach must be multiplied.
fn pick(masses: &[f32], rng: &mut Dice) -> Option<(usize, f32)> {
    let total: f32 = masses.iter().sum();
    let open = masses.iter().filter(|mass| **mass > 0.0).count();
    let chance = |mass: f32| (1.0 - CURIOSITY) * mass / total + CURIOSITY / open as f32;
    let mut left = unit(rng) as f32;
    let mut last = None;
    for (n, mass) in masses.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
        last = Some((n, 1.0 / chance(*mass)));
        left -= chance(*mass);
        if left < 0.0 {
            break;
        }
    }
    last
}
