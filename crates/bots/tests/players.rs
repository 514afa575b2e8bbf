//! Every level of every game plays legally by its sight alone, and hints speak of every legal move.

#![allow(clippy::unwrap_used)]

use bots::{Budget, Level, Played, Sight};
use table::{Event, Game, Seat, Turn, kit::seeds, nature::dice, random_event};

fn asks_everybody<G: Played>(seats: usize, seed: u64, decisions: usize) {
    seeds(seed..seed + 1).for_each(|seed| asks_everybody_once::<G>(seats, seed, decisions));
}

/// Plays a game at random for a while, asking every level at each decision.
fn asks_everybody_once<G: Played>(seats: usize, seed: u64, decisions: usize) {
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
    for (seed, level) in seeds(1..3).flat_map(|seed| [Level::Medium, Level::Hard].map(|level| (seed, level)))
    {
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
fn the_highest_chance_is_advised() {
    let (options, seating) = nabbit::State::seat_zero_begins(4).unwrap();
    let mut state = nabbit::State::open(&options, &seating).unwrap();
    let mut rng = dice(3, 0);
    while state.turn() != Turn::Over {
        if let Some(seat) = state.asked() {
            let sight = Sight::of(&state, seat, &[]);
            let hints = nabbit::State::hints(&sight, &Budget::iterations(60), &mut dice(3, 1));
            let most = hints.iter().map(|hint| hint.value).fold(f64::NEG_INFINITY, f64::max);
            assert!(hints.iter().all(|hint| !hint.best || hint.value == most), "{hints:?}");
        }
        state.apply(&random_event(&state, &mut rng).unwrap());
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

/// A table of Stacks for two where seat 0 holds 3 and 4, has laid both and bid, and seat 1 has drawn to a 1 and a 2.
fn stacks_after(bid: i16, deck: stacks::Deck) -> stacks::State {
    let options = stacks::Options { deck, ..stacks::Options::default() };
    let (_, seating) = stacks::State::seat_zero_begins(2).unwrap();
    let mut state = stacks::State::open(&options, &seating).unwrap();
    let card = |value: i8| stacks::Card::new(value).unwrap();
    let fate = |state: &mut stacks::State, value: i8| state.apply(&Event::Fate(stacks::Fate(card(value))));
    [3, 1, 4].into_iter().for_each(|value| fate(&mut state, value));
    let cards = stacks::Handful::two(card(3), card(4));
    state.apply(&Event::Move { seat: Seat::new(0).unwrap(), mv: stacks::Move::Play { cards, bid } });
    let pass = stacks::Move::Pass { play: state.play_number() };
    state.apply(&Event::Move { seat: Seat::new(1).unwrap(), mv: pass });
    fate(&mut state, 2);
    state
}

#[test]
fn the_ways_a_bid_can_be_true_are_counted_in_the_hint() {
    let state = stacks_after(7, stacks::Deck::default());
    let sight = Sight::of(&state, Seat::new(1).unwrap(), &[]);
    let hints = stacks::State::hints(&sight, &Budget::iterations(50), &mut dice(1, 0));
    let call = hints.iter().find(|hint| matches!(hint.mv, stacks::Move::Call { .. })).unwrap();
    // Three 3s with each of two 4s; 13 cards are out of sight.
    let counted = "6 of the 78 ways the 2 cards you cannot see may be make 7;";
    assert!(call.why.starts_with(counted), "{}", call.why);
}

#[test]
fn a_hint_of_stacks_never_recommends_what_is_surely_worth_less() {
    for bid in [3, 7, 9, -20] {
        let state = stacks_after(bid, stacks::Deck::default());
        let sight = Sight::of(&state, Seat::new(1).unwrap(), &[]);
        for iterations in [1, 100] {
            let hints = stacks::State::hints(&sight, &Budget::iterations(iterations), &mut dice(1, 0));
            let most = hints.iter().map(|hint| hint.value - hint.error).fold(f64::NEG_INFINITY, f64::max);
            let best = hints.iter().find(|hint| hint.best).unwrap();
            assert!(best.value + best.error >= most, "{best:?}");
            assert!(hints.iter().all(|hint| hint.error > 0.0), "nothing played out is known exactly");
        }
    }
}

#[test]
fn a_bid_no_cards_can_make_is_called_at_once() {
    // Two cards are worth 2 to 8, or at most -6 with the -10: 9 is too much, and 0 cannot be either.
    for bid in [9, 0, -20] {
        let state = stacks_after(bid, stacks::Deck::default());
        let sight = Sight::of(&state, Seat::new(1).unwrap(), &[]);
        let called = |seed| {
            let mv =
                stacks::State::bot(Level::Hard).decide(&sight, &Budget::iterations(20), &mut dice(seed, 0));
            matches!(mv, stacks::Move::Call { .. })
        };
        let calls = (0..20).filter(|seed| called(*seed)).count();
        assert!(calls >= 15, "{bid} was called {calls} times in 20");
    }
}

#[test]
fn no_lie_is_told_that_everybody_sees_through() {
    for (seed, level) in seeds(0..2).flat_map(|seed| [Level::Easy, Level::Medium].map(|level| (seed, level)))
    {
        let (options, seating) = stacks::State::seat_zero_begins(3).unwrap();
        let mut state = stacks::State::open(&options, &seating).unwrap();
        let mut rng = dice(seed, 0);
        while state.turn() != Turn::Over {
            let event = match state.asked() {
                None => Event::Fate(state.draw(&mut rng)),
                Some(seat) => {
                    let sight = Sight::of(&state, seat, &[]);
                    let mv = stacks::State::bot(level).decide(&sight, &Budget::iterations(4), &mut rng);
                    Event::Move { seat, mv }
                }
            };
            state.apply(&event);
            if let Some(last) = state.last_play() {
                let stack = state.stack(last.seat);
                let trap = stack.has(stacks::Card::MINUS_TEN);
                // Two 4s, three 3s, and the rest no more than 2 each.
                let most = [0, 4, 8, 11, 14, 17].get(stack.len()).map_or(99, |most| *most);
                assert!(
                    trap || last.bid <= most,
                    "{} says {} with {} cards",
                    level.name(),
                    last.bid,
                    stack.len()
                );
            }
        }
    }
}

#[test]
fn stacks_is_weighed_alike_by_the_same_seed_on_several_threads() {
    let deck = stacks::Deck::new([(-10, 1), (1, 4), (2, 4), (3, 4), (4, 3), (5, 2)]).unwrap();
    for deck in [stacks::Deck::default(), deck] {
        let state = stacks_after(7, deck);
        let sight = Sight::of(&state, Seat::new(1).unwrap(), &[]);
        let hints = || {
            let budget = Budget::iterations(40).on_threads(3);
            stacks::State::hints(&sight, &budget, &mut dice(4, 0))
        };
        assert_eq!(hints(), hints());
    }
}
