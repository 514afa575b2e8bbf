//! `stackhouse selfplay`: many games among bots, counted.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
    time::Instant,
};

use anyhow::{Context, Result};
use bots::{Budget, Level, Played, TableBots};
use serde_json::json;
use shelf::{UnknownGame, Visit, with_game};
use table::{
    Event, EventOf, Game, Imagine, Odds, Record, Seat, Seating, Standings, Turn,
    nature::{Dice, dice},
    random_event,
};

use crate::{cpu, options::TableArgs, series};

/// Let bots play many games and print mean scores and win shares
///
/// The same seed gives the same games whatever the number of threads. Seat 0 begins wherever the rules leave the
/// beginner to age or choice. A shared victory counts in equal parts for each team that shares it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game, by its short name
    game: String,
    #[command(flatten)]
    table: TableArgs,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    games: u64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Who plays every seat: random, greedy, easy, medium or hard
    #[arg(long, default_value = "random", value_name = "LEVEL")]
    bot: Level,
    /// How long a bot may think, such as 200ms of CPU time or 5000 iterations [default: by level]
    #[arg(long, value_name = "BUDGET")]
    think: Option<Budget>,
    /// Write every game to this file, one a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print {game, seats, games, events_per_game, mean_score, win_share, ...}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.bot == Level::Random {
        return with_game(&args.game, SelfPlay(args))?;
    }
    bots::registry::with_bots(&args.game, SelfPlay(args)).ok_or_else(|| UnknownGame(args.game.clone()))?
}

/// Shares of a victory are counted in sixtieths, so that sums are exact in any order.
const WHOLE: u64 = 60;

/// Sums over games.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: u64,
    events: u64,
    scores: [i64; table::MAX_SEATS],
    squares: [i64; table::MAX_SEATS],
    shares: [u64; table::MAX_SEATS],
}

impl Tally {
    fn count(&mut self, events: u64, standings: &Standings) {
        self.games += 1;
        self.events += events;
        for seat in Seat::all(standings.scores.len()) {
            let score = i64::from(standings.scores[seat]);
            self.scores[seat.index()] += score;
            self.squares[seat.index()] += score * score;
            self.shares[seat.index()] += (standings.share(seat) * WHOLE as f64).round() as u64;
        }
    }

    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.events += other.events;
        for i in 0..table::MAX_SEATS {
            self.scores[i] += other.scores[i];
            self.squares[i] += other.squares[i];
            self.shares[i] += other.shares[i];
        }
    }

    fn mean_score(&self, seat: Seat) -> f64 {
        self.scores[seat.index()] as f64 / self.games as f64
    }

    /// Half the width of the 95% interval of the mean score.
    fn score_error(&self, seat: Seat) -> f64 {
        let mean = self.mean_score(seat);
        let variance = self.squares[seat.index()] as f64 / self.games as f64 - mean * mean;
        1.96 * (variance.max(0.0) / self.games as f64).sqrt()
    }

    fn win_share(&self, seat: Seat) -> f64 {
        self.shares[seat.index()] as f64 / (WHOLE * self.games) as f64
    }

    /// The 95% interval of the win share (Wilson's).
    fn win_interval(&self, seat: Seat) -> [f64; 2] {
        let (n, p, z) = (self.games as f64, self.win_share(seat), 1.96f64);
        let middle = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        [middle - half, middle + half].map(|x| (x / (1.0 + z * z / n)).clamp(0.0, 1.0))
    }
}

struct SelfPlay<'a>(&'a Args);

impl Visit for SelfPlay<'_> {
    type Out = Result<()>;

    /// Random seats: nothing but the rules.
    fn visit<G: Game + Odds + Imagine>(self) -> Result<()> {
        run_series::<G, ()>(self.0, |_| (), |state, (), rng| random_event(state, rng))
    }
}

impl bots::registry::PlayedVisitor for SelfPlay<'_> {
    type Out = Result<()>;

    /// Seats that think.
    fn visit<G: Played>(self) -> Result<()> {
        let Args { bot, think, seed, .. } = *self.0;
        run_series::<G, _>(
            self.0,
            |game| TableBots::new(table::MAX_SEATS, bot, think, seed, game),
            |state, bots, nature| {
                let event = match state.turn() {
                    Turn::Over => return None,
                    Turn::Nature => Event::Fate(state.draw(nature)),
                    Turn::Seats(_) => {
                        let seat = state.asked()?;
                        Event::Move { seat, mv: bots.decide(state, seat) }
                    }
                };
                bots.watch(state, &event);
                Some(event)
            },
        )
    }
}

