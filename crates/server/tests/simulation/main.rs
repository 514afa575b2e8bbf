//! The whole house under simulated time and a seeded network.
//!
//! One to three tables of any of the five games share a house. Everything but the sockets themselves and Stacket's physics is
//! the real thing: house, rooms, sessions, outboxes, clocks. Connections are
//! slow, break, and are noticed late; commands are repeated; the store takes its time, and the house dies at chosen points
//! around an append and starts again from what was stored; now and then it stands still. Whatever happens: one linear history, no accepted move lost
//! or doubled, the table goes on, and the same seed gives the same trace.

#![allow(clippy::unwrap_used)]

mod guest;
mod network;
#[path = "../remembered/mod.rs"]
mod remembered;
#[path = "../seated/mod.rs"]
mod seated;
mod store;

use guest::Guest;
use journal::{Append, Journal as _, Memory, TableId, ask};
use network::Door;
use seated::{facts, started, token};
use serde_json::json;
use server::fairness::Bits;
use server::protocol::{BotLevel, ClockSettings, HintLine, Json, Phase};
use server::room::facts::{Fact, What};
use server::room::{Pace, Position, Room};
use server::{Doorkeeper, Environment, House, Limits, Players};
use shelf::AnyTable;
use stacket::Cause;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Defect, Life, Store};
use table::nature::{Dice, below, dice};
use table::{EventOf, Rng as _, Seat, Seating, Turn};
use tokio::time::{Instant, sleep, sleep_until};

/// Stacket takes longest and comes up least.
const GAMES: [(&str, usize, u32); 5] =
    [("nabbit", 3, 6), ("push", 3, 6), ("stacks", 3, 6), ("nuts", 4, 6), ("stacket", 2, 1)];
/// The most tables in a house.
const TABLES: u32 = 3;
/// How long things break, and how long they are whole again.
const CHAOS: Duration = Duration::from_secs(9);
const CALM: Duration = Duration::from_secs(8);

/// Time that runs as fast as there is nothing to do.
struct Clock {
    zero: Instant,
    /// What it stood still.
    still_ms: AtomicU64,
    drawn: AtomicU64,
}

impl Environment for Clock {
    fn now_ms(&self) -> u64 {
        1_000_000 + self.zero.elapsed().as_millis() as u64 + self.still_ms.load(Ordering::Relaxed)
    }

    fn entropy(&self) -> [u8; 32] {
        let mut bits = [0; 32];
        dice(self.drawn.fetch_add(1, Ordering::Relaxed), 3).fill_bytes(&mut bits);
        bits
    }
}

/// Bots that think for as long as they like.
struct Slow;

impl Players for Slow {
    fn choose(&self, think: &Position) -> Option<String> {
        think.table.pick(think.seat, &mut dice(think.seed, 0))
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        vec![BotLevel::Easy]
    }

    fn weigh(&self, _: &Position) -> Vec<HintLine> {
        Vec::new()
    }

    fn is_time_made_up(&self) -> bool {
        true
    }

    /// Nothing moves: what is let go of stays where it is.
    fn nature_in_own_time(&self, table: &dyn AnyTable) -> Option<server::Thought> {
        let state: stacket::State = serde_json::from_str(&table.state()).unwrap();
        let mut rest = state.structure().to_vec();
        match state.cause().unwrap() {
            Cause::Release(piece) => rest.push(piece),
            Cause::Lift(piece) => rest.retain(|standing| standing.piece != piece),
            Cause::Shake(_) => {}
        }
        let (ground, touches, film) = Default::default();
        let fate = stacket::Fate { end: stacket::End::Rest, ground, rest, touches, film };
        let event = serde_json::to_string(&EventOf::<stacket::State>::Fate(fate)).unwrap();
        Some(Box::pin(async move {
            sleep(Duration::from_millis(250)).await;
            Some(event)
        }))
    }

    fn in_own_time(&self, think: &Position) -> Option<server::Thought> {
        let (mv, pause) = (self.choose(think), Duration::from_millis(think.seed % 1500));
        Some(Box::pin(async move {
            sleep(pause).await;
            mv
        }))
    }
}

