//! Information-set Monte-Carlo tree search.
//!
//! Every iteration imagines a full state that fits what the seat knows, walks down the trees by upper confidence,
//! plays the rest out, and adds the result to the way it came. Each seat has a tree of its own whose branches are
//! what that seat is shown, so no seat chooses by what it cannot know; where everything is known to all who
//! watched, one tree serves all. Nature's fates are branches like any other. Nodes lie in one flat list; a playout
//! allocates nothing.

use table::{
    Event, Imagine, MAX_SEATS, PerSeat, Seat, Turn,
    nature::{Dice, below},
};

use crate::{
    Bot, Budget, Clock, Sight, Tactics,
    budget::Think,
    exact, greedy,
    hint::{Hint, Unit},
};

/// How positions beyond the tree are played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playout {
    /// Any legal move, each alike.
    Random,
    /// By the game's own rule of thumb.
    Guided,
}

/// A searching player.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// How positions beyond the tree are played out.
    pub playout: Playout,
    /// How much a rarely tried move is favoured; results lie between 0 and 1.
    pub curiosity: f32,
    /// How many standard errors better a move must be to overrule the rule of thumb.
    pub doubt: f64,
    /// Whether only the victory counts, and not the margin too.
    pub victory: bool,
}

impl Search {
    /// What has served most games well.
    pub const USUAL: Search = Search { playout: Playout::Guided, curiosity: 0.7, doubt: 1.0, victory: false };
}

impl Default for Search {
    fn default() -> Search {
        Search::USUAL
    }
}

/// What search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// How often it was tried.
    pub visits: u32,
    /// The mean reward of the seat, from 0 to 1.
    pub mean: f64,
}

impl Weighed {
    /// The standard error of the mean, at most.
    pub fn error(&self) -> f64 {
        0.5 / f64::from(self.visits.max(1)).sqrt()
    }

    /// What two searches found together.
    fn join(self, other: Weighed) -> Weighed {
        let visits = self.visits + other.visits;
        let sum = self.mean * f64::from(self.visits) + other.mean * f64::from(other.visits);
        Weighed { visits, mean: sum / f64::from(visits.max(1)) }
    }
}

impl<G: Tactics + Imagine> Bot<G> for Search {
    fn decide(&mut self, sight: &Sight<'_, G>, budget: &Budget, rng: &mut Dice) -> G::Move {
        let moves = sight.moves();
        if moves.len() == 1 {
            return moves[0].clone();
        }
        // Where all moves win alike the margin decides, which is not counted.
        if let Some(exact) = counted(sight, rng).filter(|exact| exact.iter().any(|one| *one != exact[0])) {
            return moves[greedy::best(&exact)].clone();
        }
        let weighed = self.explore(sight, budget, rng, true);
        moves[self.choose_among(sight, &weighed, rng)].clone()
    }
}

impl Search {
    /// The move tried most; but where there is a rule of thumb, only one that is better beyond doubt overrules it.
    fn choose_among<G: Tactics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        weighed: &[Weighed],
        rng: &mut Dice,
    ) -> usize {
        let tried = (0..weighed.len()).max_by_key(|i| weighed[*i].visits).expect("a sight offers a move");
        if self.playout == Playout::Random {
            return tried;
        }
        let thumb = sight.imagine(rng).thumb(sight.seat(), rng);
        let Some(thumb) = sight.moves().iter().position(|mv| *mv == thumb) else { return tried };
        let doubt = weighed[tried].error().hypot(weighed[thumb].error());
        if weighed[tried].mean > weighed[thumb].mean + self.doubt * doubt { tried } else { thumb }
    }

    /// Searches and says how often each move of the sight was tried, and with what result.
    pub fn weigh<G: Tactics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
    ) -> Vec<Weighed> {
        self.explore(sight, budget, rng, false)
    }

    /// The same, but whoever only wants the best move need not go on once it is found.
    fn explore<G: Tactics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
        until_sure: bool,
    ) -> Vec<Weighed> {
        let search = |share, rng| self.explore_alone(sight, share, rng, until_sure);
        let all = budget.spread(rng, search).into_iter();
        all.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.join(b)).collect()).unwrap_or_default()
    }

    /// The chance to win of each move of a sight, with a sentence why.
    pub fn hints<G: Tactics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        budget: &Budget,
        rng: &mut Dice,
        why: impl Fn(&G, &G::Move) -> String,
    ) -> Vec<Hint<G::Move>> {
        let state = sight.imagine(rng);
        let worth: Vec<(f64, f64)> = match counted(sight, rng) {
            Some(exact) => exact.iter().map(|chance| (*chance, 0.0)).collect(),
            None => {
                let weighed = Search { victory: true, ..*self }.weigh(sight, budget, rng);
                weighed.iter().map(|found| (found.mean, 1.96 * found.error())).collect()
            }
        };
        // Whoever reads the chances expects the highest to be advised, also where the doubt is larger than the difference.
        let best = greedy::best(&worth.iter().map(|(chance, _)| *chance).collect::<Vec<_>>());
        let hint = |(i, (mv, (value, error))): (usize, (&G::Move, (f64, f64)))| Hint {
            mv: mv.clone(),
            value,
            error,
            unit: Unit::Chance,
            best: i == best,
            why: why(&state, mv),
        };
        sight.moves().iter().zip(worth).enumerate().map(hint).collect()
    }

    fn explore_alone<G: Tactics + Imagine>(
        &self,
        sight: &Sight<'_, G>,
        share: Think,
        mut rng: Dice,
        until_sure: bool,
    ) -> Vec<Weighed> {
        let state = sight.imagine(&mut rng);
        let mut forest = Forest::new(*self, sight.seat(), state.seating().seats(), G::OPEN);
        let clue =
            |mv: &G::Move| state.clue(&Event::Move { seat: sight.seat(), mv: mv.clone() }, sight.seat());
        let clues: Vec<u64> = sight.moves().iter().map(clue).collect();
        let mut clock = Clock::start(share);
        while clock.goes_on() {
            forest.iterate(if G::OPEN { state.clone() } else { sight.imagine(&mut rng) }, &mut rng);
            let looks = until_sure && clock.iterations().is_multiple_of(LOOK_EVERY);
            if looks && is_sure(&forest.weighed(&clues)) {
                break;
            }
        }
        forest.weighed(&clues)
    }
}

