//! Information-set Monte-Carlo tree search (multiple-observer ISMCTS).
//!
//! Every iteration imagines a full state that fits what the seat knows, walks down the trees by upper confidence
//! bounds, rolls the rest out by the default policy, and adds the rewards to the nodes it came through. Each seat has
//! a tree of its own whose branches are what that seat is shown, so no seat chooses by what it cannot know; where
//! nothing is hidden one tree serves all. Nature's fates are branches like any other. Nodes lie in one flat list, and
//! a rollout allocates nothing.

use table::{
    Event, Imagine, MAX_SEATS, PerSeat, Seat, Turn,
    nature::{Dice, below},
};

use super::{exact, stats};
use crate::{
    Bot, Budget, Heuristics, Sight, Stopwatch,
    budget::StopAfter,
    hint::{HintUnit, MoveHint},
};

/// How positions beyond the tree are rolled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultPolicy {
    /// Any legal move, each as likely.
    Random,
    /// The game's own default policy.
    Heuristic,
}

/// Plays by information-set Monte-Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub struct Ismcts {
    /// How positions beyond the tree are rolled out.
    pub default_policy: DefaultPolicy,
    /// The exploration constant: how much a rarely tried move is favoured. Rewards lie between 0 and 1.
    pub exploration: f32,
    /// How many standard errors better a move must be to overrule the rule of thumb.
    pub doubt: f64,
    /// Whether only the victory is rewarded, and not the margin too.
    pub wins_only: bool,
}

impl Ismcts {
    /// The settings that serve most games well.
    pub const USUAL: Ismcts =
        Ismcts { default_policy: DefaultPolicy::Heuristic, exploration: 0.7, doubt: 1.0, wins_only: false };
}

impl Default for Ismcts {
    fn default() -> Ismcts {
        Ismcts::USUAL
    }
}

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    /// How often it was tried.
    pub visits: u32,
    /// The mean reward of the searching seat, from 0 to 1.
    pub mean: f64,
}

impl MoveStats {
    /// An upper bound of the standard error of the mean.
    pub fn error(&self) -> f64 {
        0.5 / f64::from(self.visits.max(1)).sqrt()
    }

    /// What two searches found about the same move, together.
    fn join(self, other: MoveStats) -> MoveStats {
        let visits = self.visits + other.visits;
        let sum = self.mean * f64::from(self.visits) + other.mean * f64::from(other.visits);
        MoveStats { visits, mean: sum / f64::from(visits.max(1)) }
    }
}

impl<G: Heuristics + Imagine> Bot<G> for Ismcts {
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move {
        let moves = sight.moves();
        if moves.len() == 1 {
            return moves[0].clone();
        }
        // The count knows only the victory: where all moves win alike, a search looks for the margin.
        if let Some(exact) =
            exact_chances(sight, rng).filter(|exact| exact.iter().any(|one| *one != exact[0]))
        {
            return moves[stats::argmax(&exact)].clone();
        }
        let found = self.run(sight, budget, rng, true);
        moves[self.choose_among(sight, &found, rng)].clone()
    }
}

