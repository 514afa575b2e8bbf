//! One test a rule; the crate's docs list them by the sections of the sheet.

#![allow(clippy::unwrap_used)]

#[path = "rulebook/ending.rs"]
mod ending;
mod script;
#[path = "rulebook/special.rs"]
mod special;

use push::{Card, Fate, Foul, Options, Phase, State};
use table::{BadTable, Game, Odds, Seat, Seating, Turn};

use crate::script::*;

// Contents and setup

#[test]
fn the_deck_has_three_of_each_number_card_eighteen_rolls_and_twelve_switches() {
    let mut state = table(3);
    play(&mut state, "0 draw");
    let fates: Vec<_> = state.fates().collect();
    assert_eq!(fates.len(), 32);
    assert_eq!(fates.iter().map(|(_, ways)| ways).sum::<u32>(), 120);
    for (fate, ways) in fates {
        let expected = match fate {
            Fate::Card(Card::Roll) => 18,
            Fate::Card(Card::Switch) => 12,
            _ => 3,
        };
        assert_eq!(ways, expected, "{fate}");
    }
}

#[test]
fn a_fourth_copy_of_a_card_cannot_be_drawn() {
    let mut state = table(3);
    draw(&mut state, "red-4:0 red-4:1 red-4:2");
    play(&mut state, "0 draw");
    assert_eq!(refused_fate(&state, "card red-4"), Foul::NoSuchCardLeft(card("red-4")));
    assert_eq!(refused_fate(&state, "die red"), Foul::NotDue("draw a card"));
}

#[test]
fn the_die_has_five_colours_and_a_star() {
    let mut state = table(3);
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    let faces: Vec<_> = state.fates().map(|(fate, ways)| (fate.to_string(), ways)).collect();
    let expected =
        ["red", "blue", "green", "yellow", "purple", "star"].map(|face| (format!("die {face}"), 1));
    assert_eq!(faces, expected);
    assert_eq!(refused_fate(&state, "card red-4"), Foul::NotDue("roll the die"));
}

#[test]
fn two_to_six_can_play() {
    for seats in 2..=6 {
        assert_eq!(table(seats).seating().seats(), seats);
    }
    assert!(matches!(State::seat_zero_begins(1), Err(BadTable::Seating(_))));
    assert!(matches!(State::seat_zero_begins(7), Err(BadTable::Seating(_))));
}

#[test]
fn the_host_names_who_begins() {
    let state = table_with(4, |options| options.first = Some(seat(2)));
    assert_eq!(state.turn(), turn_of(2));
    let options = Options { first: Some(seat(3)), ..Options::default() };
    let refused = State::open(&options, &Seating::ascending(3).unwrap()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "option `first`: seat 3 is not at a table of 3; name seat 0 to 2 or null"
    );
}

#[test]
fn nature_draws_who_begins_when_nobody_is_named() {
    let mut state = State::open(&Options::default(), &Seating::ascending(3).unwrap()).unwrap();
    assert_eq!(state.turn(), Turn::Nature);
    assert!(state.fates().eq(Seat::all(3).map(|seat| (Fate::Begins(seat), 1))));
    assert_eq!(refused_fate(&state, "begins 3"), Foul::NoSuchSeat(seat(3)));
    assert_eq!(refused_fate(&state, "card roll"), Foul::NotDue("draw who begins"));
    play(&mut state, "* begins 2");
    assert_eq!(state.turn(), turn_of(2));
}

// On your turn

#[test]
fn a_turn_begins_with_drawing_or_banking() {
    let state = with_bench(table(3), 0, "blue-2 blue-3 purple-1");
    assert_eq!(moves(&state, 0), ["draw", "bank blue", "bank purple"]);
    assert_eq!(moves(&table(3), 0), ["draw"], "with an empty Bench there is nothing to bank");
    assert_eq!(refused(&state, 0, "stop"), Foul::NothingDrawnYet);
    assert_eq!(refused(&state, 0, "place 0"), Foul::NothingToPlace);
    assert_eq!(refused(&state, 0, "collect 0"), Foul::NothingToCollect);
}

#[test]
fn play_passes_to_the_left() {
    let mut state = table(3);
    for active in [0, 1, 2, 0] {
        assert_eq!(state.turn(), turn_of(active));
        draw(&mut state, "roll:0");
        play(&mut state, &format!("{active} stop, {active} collect 0, * die star"));
    }
}

