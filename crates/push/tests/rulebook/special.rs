//! Switch cards, Roll cards and banking.

use push::{Card, Colour, Direction, Foul, Phase};
use table::{Game, Turn, Viewer};

use crate::script::*;

// Switch cards

#[test]
fn one_switch_turns_collecting_counter_clockwise() {
    let mut state = table(4);
    draw(&mut state, "red-4:0 switch blue-5:1 green-2:2");
    assert_eq!(state.direction(), Direction::CounterClockwise);
    play(&mut state, "0 stop, 0 collect 0, 3 collect 0, 2 collect 0");
    assert_eq!([0, 1, 2, 3].map(|n| *state.bench(seat(n))), ["red-4", "", "green-2", "blue-5"].map(cards));
}

#[test]
fn two_switches_turn_it_back() {
    let mut state = table(4);
    draw(&mut state, "switch red-4:0 switch blue-5:1");
    assert_eq!(state.direction(), Direction::Clockwise);
    play(&mut state, "0 stop, 0 collect 0, 1 collect 0");
    draw(&mut state, "switch red-4:0 switch blue-5:1 switch");
    play(&mut state, "1 stop, 1 collect 0, 0 collect 0");
}

#[test]
fn switches_count_after_a_push_too_far() {
    let mut state = table(4);
    draw(&mut state, "switch");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die star, 3 collect 0, 2 collect 0, 1 collect 0");
    assert_eq!(state.turn(), turn_of(1));
}

#[test]
fn switches_are_discarded_at_the_end_of_the_turn_and_never_turn_play() {
    let mut state = table(4);
    draw(&mut state, "switch red-4:0 blue-5:1");
    play(&mut state, "0 stop, 0 collect 0");
    assert_eq!((state.switches(), state.discards().switches), (1, 0), "not before all have collected");
    play(&mut state, "3 collect 0");
    assert_eq!((state.switches(), state.discards().switches), (0, 1));
    assert_eq!(state.turn(), turn_of(1), "the seat on the left is next, whichever way stacks went");
    draw(&mut state, "red-4:0 blue-5:1");
    play(&mut state, "1 stop, 1 collect 0, 2 collect 0");
}

#[test]
fn two_players_play_without_switches() {
    let mut state = table(2);
    play(&mut state, "0 draw");
    assert_eq!(state.deck().len(), 108);
    assert_eq!(refused_fate(&state, "card switch"), Foul::NoSuchCardLeft(Card::Switch));
}

#[test]
fn two_players_may_leave_switches_in_and_discard_them_as_they_come() {
    let mut state = table_with(2, |options| options.two_player_switches = true);
    assert_eq!(state.deck().len(), 120);
    draw(&mut state, "switch");
    assert_eq!((state.switches(), state.discards().switches), (0, 1));
    assert_eq!(moves(&state, 0), ["draw", "stop"]);
    draw(&mut state, "red-4:0 blue-5:1");
    play(&mut state, "0 stop, 0 collect 0, 1 collect 0");
    assert_eq!(state.turn(), turn_of(1));
}

// Roll cards

#[test]
fn a_collected_roll_card_costs_the_rolled_colour_new_cards_included() {
    let mut state = with_bench(table(3), 0, "red-1 blue-6");
    draw(&mut state, "red-4:0 roll:0 green-5:0");
    play(&mut state, "0 stop, 0 collect 0");
    assert_eq!(state.bench(seat(0)), &cards("red-1 red-4 blue-6 green-5"), "first the cards are benched");
    assert_eq!((state.phase(), state.discards().rolls), (Phase::Roll(seat(0)), 0));
    play(&mut state, "* die red");
    assert_eq!(state.bench(seat(0)), &cards("blue-6 green-5"));
    assert_eq!((state.discards().cards, state.discards().rolls), (cards("red-1 red-4"), 1));
}

