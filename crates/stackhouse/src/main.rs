//! The command line: one file a command.

mod arena;
mod bench;
mod certify;
mod cpu;
mod games;
mod lab;
mod odds;
mod options;
mod play;
mod render;
mod replay;
mod selfplay;
mod series;
mod serve;
mod stacket;
mod verify;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stackhouse: five tabletop games, played by the printed rules.
///
/// Every command prints for people; with --json it prints for machines. Records are files with one game a line.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    /// What to do; serves the house to browsers unless told otherwise.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Games(games::Args),
    Play(play::Args),
    Selfplay(selfplay::Args),
    Arena(arena::Args),
    Lab(lab::Args),
    Replay(replay::Args),
    Odds(odds::Args),
    Verify(verify::Args),
    Certify(certify::Args),
    Render(render::Args),
    Bench(bench::Args),
}

fn main() {
    let command = Cli::parse().command.unwrap_or_else(|| Command::Serve(serve::Args::default()));
    if !matches!(command, Command::Serve(_) | Command::Arena(_)) {
        // Whoever reads our output may stop reading, as `head` does; server and arena outlive those they write to.
        sigpipe::reset();
    }
    let result = match command {
        Command::Serve(args) => serve::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Bench(args) => bench::run(&args),
    };
    if let Err(error) = result {
        anstream::eprintln!("{RED}error:{RED:#} {error:#}");
        std::process::exit(1);
    }
}

const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
