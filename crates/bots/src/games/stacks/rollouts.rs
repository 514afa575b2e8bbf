//! Rollouts of a round of Stacks: what moves are worth, from what a seat believes.
//!
//! Everybody plays the blueprint where it knows the situation; the others lie and call as their models say. All moves
//! are tried from the same imagined states.

use stacks::{Move, Phase, State};
use table::{Event, Game, PerSeat, Rng, Seat, Turn, nature::Dice};

use super::{
    belief::Belief,
    bid_counts::is_impossible,
    blueprint::{ACTIONS, ActionMenu, Blueprint, CALL, FOLD, TRUTHS, action_menu},
    opponents::{OpponentModel, claim_per_card},
};
use crate::{
    Budget, Sight, StopAfter, Stopwatch,
    methods::stats::{RunningStats, draw_weighted},
};

/// What to play in a situation the blueprint does not know: the truth if it can be told, otherwise fold, call or lie.
pub(super) fn fallback(menu: &ActionMenu) -> [f64; ACTIONS] {
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

/// What to do in a window that the blueprint does not know: at two points a card hardly ever call, above four mostly.
fn window_fallback(state: &State) -> [f64; ACTIONS] {
    let mut plays = [0.0; ACTIONS];
    let call = claim_per_card(state).map_or(0.0, |each| ((each - 2.0) / 2.5).clamp(0.03, 0.9));
    (plays[CALL], plays[FOLD]) = (call, 1.0 - call);
    plays
}

/// How likely each action is in a situation, and whether that is known rather than a fallback. A Bid that cannot be true
/// is always called.
pub(super) fn mixed_strategy(state: &State, seat: Seat, menu: &ActionMenu) -> ([f64; ACTIONS], bool) {
    if menu[CALL].is_some() && is_impossible(state, seat) {
        let mut plays = [0.0; ACTIONS];
        plays[CALL] = 1.0;
        return (plays, true);
    }
    match Blueprint::of(state).and_then(|blueprint| blueprint.plays(state, seat, menu)) {
        Some(plays) => (plays, true),
        None if matches!(state.phase(), Phase::Window(_)) => (window_fallback(state), false),
        None => (fallback(menu), false),
    }
}

/// Draws one of the moves of a menu by how likely each is played.
pub(super) fn draw_action(plays: &[f64; ACTIONS], menu: &ActionMenu, rng: &mut (impl Rng + ?Sized)) -> Move {
    let open = (0..ACTIONS).filter_map(|action| menu[action].map(|mv| (mv, plays[action])));
    draw_weighted(open, rng).or(menu[FOLD]).expect("one can always fold or pass")
}

/// Plays a round to its end; seats other than `me` lie and call as their models say.
pub(super) fn roll_out_round(state: &mut State, me: Seat, models: &PerSeat<OpponentModel>, rng: &mut Dice) {
    let round = state.round();
    let callers = PerSeat::from_fn(models.len(), |seat| models[seat].draw_caller(rng));
    while state.round() == round && state.turn() != Turn::Over {
        let event = match state.asked() {
            None => Event::Fate(state.draw(rng)),
            Some(seat) => {
                let menu = action_menu(state, seat);
                let (mut plays, _) = mixed_strategy(state, seat, &menu);
                if seat != me {
                    models[seat].adjust(&mut plays, callers[seat], claim_per_card(state));
                }
                Event::Move { seat, mv: draw_action(&plays, &menu, rng) }
            }
        };
        state.apply(&event);
    }
}

/// By how many points a seat is ahead of the mean of the others.
pub(super) fn lead(state: &State, seat: Seat) -> f64 {
    ahead(state.scores(), seat)
}

/// The points of a seat less the mean of the others'.
pub(super) fn ahead(points: &PerSeat<i32>, seat: Seat) -> f64 {
    let own = f64::from(points[seat]);
    let all: i32 = points.iter().sum();
    own - (f64::from(all) - own) / (points.len() - 1) as f64
}

/// About how many points the results of rounds differ.
const USUAL_SPREAD: f64 = 4.0;

/// The standard error of the mean result of a move.
pub(super) fn error(results: &RunningStats) -> f64 {
    results.error_with(USUAL_SPREAD)
}

/// What each move gains by the end of the round, over rollouts from the same imagined states; `value` says what a state is
/// worth to a seat.
pub(super) fn roll_out_moves(
    sight: &Sight<'_, State>,
    moves: &[Move],
    budget: &Budget,
    rng: &mut Dice,
    models: &PerSeat<OpponentModel>,
    value: impl Fn(&State, Seat) -> f64 + Sync,
) -> Vec<RunningStats> {
    let belief = Belief::of(sight, |seat| models[seat].lies());
    let now = value(&sight.imagine(rng), sight.seat());
    let work = |share: StopAfter, mut rng: Dice| {
        let mut results = vec![RunningStats::default(); moves.len()];
        let mut left: Vec<usize> = (0..moves.len()).collect();
        let mut watch = Stopwatch::start_slow(share);
        let mut rounds = 0;
        while watch.may_go_on() {
            let state = belief.sample(&mut rng);
            for &n in &left {
                let mut next = state.clone();
                next.apply(&Event::Move { seat: sight.seat(), mv: moves[n] });
                roll_out_round(&mut next, sight.seat(), models, &mut rng);
                results[n].add(value(&next, sight.seat()) - now);
            }
            rounds += 1;
            if rounds % PRUNE_EVERY == 0 {
                prune(&results, &mut left);
            }
        }
        results
    };
    let mut all = vec![RunningStats::default(); moves.len()];
    for found in budget.on_each_thread(rng, work) {
        all.iter_mut().zip(found).for_each(|(one, more)| one.join(more));
    }
    all
}

/// Every how many rollouts the surely worse moves are given up.
const PRUNE_EVERY: u32 = 16;
/// By how many standard errors the intervals of two moves must be apart for one to be surely worse.
const SURE: f64 = 2.5;

/// Strikes the moves that are surely not the best from those still tried.
fn prune(results: &[RunningStats], left: &mut Vec<usize>) {
    let bound = |one: &RunningStats, side: f64| one.mean() + side * SURE * error(one);
    let least = results.iter().map(|one| bound(one, -1.0)).fold(f64::NEG_INFINITY, f64::max);
    left.retain(|n| bound(&results[*n], 1.0) >= least);
}