#[test]
fn others_and_nature_wait_while_a_seat_decides() {
    let mut state = table(3);
    assert_eq!(refused(&state, 1, "draw"), Foul::NotYourTurn);
    assert_eq!(refused_fate(&state, "card red-4"), Foul::NatureWaits);
    play(&mut state, "0 draw");
    assert_eq!(refused(&state, 0, "stop"), Foul::NotYourTurn, "a card is on its way");
    assert!(moves(&state, 1).is_empty());
}

// Playing cards

#[test]
fn a_stack_takes_no_second_card_of_a_number_or_colour() {
    let mut state = table(3);
    draw(&mut state, "red-4:0 blue-5:0 green-1:1 red-6");
    assert_eq!(moves(&state, 0), ["place 1", "place 2"], "stack 0 has red");
    assert_eq!(refused(&state, 0, "place 0"), Foul::Clashes { card: card("red-6"), stack: 0 });
    play(&mut state, "0 place 1");
    draw(&mut state, "yellow-5");
    assert_eq!(moves(&state, 0), ["place 1", "place 2"], "stack 0 has a 5");
    play(&mut state, "0 place 1");
    draw(&mut state, "purple-4");
    assert_eq!(moves(&state, 0), ["place 1", "place 2"], "any card of the stack counts, not the last alone");
    play(&mut state, "0 place 1");
    assert_eq!(stacks(&state), [vec!["red-4", "blue-5"], vec!["green-1", "red-6", "yellow-5", "purple-4"]]);
}

#[test]
fn there_are_at_most_three_stacks() {
    let mut state = table(3);
    draw(&mut state, FULL);
    draw(&mut state, "blue-6");
    assert_eq!(moves(&state, 0), ["place 0", "place 1", "place 2"]);
    assert_eq!(refused(&state, 0, "place 3"), Foul::NoFourthStack);
    assert_eq!(refused(&state, 0, "place 255"), Foul::NoSuchStack(255));
}

#[test]
fn the_player_starts_a_new_stack_or_adds_to_one() {
    let mut state = table(3);
    draw(&mut state, "red-4");
    assert_eq!(moves(&state, 0), ["place 0"], "the first card starts the first stack");
    assert_eq!(refused(&state, 0, "place 1"), Foul::NoSuchStack(1));
    play(&mut state, "0 place 0");
    draw(&mut state, "blue-5");
    assert_eq!(moves(&state, 0), ["place 0", "place 1"]);
    play(&mut state, "0 place 0");
    draw(&mut state, "green-6:0");
    assert_eq!(stacks(&state), [["red-4", "blue-5", "green-6"]], "one stack alone is allowed");
}

#[test]
fn a_card_that_can_be_played_must_be_played() {
    let mut state = with_bench(table(3), 0, "red-1");
    draw(&mut state, "red-4");
    for other in ["stop", "draw", "bank red", "collect 0"] {
        assert_eq!(refused(&state, 0, other), Foul::PlaceTheCard(card("red-4")));
    }
}

#[test]
fn a_stack_takes_only_one_roll_card() {
    let mut state = table(3);
    draw(&mut state, "red-4:0 roll:0 roll");
    assert_eq!(moves(&state, 0), ["place 1"]);
    play(&mut state, "0 place 1");
    draw(&mut state, "red-4");
    assert_eq!(moves(&state, 0), ["place 1", "place 2"], "a Roll card has neither number nor colour");
}

#[test]
fn a_switch_goes_to_no_stack_and_drawing_goes_on_or_stops() {
    let mut state = table(3);
    draw(&mut state, "switch");
    assert_eq!((state.switches(), stacks(&state).len()), (1, 0));
    assert_eq!(moves(&state, 0), ["draw", "stop"]);
    draw(&mut state, FULL);
    draw(&mut state, "switch");
    assert_eq!(state.phase(), Phase::Choose, "a Switch never pushes too far");
    assert_eq!(state.switches(), 2);
}

// Stopping or pushing

#[test]
fn after_each_card_a_seat_draws_on_or_stops() {
    let mut state = with_bench(table(3), 0, "blue-1");
    for played in ["red-4:0", "blue-5:0", "roll:1", "switch"] {
        draw(&mut state, played);
        assert_eq!(moves(&state, 0), ["draw", "stop"]);
    }
}

