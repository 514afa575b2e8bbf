//! A contest from the command line: `arena GAME GAMES SEED BOT BOT... [OPTIONS AS JSON]`; with options the bots
//! keep their seats.
//!
//! `cargo run --release -p bots --example arena -- nabbit 400 1 hard@2000 easy easy easy`

use std::{error::Error, time::Duration};

use bots::any::{Setup, contest};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, seed, seats @ ..] = &args[..] else {
        return Err("usage: arena GAME GAMES SEED BOT BOT...".into());
    };
    let (seats, options) = match seats.split_last() {
        Some((last, seats)) if last.starts_with('{') => (seats, serde_json::from_str(last)?),
        _ => (seats, serde_json::json!({})),
    };
    let setup = Setup {
        game,
        seats,
        rotate: options == serde_json::json!({}),
        options,
        games: games.parse()?,
        seed: seed.parse()?,
        threads: 1,
        think: None,
        limit: Duration::from_secs(10),
    };
    let report = contest(&setup, &|_| ())?;
    for bot in &report.bots {
        let [low, high] = bot.ci95;
        let by_seat: Vec<_> = bot.by_seat.iter().map(|share| format!("{share:.2}")).collect();
        println!(
            "{:28} {:6.1}% [{:.1}, {:.1}]  score {:6.1}  elo {:+.0} ± {:.0}  by seat {}",
            bot.name,
            100.0 * bot.win_share,
            100.0 * low,
            100.0 * high,
            bot.mean_score,
            bot.elo,
            bot.elo_error,
            by_seat.join(" ")
        );
    }
    for forfeit in report.forfeits.iter().take(3) {
        println!("game {}: {} forfeits: {}", forfeit.game, forfeit.name, forfeit.reason);
    }
    Ok(())
}
