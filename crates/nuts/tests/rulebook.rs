//! One test a rule; the crate's docs list them by the sections of the sheet.

#![allow(clippy::unwrap_used)]

#[path = "rulebook/ending.rs"]
mod ending;
#[path = "rulebook/events.rs"]
mod events;

use nuts::{
    Cards, Dropped, Effect, EventCard, Fate, Foul, Happened, JustSeen, Lot, MOST_EVENTS, Move, Options,
    Phase, ROUNDS_WITHOUT_STASH, State, Team,
};
use serde_json::{Value, json};
use table::{BadTable, Event, EventOf, Game, Odds, Seat, SeatSet, Seating, Turn, Viewer, check_event};

// The places of the six events in the default deck.
const HOLE: &str = "* event-0";
const WINDFALL: &str = "* event-1";
const HAWK: &str = "* event-2";
const LOG: &str = "* event-3";
const BRANCH: &str = "* event-4";
const OWL: &str = "* event-5";

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Cards as in `acorn-1 peanut-2`.
fn cards(faces: &str) -> Cards {
    faces.split_whitespace().map(|face| face.parse::<nuts::Card>().unwrap()).collect()
}

fn open(seats: usize, options: Options) -> State {
    State::open(&options, &Seating::ascending(seats).unwrap()).unwrap()
}

/// A table whose Raccoon is seat 0.
fn table(seats: usize) -> State {
    open(seats, Options { raccoon: Some(seat(0)), ..Options::default() })
}

fn events(effects: &[Effect]) -> Vec<EventCard> {
    let event = |effect: &Effect| EventCard { name: "Test".into(), story: String::new(), effect: *effect };
    effects.iter().map(event).collect()
}

/// Plays events written one a line or between semicolons, all of them legal.
fn play(state: &mut State, script: &str) {
    for line in script.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
        let event: EventOf<State> = line.parse().unwrap();
        check_event(state, &event).unwrap_or_else(|foul| panic!("{line}: {foul}\n{state:?}"));
        state.apply(&event);
    }
}

/// What is wrong with a move.
fn foul(state: &State, line: &str) -> Foul {
    check_event(state, &line.parse().unwrap()).expect_err(line)
}

/// Deals these cards, from the left of the Raccoon on.
fn deal(state: &mut State, faces: &str) {
    faces.split_whitespace().for_each(|face| play(state, &format!("* {face}")));
}

/// Three Squirrels with light hands, and the Raccoon in seat 0.
fn dealt() -> State {
    let mut state = table(4);
    deal(
        &mut state,
        "peanut-3 almond-1 almond-1  walnut-1 hazelnut-1 hazelnut-1  walnut-2 peanut-1 peanut-1
         acorn-2 acorn-1 acorn-3 peanut-2 almond-2",
    );
    state
}

/// The same table with some of its fields replaced.
fn with(state: &State, fields: Value) -> State {
    let mut form = serde_json::to_value(state).unwrap();
    for (key, value) in fields.as_object().unwrap() {
        assert!(form.get(key).is_some(), "a table has no {key}");
        form[key] = value.clone();
    }
    serde_json::from_value(form).unwrap()
}

/// Turn of seat 1 of three, the Raccoon in seat 0, with these hands and this pile.
fn position(hands: [&[&str]; 3], pile: &[&str]) -> State {
    let mut state = table(3);
    deal(
        &mut state,
        "almond-1 peanut-1 walnut-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1 almond-1",
    );
    with(&state, json!({ "hands": hands, "pile": { "top": pile, "under": [] } }))
}

#[test]
fn the_deck_has_thirty_nut_cards_and_six_events() {
    let state = open(4, Options::default());
    assert_eq!(state.fates().map(|(_, ways)| ways).sum::<u32>(), 30);
    for (Fate(drawn), ways) in state.fates() {
        let nuts::Drawn::Card(card) = drawn else { panic!("{drawn} before the deal") };
        assert_eq!(ways, 4 - u32::from(u8::from(card.number())), "{card}");
    }
    assert_eq!(Options::default().events.len(), 6);
    assert_eq!(dealt().pile().len(), 36 - 14);
}

