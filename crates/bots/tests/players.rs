//! Every level of every game plays legally by its sight alone, and hints speak of every legal move.

#![allow(clippy::unwrap_used)]

use bots::{Budget, Level, Played, Sight};
use table::{Event, Game, Seat, Turn, nature::dice, random_event};

/// Plays a game at random for a while, asking every level at each decision.
fn asks_everybody<G: Played>(seats: usize, seed: u64, decisions: usize) {
    let (options, seating) = G::seat_zero_begins(seats).unwrap();
    let mut state = G::open(&options, &seating).unwrap();
    let mut rng = dice(seed, 0);
    let mut asked = 0;
    while state.turn() != Turn::Over && asked < decisions {
        if let Some(seat) = state.asked() {
            asked += 1;
            let sight = Sight::of(&state, seat, &[]);
            let swapped = sight.imagine(&mut rng);
            for level in [Level::Random, Level::Greedy, Level::Easy, Level::Medium, Level::Hard] {
                let decide = |table: &G| {
                    let sight = Sight::of(table, seat, &[]);
                    G::bot(level).decide(&sight, &Budget::iterations(10), &mut dice(seed, 1))
                };
                let mv = decide(&state);
                state.check(seat, &mv).unwrap();
                assert_eq!(mv, decide(&swapped), "{} sees what {seat} cannot", level.name());
            }
            if asked % 5 == 0 {
                let hints = G::hints(&sight, &Budget::iterations(20), &mut dice(seed, 2));
                assert_eq!(hints.len(), sight.moves().len());
                assert!(hints.iter().any(|hint| hint.best));
                assert!(hints.iter().all(|hint| !hint.why.is_empty() && hint.value.is_finite()));
            }
        }
        let event = random_event(&state, &mut rng).unwrap();
        state.apply(&event);
    }
}

#[test]
fn stack_nabbit_is_played_legally_and_by_sight_alone() {
    for seats in 2..=6 {
        asks_everybody::<nabbit::State>(seats, 1, 60);
    }
}

#[test]
fn push_is_played_legally_and_by_sight_alone() {
    for seats in 2..=6 {
        asks_everybody::<push::State>(seats, 2, 60);
    }
}

#[test]
fn stacks_is_played_legally_and_by_sight_alone() {
    for seats in 2..=5 {
        asks_everybody::<stacks::State>(seats, 3, 60);
    }
}

#[test]
fn nuts_for_nuts_is_played_legally_and_by_sight_alone() {
    for seats in 3..=4 {
        asks_everybody::<nuts::State>(seats, 4, 60);
    }
}

#[test]
fn stacket_is_played_legally() {
    let (options, seating) = stacket::State::seat_zero_begins(2).unwrap();
    let mut state = stacket::State::open(&options, &seating).unwrap();
    for _ in 0..2 {
        let seat = state.asked().unwrap();
        let sight = Sight::of(&state, seat, &[]);
        let mv = stacket::State::bot(Level::Easy).decide(&sight, &Budget::iterations(1), &mut dice(5, 0));
        state.check(seat, &mv).unwrap();
        state.apply(&Event::Move { seat, mv });
        if state.turn() != Turn::Nature {
            continue;
        }
    }
}

#[test]
fn a_builder_that_sees_no_place_gives_up_some_time() {
    for (level, seed) in [(Level::Medium, 1), (Level::Hard, 2)] {
        let (options, seating) = stacket::State::seat_zero_begins(2).unwrap();
        let mut state = stacket::State::open(&options, &seating).unwrap();
        let mut rng = dice(seed, 0);
        for _ in 0..200 {
            let Some(seat) = state.asked() else { break };
            let sight = Sight::of(&state, seat, &[]);
            let mv = stacket::State::bot(level).decide(&sight, &Budget::cpu_ms(0), &mut rng);
            assert!(!matches!(mv, stacket::Move::Place(_)), "it saw a place in no time");
            state.apply(&Event::Move { seat, mv });
        }
        assert_eq!(state.turn(), Turn::Over, "{level:?} still picks pieces and puts them back");
    }
}

#[test]
fn the_chance_of_pushing_too_far_is_counted_in_the_hint() {
    let (options, seating) = push::State::seat_zero_begins(2).unwrap();
    let mut state = push::State::open(&options, &seating).unwrap();
    let seat = state.asked().unwrap();
    let play = |state: &mut push::State, mv: push::Move| {
        state.check(seat, &mv).unwrap();
        state.apply(&Event::Move { seat, mv });
    };
    for (card, place) in [("red-1", 0), ("red-2", 1), ("red-3", 2)] {
        play(&mut state, push::Move::Draw);
        state.apply(&Event::Fate(push::Fate::Card(card.parse().unwrap())));
        play(&mut state, push::Move::Place(place));
    }
    let sight = Sight::of(&state, seat, &[]);
    let hints = push::State::hints(&sight, &Budget::iterations(50), &mut dice(1, 0));
    let draw = hints.iter().find(|hint| hint.mv == push::Move::Draw).unwrap();
    // Every stack has a red card; 18 red cards less the three on the table; no Switch cards with two seats.
    assert_eq!(draw.why, "15 of the 105 cards left would push you too far");
}

/// A table of three where seat 1 is about to begin, the Raccoon to its right.
fn forest() -> nuts::State {
    let (_, seating) = nuts::State::seat_zero_begins(3).unwrap();
    let options = nuts::Options { raccoon: Seat::new(0), ..nuts::Options::default() };
    let mut state = nuts::State::open(&options, &seating).unwrap();
    let deal = "walnut-2 acorn-1 acorn-1  peanut-1 peanut-1 peanut-2  almond-1 almond-2 almond-3 acorn-3";
    deal.split_whitespace().for_each(|card| state.apply(&format!("* {card}").parse().unwrap()));
    state
}

#[test]
fn a_card_to_show_is_tried_like_every_other_move() {
    let state = forest();
    let sight = Sight::of(&state, state.asked().unwrap(), &[]);
    let hints = nuts::State::hints(&sight, &Budget::iterations(200), &mut dice(1, 0));
    let show: Vec<_> = hints.iter().filter(|hint| matches!(hint.mv, nuts::Move::Show(_))).collect();
    assert_eq!(show.len(), 2, "walnut-2 and acorn-1");
    assert!(show.iter().all(|hint| hint.value > 0.0 && hint.error < 0.5), "{show:?}");
}

#[test]
fn the_card_to_lay_comes_from_the_solved_steal() {
    let mut state = forest();
    for event in ["1 end-turn", "2 end-turn", "0 steal 1"] {
        state.apply(&event.parse().unwrap());
    }
    let sight = Sight::of(&state, Seat::new(1).unwrap(), &[]);
    let hints = nuts::State::hints(&sight, &Budget::iterations(1), &mut dice(1, 0));
    let kept = |card: &str| {
        let mv = nuts::Move::Lay(card.parse().unwrap());
        hints.iter().find(|hint| hint.mv == mv).unwrap().value
    };
    assert!((0.0..1.0).contains(&kept("acorn-1")) && kept("walnut-2") > 0.0, "{hints:?}");
    assert_eq!(hints.iter().filter(|hint| hint.best).count(), 1);
    assert!(hints.iter().all(|hint| hint.why.contains("nobody can read")));
}
