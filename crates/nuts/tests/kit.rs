//! The properties that all games share, for Nuts for Nuts.

#![allow(clippy::unwrap_used)]

use nuts::{Card, Cards, Effect, EventCard, Guess, Lot, Move, Number, Nut, Options, Phase, State, Team};
use proptest::{prelude::*, sample::select};
use table::{
    Game, Seat, Seating, Viewer,
    kit::{Kit, rulebook_agrees},
};

fn any_card() -> impl Strategy<Value = Card> + Clone {
    select(Card::all().collect::<Vec<_>>())
}

fn any_move() -> impl Strategy<Value = Move> {
    let seat = || (0u8..6).prop_map(|seat| Seat::new(seat).unwrap());
    prop_oneof![
        select(vec![Move::FreeDraw, Move::Scavenge, Move::EndTurn, Move::Redraw, Move::Decline]),
        any_card().prop_map(|card| Move::Stash(Lot::one(card))),
        (any_card(), any_card()).prop_map(|(a, b)| Move::Stash(Lot::two(a, b))),
        (select(Nut::ALL.to_vec()), select(Number::ALL.to_vec()), select(Number::ALL.to_vec()))
            .prop_map(|(nut, a, b)| Move::Stash(Lot::two(Card::new(nut, a), Card::new(nut, b)))),
        seat().prop_map(Move::Steal),
        any_card().prop_map(Move::Lay),
        select(Guess::all().collect::<Vec<_>>()).prop_map(Move::Guess),
        any_card().prop_map(Move::Show),
        (any_card(), seat()).prop_map(|(card, to)| Move::Share { card, to }),
    ]
}

/// Event decks that meet each other in the middle of draws more often than the usual one does.
fn wild_events() -> Vec<EventCard> {
    let effects = [
        Effect::Draw(3),
        Effect::Draw(2),
        Effect::LoseRandom,
        Effect::LoseRandom,
        Effect::StashOne,
        Effect::DropHand,
        Effect::EndTurn,
        Effect::NoSteal,
    ];
    let event = |effect| EventCard { name: "Wild".to_owned(), story: String::new(), effect };
    effects.into_iter().map(event).collect()
}

fn kit() -> Kit<State> {
    let seating = |seats| Seating::ascending(seats).unwrap();
    let tables = vec![
        (Options::default(), seating(3)),
        (Options::default(), seating(4)),
        (Options { raccoon: Seat::new(1), events: wild_events(), unplayed: 0 }, seating(3)),
        (Options { raccoon: Seat::new(2), events: wild_events(), unplayed: 0 }, seating(4)),
        (Options { raccoon: None, events: vec![], unplayed: 0 }, seating(4)),
        (Options { unplayed: 14, ..Options::default() }, seating(3)),
        (Options { raccoon: Seat::new(0), events: wild_events(), unplayed: 15 }, seating(4)),
    ];
    Kit::new(tables, any_move())
}

#[test]
fn legal_moves_are_what_check_accepts() {
    kit().legal_moves_are_what_check_accepts().unwrap();
}

#[test]
fn every_card_is_always_in_one_place() {
    kit()
        .games(100)
        .conserves(|state| {
            let mut all = Cards::EMPTY;
            let hands = Seat::all(state.seating().seats()).map(|seat| state.hand(seat));
            let piles = hands.chain(state.pile().batches()).chain([
                state.stash(Team::Raccoon),
                state.stash(Team::Squirrels),
                state.events_out(),
            ]);
            let mut fits = true;
            piles.for_each(|pile| fits &= all.add_all(pile));
            // While the Raccoon is found, drawn cards lie aside; events join the pile after the deal.
            let setting_up = matches!(state.phase(), Phase::Raccoon { .. } | Phase::Deal);
            let nuts = all.cards().count();
            let events = all.len() - nuts;
            let expected = if setting_up { 0 } else { state.view(Viewer::Screen).options.events.len() };
            (fits, nuts == 30 || state.raccoon().is_none(), events == expected)
        })
        .unwrap();
}

#[test]
fn play_ends_with_a_winner() {
    kit().games(200).ends().unwrap();
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
fn fates_are_drawn_as_often_as_enumerated() {
    kit().fates_are_drawn_as_often_as_enumerated().unwrap();
}

#[test]
fn nothing_hidden_leaks() {
    kit().games(5).nothing_hidden_leaks(Kit::everything).unwrap();
    kit().games(5).hidden_fates_are_shown_alike().unwrap();
}

#[test]
fn planted_leaks_are_caught() {
    let of_the_pile = |kit: &Kit<State>, state: &State, viewer: Viewer| {
        kit.everything(state, viewer) + &state.pile().batches().next().unwrap().nuts().to_string()
    };
    assert!(kit().nothing_hidden_leaks(of_the_pile).is_err());
    let of_a_hand = |kit: &Kit<State>, state: &State, viewer: Viewer| {
        kit.everything(state, viewer) + &format!("{:?}", state.hand(Seat::default()))
    };
    assert!(kit().nothing_hidden_leaks(of_a_hand).is_err());
    let of_the_laid_card = |kit: &Kit<State>, state: &State, viewer: Viewer| {
        kit.everything(state, viewer) + &format!("{:?}", state.laid())
    };
    assert!(kit().nothing_hidden_leaks(of_the_laid_card).is_err());
}

#[test]
fn imagined_states_fit_what_a_seat_knows() {
    kit().imagines_what_fits().unwrap();
}

#[test]
fn docs_and_rulebook_agree() {
    let rulebook = concat!(
        include_str!("rulebook.rs"),
        include_str!("rulebook/ending.rs"),
        include_str!("rulebook/events.rs")
    );
    rulebook_agrees(include_str!("../src/lib.rs"), rulebook).unwrap();
}
