//! Loads a running server: `cargo run --release -p server --example load -- PORT PID [TABLES] [MOVES A SECOND] [SECONDS]`.
//!
//! Opens tables of Stack Nabbit with two seats each over real sockets, plays them (at most so many moves a second in
//! all; 0 is as fast as answers come), and prints accepted moves per CPU-second of the server, the time from a move to
//! both seats having it, and the server's memory. Start the server with `--no-limits`.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

type Socket = WebSocketStream<TcpStream>;

#[derive(Default)]
struct Score {
    moves: AtomicU64,
    is_measuring: AtomicBool,
}

#[tokio::main]
async fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let [port, pid, rest @ ..] = numbers.as_slice() else { panic!("give the server's port and process id") };
    let number = |place: usize, default| rest.get(place).copied().unwrap_or(default);
    let (tables, rate, seconds) = (number(0, 100), number(1, 0), number(2, 10));
    let score = Arc::new(Score::default());
    let (send, mut delays) = mpsc::unbounded_channel();
    let before_kib = resident_kib(*pid);
    let pause = match rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(tables as f64 / rate as f64),
    };
    let mut seated = Vec::new();
    for _ in 0..tables {
        seated.push(seat(*port).await);
    }
    let kib = resident_kib(*pid).saturating_sub(before_kib);
    println!(
        "{tables} tables with two sockets each: {kib} KiB, {:.1} KiB a table",
        kib as f64 / tables as f64
    );
    for (place, sockets) in seated.into_iter().enumerate() {
        tokio::spawn(play(*port, sockets, pause, place as f64 / tables as f64, score.clone(), send.clone()));
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (moves, cpu, clock) = (score.moves.load(Ordering::Relaxed), cpu_seconds(*pid), Instant::now());
    score.is_measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    score.is_measuring.store(false, Ordering::Relaxed);
    let moves = (score.moves.load(Ordering::Relaxed) - moves) as f64;
    let (cpu, wall) = (cpu_seconds(*pid) - cpu, clock.elapsed().as_secs_f64());
    let mut all = Vec::new();
    while let Ok(delay) = delays.try_recv() {
        all.push(delay);
    }
    all.sort();
    let quantile = |part: f64| all.get((all.len() as f64 * part) as usize).copied().unwrap_or_default();
    println!(
        "{moves} moves: {:.0}/s, {:.0}/CPU-s of the server ({:.0}% of a core); p50 {:.1?}, p99 {:.1?}, {} KiB",
        moves / wall,
        moves / cpu,
        100.0 * cpu / wall,
        quantile(0.5),
        quantile(0.99),
        resident_kib(*pid)
    );
}

/// Two people at a new table, ready to play.
async fn seat(port: u64) -> [Socket; 2] {
    let mut sockets = [connect(port).await, connect(port).await];
    let create = json!({"id": "a", "type": "create", "game": "nabbit", "seats": 2, "name": "One", "sit": 0});
    let table = ask(&mut sockets[0], create).await["table"].clone();
    ask(&mut sockets[1], json!({"id": "b", "type": "join", "table": table, "name": "Two"})).await;
    for socket in &mut sockets {
        ask(socket, json!({"id": "c", "type": "ready", "table": table, "ready": true})).await;
    }
    sockets
}

async fn connect(port: u64) -> Socket {
    let stream = TcpStream::connect(("127.0.0.1", port as u16)).await.expect("the server listens");
    stream.set_nodelay(true).expect("a socket takes the option");
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let url = format!("ws://127.0.0.1:{port}/ws");
    client_async_with_config(url, stream, Some(config)).await.expect("the server opens sockets").0
}

async fn hear(socket: &mut Socket) -> Option<Value> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            return serde_json::from_str(&text).ok();
        }
    }
}

async fn ask(socket: &mut Socket, command: Value) -> Value {
    socket.send(Message::text(command.to_string())).await.expect("the server reads");
    loop {
        let told = hear(socket).await.expect("the server answers");
        if told["type"] == "answer" {
            assert_eq!(told["answer"], "accepted", "{told}");
            return told;
        }
    }
}

async fn moment(socket: &mut Socket) -> Option<Value> {
    loop {
        let told = hear(socket).await?;
        if told["type"] == "moment" {
            return Some(told);
        }
    }
}

/// Plays games until the process ends.
async fn play(
    port: u64,
    mut sockets: [Socket; 2],
    pause: Duration,
    offset: f64,
    score: Arc<Score>,
    delays: mpsc::UnboundedSender<Duration>,
) {
    tokio::time::sleep(pause.mul_f64(offset)).await;
    let mut sent: Option<Instant> = None;
    let mut number = 0_u64;
    loop {
        let [first, second] = &mut sockets;
        let (Some(first), Some(_)) = tokio::join!(moment(first), moment(second)) else { return };
        if let Some(sent) = sent.take() {
            score.moves.fetch_add(1, Ordering::Relaxed);
            if score.is_measuring.load(Ordering::Relaxed) {
                let _ = delays.send(sent.elapsed());
            }
        }
        let Some(asked) = first["turn"]["asked"].as_u64() else {
            sockets = seat(port).await;
            continue;
        };
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        number += 1;
        let mv = if number.is_multiple_of(2) { "flip" } else { "stop" };
        let (table, after) = (&first["table"], &first["seq"]);
        let play =
            json!({"id": number.to_string(), "type": "play", "table": table, "after": after, "move": mv});
        sent = Some(Instant::now());
        if sockets[asked as usize].send(Message::text(play.to_string())).await.is_err() {
            return;
        }
    }
}

/// User and system time of a process.
fn cpu_seconds(pid: u64) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("there is such a process");
    let fields: Vec<&str> =
        stat.rsplit(')').next().expect("there is a last part").split_whitespace().collect();
    fields[11..13].iter().map(|field| field.parse::<f64>().expect("a number of ticks")).sum::<f64>() / 100.0
}

/// Resident memory of a process.
fn resident_kib(pid: u64) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("there is such a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("a process has memory");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number of KiB")
}