/// A log of some game, somewhere in the middle of it; a bot has the last seat.
fn log(rng: &mut Dice) -> (Vec<Fact>, usize) {
    let mut drawn = below(rng, GAMES.iter().map(|(_, _, weight)| weight).sum());
    let is_drawn = |(_, _, weight): &&(&str, usize, u32)| match drawn.checked_sub(*weight) {
        Some(rest) => {
            drawn = rest;
            false
        }
        None => true,
    };
    let &(game, seats, _) = GAMES.iter().find(is_drawn).unwrap();
    let clocks = ClockSettings { turn_s: Some(8), game_s: Some(600), window_s: 2, grace_s: 5 };
    let mut whats = started(game, seats, clocks, Bits([below(rng, 256) as u8; 32]));
    let last = Seat::all(seats).last().unwrap();
    whats.insert(seats + 1, What::BotSet { seat: last, bot: Some(BotLevel::Easy) });
    let mut play = shelf::open(game, &json!({}), &Seating::ascending(seats).unwrap()).unwrap();
    let mut left = if play.is_nature_slow() { 0 } else { below(rng, 100) };
    while play.turn() == Turn::Nature || left > 0 {
        let before = play.copy();
        let what = match play.asked() {
            Some(seat) => {
                let mv = play.pick(seat, rng).unwrap();
                let event = Json::from_text(play.check_move(seat, &mv).unwrap());
                What::Played { seat, event, is_bot: false }
            }
            None => What::Drawn { event: Json::from_text(play.draw(rng).unwrap()) },
        };
        if let What::Played { event, .. } | What::Drawn { event } = &what {
            play.play(event.text()).unwrap();
        }
        if play.turn() == Turn::Over {
            play = before;
            if play.turn() == Turn::Nature {
                continue;
            }
            break;
        }
        whats.push(what);
        left = left.saturating_sub(1);
    }
    (facts(whats, 1_000_000), seats)
}

#[derive(Debug, PartialEq, Eq)]
struct Run {
    trace: u64,
    crashes: u32,
    moves: usize,
}

async fn simulate(seed: u64, defect: Defect) -> Run {
    let mut rng = dice(seed, 0);
    let memory = Memory::new();
    let (door, is_calm) = (Door::closed(), Arc::new(AtomicBool::new(false)));
    let zero = Instant::now();
    let until = zero + CHAOS + CALM;
    let tables: Vec<_> =
        (0..=below(&mut rng, TABLES)).map(|table| TableId::from(u128::from(table))).collect();
    let mut guests = Vec::new();
    for &table in &tables {
        let (log, seats) = log(&mut rng);
        ask(|done| memory.append(Append::after(0, table, log.iter().map(Fact::to_entry)), done))
            .await
            .unwrap();
        for token in Seat::all(seats - 1).map(|seat| Some(token(seat))).chain([None]) {
            let (number, door, is_calm) = (guests.len(), door.clone(), is_calm.clone());
            let guest = Guest::new(table, number, token, dice(seed, 10 + number as u64), door, is_calm);
            guests.push(tokio::spawn(guest.be_there(until)));
        }
    }
    let world = Arc::new(Clock { zero, still_ms: AtomicU64::new(0), drawn: AtomicU64::new(seed << 16) });
    tokio::spawn(stand_still(world.clone(), dice(seed, 2)));
    let deaths = Arc::new(Mutex::new(25));
    let (mut crashes, mut stored_before_calm) = (0, Vec::new());
    loop {
        let life = Arc::new(Life::default());
        let rng = Mutex::new(dice(rng.next_u64(), 1));
        let store = Store { memory: memory.clone(), life: life.clone(), rng, deaths: deaths.clone(), defect };
        let pace = Pace { least_ms: 100, spread_ms: 300 };
        let house = House::open(Arc::new(store), Arc::new(Slow), world.clone(), pace).await.unwrap();
        let doorkeeper = Arc::new(Doorkeeper::new(generous()));
        door.open(house, life.clone(), doorkeeper, seed << 20 | u64::from(crashes));
        if !is_calm.load(Ordering::Relaxed) {
            tokio::select! {
                biased;
                () = life.over.notified() => {}
                () = sleep_until(zero + CHAOS) => {
                    is_calm.store(true, Ordering::Relaxed);
                    *deaths.lock().unwrap() = 0;
                    for &table in &tables {
                        stored_before_calm.push(read(&memory, table).await.len());
                    }
                }
            }
        }
        if is_calm.load(Ordering::Relaxed) {
            tokio::select! {
                biased;
                // An append that was to be the last one may have been under way.
                () = life.over.notified() => {}
                () = sleep_until(until) => break,
            }
        }
        life.end();
        door.close();
        crashes += 1;
        sleep(Duration::from_millis(300)).await;
    }
    let mut there = Vec::new();
    for guest in guests {
        there.push(guest.await.unwrap());
    }
    door.close();
    let mut trace = 0;
    for (&table, before) in tables.iter().zip(stored_before_calm) {
        let facts = read(&memory, table).await;
        check(table, &facts, before, there.iter().filter(|guest| guest.table == table));
        trace ^= (facts.len() as u64).rotate_left(trace as u32 & 31);
    }
    trace = there.iter().fold(trace, |trace, guest| trace.rotate_left(7) ^ guest.trace);
    Run { trace, crashes, moves: there.iter().map(|guest| guest.accepted.len()).sum() }
}

