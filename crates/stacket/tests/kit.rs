//! The properties that all games share, for Stacket, with a small box so that games stay short.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use stacket::{Move, Options, PieceBox, PieceId, Pose, State};
use table::{
    Seating,
    kit::{Kit, rulebook_agrees},
};

fn small_box() -> PieceBox {
    let mut data = PieceBox::classic().data().clone();
    let wanted = ["the tile", "the brick", "the ring"];
    data.pieces.retain(|p| wanted.contains(&p.name.as_str()));
    PieceBox::new(data).unwrap()
}

fn any_move() -> impl Strategy<Value = Move> {
    let pose = (prop::array::uniform3(-2.0..2.0), prop::array::uniform4(-1.0..1.0));
    prop_oneof![
        (0u8..5).prop_map(|n| Move::Pick { piece: PieceId(n), grip: stacket::AS_IN_THE_BOX }),
        pose.prop_map(|(at, turn)| Move::Place(Pose { at, turn })),
        Just(Move::PutBack),
        Just(Move::GiveUp),
        Just(Move::TimeUp),
        (-0.5..1.5).prop_map(Move::Shake),
    ]
}

fn kit() -> Kit<State> {
    let plain = Options { pieces: small_box(), ..Options::default() };
    let tables = vec![
        (plain.clone(), Seating::descending(2).unwrap()),
        (
            Options { touch_move: true, one_hand: true, few: 2, ..plain.clone() },
            Seating::descending(3).unwrap(),
        ),
        (Options { points: true, target: 1, one_minute: true, ..plain }, Seating::descending(2).unwrap()),
    ];
    Kit::new(tables, any_move()).games(2)
}

#[test]
fn legal_moves_are_what_check_accepts() {
    kit().legal_moves_are_what_check_accepts().unwrap();
}

#[test]
fn every_piece_is_in_the_box_or_on_the_structure_once() {
    let census = |state: &State| {
        let mut all = state.left().to_vec();
        all.extend(state.placed());
        all.sort_unstable();
        all
    };
    kit().conserves(census).unwrap();
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
fn what_is_imagined_fits() {
    kit().imagines_what_fits().unwrap();
}

#[test]
fn nature_leaves_nothing_to_chance() {
    kit().games(1).a_slow_nature_leaves_nothing_to_chance().unwrap();
}

#[test]
fn the_table_of_rules_names_the_tests_that_hold_them() {
    rulebook_agrees(include_str!("../src/lib.rs"), include_str!("rulebook.rs")).unwrap();
}
