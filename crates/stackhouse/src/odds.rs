//! `stackhouse odds`: what nature may do next, exactly.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::json;
use shelf::{Visit, with_game};
use table::{Game, Imagine, Odds, Record, Turn};

use crate::{
    replay::records,
    stacket::{self, Steadiness},
};

/// Print the exact probabilities of what nature may do next at a point of a recorded game
///
/// In Stacket nature is physics and leaves no choice; told is the chance that a placement holds under a hand's error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game, by its short name
    game: String,
    /// A file of records, one a line
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
    /// Before which event, counted from 0
    #[arg(long, value_name = "K")]
    event: usize,
    /// The game on this line of the file, counted from 0
    #[arg(long, default_value_t = 0, value_name = "K")]
    line: usize,
    /// Stacket: how steady the hand is that places
    #[arg(long, value_enum, default_value = "medium", value_name = "HAND")]
    hand: Steadiness,
    /// Stacket: how often each placement is tried out
    #[arg(long, default_value_t = 40, value_name = "N")]
    trials: u64,
    /// Print {game, event, fates: [{fate, text, ways, of, probability}]}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let record = records(&args.record)?.nth(args.line).with_context(|| {
        format!("{} has no game {}; games are counted from 0", args.record.display(), args.line)
    })??;
    if args.game == ::stacket::State::ABOUT.id {
        return placements(args, &record);
    }
    with_game(&args.game, Ask { args, record: &record })?
}

/// The state of a recorded game before an event.
fn before<G: Game>(record: &Record, event: usize) -> Result<G> {
    let all = record.events.len();
    if event > all {
        bail!("the game has {all} events; ask for event 0 to {all}");
    }
    let mut before = record.clone();
    before.events.truncate(event);
    before.standings = if event == all { record.standings } else { None };
    Ok(before.replay::<G>(|_, _| {})?)
}

fn placements(args: &Args, record: &Record) -> Result<()> {
    let state = before(record, args.event)?;
    let told = stacket::odds(&state, args.hand, args.trials)?;
    if args.json {
        println!("{}", json!({"game": args.game, "event": args.event, "placements": told}));
        return Ok(());
    }
    println!("before event {} a placement holds:", args.event);
    for placement in &told {
        let (chance, at) = (placement["chance"].as_f64().unwrap_or(0.0), &placement["pose"]["at"]);
        let at: Vec<_> = (0..3).map(|n| format!("{:.2}", at[n].as_f64().unwrap_or(0.0))).collect();
        let bar = "#".repeat((chance * 40.0).round() as usize);
        let piece = placement["piece"].as_str().unwrap_or_default();
        let (held, of) = (&placement["held"], &placement["trials"]);
        println!("  {piece:16} at {:20} {held:>3} of {of:<3} {:>6.1}%  {bar}", at.join(", "), chance * 100.0);
    }
    if told.is_empty() {
        println!("  no place was found for the held piece");
    }
    Ok(())
}

struct Ask<'a> {
    args: &'a Args,
    record: &'a Record,
}

impl Visit for Ask<'_> {
    type Out = Result<()>;

    fn visit<G: Game + Odds + Imagine>(self) -> Result<()> {
        let (args, event) = (self.args, self.args.event);
        let state: G = before(self.record, event)?;
        match state.turn() {
            Turn::Nature => {}
            Turn::Over => bail!("the game is over before event {event}"),
            Turn::Seats(seats) => bail!(
                "nature does not act at event {event}: it is the turn of {}; ask before another event",
                seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
            ),
        }
        let fates: Vec<_> = state.fates().collect();
        let of: u32 = fates.iter().map(|(_, ways)| ways).sum();
        let share = |ways: u32| f64::from(ways) / f64::from(of);
        if args.json {
            let fates: Vec<_> = fates
                .iter()
                .map(|(fate, ways)| {
                    let (text, probability) = (fate.to_string(), share(*ways));
                    json!({"fate": fate, "text": text, "ways": ways, "of": of, "probability": probability})
                })
                .collect();
            println!("{}", json!({"game": args.game, "event": event, "fates": fates}));
            return Ok(());
        }
        println!("before event {event} nature may draw:");
        for (fate, ways) in fates {
            let bar = "#".repeat((share(ways) * 40.0).round() as usize);
            println!("  {:20} {ways:>4} of {of:<4} {:>6.2}%  {bar}", fate.to_string(), share(ways) * 100.0);
        }
        Ok(())
    }
}
