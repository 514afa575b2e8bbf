//! What a server's time and memory buy.
//!
//! Three runs against one server each: as many moves as it takes, for moves per CPU-second; many sockets at a steady
//! pace, for the time from a move to both seats having it; and idle tables and sockets, for memory.

use crate::client::{Client, Table, read_moment, seat, seat_again};
use crate::process::{Server, allow_files};
use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// What the server is put under.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many tables are played as fast as answers come.
    pub tables: usize,
    /// How many sockets are open during the steady run; there is one table for every four.
    pub sockets: usize,
    /// Moves a second in the steady run.
    pub rate: f64,
    /// How long each run is measured.
    pub seconds: u64,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Accepted moves per CPU-second of the server, as fast as answers come.
    pub moves_per_cpu_second: f64,
    /// The same in moves a second on the clock.
    pub moves_per_second: f64,
    /// Moves a second in the steady run.
    pub steady_moves_per_second: f64,
    /// The server's CPU-seconds a second in the steady run.
    pub steady_cpu: f64,
    /// Half of the moves reached both seats within this.
    pub p50: Duration,
    /// 99 of 100 moves reached both seats within this.
    pub p99: Duration,
    /// Resident memory a connection that looks at nothing.
    pub kib_a_connection: f64,
    /// Resident memory a started table whose people are gone.
    pub kib_a_table: f64,
}

impl Figures {
    /// The figures for machines.
    pub fn json(&self) -> Value {
        json!({
            "moves_per_cpu_second": self.moves_per_cpu_second,
            "moves_per_second": self.moves_per_second,
            "steady_moves_per_second": self.steady_moves_per_second,
            "steady_cpu": self.steady_cpu,
            "p50_ms": self.p50.as_secs_f64() * 1000.0,
            "p99_ms": self.p99.as_secs_f64() * 1000.0,
            "kib_a_connection": self.kib_a_connection,
            "kib_a_table": self.kib_a_table,
        })
    }

    /// The figures for people, each with its goal.
    pub fn table(&self) -> String {
        let rows = [
            (
                "accepted moves a server CPU-second",
                format!("{:.0}", self.moves_per_cpu_second),
                "15,000 or more",
            ),
            ("  the same a second on the clock", format!("{:.0}", self.moves_per_second), ""),
            ("steady run: moves a second", format!("{:.0}", self.steady_moves_per_second), ""),
            ("  share of a core", format!("{:.0}%", 100.0 * self.steady_cpu), ""),
            ("  move to both seats, p50", format!("{:.1?}", self.p50), ""),
            ("  move to both seats, p99", format!("{:.1?}", self.p99), "under 50 ms"),
            ("memory a connection", format!("{:.1} KiB", self.kib_a_connection), "under 20 KB"),
            ("memory an idle table", format!("{:.1} KiB", self.kib_a_table), "12 KiB or less"),
        ];
        rows.iter().map(|(what, figure, goal)| format!("{what:<38}{figure:>12}   {goal}\n")).collect()
    }
}

/// Measures a server binary.
pub async fn measure(binary: &Path, plan: Plan) -> Result<Figures> {
    allow_files(plan.sockets as u64 + 200)?;
    let (kib_a_connection, kib_a_table) = memory(binary).await?;
    let fast = play(binary, plan.tables, 2 * plan.tables, None, plan.seconds).await?;
    let steady = play(binary, plan.sockets / 4, plan.sockets, Some(plan.rate), plan.seconds).await?;
    Ok(Figures {
        moves_per_cpu_second: fast.moves / fast.cpu,
        moves_per_second: fast.moves / fast.clock,
        steady_moves_per_second: steady.moves / steady.clock,
        steady_cpu: steady.cpu / steady.clock,
        p50: steady.quantile(0.5),
        p99: steady.quantile(0.99),
        kib_a_connection,
        kib_a_table,
    })
}

/// Accepted moves per CPU-second of a server binary, as fast as answers come.
pub async fn moves_per_cpu_second(binary: &Path, plan: Plan) -> Result<f64> {
    let fast = play(binary, plan.tables, 2 * plan.tables, None, plan.seconds).await?;
    Ok(fast.moves / fast.cpu)
}