impl Ismcts {
    /// The index of the move to play: the one tried most, if it is better beyond doubt than the rule of thumb's.
    fn choose_among<G: Heuristics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        found: &[MoveStats],
        rng: &mut Dice,
    ) -> usize {
        let tried = (0..found.len()).max_by_key(|i| found[*i].visits).expect("a sight offers a move");
        if self.default_policy == DefaultPolicy::Random {
            return tried;
        }
        let thumb = sight.imagine(rng).rule_of_thumb(sight.seat(), rng);
        let Some(thumb) = sight.moves().iter().position(|mv| *mv == thumb) else { return tried };
        let error = found[tried].error().hypot(found[thumb].error());
        if found[tried].mean > found[thumb].mean + self.doubt * error { tried } else { thumb }
    }

    /// Searches, and says how often each move of the sight was tried and with what reward.
    pub fn search<G: Heuristics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
    ) -> Vec<MoveStats> {
        self.run(sight, budget, rng, false)
    }

    /// Searches on all threads of the budget; `until_sure` lets it end as soon as the best move is clear.
    fn run<G: Heuristics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
        until_sure: bool,
    ) -> Vec<MoveStats> {
        let search = |share, rng| self.run_alone(sight, share, rng, until_sure);
        let all = budget.on_each_thread(rng, search).into_iter();
        all.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.join(b)).collect()).unwrap_or_default()
    }

    /// The chance to win after each move of a sight, with a sentence why.
    pub fn hints<G: Heuristics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
        why: impl Fn(&G, &G::Move) -> String,
    ) -> Vec<MoveHint<G::Move>> {
        let state = sight.imagine(rng);
        let worth: Vec<(f64, f64)> = match exact_chances(sight, rng) {
            Some(exact) => exact.iter().map(|chance| (*chance, 0.0)).collect(),
            None => {
                let found = Ismcts { wins_only: true, ..*self }.search(sight, budget, rng);
                found.iter().map(|found| (found.mean, 1.96 * found.error())).collect()
            }
        };
        // People expect the highest chance to be advised, also where the errors are larger than the difference.
        let best = stats::argmax(&worth.iter().map(|(chance, _)| *chance).collect::<Vec<_>>());
        let hint = |(i, (mv, (value, error))): (usize, (&G::Move, (f64, f64)))| MoveHint {
            mv: mv.clone(),
            value,
            error,
            unit: HintUnit::Chance,
            best: i == best,
            why: why(&state, mv),
        };
        sight.moves().iter().zip(worth).enumerate().map(hint).collect()
    }

    fn run_alone<G: Heuristics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        share: StopAfter,
        mut rng: Dice,
        until_sure: bool,
    ) -> Vec<MoveStats> {
        let state = sight.imagine(&mut rng);
        let mut forest = Forest::new(*self, sight.seat(), state.seating().seats(), G::HIDES_NOTHING);
        let key = |mv: &G::Move| {
            state.observation_key(&Event::Move { seat: sight.seat(), mv: mv.clone() }, sight.seat())
        };
        let keys: Vec<u64> = sight.moves().iter().map(key).collect();
        let mut watch = Stopwatch::start(share);
        while watch.may_go_on() {
            forest.iterate(if G::HIDES_NOTHING { state.clone() } else { sight.imagine(&mut rng) }, &mut rng);
            let looks = until_sure && watch.iterations().is_multiple_of(LOOK_EVERY);
            if looks && is_sure(&forest.found(&keys)) {
                break;
            }
        }
        forest.found(&keys)
    }
}

/// Every how many iterations a search looks whether its best move is clear.
const LOOK_EVERY: u32 = 4096;
/// By how many standard errors the best move must lead all others to be clear.
const SURE: f64 = 4.0;

/// Whether the move tried most leads all others by so much that more iterations would not change it.
fn is_sure(found: &[MoveStats]) -> bool {
    let best = found.iter().max_by_key(|one| one.visits).expect("a sight offers a move");
    let behind = |one: &MoveStats| best.mean - one.mean > SURE * best.error().hypot(one.error());
    found.iter().filter(|one| !std::ptr::eq(*one, best)).all(behind)
}

/// The exact chance to win after every move, where nothing is hidden and nobody else decides anything any more.
fn exact_chances<G: Heuristics + Imagine>(sight: &Sight<'_, G>, rng: &mut Dice) -> Option<Vec<f64>> {
    if G::HIDES_NOTHING { exact::win_chances(&sight.imagine(rng), sight.seat(), sight.moves()) } else { None }
}

const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

/// An information set: everything the seat of the tree was shown on the way here.
#[derive(Clone, Copy)]
struct Node {
    /// The observation that leads here from the parent.
    key: u64,
    /// The sum of the rewards of the seat that chose to come here.
    reward: f64,
    visits: u32,
    /// How often it could have been chosen.
    offers: u32,
    first_child: u32,
    next_sibling: u32,
}

struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    fn new() -> Tree {
        let root = Node { key: 0, reward: 0.0, visits: 0, offers: 0, first_child: NONE, next_sibling: NONE };
        Tree { nodes: vec![root] }
    }

    #[inline]
    fn child(&self, parent: u32, key: u64) -> Option<u32> {
        let mut at = self.nodes[parent as usize].first_child;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.key == key {
                return Some(at);
            }
            at = node.next_sibling;
        }
        None
    }

    fn grow(&mut self, parent: u32, key: u64) -> u32 {
        let child = self.nodes.len() as u32;
        let next_sibling = std::mem::replace(&mut self.nodes[parent as usize].first_child, child);
        self.nodes.push(Node { key, reward: 0.0, visits: 0, offers: 1, first_child: NONE, next_sibling });
        child
    }
}

