//! Stacket: a bot searches for places, tries them out by simulation, and takes one with a more or less steady hand.
//!
//! Rollouts do not simulate: they guess how often something falls.

use std::sync::atomic::{AtomicUsize, Ordering};

use stacket::{
    AS_IN_THE_BOX, Move, Pose, State, World,
    hand::{Hand, Prospect, chances, plan_on},
    place::Site,
};
use table::{
    Game, PerSeat, Rng, Seat, Standings,
    nature::{Dice, below, dice, unit},
};

use crate::{
    Bot, Budget, Heuristics, Level, Played, Sight, Stopwatch,
    games::MakeBot,
    hint::{HintUnit, MoveHint},
    methods::{fixed::fixed, random::Random, stats},
};

impl Heuristics for State {
    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn evaluate(&self, seat: Seat) -> f64 {
        self.scores()[seat].into()
    }

    /// Plays on without simulation, which takes long: in every turn something falls about as often as when medium bots
    /// build, and a piece that stands touches one or two others.
    fn rollout(&self, rng: &mut (impl Rng + ?Sized)) -> Standings {
        let seats = self.seating().seats();
        let (mut seat, mut left, mut placed) = (self.seat(), self.left().len(), self.placed().len());
        // The option `few` leaves some pieces of the box out of the game.
        let played_with = left + placed;
        let mut scores = *self.scores();
        // A game in which everybody only loses points would never reach its target.
        for _ in 0..MOST_TURNS {
            let falls = left == 0 || unit(rng) < FALLS;
            if falls && !self.options().points {
                return Standings::by_score(PerSeat::from_fn(seats, |other| i32::from(other != seat)));
            }
            (placed, left) = (placed + 1, left.saturating_sub(1));
            scores[seat] += if falls { -(placed as i32 + 1) } else { 1 + below(rng, 2) as i32 };
            seat = seat.left(seats);
            if falls || left == 0 {
                (placed, left) = (0, played_with);
                let standings = Standings::by_score(scores);
                let best = scores.iter().copied().max().unwrap_or(0);
                if best >= i32::from(self.options().target) && standings.winners.len() == 1 {
                    return standings;
                }
            }
        }
        Standings::by_score(scores)
    }
}

/// A guess of how often something falls in a turn of a rollout.
const FALLS: f64 = 0.08;
/// The most turns of a rollout.
const MOST_TURNS: u32 = 2000;

/// Builds with a hand. When it finds no place that holds, it gives up one time in `gives_up_in`.
struct Builder {
    hand: Hand,
    gives_up_in: u32,
}

const EASY: Builder = Builder { hand: Hand::EASY, gives_up_in: 6 };
const MEDIUM: Builder = Builder { hand: Hand::MEDIUM, gives_up_in: 6 };
/// Does not tremble at all, so one simulation tells whether a place holds.
const HARD: Builder = Builder {
    hand: Hand { place_error: 0.0, turn_error: 0.0, probes: 1, spite: 0.3, ..Hand::HARD },
    gives_up_in: 30,
};

impl Builder {
    /// Looks at a few places at a time until the budget is spent, and keeps the one it likes best.
    fn look(&self, state: &State, budget: &Budget, rng: &mut Dice) -> Option<Prospect> {
        let glance = Hand {
            pieces: self.hand.pieces.min(2),
            finalists: self.hand.finalists.min(1),
            probes: self.hand.probes.div_ceil(2),
            ..self.hand
        };
        let seen = budget.on_each_thread(rng, |share, mut dice| {
            let mut watch = Stopwatch::start_slow(share);
            let has_time = watch.has_time();
            let site = Site { patience: &has_time, ..Site::of(state) };
            let (mut best, mut world): (Option<Prospect>, _) = (None, None);
            // As long as nothing has held it is worth while to look on.
            let is_good = |best: &Option<Prospect>| best.is_some_and(|best| best.holds > 0.0);
            while watch.may_go_on() || !is_good(&best) && watch.iterations() < MOST_GLANCES && has_time() {
                let seen = plan_on(state, &site, &mut world, &glance, &mut dice).into_iter().next();
                best = best.into_iter().chain(seen).reduce(|a, b| self.better(a, b));
            }
            best
        });
        seen.into_iter().flatten().reduce(|a, b| self.better(a, b))
    }

