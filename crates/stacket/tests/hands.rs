//! Hands: what they find is accepted, steadier ones err less, a mean one leaves the next player less, and none looks
//! longer than it may.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicU32, Ordering};

use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use stacket::hand::{Hand, Prospect, plan, plan_on};
use stacket::place::Site;
use stacket::{Cause, End, Standing, State, judge, settle};
use table::{
    Event, Game, Turn,
    kit::{is_one_seed, seeds},
    nature::{dice, unit},
};

/// A structure of so many pieces, built by medium hands.
fn built(pieces: usize, seed: u64) -> State {
    let (options, seating) = State::seat_zero_begins(2).unwrap();
    let mut state = State::open(&options, &seating).unwrap();
    let mut rng = dice(3, seed);
    while state.structure().len() < pieces {
        let event = match state.turn() {
            Turn::Over => return built(pieces, seed + 100),
            Turn::Nature => Event::Fate(state.draw(&mut rng)),
            _ => {
                Event::Move { seat: state.seat(), mv: stacket::hand::choose(&state, &Hand::MEDIUM, &mut rng) }
            }
        };
        state.apply(&event);
    }
    state
}

#[test]
fn places_found_are_accepted_and_those_that_held_in_the_head_hold() {
    let mut sure = 0;
    for seed in seeds(0..4) {
        let state = built(4, seed);
        let site = Site::of(&state);
        let found: Vec<Prospect> = plan(&state, &Hand { pieces: 3, ..Hand::MEDIUM }, &mut dice(5, 0));
        for p in found.into_iter().filter(|p| p.holds == 1.0) {
            judge::judge(&site.scene, p.piece, &p.berth.pose).unwrap();
            let own = Standing { piece: p.piece, pose: p.berth.pose };
            let fate = settle(state.set(), state.structure(), &Cause::Release(own));
            assert_eq!(fate.end, End::Rest, "{p:?}");
            sure += 1;
        }
    }
    assert!(sure >= 4 || is_one_seed(), "only {sure} places held on four structures");
}

#[test]
fn a_steadier_hand_errs_less() {
    let state = built(2, 1);
    let site = Site::of(&state);
    let meant = plan(&state, &Hand::MEDIUM, &mut dice(5, 0))[0];
    let error = |hand: &Hand| {
        let mut rng = dice(6, 0);
        let far =
            |_| hand.tremble(&site, meant.piece, &meant.berth.pose, &mut rng).distance(&meant.berth.pose).0;
        (0..200).map(far).sum::<f64>() / 200.0
    };
    let [easy, medium, hard] = [Hand::EASY, Hand::MEDIUM, Hand::HARD].map(|hand| error(&hand));
    assert!(easy > 2.0 * medium && medium > 1.5 * hard, "{easy} {medium} {hard}");
}

#[test]
fn a_mean_hand_leaves_the_next_player_less() {
    let states: Vec<State> = (0..3).map(|seed| built(3, seed)).collect();
    let left_by = |spite: f64| {
        let hand = Hand { spite, probes: 1, pieces: 3, finalists: 4, ..Hand::MEDIUM };
        let chosen = |state: &State| plan(state, &hand, &mut dice(5, 0)).first().map_or(0.0, |p| p.ease);
        states.iter().map(chosen).sum::<f64>() / states.len() as f64
    };
    // A hand that cares next to nothing looks all the same, so that both can be compared.
    let (kind, mean) = (left_by(1e-9), left_by(Hand::HARD.spite));
    assert!(mean < 0.8 * kind, "a kind hand left {kind}, a mean one {mean}");
}

#[test]
fn a_piece_that_is_moved_stops_where_it_first_meets_wood() {
    let state = built(6, 1);
    let site = Site::of(&state);
    let (mut rng, mut met) = (dice(7, 0), 0);
    for piece in state.left().iter().cycle().take(400) {
        let own = state.set().piece(*piece);
        let mut number = |spread: f64| spread * (2.0 * unit(&mut rng) - 1.0);
        let turn = Rotation::from_scaled_axis(Vector::new(number(3.0), number(3.0), number(3.0)));
        let start = Iso::from_parts(Vector::new(number(2.0), 2.0 + number(2.0), number(2.0)), turn);
        let way = Vector::new(number(1.0), number(1.0), number(1.0)).normalize();
        if site.scene.clash(own, &start).is_some() {
            continue;
        }
        let after = |far: f64| Iso::from_parts(start.translation + way * far, turn);
        let far = site.scene.sweep(own, &start, way, 3.0);
        let free = (0..60).map(|n| 0.05 * f64::from(n)).take_while(|x| *x < far.unwrap_or(3.0) - 0.001);
        for x in free {
            assert_eq!(
                site.scene.clash(own, &after(x)),
                None,
                "piece {piece:?} meets wood after {x}, not {far:?}"
            );
        }
        if let Some(far) = far {
            let gap = site.scene.gap(own, &after(far), 1.0);
            assert!(gap < 0.001, "piece {piece:?} is still {gap} away after {far}");
            met += 1;
        }
    }
    assert!(met > 50, "only {met} met wood");
}

#[test]
fn a_hand_whose_time_is_up_stops_looking_and_takes_what_it_saw() {
    let state = built(4, 0);
    let look = |patience: u32| {
        let asked = AtomicU32::new(0);
        let is_patient = || asked.fetch_add(1, Ordering::Relaxed) < patience;
        let site = Site { patience: &is_patient, ..Site::of(&state) };
        let found = plan_on(&state, &site, &mut None, &Hand::MEDIUM, &mut dice(5, 0));
        (found, asked.into_inner())
    };
    let (found, _) = look(0);
    assert!(found.is_empty(), "nothing is seen in no time");
    // The search for five pieces asks 600 times; then trials begin.
    let (found, asked) = look(610);
    assert!(!found.is_empty() && found.iter().all(|p| p.holds == 0.5), "no trial has ended: {found:?}");
    assert!(asked < 640, "asked {asked} times");
    let (found, _) = look(u32::MAX);
    assert!(found.iter().any(|p| p.holds == 1.0), "with all the time some trial holds: {found:?}");
}
