//! The rules of the Call and of the end of a round.

use super::*;

#[test]
fn everybody_else_in_the_round_may_call_in_and_out_of_turn() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 9);
    assert_eq!(state.turn(), Turn::Seats(seats(&[1, 2, 3])));
    for number in 1..4 {
        let mut called = state.clone();
        calls(&mut called, number);
        let ending = Ending::Call { caller: seat(number), accused: seat(0), bid: 9, truth: false };
        assert_eq!(called.last_round().unwrap().ending, ending, "before the next draw");
    }
    all_pass(&mut state);
    assert_eq!(state.check(seat(3), &Move::Call { play: 1 }), Err(Foul::WaitForTheCard));
    draw(&mut state, &[1]);
    assert_eq!((state.turn(), state.asked()), (Turn::Seats(seats(&[1, 2, 3])), Some(seat(1))));
    for number in 1..4 {
        let mut called = state.clone();
        calls(&mut called, number);
        assert_eq!(called.round(), 2, "after the draw, the seat to move or another");
    }
    assert!(state.legal_moves(seat(2)).eq([Move::Call { play: 1 }]));
}

#[test]
fn after_a_play_the_others_are_asked_once_in_turn_order() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 4);
    all_pass(&mut state);
    plays(&mut state, 2, &[2], 5);
    for expected in [2, 3, 0] {
        assert_eq!(state.asked(), Some(seat(expected)));
        assert!(
            state.legal_moves(seat(expected)).eq([Move::Call { play: 2 }, Move::Pass { play: 2 }]),
            "seat {expected} calls or passes"
        );
        act(&mut state, expected, Move::Pass { play: 2 });
    }
    assert_eq!((state.phase(), state.seat()), (Phase::Draw, seat(2)));
}

#[test]
fn passes_may_come_in_any_order() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 4);
    act(&mut state, 3, Move::Pass { play: 1 });
    act(&mut state, 1, Move::Pass { play: 1 });
    assert_eq!((state.turn(), state.asked()), (Turn::Seats(seats(&[1, 2, 3])), Some(seat(2))));
    assert_eq!(state.check(seat(3), &Move::Pass { play: 1 }), Err(Foul::YouHavePassed));
    act(&mut state, 2, Move::Pass { play: 1 });
    assert_eq!((state.phase(), state.seat()), (Phase::Draw, seat(1)));
}

#[test]
fn who_let_a_play_pass_may_still_call_it_while_others_think() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 9);
    act(&mut state, 3, Move::Pass { play: 1 });
    assert!(state.legal_moves(seat(3)).eq([Move::Call { play: 1 }]));
    calls(&mut state, 3);
    assert_eq!(points(&state), [0, 0, 0, 4]);
}

#[test]
fn who_let_a_play_pass_may_still_call_it_during_the_next_turn() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    plays(&mut state, 4, &[4], 9);
    all_pass(&mut state);
    draw(&mut state, &[1]);
    assert_eq!(state.check(seat(2), &Move::Pass { play: 1 }), Err(Foul::NothingToPass));
    calls(&mut state, 2);
    assert_eq!(points(&state), [0, 0, 4]);
}

#[test]
fn nobody_calls_the_own_play() {
    let mut state = table(2);
    draw(&mut state, &[1, 2]);
    plays(&mut state, 4, &[4], 9);
    assert_eq!(state.check(seat(0), &Move::Call { play: 1 }), Err(Foul::YourOwnPlay));
    all_pass(&mut state);
    draw(&mut state, &[2]);
    assert_eq!(state.check(seat(0), &Move::Call { play: 1 }), Err(Foul::YourOwnPlay));
    assert_eq!(state.legal_moves(seat(0)).len(), 0);
}

