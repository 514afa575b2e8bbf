//! The properties that all games share, for Stacks.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use proptest::{collection::vec, prelude::*};
use stacks::{Card, Deck, Fate, Handful, Move, Options, State};
use table::{
    Event, Game, Imagine, Seat, Seating, Viewer,
    kit::{Kit, frequencies_match, rulebook_agrees},
    nature::dice,
};

fn any_move() -> impl Strategy<Value = Move> {
    let card = (-10i8..=10).prop_map(|value| Card::new(value).unwrap());
    let usual_card = prop_oneof![1i8..=4, Just(-10)].prop_map(|value| Card::new(value).unwrap());
    let cards = prop_oneof![vec(card, 0..=2), vec(usual_card, 1..=2)];
    let bid = prop_oneof![-99i16..=99, any::<i16>()];
    let play = prop_oneof![0u32..60, any::<u32>()];
    prop_oneof![
        6 => (cards, bid).prop_map(|(cards, bid)| Move::Play { cards: Handful::of(&cards).unwrap(), bid }),
        1 => Just(Move::Fold),
        2 => play.clone().prop_map(|play| Move::Call { play }),
        2 => play.prop_map(|play| Move::Pass { play }),
    ]
}

/// Tables of two to five seats, and two with other decks.
fn kit() -> Kit<State> {
    let mut tables: Vec<_> =
        (2..=5).map(|seats| (Options::default(), Seating::ascending(seats).unwrap())).collect();
    let odd = Deck::new([(-10, 2), (-3, 1), (0, 2), (1, 1), (7, 2), (10, 3)]).unwrap();
    tables.push((Options { goal: 60, deck: odd }, Seating::descending(3).unwrap()));
    let small = Deck::new([(1, 2), (2, 2)]).unwrap();
    tables.push((Options { goal: 9, deck: small }, Seating::descending(2).unwrap()));
    Kit::new(tables, any_move()).games(2)
}

#[test]
fn legal_moves_are_what_check_accepts() {
    kit().legal_moves_are_what_check_accepts().unwrap();
}

#[test]
fn all_cards_of_the_deck_are_always_somewhere() {
    let seen = |state: &State| {
        let seats = Seat::all(state.seating().seats());
        let in_front = seats.flat_map(|seat| {
            let hand = state.hand(seat).cards().iter().copied();
            hand.chain(state.stack(seat).cards())
        });
        let mut all: Vec<_> = state.deck().cards().chain(in_front).collect();
        all.sort_unstable();
        all
    };
    let missing = |state: &State| seen(state) != state.options().deck.cards().cards().collect::<Vec<_>>();
    kit().conserves(missing).unwrap();
    let table = State::open(&Options::default(), &Seating::ascending(2).unwrap()).unwrap();
    assert!(!missing(&table));
}

