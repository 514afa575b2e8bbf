//! One test a rule; the crate's docs list them by the sections of the sheet.

#![allow(clippy::unwrap_used)]

use nabbit::{Cards, Fate, Foul, Move, Number, Options, State};
use table::{BadTable, Event, Game, Odds, Seat, SeatSet, Seating, Turn, Viewer};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn number(value: u8) -> Number {
    Number::new(value).unwrap()
}

/// A table where seat 0 begins.
fn table(seats: usize) -> State {
    let (options, seating) = State::seat_zero_begins(seats).unwrap();
    State::open(&options, &seating).unwrap()
}

/// Cards with these faces.
fn cards(faces: &[u8]) -> Cards {
    faces.iter().map(|face| usize::from(*face)).collect()
}

/// Turns these cards up, one after the other.
fn draw(state: &mut State, faces: &[u8]) {
    for face in faces {
        let fate = Fate(number(*face));
        state.check_fate(&fate).unwrap();
        state.apply(&Event::Fate(fate));
    }
}

fn act(state: &mut State, mv: Move) {
    state.check(state.seat(), &mv).unwrap();
    state.apply(&Event::Move { seat: state.seat(), mv });
}

/// Plays a turn that flips these cards and stops after the last, where there is a choice.
fn turn(state: &mut State, faces: &[u8]) {
    for (i, face) in faces.iter().enumerate() {
        if i > 0 {
            act(state, Move::Flip);
        }
        draw(state, &[*face]);
    }
    if matches!(state.turn(), Turn::Seats(_)) {
        act(state, Move::Stop);
    }
}

/// Four seats with these cards in the Vault and in front of seats 0 to 3.
fn dealt(vault: [u8; 2], seats: [[u8; 2]; 4]) -> State {
    let mut state = table(4);
    draw(&mut state, &vault);
    seats.iter().for_each(|two| draw(&mut state, two));
    state
}

#[test]
fn the_deck_has_fifteen_of_each_number() {
    assert!(table(2).fates().eq((0..7).map(|n| (Fate(number(n)), 15))));
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
fn the_vault_gets_two_cards_and_then_each_seat_two() {
    let mut state = table(3);
    draw(&mut state, &[1, 1, 2, 3, 4, 4, 5, 6]);
    assert_eq!(state.vault(), &cards(&[1, 1]));
    assert_eq!(state.face_up(seat(0)), &cards(&[2, 3]));
    assert_eq!(state.face_up(seat(1)), &cards(&[4, 4]));
    assert_eq!(state.face_up(seat(2)), &cards(&[5, 6]));
    assert_eq!(state.pile().len(), 105 - 8);
}

#[test]
fn the_oldest_seat_is_dealt_to_first_and_begins() {
    let seating = Seating::new(&[seat(1), seat(0), seat(2)]).unwrap();
    let mut state = State::open(&Options::default(), &seating).unwrap();
    draw(&mut state, &[0, 0, 6, 6, 1, 1, 2, 2]);
    assert_eq!(state.face_up(seat(2)), &cards(&[6, 6]));
    draw(&mut state, &[5]);
    assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(2))));
}

#[test]
fn turns_pass_clockwise() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    for expected in [0, 1, 2, 3, 0] {
        assert_eq!(state.seat(), seat(expected));
        turn(&mut state, &[6]);
    }
}

#[test]
fn after_each_flip_a_seat_flips_again_or_stops() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    assert_eq!(state.turn(), Turn::Nature, "the first flip is not a choice");
    for _ in 0..4 {
        draw(&mut state, &[6]);
        assert!(state.legal_moves(seat(0)).eq([Move::Flip, Move::Stop]));
        act(&mut state, Move::Flip);
    }
    draw(&mut state, &[5]);
    assert_eq!(state.seat(), seat(1), "the fifth flip is kept without a choice");
    assert_eq!(state.face_up(seat(0)), &cards(&[1, 1, 5]));
    assert_eq!(state.vault(), &cards(&[0, 0, 6, 6, 6, 6]));
}

#[test]
fn only_the_last_flip_is_kept() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    turn(&mut state, &[6, 5]);
    assert_eq!(state.face_up(seat(0)), &cards(&[1, 1, 5]));
    assert_eq!(state.vault(), &cards(&[0, 0, 6]));
}

#[test]
fn matches_are_stolen_from_both_neighbours_and_the_vault() {
    let mut state = dealt([4, 1], [[0, 1], [4, 2], [6, 6], [4, 4]]);
    turn(&mut state, &[3, 5, 2, 4]);
    assert_eq!(state.face_up(seat(0)), &cards(&[0, 1, 4, 4, 4, 4, 4]));
    assert_eq!(state.vault(), &cards(&[1, 3, 5, 2]));
    assert_eq!(state.face_up(seat(1)), &cards(&[2]));
    assert!(state.face_up(seat(3)).is_empty());
    assert!(state.banked(seat(0)).is_empty(), "stolen cards alone do not allow banking");
}