#[test]
fn a_call_after_a_further_play_is_late_and_never_meant_for_that_one() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    plays(&mut state, 4, &[4], 9);
    all_pass(&mut state);
    plays(&mut state, 2, &[2], 10);
    assert_eq!(state.check(seat(2), &Move::Call { play: 1 }), Err(Foul::TooLate(1)));
    assert_eq!(state.check(seat(2), &Move::Pass { play: 1 }), Err(Foul::TooLate(1)));
    assert_eq!(state.check(seat(0), &Move::Call { play: 3 }), Err(Foul::NoSuchPlay(3)));
    assert_eq!(state.check(seat(0), &Move::Call { play: 0 }), Err(Foul::NoSuchPlay(0)));
    calls(&mut state, 2);
    assert_eq!(points(&state), [4, 0, 2], "only the last to play a card is called; seat 0 is safe");
}

#[test]
fn the_first_of_two_calls_counts_and_the_other_is_late() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    plays(&mut state, 4, &[4], 9);
    let call = Move::Call { play: 1 };
    assert_eq!((state.check(seat(1), &call), state.check(seat(2), &call)), (Ok(()), Ok(())));
    calls(&mut state, 2);
    assert_eq!(state.check(seat(1), &call), Err(Foul::TooLate(1)));
    draw(&mut state, &[1, 2, 3]);
    plays(&mut state, 4, &[4], 9);
    assert_eq!(state.check(seat(2), &call), Err(Foul::TooLate(1)), "plays are counted over all rounds");

    let mut won = table_with(4, &[(4, 5)], 3);
    draw(&mut won, &[4, 4, 4]);
    plays(&mut won, 4, &[4], 4);
    calls(&mut won, 1);
    assert_eq!((won.turn(), won.check(seat(2), &call)), (Turn::Over, Err(Foul::TooLate(1))));
}

/// Two seats with Stacks of these cards; the first has just made the Bid.
fn two_stacks(accused: [&[i8]; 2], caller: &[i8], bid: i16) -> State {
    let mut state = table(2);
    let [first, then] = accused;
    draw(&mut state, &[first[0], caller[0]]);
    plays(&mut state, *first.get(1).unwrap_or(&2), first, -99);
    all_pass(&mut state);
    plays(&mut state, *caller.get(1).unwrap_or(&2), caller, -98);
    all_pass(&mut state);
    plays(&mut state, then[0], then, bid);
    state
}

#[test]
fn exactly_the_bid_is_the_truth_and_wins_the_callers_stack() {
    let mut state = two_stacks([&[4, 4], &[3]], &[3, 3], 11);
    calls(&mut state, 1);
    assert_eq!(points(&state), [17, 0]);
}

#[test]
fn a_bluffers_stack_goes_to_the_caller() {
    let mut state = two_stacks([&[4, 4], &[1]], &[3, 3], 11);
    calls(&mut state, 1);
    assert_eq!(points(&state), [0, 15]);
}

#[test]
fn a_stack_worth_more_than_the_bid_is_a_bluff_too() {
    let mut state = two_stacks([&[4, 4], &[3]], &[3, 3], 10);
    calls(&mut state, 1);
    assert_eq!(points(&state), [0, 17]);
}

#[test]
fn the_minus_ten_goes_to_the_caller_with_a_bluffers_stack() {
    let mut state = two_stacks([&[-10, 1], &[1]], &[3, 3], 11);
    calls(&mut state, 1);
    assert_eq!(points(&state), [0, -2]);
    assert_eq!(state.scores().to_vec(), [0, -2], "a score can fall below zero");
    assert_eq!(state.order(), [1, 0].map(seat), "and is the lowest then");
}

#[test]
fn a_caller_who_was_wrong_keeps_the_minus_ten() {
    let mut state = two_stacks([&[1, 1], &[2]], &[-10, 3], 4);
    calls(&mut state, 1);
    assert_eq!(points(&state), [7, -10]);
}

#[test]
fn the_minus_ten_counts_in_the_truth() {
    let mut state = two_stacks([&[-10, 4], &[3]], &[2, 1], -3);
    calls(&mut state, 1);
    assert_eq!(points(&state), [0, 0], "-3 was the truth, and the caller's 3 comes on top");
}