#[test]
fn three_or_four_can_play() {
    for seats in [2, 5, 6] {
        let refused = State::open(&Options::default(), &Seating::ascending(seats).unwrap());
        assert!(matches!(refused, Err(BadTable::Seating(_))), "{seats}");
    }
    assert_eq!(table(3).squirrels().len(), 2);
    assert_eq!(table(4).squirrels().len(), 3);
}

#[test]
fn the_highest_open_card_makes_the_raccoon() {
    let mut state = open(4, Options::default());
    play(&mut state, "* acorn-1; * acorn-2; * peanut-3");
    assert_eq!((state.raccoon(), state.turn()), (None, Turn::Nature));
    assert_eq!(state.view(Viewer::Spectator).raccoon_draws[seat(1)], Some("acorn-2".parse().unwrap()));
    play(&mut state, "* walnut-2");
    assert_eq!(state.raccoon(), Some(seat(2)));
    let standings = "teams are known when the Raccoon is";
    assert_eq!(state.team(seat(2)), Team::Raccoon, "{standings}");
    assert_eq!(state.team(seat(3)), Team::Squirrels, "{standings}");
}

#[test]
fn tied_seats_draw_again_from_the_cards_left() {
    let mut state = open(4, Options::default());
    play(&mut state, "* peanut-3; * acorn-1; * acorn-3; * acorn-1");
    let tied = [seat(0), seat(2)].into_iter().collect();
    assert_eq!(state.phase(), Phase::Raccoon { tied, next: seat(0) });
    assert_eq!(foul(&state, "* peanut-3"), Foul::CannotComeUp("peanut-3".parse().unwrap()));
    play(&mut state, "* acorn-1; * acorn-2");
    assert_eq!(state.raccoon(), Some(seat(2)));
}

#[test]
fn when_too_few_cards_are_left_for_a_tie_all_go_back() {
    let mut state = open(3, Options::default());
    let mut faces: Vec<_> = Cards::ALL_NUTS.cards().collect();
    faces.sort_by_key(|card| card.number());
    // Fives of three equal 1s, three of three 2s, and three 3s tie all; then a 2 and two 3s are left.
    let (ones, rest) = faces.split_at(15);
    let (twos, threes) = rest.split_at(10);
    for card in ones.iter().chain(&twos[..9]).chain(&threes[..3]) {
        play(&mut state, &format!("* {card}"));
    }
    assert_eq!((state.raccoon(), state.pile().len()), (None, 3));
    for card in [twos[9], threes[3], threes[4]] {
        play(&mut state, &format!("* {card}"));
    }
    let tied = [seat(1), seat(2)].into_iter().collect();
    assert_eq!(state.phase(), Phase::Raccoon { tied, next: seat(1) });
    assert_eq!(state.pile().len(), 30);
}

#[test]
fn the_host_can_name_the_raccoon() {
    let state = open(4, Options { raccoon: Some(seat(3)), ..Options::default() });
    assert_eq!((state.raccoon(), state.phase()), (Some(seat(3)), Phase::Deal));
    let nobody = Options { raccoon: Some(seat(3)), ..Options::default() };
    let refused = State::open(&nobody, &Seating::ascending(3).unwrap());
    assert!(matches!(refused, Err(BadTable::Option { key: "raccoon", .. })));
}

#[test]
fn all_cards_go_back_before_the_deal() {
    let mut state = open(3, Options::default());
    play(&mut state, "* acorn-3; * acorn-1; * acorn-1");
    assert_eq!(state.phase(), Phase::Deal);
    assert_eq!(state.fates().map(|(_, ways)| ways).sum::<u32>(), 30);
    play(&mut state, "* acorn-3");
}

#[test]
fn squirrels_get_three_cards_and_the_raccoon_two_and_one_a_squirrel() {
    let state = dealt();
    assert_eq!(state.hand(seat(1)), cards("peanut-3 almond-1 almond-1"));
    assert_eq!(state.hand(seat(3)), cards("walnut-2 peanut-1 peanut-1"));
    assert_eq!(state.hand(seat(0)), cards("acorn-2 acorn-1 acorn-3 peanut-2 almond-2"));
    assert_eq!(position([&[], &[], &[]], &[]).view(Viewer::Screen).places[seat(0)].cards, 0);
    let mut three = table(3);
    deal(&mut three, "almond-1 peanut-1 walnut-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1");
    assert_eq!(three.phase(), Phase::Deal, "the Raccoon lacks a fourth card");
    deal(&mut three, "almond-1");
    assert_eq!(three.phase(), Phase::Act);
}