#[test]
fn a_match_in_front_at_the_start_of_the_turn_banks_them_all() {
    let mut state = dealt([4, 1], [[0, 4], [4, 2], [6, 6], [4, 4]]);
    turn(&mut state, &[3, 5, 2, 4]);
    assert_eq!(state.banked(seat(0)), &cards(&[4, 4, 4, 4, 4, 4]));
    assert_eq!(state.face_up(seat(0)), &cards(&[0]));
    assert_eq!(state.vault(), &cards(&[1, 3, 5, 2]));
}

#[test]
fn the_seat_opposite_is_safe() {
    let mut state = dealt([1, 1], [[0, 0], [2, 2], [4, 4], [3, 3]]);
    turn(&mut state, &[4]);
    assert_eq!(state.face_up(seat(2)), &cards(&[4, 4]));
    assert_eq!(state.face_up(seat(0)), &cards(&[0, 0, 4]));
}

#[test]
fn with_two_players_the_one_opponent_is_robbed_once() {
    let mut state = table(2);
    draw(&mut state, &[1, 1, 0, 0, 4, 4]);
    turn(&mut state, &[4]);
    assert_eq!(state.face_up(seat(0)), &cards(&[0, 0, 4, 4, 4]));
    assert!(state.face_up(seat(1)).is_empty());
}

#[test]
fn with_three_players_both_opponents_are_neighbours() {
    let mut state = table(3);
    draw(&mut state, &[1, 1, 0, 0, 4, 2, 4, 3]);
    turn(&mut state, &[4]);
    assert_eq!(state.face_up(seat(0)), &cards(&[0, 0, 4, 4, 4]));
}

#[test]
fn an_unkept_flip_equal_to_the_kept_card_stays_in_the_vault() {
    let mut state = dealt([4, 1], [[0, 0], [2, 2], [3, 3], [5, 5]]);
    turn(&mut state, &[4, 2, 4]);
    assert_eq!(state.face_up(seat(0)), &cards(&[0, 0, 4, 4]), "the kept 4 and the Vault's old one");
    assert_eq!(state.vault(), &cards(&[1, 4, 2]));
}

#[test]
fn banking_needs_no_theft() {
    let mut state = dealt([0, 0], [[1, 4], [2, 2], [3, 3], [5, 5]]);
    turn(&mut state, &[4]);
    assert_eq!(state.banked(seat(0)), &cards(&[4, 4]));
}

#[test]
fn banked_cards_cannot_be_stolen() {
    let mut state = dealt([0, 0], [[1, 4], [2, 2], [3, 3], [5, 5]]);
    turn(&mut state, &[4]);
    turn(&mut state, &[4]);
    assert_eq!(state.banked(seat(0)), &cards(&[4, 4]));
    assert_eq!(state.face_up(seat(1)), &cards(&[2, 2, 4]));
}

/// Plays on with one flip a turn, always the lowest number left, until so many cards are left.
fn play_down_to(state: &mut State, left: usize) {
    while state.pile().len() > left {
        let lowest = state.pile().nth(0) as u8;
        turn(state, &[lowest]);
    }
}

#[test]
fn the_turn_of_the_last_card_is_finished_in_full() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    play_down_to(&mut state, 2);
    let last = state.seat();
    assert_eq!(state.pile(), &cards(&[6, 6]));
    let sixes = |state: &State| state.face_up(last).count(6) + state.banked(last).count(6);
    let before = sixes(&state);
    draw(&mut state, &[6]);
    act(&mut state, Move::Flip);
    draw(&mut state, &[6]);
    assert_eq!(state.turn(), Turn::Over, "the last card of the pile is kept without a choice");
    assert!(sixes(&state) > before);
    assert!(state.vault().has(6), "the flip before it still went to the Vault");
    assert_eq!(state.check(last, &Move::Flip), Err(Foul::GameIsOver));
    assert_eq!(state.check_fate(&Fate(number(6))), Err(Foul::GameIsOver));
}

/// A table of two whose seat 0 begins, where so many cards stay unplayed.
fn shorter(unplayed: u8) -> Result<State, BadTable> {
    State::open(&Options { unplayed, ..Options::default() }, &Seating::descending(2).unwrap())
}

#[test]
fn unplayed_cards_end_the_game_as_an_empty_pile_does() {
    let mut state = shorter(80).unwrap();
    draw(&mut state, &[0, 0, 1, 1, 2, 2]);
    assert_eq!((state.pile().len(), state.to_draw()), (99, 19));
    for left in (3..=19).rev() {
        assert_eq!(state.to_draw(), left);
        draw(&mut state, &[(left % 7) as u8]);
        act(&mut state, Move::Stop);
    }
    draw(&mut state, &[6]);
    act(&mut state, Move::Flip);
    assert_eq!(state.view(Viewer::Spectator).to_draw, 1);
    draw(&mut state, &[5]);
    assert_eq!(state.turn(), Turn::Over, "the last card to draw is kept without a choice");
    assert_eq!((state.pile().len(), state.to_draw()), (80, 0));
    assert!(state.standings().is_some());
}

