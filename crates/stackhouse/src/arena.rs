//! `stackhouse arena`: bots against bots, and who is better.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context, Result, bail};
use bots::{
    Budget,
    contest::{BotResult, ContestReport, ContestSetup, rating, run_contest},
};
use serde_json::{Map, Value};

use crate::{options, series};

/// Let bots play against each other and rate them
///
/// Bots are `random`, `greedy`, `easy`, `medium`, `hard`, with a budget as in `hard@200ms` (CPU time) or `hard@5000`
/// (iterations), `simple:NAME` for a fixed strategy, or `exec:COMMAND` for a program that speaks the protocol of
/// docs/bot-protocol.md. Each deal is played once for every rotation of the bots around the table, with the same
/// nature each time.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game, by its short name
    game: String,
    /// Who sits there; once for every seat
    #[arg(long = "seat", value_name = "BOT", required = true)]
    seats: Vec<String>,
    /// How many games, rounded up to whole deals
    #[arg(long, default_value_t = 400, value_name = "N")]
    games: u64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Set a table option; `stackhouse games` lists them
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Budget of bots that name none, such as 200ms or 5000
    #[arg(long, value_name = "BUDGET")]
    think: Option<Budget>,
    /// Keep every bot in its seat
    #[arg(long)]
    fixed: bool,
    /// Seconds a program may take for a move
    #[arg(long, default_value_t = 10.0, value_name = "S")]
    limit: f64,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Draw the ratings into this SVG file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Print {game, games, bots: [{name, seat_games, win_share, ci95, mean_score, ...}], ...}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let about = shelf::about(&args.game)?;
    let (min, max) = about.players;
    if !(min..=max).contains(&args.seats.len()) {
        bail!("{} is played by {min} to {max}; give --seat that many times", about.title);
    }
    if !(args.limit.is_finite() && args.limit > 0.0) {
        bail!("--limit must be a number of seconds above 0");
    }
    let mut replaced = Map::new();
    for given in &args.options {
        let (key, value) = options::key_value(given)?;
        replaced.insert(key.to_owned(), value);
    }
    let bar = series::progress(args.games, args.json, "games");
    let setup = ContestSetup {
        game: about.id,
        seats: &args.seats,
        options: Value::Object(replaced),
        games: args.games,
        seed: args.seed,
        threads: series::threads(args.threads),
        rotate: !args.fixed,
        think: args.think,
        limit: Duration::from_secs_f64(args.limit.min(86_400.0)),
    };
    let report = run_contest(&setup, &|done| bar.set_position(done))?;
    bar.finish_and_clear();
    if let Some(path) = &args.picture {
        let rated = |row: &BotResult| rating::Rating { elo: row.elo, error: row.elo_error };
        let ratings: Vec<_> = report.bots.iter().map(|row| (row.name.clone(), rated(row))).collect();
        let picture = rating::picture(&format!("{}, {} games", about.title, report.games), &ratings);
        fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print(about.title, &report);
    }
    Ok(())
}

fn print(title: &str, report: &ContestReport) {
    println!("{title}: {} games, seed {}", report.games, report.seed);
    let width = report.bots.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(24);
    println!("  {:width$} win share              mean score     Elo", "bot");
    for row in &report.bots {
        let [low, high] = row.ci95.map(|share| share * 100.0);
        println!(
            "  {:width$} {:>6.1}%  ({low:>4.1} to {high:>5.1})  {:>9.2}   {:>+6.0} +- {:.0}",
            row.name,
            row.win_share * 100.0,
            row.mean_score,
            row.elo,
            row.elo_error
        );
    }
    for row in report.bots.iter().filter(|row| row.forfeits > 0) {
        println!("  {} forfeits {} of its games:", row.name, row.forfeits);
        let mut told: Vec<&str> = Vec::new();
        for forfeit in report.forfeits.iter().filter(|forfeit| forfeit.name == row.name) {
            if !told.contains(&forfeit.reason.as_str()) {
                println!("    game {}: {}", forfeit.game, forfeit.reason);
                told.push(&forfeit.reason);
            }
        }
    }
}
