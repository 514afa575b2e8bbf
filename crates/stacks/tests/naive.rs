//! A second, naive program for Stacks: shuffled lists, no events, written from the rules alone. Random play of
//! both must come to the same scores.

#![allow(clippy::unwrap_used)]

use stacks::State;
use table::{
    Game,
    nature::{Dice, below, dice, shuffle},
    play_at_random,
};

const GAMES: u64 = 8_000;

/// Plays a game at random and tells the scores, seat 0 being the youngest, and the number of rounds.
fn naive_game(seats: usize, rng: &mut Dice) -> (Vec<i32>, u32) {
    let mut scores = vec![0; seats];
    for rounds in 1.. {
        let mut order: Vec<usize> = (0..seats).collect();
        order.sort_by_key(|seat| scores[*seat]);
        for (seat, points) in naive_round(&order, rng).into_iter().enumerate() {
            scores[seat] += points;
        }
        let best = *scores.iter().max().unwrap();
        if best >= 40 && scores.iter().filter(|score| **score == best).count() == 1 {
            return (scores, rounds);
        }
    }
    unreachable!("rounds go on until somebody wins")
}

fn naive_round(order: &[usize], rng: &mut Dice) -> Vec<i32> {
    let seats = order.len();
    let mut deck = vec![1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, -10];
    shuffle(&mut deck, rng);
    let mut hands = vec![Vec::new(); seats];
    let mut stacks = vec![Vec::new(); seats];
    let mut folded = vec![false; seats];
    order.iter().for_each(|seat| hands[*seat].extend(deck.pop()));
    let mut last: Option<(usize, i32)> = None;
    let mut caller = None;
    'round: for turn in 0.. {
        let me = order[turn % seats];
        if folded[me] {
            continue;
        }
        hands[me].extend(deck.pop());
        if deck.is_empty() {
            break;
        }
        let mut choices: Vec<Vec<i32>> = hands[me].iter().map(|card| vec![*card]).collect();
        choices.dedup();
        if let [a, b] = hands[me][..] {
            choices.push(vec![a, b]);
        }
        let bids: Vec<i32> = (last.map_or(-99, |(_, bid)| bid + 1)..=99).collect();
        let plays = choices.len() * bids.len();
        let moves = plays + 1 + usize::from(last.is_some());
        let chosen = below(rng, moves as u32) as usize;
        if chosen == plays {
            folded[me] = true;
            if folded.iter().filter(|folded| !**folded).count() == 1 {
                break;
            }
            continue;
        }
        if chosen > plays {
            caller = Some(me);
            break;
        }
        for card in &choices[chosen % choices.len()] {
            let at = hands[me].iter().position(|held| held == card).unwrap();
            stacks[me].push(hands[me].remove(at));
        }
        last = Some((me, bids[chosen / choices.len()]));
        for after in 1..seats {
            let other = order[(turn + after) % seats];
            if !folded[other] && below(rng, 2) == 0 {
                caller = Some(other);
                break 'round;
            }
        }
    }
    if let (Some(caller), Some((accused, bid))) = (caller, last) {
        if stacks[accused].iter().sum::<i32>() == bid {
            let (kept, taken) =
                std::mem::take(&mut stacks[caller]).into_iter().partition(|card| *card == -10);
            stacks[caller] = kept;
            let taken: Vec<i32> = taken;
            stacks[accused].extend(taken);
        } else {
            let taken = std::mem::take(&mut stacks[accused]);
            stacks[caller].extend(taken);
        }
    }
    (0..seats).map(|seat| if folded[seat] { 0 } else { stacks[seat].iter().sum() }).collect()
}

/// Sums and sums of squares of the scores by seat, and of the rounds.
fn totals(seats: usize, mut game: impl FnMut() -> (Vec<i32>, u32)) -> Vec<(f64, f64)> {
    let mut totals = vec![(0.0, 0.0); seats + 1];
    for _ in 0..GAMES {
        let (scores, rounds) = game();
        let values = scores.into_iter().map(f64::from).chain([f64::from(rounds)]);
        for (total, value) in totals.iter_mut().zip(values) {
            *total = (total.0 + value, total.1 + value * value);
        }
    }
    totals
}

#[test]
fn random_play_scores_like_the_naive_program() {
    for seats in 2..=5 {
        let (options, seating) = State::seat_zero_begins(seats).unwrap();
        let table = State::open(&options, &seating).unwrap();
        let (mut rng, mut naive_rng) = (dice(1, seats as u64), dice(2, seats as u64));
        let ours = totals(seats, || {
            let mut state = table.clone();
            play_at_random(&mut state, &mut rng);
            (state.scores().to_vec(), state.round())
        });
        let naive = totals(seats, || naive_game(seats, &mut naive_rng));
        for (what, (ours, naive)) in ours.into_iter().zip(naive).enumerate() {
            let games = GAMES as f64;
            let variance = |(sum, squares): (f64, f64)| squares / games - (sum / games).powi(2);
            let apart = (ours.0 - naive.0).abs() / games;
            let error = ((variance(ours) + variance(naive)) / games).sqrt();
            assert!(
                apart < 4.0 * error,
                "{seats} seats, value {what}: {:.3} and {:.3} differ by more than {error:.3} allows",
                ours.0 / games,
                naive.0 / games
            );
        }
    }
}