#[test]
fn events_are_shuffled_into_the_pile_after_the_deal() {
    let mut state = table(4);
    assert!(state.fates().all(|(Fate(drawn), _)| matches!(drawn, nuts::Drawn::Card(_))));
    state = dealt();
    play(&mut state, "1 free-draw");
    let events = state.fates().filter(|(Fate(drawn), _)| matches!(drawn, nuts::Drawn::Event(_)));
    assert_eq!(events.count(), 6);
}

#[test]
fn the_raccoons_left_begins_and_play_goes_clockwise() {
    let mut state = dealt();
    for expected in [1, 2, 3, 0, 1] {
        assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(expected))));
        play(&mut state, &format!("{expected} end-turn"));
    }
    let mut last = open(3, Options { raccoon: Some(seat(2)), ..Options::default() });
    deal(
        &mut last,
        "almond-1 peanut-1 walnut-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1 almond-1",
    );
    assert_eq!(last.seat(), seat(0));
    assert_eq!(foul(&last, "1 end-turn"), Foul::NotYourTurn);
}

#[test]
fn a_squirrel_over_six_nuts_drops_its_whole_hand() {
    let mut state = dealt();
    play(&mut state, "1 free-draw; * walnut-1");
    assert_eq!(state.hand(seat(1)).nuts(), 6, "six are allowed");
    assert_eq!(state.phase(), Phase::Act);
    play(&mut state, "1 scavenge; * acorn-1");
    assert_eq!(state.hand(seat(1)), Cards::EMPTY);
    assert_eq!(state.phase(), Phase::Redraw(seat(1)));
}

#[test]
fn dropped_cards_lie_under_the_pile_in_an_order_nobody_knows() {
    let mut state =
        position([&["acorn-1"], &["almond-3", "peanut-3"], &["walnut-3"]], &["hazelnut-1", "acorn-2"]);
    play(&mut state, "1 free-draw; * hazelnut-1");
    let batches: Vec<_> = state.pile().batches().collect();
    assert_eq!(batches, [cards("acorn-2"), cards("almond-3 peanut-3 hazelnut-1")]);
    play(&mut state, "1 redraw");
    assert_eq!(foul(&state, "* almond-3"), Foul::CannotComeUp("almond-3".parse().unwrap()));
    play(&mut state, "* acorn-2; 1 scavenge");
    assert_eq!(state.fates().count(), 3, "now any of the dropped three can come");
    assert!(state.fates().all(|(_, ways)| ways == 1));
}

#[test]
fn all_see_what_is_dropped_at_that_moment() {
    let mut state = dealt();
    play(&mut state, "1 free-draw");
    let event = "* walnut-3".parse().unwrap();
    let dropped = cards("peanut-3 almond-1 almond-1 walnut-3");
    for viewer in Viewer::all(4) {
        assert_eq!(state.show(&event, viewer).dropped, Some(Dropped { seat: seat(1), cards: dropped }));
    }
    state.apply(&event);
    assert_eq!(state.view(Viewer::Seat(seat(0))).just_seen, JustSeen::Fell(dropped));
    play(&mut state, "1 decline");
    assert_eq!(state.view(Viewer::Seat(seat(0))).just_seen, JustSeen::Nothing);
}

#[test]
fn after_a_drop_the_squirrel_may_draw_one_card() {
    let mut state = dealt();
    play(&mut state, "1 free-draw; * walnut-3");
    assert!(state.legal_moves(seat(1)).eq([Move::Redraw, Move::Decline]));
    assert_eq!(foul(&state, "1 end-turn"), Foul::RedrawFirst);
    let mut declined = state.clone();
    play(&mut declined, "1 decline");
    assert_eq!((declined.phase(), declined.hand(seat(1))), (Phase::Act, Cards::EMPTY));
    play(&mut state, "1 redraw; * acorn-1");
    assert_eq!((state.phase(), state.hand(seat(1))), (Phase::Act, cards("acorn-1")));
    assert_eq!(state.remaining().actions, 1, "neither the draw nor the drop is an action");
}

