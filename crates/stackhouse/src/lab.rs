//! `stackhouse lab`: is it a good game? A report that a designer can show.

use std::{
    fs,
    hash::{DefaultHasher, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use bots::{
    Played,
    registry::{PlayedVisitor, with_bots},
};
use lab::{
    Setup, Wish,
    bench::Bench,
    measure,
    page::{Styled, drawing, page},
    report::Report,
    sweep::Sweep,
};
use serde_json::Map;

use crate::{options, series};

/// Study a game: is it fair, how long, how exciting, does skill pay, what does each option do?
///
/// Writes one page with pictures, and its figures as JSON and CSV beside it. Long work shows how far it is, can be stopped, and
/// goes on where it was with the same command. The same seed gives the same report on any number of threads.
/// docs/lab.md says how to read it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game, by its short name
    game: String,
    /// How many sit at the table [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many games at each strength [default: by game, under two CPU-minutes for cards]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Who plays, the weaker first: everything is told at each strength, as in medium,hard@200
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    bots: Vec<String>,
    /// Set a table option; `stackhouse games` lists them
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Try values of an option, or of `seats`: key=0..60:10, key=1,2,5, or a flag's name; give two for a heat map
    #[arg(long, value_name = "KEY=VALUES")]
    sweep: Vec<String>,
    /// What a sweep measures, such as first_share,turns,minutes,comeback,skill
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    measure: Vec<String>,
    /// Search the sweeps for options that come nearest to a wish, such as first_share=0.25
    #[arg(long, value_name = "MEASURE=VALUE")]
    target: Vec<String>,
    /// Deny bots only these things, by name; the report lists what there is
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    deny: Vec<String>,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Where the page goes [default: GAME-lab.html]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Write every picture as an SVG file into this folder, too
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Print the figures as JSON instead of words
    #[arg(long)]
    json: bool,
}

/// The most games at one strength.
const MOST_GAMES: u64 = 20_000_000;

pub(crate) fn run(args: &Args) -> Result<()> {
    let about = shelf::about(&args.game)?;
    if args.games.is_some_and(|games| !(16..=MOST_GAMES).contains(&games)) {
        bail!("--games goes from 16 to {MOST_GAMES}; fewer tell nothing");
    }
    with_bots(about.id, Study(args)).context("no bot plays this game")?
}

struct Study<'a>(&'a Args);

impl PlayedVisitor for Study<'_> {
    type Out = Result<()>;

    fn visit<G: Played>(self) -> Result<()> {
        let args = self.0;
        let setup = setup::<G>(args)?;
        let output = args.output.clone().unwrap_or_else(|| format!("{}-lab.html", G::ABOUT.id).into());
        let beside = |ending: &str| output.with_extension(ending);
        if beside("json") == output || beside("csv") == output {
            bail!("{}: the page needs another ending, such as .html", output.display());
        }
        let unfinished = beside("unfinished");
        let bar = series::progress(1, args.json, "games");
        let mut tell = |played: u64, all: u64| {
            bar.set_length(all);
            bar.set_position(played);
            true
        };
        let mut bench = Bench::new(series::threads(args.threads), &mut tell);
        // What the games depend on; where the page goes and how many threads play is not of it.
        bench.keep_in(&unfinished, &setup.command, &program()?)?;
        let report = lab::study::<G>(&setup, &mut bench)?;
        write(&output, &page(&report, Styled::Inside))?;
        write(&beside("json"), &report.to_json())?;
        write(&beside("csv"), &report.to_csv())?;
        if let Some(folder) = &args.pictures {
            draw(&report, folder)?;
        }
        bench.close()?;
        bar.finish_and_clear();
        if args.json {
            print!("{}", report.to_json());
        } else {
            print(&report, &output);
        }
        Ok(())
    }
}

/// Writes every picture of a report into a folder.
fn draw(report: &Report, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for figure in report.sections.iter().flat_map(|section| &section.figures) {
        let name = figure.id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        write(&folder.join(format!("{}-{name}.svg", report.game)), &drawing(report, figure))?;
    }
    Ok(())
}

/// What tells this build of the program from any other: its own bytes.
fn program() -> Result<String> {
    let own = std::env::current_exe().and_then(fs::read).context("cannot read this program's own file")?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&own);
    Ok(format!("{:016x}", hasher.finish()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn setup<G: Played>(args: &Args) -> Result<Setup> {
    let mut setup =
        Setup { command: command(args), games: args.games, seed: args.seed, ..Setup::usual::<G>() };
    setup.seats = args.seats.unwrap_or(setup.seats);
    let mut replaced = Map::new();
    for given in &args.options {
        let (key, value) = options::key_value(given)?;
        replaced.insert(key.to_owned(), value);
    }
    setup.options = replaced;
    if !args.bots.is_empty() {
        setup.strengths.clone_from(&args.bots);
    }
    setup.sweeps = args.sweep.iter().map(|text| Sweep::parse(text, &G::ABOUT)).collect::<Result<_, _>>()?;
    setup.wishes = args.target.iter().map(|text| Wish::parse(text)).collect::<Result<_, _>>()?;
    if !args.measure.is_empty() {
        setup.measures = args.measure.iter().map(|key| measure::named(key)).collect::<Result<_, _>>()?;
    }
    if !args.deny.is_empty() {
        setup.denials = Some(Setup::denials_named::<G>(&args.deny)?);
    }
    Ok(setup)
}

/// The command that makes the report again; where its page goes and how many threads play changes nothing in it.
fn command(args: &Args) -> String {
    let mut words = vec!["stackhouse lab".to_owned(), args.game.clone()];
    let mut add = |name: &str, value: String| words.push(format!("{name} {}", quoted(&value)));
    args.seats.iter().for_each(|n| add("--seats", n.to_string()));
    args.games.iter().for_each(|n| add("--games", n.to_string()));
    if !args.bots.is_empty() {
        add("--bots", args.bots.join(","));
    }
    args.options.iter().for_each(|text| add("--option", text.clone()));
    args.sweep.iter().for_each(|text| add("--sweep", text.clone()));
    if !args.measure.is_empty() {
        add("--measure", args.measure.join(","));
    }
    args.target.iter().for_each(|text| add("--target", text.clone()));
    if !args.deny.is_empty() {
        add("--deny", args.deny.join(","));
    }
    add("--seed", args.seed.to_string());
    words.join(" ")
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "=,.:_@-".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

fn print(report: &Report, output: &Path) {
    println!("{}, {} seats, {} games, seed {}", report.title, report.seats, report.games, report.seed);
    for section in &report.sections {
        println!("\n{}\n  {}", section.question, section.answer);
    }
    println!("\n  written to {}, with .json and .csv beside it", output.display());
}
