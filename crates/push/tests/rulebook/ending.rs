//! Ending the game and scoring, and the variant.

use push::{Foul, Move, Options, Phase, State};
use table::{Game, Odds, SeatSet, Seating, Turn, Viewer};

use crate::script::*;

// Ending the game and scoring

#[test]
fn after_the_last_card_the_seat_must_stop_and_stacks_are_collected() {
    let mut state = with_deck(table(3), "red-4 blue-5");
    draw(&mut state, "red-4:0 blue-5:1");
    assert_eq!(moves(&state, 0), ["stop"]);
    assert_eq!(refused(&state, 0, "draw"), Foul::DeckIsEmpty);
    play(&mut state, "0 stop, 0 collect 1");
    assert_eq!(state.turn(), turn_of(1), "the final stacks are collected as always");
    play(&mut state, "1 collect 0");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(*state.standings().unwrap().scores, [5, 4, 0]);
    assert_eq!(refused(&state, 1, "draw"), Foul::GameIsOver);
    assert_eq!(refused_fate(&state, "card red-4"), Foul::GameIsOver);
}

#[test]
fn unplayed_cards_end_the_game_as_an_empty_deck_does() {
    let mut state = with_deck(table_with(3, |options| options.unplayed = 2), "red-4 blue-5 green-1 roll");
    assert_eq!((state.deck().len(), state.to_draw()), (4, 2));
    draw(&mut state, "red-4:0");
    assert_eq!(moves(&state, 0), ["draw", "stop"]);
    assert!(!state.reveals(&Move::Stop));
    draw(&mut state, "blue-5:1");
    assert!(state.reveals(&Move::Stop), "the end of the game turns banked piles up");
    assert_eq!(state.view(Viewer::Spectator).to_draw, 0);
    assert_eq!(moves(&state, 0), ["stop"]);
    assert_eq!(refused(&state, 0, "draw"), Foul::DeckIsEmpty);
    play(&mut state, "0 stop, 0 collect 1, 1 collect 0");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(*state.standings().unwrap().scores, [5, 4, 0], "what stays unplayed counts for nobody");
}

#[test]
fn unplayed_cards_are_as_likely_to_come_as_any_other() {
    let mut state = table_with(3, |options| options.unplayed = 90);
    draw(&mut state, FULL);
    let risk = state.view(Viewer::Spectator).risk.unwrap();
    assert_eq!(state.to_draw(), 27);
    assert!((risk - 15.0 / 117.0).abs() < 1e-9, "15 of the 117 cards nobody has seen: {risk}");
    play(&mut state, "0 draw");
    assert_eq!(state.fates().map(|(_, ways)| ways).sum::<u32>(), 117);
}

#[test]
fn how_many_cards_stay_unplayed_has_bounds() {
    let options = Options { unplayed: 91, ..Options::default() };
    let refused = State::open(&options, &Seating::ascending(2).unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "option `unplayed`: 91 leave too few to play with; choose 0 to 90");
    assert_eq!(Options::default().unplayed, 0, "the sheet plays every card");
}

#[test]
fn a_single_card_left_is_another_turn() {
    let mut state = with_deck(table(3), "red-4 blue-5");
    draw(&mut state, "red-4:0");
    play(&mut state, "0 stop, 0 collect 0");
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start));
    let mut state = with_bench(state, 1, "green-1");
    play(&mut state, "1 bank green");
    assert_eq!(state.turn(), turn_of(2), "banking postpones the end");
    draw(&mut state, "blue-5:0");
    play(&mut state, "2 stop, 2 collect 0");
    assert_eq!(state.turn(), Turn::Over);
}

#[test]
fn a_last_card_that_fits_nowhere_is_too_far() {
    let mut state = with_bench(with_deck(table(3), "red-1 red-2 red-3 red-4"), 0, "blue-6 green-1");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die blue, 1 collect 1, 2 collect 1");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(*state.standings().unwrap().scores, [1, 2, 3]);
}

#[test]
fn a_last_switch_is_followed_by_a_stop() {
    let mut state = with_deck(table(4), "red-4 blue-5 switch");
    draw(&mut state, "red-4:0 blue-5:1 switch");
    assert_eq!(moves(&state, 0), ["stop"]);
    play(&mut state, "0 stop, 0 collect 0, 3 collect 0");
    assert_eq!(state.turn(), Turn::Over);
    let mut state = with_deck(table(4), "switch");
    draw(&mut state, "switch");
    play(&mut state, "0 stop");
    assert_eq!(state.turn(), Turn::Over);
}

#[test]
fn bench_and_banked_cards_count_their_numbers() {
    let mut state = with_bench(with_bench(table(3), 0, "red-1 red-6 blue-2 blue-2"), 1, "green-3");
    play(&mut state, "0 bank red");
    let mut state = with_deck(state, "roll");
    draw(&mut state, "roll:0");
    assert_eq!(state.standings(), None);
    play(&mut state, "1 stop, 1 collect 0, * die star");
    let standings = state.standings().unwrap();
    assert_eq!(*standings.scores, [11, 3, 0]);
    assert_eq!(standings.winners, SeatSet::only(seat(0)));
    let seen = state.view(Viewer::Spectator).places[seat(0)].banked_cards;
    assert_eq!(seen, Some(cards("red-1 red-6")), "at the end banked piles are turned up");
}

#[test]
fn a_tie_for_the_highest_score_is_shared() {
    let state = with_bench(with_bench(table(3), 0, "red-6"), 2, "green-4 green-2");
    let mut state = with_deck(state, "switch");
    draw(&mut state, "switch");
    play(&mut state, "0 stop");
    let standings = state.standings().unwrap();
    assert_eq!(standings.winners, [seat(0), seat(2)].into_iter().collect());
    assert_eq!(standings.share(seat(0)), 0.5);
}

// The variant

#[test]
fn in_the_riskier_game_a_star_costs_the_whole_bench() {
    let riskier = || table_with(3, |options| options.riskier_star = true);
    let mut state = with_bench(riskier(), 0, "red-5 blue-6");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die star");
    assert!(state.bench(seat(0)).is_empty(), "after a push too far");
    assert_eq!(state.discards().cards, cards("red-4 red-5 blue-6"));

    let mut state = with_bench(riskier(), 1, "red-5 blue-6 green-1");
    draw(&mut state, "yellow-1:0 purple-2:1 roll:1");
    play(&mut state, "0 stop, 0 collect 0, 1 collect 0, * die star");
    assert!(state.bench(seat(1)).is_empty(), "after collecting a Roll card");
    assert_eq!(state.bench(seat(0)), &cards("yellow-1"), "only the roller loses");
}

#[test]
fn in_the_riskier_game_banked_cards_and_other_colours_are_safe() {
    let state = table_with(2, |options| options.riskier_star = true);
    let mut state = with_bench(state, 0, "red-5 blue-6 green-1");
    play(&mut state, "0 bank red");
    draw(&mut state, "roll:0 roll:1");
    play(&mut state, "1 stop, 1 collect 0, * die red, 0 collect 0, * die blue");
    assert_eq!(state.bench(seat(0)), &cards("green-1"), "a colour still costs that colour alone");
    draw(&mut state, "roll:0");
    play(&mut state, "0 stop, 0 collect 0, * die star");
    assert!(state.bench(seat(0)).is_empty());
    assert_eq!(state.banked(seat(0)), &cards("red-5"));
}