#[test]
fn on_another_players_turn_the_collector_rolls_before_the_next_chooses() {
    let mut state = with_bench(with_bench(table(3), 0, "blue-6"), 1, "blue-3 red-1");
    draw(&mut state, "red-4:0 roll:1 blue-5:1 roll:2");
    play(&mut state, "0 stop, 0 collect 0, 1 collect 0");
    assert_eq!(state.turn(), Turn::Nature);
    assert!(moves(&state, 2).is_empty(), "seat 2 waits for the die");
    play(&mut state, "* die blue");
    assert_eq!([0, 1, 2].map(|n| *state.bench(seat(n))), ["red-4 blue-6", "red-1", ""].map(cards));
    assert_eq!(state.turn(), turn_of(2));
    play(&mut state, "2 collect 0, * die red");
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start));
}

#[test]
fn a_stack_that_is_only_a_roll_card_must_be_taken() {
    let mut state = with_bench(table(3), 1, "green-6");
    draw(&mut state, "red-4:0 roll:1");
    play(&mut state, "0 stop, 0 collect 0");
    assert_eq!(moves(&state, 1), ["collect 0"]);
    play(&mut state, "1 collect 0, * die green");
    assert!(state.bench(seat(1)).is_empty());
    assert_eq!(state.discards().rolls, 1);
}

#[test]
fn a_star_is_safe() {
    let mut state = with_bench(table(3), 0, "red-5 blue-6");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die star");
    assert_eq!(state.bench(seat(0)), &cards("red-5 blue-6"));
    play(&mut state, "1 collect 0, 2 collect 0");
    draw(&mut state, "roll:0");
    play(&mut state, "1 stop, 1 collect 0, * die star");
    assert_eq!(state.bench(seat(1)), &cards("red-1"));
}

// Banking cards

#[test]
fn banking_takes_all_bench_cards_of_one_colour_and_the_turn() {
    let mut state = with_bench(table(3), 0, "red-1 red-6 red-6 blue-6");
    play(&mut state, "0 bank red");
    assert_eq!(state.banked(seat(0)), &cards("red-1 red-6 red-6"));
    assert_eq!(state.bench(seat(0)), &cards("blue-6"));
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start));
    assert_eq!(state.deck().len(), 120, "no card is drawn");
}

#[test]
fn banking_needs_a_bench_card_of_the_colour() {
    let state = with_bench(table(3), 0, "red-1");
    assert_eq!(refused(&state, 0, "bank blue"), Foul::NothingToBank(Colour::Blue));
}

#[test]
fn nobody_banks_after_drawing() {
    let mut state = with_bench(table(3), 0, "red-1");
    draw(&mut state, "switch");
    assert_eq!(refused(&state, 0, "bank red"), Foul::BankBeforeDrawing);
    draw(&mut state, "blue-1:0");
    assert_eq!(refused(&state, 0, "bank red"), Foul::BankBeforeDrawing);
}

#[test]
fn banked_cards_are_safe_from_every_roll() {
    let mut state = with_bench(table(2), 0, "red-1 red-6");
    play(&mut state, "0 bank red");
    draw(&mut state, "red-5:0 blue-1:1 roll:1");
    play(&mut state, "1 stop, 1 collect 0, 0 collect 0, * die red");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die red");
    assert_eq!(state.banked(seat(0)), &cards("red-1 red-6"));
}

#[test]
fn new_cards_of_a_banked_colour_stay_in_the_bench_until_banked() {
    let mut state = with_bench(table(2), 0, "red-1");
    play(&mut state, "0 bank red");
    draw(&mut state, "blue-2:0 red-5:1");
    play(&mut state, "1 stop, 1 collect 0, 0 collect 0");
    assert_eq!((*state.bench(seat(0)), *state.banked(seat(0))), (cards("red-5"), cards("red-1")));
    play(&mut state, "0 bank red");
    assert_eq!((*state.bench(seat(0)), *state.banked(seat(0))), (cards(""), cards("red-1 red-5")));
}

#[test]
fn only_its_owner_sees_which_cards_a_banked_pile_holds() {
    let mut state = with_bench(table(3), 0, "red-1 red-6");
    play(&mut state, "0 bank red");
    for viewer in Viewer::all(3) {
        let place = state.view(viewer).places[seat(0)];
        assert_eq!(place.banked, 2);
        assert_eq!(place.banked_cards.is_some(), viewer.is(seat(0)));
    }
}
