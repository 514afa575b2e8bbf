//! The command line: one file a command.

mod bench;
mod cpu;
mod games;
mod odds;
mod options;
mod play;
mod replay;
mod selfplay;
mod series;

use clap::{Parser, Subcommand};

/// Stackhouse: five tabletop games, played by the printed rules.
///
/// Every command prints for people; with --json it prints for machines. Records are files with one game a line.
#[derive(Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Play(play::Args),
    Selfplay(selfplay::Args),
    Replay(replay::Args),
    Odds(odds::Args),
    Bench(bench::Args),
}

fn main() {
    // Whoever reads our output may stop reading, as `head` does.
    sigpipe::reset();
    let result = match Cli::parse().command {
        Command::Games(args) => games::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Bench(args) => bench::run(&args),
    };
    if let Err(error) = result {
        anstream::eprintln!("{RED}error:{RED:#} {error:#}");
        std::process::exit(1);
    }
}

const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