#[test]
fn stopping_with_only_switches_drawn_collects_nothing() {
    let mut state = table(3);
    draw(&mut state, "switch");
    play(&mut state, "0 stop");
    assert_eq!(state.turn(), turn_of(1));
    assert_eq!((state.phase(), state.discards().switches), (Phase::Start, 1));
}

#[test]
fn whoever_stops_takes_a_stack_first() {
    let mut state = table(3);
    draw(&mut state, "red-4:0 blue-5:1 green-2:1");
    play(&mut state, "0 stop");
    assert_eq!(moves(&state, 0), ["collect 0", "collect 1"]);
    assert_eq!(refused(&state, 0, "draw"), Foul::CollectAStack);
    assert_eq!(refused(&state, 0, "collect 2"), Foul::NoSuchStack(2));
    play(&mut state, "0 collect 1");
    assert_eq!(state.bench(seat(0)), &cards("blue-5 green-2"));
}

#[test]
fn the_others_collect_clockwise_until_no_stack_is_left() {
    let mut state = table(4);
    draw(&mut state, "red-4:0 blue-5:1 green-2:2");
    play(&mut state, "0 stop, 0 collect 1");
    assert_eq!(state.turn(), turn_of(1));
    assert_eq!(moves(&state, 1), ["collect 0", "collect 1"]);
    assert_eq!(refused(&state, 0, "collect 0"), Foul::NotYourTurn);
    play(&mut state, "1 collect 1");
    assert_eq!(state.turn(), turn_of(2));
    assert_eq!(moves(&state, 2), ["collect 0"], "the last stack must be taken");
    assert_eq!(refused(&state, 2, "draw"), Foul::CollectAStack);
    play(&mut state, "2 collect 0");
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start), "nothing is left for seat 3");
    let benches = [0, 1, 2, 3].map(|n| *state.bench(seat(n)));
    assert_eq!(benches, ["blue-5", "green-2", "red-4", ""].map(cards));
}

#[test]
fn stacks_left_when_all_have_chosen_are_discarded() {
    let mut state = table(2);
    draw(&mut state, "red-4:0 blue-5:1 green-2:2 roll:2");
    play(&mut state, "0 stop, 0 collect 0, 1 collect 0");
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start));
    assert_eq!((state.discards().cards, state.discards().rolls), (cards("green-2"), 1));
    assert!(state.stacks().is_empty());
}

#[test]
fn a_card_that_fits_nowhere_is_discarded_and_the_die_is_rolled() {
    let mut state = with_bench(table(3), 0, "red-5 red-5 blue-6");
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    assert_eq!((state.phase(), state.turn()), (Phase::TooFar, Turn::Nature));
    assert_eq!(state.discards().cards, cards("red-4"));
    play(&mut state, "* die red");
    assert_eq!(state.bench(seat(0)), &cards("blue-6"), "all red cards are lost, and no others");
    assert_eq!(state.discards().cards, cards("red-4 red-5 red-5"));
}

#[test]
fn a_number_that_fits_nowhere_is_too_far_whatever_its_colour() {
    let mut state = table(3);
    draw(&mut state, "red-4:0 blue-4:1 green-4:2 purple-4");
    assert_eq!(state.phase(), Phase::TooFar);
}

#[test]
fn a_roll_card_that_fits_nowhere_is_too_far() {
    let mut state = table(3);
    draw(&mut state, "roll:0 roll:1 roll:2 roll");
    assert_eq!(state.phase(), Phase::TooFar);
    assert_eq!(state.discards().rolls, 1);
}

#[test]
fn the_die_is_rolled_even_for_an_empty_bench() {
    let mut state = table(3);
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    assert_eq!(state.turn(), Turn::Nature);
    play(&mut state, "* die red");
    assert_eq!(state.turn(), turn_of(1));
}

#[test]
fn who_pushes_too_far_collects_nothing_but_the_others_must() {
    let mut state = table(3);
    draw(&mut state, FULL);
    draw(&mut state, "red-4");
    play(&mut state, "* die star");
    assert_eq!(moves(&state, 1), ["collect 0", "collect 1", "collect 2"]);
    play(&mut state, "1 collect 2, 2 collect 1");
    assert_eq!((state.turn(), state.phase()), (turn_of(1), Phase::Start));
    assert_eq!([0, 1, 2].map(|n| *state.bench(seat(n))), ["", "red-3", "red-2"].map(cards));
    assert_eq!(state.discards().cards, cards("red-4 red-1"));
}
