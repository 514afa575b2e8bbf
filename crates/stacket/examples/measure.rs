//! Measures Stacket: `cargo run --release -p stacket --example measure`.
use stacket::hand::{self, Hand};
use stacket::*;
use std::time::Instant;
use table::{Event, Game, Turn, nature::dice};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(10);
    let hand = match std::env::args().nth(2).as_deref() {
        Some("easy") => Hand::EASY,
        Some("hard") => Hand::HARD,
        _ => Hand::MEDIUM,
    };
    let mut counts = vec![];
    let (mut think, mut thinks, mut sim, mut sims) = (0.0, 0u32, 0.0, 0u32);
    for g in 0..games {
        let (options, seating) = State::seat_zero_begins(2).unwrap();
        let mut state = State::open(&options, &seating).unwrap();
        let mut rng = dice(7, g);
        let mut log = String::new();
        let mut events = 0;
        loop {
            let event = match state.turn() {
                Turn::Over => break,
                Turn::Nature => {
                    let t = Instant::now();
                    let f = state.draw(&mut rng);
                    sim += t.elapsed().as_secs_f64();
                    sims += 1;
                    Event::Fate(f)
                }
                Turn::Seats(_) => {
                    let t = Instant::now();
                    let seat = state.seat();
                    let mv = hand::choose(&state, &hand, &mut rng);
                    think += t.elapsed().as_secs_f64();
                    thinks += 1;
                    state.check(seat, &mv).unwrap();
                    Event::Move { seat, mv }
                }
            };
            if let Event::Fate(f) = &event {
                state.check_fate(f).unwrap();
                log += &format!("{}; ", state.show(&event, table::Viewer::Screen));
            } else if std::env::args().nth(3).is_some() {
                log += &format!("[{}] ", state.show(&event, table::Viewer::Screen));
            }
            state.apply(&event);
            events += 1;
            if events > 400 {
                break;
            }
        }
        counts.push(state.placed().len());
        println!("game {g}: {} placed, {log}", state.placed().len());
    }
    counts.sort();
    println!(
        "placed {counts:?} median {} at least 12: {}/{games}",
        counts[counts.len() / 2],
        counts.iter().filter(|c| **c >= 12).count()
    );
    println!(
        "think {:.3} s each of {thinks}; settle {:.3} s each of {sims}",
        think / thinks as f64,
        sim / sims as f64
    );
}
