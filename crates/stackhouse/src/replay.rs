//! `stackhouse replay`: checks recorded games and shows them.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde_json::json;
use shelf::{Visit, with_game};
use table::{Game, Imagine, Odds, Record, Viewer};

/// Replay recorded games, checking every event and the result
///
/// Games and events are numbered from 0. An illegal event ends the command with exit code 1, its number and the foul.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of records, one a line
    file: PathBuf,
    /// Only the game on this line, counted from 0
    #[arg(long, value_name = "K")]
    game: Option<usize>,
    /// Show the table after every event
    #[arg(long)]
    step: bool,
    /// Print every full state, one JSON line {game, event, happened, state} each
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut replayed = 0;
    let mut events = 0;
    for (number, record) in records(&args.file)?.enumerate() {
        if args.game.is_some_and(|game| game != number) {
            continue;
        }
        let record = record.with_context(|| format!("game {number}"))?;
        events += record.events.len();
        let replay = Replay { args, number, record: &record };
        with_game(&record.game, replay)?.with_context(|| format!("game {number}"))?;
        replayed += 1;
    }
    match args.game {
        Some(game) if replayed == 0 => {
            bail!("{} has no game {game}; games are counted from 0", args.file.display())
        }
        None if replayed == 0 => bail!("{} holds no game", args.file.display()),
        _ => {}
    }
    if !args.json {
        let games = if replayed == 1 { "game" } else { "games" };
        println!("{replayed} {games} with {events} events replayed; everything agrees");
    }
    Ok(())
}

/// The records of a file, one a line.
pub(crate) fn records(path: &Path) -> Result<impl Iterator<Item = Result<Record>>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines =
        BufReader::new(file).lines().filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty()));
    Ok(lines.map(|line| Ok(Record::from_line(&line?)?)))
}

struct Replay<'a> {
    args: &'a Args,
    number: usize,
    record: &'a Record,
}

impl Visit for Replay<'_> {
    type Out = Result<()>;

    fn visit<G: Game + Odds + Imagine>(self) -> Result<()> {
        let Replay { args, number, record } = self;
        let mut out = std::io::stdout().lock();
        let mut show = |event: usize,
                        happened: Option<&table::EventOf<G>>,
                        told: &str,
                        state: &G|
         -> Result<()> {
            if args.json {
                let line = json!({"game": number, "event": event, "happened": happened, "state": state});
                writeln!(out, "{line}")?;
            } else if args.step {
                let what =
                    if told.is_empty() { "the table is open".to_owned() } else { format!("{event}. {told}") };
                writeln!(out, "{what}\n\n{}", state.view(Viewer::Spectator))?;
            }
            Ok(())
        };
        let mut written = show(0, None, "", &record.open::<G>()?);
        let mut count = 0;
        let last = record.replay::<G>(|before, event| {
            let mut after = before.clone();
            after.apply(event);
            let told = before.show(event, Viewer::Spectator).to_string();
            if written.is_ok() {
                written = show(count, Some(event), &told, &after);
            }
            count += 1;
        })?;
        written?;
        if args.step
            && !args.json
            && let Some(standings) = last.standings()
        {
            println!("scores {:?}, won by {:?}", standings.scores, standings.winners);
        }
        Ok(())
    }
}
