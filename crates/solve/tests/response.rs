//! The best response over classes of Bids is the one over all Bids, found by trying everything at real tables.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::{Flat, random_strategy, small_deck};
use solve::response::best_response;

fn agree(cards: &[(i64, u64)], memory: usize, seats: &[usize]) {
    let deck = small_deck(cards);
    for seed in table::kit::seeds(0..2) {
        let strategy = random_strategy(&deck, memory, seed);
        for seat in seats {
            let (fast, flat) = (best_response(&strategy, *seat, 2).points, Flat::of(&strategy, &deck, *seat));
            assert!((fast - flat).abs() < 1e-9, "{cards:?}, seat {seat}: {fast}, but {flat}");
        }
    }
}

#[test]
fn four_cards_with_all_bids() {
    agree(&[(-10, 1), (4, 1), (5, 1), (6, 1)], 1, &[0, 1]);
    agree(&[(1, 2), (2, 2)], 2, &[0, 1]);
}

#[test]
fn five_cards_with_all_bids() {
    agree(&[(-10, 1), (3, 2), (4, 1), (5, 1)], 2, &[0, 1]);
    agree(&[(1, 2), (2, 1), (3, 2)], 1, &[0, 1]);
}

#[test]
fn six_cards_with_all_bids_for_the_second_seat() {
    agree(&[(-10, 1), (3, 2), (4, 2), (5, 1)], 2, &[1]);
}

/// Minutes: the responder makes all 199 Bids twice.
#[test]
#[ignore = "takes minutes; run with --release -- --ignored"]
fn six_cards_with_all_bids_for_both_seats() {
    agree(&[(-10, 1), (4, 3), (5, 2)], 1, &[0, 1]);
    agree(&[(-10, 1), (-3, 1), (6, 2), (7, 2)], 3, &[0, 1]);
}
