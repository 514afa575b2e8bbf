//! A small two-player game laid out flat: every position, every chance, every information set.
//!
//! Children of a node lie side by side. An information set is everything its seat has been shown, in order; the
//! sets are numbered per seat, and the actions of all sets of a seat lie in one list.

use std::collections::HashMap;

use table::{Event, Odds, Seat, Turn};

use crate::Tactics;

/// A number that says "no such set".
const NEW: u32 = u32::MAX;

/// Who acts at a node, and what is found there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Nature draws; the chance of each child stands with the child.
    Nature,
    /// A seat (0 or 1) acts, knowing that it is in an information set.
    Seat {
        /// Who.
        seat: u8,
        /// The set's number among the seat's sets.
        set: u32,
        /// Where the set's actions begin among those of all the seat's sets.
        base: u32,
    },
    /// The game is over, with so many points for seat 0 and as many less for seat 1.
    End(f32),
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Who acts.
    pub kind: Kind,
    /// The first child.
    pub first: u32,
    /// How many children there are.
    pub count: u32,
    /// The chance of coming here from a parent where nature draws.
    pub chance: f64,
}

/// All positions of a game from one on.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The positions; the first is the root, and children come after their parents.
    pub nodes: Vec<Node>,
    /// The first action and the number of actions of each set of each seat.
    pub sets: [Vec<(u32, u32)>; 2],
    /// How many actions the sets of each seat have together.
    pub actions: [usize; 2],
}

/// Why a game cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooBig {
    /// It is not for two.
    #[error("{0} seats: only games of two can be solved; open the table for two")]
    Seats(usize),
    /// It has too many positions.
    #[error("more than {0} positions: solve a smaller game, or train by sampling")]
    Positions(usize),
}

/// What one seat has been shown, as a tree of clues.
#[derive(Default)]
struct Memory {
    steps: HashMap<(u32, u64), u32>,
    /// The set of each memory in which the seat was asked.
    sets: Vec<u32>,
}

impl Memory {
    fn step(&mut self, from: u32, clue: u64) -> u32 {
        let fresh = self.sets.len() as u32;
        let to = *self.steps.entry((from, clue)).or_insert(fresh);
        if to == fresh {
            self.sets.push(NEW);
        }
        to
    }
}

impl Tree {
    /// Lays out everything that can follow a state, up to so many positions: the moves to look at, and what an
    /// end is worth to seat 0 (nothing while there is none).
    pub fn of<G: Tactics + Odds>(
        root: &G,
        most: usize,
        moves: impl Fn(&G, Seat) -> Vec<G::Move>,
        points: impl Fn(&G) -> Option<f64>,
    ) -> Result<Tree, TooBig> {
        let seats = root.seating().seats();
        if seats != 2 {
            return Err(TooBig::Seats(seats));
        }
        let mut tree = Tree { nodes: Vec::new(), sets: Default::default(), actions: [0, 0] };
        let mut memories = [Memory::default(), Memory::default()];
        let begin = [0, 1].map(|seat: usize| memories[seat].step(NEW, 0));
        let mut waiting = vec![(0, root.clone(), begin)];
        tree.nodes.push(Node { kind: Kind::Nature, first: 0, count: 0, chance: 1.0 });
        while let Some((at, state, known)) = waiting.pop() {
            let first = tree.nodes.len() as u32;
            let mut lead_to = |event: Event<G::Move, G::Fate>, chance: f64, nodes: &mut Vec<Node>| {
                let mut next = known;
                for seat in Seat::all(2) {
                    let clue = state.clue(&event, seat);
                    next[seat.index()] = memories[seat.index()].step(known[seat.index()], clue);
                }
                let mut child = state.clone();
                child.apply(&event);
                waiting.push((nodes.len(), child, next));
                nodes.push(Node { kind: Kind::Nature, first: 0, count: 0, chance });
            };
            let kind = match (points(&state), state.turn()) {
                (Some(points), _) => Kind::End(points as f32),
                (None, Turn::Over) => Kind::End(0.0),
                (None, Turn::Nature) => {
                    let ways: u32 = state.fates().map(|(_, ways)| ways).sum();
                    for (fate, count) in state.fates() {
                        lead_to(Event::Fate(fate), f64::from(count) / f64::from(ways), &mut tree.nodes);
                    }
                    Kind::Nature
                }
                (None, Turn::Seats(_)) => {
                    let seat = state.asked().expect("a game that waits asks a seat");
                    for mv in moves(&state, seat) {
                        lead_to(Event::Move { seat, mv }, 1.0, &mut tree.nodes);
                    }
                    let count = tree.nodes.len() as u32 - first;
                    let who = seat.index();
                    let set = &mut memories[who].sets[known[who] as usize];
                    if *set == NEW {
                        *set = tree.sets[who].len() as u32;
                        tree.sets[who].push((tree.actions[who] as u32, count));
                        tree.actions[who] += count as usize;
                    }
                    Kind::Seat { seat: seat.into(), set: *set, base: tree.sets[who][*set as usize].0 }
                }
            };
            let count = tree.nodes.len() as u32 - first;
            tree.nodes[at] = Node { kind, first, count, ..tree.nodes[at] };
            if tree.nodes.len() > most {
                return Err(TooBig::Positions(most));
            }
        }
        Ok(tree)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, node: &Node) -> &[Node] {
        &self.nodes[node.first as usize..(node.first + node.count) as usize]
    }

    /// A strategy that plays every action of every set alike.
    pub fn uniform(&self, seat: usize) -> Strategy {
        let mut probabilities = vec![0.0; self.actions[seat]];
        for (base, count) in &self.sets[seat] {
            probabilities[*base as usize..(base + count) as usize].fill(1.0 / f64::from(*count));
        }
        Strategy(probabilities)
    }
}

/// How likely a seat plays each action of each of its sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy(pub Vec<f64>);

impl Strategy {
    /// The probability of the `action`-th action of a set that begins at `base`.
    #[inline]
    pub fn of(&self, base: u32, action: usize) -> f64 {
        self.0[base as usize + action]
    }
}
