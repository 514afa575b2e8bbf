//! Builds, checks and set-up: what people and CI run.

mod check;
mod dist;
mod fuzz;
mod load;
mod play;
mod release;
mod setup;
mod shell;
mod solved;
mod test;
mod web;

use anyhow::Result;
use clap::Parser;

use crate::shell::cargo;

/// What can be done with this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
enum Task {
    /// Build everything and start the house; further arguments go to `stackhouse serve`
    Play {
        /// Such as --lan or --port 8080
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Build the client that the server embeds
    Build,
    /// Run every check and every test
    Test,
    /// Build the program for others, with its symbols in a file beside it
    Release,
    /// Make the README's pictures of all tables
    Pictures,
    /// Feed hostile input to the parsers and the rules with a coverage-guided fuzzer
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Measure the server from a second process: moves per CPU-second, latency, memory
    Load {
        /// Such as --json, --sockets 2000 or --seconds 30
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Let people play while others attack the server, and compare how long their moves take with and without it
    Attack {
        /// Such as --only lobby or --seconds 30
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Kill the server 200 times in the middle of its work and look for what was lost
    Crash {
        /// Such as --cycles 20
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Train the bot of Stacks again from a seed, and measure what can be won from it
    Blueprint {
        /// Such as --seed 1 --walks 2000000
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Make everything that is given to others: the program, a Debian package that is tried out, papers and checksums
    Dist,
    /// Solve the two-player round of Stacks, or go on solving it
    Solve {
        /// Such as --memory 6 --epochs 50000 --measure
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure the strategy of the repository by both programs, and compare them with its certificate; takes minutes
    Certify,
    /// Play 2,000 games of hard against every simple strategy we know
    Tournament {
        /// Only this game, by its short name as `stackhouse games` lists it
        game: Option<String>,
    },
}

fn main() {
    if let Err(error) = run(Task::parse()) {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Play { arguments } => play::run(&arguments),
        Task::Build => web::build(),
        Task::Test => test::run(),
        Task::Release => release::run(),
        Task::Pictures => web::pictures(),
        Task::Fuzz { seconds } => fuzz::run(seconds),
        Task::Load { arguments } => load::run("load", &arguments),
        Task::Attack { arguments } => load::run("attack", &arguments),
        Task::Crash { arguments } => load::run("crash", &arguments),
        Task::Blueprint { arguments } => {
            let train = ["run", "--release", "--package", "bots", "--example", "train_stacks", "--"];
            let mut train = shell::command("cargo", &train);
            train.args(&arguments);
            shell::run(train)
        }
        Task::Dist => dist::run(),
        Task::Solve { arguments } => solved::solve(&arguments),
        Task::Certify => solved::certify(),
        Task::Tournament { game } => {
            let mut test = cargo(&["test", "--release", "--package", "bots", "--test", "tournament", "--"]);
            test.args(["--ignored", "--nocapture"]).envs(game.map(|game| ("GAME", game)));
            shell::run(test)
        }
    }
}