#[test]
fn unplayed_cards_are_as_likely_to_come_as_any_other() {
    let mut state = shorter(80).unwrap();
    draw(&mut state, &[0, 0, 1, 1, 2, 2]);
    assert_eq!(
        state.fates().map(|(_, ways)| ways).sum::<u32>(),
        99,
        "nobody knows which cards stay at the bottom"
    );
}

#[test]
fn how_many_cards_stay_unplayed_has_bounds() {
    let refused = shorter(81).unwrap_err();
    assert_eq!(refused.to_string(), "option `unplayed`: 81 leave too few to play with; choose 0 to 80");
    assert_eq!(Options::default().unplayed, 0, "the sheet plays every card");
}

#[test]
fn faces_count_face_up_and_banked_and_the_vault_counts_for_nobody() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    play_down_to(&mut state, 0);
    let standings = state.standings().unwrap();
    let sum = |cards: &Cards| cards.cards().sum::<usize>() as i32;
    let most = Seat::all(4).map(|s| state.face_up(s).count(0) + state.banked(s).count(0)).max().unwrap();
    for s in Seat::all(4) {
        let zeroes = state.face_up(s).count(0) + state.banked(s).count(0);
        let bonus = if zeroes == most { 30 } else { 0 };
        assert_eq!(standings.scores[s], sum(state.face_up(s)) + sum(state.banked(s)) + bonus);
    }
    assert!(standings.scores.iter().sum::<i32>() - 30 <= 315 - sum(state.vault()));
}

/// A finished game of two seats, read from its JSON, in which they have these cards.
fn finished(zero_bonus: u16, zero: &[u8], one: &[u8]) -> State {
    let options = Options { zero_bonus, ..Options::default() };
    let state = State::open(&options, &Seating::descending(2).unwrap()).unwrap();
    let mut json = serde_json::to_value(&state).unwrap();
    json["phase"] = "over".into();
    json["face_up"] = serde_json::to_value([cards(zero), cards(one)]).unwrap();
    serde_json::from_value(json).unwrap()
}

#[test]
fn most_zeroes_earn_the_bonus() {
    let standings = finished(30, &[0, 0, 5], &[0, 6, 6]).standings().unwrap();
    assert_eq!(*standings.scores, [35, 12]);
    assert_eq!(standings.winners, SeatSet::only(seat(0)));
}

#[test]
fn seats_tied_for_most_zeroes_all_get_the_bonus() {
    let standings = finished(30, &[0, 5], &[0, 6]).standings().unwrap();
    assert_eq!(*standings.scores, [35, 36]);
}

#[test]
fn without_a_zero_nobody_gets_the_bonus() {
    let standings = finished(30, &[5], &[6]).standings().unwrap();
    assert_eq!(*standings.scores, [5, 6]);
}

#[test]
fn the_bonus_is_an_option_with_bounds() {
    assert_eq!(*finished(7, &[0], &[6]).standings().unwrap().scores, [7, 6]);
    let refused =
        State::open(&Options { zero_bonus: 1000, ..Options::default() }, &Seating::ascending(2).unwrap());
    assert_eq!(refused.unwrap_err().to_string(), "option `zero_bonus`: 1000 is too much; choose 0 to 999");
}

#[test]
fn a_tie_for_the_highest_score_is_shared() {
    let standings = finished(30, &[5, 1], &[6]).standings().unwrap();
    assert_eq!(standings.winners, SeatSet::all(2));
    assert_eq!(standings.share(seat(0)), 0.5);
}

#[test]
fn others_and_nature_wait_while_a_seat_chooses() {
    let mut state = dealt([0, 0], [[1, 1], [2, 2], [3, 3], [4, 4]]);
    assert_eq!(state.check(seat(0), &Move::Stop), Err(Foul::NotYourTurn), "before the first flip");
    draw(&mut state, &[6]);
    assert_eq!(state.check(seat(1), &Move::Stop), Err(Foul::NotYourTurn));
    assert_eq!(state.check_fate(&Fate(number(6))), Err(Foul::NoCardIsDrawn));
}

#[test]
fn a_sixteenth_card_of_a_number_cannot_be_drawn() {
    let mut state = dealt([0, 0], [[0, 0], [0, 0], [0, 0], [0, 0]]);
    for _ in 0..5 {
        turn(&mut state, &[0]);
    }
    assert_eq!(state.check_fate(&Fate(number(0))), Err(Foul::NoSuchCardLeft(number(0))));
}

#[test]
fn only_its_owner_sees_which_cards_a_banked_pile_holds() {
    use table::Viewer;
    let mut state = dealt([0, 0], [[1, 4], [2, 2], [3, 3], [5, 5]]);
    turn(&mut state, &[4]);
    for viewer in Viewer::all(4) {
        let place = state.view(viewer).places[seat(0)];
        assert_eq!(place.banked, 2);
        assert_eq!(place.banked_cards.is_some(), viewer.is(seat(0)));
    }
}
