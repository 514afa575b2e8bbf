//! One test a rule; the crate's docs list them by the sections of the sheet.

mod script;

use push::{Card, Colour, Direction, Fate, Foul, Move, Options, Phase, State};
use table::{BadTable, Game, Odds, Seat, SeatSet, Seating, Turn, Viewer};

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
