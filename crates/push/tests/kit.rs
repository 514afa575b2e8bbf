//! The properties that all games share, for Push.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use proptest::prelude::*;
use push::{Card, Cards, Colour, Face, Fate, Move, Options, Phase, Stack, State};
use table::{
    EventOf, Game, Imagine, Seat, Seating, Viewer,
    kit::{Kit, frequencies_match, rulebook_agrees},
    nature::{below, dice},
    random_event,
};

fn any_move() -> impl Strategy<Value = Move> {
    let number = || prop_oneof![3 => 0..4u8, 1 => any::<u8>()];
    prop_oneof![
        Just(Move::Draw),
        Just(Move::Stop),
        proptest::sample::select(Colour::ALL).prop_map(Move::Bank),
        number().prop_map(Move::Place),
        number().prop_map(Move::Collect),
    ]
}

fn kit() -> Kit<State> {
    let mut tables: Vec<_> =
        (2..=6).map(|seats| (Options::default(), Seating::ascending(seats).unwrap())).collect();
    let riskier = Options { first: Seat::new(1), riskier_star: true, two_player_switches: true, unplayed: 0 };
    tables.extend([2, 4].map(|seats| (riskier.clone(), Seating::descending(seats).unwrap())));
    tables.push((Options { unplayed: 80, ..Options::default() }, Seating::ascending(3).unwrap()));
    Kit::new(tables, any_move()).games(6)
}

#[test]
fn legal_moves_are_what_check_accepts() {
    kit().legal_moves_are_what_check_accepts().unwrap();
}

/// How many of each card there are, wherever they lie.
fn census(state: &State) -> HashMap<Card, u32> {
    let mut all = HashMap::new();
    let mut count = |card: Card, more: u32| *all.entry(card).or_default() += more;
    let numbers =
        Colour::ALL.iter().flat_map(|colour| push::Number::all().map(|number| Card::Number(*colour, number)));
    for (kind, card) in numbers.chain([Card::Roll, Card::Switch]).enumerate() {
        count(card, state.deck().count(kind).into());
    }
    let discards = state.discards();
    count(Card::Roll, discards.rolls.into());
    count(Card::Switch, u32::from(discards.switches) + u32::from(state.switches()));
    state.stacks().iter().flat_map(Stack::cards).for_each(|card| count(*card, 1));
    match state.phase() {
        Phase::Place(card) => count(card, 1),
        Phase::Roll(_) => count(Card::Roll, 1),
        _ => {}
    }
    let owned = Seat::all(state.seating().seats()).flat_map(|seat| [state.bench(seat), state.banked(seat)]);
    for cards in owned.chain([&discards.cards]) {
        cards.iter().for_each(|(colour, number, n)| count(Card::Number(colour, number), n.into()));
    }
    all
}

#[test]
fn all_120_cards_are_always_somewhere() {
    kit().conserves(census).unwrap();
    let (options, seating) = State::seat_zero_begins(3).unwrap();
    assert_eq!(census(&State::open(&options, &seating).unwrap()).values().sum::<u32>(), 120);
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
    kit().games(2).forms_round_trip().unwrap();
}

#[test]
fn fates_are_drawn_as_often_as_enumerated() {
    kit().fates_are_drawn_as_often_as_enumerated().unwrap();
}

#[test]
fn nothing_hidden_leaks() {
    kit().games(2).nothing_hidden_leaks(Kit::everything).unwrap();
}

