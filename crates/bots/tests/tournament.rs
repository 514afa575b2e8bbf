//! No fixed simple strategy known to us beats hard.
//!
//! A short tournament runs with the other tests; `cargo test --release -p bots --test tournament -- --ignored`
//! plays 2,000 games against each.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::any::{Setup, contest, simple};
use serde_json::json;

/// The win share of hard, given little time to think, against a strategy.
fn against(game: &str, hard: &str, strategy: &str, games: u64) -> f64 {
    let other = format!("simple:{strategy}");
    let run = |seats: &[String], options: serde_json::Value, rotate: bool, games: u64| {
        let limit = Duration::from_secs(1);
        let setup = Setup { game, seats, options, games, seed: 9, threads: 2, rotate, think: None, limit };
        contest(&setup, &|_| ()).unwrap().bots.iter().find(|bot| bot.name == hard).unwrap().win_share
    };
    if game != "nuts" {
        return run(&[hard.to_owned(), other], json!({}), true, games);
    }
    // Each side of the forest in turn.
    let side = |raccoon: &str, squirrel: &str| {
        let seats = [raccoon, squirrel, squirrel, squirrel].map(str::to_owned);
        run(&seats, json!({ "raccoon": 0 }), false, games / 2)
    };
    (side(hard, &other) + side(&other, hard)) / 2.0
}

fn tournament(games: u64) {
    for (game, hard) in
        [("nabbit", "hard@48"), ("push", "hard@16"), ("stacks", "hard@8"), ("nuts", "hard@100")]
    {
        for strategy in simple(game) {
            let share = against(game, hard, strategy, games);
            println!("{game}: {hard} wins {:.1}% against `{strategy}`", 100.0 * share);
            let luck = 2.0 * (0.25 / games as f64).sqrt();
            assert!(share > 0.5 - luck, "{game}: {hard} wins {share} against `{strategy}`");
        }
    }
}

#[test]
fn hard_is_not_beaten_by_simple_strategies_in_a_few_games() {
    tournament(8);
}

#[test]
#[ignore = "takes minutes: run with --release"]
fn hard_is_not_beaten_by_simple_strategies_in_2000_games_each() {
    tournament(2_000);
}