#[test]
fn only_minus_tens_are_kept_by_a_wrong_caller() {
    let mut state = table_with(40, &[(-10, 2), (-5, 1), (0, 2), (9, 5)], 2);
    draw(&mut state, &[0, -10]);
    plays(&mut state, 0, &[0], -99);
    all_pass(&mut state);
    plays(&mut state, -10, &[-10, -10], -98);
    all_pass(&mut state);
    plays(&mut state, 9, &[9], -97);
    all_pass(&mut state);
    plays(&mut state, -5, &[-5], -96);
    all_pass(&mut state);
    plays(&mut state, 9, &[0, 9], 18);
    calls(&mut state, 1);
    assert_eq!(points(&state), [18 - 5, -20]);
}

// End of the round.

#[test]
fn a_call_ends_the_round_and_everybody_in_it_scores_the_own_stack() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 4);
    all_pass(&mut state);
    plays(&mut state, 3, &[2, 3], 5);
    all_pass(&mut state);
    plays(&mut state, 2, &[2], 6);
    calls(&mut state, 3);
    assert_eq!(points(&state), [4, 5, 0, 2]);
    assert_eq!((state.round(), state.phase()), (2, Phase::Deal(0)), "the turn of seat 3 never comes");
}

#[test]
fn cards_in_hand_count_nothing() {
    let mut state = table(2);
    draw(&mut state, &[4, 4]);
    plays(&mut state, 1, &[1], 1);
    calls(&mut state, 1);
    assert_eq!(points(&state), [1, 0]);
}

#[test]
fn the_draw_that_empties_the_deck_cancels_the_turn() {
    let mut state = table_with(40, &[(1, 2), (2, 2), (4, 1)], 2);
    draw(&mut state, &[1, 1]);
    plays(&mut state, 2, &[2], 9);
    all_pass(&mut state);
    plays(&mut state, 2, &[1, 2], 10);
    all_pass(&mut state);
    assert_eq!((state.deck().len(), state.turn()), (1, Turn::Nature));
    draw(&mut state, &[4]);
    assert_eq!(state.last_round().unwrap().ending, Ending::EmptyDeck);
    assert_eq!(points(&state), [2, 3], "no Bid was checked, and the drawn 4 counts nothing");
    assert_eq!(state.check(seat(0), &Move::Call { play: 2 }), Err(Foul::TooLate(2)));
}

#[test]
fn the_last_seat_in_scores_its_stack_unchallenged() {
    let mut state = table(3);
    draw(&mut state, &[4, 1, 1]);
    plays(&mut state, 4, &[4, 4], 50);
    all_pass(&mut state);
    folds(&mut state, 2);
    folds(&mut state, 2);
    assert_eq!(state.last_round().unwrap().ending, Ending::OneLeft { seat: seat(0) });
    assert_eq!(points(&state), [8, 0, 0]);
}

#[test]
fn all_stacks_are_revealed_and_the_hands_set_aside_unseen() {
    let mut state = table(3);
    draw(&mut state, &[4, 1, -10]);
    plays(&mut state, 3, &[3], 3);
    all_pass(&mut state);
    plays(&mut state, 2, &[1, 2], 4);
    all_pass(&mut state);
    let call = Event::Move { seat: seat(0), mv: Move::Call { play: 2 } };
    draw(&mut state, &[2]);
    let shown = state.show(&call, Viewer::Spectator);
    state.apply(&call);
    for viewer in Viewer::all(3) {
        let end = state.view(viewer).last_round.unwrap();
        assert_eq!(
            end.stacks.to_vec(),
            [pile(&[3]), pile(&[1, 2]), pile(&[])],
            "as they were before the Call"
        );
        assert_eq!((end.round, end.points.to_vec()), (1, vec![6, 0, 0]));
        let told = serde_json::to_string(&(&shown, end)).unwrap();
        assert!(!told.contains("-10"), "the hand of seat 2 is nobody's business: {told}");
    }
}

#[test]
fn a_call_comes_right_exactly_when_the_stack_is_not_worth_the_bid() {
    for (bid, is_bluff) in [(5, false), (6, true), (4, true)] {
        let mut state = table(2);
        draw(&mut state, &[2, 1]);
        plays(&mut state, 3, &[2, 3], bid);
        assert_eq!(state.comes_right(&Move::Call { play: 1 }), Some(is_bluff));
        assert_eq!(state.comes_right(&Move::Fold), None);
    }
}
