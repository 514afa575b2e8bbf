//! Hands: what they find is accepted, steadier ones err less, and a mean one leaves the next player less.

use stacket::hand::{Hand, Prospect, plan};
use stacket::place::Site;
use stacket::{Cause, End, Standing, State, judge, settle};
use table::{Event, Game, Turn, nature::dice};

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
    for state in (0..4).map(|seed| built(4, seed)) {
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
    assert!(sure >= 4, "only {sure} places held on four structures");
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
