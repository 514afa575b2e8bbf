//! No fixed simple strategy known to us beats hard.
//!
//! A short tournament runs with the other tests; `cargo xtask tournament` plays 2,000 games against each.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::{
    contest::{ContestSetup, run_contest},
    registry::simple_strategies,
};

/// A table where hard has so little time that many games can be played.
struct Table {
    game: &'static str,
    hard: &'static str,
    seats: usize,
    /// Options of the game, as JSON.
    options: &'static str,
    /// How many standard errors below its share 2,000 games may leave hard.
    bad_luck: f64,
}

/// The tables of the tournament, at least one for each game.
const TABLES: &[Table] = &[
    Table { game: "nabbit", hard: "hard@16", seats: 2, options: "{}", bad_luck: 2.5 },
    Table { game: "push", hard: "hard@8", seats: 2, options: "{}", bad_luck: 2.5 },
    Table { game: "stacks", hard: "hard@8", seats: 2, options: "{}", bad_luck: 2.5 },
    Table { game: "stacks", hard: "hard@8", seats: 4, options: "{}", bad_luck: 2.5 },
    Table { game: "nuts", hard: "hard@32", seats: 4, options: r#"{"raccoon": 0}"#, bad_luck: 0.0 },
    // A small box: every piece is a simulation.
    Table { game: "stacket", hard: "hard@1", seats: 2, options: r#"{"few": 6}"#, bad_luck: 2.5 },
];

impl Table {
    /// The win share of hard against a strategy that has all other seats, and its fair share.
    fn against(&self, strategy: &str, games: u64) -> (f64, f64) {
        let other = format!("simple:{strategy}");
        let run = |seats: &[String], rotate: bool, games: u64| {
            let (limit, options) = (Duration::from_secs(1), serde_json::from_str(self.options).unwrap());
            let setup = ContestSetup {
                game: self.game,
                seats,
                options,
                games,
                seed: 9,
                threads: 2,
                rotate,
                think: None,
                limit,
            };
            run_contest(&setup, &|_| ())
                .unwrap()
                .bots
                .iter()
                .find(|bot| bot.name == self.hard)
                .unwrap()
                .win_share
        };
        if self.game != "nuts" {
            let mut seats = vec![other; self.seats];
            seats[0] = self.hard.to_owned();
            return (run(&seats, true, games), 1.0 / self.seats as f64);
        }
        // Each side of the forest in turn: together they win half of all games if they are no better.
        let side = |raccoon: &str, squirrel: &str| {
            let seats = [raccoon, squirrel, squirrel, squirrel].map(str::to_owned);
            run(&seats, false, games / 2)
        };
        ((side(self.hard, &other) + side(&other, self.hard)) / 2.0, 0.5)
    }

    /// Hard's shares against every strategy, and its fair share.
    fn tournament(&self, games: u64) -> (Vec<(&'static str, f64)>, f64) {
        let Table { game, hard, seats, .. } = self;
        let mut fair = 0.0;
        let play = |strategy| {
            let share;
            (share, fair) = self.against(strategy, games);
            println!("{game}, {seats} seats: {hard} wins {:.1}% against `{strategy}`", 100.0 * share);
            (strategy, share)
        };
        (simple_strategies(game).into_iter().map(play).collect(), fair)
    }

    fn hard_is_not_beaten(&self) {
        const GAMES: u64 = 2_000;
        let (shares, fair) = self.tournament(GAMES);
        let luck = self.bad_luck * (fair * (1.0 - fair) / GAMES as f64).sqrt();
        for (strategy, share) in shares {
            assert!(share >= fair - luck, "hard wins {share} against `{strategy}`, where {fair} is fair");
        }
    }
}

#[test]
fn hard_wins_more_than_its_share_from_simple_strategies_together() {
    for table in TABLES {
        let (shares, fair) = table.tournament(8);
        let mean = shares.iter().map(|(_, share)| share).sum::<f64>() / shares.len() as f64;
        assert!(mean > 1.1 * fair, "{}, {} seats: hard wins {mean}", table.game, table.seats);
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask tournament"]
fn hard_is_not_beaten_in_2000_games() {
    let only = std::env::var("GAME").ok();
    let tables: Vec<_> =
        TABLES.iter().filter(|table| only.as_ref().is_none_or(|game| game == table.game)).collect();
    assert!(!tables.is_empty(), "GAME={only:?} has no table in this tournament");
    tables.into_iter().for_each(Table::hard_is_not_beaten);
}

#[test]
fn every_game_has_a_table() {
    for game in bots::registry::GAMES {
        assert!(TABLES.iter().any(|table| table.game == *game), "{game} has no table in the tournament");
    }
}
