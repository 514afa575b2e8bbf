//! `stackhouse render`: a picture of a Stacket structure.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use stacket::{State, render::svg};
use table::{Game, Viewer};

use crate::replay::records;

/// Draw the structure of a recorded game of Stacket
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of records, one a line
    record: PathBuf,
    /// After how many events [default: all]
    #[arg(long, value_name = "K")]
    event: Option<usize>,
    /// The game on this line of the file, counted from 0
    #[arg(long, default_value_t = 0, value_name = "K")]
    game: usize,
    /// The SVG file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let file = args.record.display();
    let mut record = records(&args.record)?
        .nth(args.game)
        .with_context(|| format!("{file} has no game {}; games are counted from 0", args.game))??;
    let all = record.events.len();
    let event = args.event.unwrap_or(all);
    if event > all {
        bail!("the game has {all} events; choose --event 0 to {all}");
    }
    if event < all {
        record.events.truncate(event);
        record.standings = None;
    }
    let drawn = record.replay::<State>(|_, _| {})?;
    let view = drawn.view(Viewer::Spectator);
    let picture = svg(&view.options.pieces, &view.structure, &view.touches, view.placed.last().copied());
    fs::write(&args.output, picture).with_context(|| format!("cannot write {}", args.output.display()))?;
    println!("{} pieces drawn to {}", view.structure.len(), args.output.display());
    Ok(())
}