/// The trees of all seats, and the path of the iteration under way.
struct Forest {
    search: Ismcts,
    seat: Seat,
    trees: Vec<Tree>,
    /// Tree, the seat that chose to go there (or nobody), and node.
    path: Vec<(u8, u8, u32)>,
}

const NOBODY: u8 = MAX_SEATS as u8;

impl Forest {
    fn new(search: Ismcts, seat: Seat, seats: usize, is_shared: bool) -> Forest {
        let trees = (0..if is_shared { 1 } else { seats }).map(|_| Tree::new()).collect();
        Forest { search, seat, trees, path: Vec::new() }
    }

    #[inline]
    fn tree_of(&self, seat: Seat) -> usize {
        if self.trees.len() == 1 { 0 } else { seat.index() }
    }

    /// What was found out about moves of the searching seat, given the keys of its observations of them.
    fn found(&self, keys: &[u64]) -> Vec<MoveStats> {
        let tree = &self.trees[self.tree_of(self.seat)];
        let found = |key: &u64| {
            let node = tree.child(ROOT, *key).map(|child| &tree.nodes[child as usize]);
            node.map_or(MoveStats { visits: 0, mean: 0.0 }, |node| MoveStats {
                visits: node.visits,
                mean: node.reward / f64::from(node.visits.max(1)),
            })
        };
        keys.iter().map(found).collect()
    }

    fn iterate<G: Heuristics>(&mut self, mut state: G, rng: &mut Dice) {
        self.path.clear();
        let mut at = self.roots(&state);
        let mut asked = Some(self.seat);
        loop {
            let (event, mover) = match state.turn() {
                Turn::Over => break,
                Turn::Nature => (Event::Fate(state.draw(rng)), NOBODY),
                Turn::Seats(_) => {
                    let seat = asked.take().or_else(|| state.asked()).expect("a game that waits asks a seat");
                    let node = at[self.tree_of(seat)];
                    if node == NONE {
                        break;
                    }
                    let mv = self.choose(node, &state, seat, rng);
                    (Event::Move { seat, mv }, seat.into())
                }
            };
            let trees = self.trees.len();
            for (tree, node) in at[..trees].iter_mut().enumerate().filter(|(_, node)| **node != NONE) {
                let viewer = if trees == 1 { self.seat } else { seat_at(tree) };
                *node = self.follow(tree, *node, state.observation_key(&event, viewer), mover);
            }
            state.apply(&event);
            if at[..trees].iter().all(|node| *node == NONE) {
                break;
            }
        }
        self.roll_out(&mut state, rng);
        self.back_propagate::<G>(&state);
    }

    /// Where the path begins in each tree: for other seats at the information set they are in, in the imagined state.
    fn roots<G: Heuristics>(&mut self, state: &G) -> [u32; MAX_SEATS] {
        let mut at = [ROOT; MAX_SEATS];
        if self.trees.len() > 1 {
            for (i, tree) in self.trees.iter_mut().enumerate() {
                if i != self.seat.index() {
                    let key = state.information_set_key(seat_at(i));
                    at[i] = tree.child(ROOT, key).unwrap_or_else(|| tree.grow(ROOT, key));
                }
            }
        }
        at
    }

    /// An untried move if there is one, otherwise the one with the highest upper confidence bound.
    #[inline]
    fn choose<G: Heuristics>(&mut self, node: u32, state: &G, seat: Seat, rng: &mut Dice) -> G::Move {
        let exploration = self.search.exploration;
        let index = self.tree_of(seat);
        let tree = &mut self.trees[index];
        let mut untried = None;
        let mut fresh = 0;
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for mv in state.legal_moves(seat) {
            let key = state.observation_key(&Event::Move { seat, mv: mv.clone() }, seat);
            match tree.child(node, key) {
                None => {
                    fresh += 1;
                    if fresh == 1 || below(rng, fresh) == 0 {
                        untried = Some(mv);
                    }
                }
                Some(child) => {
                    let child = &mut tree.nodes[child as usize];
                    child.offers += 1;
                    let visits = child.visits.max(1) as f32;
                    let mean = child.reward as f32 / visits;
                    let score = mean + exploration * (rough_ln(child.offers) / visits).sqrt();
                    if score > highest {
                        highest = score;
                        best = Some(mv);
                    }
                }
            }
        }
        untried.or(best).expect("a seat that is asked has a legal move")
    }

