//! Stacket: places are searched for, tried out in the head, and taken with a hand that trembles more or less.

use std::sync::atomic::{AtomicUsize, Ordering};

use stacket::{
    AS_IN_THE_BOX, Move, Pose, State, World,
    hand::{Hand, Prospect, odds, plan_on},
    place::Site,
};
use table::{
    Game, PerSeat, Rng, Seat, Standings,
    nature::{Dice, below, dice, unit},
};

use crate::{
    Bot, Budget, Clock, Level, Played, Sight, Tactics,
    hint::{Hint, Unit},
    level::Maker,
    random::Random,
    rule::rule,
};

impl Tactics for State {
    /// All pieces lie open.
    const OPEN: bool = true;

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn worth(&self, seat: Seat) -> f64 {
        self.scores()[seat].into()
    }

    /// On paper, because physics takes long: every turn something falls as often as when medium bots build, and a
    /// piece that stands touches one or two others.
    fn play_on(&self, rng: &mut (impl Rng + ?Sized)) -> Standings {
        let seats = self.seating().seats();
        let (mut seat, mut left, mut placed) = (self.seat(), self.left().len(), self.placed().len());
        let mut scores = *self.scores();
        // Rounds in which everybody only loses points must end some time.
        for _ in 0..TURNS {
            let falls = left == 0 || unit(rng) < FALLS;
            if falls && !self.options().points {
                return Standings::by_score(PerSeat::from_fn(seats, |other| i32::from(other != seat)));
            }
            (placed, left) = (placed + 1, left.saturating_sub(1));
            scores[seat] += if falls { -(placed as i32 + 1) } else { 1 + below(rng, 2) as i32 };
            seat = seat.left(seats);
            if falls || left == 0 {
                (placed, left) = (0, self.set().ids().count());
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

/// How often a turn is taken to end the round on paper: a guess, since nothing is simulated there.
const FALLS: f64 = 0.08;
/// The most turns that are played on paper.
const TURNS: u32 = 2000;

/// Builds with a hand, and bears so many looks in vain before it gives up, on average.
struct Builder(Hand, u32);

const EASY: Builder = Builder(Hand::EASY, 6);
const MEDIUM: Builder = Builder(Hand::MEDIUM, 6);
/// Does not tremble at all, so what has held once in its head holds on the table.
const HARD: Builder =
    Builder(Hand { place_error: 0.0, turn_error: 0.0, probes: 1, spite: 0.3, ..Hand::HARD }, 30);

impl Builder {
    /// Looks at a few places again and again until the time is up, and keeps the one it likes best.
    fn look(&self, state: &State, budget: &Budget, rng: &mut Dice) -> Option<Prospect> {
        let glance = Hand {
            pieces: self.0.pieces.min(2),
            finalists: self.0.finalists.min(1),
            probes: self.0.probes.div_ceil(2),
            ..self.0
        };
        let seen = budget.spread(rng, |share, mut dice| {
            let mut clock = Clock::start_slow(share);
            let is_patient = clock.patience();
            let site = Site { patience: &is_patient, ..Site::of(state) };
            let (mut best, mut world): (Option<Prospect>, _) = (None, None);
            // Where nothing has held so far it is worth while to look a little longer.
            let is_good = |best: &Option<Prospect>| best.is_some_and(|best| best.holds > 0.0);
            while clock.goes_on() || !is_good(&best) && clock.iterations() < MOST_GLANCES && is_patient() {
                let seen = plan_on(state, &site, &mut world, &glance, &mut dice).into_iter().next();
                best = best.into_iter().chain(seen).reduce(|a, b| self.better(a, b));
            }
            best
        });
        seen.into_iter().flatten().reduce(|a, b| self.better(a, b))
    }

    /// The place it likes better; of equal ones the first.
    fn better(&self, a: Prospect, b: Prospect) -> Prospect {
        if self.0.rates(&b) > self.0.rates(&a) { b } else { a }
    }
}

/// How often a suggested place is tried out for a hint, and how often the best place of a piece still in the box.
const TRIALS: usize = 8;
const GLANCES: usize = 3;

/// How often a bot looks that has found no place that held; giving up loses.
const MOST_GLANCES: u32 = 8;

impl Bot<State> for Builder {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let found = self.look(&state, budget, rng);
        // A turn may be as long as one likes: without this a hopeless one would never end.
        if found.is_none_or(|place| place.holds == 0.0) && below(rng, self.1) == 0 {
            return Move::GiveUp;
        }
        let mv = match (state.held(), found) {
            (None, Some(place)) => {
                let one_hand = state.options().one_hand;
                let grip = if one_hand { place.berth.pose.turn } else { AS_IN_THE_BOX };
                Some(Move::Pick { piece: place.piece, grip })
            }
            (Some(held), Some(place)) => {
                Some(Move::Place(self.0.tremble(&Site::of(&state), held.piece, &place.berth.pose, rng)))
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
    fn bot(level: Level) -> Box<dyn Bot<State>> {
        match level {
            Level::Random => Box::new(Random),
            Level::Greedy | Level::Medium => Box::new(MEDIUM),
            Level::Easy => Box::new(EASY),
            Level::Hard => Box::new(HARD),
        }
    }

    /// Building a world to try things out in takes up to 10 ms and is not broken off.
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

    fn hints(sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        let state = sight.imagine(rng);
        let (state, moves) = (&state, sight.moves());
        let (next, seed) = (AtomicUsize::new(0), rng.next_u64());
        let mut hints: Vec<(usize, Hint<Move>)> = budget
            .spread(rng, |share, _| {
                let is_patient = Clock::start_slow(share).patience();
                let site = Site { patience: &is_patient, ..Site::of(state) };
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
        let mut hints: Vec<Hint<Move>> = hints.into_iter().map(|(_, hint)| hint).collect();
        // What was hardly tried is not advised.
        let best = crate::greedy::best(&hints.iter().map(|hint| hint.value - hint.error).collect::<Vec<_>>());
        if let Some(hint) = hints.get_mut(best) {
            hint.best = true;
        }
        hints
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![
            ("random", || Box::new(Random)),
            ("first place", || rule(first_place)),
            ("lowest place", || rule(lowest_place)),
            ("first piece", || rule(first_piece)),
            ("last piece", || rule(last_piece)),
        ]
    }
}

/// What a move is worth: how often a fairly steady hand makes it hold, a piece of the box where it lies best.
fn try_out(state: &State, site: &Site<'_>, world: &World, mv: &Move, dice: &mut Dice) -> Hint<Move> {
    let place = match (mv, state.held()) {
        (Move::Place(pose), Some(held)) => Some((held.piece, *pose, TRIALS)),
        (Move::Pick { piece, .. }, _) => {
            let best = site.search(*piece, None, Hand::MEDIUM.tries, 1, dice);
            best.first().map(|berth| (*piece, berth.pose, GLANCES))
        }
        _ => None,
    };
    let held = place.map(|(piece, pose, trials)| {
        let share = odds(site, world, piece, &pose, &Hand::MEDIUM, trials, dice);
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
    Hint { mv: *mv, value, error, unit: Unit::Success, best: false, why }
}

/// Any piece, where it is offered first.
fn first_place(state: &State, seat: Seat, rng: &mut Dice) -> Move {
    any_piece(state, seat, rng, |_| 0.0)
}

/// Any piece, at the lowest place that is offered.
fn lowest_place(state: &State, seat: Seat, rng: &mut Dice) -> Move {
    any_piece(state, seat, rng, |pose| pose.at[1])
}

/// Picks any piece and puts it where `cost` is least; where no place is offered it takes another, and despairs in the end.
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

/// The first piece of the box, where it is offered first; gives up where no place is.
fn first_piece(state: &State, seat: Seat, _: &mut Dice) -> Move {
    nth_piece(state, seat, 0)
}

/// The last piece of the box, likewise.
fn last_piece(state: &State, seat: Seat, _: &mut Dice) -> Move {
    nth_piece(state, seat, state.left().len().saturating_sub(1))
}

/// Picks the nth piece, or puts the one that is held where it is offered first.
fn nth_piece(state: &State, seat: Seat, nth: usize) -> Move {
    let mut moves = state.legal_moves(seat).filter(|mv| *mv != Move::PutBack);
    let mv = if state.held().is_some() { moves.next() } else { moves.nth(nth) };
    mv.unwrap_or(Move::GiveUp)
}