#[test]
fn play_ends_with_one_winner() {
    kit().ends().unwrap();
    kit()
        .visit(|state, _, _| match state.standings() {
            Some(standings) if standings.winners.len() != 1 => Err("not one winner".to_owned()),
            _ => Ok(()),
        })
        .unwrap();
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
fn forms_are_as_documented() {
    let two = Handful::two(Card::new(4).unwrap(), Card::new(-10).unwrap());
    for (mv, text, json) in [
        (Move::Play { cards: two, bid: 7 }, "play -10+4 bid 7", r#"{"play":{"cards":[-10,4],"bid":7}}"#),
        (Move::Fold, "fold", r#""fold""#),
        (Move::Call { play: 3 }, "call 3", r#"{"call":{"play":3}}"#),
        (Move::Pass { play: 3 }, "pass 3", r#"{"pass":{"play":3}}"#),
    ] {
        assert_eq!(mv.to_string(), text);
        assert_eq!(serde_json::to_string(&mv).unwrap(), json);
    }
    assert_eq!("play 4+-10 bid 7".parse(), Ok(Move::Play { cards: two, bid: 7 }), "in any order");
    for text in ["", "play", "play 3", "play 3+ bid 7", "play 3+4+1 bid 7", "play 11 bid 3", "call", "call x"]
    {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn fates_are_drawn_as_often_as_enumerated() {
    kit().fates_are_drawn_as_often_as_enumerated().unwrap();
}

#[test]
fn nothing_hidden_leaks() {
    kit().nothing_hidden_leaks(Kit::everything).unwrap();
    kit().hidden_fates_are_shown_alike().unwrap();
}

#[test]
fn planted_leaks_are_caught() {
    let leaks: [fn(&State) -> String; 3] = [
        |state| state.deck().sum().to_string(),
        |state| format!("{:?}", state.hand(state.seat())),
        |state| format!("{:?}", state.last_play().map(|last| state.stack(last.seat).sum())),
    ];
    for leak in leaks {
        let see =
            |kit: &Kit<State>, state: &State, viewer: Viewer| kit.everything(state, viewer) + &leak(state);
        assert!(kit().nothing_hidden_leaks(see).is_err());
    }
}

#[test]
fn imagined_states_fit_what_a_seat_knows() {
    kit().imagines_what_fits().unwrap();
}

/// Two seats that always play the card they drew last, from a deck in this order, up to the second draw of seat 1.
fn played_blindly(options: &Options, order: &[Card]) -> State {
    let mut state = State::open(options, &Seating::ascending(2).unwrap()).unwrap();
    let mut bid = 0;
    for (number, card) in order.iter().take(6).enumerate() {
        state.apply(&Event::Fate(Fate(*card)));
        if (2..5).contains(&number) {
            bid += 1;
            let (seat, other) = (state.seat(), state.order()[(number + 1) % 2]);
            state.apply(&Event::Move { seat, mv: Move::Play { cards: Handful::one(*card), bid } });
            state.apply(&Event::Move { seat: other, mv: Move::Pass { play: state.play_number() } });
        }
    }
    state
}

/// Every order of a list of cards, as often as there are ways to make it from single cards.
fn orders(cards: &[Card], see: &mut impl FnMut(&[Card])) {
    fn rest(cards: &mut [Card], done: usize, see: &mut impl FnMut(&[Card])) {
        if done == cards.len() {
            return see(cards);
        }
        for i in done..cards.len() {
            cards.swap(done, i);
            rest(cards, done + 1, see);
            cards.swap(done, i);
        }
    }
    rest(&mut cards.to_vec(), 0, see);
}

#[test]
fn hidden_cards_are_imagined_as_often_as_shuffling_deals_them() {
    let deck = Deck::new([(-10, 1), (1, 2), (2, 2), (4, 1), (9, 1)]).unwrap();
    let options = Options { deck, ..Options::default() };
    let cards: Vec<_> = deck.cards().cards().collect();
    let all = |state: &State| {
        format!(
            "{:?}",
            [0, 1].map(Seat::new).map(|seat| {
                let seat = seat.unwrap();
                (*state.hand(seat), *state.stack(seat), *state.deck())
            })
        )
    };
    let truth = played_blindly(&options, &cards);
    for viewer in Viewer::all(2) {
        let view = truth.view(viewer);
        let (mut ways, mut sum) = (HashMap::new(), 0.0);
        orders(&cards, &mut |order| {
            let state = played_blindly(&options, order);
            if state.view(viewer) == view {
                *ways.entry(all(&state)).or_insert(0.0) += 1.0;
                sum += 1.0;
            }
        });
        assert!(ways.len() > 5, "there is something to imagine");
        ways.values_mut().for_each(|share| *share /= sum);
        let mut rng = dice(8, 0);
        frequencies_match(&ways, 50_000, || all(&State::imagine(&view, None, &mut rng))).unwrap();
    }
}

#[test]
fn docs_and_rulebook_agree() {
    let rulebook = concat!(include_str!("rulebook.rs"), include_str!("rulebook/call.rs"));
    rulebook_agrees(include_str!("../src/lib.rs"), rulebook).unwrap();
}
