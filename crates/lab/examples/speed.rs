//! What it costs to look on: CPU time of the lab, which counts everything but chances over time, against plain play.
//!
//! `cargo run --release -p lab --example speed`
//!
//! Both play on one thread, in turns, so that whatever else runs on the machine disturbs both alike. Plain play is the loop of
//! `stackhouse selfplay`.

use std::collections::BTreeMap;

use bots::{
    Level, Played, TableBots,
    registry::{PlayedVisitor, with_bots},
};
use lab::{arm::Arm, bench::Bench};
use rustix::time::{ClockId, clock_gettime};
use serde_json::Map;
use table::{Event, Game, Seat, Seating, Turn, nature::dice, random_event};

const SEATS: usize = 4;
const TURNS: u64 = 12;

fn main() {
    println!("game     bot      games   plain ms   lab ms   ratio");
    for (game, level, games) in [
        ("nabbit", Level::Random, 40_960),
        ("push", Level::Random, 4_096),
        ("stacks", Level::Random, 4_096),
        ("nuts", Level::Random, 4_096),
        ("nabbit", Level::Medium, 8_192),
        ("push", Level::Medium, 1_024),
        ("stacks", Level::Easy, 512),
        ("stacks", Level::Medium, 32),
        ("nuts", Level::Medium, 1_024),
    ] {
        with_bots(game, Compare { level, games }).expect("bots play it");
    }
}

struct Compare {
    level: Level,
    games: u64,
}

impl PlayedVisitor for Compare {
    type Out = ();

    fn visit<G: Played>(self) {
        let Compare { level, games } = self;
        let (mut plain, mut lab) = (0.0, 0.0);
        for turn in 0..TURNS {
            plain += timed(|| play_plainly::<G>(level, games, turn));
            lab += timed(|| play_in_the_lab::<G>(level, games, turn));
        }
        let (name, each) = (level.name(), 1000.0 / TURNS as f64);
        println!(
            "{:8} {name:8} {games:>6} {:>9.1} {:>8.1} {:>7.3}",
            G::ABOUT.id,
            plain * each,
            lab * each,
            lab / plain
        );
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let start = now();
    work();
    now() - start
}

fn play_in_the_lab<G: Played>(level: Level, games: u64, seed: u64) {
    let mut go_on = |_: u64, _: u64| true;
    let arm = Arm::alike(SEATS, &Map::new(), level.name(), seed).counted::<G>();
    let found = Bench::new(1, &mut go_on).play::<G>(&[(arm, games)]).expect("the lab plays");
    assert_eq!(found[0].games(), games);
}

fn play_plainly<G: Played>(level: Level, games: u64, seed: u64) {
    let (options, seating): (G::Options, Seating) = G::seat_zero_begins(SEATS).expect("four can play");
    let opened = G::open(&options, &seating).expect("the table opens");
    let mut won = BTreeMap::new();
    for game in 0..games {
        let standings = match level {
            Level::Random => play_at_random(opened.clone(), seed, game),
            _ => play_with_bots(opened.clone(), level, seed, game),
        };
        for seat in Seat::all(SEATS) {
            *won.entry(seat.index()).or_insert(0.0) += standings.share(seat);
        }
    }
    std::hint::black_box(won);
}

fn play_at_random<G: Game>(mut state: G, seed: u64, game: u64) -> table::Standings {
    let mut nature = dice(seed, game);
    while let Some(event) = random_event(&state, &mut nature) {
        state.apply(&event);
    }
    state.standings().expect("it is over")
}

fn play_with_bots<G: Played>(mut state: G, level: Level, seed: u64, game: u64) -> table::Standings {
    let mut nature = dice(seed, game);
    let mut bots = TableBots::<G>::new(SEATS, level, None, seed, game);
    loop {
        let event = match state.turn() {
            Turn::Over => return state.standings().expect("it is over"),
            Turn::Nature => Event::Fate(state.draw(&mut nature)),
            Turn::Seats(_) => {
                let seat = state.asked().expect("somebody is asked");
                Event::Move { seat, mv: bots.decide(&state, seat) }
            }
        };
        bots.watch(&state, &event);
        state.apply(&event);
    }
}
