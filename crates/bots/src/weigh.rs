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
    sum::Sum,
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

/// One of several choices, each as often as its weight says; none where nothing has weight.
pub(crate) fn draw<T>(
    choices: impl Iterator<Item = (T, f64)> + Clone,
    rng: &mut (impl Rng + ?Sized),
) -> Option<T> {
    let mut left = unit(rng) * choices.clone().map(|(_, weight)| weight).sum::<f64>();
    let mut drawn = None;
    for (choice, weight) in choices.filter(|(_, weight)| *weight > 0.0) {
        drawn = Some(choice);
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

/// How far apart rounds are in points, roughly.
const USUAL_SPREAD: f64 = 4.0;

/// The standard error of what a move has brought on average.
pub(crate) fn error(sum: &Sum) -> f64 {
    sum.error_with(USUAL_SPREAD)
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
        let mut left: Vec<usize> = (0..moves.len()).collect();
        let mut clock = Clock::start_slow(share);
        let mut rounds = 0;
        while clock.goes_on() {
            let state = belief.draw(&mut rng);
            for &n in &left {
                let mut next = state.clone();
                next.apply(&Event::Move { seat: sight.seat(), mv: moves[n] });
                play_round_out(&mut next, sight.seat(), readings, &mut rng);
                sums[n].add(worth(&next, sight.seat()) - now);
            }
            rounds += 1;
            if rounds % 16 == 0 {
                give_up_on_the_worst(&sums, &mut left);
            }
        }
        sums
    };
    let mut all = vec![Sum::default(); moves.len()];
    for found in budget.spread(rng, work) {
        all.iter_mut().zip(found).for_each(|(sum, more)| sum.join(more));
    }
    all
}

/// Strikes the moves that are surely not the best from those still tried.
fn give_up_on_the_worst(sums: &[Sum], left: &mut Vec<usize>) {
    let surely = |sum: &Sum, side: f64| sum.mean() + side * 2.5 * error(sum);
    let least = sums.iter().map(|sum| surely(sum, -1.0)).fold(f64::NEG_INFINITY, f64::max);
    left.retain(|n| surely(&sums[*n], 1.0) >= least);
}