#[test]
fn dealt_hands_are_checked_from_the_raccoons_left() {
    let mut state = table(4);
    deal(
        &mut state,
        "peanut-3 almond-3 almond-1  walnut-1 hazelnut-1 hazelnut-1  walnut-3 acorn-3 peanut-1
         acorn-2 acorn-1 acorn-1 peanut-2 almond-2",
    );
    assert_eq!(state.phase(), Phase::Redraw(seat(1)));
    assert_eq!(state.hand(seat(3)).len(), 3, "seat 3 is checked later");
    play(&mut state, "1 redraw; * acorn-2");
    assert_eq!(state.phase(), Phase::Redraw(seat(3)));
    play(&mut state, "3 decline");
    assert_eq!((state.phase(), state.seat()), (Phase::Act, seat(1)));
    let dropped: Vec<_> = state.pile().batches().skip(1).collect();
    let expected = [cards("peanut-3 almond-3 almond-1"), cards("walnut-3 acorn-3 peanut-1")];
    assert_eq!(dropped, expected, "what is dropped later lies lower");
}

#[test]
fn a_shared_card_can_make_its_receiver_drop_out_of_turn() {
    let mut state =
        position([&["acorn-1"], &["almond-3", "peanut-1"], &["walnut-3", "walnut-1"]], &["acorn-3"]);
    play(&mut state, "1 share almond-3 to 2");
    assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(2))));
    assert_eq!(foul(&state, "1 end-turn"), Foul::NotYourTurn);
    play(&mut state, "2 redraw; * acorn-3");
    assert_eq!((state.phase(), state.seat(), state.hand(seat(2))), (Phase::Act, seat(1), cards("acorn-3")));
    play(&mut state, "1 stash peanut-1");
}

#[test]
fn the_raccoon_has_no_limit() {
    let mut state = dealt();
    play(&mut state, "1 end-turn; 2 end-turn; 3 end-turn; 0 scavenge; * hazelnut-3; 0 scavenge; * walnut-3");
    assert_eq!(state.hand(seat(0)).nuts(), 16);
    assert_eq!(state.view(Viewer::Seat(seat(0))).places[seat(0)].limit, None);
    assert_eq!(state.view(Viewer::Seat(seat(0))).places[seat(1)].limit, Some(6));
}

#[test]
fn a_squirrel_can_draw_back_what_it_dropped_on_an_empty_pile() {
    let mut state = position([&["acorn-1"], &["almond-3", "peanut-3"], &[]], &["hazelnut-1"]);
    play(&mut state, "1 free-draw; * hazelnut-1; 1 redraw; * almond-3");
    assert_eq!((state.hand(seat(1)), state.pile().len()), (cards("almond-3"), 2));
}

#[test]
fn a_squirrel_has_one_action_and_shows_and_shares_once() {
    let mut state = dealt();
    play(&mut state, "1 show almond-1; 1 stash almond-1; 1 share peanut-3 to 2");
    assert_eq!(foul(&state, "1 scavenge"), Foul::NoActionLeft);
    assert_eq!(foul(&state, "1 stash almond-1"), Foul::NoActionLeft);
    assert_eq!(foul(&state, "1 show almond-1"), Foul::AlreadyShown);
    assert_eq!(foul(&state, "1 share almond-1 to 3"), Foul::AlreadyShared);
    assert!(state.legal_moves(seat(1)).eq([Move::EndTurn]));
}

#[test]
fn the_free_draw_comes_before_anything_else() {
    let state = dealt();
    let mut twice = state.clone();
    play(&mut twice, "1 free-draw; * acorn-1");
    assert_eq!(foul(&twice, "1 free-draw"), Foul::NoFreeDraw);
    for first in ["show almond-1", "share almond-1 to 2", "stash almond-1"] {
        let mut state = state.clone();
        play(&mut state, &format!("1 {first}"));
        assert_eq!(foul(&state, "1 free-draw"), Foul::NoFreeDraw, "after {first}");
    }
    let mut raccoon = state.clone();
    play(&mut raccoon, "1 end-turn; 2 end-turn; 3 end-turn");
    assert_eq!(foul(&raccoon, "0 free-draw"), Foul::NoFreeDraw);
}

