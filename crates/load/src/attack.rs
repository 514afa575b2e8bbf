//! Honest play while others do their worst: the same house is measured without an attack and then with it.
//!
//! People and attackers come from different addresses of this machine (all of 127.0.0.0/8 is its own), and the house
//! keeps its usual limits. Only the difference counts: how long a move takes at all depends on the machine.

use crate::attackers;
use crate::client::seat_from;
use crate::measure::{Score, keep_playing};
use crate::process::{Server, allow_files};
use anyhow::Result;
use std::fmt;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::mpsc;

/// What is tried against the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Attack {
    /// Nothing at all: how much the measurement itself wavers
    Nothing,
    /// A hundred sockets that send what cannot be read, and come back when they are cut
    Unreadable,
    /// A hundred sockets that send more commands than they may
    Hasty,
    /// A hundred sockets that send pings of the line
    Pings,
    /// Fifty connections that ask for /readyz as fast as they are answered
    Readyz,
    /// Fifty connections that ask for the list of two thousand open tables
    Lobby,
    /// 1,500 connections that ask for a replay and never read it
    Replays,
    /// Five people who ask for odds and hints in Stacket as often as they may
    Odds,
    /// Ten tables of hard bots
    Bots,
}

/// How honest play is measured.
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    /// How many tables are played honestly.
    pub tables: u8,
    /// Moves a second at all of them together.
    pub rate: f64,
    /// How long it is measured, without and with the attack.
    pub seconds: u64,
}

/// What honest people noticed.
#[derive(Clone, Debug)]
pub struct Outcome {
    attack: Attack,
    without: [Duration; 2],
    with: [Duration; 2],
    mib: [f64; 2],
    counted: Vec<(&'static str, u64)>,
}

/// The line above all outcomes, with the names of their columns.
pub const HEADING: &str =
    "attack       p50 ms            p99 ms            p99 grows by   memory MiB       counted";

/// What the house counts under an attack.
const COUNTED: [&str; 6] =
    ["cut", "too_many_requests", "turned_away", "slow_readers", "thoughts_shortened", "thoughts_late"];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let [without, with] = [self.without.map(ms), self.with.map(ms)];
        let name = format!("{:?}", self.attack).to_lowercase();
        let counted: Vec<_> = self.counted.iter().map(|(name, count)| format!("{name} {count}")).collect();
        write!(
            f,
            "{name:<12} {:>6.1} to {:<7.1} {:>6.1} to {:<7.1} {:>+8.1} ms    {:>6.0} to {:<6.0} {}",
            without[0],
            with[0],
            without[1],
            with[1],
            with[1] - without[1],
            self.mib[0],
            self.mib[1],
            counted.join(", ")
        )
    }
}

/// Plays honestly, first alone and then while the house is attacked.
pub async fn withstand(binary: &Path, attack: Attack, siege: Siege) -> Result<Outcome> {
    allow_files(8000)?;
    let data = tempfile::tempdir()?;
    let server = Server::start_with(binary, data.path(), &[])?;
    let ready = attackers::prepare(attack, server.port).await?;
    let (score, (send, mut delays)) = (Arc::new(Score::default()), mpsc::unbounded_channel());
    let pause = Duration::from_secs_f64(f64::from(siege.tables) / siege.rate);
    for number in 0..siege.tables {
        let table = seat_from(Ipv4Addr::new(127, 0, 2, number + 1), server.port).await?;
        let offset = pause.mul_f64(f64::from(number) / f64::from(siege.tables));
        tokio::spawn(keep_playing(table, Some(pause), Some(offset), score.clone(), send.clone()));
    }
    let mut measure = async || {
        // Until every table plays, and an attack has begun.
        tokio::time::sleep(Duration::from_secs(2) + pause).await;
        score.is_measuring.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(siege.seconds)).await;
        score.is_measuring.store(false, Ordering::Relaxed);
        let mut all: Vec<Duration> = std::iter::from_fn(|| delays.try_recv().ok()).collect();
        all.sort_unstable();
        [0.5, 0.99].map(|part| all.get((all.len() as f64 * part) as usize).copied().unwrap_or_default())
    };
    let (without, before) = (measure().await, server.resident_kib()?);
    let attackers = attackers::begin(attack, server.port, ready);
    let (with, after) = (measure().await, server.resident_kib()?);
    drop(attackers);
    let counted = attackers::counted(server.port, &COUNTED).await?;
    Ok(Outcome { attack, without, with, mib: [before, after].map(|kib| kib / 1024.0), counted })
}