/// Lets the house stand still a few times, for longer than anybody has for a turn.
async fn stand_still(world: Arc<Clock>, mut rng: Dice) {
    for _ in 0..3 {
        sleep(Duration::from_millis(below(&mut rng, CHAOS.as_millis() as u32 / 3).into())).await;
        world.still_ms.fetch_add(u64::from(2500 + below(&mut rng, 20_000)), Ordering::Relaxed);
    }
}

fn generous() -> Limits {
    let mut limits = Limits::default();
    limits.commands.burst = 1_000_000;
    limits
}

/// The whole log; reading it checks its chain.
async fn read(memory: &Memory, table: TableId) -> Vec<Fact> {
    let page = ask(|done| memory.read(table, 0, usize::MAX, done)).await.unwrap();
    page.events.iter().map(|event| Fact::from_stored(event.version, &event.payload).unwrap()).collect()
}

/// What must hold whatever happened.
fn check<'a>(
    table: TableId,
    facts: &[Fact],
    stored_before_calm: usize,
    guests: impl Iterator<Item = &'a Guest>,
) {
    let mut stored: BTreeMap<&str, u64> = BTreeMap::new();
    let mut moves = BTreeSet::new();
    for (place, fact) in facts.iter().enumerate() {
        if let (Some(by), What::Played { .. }) = (&fact.by, &fact.what) {
            assert!(moves.insert(by.command.trim_end_matches('\'')), "command {} moved twice", by.command);
            stored.insert(by.command.trim_end_matches('\''), place as u64 + 1);
        }
    }
    for guest in guests {
        for (command, seq) in &guest.accepted {
            let found = stored.get(command.as_str());
            assert_eq!(found, Some(seq), "accepted move {command} is not where it was said to be");
        }
        for command in &guest.stale {
            assert!(!moves.contains(command.as_str()), "{command} was carried out and then called late");
        }
    }
    let room = Room::new(table, facts, 0, [0; 32], Pace::AT_ONCE).unwrap();
    let is_over = room.state().phase() == Phase::Over;
    assert!(is_over || facts.len() > stored_before_calm, "the table does not go on");
}

fn run(seed: u64, defect: Defect) -> Run {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(simulate(seed, defect))
}

fn is_found_out(seed: u64, defect: Defect) -> bool {
    catch_unwind(AssertUnwindSafe(|| run(seed, defect))).is_err()
}

fn number(of: &str) -> Option<u64> {
    std::env::var(of).ok().and_then(|text| text.parse().ok())
}

#[test]
fn nothing_accepted_is_lost_or_doubled_whatever_breaks() {
    if let Some(seed) = number("SEED") {
        run(seed, Defect::None);
        return;
    }
    let seeds = number("SEEDS").unwrap_or(2000);
    let (next, crashes, moves) = (AtomicU64::new(0), AtomicU32::new(0), AtomicU64::new(0));
    let bad = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return;
            }
            match catch_unwind(|| run(seed, Defect::None)) {
                Ok(run) => {
                    crashes.fetch_add(run.crashes, Ordering::Relaxed);
                    moves.fetch_add(run.moves as u64, Ordering::Relaxed);
                }
                Err(_) => bad.lock().unwrap().push(seed),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    let (crashes, moves) = (u64::from(crashes.into_inner()), moves.into_inner());
    println!("{seeds} seeds, {crashes} crashes, {moves} accepted moves");
    let bad = bad.into_inner().unwrap();
    if let Some(seed) = bad.first() {
        panic!("seeds that broke: {bad:?}\n{}", table::kit::again(&seed.to_string()));
    }
    assert!(crashes > seeds / 2 && moves > seeds, "{crashes} crashes, {moves} moves: too little happens");
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    for seed in table::kit::seeds(0..20) {
        assert_eq!(run(seed, Defect::None), run(seed, Defect::None));
    }
}

#[test]
fn a_house_that_answers_before_it_has_stored_is_found_out() {
    assert!(
        (0..40).any(|seed| is_found_out(seed, Defect::AnswersFirst)),
        "a test that cannot fail shows nothing"
    );
}

#[test]
fn a_house_that_forgets_commands_is_found_out() {
    assert!((0..200).any(|seed| is_found_out(seed, Defect::ForgetsCommands)), "nobody noticed");
}