    /// Goes down the branch of an observation; a new branch ends the path in this tree.
    #[inline]
    fn follow(&mut self, tree: usize, node: u32, key: u64, mover: u8) -> u32 {
        let chooser = if mover == NOBODY || self.tree_index(mover) != tree { NOBODY } else { mover };
        let (child, next) = match self.trees[tree].child(node, key) {
            Some(child) => (child, child),
            None => (self.trees[tree].grow(node, key), NONE),
        };
        self.path.push((tree as u8, chooser, child));
        next
    }

    #[inline]
    fn tree_index(&self, seat: u8) -> usize {
        if self.trees.len() == 1 { 0 } else { seat.into() }
    }

    #[inline]
    fn roll_out<G: Heuristics>(&self, state: &mut G, rng: &mut Dice) {
        let mut asked = self.path.is_empty().then_some(self.seat);
        loop {
            let event = match state.turn() {
                Turn::Over => return,
                Turn::Nature => Event::Fate(state.draw(rng)),
                Turn::Seats(_) => {
                    let seat = asked.take().or_else(|| state.asked()).expect("a game that waits asks a seat");
                    let mv = match self.search.default_policy {
                        DefaultPolicy::Heuristic => state.default_policy(seat, rng),
                        DefaultPolicy::Random => {
                            state.pick(seat, rng).expect("a seat that is asked has a legal move")
                        }
                    };
                    Event::Move { seat, mv }
                }
            };
            state.apply(&event);
        }
    }

    /// Adds the rewards of a finished game to all nodes of the path.
    #[inline]
    fn back_propagate<G: Heuristics>(&mut self, state: &G) {
        let standings = state.standings().expect("a game played out has standings");
        let rewards = match self.search.wins_only {
            true => PerSeat::from_fn(standings.scores.len(), |seat| standings.share(seat) as f32),
            false => G::rewards(&standings),
        };
        for (tree, chooser, node) in self.path.drain(..) {
            let node = &mut self.trees[tree as usize].nodes[node as usize];
            node.visits += 1;
            if chooser != NOBODY {
                node.reward += f64::from(rewards[seat_at(chooser.into())]);
            }
        }
    }
}

#[inline]
fn seat_at(index: usize) -> Seat {
    Seat::new(index as u8).expect("trees and movers are numbered like seats")
}

/// The natural logarithm to within 6%, from the leading bits alone.
#[inline]
fn rough_ln(n: u32) -> f32 {
    let bits = 31 - n.leading_zeros();
    let rest = (n - (1 << bits)) as f32 / (1u32 << bits) as f32;
    (bits as f32 + rest) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use nabbit::State;
    use table::kit::{is_one_seed, seeds};
    use table::{Game, nature::dice, random_event};

    use super::*;

    #[test]
    fn a_search_that_stops_when_it_is_sure_chooses_as_one_that_goes_on() {
        const MOST: u32 = 5 * LOOK_EVERY;
        let search = Ismcts { exploration: 2.0, ..Ismcts::USUAL };
        let (mut early, mut late) = (0, 0);
        for seed in seeds(0..16) {
            let (options, seating) = State::seat_zero_begins(4).expect("four can play");
            let mut state = State::open(&options, &seating).expect("four can play");
            let mut rng = dice(seed, 0);
            while state.to_draw() > 40 || state.asked().is_none() {
                state.apply(&random_event(&state, &mut rng).expect("the pile is not empty"));
            }
            let sight = Sight::of(&state, state.seat(), &[]);
            let [sure, full] = [true, false]
                .map(|until| search.run(&sight, &Budget::iterations(MOST), &mut dice(seed, 1), until));
            let tried = |found: &[MoveStats]| found.iter().map(|one| one.visits).sum::<u32>();
            let best = |found: &[MoveStats]| (0..found.len()).max_by_key(|i| found[*i].visits);
            assert_eq!((tried(&full), best(&sure)), (MOST, best(&full)), "{sure:?} {full:?}");
            *(if tried(&sure) < MOST { &mut early } else { &mut late }) += 1;
        }
        assert!((early > 2 && late > 2) || is_one_seed(), "{early} stopped, {late} went on");
    }
}
