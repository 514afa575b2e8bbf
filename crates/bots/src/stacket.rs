//! Stacket: places are searched for, tried out in the head, and taken with a hand that trembles more or less.

use stacket::{
    AS_IN_THE_BOX, Move, State, World,
    hand::{Hand, Prospect, odds, plan},
    place::Site,
};
use table::{
    Game, PerSeat, Rng, Seat, Standings,
    nature::{Dice, below, unit},
};

use crate::{
    Bot, Budget, Clock, Level, Played, Sight, Tactics,
    hint::{Hint, Unit},
    level::Maker,
    random::Random,
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

/// Builds with a hand.
struct Builder(Hand);

impl Builder {
    /// Looks at a few places again and again until the time is up, and keeps the one it likes best.
    fn look(&self, state: &State, budget: &Budget, rng: &mut Dice) -> Option<Prospect> {
        let hand = &self.0;
        let glance = Hand { pieces: hand.pieces.min(2), finalists: hand.finalists.min(2), ..*hand };
        let seen = budget.spread(rng, |share, mut dice| {
            let mut clock = Clock::start_slow(share);
            let mut best: Option<Prospect> = None;
            while clock.goes_on() || best.is_none() && clock.iterations() < MOST_GLANCES {
                let seen = plan(state, &glance, &mut dice).into_iter().next();
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

/// How often a bot that has found no place looks again; giving up loses.
const MOST_GLANCES: u32 = 8;

impl Bot<State> for Builder {
    fn decide(&mut self, sight: &Sight<'_, State>, budget: &Budget, rng: &mut Dice) -> Move {
        let state = sight.imagine(rng);
        let mv = match (state.held(), self.look(&state, budget, rng)) {
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
            Level::Greedy | Level::Medium => Box::new(Builder(Hand::MEDIUM)),
            Level::Easy => Box::new(Builder(Hand::EASY)),
            Level::Hard => Box::new(Builder(Hand::HARD)),
        }
    }

    fn budget(level: Level) -> Budget {
        if level == Level::Hard { Budget::cpu_ms(3000) } else { level.budget() }
    }

    fn character(level: Level) -> &'static str {
        match level {
            Level::Random => "drops pieces",
            Level::Easy => "a child: looks a little and trembles",
            Level::Greedy | Level::Medium => "a builder: tries a few places in its head first",
            Level::Hard => "an architect: steady, and leaves you little to build on",
        }
    }

    fn hints(sight: &Sight<'_, State>, _: &Budget, rng: &mut Dice) -> Vec<Hint<Move>> {
        let state = sight.imagine(rng);
        let site = Site::of(&state);
        let world = World::new(state.set(), state.structure());
        let prospects = plan(&state, &Hand { pieces: state.left().len(), ..Hand::MEDIUM }, rng);
        const TRIALS: usize = 4;
        // Of trials that all went one way, one more might have gone the other.
        let error = |holds: f64, trials: usize| {
            let n = trials as f64 + 2.0;
            let chance = (holds * trials as f64 + 1.0) / n;
            1.96 * (chance * (1.0 - chance) / n).sqrt()
        };
        let mut hints: Vec<Hint<Move>> = sight
            .moves()
            .iter()
            .map(|mv| {
                let (value, error, why) = match (mv, state.held()) {
                    (Move::Place(pose), Some(held)) => {
                        let holds = odds(&site, &world, held.piece, pose, &Hand::MEDIUM, TRIALS, rng);
                        let held = (holds * TRIALS as f64).round();
                        let why = format!("held in {held} of {TRIALS} trials with a fairly steady hand");
                        (holds, error(holds, TRIALS), why)
                    }
                    (Move::Pick { piece, .. }, _) => {
                        let found = prospects.iter().filter(|prospect| prospect.piece == *piece);
                        let (holds, why) = match found.map(|prospect| prospect.holds).reduce(f64::max) {
                            Some(holds) => (holds, "there is a good place for it"),
                            None => (0.0, "no good place for it was found at a glance"),
                        };
                        (holds, error(holds, Hand::MEDIUM.probes), why.to_owned())
                    }
                    (Move::PutBack, _) => (0.5, 0.5, "another piece may fit better".to_owned()),
                    _ => (0.0, 0.0, "giving up loses".to_owned()),
                };
                Hint { mv: *mv, value, error, unit: Unit::Chance, best: false, why }
            })
            .collect();
        let best = crate::greedy::best(&hints.iter().map(|hint| hint.value).collect::<Vec<_>>());
        if let Some(hint) = hints.get_mut(best) {
            hint.best = true;
        }
        hints
    }

    fn simple() -> Vec<(&'static str, Maker<State>)> {
        vec![("easy hand", || Box::new(Builder(Hand::EASY)))]
    }
}