    /// The place it likes better; of equal ones the first.
    fn better(&self, a: Prospect, b: Prospect) -> Prospect {
        if self.hand.rates(&b) > self.hand.rates(&a) { b } else { a }
    }
}

/// How often a suggested place is simulated for a hint.
const TRIALS: usize = 8;
/// How often the best place of a piece in the box is simulated for a hint.
const GLANCES: usize = 3;

/// How often a bot looks on as long as no place has held; giving up loses.
const MOST_GLANCES: u32 = 8;

impl Bot<State> for Builder {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let found = self.look(&state, budget, rng);
        // A turn has no limit: without this a hopeless one would never end.
        if found.is_none_or(|place| place.holds == 0.0) && below(rng, self.gives_up_in) == 0 {
            return Move::GiveUp;
        }
        let mv = match (state.held(), found) {
            (None, Some(place)) => {
                let one_hand = state.options().one_hand;
                let grip = if one_hand { place.berth.pose.turn } else { AS_IN_THE_BOX };
                Some(Move::Pick { piece: place.piece, grip })
            }
            (Some(held), Some(place)) => {
                Some(Move::Place(self.hand.tremble(&Site::of(&state), held.piece, &place.berth.pose, rng)))
            }
            (Some(_), None) if !state.options().touch_move => Some(Move::PutBack),
            _ => None,
        };
        let legal = mv.filter(|mv| state.check(sight.seat(), mv).is_ok());
        let offered = || sight.moves().iter().find(|mv| matches!(mv, Move::Place(_) | Move::Pick { .. }));
        legal.or_else(|| offered().copied()).unwrap_or(Move::GiveUp)
    }
}

impl Played for State {
    const SIMULATES_TO_DECIDE: bool = true;

    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy | Level::Medium => Box::new(MEDIUM),
            Level::Easy => Box::new(EASY),
            Level::Hard => Box::new(HARD),
        }
    }

    /// Keeps 50 ms of three seconds, and half of 50 ms, in reserve: building the world of a simulation takes up to 10 ms and
    /// is not broken off.
    fn budget(level: Level) -> Budget {
        match level {
            Level::Hard => Budget::cpu_ms(2950),
            Level::Medium => Budget::cpu_ms(25),
            _ => level.budget(),
        }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "drops pieces",
            Level::Easy => "a child: looks a little and trembles",
            Level::Greedy | Level::Medium => "a builder: tries a few places in its head first",
            Level::Hard => "an architect: steady, and leaves you little to build on",
        }
    }

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Move>> {
        let state = sight.imagine(rng);
        let (state, moves) = (&state, sight.moves());
        let (next, seed) = (AtomicUsize::new(0), rng.next_u64());
        let mut hints: Vec<(usize, MoveHint<Move>)> = budget
            .on_each_thread(rng, |share, _| {
                let has_time = Stopwatch::start_slow(share).has_time();
                let site = Site { patience: &has_time, ..Site::of(state) };
                let world = World::new(state.set(), state.structure());
                let one = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < moves.len());
                let hint =
                    |n: usize| (n, try_out(state, &site, &world, &moves[n], &mut dice(seed, n as u64)));
                std::iter::from_fn(one).map(hint).collect::<Vec<_>>()
            })
            .into_iter()
            .flatten()
            .collect();
        hints.sort_by_key(|(n, _)| *n);
        let mut hints: Vec<MoveHint<Move>> = hints.into_iter().map(|(_, hint)| hint).collect();
        // The lower end of the interval decides, so that what was hardly tried is not advised.
        let best = stats::argmax(&hints.iter().map(|hint| hint.value - hint.error).collect::<Vec<_>>());
        if let Some(hint) = hints.get_mut(best) {
            hint.best = true;
        }
        hints
    }

    fn simple_strategies() -> Vec<(&'static str, MakeBot<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("first place", || fixed(first_place)),
            ("lowest place", || fixed(lowest_place)),
            ("first piece", || fixed(first_piece)),
            ("last piece", || fixed(last_piece)),
        ]
    }
}

