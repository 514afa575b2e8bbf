//! Self-play of one level of hand: how much is built, what it costs, and the structures themselves.
//!
//! `cargo run --release -p stacket --example measure -- GAMES [easy|medium|hard] [STRUCTURES.json]`

use std::{env, fs};

use stacket::hand::{self, Hand};
use stacket::{Standing, State, Verdict};
use table::{Event, Game, Turn, Viewer, nature::dice};

/// The processor time of this process, where the system tells it.
fn cpu_seconds() -> f64 {
    let told = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let argument = |n| env::args().nth(n).unwrap_or_default();
    let games: u64 = argument(1).parse().unwrap_or(10);
    let hand = match argument(2).as_str() {
        "easy" => Hand::EASY,
        "hard" => Hand::HARD,
        _ => Hand::MEDIUM,
    };
    let (mut think, mut settle, mut built) = (Vec::new(), Vec::new(), Vec::new());
    let mut structures: Vec<Vec<Standing>> = Vec::new();
    for game in 0..games {
        let (options, seating) = State::seat_zero_begins(2).expect("two can play");
        let mut state = State::open(&options, &seating).expect("the options are the default ones");
        let mut rng = dice(7, game);
        let mut story = Vec::new();
        while state.turn() != Turn::Over && story.len() < 200 {
            let start = cpu_seconds();
            let event = if state.turn() == Turn::Nature {
                let fate = state.draw(&mut rng);
                settle.push((state.structure().len(), cpu_seconds() - start));
                Event::Fate(fate)
            } else {
                let mv = hand::choose(&state, &hand, &mut rng);
                think.push((state.structure().len(), cpu_seconds() - start));
                Event::Move { seat: state.seat(), mv }
            };
            if let Event::Fate(fate) = &event {
                story.push(state.show(&event, Viewer::Screen).to_string());
                if matches!(state.verdict(fate), Verdict::Placed { .. }) && fate.rest.len() > 2 {
                    structures.push(fate.rest.clone());
                }
            }
            state.apply(&event);
        }
        built.push(state.placed().len());
        println!("game {game}: {} placed; {}", state.placed().len(), story.join("; "));
    }
    let average = |times: &[(usize, f64)], from: usize, to: usize| {
        let chosen: Vec<f64> = times.iter().filter(|t| (from..=to).contains(&t.0)).map(|t| t.1).collect();
        format!("{:.3} s x {}", chosen.iter().sum::<f64>() / chosen.len().max(1) as f64, chosen.len())
    };
    built.sort_unstable();
    let long = built.iter().filter(|n| **n >= 12).count();
    println!("built {built:?}; 12 or more in {long} of {games}");
    for (from, to) in [(0, 5), (6, 11), (12, 24)] {
        let (t, s) = (average(&think, from, to), average(&settle, from, to));
        println!("on {from} to {to} pieces: a decision {t}, a settling {s}");
    }
    if let Some(path) = env::args().nth(3) {
        let line = |s| serde_json::to_string(s).expect("structures have a JSON form");
        let lines: Vec<String> = structures.iter().map(line).collect();
        fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).expect("the file can be written");
    }
}
