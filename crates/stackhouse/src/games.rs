//! `stackhouse games`: what is on the shelf.

use anyhow::Result;
use serde_json::{Value, json};
use shelf::{GAMES, Visit, with_game};
use table::{Game, Imagine, Odds, OptionKind};

/// List the games with their players and options
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print a JSON array of {id, title, pitch, players, options}
    #[arg(long)]
    json: bool,
}

struct Defaults;

impl Visit for Defaults {
    type Out = Value;
    fn visit<G: Game + Odds + Imagine>(self) -> Value {
        serde_json::to_value(G::Options::default()).expect("options have a JSON form")
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut list = Vec::new();
    for about in GAMES {
        let defaults = with_game(about.id, Defaults)?;
        if !args.json {
            let (min, max) = about.players;
            anstream::println!("{BOLD}{}{BOLD:#}  {}, {min} to {max} players", about.id, about.title);
            println!("    {}", about.pitch);
            for option in about.options {
                println!("    --option {}={}", option.key, defaults[option.key]);
                println!("        {}{}", option.about, values(&option.kind));
            }
        }
        let options: Vec<_> = about
            .options
            .iter()
            .map(|option| {
                let (key, about, kind) = (option.key, option.about, option.kind);
                json!({"key": key, "about": about, "kind": kind, "default": defaults[key]})
            })
            .collect();
        let (id, title, pitch, players) = (about.id, about.title, about.pitch, about.players);
        list.push(json!({"id": id, "title": title, "pitch": pitch, "players": players, "options": options}));
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&list)?);
    }
    Ok(())
}

fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Flag => " (true or false)".to_owned(),
        OptionKind::Number { min, max } => format!(" ({min} to {max})"),
        OptionKind::Seat => " (a seat's number, or null)".to_owned(),
        OptionKind::Choice { words } => format!(" ({})", words.join(", ")),
        OptionKind::Data { form } => format!(" (such as '{form}')"),
    }
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
