//! Trains the blueprint of Stacks and measures what an approximate best response wins from it.
//!
//! `cargo xtask blueprint [--crowd] [--seed S] [--walks N] [--answer N]` runs this; it writes
//! `crates/bots/data/stacks.blueprint` (with `--crowd` `stacks-crowd.blueprint`, for three to five seats), or with `--walks 0`
//! measures what is there.

use std::{error::Error, fs, path::Path};

use bots::games::stacks::{blueprint::Blueprint, train::Trainer};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        match args.iter().position(|arg| arg == name) {
            None => Ok(default),
            Some(at) => Ok(args.get(at + 1).ok_or_else(|| format!("{name} needs a number"))?.parse()?),
        }
    };
    let (seed, walks) = (number("--seed", 1)?, number("--walks", 3_000_000)?);
    let crowd = args.iter().any(|arg| arg == "--crowd");
    let (answer, least) = (number("--answer", 300_000)?, number("--least", 50)? as u32);
    let options = stacks::Options::default();
    let (seats, file) =
        if crowd { (3..=5, "data/stacks-crowd.blueprint") } else { (2..=2, "data/stacks.blueprint") };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if walks > 0 {
        let mut trainer = Trainer::new(&options, seats.clone(), seed);
        for tenth in 1..=10 {
            trainer.learn(walks / 10);
            println!("{} of {walks} walks, {} situations", walks / 10 * tenth, trainer.situations());
        }
        fs::write(&path, trainer.table(least))?;
    }
    let table = fs::read(&path)?;
    println!("{} situations, {} bytes", Blueprint(&table).len(), table.len());
    let mut learner = Trainer::new(&options, seats, seed + 1);
    learner.learn_response(Blueprint(&table), answer);
    let (points, error) = learner.measure_response(Blueprint(&table), 200_000);
    println!("an answer learnt in {answer} walks wins {points:.3} ± {:.3} points a round", 1.96 * error);
    Ok(())
}
