//! `stackhouse certify`: measures exactly what a perfect opponent wins from a strategy file.

use std::{fs::File, path::PathBuf, time::Instant};

use anyhow::{Context, Result};
use serde_json::json;
use solve::{certificate::Certificate, file::deck_text, strategy::Strategy};

use crate::series;

/// Measure a strategy for the two-player round of Stacks: what does a perfect opponent win from it?
///
/// The opponent knows the strategy, makes any Bid from -99 to 99 and remembers everything. The usual deck takes minutes.
/// docs/solved.md says what the numbers mean and how to check them with a second program.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The strategy file
    file: PathBuf,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print {deck, memory, best_responses, value, exploitability, loss, situations}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let path = args.file.display();
    let file = File::open(&args.file).with_context(|| format!("cannot read {path}"))?;
    let strategy = Strategy::read_file(file).with_context(|| format!("{path} is no strategy"))?;
    let begin = Instant::now();
    let found = Certificate::measure(&strategy, series::threads(args.threads));
    let deck = deck_text(&strategy.deck);
    let [first, second] = found.responses.map(|response| response.points);
    let visited: u64 = found.responses.iter().map(|response| response.visited).sum();
    let ([low, high], [least, most]) = (found.value(), found.loss());
    if args.json {
        let report = json!({
            "deck": deck, "memory": strategy.rows.memory, "best_responses": [first, second], "value": [low, high],
            "exploitability": found.exploitability(), "loss": [least, most], "situations": visited,
        });
        println!("{report}");
        return Ok(());
    }
    println!("deck {deck}; the strategy remembers {} Bids", strategy.rows.memory);
    println!("a perfect opponent wins {first:+.6} points a round as opener and {second:+.6} as second seat");
    println!("the round is worth between {low:+.6} and {high:+.6} to the opener");
    println!("exploitability, the mean of both seats: {:.6} points a round", found.exploitability());
    println!(
        "either seat gives away between {least:.6} and {most:.6} points a round, compared with perfect play"
    );
    println!("{visited} situations in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}
