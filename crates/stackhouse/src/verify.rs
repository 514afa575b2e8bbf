//! `stackhouse verify`: checks that nobody chose the cards of a game played in the house.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;
use server::fairness::verify::{Verified, verify};
use server::protocol::RecordInfo;

/// Check a downloaded record: the promise, the commitment, and every card and die of the game
///
/// The file is what the page "Was it fair?" downloads, or GET /api/tables/ID/record. Events are numbered from 0.
/// Something that does not agree ends the command with exit code 1, what it is and at which event.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The downloaded record
    file: PathBuf,
    /// The promise you were shown when the table was opened
    #[arg(long, value_name = "HASH")]
    promise: Option<String>,
    /// The commitment you were shown when the game started
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
    /// The seed you gave, to see that it was used
    #[arg(long, value_name = "DIGITS")]
    seed: Option<String>,
    /// Print one JSON object {ok, ...}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let path = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let info: RecordInfo = serde_json::from_str(&text).with_context(|| {
        format!("{path} is no record of a table: download it from /api/tables/ID/record of the house")
    })?;
    let found = match noted(args, &info) {
        Some(text) => Err(("noted", None, text)),
        None => verify(&info).map_err(|wrong| ((&wrong).into(), wrong.event(), wrong.to_string())),
    };
    match found {
        Ok(verified) => print(&verified, &info, args.json),
        Err((code, event, text)) if args.json => {
            println!("{}", json!({"ok": false, "code": code, "event": event, "text": text}));
            std::process::exit(1);
        }
        Err((_, _, text)) => bail!("{text}"),
    }
    Ok(())
}

/// What differs from what the player noted before and during the game.
fn noted(args: &Args, info: &RecordInfo) -> Option<String> {
    let fairness = &info.fairness;
    let differs = |mine: &Option<String>, theirs: &str| {
        mine.as_ref().is_some_and(|mine| !mine.eq_ignore_ascii_case(theirs))
    };
    if differs(&args.promise, &fairness.promise) {
        return Some(format!("you were promised something else; the record says {}", fairness.promise));
    }
    let commitment = fairness.commitment.as_deref().unwrap_or_default();
    if differs(&args.commitment, commitment) {
        return Some(format!("you were shown another commitment; the record says {commitment}"));
    }
    let is_used = |seed: &String| fairness.seeds.iter().any(|given| given.seed.eq_ignore_ascii_case(seed));
    let is_missing = args.seed.as_ref().is_some_and(|seed| !is_used(seed));
    is_missing.then(|| "your seed was not used; the commitment is to others".to_owned())
}

fn print(verified: &Verified, info: &RecordInfo, is_json: bool) {
    if is_json {
        let mut found = serde_json::to_value(verified).expect("a finding has a JSON form");
        found["ok"] = true.into();
        found["table"] = info.table.to_string().into();
        println!("{found}");
        return;
    }
    let Verified { game, events, fates, seeds } = verified;
    let name = |seat: &table::Seat| info.names.get(seat.index()).map_or("somebody", String::as_str);
    let names: Vec<_> = seeds.iter().map(name).collect();
    let givers = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    println!("table {}, {game}: everything agrees", info.table);
    println!("  the secret is the one promised before the game");
    println!("  the commitment is to that secret and the seeds of {givers}");
    println!("  {events} events keep to the rules; {fates} fates are what the generator gives");
}