#[test]
fn everybody_is_shown_the_same_and_nothing_hidden() {
    kit()
        .games(2)
        .visit(|state, event, rng| {
            let Some(event) = event else { return Ok(()) };
            let shown = state.show(event, Viewer::Spectator);
            for viewer in Viewer::all(state.seating().seats()) {
                let swapped = State::imagine(&state.view(viewer), None, rng);
                assert_eq!(swapped.show(event, viewer), shown);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_planted_leak_is_caught() {
    let leaks = |kit: &Kit<State>, state: &State, viewer: Viewer| {
        kit.everything(state, viewer) + &state.deck().count(3).to_string()
    };
    assert!(kit().games(1).nothing_hidden_leaks(leaks).is_err());
}

#[test]
fn imagined_states_fit_what_a_seat_knows() {
    kit().games(1).imagines_what_fits().unwrap();
}

#[test]
fn an_attentive_seat_knows_everything() {
    kit()
        .games(1)
        .visit(|state, _, rng| {
            for seat in Seat::all(state.seating().seats()) {
                let view = state.view(Viewer::Seat(seat));
                assert_eq!(&State::imagine(&view, Some(&state.notes(seat)), rng), state);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn without_memory_a_banked_pile_is_any_of_the_unseen_number_cards() {
    let (options, seating) = State::seat_zero_begins(2).unwrap();
    let mut state = State::open(&options, &seating).unwrap();
    let [me, other] = [0, 1].map(|number| Seat::new(number).unwrap());
    let mut rng = dice(3, 3);
    while state.banked(other).len() < 2 {
        let event = random_event(&state, &mut rng).expect("seat 1 banks before the game is over");
        state.apply(&event);
    }
    let view = state.view(Viewer::Seat(me));
    let listed = |cards: &Cards| -> Vec<Card> {
        let cards = cards.iter().map(|(colour, number, n)| (Card::Number(colour, number), n));
        cards.flat_map(|(card, n)| std::iter::repeat_n(card, n.into())).collect()
    };
    let mut unseen: HashMap<Card, f64> = HashMap::new();
    for kind in 0..30 {
        let card = Card::Number(Colour::ALL[kind / 6], push::Number::new(kind as u8 % 6 + 1).unwrap());
        *unseen.entry(card).or_default() += f64::from(state.deck().count(kind));
    }
    listed(state.banked(other)).into_iter().for_each(|card| *unseen.entry(card).or_default() += 1.0);
    let all: f64 = unseen.values().sum();
    unseen.retain(|_, count| *count > 0.0);
    unseen.values_mut().for_each(|count| *count /= all);
    // Any one card of the pile is distributed like the unseen cards; the lowest of several is not.
    frequencies_match(&unseen, 20_000, || {
        let banked = listed(State::imagine(&view, None, &mut rng).banked(other));
        banked[below(&mut rng, banked.len() as u32) as usize]
    })
    .unwrap();
}

#[test]
fn docs_and_rulebook_agree() {
    let rulebook = concat!(
        include_str!("rulebook.rs"),
        include_str!("rulebook/ending.rs"),
        include_str!("rulebook/special.rs")
    );
    rulebook_agrees(include_str!("../src/lib.rs"), rulebook).unwrap();
}

#[test]
fn events_read_and_write_as_words() {
    let json = |text: &str| serde_json::to_string(&text.parse::<EventOf<State>>().unwrap()).unwrap();
    assert_eq!(json("0 draw"), r#"{"seat":0,"move":"draw"}"#);
    assert_eq!(json("2 bank red"), r#"{"seat":2,"move":{"bank":"red"}}"#);
    assert_eq!(json("1 place 2"), r#"{"seat":1,"move":{"place":2}}"#);
    assert_eq!(json("1 collect 0"), r#"{"seat":1,"move":{"collect":0}}"#);
    assert_eq!(json("* begins 3"), r#"{"fate":{"begins":3}}"#);
    assert_eq!(json("* card red-4"), r#"{"fate":{"card":"red-4"}}"#);
    assert_eq!(json("* die star"), r#"{"fate":{"die":"star"}}"#);
    for bad in ["card red-7", "card red-04", "card pink-1", "die roll", "begins 9", "draw"] {
        assert!(bad.parse::<Fate>().is_err(), "{bad}");
    }
    for bad in ["bank", "bank pink", "place x", "place 256", "draw 1", ""] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
    assert_eq!("star".parse(), Ok(Face::Star));
}