/// Plays the series on all threads; `players` makes what the games from a number on need, `next` the next event of one.
fn run_series<G: Game, P>(
    args: &Args,
    players: impl Fn(u64) -> P + Sync,
    next: impl Fn(&G, &mut P, &mut Dice) -> Option<EventOf<G>> + Sync,
) -> Result<()> {
    let (options, seating) = args.table.table::<G>()?;
    let opened = G::open(&options, &seating)?;
    let mut file = args
        .record
        .as_ref()
        .map(|path| File::create(path).with_context(|| format!("cannot write {}", path.display())))
        .transpose()?
        .map(BufWriter::new);
    let record = file.is_some().then_some((&options, &seating));
    let chunk =
        if record.is_some() || args.bot != Level::Random { 1 } else { (args.games / 64).clamp(1, 2_000) };
    let bar = series::progress(args.games, args.json, "games");
    let threads = series::threads(args.threads);
    let (start, start_cpu) = (Instant::now(), cpu::of_process());
    let mut tally = Tally::default();
    let job = |number: u64| {
        let games = number * chunk..((number + 1) * chunk).min(args.games);
        play_games::<G>(&opened, args.seed, games, record, {
            let mut players = players(number * chunk);
            let next = &next;
            move |state, rng| next(state, &mut players, rng)
        })
    };
    series::run(args.games.div_ceil(chunk), threads, job, |(part, lines)| -> Result<()> {
        if let Some(file) = &mut file {
            file.write_all(lines.as_bytes())?;
        }
        bar.inc(part.games);
        tally.add(&part);
        Ok(())
    })?;
    if let Some(mut file) = file {
        file.flush()?;
    }
    bar.finish_and_clear();
    let (seconds, cpu_seconds) = (start.elapsed().as_secs_f64(), cpu::of_process() - start_cpu);
    report(args, G::ABOUT.title, seating.seats(), &tally, threads, seconds, cpu_seconds)
}

/// Plays games of a series, and writes them down if asked to.
fn play_games<G: Game>(
    opened: &G,
    seed: u64,
    games: std::ops::Range<u64>,
    record: Option<(&G::Options, &Seating)>,
    mut next: impl FnMut(&G, &mut Dice) -> Option<EventOf<G>>,
) -> (Tally, String) {
    let mut tally = Tally::default();
    let mut lines = String::new();
    for game in games {
        let mut rng = dice(seed, game);
        let mut state = opened.clone();
        let mut events = 0;
        let mut written = record.map(|(options, seating)| Record::begin::<G>(options, seating));
        while let Some(event) = next(&state, &mut rng) {
            if let Some(written) = &mut written {
                written.push::<G>(&event);
            }
            state.apply(&event);
            events += 1;
        }
        let standings = state.standings().expect("a finished game has standings");
        tally.count(events, &standings);
        if let Some(mut written) = written {
            written.standings = Some(standings);
            lines += &written.to_line();
            lines.push('\n');
        }
    }
    (tally, lines)
}

fn report(
    args: &Args,
    title: &str,
    seats: usize,
    tally: &Tally,
    threads: usize,
    seconds: f64,
    cpu_seconds: f64,
) -> Result<()> {
    let per_game = |sum: u64| if tally.games == 0 { 0.0 } else { sum as f64 / tally.games as f64 };
    let all = |f: &dyn Fn(Seat) -> f64| Seat::all(seats).map(f).collect::<Vec<_>>();
    let (rate, cpu_rate) = (tally.games as f64 / seconds, tally.games as f64 / cpu_seconds);
    if args.json {
        let report = json!({
            "game": args.game,
            "seats": seats,
            "games": tally.games,
            "seed": args.seed,
            "bot": args.bot.name(),
            "threads": threads,
            "events_per_game": per_game(tally.events),
            "mean_score": all(&|seat| tally.mean_score(seat)),
            "mean_score_error95": all(&|seat| tally.score_error(seat)),
            "win_share": all(&|seat| tally.win_share(seat)),
            "win_share_ci95": Seat::all(seats).map(|seat| tally.win_interval(seat)).collect::<Vec<_>>(),
            "games_per_s": rate,
            "games_per_cpu_s": cpu_rate,
        });
        println!("{report}");
        return Ok(());
    }
    println!("{title}: {} games of {seats} {} seats, seed {}", tally.games, args.bot.name(), args.seed);
    println!("  seat   mean score          win share");
    for seat in Seat::all(seats) {
        let [low, high] = tally.win_interval(seat).map(|share| share * 100.0);
        println!(
            "  {:>4}   {:>7.2} +- {:<6.2}   {:>5.1}%  ({low:.1} to {high:.1})",
            seat.index(),
            tally.mean_score(seat),
            tally.score_error(seat),
            tally.win_share(seat) * 100.0,
        );
    }
    println!(
        "  {:.1} events a game; {rate:.0} games a second, {cpu_rate:.0} a CPU-second",
        per_game(tally.events)
    );
    if let Some(path) = &args.record {
        println!("  written to {}", path.display());
    }
    Ok(())
}
