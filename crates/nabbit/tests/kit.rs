//! The properties that all games share, for Stack Nabbit.

#![allow(clippy::unwrap_used)]

use nabbit::{COPIES, Cards, Move, Number, Options, State};
use proptest::prelude::*;
use table::{
    Game, Imagine, Seat, Seating, Viewer,
    kit::{Kit, frequencies_match, rulebook_agrees},
    nature::dice,
};

fn kit() -> Kit<State> {
    let mut tables: Vec<_> =
        (2..=6).map(|seats| (Options::default(), Seating::descending(seats).unwrap())).collect();
    tables.push((Options { unplayed: 70, ..Options::default() }, Seating::descending(3).unwrap()));
    Kit::new(tables, prop_oneof![Just(Move::Flip), Just(Move::Stop)])
}

#[test]
fn legal_moves_are_what_check_accepts() {
    kit().legal_moves_are_what_check_accepts().unwrap();
}

#[test]
fn all_105_cards_are_always_somewhere() {
    let census = |state: &State| {
        let mut all = *state.pile();
        all.add_bag(state.vault());
        for seat in Seat::all(state.seating().seats()) {
            all.add_bag(state.face_up(seat));
            all.add_bag(state.banked(seat));
        }
        state.flips().iter().for_each(|number| all.add(u8::from(*number).into()));
        all
    };
    kit().conserves(census).unwrap();
    let all = Cards::of(&[COPIES; Number::COUNT]).unwrap();
    assert_eq!(census(&State::open(&Options::default(), &Seating::ascending(2).unwrap()).unwrap()), all);
}

#[test]
fn play_ends_with_a_winner() {
    kit().ends().unwrap();
}

#[test]
fn replay_equals_live_play() {
    kit().replays().unwrap();
}

#[test]
fn forms_round_trip() {
    kit().forms_round_trip().unwrap();
}

#[test]
fn fates_are_drawn_as_often_as_enumerated() {
    kit().fates_are_drawn_as_often_as_enumerated().unwrap();
}

#[test]
fn nothing_hidden_leaks() {
    kit().nothing_hidden_leaks(Kit::everything).unwrap();
    kit().hidden_fates_are_shown_alike().unwrap();
}

#[test]
fn a_planted_leak_is_caught() {
    let leaks = |kit: &Kit<State>, state: &State, viewer: Viewer| {
        kit.everything(state, viewer) + &state.pile().count(3).to_string()
    };
    assert!(kit().nothing_hidden_leaks(leaks).is_err());
}

#[test]
fn imagined_states_fit_what_a_seat_knows() {
    kit().imagines_what_fits().unwrap();
}

#[test]
fn without_memory_a_banked_pile_is_any_of_the_unseen_cards() {
    let seating = Seating::descending(2).unwrap();
    let mut state = State::open(&Options::default(), &seating).unwrap();
    let mut rng = dice(3, 3);
    while state.banked(Seat::new(1).unwrap()).len() < 2 {
        let event = table::random_event(&state, &mut rng).expect("seat 1 banks before the game is over");
        state.apply(&event);
    }
    let (me, other) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
    let view = state.view(Viewer::Seat(me));
    let mut unseen = *state.pile();
    unseen.add_bag(state.banked(other));
    let all = unseen.len() as f64;
    let expected = unseen.iter().map(|(kind, count)| (kind, f64::from(count) / all)).collect();
    // Any one card of the pile is distributed like the unseen cards; the lowest of several is not.
    frequencies_match(&expected, 20_000, || {
        let banked: Vec<_> = State::imagine(&view, None, &mut rng).banked(other).cards().collect();
        banked[table::nature::below(&mut rng, banked.len() as u32) as usize]
    })
    .unwrap();
}

#[test]
fn docs_and_rulebook_agree() {
    rulebook_agrees(include_str!("../src/lib.rs"), include_str!("rulebook.rs")).unwrap();
}
