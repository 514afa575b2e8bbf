//! `stackhouse bench`: how fast random play is on one core.

use anyhow::Result;
use serde_json::{Value, json};
use shelf::{GAMES, Visit, with_game};
use table::{Game, Imagine, Odds, nature::dice, play_at_random};

use crate::{cpu, options::TableArgs, stacket};

/// Measure random play on one core, in games and events a CPU-second
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game; for Stacket, what its physics costs is measured too
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// For how many CPU-seconds a game
    #[arg(long, default_value_t = 2.0, value_name = "S")]
    cpu_seconds: f64,
    /// Print a JSON array of {game, seats, games_per_cpu_s, events_per_cpu_s}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let games: Vec<&str> = match &args.game {
        Some(game) => vec![shelf::about(game)?.id],
        None => GAMES.iter().map(|about| about.id).collect(),
    };
    let mut list = Vec::new();
    for game in games {
        let mut measured = with_game(game, Bench(args))??;
        if !args.json {
            let number = |key: &str| measured[key].as_f64().unwrap_or(0.0);
            println!(
                "{game:8} {} seats: {:>10.0} games, {:>12.0} events a CPU-second",
                measured["seats"],
                number("games_per_cpu_s"),
                number("events_per_cpu_s")
            );
        }
        // What the physics costs takes minutes to measure, so it must be asked for.
        if game == "stacket" && args.game.is_some() {
            let physics = stacket::bench(8, args.json);
            if !args.json {
                stacket::tell(&physics);
            }
            measured["physics"] = physics;
        }
        list.push(measured);
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&list)?);
    }
    Ok(())
}

struct Bench<'a>(&'a Args);

impl Visit for Bench<'_> {
    type Out = Result<Value>;

    fn visit<G: Game + Odds + Imagine>(self) -> Result<Value> {
        let (options, seating) = self.0.table.table::<G>()?;
        let opened = G::open(&options, &seating)?;
        let mut rng = dice(1, 0);
        let (mut games, mut events) = (0u64, 0u64);
        let start = cpu::of_thread();
        let mut spent = 0.0;
        let mut batch = 1;
        while spent < self.0.cpu_seconds {
            for _ in 0..batch {
                events += play_at_random(&mut opened.clone(), &mut rng);
            }
            games += batch;
            spent = cpu::of_thread() - start;
            // Batches grow until looking at the clock costs nothing.
            if spent < self.0.cpu_seconds / 100.0 {
                batch *= 2;
            }
        }
        Ok(json!({
            "game": G::ABOUT.id,
            "seats": seating.seats(),
            "games_per_cpu_s": games as f64 / spent,
            "events_per_cpu_s": events as f64 / spent,
        }))
    }
}
