//! No fixed simple strategy known to us beats hard.
//!
//! A short tournament runs with the other tests; `cargo xtask tournament` plays 2,000 games against each.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::any::{Setup, contest, simple};
use serde_json::json;

/// A table: the game, hard with so little time that many games can be played, and how many seats.
const TABLES: [(&str, &str, usize); 5] = [
    ("nabbit", "hard@16", 2),
    ("push", "hard@8", 2),
    ("stacks", "hard@8", 2),
    ("stacks", "hard@8", 4),
    ("nuts", "hard@8", 4),
];

/// The win share of hard against a strategy that has all other seats, and its fair share.
fn against(game: &str, hard: &str, seats: usize, strategy: &str, games: u64) -> (f64, f64) {
    let other = format!("simple:{strategy}");
    let run = |seats: &[String], options: serde_json::Value, rotate: bool, games: u64| {
        let limit = Duration::from_secs(1);
        let setup = Setup { game, seats, options, games, seed: 9, threads: 2, rotate, think: None, limit };
        contest(&setup, &|_| ()).unwrap().bots.iter().find(|bot| bot.name == hard).unwrap().win_share
    };
    if game != "nuts" {
        let mut table = vec![other; seats];
        table[0] = hard.to_owned();
        return (run(&table, json!({}), true, games), 1.0 / seats as f64);
    }
    // Each side of the forest in turn: together they win half of all games if they are no better.
    let side = |raccoon: &str, squirrel: &str| {
        let seats = [raccoon, squirrel, squirrel, squirrel].map(str::to_owned);
        run(&seats, json!({ "raccoon": 0 }), false, games / 2)
    };
    ((side(hard, &other) + side(&other, hard)) / 2.0, 0.5)
}

/// Hard's shares against every strategy at a table, and its fair share there.
fn tournament(game: &str, hard: &str, seats: usize, games: u64) -> (Vec<(&'static str, f64)>, f64) {
    let mut fair = 0.0;
    let play = |strategy| {
        let share;
        (share, fair) = against(game, hard, seats, strategy, games);
        println!("{game}, {seats} seats: {hard} wins {:.1}% against `{strategy}`", 100.0 * share);
        (strategy, share)
    };
    (simple(game).into_iter().map(play).collect(), fair)
}

#[test]
fn hard_wins_more_than_its_share_from_simple_strategies_together() {
    for (game, hard, seats) in TABLES {
        let (shares, fair) = tournament(game, hard, seats, 8);
        let mean = shares.iter().map(|(_, share)| share).sum::<f64>() / shares.len() as f64;
        assert!(mean > 1.1 * fair, "{game}, {seats} seats: {hard} wins {mean}");
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask tournament"]
fn hard_is_not_beaten_by_any_simple_strategy_in_2000_games_each() {
    const GAMES: u64 = 2_000;
    for (game, hard, seats) in TABLES {
        let (shares, fair) = tournament(game, hard, seats, GAMES);
        let luck = 2.5 * (fair * (1.0 - fair) / GAMES as f64).sqrt();
        for (strategy, share) in shares {
            assert!(share > fair - luck, "{game}, {seats} seats: {hard} wins {share} against `{strategy}`");
        }
    }
}
