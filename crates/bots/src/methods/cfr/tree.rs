//! The whole tree of a small two-player game: every position, every chance, every information set.
//!
//! Children of a node lie side by side. An information set is everything its seat has been shown, in order. Sets are
//! numbered for each seat, and the actions of all sets of a seat lie in one list.

use std::collections::HashMap;

use table::{Event, Odds, Seat, Turn};

use crate::Heuristics;

/// Stands for a set that has no number yet.
const NEW: u32 = u32::MAX;

/// Who acts at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodeKind {
    /// Nature draws; each child holds its own chance.
    Nature,
    /// Seat 0 or 1 acts, and knows only the information set it is in.
    Seat {
        /// The seat that acts.
        seat: u8,
        /// The set's number among the seat's sets.
        set: u32,
        /// Where the set's actions begin among those of all the seat's sets.
        base: u32,
    },
    /// The game is over: seat 0 wins these points, and seat 1 loses them.
    End(f32),
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct GameNode {
    /// Who acts here.
    pub kind: NodeKind,
    /// The index of the first child.
    pub first: u32,
    /// How many children there are.
    pub count: u32,
    /// The chance of this node, where nature draws at its parent; otherwise 1.
    pub chance: f64,
}

/// All positions that can follow one position of a game.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The positions; the first is the root, and children come after their parents.
    pub nodes: Vec<GameNode>,
    /// The first action and the number of actions of each set of each seat.
    pub sets: [Vec<(u32, u32)>; 2],
    /// How many actions the sets of each seat have together.
    pub actions: [usize; 2],
}

/// Why a game has no tree here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooBig {
    /// It is not played by two.
    #[error("{0} seats: only games of two can be solved; open the table for two")]
    Seats(usize),
    /// It has too many positions.
    #[error("more than {0} positions: solve a smaller game, or train by sampling")]
    Positions(usize),
}

/// All sequences of observations one seat can make; each is numbered.
#[derive(Default)]
struct Memory {
    /// The sequence that follows another by one more observation.
    steps: HashMap<(u32, u64), u32>,
    /// The information set of each sequence after which the seat is asked.
    sets: Vec<u32>,
}

impl Memory {
    fn step(&mut self, from: u32, key: u64) -> u32 {
        let fresh = self.sets.len() as u32;
        let to = *self.steps.entry((from, key)).or_insert(fresh);
        if to == fresh {
            self.sets.push(NEW);
        }
        to
    }
}

impl GameTree {
    /// Builds the tree of everything that can follow a state, of at most `most` positions. `moves` lists the moves to look
    /// at; `points` says what seat 0 wins at a position that counts as an end.
    pub fn of<G: Heuristics + Odds>(
        root: &G,
        most: usize,
        moves: impl Fn(&G, Seat) -> Vec<G::Move>,
        points: impl Fn(&G) -> Option<f64>,
    ) -> Result<GameTree, TooBig> {
        let seats = root.seating().seats();
        if seats != 2 {
            return Err(TooBig::Seats(seats));
        }
        let mut tree = GameTree { nodes: Vec::new(), sets: Default::default(), actions: [0, 0] };
        let mut memories = [Memory::default(), Memory::default()];
        let begin = [0, 1].map(|seat: usize| memories[seat].step(NEW, 0));
        let mut waiting = vec![(0, root.clone(), begin)];
        tree.nodes.push(GameNode { kind: NodeKind::Nature, first: 0, count: 0, chance: 1.0 });
        while let Some((at, state, known)) = waiting.pop() {
            let first = tree.nodes.len() as u32;
            let mut lead_to = |event: Event<G::Move, G::Fate>, chance: f64, nodes: &mut Vec<GameNode>| {
                let mut next = known;
                for seat in Seat::all(2) {
                    let key = state.observation_key(&event, seat);
                    next[seat.index()] = memories[seat.index()].step(known[seat.index()], key);
                }
                let mut child = state.clone();
                child.apply(&event);
                waiting.push((nodes.len(), child, next));
                nodes.push(GameNode { kind: NodeKind::Nature, first: 0, count: 0, chance });
            };
            let kind = match (points(&state), state.turn()) {
                (Some(points), _) => NodeKind::End(points as f32),
                (None, Turn::Over) => NodeKind::End(0.0),
                (None, Turn::Nature) => {
                    let ways: u32 = state.fates().map(|(_, ways)| ways).sum();
                    for (fate, count) in state.fates() {
                        lead_to(Event::Fate(fate), f64::from(count) / f64::from(ways), &mut tree.nodes);
                    }
                    NodeKind::Nature
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
                    NodeKind::Seat { seat: seat.into(), set: *set, base: tree.sets[who][*set as usize].0 }
                }
            };
            let count = tree.nodes.len() as u32 - first;
            tree.nodes[at] = GameNode { kind, first, count, ..tree.nodes[at] };
            if tree.nodes.len() > most {
                return Err(TooBig::Positions(most));
            }
        }
        Ok(tree)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, node: &GameNode) -> &[GameNode] {
        &self.nodes[node.first as usize..(node.first + node.count) as usize]
    }

    /// The strategy that plays all actions of a set equally often.
    pub fn uniform(&self, seat: usize) -> Strategy {
        let mut probabilities = vec![0.0; self.actions[seat]];
        for (base, count) in &self.sets[seat] {
            probabilities[*base as usize..(base + count) as usize].fill(1.0 / f64::from(*count));
        }
        Strategy(probabilities)
    }
}

/// A mixed strategy: how likely a seat plays each action of each of its sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy(pub Vec<f64>);

impl Strategy {
    /// The probability of the `action`-th action of a set that begins at `base`.
    #[inline]
    pub fn of(&self, base: u32, action: usize) -> f64 {
        self.0[base as usize + action]
    }
}
