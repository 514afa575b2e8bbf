//! The command line: one file a command.

mod arena;
mod backup;
mod bench;
mod certify;
mod cpu;
mod games;
mod house;
mod odds;
mod options;
mod papers;
mod play;
mod render;
mod replay;
mod selfplay;
mod series;
mod serve;
mod settings;
mod stacket;
mod verify;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

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
    House(house::Args),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Games(games::Args),
    Play(play::Args),
    Selfplay(selfplay::Args),
    Arena(arena::Args),
    Replay(replay::Args),
    Odds(odds::Args),
    Verify(verify::Args),
    Certify(certify::Args),
    Render(render::Args),
    Bench(bench::Args),
    #[command(hide = true)]
    Papers(papers::Args),
}

fn main() {
    let matches = Cli::command().get_matches();
    let command = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()).command;
    if !matches!(command, None | Some(Command::Serve(_) | Command::Arena(_))) {
        // Whoever reads our output may stop reading, as `head` does; server and arena outlive those they write to.
        sigpipe::reset();
    }
    let result = match command {
        None | Some(Command::Serve(_)) => serve::run(matches.subcommand_matches("serve")),
        Some(Command::House(args)) => house::run(&args),
        Some(Command::Backup(args)) => backup::back_up(&args),
        Some(Command::Restore(args)) => backup::restore(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Odds(args)) => odds::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Certify(args)) => certify::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Papers(args)) => papers::run(&args, Cli::command()),
    };
    if let Err(error) = result {
        anstream::eprintln!("{RED}error:{RED:#} {error:#}");
        std::process::exit(1);
    }
}

const RED: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();