#[test]
fn the_raccoon_has_an_action_more_than_there_are_squirrels() {
    let mut state = dealt();
    play(&mut state, "1 end-turn; 2 end-turn; 3 end-turn");
    assert_eq!(state.remaining().actions, 4);
    play(
        &mut state,
        "0 scavenge; * hazelnut-3; 0 stash acorn-2; 0 steal 1; 1 lay peanut-3; 0 guess 1; 0 scavenge; * acorn-1",
    );
    assert_eq!(foul(&state, "0 stash acorn-1"), Foul::NoActionLeft);
    assert_eq!(foul(&state, "0 steal 1"), Foul::NoActionLeft);
    assert_eq!(foul(&state, "0 show acorn-1"), Foul::OnlySquirrelsShare);
    assert_eq!(foul(&state, "0 share acorn-1 to 1"), Foul::OnlySquirrelsShare);
    let mut three = position([&["acorn-1"], &["almond-1"], &["walnut-1"]], &["acorn-3"]);
    play(&mut three, "1 end-turn; 2 end-turn");
    assert_eq!(three.remaining().actions, 3);
    play(&mut three, "0 end-turn");
    assert_eq!(three.seat(), seat(1), "actions may be left unused");
}

#[test]
fn nobody_draws_from_an_empty_pile() {
    let mut state = position([&["acorn-1"], &["almond-1"], &["walnut-1"]], &[]);
    assert_eq!(foul(&state, "1 free-draw"), Foul::PileIsEmpty);
    assert_eq!(foul(&state, "1 scavenge"), Foul::PileIsEmpty);
    play(&mut state, "1 end-turn; 2 end-turn");
    assert_eq!(foul(&state, "0 scavenge"), Foul::PileIsEmpty);
}

#[test]
fn one_card_or_two_of_the_same_nut_are_stashed() {
    let hand = ["peanut-2", "peanut-1", "peanut-1", "acorn-1"];
    let state = position([&["acorn-1"], &hand, &["walnut-1"]], &["acorn-3"]);
    let card = |face: &str| face.parse().unwrap();
    let lots = state.legal_moves(seat(1)).filter(|mv| matches!(mv, Move::Stash(_)));
    let expected = [
        Lot::one(card("peanut-1")),
        Lot::one(card("peanut-2")),
        Lot::one(card("acorn-1")),
        Lot::two(card("peanut-1"), card("peanut-1")),
        Lot::two(card("peanut-2"), card("peanut-1")),
    ];
    assert!(lots.eq(expected.map(Move::Stash)));
    assert_eq!(foul(&state, "1 stash peanut-1+acorn-1"), Foul::NotTheSameNut);
    assert_eq!(foul(&state, "1 stash peanut-2+peanut-2"), Foul::OnlyOneInYourHand(card("peanut-2")));
    assert_eq!(foul(&state, "1 stash walnut-1"), Foul::NotInYourHand(card("walnut-1")));
    let mut state = state;
    play(&mut state, "1 stash peanut-2+peanut-1");
    assert_eq!(state.stash(Team::Squirrels), cards("peanut-1 peanut-2"));
    assert_eq!(state.view(Viewer::Spectator).squirrel_stash, cards("peanut-1 peanut-2"), "face up");
}

#[test]
fn squirrels_stash_together_and_the_raccoon_alone() {
    let mut state = dealt();
    play(
        &mut state,
        "1 stash peanut-3; 1 end-turn; 2 stash walnut-1; 2 end-turn; 3 end-turn; 0 stash acorn-3",
    );
    assert_eq!(state.stash(Team::Squirrels), cards("peanut-3 walnut-1"));
    assert_eq!(state.stash(Team::Raccoon), cards("acorn-3"));
}

/// The Raccoon's turn, with two Squirrels of whom one holds nothing.
fn raccoons_turn() -> State {
    let mut state = position([&["acorn-1"], &["walnut-2", "almond-1"], &[]], &["acorn-3"]);
    play(&mut state, "1 end-turn; 2 end-turn");
    state
}

#[test]
fn the_raccoon_steals_from_a_squirrel_that_holds_a_card() {
    let state = raccoons_turn();
    assert_eq!(foul(&state, "0 steal 2"), Foul::NothingToSteal(seat(2)));
    assert_eq!(foul(&state, "0 steal 0"), Foul::NotASquirrel(seat(0)));
    assert_eq!(foul(&state, "0 steal 3"), Foul::NotASquirrel(seat(3)));
    let steals: Vec<_> = state.legal_moves(seat(0)).filter(|mv| matches!(mv, Move::Steal(_))).collect();
    assert_eq!(steals, [Move::Steal(seat(1))]);
    assert_eq!(foul(&dealt(), "1 steal 2"), Foul::OnlyTheRaccoonSteals);
}