/// Judges a move by how often a fairly steady hand makes it hold; a piece of the box at the best place found for it.
fn try_out(state: &State, site: &Site<'_>, world: &World, mv: &Move, dice: &mut Dice) -> MoveHint<Move> {
    let place = match (mv, state.held()) {
        (Move::Place(pose), Some(held)) => Some((held.piece, *pose, TRIALS)),
        (Move::Pick { piece, .. }, _) => {
            let best = site.search(*piece, None, Hand::MEDIUM.tries, 1, dice);
            best.first().map(|berth| (*piece, berth.pose, GLANCES))
        }
        _ => None,
    };
    let held = place.map(|(piece, pose, trials)| {
        let share = chances(site, world, piece, &pose, &Hand::MEDIUM, trials, dice).holds;
        (share * trials as f64, trials)
    });
    let (value, error, why) = match (mv, held) {
        (Move::Pick { .. } | Move::Place(_), _) if !(site.patience)() => {
            (0.5, 0.5, "there was no time to try it out".to_owned())
        }
        (_, Some((held, trials))) => {
            // As if one more trial had held and one had not: a few trials are never sure.
            let n = trials as f64 + 2.0;
            let chance = (held + 1.0) / n;
            let at = if trials == GLANCES { "where it lies best it" } else { "it" };
            let why = format!("{at} held in {held:.0} of {trials} trials with a fairly steady hand");
            (chance, 1.96 * (chance * (1.0 - chance) / n).sqrt(), why)
        }
        (Move::PutBack, None) => (0.5, 0.5, "another piece may fit better".to_owned()),
        (Move::Pick { .. }, None) => (0.1, 0.1, "no place for it was found at first sight".to_owned()),
        (Move::Shake(_), None) => (0.0, 0.0, "whatever falls is your loss".to_owned()),
        _ => (0.0, 0.0, "giving up loses".to_owned()),
    };
    MoveHint { mv: *mv, value, error, unit: HintUnit::Success, best: false, why }
}

/// Takes any piece to the first place that is offered.
fn first_place(state: &State, seat: Seat, rng: &mut Dice) -> Move {
    any_piece(state, seat, rng, |_| 0.0)
}

/// Takes any piece to the lowest place that is offered.
fn lowest_place(state: &State, seat: Seat, rng: &mut Dice) -> Move {
    any_piece(state, seat, rng, |pose| pose.at[1])
}

/// Takes any piece to the place of least `cost`. Where no place is offered it mostly puts the piece back, and gives up
/// one time in twenty.
fn any_piece(state: &State, seat: Seat, rng: &mut Dice, cost: fn(&Pose) -> f64) -> Move {
    if state.held().is_none() {
        return nth_piece(state, seat, below(rng, state.left().len() as u32) as usize);
    }
    let places = state.legal_moves(seat).filter_map(|mv| match mv {
        Move::Place(pose) => Some(pose),
        _ => None,
    });
    let best = places.min_by(|a, b| cost(a).total_cmp(&cost(b))).map(Move::Place);
    let put_back = !state.options().touch_move && below(rng, 20) > 0;
    best.or(put_back.then_some(Move::PutBack)).unwrap_or(Move::GiveUp)
}

/// Takes the first piece of the box to the first place that is offered, or gives up.
fn first_piece(state: &State, seat: Seat, _: &mut Dice) -> Move {
    nth_piece(state, seat, 0)
}

/// Takes the last piece of the box to the first place that is offered, or gives up.
fn last_piece(state: &State, seat: Seat, _: &mut Dice) -> Move {
    nth_piece(state, seat, state.left().len().saturating_sub(1))
}

/// Picks the nth piece, or puts the one that is held at the first place that is offered.
fn nth_piece(state: &State, seat: Seat, nth: usize) -> Move {
    let mut moves = state.legal_moves(seat).filter(|mv| *mv != Move::PutBack);
    let mv = if state.held().is_some() { moves.next() } else { moves.nth(nth) };
    mv.unwrap_or(Move::GiveUp)
}

#[cfg(test)]
mod tests {
    use stacket::Options;
    use table::Seating;

    use super::*;

    #[test]
    fn every_round_of_a_rollout_has_the_pieces_played_with() {
        let options = Options { points: true, target: 1, few: 1, ..Options::default() };
        let state = State::open(&options, &Seating::ascending(2).unwrap()).unwrap();
        for seed in table::kit::seeds(0..500) {
            let standings = state.rollout(&mut dice(seed, 0));
            // With one piece every turn ends a round, so whoever gains a point has won by it.
            assert!(standings.scores.iter().all(|score| *score <= 2), "{:?}", standings.scores);
        }
    }
}
