//! What the commands tell of Stacket beyond other games: the chance that a placement holds, and what its physics costs.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Result, bail};
use serde_json::{Value, json};
use stacket::hand::{self, Hand, Trial};
use stacket::place::{Site, suggest};
use stacket::{End, Fate, Move, Phase, PieceId, Pose, State, World, judge};
use table::{Event, Game, Turn, nature::dice, nature::unit};

use crate::{cpu, series};

/// How steady the hand is that places.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Steadiness {
    /// Looks a little and trembles
    Easy,
    /// Fairly steady
    Medium,
    /// Very steady
    Hard,
}

impl Steadiness {
    fn hand(self) -> Hand {
        match self {
            Steadiness::Easy => Hand::EASY,
            Steadiness::Medium => Hand::MEDIUM,
            Steadiness::Hard => Hand::HARD,
        }
    }
}

/// Placements at a point of a game, each with the chance that it holds under a hand's error.
pub(crate) fn odds(state: &State, steadiness: Steadiness, trials: u64) -> Result<Vec<Value>> {
    let placements: Vec<(PieceId, Pose)> = match (state.phase(), state.held()) {
        (Phase::Released(pose), Some(held)) => vec![(held.piece, *pose)],
        (Phase::Choose, Some(held)) => {
            suggest(state, held).into_iter().map(|pose| (held.piece, pose)).collect()
        }
        (Phase::Choose, None) => bail!("no piece is held here: ask before the event that places one"),
        _ => bail!("no piece is being placed here: ask before the event that places one"),
    };
    let (site, hand) = (Site::of(state), steadiness.hand());
    let world = World::new(state.set(), state.structure());
    let bar = series::progress(trials * placements.len() as u64, false, "trials");
    let told = placements.into_iter().map(|(piece, pose)| {
        let held = in_threads(trials, |trial| {
            bar.inc(1);
            hand::chances(&site, &world, piece, &pose, &hand, 1, &mut dice(1, trial)).holds > 0.5
        });
        let held = held.into_iter().filter(|held| *held).count() as u64;
        let chance = held as f64 / trials.max(1) as f64;
        json!({"piece": state.set().name(Some(piece)), "pose": pose, "held": held, "trials": trials, "chance": chance})
    });
    let told = told.collect();
    bar.finish_and_clear();
    Ok(told)
}

