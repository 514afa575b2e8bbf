//! Solves the two-player round of Stacks, or goes on solving it: `cargo xtask solve` runs this.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Parser;
use solve::{
    certificate::Certificate,
    deck::Deck,
    file::parse_deck,
    private::Privates,
    solver::{Method, Plan, Solver},
    strategy::Strategy,
};

/// Solve the two-player round of Stacks, or go on solving it
///
/// What was learnt is kept in the checkpoint; interrupt whenever you like and run the same command again. The same plan
/// (deck, memory, method, walks, shards, seed) gives the same strategy after the same number of epochs.
#[derive(Parser)]
struct Args {
    /// The deck: how many cards there are of each value
    #[arg(long, default_value = "-10:1 1:5 2:4 3:3 4:2", allow_hyphen_values = true)]
    deck: String,
    /// How many Bids the strategy remembers, 1 to 7
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=7))]
    memory: u8,
    /// Use discounted instead of predictive regrets
    #[arg(long)]
    discounted: bool,
    /// Walks of each shard and seat in an epoch; 0 follows every play of both seats
    #[arg(long, default_value_t = 2)]
    walks: u32,
    /// Into how many shards the walks of each seat are divided; so many threads can work
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    shards: u32,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many epochs in all
    #[arg(long, default_value_t = 20_000)]
    epochs: u64,
    /// How many threads [default: one a core]
    #[arg(long)]
    threads: Option<usize>,
    /// Seconds between two savings
    #[arg(long, default_value_t = 120)]
    save_every: u64,
    /// Where to keep what was learnt
    #[arg(long, default_value = "target/stacks.checkpoint")]
    checkpoint: PathBuf,
    /// Where to write the strategy
    #[arg(long, default_value = "target/stacks.strategy.gz")]
    out: PathBuf,
    /// Drop what is played with a probability below this
    #[arg(long, default_value_t = 0.01)]
    least: f32,
    /// Measure the exploitability at the end
    #[arg(long)]
    measure: bool,
    /// Solve nothing, but measure this strategy
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,
    /// Solve nothing, but draw the strategy of --out into this folder
    #[arg(long, value_name = "FOLDER")]
    draw: Option<PathBuf>,
}

/// Draws what a strategy does first.
fn draw(strategy: &Strategy, folder: &Path) -> io::Result<()> {
    let privates = Privates::new(&strategy.deck);
    fs::write(folder.join("stacks-opening.svg"), strategy.opening_picture(&privates))?;
    fs::write(folder.join("stacks-answer.svg"), strategy.answer_picture(&privates, 3))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    if let Some(path) = &args.certify {
        tell(&Strategy::read_file(File::open(path)?)?, threads);
        return Ok(());
    }
    if let Some(folder) = &args.draw {
        return Ok(draw(&Strategy::read_file(File::open(&args.out)?)?, folder)?);
    }
    let deck = parse_deck(&args.deck).ok_or("--deck is a list as in \"-10:1 1:5 2:4\"")?;
    let deck = Deck::new(&deck)?;
    let method = if args.discounted { Method::Discounted } else { Method::Predictive };
    let (memory, walks, shards, seed) = (args.memory.into(), args.walks, args.shards, args.seed);
    let plan = Plan { memory, method, walks, shards, seed };
    let mut solver = match Solver::load(&args.checkpoint) {
        Ok(solver) if solver.plan == plan && *solver.deck() == deck => solver,
        Ok(solver) => {
            let path = args.checkpoint.display();
            return Err(
                format!("{path} has another plan ({:?}); name another --checkpoint", solver.plan).into()
            );
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Solver::new(deck, plan),
        Err(error) => return Err(format!("{}: {error}", args.checkpoint.display()).into()),
    };
    println!("{} rows, {} numbers, {} epochs done", solver.rows.rows.len(), solver.rows.len, solver.epochs);
    let (begin, first) = (Instant::now(), solver.epochs);
    let mut saved = Instant::now();
    while solver.epochs < args.epochs {
        solver.learn(threads);
        if saved.elapsed() >= Duration::from_secs(args.save_every) {
            solver.save(&args.checkpoint)?;
            saved = Instant::now();
            let each = begin.elapsed().as_secs_f64() / (solver.epochs - first) as f64;
            let left = each * (args.epochs - solver.epochs) as f64 / 60.0;
            println!("epoch {} of {}, {each:.2} s each, {left:.0} minutes left", solver.epochs, args.epochs);
        }
    }
    solver.save(&args.checkpoint)?;
    let strategy = solver.strategy(args.least);
    drop(solver);
    strategy.write(File::create(&args.out)?)?;
    println!("{}: {} bytes", args.out.display(), fs::metadata(&args.out)?.len());
    if args.measure {
        tell(&strategy, threads);
    }
    Ok(())
}

/// Says what best responses win, in the words of the independent checker.
fn tell(strategy: &Strategy, threads: usize) {
    let found = Certificate::measure(strategy, threads);
    let [first, second] = found.responses.map(|response| response.points);
    println!("best response as opener {first:.9}");
    println!("best response as second {second:.9}");
    println!("exploitability {:.9}", found.exploitability());
}
