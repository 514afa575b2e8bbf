//! Random play against a second, naive program: a shuffled list of cards and no trait.

use push::State;
use table::{
    Game,
    nature::{Dice, below, dice, shuffle},
    play_at_random,
};

const ROLL: u32 = 100;
const SWITCH: u32 = 200;

/// Scores of a random game where seat 0 begins; a card is its colour times ten plus its number.
fn naive(seats: usize, rng: &mut Dice) -> Vec<f64> {
    let mut deck: Vec<u32> = (0..5).flat_map(|c| (1..=6).flat_map(move |n| [c * 10 + n; 3])).collect();
    deck.extend([ROLL; 18]);
    deck.extend(vec![SWITCH; if seats == 2 { 0 } else { 12 }]);
    shuffle(&mut deck, rng);
    let mut pick = |n: usize| below(rng, n as u32) as usize;
    let mut bench = vec![Vec::new(); seats];
    let mut banked = vec![0; seats];
    let mut active = 0;
    while !deck.is_empty() {
        let mut colours: Vec<u32> = bench[active].iter().map(|card| card / 10).collect();
        colours.sort_unstable();
        colours.dedup();
        let choice = pick(1 + colours.len());
        if choice > 0 {
            let safe = bench[active].extract_if(.., |card| *card / 10 == colours[choice - 1]);
            banked[active] += safe.map(|card| card % 10).sum::<u32>();
            active = (active + 1) % seats;
            continue;
        }
        let mut stacks: Vec<Vec<u32>> = Vec::new();
        let (mut forward, mut too_far) = (true, false);
        while let Some(card) = deck.pop() {
            if card == SWITCH {
                forward = !forward;
            } else {
                let clash = |other: &u32| match card {
                    ROLL => *other == ROLL,
                    _ => *other != ROLL && (other / 10 == card / 10 || other % 10 == card % 10),
                };
                let mut places: Vec<usize> = (0..stacks.len()).collect();
                places.retain(|n| !stacks[*n].iter().any(clash));
                if stacks.len() < 3 {
                    places.push(stacks.len());
                }
                if places.is_empty() {
                    too_far = true;
                    break;
                }
                let place = places[pick(places.len())];
                if place == stacks.len() {
                    stacks.push(Vec::new());
                }
                stacks[place].push(card);
            }
            if pick(2) == 0 {
                break;
            }
        }
        if too_far {
            let rolled = pick(6) as u32;
            bench[active].retain(|card| card / 10 != rolled);
        }
        for step in usize::from(too_far)..seats {
            if stacks.is_empty() {
                break;
            }
            let seat = if forward { active + step } else { active + seats - step } % seats;
            let mut stack = stacks.remove(pick(stacks.len()));
            let has_roll = stack.contains(&ROLL);
            stack.retain(|card| *card != ROLL);
            bench[seat].extend(stack);
            if has_roll {
                let rolled = pick(6) as u32;
                bench[seat].retain(|card| card / 10 != rolled);
            }
        }
        active = (active + 1) % seats;
    }
    let points = |seat: usize| banked[seat] + bench[seat].iter().map(|card| card % 10).sum::<u32>();
    (0..seats).map(|seat| f64::from(points(seat))).collect()
}

/// The mean of each seat over so many games, and the standard error of that mean.
fn means(seats: usize, games: u64, mut play: impl FnMut(&mut Dice) -> Vec<f64>) -> Vec<(f64, f64)> {
    let scores: Vec<_> = (0..games).map(|game| play(&mut dice(7, game))).collect();
    let n = games as f64;
    let of_seat = |seat: usize| {
        let mean = scores.iter().map(|s| s[seat]).sum::<f64>() / n;
        let spread = scores.iter().map(|s| (s[seat] - mean).powi(2)).sum::<f64>() / n;
        (mean, (spread / n).sqrt())
    };
    (0..seats).map(of_seat).collect()
}

#[test]
fn mean_scores_are_those_of_a_naive_simulation() {
    for seats in [2, 3, 6] {
        let (options, seating) = State::seat_zero_begins(seats).unwrap();
        let table = State::open(&options, &seating).unwrap();
        let played = means(seats, 8_000, |rng| {
            let mut state = table.clone();
            play_at_random(&mut state, rng);
            state.standings().unwrap().scores.iter().map(|score| f64::from(*score)).collect()
        });
        let expected = means(seats, 8_000, |rng| naive(seats, rng));
        for (seat, ((mean, error), (other, other_error))) in played.into_iter().zip(expected).enumerate() {
            let allowed = 5.0 * error.hypot(other_error);
            assert!(
                (mean - other).abs() < allowed,
                "{seats} seats, seat {seat}: {mean:.2} against {other:.2}"
            );
        }
    }
}