/// How often a search looks whether it can stop, and by how many standard errors one move must then lead.
const LOOK_EVERY: u32 = 4096;
const SURE: f64 = 4.0;

/// Whether the move tried most leads all others by so much that more tries would not change it.
fn is_sure(weighed: &[Weighed]) -> bool {
    let best = weighed.iter().max_by_key(|one| one.visits).expect("a sight offers a move");
    let behind = |one: &Weighed| best.mean - one.mean > SURE * best.error().hypot(one.error());
    weighed.iter().filter(|one| !std::ptr::eq(*one, best)).all(behind)
}

/// The exact chance of every move, where all is known and nobody else has a say any more.
fn counted<G: Tactics + Imagine>(sight: &Sight<'_, G>, rng: &mut Dice) -> Option<Vec<f64>> {
    if G::OPEN { exact::chances(&sight.imagine(rng), sight.seat(), sight.moves()) } else { None }
}

const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

/// What a seat was shown last, how often the way led here, and the rewards of whoever chose to come.
#[derive(Clone, Copy)]
struct Node {
    clue: u64,
    sum: f64,
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
        let root = Node { clue: 0, sum: 0.0, visits: 0, offers: 0, first_child: NONE, next_sibling: NONE };
        Tree { nodes: vec![root] }
    }

    #[inline]
    fn child(&self, parent: u32, clue: u64) -> Option<u32> {
        let mut at = self.nodes[parent as usize].first_child;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.clue == clue {
                return Some(at);
            }
            at = node.next_sibling;
        }
        None
    }

    fn grow(&mut self, parent: u32, clue: u64) -> u32 {
        let child = self.nodes.len() as u32;
        let next_sibling = std::mem::replace(&mut self.nodes[parent as usize].first_child, child);
        self.nodes.push(Node { clue, sum: 0.0, visits: 0, offers: 1, first_child: NONE, next_sibling });
        child
    }
}

/// The trees of all seats, and the way of the iteration under way.
struct Forest {
    search: Search,
    seat: Seat,
    trees: Vec<Tree>,
    /// Tree, node, and the seat that chose to go there (or nobody).
    way: Vec<(u8, u8, u32)>,
}

const NOBODY: u8 = MAX_SEATS as u8;

impl Forest {
    fn new(search: Search, seat: Seat, seats: usize, open: bool) -> Forest {
        let trees = (0..if open { 1 } else { seats }).map(|_| Tree::new()).collect();
        Forest { search, seat, trees, way: Vec::new() }
    }

    #[inline]
    fn tree_of(&self, seat: Seat) -> usize {
        if self.trees.len() == 1 { 0 } else { seat.index() }
    }

    /// What the searching seat found out about moves, told by their clues.
    fn weighed(&self, clues: &[u64]) -> Vec<Weighed> {
        let tree = &self.trees[self.tree_of(self.seat)];
        let weighed = |clue: &u64| {
            let node = tree.child(ROOT, *clue).map(|child| &tree.nodes[child as usize]);
            node.map_or(Weighed { visits: 0, mean: 0.0 }, |node| Weighed {
                visits: node.visits,
                mean: node.sum / f64::from(node.visits.max(1)),
            })
        };
        clues.iter().map(weighed).collect()
    }

