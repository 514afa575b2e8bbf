//! What a decision of each level takes with its default budget, in CPU time, in games against itself.
//!
//! `cargo run --release -p bots --example decision_time`

use bots::registry::{PlayedVisitor, with_bots};
use bots::{Level, Played, Sight};
use table::{Event, Turn, nature::dice};

/// The processor time of this thread, where the system tells it, in milliseconds.
fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

struct Times(Level, usize);

impl PlayedVisitor for Times {
    type Out = Vec<f64>;

    fn visit<G: Played>(self) -> Vec<f64> {
        let Times(level, most) = self;
        let (mut bot, budget) = (G::bot(level), G::budget(level));
        let mut times = Vec::new();
        for game in 0.. {
            let (options, seating) = G::seat_zero_begins(3).expect("three can play every game");
            let mut state = G::open(&options, &seating).expect("the options are the default ones");
            let mut rng = dice(5, game);
            while state.turn() != Turn::Over {
                let event = match state.asked() {
                    None => Event::Fate(state.draw(&mut rng)),
                    Some(seat) => {
                        let start = cpu_ms();
                        let mv = bot.decide(&Sight::of(&state, seat, &[]), &budget, &mut rng);
                        times.push(cpu_ms() - start);
                        Event::Move { seat, mv }
                    }
                };
                state.apply(&event);
                if times.len() == most {
                    return times;
                }
            }
        }
        times
    }
}

fn main() {
    for game in ["nabbit", "push", "stacks", "nuts", "stacket"] {
        for (name, level, most) in
            [("easy", Level::Easy, 100), ("medium", Level::Medium, 100), ("hard", Level::Hard, 12)]
        {
            let mut times = with_bots(game, Times(level, most)).expect("the bots know every game");
            times.sort_by(f64::total_cmp);
            let (middle, longest) = (times[times.len() / 2], times[times.len() - 1]);
            println!(
                "{game:8} {name:7} {middle:8.1} ms in the middle, {longest:8.1} ms at most, of {}",
                times.len()
            );
        }
    }
}
