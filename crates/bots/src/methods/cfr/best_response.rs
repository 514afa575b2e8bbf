//! Best responses and exploitability, computed exactly.
//!
//! A best response picks one action for a whole information set: the one that is best on average over the positions of
//! the set, each weighted by how likely nature and the opponent lead there. The action of a set is chosen when its
//! value is first asked for, after those of all sets below it.

use super::tree::{GameTree, NodeKind, Strategy};
use crate::methods::stats;

/// The expected points of seat 0 when both play these strategies.
pub fn expected_value(tree: &GameTree, strategies: [&Strategy; 2]) -> f64 {
    let mut values = vec![0.0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let first = node.first as usize;
        values[at] = (0..node.count as usize)
            .map(|action| {
                let weight = match node.kind {
                    NodeKind::Seat { seat, base, .. } => strategies[usize::from(seat)].of(base, action),
                    _ => tree.nodes[first + action].chance,
                };
                weight * values[first + action]
            })
            .sum();
        if let NodeKind::End(points) = node.kind {
            values[at] = points.into();
        }
    }
    values[0]
}

/// The best response of a seat to a strategy of the other, and the points it expects.
pub fn best_response(tree: &GameTree, seat: usize, other: &Strategy) -> (Strategy, f64) {
    let sign = if seat == 0 { 1.0 } else { -1.0 };
    let reach = reach_of_others(tree, seat, other);
    let mut by_set = vec![Vec::new(); tree.sets[seat].len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let NodeKind::Seat { seat: who, set, .. } = node.kind
            && usize::from(who) == seat
        {
            by_set[set as usize].push(at as u32);
        }
    }
    let mut response = Response {
        tree,
        seat,
        sign,
        other,
        reach: &reach,
        by_set: &by_set,
        chosen: vec![None; by_set.len()],
        values: vec![f64::NAN; tree.nodes.len()],
    };
    let points = response.value_at(0);
    let mut pure = Strategy(vec![0.0; tree.actions[seat]]);
    for (set, (base, _)) in tree.sets[seat].iter().enumerate() {
        let action = response.choose(set);
        pure.0[*base as usize + action] = 1.0;
    }
    (pure, points)
}

/// Exploitability: what a seat gains on average by a best response to the other's strategy; 0 at an equilibrium.
pub fn exploitability(tree: &GameTree, strategies: [&Strategy; 2]) -> f64 {
    let first = best_response(tree, 0, strategies[1]).1;
    let second = best_response(tree, 1, strategies[0]).1;
    (first + second) / 2.0
}

/// How likely nature and the opponent lead to each node, if the seat itself plays towards it.
fn reach_of_others(tree: &GameTree, seat: usize, other: &Strategy) -> Vec<f64> {
    let mut reach = vec![0.0; tree.nodes.len()];
    reach[0] = 1.0;
    for (at, node) in tree.nodes.iter().enumerate() {
        for action in 0..node.count as usize {
            let child = node.first as usize + action;
            let weight = match node.kind {
                NodeKind::Seat { seat: who, .. } if usize::from(who) == seat => 1.0,
                NodeKind::Seat { base, .. } => other.of(base, action),
                _ => tree.nodes[child].chance,
            };
            reach[child] = reach[at] * weight;
        }
    }
    reach
}

struct Response<'a> {
    tree: &'a GameTree,
    seat: usize,
    sign: f64,
    other: &'a Strategy,
    reach: &'a [f64],
    by_set: &'a [Vec<u32>],
    chosen: Vec<Option<u32>>,
    values: Vec<f64>,
}

impl Response<'_> {
    fn value_at(&mut self, at: usize) -> f64 {
        if self.values[at].is_nan() {
            self.values[at] = self.value_of(at);
        }
        self.values[at]
    }

    fn value_of(&mut self, at: usize) -> f64 {
        let node = self.tree.nodes[at];
        let first = node.first as usize;
        match node.kind {
            NodeKind::End(points) => self.sign * f64::from(points),
            NodeKind::Seat { seat, set, .. } if usize::from(seat) == self.seat => {
                let action = self.choose(set as usize);
                self.value_at(first + action)
            }
            _ => (0..node.count as usize)
                .map(|action| {
                    let weight = match node.kind {
                        NodeKind::Seat { base, .. } => self.other.of(base, action),
                        _ => self.tree.nodes[first + action].chance,
                    };
                    if weight > 0.0 { weight * self.value_at(first + action) } else { 0.0 }
                })
                .sum(),
        }
    }

    fn choose(&mut self, set: usize) -> usize {
        if let Some(action) = self.chosen[set] {
            return action as usize;
        }
        let count = self.tree.sets[self.seat][set].1 as usize;
        let mut worth = vec![0.0; count];
        for at in &self.by_set[set] {
            let reach = self.reach[*at as usize];
            if reach > 0.0 {
                let first = self.tree.nodes[*at as usize].first as usize;
                for (action, worth) in worth.iter_mut().enumerate() {
                    *worth += reach * self.value_at(first + action);
                }
            }
        }
        let best = stats::argmax(&worth);
        self.chosen[set] = Some(best as u32);
        best
    }
}
