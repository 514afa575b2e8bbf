//! `cargo xtask load` and `cargo xtask crash` run this against a server binary.

use anyhow::Result;
use clap::{Parser, ValueEnum as _};
use load::attack::{Attack, Siege};
use load::measure::Plan;
use std::path::PathBuf;

/// Plays against a server: measures it, or kills it again and again.
#[derive(Parser)]
enum Task {
    /// Measure moves per CPU-second, latency and memory
    Load {
        /// The server
        binary: PathBuf,
        /// Tables played as fast as answers come
        #[arg(long, default_value_t = 100)]
        tables: usize,
        /// Sockets open in the steady run, at a quarter as many tables
        #[arg(long, default_value_t = 10_000)]
        sockets: usize,
        /// Moves a second in the steady run
        #[arg(long, default_value_t = 500.0)]
        rate: f64,
        /// How long each run is measured
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Measure moves per CPU-second alone
        #[arg(long)]
        fast: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Let people play while others do their worst, and compare how long their moves take with and without it
    Attack {
        /// The server
        binary: PathBuf,
        /// Only these attacks
        #[arg(long, value_enum)]
        only: Vec<Attack>,
        /// Tables that are played honestly, each from an address of its own
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u8).range(1..=200))]
        tables: u8,
        /// Moves a second at all of them together
        #[arg(long, default_value_t = 100.0)]
        rate: f64,
        /// How long it is measured, first without the attack and then with it
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Kill the server in the middle of its work and look for what was lost
    Crash {
        /// The server
        binary: PathBuf,
        /// How often
        #[arg(long, default_value_t = 200)]
        cycles: u32,
    },
}

#[tokio::main]
async fn main() -> Result<()> {
    match Task::parse() {
        Task::Load { binary, tables, sockets, rate, seconds, fast, json } => {
            let plan = Plan { tables, sockets, rate, seconds };
            if fast {
                println!("{:.0}", load::measure::moves_per_cpu_second(&binary, plan).await?);
                return Ok(());
            }
            let figures = load::measure::measure(&binary, plan).await?;
            if json {
                println!("{}", figures.json());
            } else {
                print!("{}", figures.table());
            }
        }
        Task::Attack { binary, only, tables, rate, seconds } => {
            let attacks = if only.is_empty() { Attack::value_variants().to_vec() } else { only };
            println!("{}", load::attack::HEADING);
            for attack in attacks {
                let siege = Siege { tables, rate, seconds };
                println!("{}", load::attack::withstand(&binary, attack, siege).await?);
            }
        }
        Task::Crash { binary, cycles } => {
            let tally = load::crash::crash(&binary, cycles).await?;
            println!(
                "{} kills: all {} acknowledged moves are there, once; {} were under way",
                tally.kills, tally.acknowledged, tally.unanswered
            );
        }
    }
    Ok(())
}
