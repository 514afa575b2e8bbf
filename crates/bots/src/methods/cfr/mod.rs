//! Counterfactual regret minimisation for small games of two: vanilla CFR, CFR+, and external sampling.
//!
//! For every action of every information set a seat keeps how much it regrets not having played it. It plays actions
//! in proportion to their positive regrets, and the average of what it played approaches an equilibrium.

pub mod best_response;
pub mod tree;

use table::nature::{Dice, unit};

use self::tree::{GameTree, NodeKind, Strategy};

/// A variant of counterfactual regret minimisation over the whole tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfrVariant {
    /// CFR: every iteration counts alike.
    Vanilla,
    /// CFR+: regrets never fall below zero, and later iterations count for more.
    Plus,
}

/// Solves a game whose information sets have at most `ACTIONS` actions.
#[derive(Clone, Debug)]
pub struct CfrSolver<'a, const ACTIONS: usize> {
    tree: &'a GameTree,
    regrets: [Vec<f64>; 2],
    /// How much each action was played so far: the average strategy, not yet divided.
    sums: [Vec<f64>; 2],
    iterations: u64,
}

impl<'a, const ACTIONS: usize> CfrSolver<'a, ACTIONS> {
    /// A solver that has learnt nothing yet.
    pub fn new(tree: &'a GameTree) -> CfrSolver<'a, ACTIONS> {
        let most = tree.sets.iter().flatten().map(|(_, count)| *count as usize).max().unwrap_or(0);
        assert!(most <= ACTIONS, "an information set has at most {ACTIONS} actions, not {most}");
        let zeroes = || [0, 1].map(|seat: usize| vec![0.0; tree.actions[seat]]);
        CfrSolver { tree, regrets: zeroes(), sums: zeroes(), iterations: 0 }
    }

    /// Goes over the whole tree this many times, for each seat in turn.
    pub fn solve(&mut self, variant: CfrVariant, iterations: u32) {
        for _ in 0..iterations {
            self.iterations += 1;
            let weight = if variant == CfrVariant::Plus { self.iterations as f64 } else { 1.0 };
            for seat in 0..2 {
                let mut gains = vec![0.0; self.tree.actions[seat]];
                self.walk(0, seat as u8, [1.0, 1.0], weight, &mut gains);
                for (regret, gain) in self.regrets[seat].iter_mut().zip(gains) {
                    *regret += gain;
                    if variant == CfrVariant::Plus {
                        *regret = regret.max(0.0);
                    }
                }
            }
        }
    }

    /// The value of a node to a seat; `reach` is how likely the seat itself, and all others, lead there.
    fn walk(&mut self, at: u32, seat: u8, reach: [f64; 2], weight: f64, gains: &mut [f64]) -> f64 {
        let tree = self.tree;
        let node = tree.nodes[at as usize];
        let [own, others] = reach;
        match node.kind {
            NodeKind::End(points) => f64::from(if seat == 0 { points } else { -points }),
            NodeKind::Nature => (node.first..node.first + node.count)
                .map(|child| {
                    let chance = tree.nodes[child as usize].chance;
                    chance * self.walk(child, seat, [own, others * chance], weight, gains)
                })
                .sum(),
            NodeKind::Seat { seat: who, base, .. } => {
                let range = base as usize..(base + node.count) as usize;
                let mut plays = [0.0; ACTIONS];
                let plays = &mut plays[..node.count as usize];
                match_regrets(&self.regrets[usize::from(who)][range.clone()], plays);
                if who != seat {
                    if others == 0.0 && own == 0.0 {
                        return 0.0;
                    }
                    return (0..node.count)
                        .map(|action| {
                            let play = plays[action as usize];
                            play * self.walk(node.first + action, seat, [own, others * play], weight, gains)
                        })
                        .sum();
                }
                let mut values = [0.0; ACTIONS];
                let mut value = 0.0;
                for action in 0..node.count as usize {
                    let next = [own * plays[action], others];
                    values[action] = self.walk(node.first + action as u32, seat, next, weight, gains);
                    value += plays[action] * values[action];
                }
                for (action, at) in range.enumerate() {
                    gains[at] += others * (values[action] - value);
                    self.sums[usize::from(seat)][at] += weight * own * plays[action];
                }
                value
            }
        }
    }

    /// External sampling: walks down this many times for each seat, following every action of that seat and one sampled
    /// action of everybody else.
    pub fn sample(&mut self, iterations: u64, rng: &mut Dice) {
        for _ in 0..iterations {
            self.iterations += 1;
            self.walk_sampled(0, 0, rng);
            self.walk_sampled(0, 1, rng);
        }
    }

    fn walk_sampled(&mut self, mut at: u32, seat: u8, rng: &mut Dice) -> f64 {
        let tree = self.tree;
        loop {
            let node = &tree.nodes[at as usize];
            match node.kind {
                NodeKind::End(points) => return f64::from(if seat == 0 { points } else { -points }),
                NodeKind::Nature => {
                    let chances = tree.children(node).iter().map(|child| child.chance);
                    at = node.first + pick(chances, rng);
                }
                NodeKind::Seat { seat: who, base, .. } => {
                    let range = base as usize..(base + node.count) as usize;
                    let mut plays = [0.0; ACTIONS];
                    let plays = &mut plays[..node.count as usize];
                    match_regrets(&self.regrets[usize::from(who)][range.clone()], plays);
                    if who == seat {
                        let mut values = [0.0; ACTIONS];
                        let mut value = 0.0;
                        for action in 0..node.count as usize {
                            values[action] = self.walk_sampled(node.first + action as u32, seat, rng);
                            value += plays[action] * values[action];
                        }
                        let regrets = &mut self.regrets[usize::from(seat)][range];
                        for (regret, worth) in regrets.iter_mut().zip(values) {
                            *regret += worth - value;
                        }
                        return value;
                    }
                    for (sum, play) in self.sums[usize::from(who)][range].iter_mut().zip(&*plays) {
                        *sum += play;
                    }
                    at = node.first + pick(plays.iter().copied(), rng);
                }
            }
        }
    }

    /// The average strategy of each seat so far.
    pub fn strategies(&self) -> [Strategy; 2] {
        [0, 1].map(|seat: usize| {
            let mut strategy = self.tree.uniform(seat);
            for (base, count) in &self.tree.sets[seat] {
                let range = *base as usize..(base + count) as usize;
                let total: f64 = self.sums[seat][range.clone()].iter().sum();
                if total > 0.0 {
                    for at in range {
                        strategy.0[at] = self.sums[seat][at] / total;
                    }
                }
            }
            strategy
        })
    }
}

/// Regret matching: plays in proportion to positive regrets, or all actions alike where there are none.
#[inline]
pub fn match_regrets(regrets: &[f64], plays: &mut [f64]) {
    let mut total = 0.0;
    for (play, regret) in plays.iter_mut().zip(regrets) {
        *play = regret.max(0.0);
        total += *play;
    }
    if total > 0.0 {
        let scale = 1.0 / total;
        plays.iter_mut().for_each(|play| *play *= scale);
    } else {
        plays.fill(1.0 / plays.len() as f64);
    }
}

/// Draws an index by probabilities that sum to 1.
#[inline]
fn pick(chances: impl ExactSizeIterator<Item = f64>, rng: &mut Dice) -> u32 {
    let last = chances.len() as u32 - 1;
    let mut left = unit(rng);
    for (index, chance) in chances.enumerate() {
        left -= chance;
        if left < 0.0 {
            return index as u32;
        }
    }
    last
}