#[test]
fn the_robbed_squirrel_chooses_what_to_lay_out_of_turn() {
    let mut state = raccoons_turn();
    play(&mut state, "0 steal 1");
    assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(1))));
    let choices = ["almond-1", "walnut-2"].map(|face| Move::Lay(face.parse().unwrap()));
    assert!(state.legal_moves(seat(1)).eq(choices));
    assert_eq!(foul(&state, "1 lay acorn-1"), Foul::NotInYourHand("acorn-1".parse().unwrap()));
    assert_eq!(foul(&state, "1 end-turn"), Foul::LayFirst);
    play(&mut state, "1 lay walnut-2");
    assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(0))));
    assert_eq!(state.legal_moves(seat(0)).len(), 8, "five nuts or three numbers");
    assert_eq!(foul(&state, "0 end-turn"), Foul::GuessFirst);
}

#[test]
fn only_its_owner_sees_a_laid_card() {
    let mut state = raccoons_turn();
    play(&mut state, "0 steal 1");
    let event = "1 lay walnut-2".parse().unwrap();
    let laid = |viewer| match state.show(&event, viewer).what {
        Happened::Lay { card, .. } => card,
        other => panic!("{other:?}"),
    };
    assert_eq!(laid(Viewer::Seat(seat(1))), Some("walnut-2".parse().unwrap()));
    for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(2)), Viewer::Spectator, Viewer::Screen] {
        assert_eq!(laid(viewer), None);
    }
    state.apply(&event);
    for viewer in Viewer::all(3) {
        assert_eq!(state.view(viewer).laid.is_some(), viewer.is(seat(1)), "{viewer:?}");
    }
}

#[test]
fn a_right_guess_takes_the_card_seen_by_all() {
    for guess in ["walnut", "2"] {
        let mut state = raccoons_turn();
        play(&mut state, &format!("0 steal 1; 1 lay walnut-2; 0 guess {guess}"));
        assert_eq!(state.hand(seat(0)), cards("acorn-1 walnut-2"));
        assert_eq!(state.hand(seat(1)), cards("almond-1"));
        assert_eq!(state.view(Viewer::Seat(seat(2))).places[seat(0)].open, cards("walnut-2"));
        assert_eq!(state.remaining().actions, 2);
    }
}

#[test]
fn a_guess_comes_right_when_the_laid_card_has_that_nut_or_number() {
    let mut state = raccoons_turn();
    play(&mut state, "0 steal 1; 1 lay walnut-2");
    let right =
        |state: &State, guess: &str| match format!("0 guess {guess}").parse::<EventOf<State>>().unwrap() {
            Event::Move { mv, .. } => state.comes_right(&mv),
            Event::Fate(_) => None,
        };
    for (guess, is_right) in [("walnut", true), ("2", true), ("acorn", false), ("3", false)] {
        assert_eq!(right(&state, guess), Some(is_right), "{guess}");
    }
    assert_eq!(right(&raccoons_turn(), "2"), None, "no card lies there");
}

#[test]
fn a_wrong_guess_costs_the_action_and_the_card_goes_back_unseen() {
    let mut state = raccoons_turn();
    play(&mut state, "0 steal 1; 1 lay walnut-2");
    let event = "0 guess 3".parse().unwrap();
    let shown = state.show(&event, Viewer::Seat(seat(0))).what;
    assert!(matches!(shown, Happened::Guess { taken: None, .. }));
    state.apply(&event);
    assert_eq!(state.hand(seat(1)), cards("almond-1 walnut-2"));
    assert_eq!(state.hand(seat(0)), cards("acorn-1"));
    assert_eq!((state.remaining().actions, state.laid()), (2, None));
    assert_eq!(state.view(Viewer::Spectator).places[seat(1)].open, Cards::EMPTY);
}

#[test]
fn the_same_squirrel_can_be_tried_again() {
    let mut state = raccoons_turn();
    play(&mut state, "0 steal 1; 1 lay walnut-2; 0 guess 3; 0 steal 1; 1 lay walnut-2; 0 guess 2");
    assert_eq!(state.hand(seat(0)), cards("acorn-1 walnut-2"));
}

