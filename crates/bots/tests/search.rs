//! Ismcts is reproducible, finds what is plainly best, and knows no more than its seat.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod small;

use bots::{
    Bot, Budget, Heuristics, Played, Sight,
    methods::{
        exact,
        greedy::Greedy,
        ismcts::{DefaultPolicy, Ismcts},
        paired_trials,
        random::Random,
    },
};
use nabbit::State;
use small::{Card, Move, Poker, Rules, poker};
use table::kit::{is_one_seed, seeds};
use table::{Event, Game, Imagine, Odds, Seat, Standings, Turn, nature::dice, random_event};

fn nabbit_after(events: usize, seed: u64) -> State {
    let (options, seating) = State::seat_zero_begins(4).unwrap();
    let mut state = State::open(&options, &seating).unwrap();
    let mut rng = dice(seed, 0);
    let mut count = 0;
    while count < events || state.asked().is_none() {
        let event = random_event(&state, &mut rng).unwrap();
        state.apply(&event);
        count += 1;
    }
    state
}

fn leduc(hands: [u8; 2], board: u8, before: &[Move], after: &[Move]) -> Poker {
    let mut state = poker(Rules::Leduc);
    hands.into_iter().for_each(|card| state.apply(&Event::Fate(Card(card))));
    let play = |state: &mut Poker, moves: &[Move]| {
        for mv in moves {
            let seat = state.asked().unwrap();
            state.check(seat, mv).unwrap();
            state.apply(&Event::Move { seat, mv: *mv });
        }
    };
    play(&mut state, before);
    state.apply(&Event::Fate(Card(board)));
    play(&mut state, after);
    state
}

#[test]
fn the_same_seed_and_iterations_give_the_same_search() {
    let state = nabbit_after(60, 1);
    let sight = Sight::of(&state, state.asked().unwrap(), &[]);
    for budget in [Budget::iterations(3_000), Budget::iterations(3_000).on_threads(3)] {
        let search = |seed| Ismcts::default().search(&sight, &budget, &mut dice(seed, 0));
        assert_eq!(search(4), search(4));
        assert_ne!(search(4), search(5));
        assert_eq!(search(4).iter().map(|found| found.visits).sum::<u32>(), 3_000);
    }
}

#[test]
fn a_sure_winner_raises_and_a_sure_loser_folds() {
    let decide = |state: &Poker| {
        let seat = state.asked().unwrap();
        let sight = Sight::of(state, seat, &[]);
        Ismcts { default_policy: DefaultPolicy::Random, ..Ismcts::default() }.decide(
            &sight,
            &Budget::iterations(4_000),
            &mut dice(3, 0),
        )
    };
    // A pair with the board cannot lose; the lowest card can at best tie.
    assert_eq!(decide(&leduc([2, 1], 2, &[Move::Call, Move::Call], &[])), Move::Raise);
    assert_eq!(
        decide(&leduc([1, 0], 1, &[Move::Raise, Move::Raise, Move::Call], &[Move::Raise])),
        Move::Fold
    );
}

#[test]
fn trials_find_a_sure_win_and_stop_trying_the_rest() {
    let state = leduc([2, 1], 2, &[Move::Call, Move::Call], &[]);
    let sight = Sight::of(&state, state.asked().unwrap(), &[]);
    let points = |standings: &Standings, seat| f64::from(standings.scores[seat]);
    let found =
        paired_trials::compare(&sight, sight.moves(), &Budget::iterations(1_000), &mut dice(3, 0), points);
    assert!(found.each.iter().all(|sum| sum.count() < 1_000.0), "{found:?}");
    assert_eq!(sight.moves()[found.choose(None, 0.0)], Move::Raise);
}

/// Plays on in a state whose hidden part was swapped; the decision may not change.
fn decides_by_its_sight_alone<G: Heuristics + Odds + Imagine>(mut state: G, seed: u64) {
    let mut rng = dice(seed, 1);
    while state.turn() != Turn::Over {
        if let Some(seat) = state.asked() {
            let swapped = Sight::of(&state, seat, &[]).imagine(&mut rng);
            let bots: [Box<dyn Bot<G>>; 3] =
                [Box::new(Random), Box::new(Greedy::default()), Box::new(Ismcts::default())];
            for mut bot in bots {
                let mut decide = |table: &G| {
                    bot.decide(&Sight::of(table, seat, &[]), &Budget::iterations(50), &mut dice(seed, 2))
                };
                assert_eq!(decide(&state), decide(&swapped));
            }
        }
        let event = random_event(&state, &mut rng).unwrap();
        state.apply(&event);
    }
}

#[test]
fn no_bot_sees_what_its_seat_cannot() {
    for seed in seeds(0..20) {
        decides_by_its_sight_alone(poker(Rules::Leduc), seed);
    }
    decides_by_its_sight_alone(nabbit_after(150, 2), 3);
}

#[test]
fn chances_are_counted_out_when_nobody_else_decides_any_more() {
    let mut counted = 0;
    for seed in seeds(0..60) {
        let mut state = nabbit_after(0, seed);
        let mut rng = dice(seed, 3);
        while let Some(event) = random_event(&state, &mut rng) {
            if let Some(seat) = state.asked().filter(|_| state.to_draw() == 1) {
                let moves: Vec<_> = state.legal_moves(seat).collect();
                let exact = exact::win_chances(&state, seat, &moves).unwrap();
                let hints =
                    <State as Played>::hints(&Sight::of(&state, seat, &[]), &Budget::iterations(1), &mut rng);
                for ((mv, chance), hint) in moves.iter().zip(exact).zip(hints) {
                    // Whoever flips the last card keeps it: the sum over the cards left is the whole story.
                    let mut flipped = state.clone();
                    flipped.apply(&Event::Move { seat, mv: *mv });
                    let (mut won, mut ways) = (0.0, 0.0);
                    for (fate, count) in flipped.fates().collect::<Vec<_>>() {
                        let mut end = flipped.clone();
                        end.apply(&Event::Fate(fate));
                        won += f64::from(count) * end.standings().unwrap().share(seat);
                        ways += f64::from(count);
                    }
                    assert!((chance - won / ways).abs() < 1e-12, "{mv}: {chance}");
                    assert_eq!((hint.value, hint.error), (chance, 0.0));
                    counted += 1;
                }
            }
            state.apply(&event);
        }
        let open = nabbit_after(0, seed);
        let seat = open.asked().unwrap();
        let moves: Vec<_> = open.legal_moves(seat).collect();
        assert_eq!(exact::win_chances(&open, seat, &moves), None, "others decide after the first turn");
    }
    assert!(counted > 20 || is_one_seed(), "{counted}");
}

#[test]
fn search_beats_random_play() {
    let mut wins = 0.0;
    for game in 0..12 {
        let mut state = nabbit_after(0, game);
        let mut rng = dice(game, 7);
        while let Some(event) = random_event(&state, &mut rng) {
            let event = match event {
                Event::Move { seat, .. } if seat == Seat::default() => {
                    let sight = Sight::of(&state, seat, &[]);
                    Event::Move {
                        seat,
                        mv: Ismcts::default().decide(&sight, &Budget::iterations(100), &mut rng),
                    }
                }
                other => other,
            };
            state.apply(&event);
        }
        wins += state.standings().unwrap().share(Seat::default());
    }
    assert!(wins >= 6.0, "{wins} of 12 against three");
}
