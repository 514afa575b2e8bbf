//! What moves of Stacks are worth: rounds played out from what a seat believes.
//!
//! Everybody plays the blueprint where it knows the situation; the others lie and call as they were read to. All moves
//! are tried from the same imagined states.

use stacks::{Move, Phase, State};
use table::{
    Event, Game, PerSeat, Rng, Seat, Turn,
    nature::{Dice, unit},
};

use crate::{
    Budget, Clock, Sight, Think,
    belief::Belief,
    blueprint::{ACTIONS, Blueprint, CALL, FOLD, Menu, TRUTHS, menu},
    claims::impossible,
    reading::{Reading, claim},
};

/// What to play in a situation nobody prepared: the truth if it can be told, otherwise fold, call or lie.
pub fn by_own_lights(menu: &Menu) -> [f64; ACTIONS] {
    let mut plays = [0.0; ACTIONS];
    match TRUTHS.into_iter().rev().find(|truth| menu[*truth].is_some()) {
        Some(truth) => plays[truth] = 1.0,
        None => {
            plays[FOLD] = 0.6;
            plays[CALL] = 0.2;
            plays[1] = 0.2;
        }
    }
    plays
}

/// How readily a play is called in its window: hardly at two points a card, mostly at four.
fn doubts(state: &State) -> [f64; ACTIONS] {
    let mut plays = [0.0; ACTIONS];
    let call = claim(state).map_or(0.0, |each| ((each - 2.0) / 2.5).clamp(0.03, 0.9));
    (plays[CALL], plays[FOLD]) = (call, 1.0 - call);
    plays
}

/// What an unreadable player does, and whether the blueprint knows the situation.
pub(crate) fn plays(state: &State, seat: Seat, menu: &Menu) -> ([f64; ACTIONS], bool) {
    if menu[CALL].is_some() && impossible(state, seat) {
        let mut plays = [0.0; ACTIONS];
        plays[CALL] = 1.0;
        return (plays, true);
    }
    match Blueprint::of(state).and_then(|blueprint| blueprint.plays(state, seat, menu)) {
        Some(plays) => (plays, true),
        None if matches!(state.phase(), Phase::Window(_)) => (doubts(state), false),
        None => (by_own_lights(menu), false),
    }
}

/// One of several moves, each as often as its weight says; none where nothing has weight.
pub(crate) fn draw(
    moves: impl Iterator<Item = (Move, f64)> + Clone,
    rng: &mut (impl Rng + ?Sized),
) -> Option<Move> {
    let mut left = unit(rng) * moves.clone().map(|(_, weight)| weight).sum::<f64>();
    let mut drawn = None;
    for (mv, weight) in moves.filter(|(_, weight)| *weight > 0.0) {
        drawn = Some(mv);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    drawn
}

/// One of the moves of a menu, as often as it is played.
pub(crate) fn draw_action(plays: &[f64; ACTIONS], menu: &Menu, rng: &mut (impl Rng + ?Sized)) -> Move {
    let open = (0..ACTIONS).filter_map(|action| menu[action].map(|mv| (mv, plays[action])));
    draw(open, rng).or(menu[FOLD]).expect("one can always fold or pass")
}

/// Plays a round to its end; the others lie and call as readily as they were read to.
pub(crate) fn play_round_out(state: &mut State, me: Seat, readings: &PerSeat<Reading>, rng: &mut Dice) {
    let round = state.round();
    let callers = PerSeat::from_fn(readings.len(), |seat| readings[seat].caller(rng));
    while state.round() == round && state.turn() != Turn::Over {
        let event = match state.asked() {
            None => Event::Fate(state.draw(rng)),
            Some(seat) => {
                let menu = menu(state, seat);
                let (mut plays, _) = plays(state, seat, &menu);
                if seat != me {
                    readings[seat].colour(&mut plays, callers[seat], claim(state));
                }
                Event::Move { seat, mv: draw_action(&plays, &menu, rng) }
            }
        };
        state.apply(&event);
    }
}

/// The points a seat has more than the others on average.
pub(crate) fn lead(state: &State, seat: Seat) -> f64 {
    let own = f64::from(state.scores()[seat]);
    let all: i32 = state.scores().iter().sum();
    own - (f64::from(all) - own) / (state.seating().seats() - 1) as f64
}

/// What a move has brought so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    count: f64,
    sum: f64,
    squares: f64,
    /// Whether it is surely not the best, and no longer tried.
    out: bool,
}

impl Sum {
    /// How far apart rounds are in points, roughly: what is assumed as long as few were played out.
    const USUAL_SPREAD: f64 = 4.0;

    fn add(&mut self, gain: f64) {
        self.count += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn with(self, other: Sum) -> Sum {
        Sum {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            out: self.out && other.out,
        }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self) -> f64 {
        let about = (self.squares - self.sum * self.mean()).max(0.0) + Self::USUAL_SPREAD.powi(2);
        about.sqrt() / self.count.max(1.0)
    }
}

/// What moves are worth, each played out to the end of the round from the same imagined states.
pub(crate) fn weigh(
    sight: &Sight<'_, State>,
    moves: &[Move],
    budget: &Budget,
    rng: &mut Dice,
    readings: &PerSeat<Reading>,
    worth: impl Fn(&State, Seat) -> f64 + Sync,
) -> Vec<Sum> {
    let belief = Belief::of(sight, |seat| readings[seat].lies());
    let now = worth(&sight.imagine(rng), sight.seat());
    let work = |share: Think, mut rng: Dice| {
        let mut sums = vec![Sum::default(); moves.len()];
        let mut clock = Clock::start_slow(share);
        let mut rounds = 0;
        while clock.goes_on() {
            let state = belief.draw(&mut rng);
            for (mv, sum) in moves.iter().zip(&mut sums).filter(|(_, sum)| !sum.out) {
                let mut next = state.clone();
                next.apply(&Event::Move { seat: sight.seat(), mv: *mv });
                play_round_out(&mut next, sight.seat(), readings, &mut rng);
                sum.add(worth(&next, sight.seat()) - now);
            }
            rounds += 1;
            if rounds % 16 == 0 {
                give_up_on_the_worst(&mut sums);
            }
        }
        sums
    };
    let mut all = budget.spread(rng, work).into_iter();
    let first = all.next().expect("there is at least one thread");
    all.fold(first, |sums, more| sums.into_iter().zip(more).map(|(a, b)| a.with(b)).collect())
}

fn give_up_on_the_worst(sums: &mut [Sum]) {
    let surely = |sum: &Sum, side: f64| sum.mean() + side * 2.5 * sum.error();
    let least = sums.iter().map(|sum| surely(sum, -1.0)).fold(f64::NEG_INFINITY, f64::max);
    sums.iter_mut().for_each(|sum| sum.out |= surely(sum, 1.0) < least);
}