/// Memory of a connection that looks at nothing, and of a table nobody looks at.
async fn memory(binary: &Path) -> Result<(f64, f64)> {
    const COUNT: usize = 2000;
    let data = tempfile::tempdir()?;
    let server = Server::start(binary, data.path())?;
    let warm = idle(&server, 200).await?;
    let before = server.resident_kib()?;
    let sockets = idle(&server, COUNT).await?;
    let of_connections = server.resident_kib()? - before;
    drop((warm, sockets, server));
    // Another server: what sockets gave back would be taken for tables.
    let data = tempfile::tempdir()?;
    let server = Server::start(binary, data.path())?;
    for _ in 0..100 {
        drop(seat(server.port).await?);
    }
    settle().await;
    let before = server.resident_kib()?;
    for _ in 0..COUNT {
        drop(seat(server.port).await?);
    }
    settle().await;
    let of_tables = server.resident_kib()? - before;
    Ok((of_connections / COUNT as f64, of_tables / COUNT as f64))
}

async fn idle(server: &Server, count: usize) -> Result<Vec<Client>> {
    let mut sockets = Vec::new();
    for _ in 0..count {
        let mut client = Client::connect(server.port).await?;
        client.until("welcome").await?;
        sockets.push(client);
    }
    Ok(sockets)
}

/// Gives the server time to notice who is gone.
async fn settle() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}

#[derive(Default)]
pub(crate) struct Score {
    moves: AtomicU64,
    pub(crate) is_measuring: AtomicBool,
}

struct Run {
    moves: f64,
    cpu: f64,
    clock: f64,
    delays: Vec<Duration>,
}

impl Run {
    fn quantile(&self, part: f64) -> Duration {
        self.delays.get((self.delays.len() as f64 * part) as usize).copied().unwrap_or_default()
    }
}

/// Plays at so many tables for a while; sockets beyond the players' watch a table each.
async fn play(binary: &Path, tables: usize, sockets: usize, rate: Option<f64>, seconds: u64) -> Result<Run> {
    let data = tempfile::tempdir()?;
    let server = Server::start(binary, data.path())?;
    let (score, (send, mut delays)) = (Arc::new(Score::default()), mpsc::unbounded_channel());
    let mut seated = Vec::new();
    for number in 0..tables {
        let table = seat(server.port).await?;
        let watchers =
            (sockets - 2 * tables) * (number + 1) / tables - (sockets - 2 * tables) * number / tables;
        for _ in 0..watchers {
            let mut watcher = Client::connect(server.port).await?;
            watcher.done(json!({"id": "w", "type": "attend", "table": table.id})).await?;
            tokio::spawn(async move { while watcher.hear().await.is_ok() {} });
        }
        seated.push(table);
    }
    let pause = rate.map(|rate| Duration::from_secs_f64(tables as f64 / rate));
    for (place, table) in seated.into_iter().enumerate() {
        let offset = pause.map(|pause| pause.mul_f64(place as f64 / tables as f64));
        tokio::spawn(keep_playing(table, pause, offset, score.clone(), send.clone()));
    }
    // Until every table plays.
    tokio::time::sleep(Duration::from_secs(2) + pause.unwrap_or_default()).await;
    let (moves, cpu, clock) = (score.moves.load(Ordering::Relaxed), server.cpu_seconds()?, Instant::now());
    score.is_measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    score.is_measuring.store(false, Ordering::Relaxed);
    let moves = (score.moves.load(Ordering::Relaxed) - moves) as f64;
    let (cpu, clock) = (server.cpu_seconds()? - cpu, clock.elapsed().as_secs_f64());
    let mut all = Vec::new();
    while let Ok(delay) = delays.try_recv() {
        all.push(delay);
    }
    all.sort_unstable();
    Ok(Run { moves, cpu, clock, delays: all })
}

pub(crate) async fn keep_playing(
    mut table: Table,
    pause: Option<Duration>,
    offset: Option<Duration>,
    score: Arc<Score>,
    delays: mpsc::UnboundedSender<Duration>,
) -> Result<()> {
    tokio::time::sleep(offset.unwrap_or_default()).await;
    let mut number = 0_u64;
    let mut sent: Option<Instant> = None;
    loop {
        let [first, second] = &mut table.seats;
        let (first, second) = tokio::join!(first.until("moment"), second.until("moment"));
        let (moment, _) = (first?, second?);
        if let Some(sent) = sent.take() {
            score.moves.fetch_add(1, Ordering::Relaxed);
            if score.is_measuring.load(Ordering::Relaxed) {
                delays.send(sent.elapsed())?;
            }
        }
        let (seq, asked) = read_moment(&moment).context("a moment has a sequence")?;
        let Some(asked) = asked else {
            table = seat_again(table).await?;
            continue;
        };
        if let Some(pause) = pause {
            tokio::time::sleep(pause).await;
        }
        number += 1;
        let mv = if number.is_multiple_of(2) { "flip" } else { "stop" };
        let id = number.to_string();
        sent = Some(Instant::now());
        table.seats[asked]
            .say(&json!({"id": id, "type": "play", "table": table.id, "after": seq, "move": mv}))
            .await?;
    }
}
