//! One test a rule; the crate's docs list them by the sections of the sheet. Here are contents, goal, turn order,
//! deal and turns; `call` has the rest.

#![allow(clippy::unwrap_used)]

use stacks::{Card, Cards, Deck, Ending, Fate, Foul, Handful, Move, Options, Phase, State};
use table::{BadTable, Event, Game, Odds, Seat, SeatSet, Seating, Turn, Viewer, nature::dice, random_event};

#[path = "rulebook/call.rs"]
mod call;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| seat(*number)).collect()
}

fn hand(values: &[i8]) -> Handful {
    Handful::of(&values.iter().map(|value| Card::new(*value).unwrap()).collect::<Vec<_>>()).unwrap()
}

fn pile(values: &[i8]) -> Cards {
    values.iter().map(|value| Card::new(*value).unwrap()).collect()
}

/// A table where seat 0 is the youngest, then 1, and so on.
fn table(seats: usize) -> State {
    let (options, seating) = State::seat_zero_begins(seats).unwrap();
    State::open(&options, &seating).unwrap()
}

/// Such a table with another goal and another deck.
fn table_with(goal: i32, deck: &[(i64, u64)], seats: usize) -> State {
    let options = Options { goal, deck: Deck::new(deck.iter().copied()).unwrap() };
    State::open(&options, &Seating::ascending(seats).unwrap()).unwrap()
}

/// Deals or draws these cards, one after the other.
fn draw(state: &mut State, values: &[i8]) {
    for value in values {
        let fate = Fate(Card::new(*value).unwrap());
        state.check_fate(&fate).unwrap();
        state.apply(&Event::Fate(fate));
    }
}

fn act(state: &mut State, number: u8, mv: Move) {
    state.check(seat(number), &mv).unwrap();
    state.apply(&Event::Move { seat: seat(number), mv });
}

fn play(values: &[i8], bid: i16) -> Move {
    Move::Play { cards: hand(values), bid }
}

/// The seat whose turn it is draws, plays and bids; nobody has called yet.
fn plays(state: &mut State, drawn: i8, values: &[i8], bid: i16) {
    draw(state, &[drawn]);
    act(state, u8::from(state.seat()), play(values, bid));
}

/// The seat whose turn it is draws and folds.
fn folds(state: &mut State, drawn: i8) {
    draw(state, &[drawn]);
    act(state, u8::from(state.seat()), Move::Fold);
}

/// Everybody lets the last play pass.
fn all_pass(state: &mut State) {
    while let (Phase::Window(_), Some(asked)) = (state.phase(), state.asked()) {
        act(state, asked.into(), Move::Pass { play: state.play_number() });
    }
}

/// The last play is called.
fn calls(state: &mut State, number: u8) {
    act(state, number, Move::Call { play: state.play_number() });
}

/// Plays a round of two seats, both with an empty Stack before: the first plays these cards, the second calls.
fn called_at_once(state: &mut State, values: [i8; 2], bid: i16) {
    let [first, second] = [state.order()[0], state.order()[1]];
    assert_eq!(state.order().len(), 2);
    let other = if values.contains(&1) { 2 } else { 1 };
    draw(state, &[values[0], other]);
    plays(state, values[1], &values, bid);
    assert_eq!(state.seat(), first);
    calls(state, second.into());
}

fn points(state: &State) -> Vec<i32> {
    state.last_round().expect("a round has ended").points.to_vec()
}

// Contents, setup and goal.

#[test]
fn the_deck_has_fifteen_cards_and_one_of_them_is_the_minus_ten() {
    let expected = [(-10, 1), (1, 5), (2, 4), (3, 3), (4, 2)];
    assert!(table(2).fates().eq(expected.map(|(value, count)| (Fate(Card::new(value).unwrap()), count))));
    assert_eq!(table(5).deck().len(), 15);
}