    fn iterate<G: Tactics>(&mut self, mut state: G, rng: &mut Dice) {
        self.way.clear();
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
                *node = self.follow(tree, *node, state.clue(&event, viewer), mover);
            }
            state.apply(&event);
            if at[..trees].iter().all(|node| *node == NONE) {
                break;
            }
        }
        self.play_out(&mut state, rng);
        self.learn::<G>(&state);
    }

    /// Where each tree begins: the others' by what they secretly hold in the imagined state.
    fn roots<G: Tactics>(&mut self, state: &G) -> [u32; MAX_SEATS] {
        let mut at = [ROOT; MAX_SEATS];
        if self.trees.len() > 1 {
            for (i, tree) in self.trees.iter_mut().enumerate() {
                if i != self.seat.index() {
                    let secret = state.secret(seat_at(i));
                    at[i] = tree.child(ROOT, secret).unwrap_or_else(|| tree.grow(ROOT, secret));
                }
            }
        }
        at
    }

    /// An untried move if there is one, otherwise the one with the highest upper confidence.
    #[inline]
    fn choose<G: Tactics>(&mut self, node: u32, state: &G, seat: Seat, rng: &mut Dice) -> G::Move {
        let curiosity = self.search.curiosity;
        let index = self.tree_of(seat);
        let tree = &mut self.trees[index];
        let mut untried = None;
        let mut fresh = 0;
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for mv in state.legal_moves(seat) {
            let clue = state.clue(&Event::Move { seat, mv: mv.clone() }, seat);
            match tree.child(node, clue) {
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
                    let mean = child.sum as f32 / visits;
                    let score = mean + curiosity * (rough_ln(child.offers) / visits).sqrt();
                    if score > highest {
                        highest = score;
                        best = Some(mv);
                    }
                }
            }
        }
        untried.or(best).expect("a seat that is asked has a legal move")
    }

    /// The branch of a clue; a new one ends this tree's part of the way.
    #[inline]
    fn follow(&mut self, tree: usize, node: u32, clue: u64, mover: u8) -> u32 {
        let chooser = if mover == NOBODY || self.tree_index(mover) != tree { NOBODY } else { mover };
        let (child, next) = match self.trees[tree].child(node, clue) {
            Some(child) => (child, child),
            None => (self.trees[tree].grow(node, clue), NONE),
        };
        self.way.push((tree as u8, chooser, child));
        next
    }

    #[inline]
    fn tree_index(&self, seat: u8) -> usize {
        if self.trees.len() == 1 { 0 } else { seat.into() }
    }

    #[inline]
    fn play_out<G: Tactics>(&self, state: &mut G, rng: &mut Dice) {
        let mut asked = self.way.is_empty().then_some(self.seat);
        loop {
            let event = match state.turn() {
                Turn::Over => return,
                Turn::Nature => Event::Fate(state.draw(rng)),
                Turn::Seats(_) => {
                    let seat = asked.take().or_else(|| state.asked()).expect("a game that waits asks a seat");
                    let mv = match self.search.playout {
                        Playout::Guided => state.playout(seat, rng),
                        Playout::Random => {
                            state.pick(seat, rng).expect("a seat that is asked has a legal move")
                        }
                    };
                    Event::Move { seat, mv }
                }
            };
            state.apply(&event);
        }
    }

    #[inline]
    fn learn<G: Tactics>(&mut self, state: &G) {
        let standings = state.standings().expect("a game played out has standings");
        let rewards = match self.search.victory {
            true => PerSeat::from_fn(standings.scores.len(), |seat| standings.share(seat) as f32),
            false => G::rewards(&standings),
        };
        for (tree, chooser, node) in self.way.drain(..) {
            let node = &mut self.trees[tree as usize].nodes[node as usize];
            node.visits += 1;
            if chooser != NOBODY {
                node.sum += f64::from(rewards[seat_at(chooser.into())]);
            }
        }
    }
}

#[inline]
fn seat_at(index: usize) -> Seat {
    Seat::new(index as u8).expect("trees and movers are numbered like seats")
}

/// The natural logarithm to within 6%, without computing one.
#[inline]
fn rough_ln(n: u32) -> f32 {
    let bits = 31 - n.leading_zeros();
    let rest = (n - (1 << bits)) as f32 / (1u32 << bits) as f32;
    (bits as f32 + rest) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use nabbit::State;
    use table::{Game, nature::dice, random_event};

    use super::*;

    #[test]
    fn a_search_that_stops_when_it_is_sure_chooses_as_one_that_goes_on() {
        const MOST: u32 = 5 * LOOK_EVERY;
        let search = Search { curiosity: 2.0, ..Search::USUAL };
        let (mut early, mut late) = (0, 0);
        for seed in 0..16 {
            let (options, seating) = State::seat_zero_begins(4).expect("four can play");
            let mut state = State::open(&options, &seating).expect("four can play");
            let mut rng = dice(seed, 0);
            while state.to_draw() > 40 || state.asked().is_none() {
                state.apply(&random_event(&state, &mut rng).expect("the pile is not empty"));
            }
            let sight = Sight::of(&state, state.seat(), &[]);
            let [sure, full] = [true, false]
                .map(|until| search.explore(&sight, &Budget::iterations(MOST), &mut dice(seed, 1), until));
            let tried = |found: &[Weighed]| found.iter().map(|one| one.visits).sum::<u32>();
            let best = |found: &[Weighed]| (0..found.len()).max_by_key(|i| found[*i].visits);
            assert_eq!((tried(&full), best(&sure)), (MOST, best(&full)), "{sure:?} {full:?}");
            *(if tried(&sure) < MOST { &mut early } else { &mut late }) += 1;
        }
        assert!(early > 2 && late > 2, "{early} stopped, {late} went on");
    }
}