#[test]
fn only_squirrels_see_a_shown_card_and_only_while_it_is_held() {
    let mut state = dealt();
    let event = "1 show peanut-3".parse().unwrap();
    for viewer in Viewer::all(4) {
        let Happened::Show { card, .. } = state.show(&event, viewer).what else { panic!() };
        let is_squirrel = viewer.seat().is_some_and(|viewer| viewer != seat(0));
        assert_eq!(card.is_some(), is_squirrel, "{viewer:?}");
    }
    state.apply(&event);
    let shown = |state: &State, viewer: u8| state.view(Viewer::Seat(seat(viewer))).places[seat(1)].shown;
    assert_eq!(shown(&state, 2), cards("peanut-3"));
    assert_eq!(shown(&state, 0), Cards::EMPTY);
    play(&mut state, "1 stash peanut-3");
    assert_eq!(shown(&state, 2), Cards::EMPTY);
}

#[test]
fn a_shared_card_is_seen_by_all() {
    let mut state = dealt();
    assert_eq!(foul(&state, "1 share peanut-3 to 0"), Foul::NotAnotherSquirrel(seat(0)));
    assert_eq!(foul(&state, "1 share peanut-3 to 1"), Foul::NotAnotherSquirrel(seat(1)));
    assert_eq!(foul(&state, "1 share peanut-3 to 4"), Foul::NotAnotherSquirrel(seat(4)));
    play(&mut state, "1 share peanut-3 to 2");
    assert_eq!(state.hand(seat(1)), cards("almond-1 almond-1"));
    assert_eq!(state.hand(seat(2)), cards("peanut-3 walnut-1 hazelnut-1 hazelnut-1"));
    for viewer in Viewer::all(4) {
        assert_eq!(state.view(viewer).places[seat(2)].open, cards("peanut-3"), "{viewer:?}");
    }
}

#[test]
fn a_seat_sees_its_own_hand_and_only_the_number_of_other_cards() {
    let state = dealt();
    for viewer in Viewer::all(4) {
        let view = state.view(viewer);
        for owner in Seat::all(4) {
            let place = view.places[owner];
            assert_eq!(usize::from(place.cards), state.hand(owner).len());
            assert_eq!(place.hand, viewer.is(owner).then_some(state.hand(owner)));
        }
        assert_eq!(view.pile, 22);
    }
    assert_eq!(state.view(Viewer::Seat(seat(1))).places[seat(1)].nuts, Some(5));
}

#[test]
fn hands_are_open_once_the_game_is_over() {
    let mut state = position([&["acorn-1"], &["almond-1"], &[]], &[]);
    play(&mut state, "1 stash almond-1");
    assert_eq!(state.view(Viewer::Spectator).places[seat(0)].hand, Some(cards("acorn-1")));
}

#[test]
fn the_round_of_the_sheet() {
    let mut state = dealt();
    // Three cards, two drawn and one shared are too many in the first round, so the second Squirrel stashes before.
    play(&mut state, "1 end-turn; 2 stash hazelnut-1+hazelnut-1; 2 end-turn; 3 end-turn; 0 end-turn");
    play(&mut state, "1 free-draw; * walnut-1; 1 stash peanut-3; 1 end-turn");
    play(&mut state, "2 free-draw; * acorn-1; 2 scavenge; * almond-1; 2 end-turn");
    play(&mut state, "3 share walnut-2 to 2; 3 stash peanut-1; 3 end-turn");
    play(&mut state, "0 stash acorn-2; 0 scavenge; * hazelnut-3; 0 steal 2; 2 lay walnut-2; 0 guess walnut");
    play(&mut state, "0 stash walnut-2");
    assert_eq!(state.stash(Team::Squirrels), cards("hazelnut-1 hazelnut-1 peanut-3 peanut-1"));
    assert_eq!(state.stash(Team::Raccoon), cards("acorn-2 walnut-2"));
    assert_eq!(state.hand(seat(2)), cards("walnut-1 acorn-1 almond-1"));
    assert_eq!(state.remaining().actions, 0);
    assert!(state.legal_moves(seat(0)).eq([Move::EndTurn]));
}