#[test]
fn the_deck_is_an_option_with_bounds() {
    let read = |text: &str| serde_json::from_str::<Options>(text);
    let options = read(r#"{"deck":{"-10":1,"0":2,"7":3}}"#).unwrap();
    assert_eq!(*options.deck.cards(), pile(&[-10, 0, 0, 7, 7, 7]));
    assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"goal":40,"deck":{"-10":1,"0":2,"7":3}}"#);
    for (deck, problem) in [
        (r#"{"11":1}"#, "11 cannot be on a card"),
        (r#"{"1":5,"1":2}"#, "1 is given twice"),
        (r#"{"1":60,"2":1}"#, "too many cards"),
        (r#"{"1":99999999999}"#, "too many cards"),
        (r#"{"10":10}"#, "all positive cards make 100"),
        (r#"{"-10":10,"9":11}"#, "all negative ones -100"),
        (r#"{"-10":1,"5":2}"#, "all cards together make 0"),
        ("{}", "all cards together make 0"),
        ("[1,2]", "a deck as a map"),
    ] {
        let told = read(&format!(r#"{{"deck":{deck}}}"#)).unwrap_err().to_string();
        assert!(told.contains(problem), "{deck}: {told}");
    }
    let open = |cards, players| {
        let options = Options { deck: Deck::new([(1, cards)]).unwrap(), ..Options::default() };
        State::open(&options, &Seating::ascending(players).unwrap())
    };
    assert!(open(7, 5).is_ok(), "the first seat plays, then the last card ends the round");
    let refused = open(6, 5).unwrap_err();
    assert!(matches!(refused, BadTable::Option { key: "deck", .. }), "{refused}");
}

#[test]
fn two_to_five_can_play() {
    for seats in 2..=5 {
        assert_eq!(table(seats).seating().seats(), seats);
    }
    let refused = State::open(&Options::default(), &Seating::ascending(6).unwrap()).unwrap_err();
    assert!(matches!(refused, BadTable::Seating(_)), "{refused}");
}

#[test]
fn everybody_begins_with_no_points() {
    assert_eq!(table(3).scores().to_vec(), [0, 0, 0]);
}

#[test]
fn the_only_seat_on_top_with_the_goal_wins() {
    let options = Options { goal: 7, ..Options::default() };
    let mut state = State::open(&options, &Seating::ascending(2).unwrap()).unwrap();
    called_at_once(&mut state, [2, 3], 5);
    assert_eq!((state.scores().to_vec(), state.turn()), (vec![5, 0], Turn::Nature));
    called_at_once(&mut state, [3, 4], 6);
    assert_eq!(state.scores().to_vec(), [12, 0], "a bluff of seat 1 gives seat 0 the cards");
    assert_eq!(state.turn(), Turn::Over);
    let standings = state.standings().unwrap();
    assert_eq!((standings.winners, standings.scores.to_vec()), (seats(&[0]), vec![12, 0]));
    assert_eq!(state.check(seat(0), &Move::Fold), Err(Foul::GameIsOver));
    assert_eq!(state.check_fate(&Fate(Card::new(1).unwrap())), Err(Foul::GameIsOver));
}

#[test]
fn a_tie_at_the_top_plays_on() {
    let mut state = table_with(4, &[(4, 5)], 2);
    draw(&mut state, &[4, 4]);
    plays(&mut state, 4, &[4], 4);
    all_pass(&mut state);
    plays(&mut state, 4, &[4], 5);
    all_pass(&mut state);
    draw(&mut state, &[4]);
    assert_eq!(state.scores().to_vec(), [4, 4], "both have reached the goal");
    assert_eq!((state.round(), state.phase()), (2, Phase::Deal(0)));
    draw(&mut state, &[4, 4]);
    plays(&mut state, 4, &[4], 4);
    calls(&mut state, 1);
    assert_eq!(state.standings().unwrap().winners, seats(&[0]));
}

#[test]
fn the_goal_is_an_option_with_bounds() {
    let open = |goal| {
        let options = Options { goal, ..Options::default() };
        State::open(&options, &Seating::ascending(2).unwrap())
    };
    assert_eq!(Options::default().goal, 40);
    assert!(open(1).is_ok() && open(200).is_ok());
    for goal in [0, -5, 201] {
        assert!(matches!(open(goal), Err(BadTable::Option { key: "goal", .. })));
    }
}

// Turn order and deal.

#[test]
fn the_youngest_begins_the_first_round_and_turns_go_clockwise() {
    let seating = Seating::new(&[seat(2), seat(0), seat(3), seat(1)]).unwrap();
    let state = State::open(&Options::default(), &seating).unwrap();
    assert_eq!(state.order(), [2, 3, 0, 1].map(seat), "age counts for the first seat only");
}

#[test]
fn later_rounds_go_from_the_lowest_score_to_the_highest() {
    let mut state = table(3);
    draw(&mut state, &[4, 1, 2]);
    plays(&mut state, 4, &[4, 4], 8);
    all_pass(&mut state);
    plays(&mut state, 1, &[1], 9);
    all_pass(&mut state);
    plays(&mut state, 3, &[2, 3], 10);
    calls(&mut state, 1);
    assert_eq!(state.scores().to_vec(), [8, 6, 0]);
    assert_eq!(state.order(), [2, 1, 0].map(seat));
    assert_eq!((state.round(), state.seat()), (2, seat(2)));
}

#[test]
fn between_equal_scores_the_younger_goes_first() {
    let seating = Seating::new(&[seat(2), seat(0), seat(3), seat(1)]).unwrap();
    let mut state = State::open(&Options::default(), &seating).unwrap();
    draw(&mut state, &[1, 1, 1, 1]);
    plays(&mut state, 4, &[4], 4);
    calls(&mut state, 0);
    assert_eq!(state.scores().to_vec(), [0, 0, 4, 0]);
    assert_eq!(state.order(), [0, 3, 1, 2].map(seat));
}

#[test]
fn the_turn_order_repeats_until_the_round_ends() {
    let mut state = table(3);
    draw(&mut state, &[1, 1, 1]);
    for (bid, expected) in (1..).zip([0, 1, 2, 0, 1, 2]) {
        assert_eq!(state.seat(), seat(expected));
        let drawn = if bid <= 4 { 2 } else { 3 };
        plays(&mut state, drawn, &[drawn], bid);
        all_pass(&mut state);
    }
}

#[test]
fn each_seat_is_dealt_one_card_in_turn_order() {
    let seating = Seating::new(&[seat(1), seat(0), seat(2)]).unwrap();
    let mut state = State::open(&Options::default(), &seating).unwrap();
    draw(&mut state, &[1, 2, 3]);
    assert_eq!([1, 2, 0].map(|n| *state.hand(seat(n))), [1, 2, 3].map(|value| hand(&[value])));
    assert_eq!((state.phase(), state.seat(), state.deck().len()), (Phase::Draw, seat(1), 12));
}

#[test]
fn every_round_is_dealt_from_the_full_deck() {
    let mut state = table(2);
    called_at_once(&mut state, [3, 4], 7);
    assert_eq!(*state.deck(), *Options::default().deck.cards());
    assert!(state.hand(seat(0)).is_empty() && state.stack(seat(0)).is_empty() && state.plays().is_empty());
    draw(&mut state, &[4, 4]);
    assert_eq!(state.scores().to_vec(), [7, 0], "scores stay");
}

#[test]
fn only_its_owner_sees_a_hand_or_a_stack() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    plays(&mut state, 4, &[1], 9);
    for viewer in Viewer::all(3) {
        let place = state.view(viewer).places[seat(0)];
        assert_eq!((place.hand, place.stack), (1, 1), "everybody sees how many cards there are");
        let (mine, sum) = (viewer.is(seat(0)), place.stack_sum);
        assert_eq!(place.hand_cards, mine.then(|| hand(&[4])));
        assert_eq!((place.stack_cards, sum), (mine.then(|| pile(&[1])), mine.then_some(1)));
        assert_eq!(state.view(viewer).deck, 11, "the deck is only counted");
    }
}

// Turns: draw, play, fold.

#[test]
fn a_turn_draws_one_card_and_then_plays_or_folds() {
    let mut state = table(2);
    draw(&mut state, &[1, 2]);
    assert_eq!(state.turn(), Turn::Nature);
    assert_eq!(state.check(seat(0), &Move::Fold), Err(Foul::WaitForTheCard));
    draw(&mut state, &[3]);
    assert_eq!(*state.hand(seat(0)), hand(&[1, 3]));
    assert_eq!(state.turn(), Turn::Seats(seats(&[0])));
    assert_eq!(state.check_fate(&Fate(Card::new(1).unwrap())), Err(Foul::NoCardIsDrawn));
    assert_eq!(state.legal_moves(seat(0)).last(), Some(Move::Fold));
}

#[test]
fn a_card_that_is_out_cannot_be_drawn() {
    let mut state = table(2);
    draw(&mut state, &[4, 4]);
    let four = Card::new(4).unwrap();
    assert_eq!(state.check_fate(&Fate(four)), Err(Foul::NoSuchCardLeft(four)));
}

#[test]
fn one_or_both_cards_are_played() {
    let mut state = table(2);
    draw(&mut state, &[3, 1, 2]);
    for (values, expected) in [
        (&[2][..], Ok(())),
        (&[3], Ok(())),
        (&[3, 2], Ok(())),
        (&[], Err(Foul::NoCardsPlayed)),
        (&[1], Err(Foul::NotInYourHand)),
        (&[3, 3], Err(Foul::NotInYourHand)),
        (&[1, 2], Err(Foul::NotInYourHand)),
    ] {
        assert_eq!(state.check(seat(0), &play(values, 0)), expected, "{values:?}");
    }
    assert_eq!(state.legal_moves(seat(0)).len(), 3 * 199 + 1);
    act(&mut state, 0, play(&[3, 2], 5));
    assert!(state.hand(seat(0)).is_empty());
    assert_eq!(*state.stack(seat(0)), pile(&[2, 3]));
}

#[test]
fn two_equal_cards_are_one_choice() {
    let mut state = table(2);
    draw(&mut state, &[3, 1, 3]);
    assert_eq!(state.legal_moves(seat(0)).len(), 2 * 199 + 1);
    act(&mut state, 0, play(&[3], 3));
    assert_eq!(*state.hand(seat(0)), hand(&[3]));
}

#[test]
fn after_both_cards_were_played_there_is_one_to_play() {
    let mut state = table(2);
    draw(&mut state, &[3, 1]);
    plays(&mut state, 3, &[3, 3], 6);
    all_pass(&mut state);
    plays(&mut state, 1, &[1], 7);
    all_pass(&mut state);
    draw(&mut state, &[2]);
    assert_eq!(state.legal_moves(seat(0)).len(), (99 - 7) + 1 + 1, "every higher Bid, fold, and call");
    act(&mut state, 0, play(&[2], 8));
    assert_eq!(state.stack(seat(0)).sum(), 8, "cards are added to the Stack");
}

#[test]
fn each_bid_is_higher_than_the_one_before() {
    let mut state = table(2);
    draw(&mut state, &[1, 1]);
    plays(&mut state, 2, &[2], 5);
    all_pass(&mut state);
    draw(&mut state, &[3]);
    assert_eq!(state.check(seat(1), &play(&[3], 4)), Err(Foul::BidTooLow(5)));
    assert_eq!(state.check(seat(1), &play(&[3], 5)), Err(Foul::BidTooLow(5)));
    assert_eq!(state.check(seat(1), &play(&[3], 6)), Ok(()));
    act(&mut state, 1, play(&[3], 20));
    all_pass(&mut state);
    draw(&mut state, &[3]);
    assert_eq!(state.check(seat(0), &play(&[3], 20)), Err(Foul::BidTooLow(20)));
    assert_eq!(state.lowest_bid(), 21);
}

#[test]
fn the_first_bid_of_a_round_may_be_anything_from_minus_99_to_99() {
    let mut state = table(2);
    draw(&mut state, &[1, 1, 2]);
    for bid in [-99, -1, 0, 99] {
        assert_eq!(state.check(seat(0), &play(&[2], bid)), Ok(()));
    }
    for bid in [-100, 100, i16::MIN, i16::MAX] {
        assert_eq!(state.check(seat(0), &play(&[2], bid)), Err(Foul::BidOutOfRange));
    }
    act(&mut state, 0, play(&[2], 60));
    calls(&mut state, 1);
    draw(&mut state, &[1, 1, 2]);
    assert_eq!(state.check(seat(0), &play(&[2], -99)), Ok(()), "a new round, a new first Bid");
}

#[test]
fn after_a_bid_of_99_the_next_seat_folds_or_calls() {
    let mut state = table(2);
    draw(&mut state, &[1, 1]);
    plays(&mut state, 2, &[2], 99);
    all_pass(&mut state);
    draw(&mut state, &[3]);
    assert!(state.legal_moves(seat(1)).eq([Move::Fold, Move::Call { play: 1 }]));
    assert_eq!(state.check(seat(1), &play(&[3], 99)), Err(Foul::BidTooLow(99)));
}

#[test]
fn nobody_plays_or_folds_out_of_turn() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    for number in [0, 1, 2] {
        assert_eq!(state.check(seat(number), &Move::Fold), Err(Foul::WaitForTheCard));
    }
    draw(&mut state, &[4]);
    assert_eq!(state.check(seat(1), &Move::Fold), Err(Foul::NotYourTurn));
    assert_eq!(state.check(seat(2), &play(&[3], 1)), Err(Foul::NotYourTurn));
    assert_eq!(state.check(seat(5), &Move::Fold), Err(Foul::NoSuchSeat));
    act(&mut state, 0, play(&[4], 4));
    for number in [0, 1, 2] {
        assert_eq!(state.check(seat(number), &Move::Fold), Err(Foul::NotYourTurn), "a window is open");
    }
}

#[test]
fn folding_turns_hand_and_stack_face_up_for_all() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    for (bid, drawn) in [(1, 1), (2, 2), (3, 3)] {
        plays(&mut state, drawn, &[drawn], bid);
        all_pass(&mut state);
    }
    folds(&mut state, 4);
    for viewer in Viewer::all(3) {
        let place = state.view(viewer).places[seat(0)];
        assert_eq!((place.hand_cards, place.stack_cards), (Some(hand(&[1, 4])), Some(pile(&[1]))));
    }
    assert_eq!(state.deck().len(), 15 - 7, "folded cards do not go back into the deck");
    assert_eq!(state.deck().count(Card::new(4).unwrap()), 1);
}

#[test]
fn who_has_folded_takes_no_turns_and_scores_nothing() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    for (bid, drawn) in [(1, 1), (2, 2), (3, 3)] {
        plays(&mut state, drawn, &[drawn], bid);
        all_pass(&mut state);
    }
    folds(&mut state, 4);
    for (expected, drawn, bid) in [(1, 1, 4), (2, 1, 5), (1, 1, 6)] {
        assert_eq!(state.seat(), seat(expected));
        plays(&mut state, drawn, &[drawn], bid);
        all_pass(&mut state);
    }
    draw(&mut state, &[2]);
    calls(&mut state, 2);
    assert_eq!(points(&state), [0, 0, 8], "seat 2 had 3 and 1 and takes 2, 1 and 1");
    assert_eq!(state.last_round().unwrap().folded, seats(&[0]));
    assert_eq!(state.still_in(), seats(&[0, 1, 2]), "a new round is for everybody");
}

#[test]
fn who_has_folded_can_neither_call_nor_pass() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    folds(&mut state, 1);
    plays(&mut state, 2, &[2], 2);
    assert_eq!(state.turn(), Turn::Seats(seats(&[2])));
    for mv in [Move::Call { play: 1 }, Move::Pass { play: 1 }, Move::Fold] {
        assert_eq!(state.check(seat(0), &mv), Err(Foul::YouHaveFolded));
    }
}

#[test]
fn the_play_to_call_is_never_by_a_seat_that_folded_or_is_to_move() {
    for seed in table::kit::seeds(2..6) {
        let (mut rng, mut state) = (dice(4, seed), table(2 + seed as usize % 4));
        while let Some(event) = random_event(&state, &mut rng) {
            if let Some(last) = state.last_play() {
                assert!(state.still_in().has(last.seat));
                assert!(state.phase() != Phase::Choose || last.seat != state.seat());
            }
            // Folds are rare at random, so the seat asked folds every other time it may.
            let fold = Event::Move { seat: state.seat(), mv: Move::Fold };
            let folds = state.phase() == Phase::Choose && table::nature::below(&mut rng, 2) == 0;
            state.apply(if folds { &fold } else { &event });
        }
    }
}

#[test]
fn the_bid_to_beat_and_the_play_to_call_stay_after_a_fold() {
    let mut state = table(4);
    draw(&mut state, &[1, 2, 3, 1]);
    plays(&mut state, 4, &[4], 9);
    all_pass(&mut state);
    folds(&mut state, 2);
    assert_eq!(state.phase(), Phase::Draw, "a fold opens no window");
    draw(&mut state, &[3]);
    assert_eq!(state.check(seat(2), &play(&[3], 9)), Err(Foul::BidTooLow(9)));
    assert_eq!(state.turn(), Turn::Seats(seats(&[2, 3])));
    act(&mut state, 2, Move::Fold);
    draw(&mut state, &[1]);
    assert_eq!(state.turn(), Turn::Seats(seats(&[3])));
    calls(&mut state, 3);
    assert_eq!(points(&state), [0, 0, 0, 4], "seat 0 bluffed and was caught after two folds");
}

#[test]
fn seats_may_fold_before_any_play() {
    let mut state = table(3);
    draw(&mut state, &[1, 2, 3]);
    folds(&mut state, 1);
    assert_eq!((state.phase(), state.seat()), (Phase::Draw, seat(1)));
    draw(&mut state, &[2]);
    assert_eq!(state.turn(), Turn::Seats(seats(&[1])), "there is nothing to call");
    assert_eq!(state.check(seat(2), &Move::Call { play: 1 }), Err(Foul::NoSuchPlay(1)));
    act(&mut state, 1, Move::Fold);
    assert_eq!(state.last_round().unwrap().ending, Ending::OneLeft { seat: seat(2) });
    assert_eq!(points(&state), [0, 0, 0]);
    assert_eq!((state.round(), state.seat()), (2, seat(0)));
}