/// Answers of many independent trials, worked out on all cores, in their order.
fn in_threads<T: Send>(trials: u64, answer: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicU64::new(0);
    let mut answers: Vec<(u64, T)> = thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let trial = next.fetch_add(1, Ordering::Relaxed);
                if trial >= trials {
                    return mine;
                }
                mine.push((trial, answer(trial)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a trial does not panic")).collect()
    });
    answers.sort_by_key(|(trial, _)| *trial);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// CPU-seconds of single deeds in one game of two medium hands.
#[derive(Default)]
struct Spent {
    /// Each turn's looking for a place on at most 12 pieces, with whether one was found.
    turns: Vec<(f64, bool)>,
    /// Settling on 11 to 13 pieces, ten seconds of rest included.
    settled: Vec<f64>,
    /// Until it is known that a piece falls, on 11 to 13 pieces.
    fell: Vec<f64>,
    /// Checks of a pose for overlap and reach, and their time.
    checks: (u64, f64),
    pieces: usize,
}

/// What Stacket's physics costs, in games of two medium hands.
pub(crate) fn bench(games: u64, is_quiet: bool) -> Value {
    let bar = series::progress(games, is_quiet, "games");
    let spent = in_threads(games, |game| {
        let spent = play(game);
        bar.inc(1);
        spent
    });
    bar.finish_and_clear();
    let all = |part: fn(&Spent) -> &[f64]| spent.iter().flat_map(part).copied().collect::<Vec<_>>();
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
    let (settled, fell) = (all(|s| &s.settled), all(|s| &s.fell));
    let turns: Vec<_> = spent.iter().flat_map(|s| &s.turns).collect();
    let quick = turns.iter().filter(|(time, found)| *found && *time < 2.0).count();
    let checks: u64 = spent.iter().map(|s| s.checks.0).sum();
    let checked: f64 = spent.iter().map(|s| s.checks.1).sum();
    json!({
        "games": games,
        "settlings": settled.len(),
        "settlings_per_cpu_s": 1.0 / mean(&settled),
        "falls": fell.len(),
        "fall_known_ms": 1000.0 * mean(&fell),
        "checks_per_cpu_s": checks as f64 / checked,
        "turns": turns.len(),
        "turns_found_within_2_cpu_s": quick,
        "games_of_12_pieces": spent.iter().filter(|s| s.pieces >= 12).count(),
    })
}

/// Says in words what was measured.
pub(crate) fn tell(measured: &Value) {
    let number = |key: &str| measured[key].as_f64().unwrap_or(0.0);
    println!(
        "         settling on 11 to 13 pieces: {:.1} a CPU-second, of {}",
        number("settlings_per_cpu_s"),
        measured["settlings"]
    );
    println!(
        "         a fall is known within {:.1} ms on average, of {}",
        number("fall_known_ms"),
        measured["falls"]
    );
    println!("         overlap and reach: {:.0} checks a CPU-second", number("checks_per_cpu_s"));
    println!(
        "         a medium hand found a place within 2 CPU-seconds in {} of {} turns on up to 12 pieces",
        measured["turns_found_within_2_cpu_s"], measured["turns"]
    );
    println!(
        "         two medium hands built 12 pieces or more in {} of {} games",
        measured["games_of_12_pieces"], measured["games"]
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu::of_thread();
    let done = work();
    (cpu::of_thread() - start, done)
}

fn play(game: u64) -> Spent {
    let (options, seating) = State::seat_zero_begins(2).expect("two can play");
    let mut state = State::open(&options, &seating).expect("the default options are good");
    let (mut rng, mut spent, mut looked) = (dice(7, game), Spent::default(), 0.0);
    while state.turn() != Turn::Over {
        let pieces = state.structure().len();
        let event = if state.turn() == Turn::Nature {
            let (time, fate): (f64, Fate) = timed(|| state.draw(&mut rng));
            if (11..=13).contains(&pieces) && fate.end == End::Rest {
                spent.settled.push(time);
            }
            Event::Fate(fate)
        } else {
            let (time, mv) = timed(|| hand::choose(&state, &Hand::MEDIUM, &mut rng));
            looked += time;
            let is_found = matches!(mv, Move::Place(_));
            if (is_found || mv == Move::GiveUp) && pieces <= 12 {
                spent.turns.push((looked, is_found));
            }
            if is_found || mv == Move::GiveUp {
                looked = 0.0;
            }
            if let (Move::Place(pose), Some(held), 11..=13) = (mv, state.held(), pieces) {
                try_out(&state, held.piece, &pose, &mut spent);
            }
            Event::Move { seat: state.seat(), mv }
        };
        state.apply(&event);
    }
    spent.pieces = state.placed().len();
    spent
}

/// Checks poses around a good one, and lets the piece go where it must fall.
fn try_out(state: &State, piece: PieceId, good: &Pose, spent: &mut Spent) {
    let mut rng = dice(8, state.placed().len() as u64);
    let site = Site::of(state);
    let own = state.set().piece(piece);
    let mut near = |spread: f64| {
        let mut pose = *good;
        pose.at = pose.at.map(|x| x + spread * (2.0 * unit(&mut rng) - 1.0));
        pose
    };
    const CHECKS: u64 = 20_000;
    let poses: Vec<Pose> = (0..CHECKS).map(|_| near(1.0)).collect();
    let (time, _) =
        timed(|| poses.iter().filter(|pose| judge::check_pose(&site.scene, own, pose).is_ok()).count());
    spent.checks.0 += CHECKS;
    spent.checks.1 += time;
    let world = World::new(state.set(), state.structure());
    for pose in (0..40).map(|_| near(0.8)) {
        if judge::judge(&site.scene, piece, &pose).is_err() {
            continue;
        }
        let (time, trial) = timed(|| hand::probe(&site, &world, piece, &pose));
        if matches!(trial, Trial::Falls | Trial::Drops) {
            spent.fell.push(time);
        }
    }
}
