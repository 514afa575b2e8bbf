//! Measures durable appends: `cargo run --release -p journal --example appends [TABLES] [ROUNDS] [IN FLIGHT]`.
//!
//! Many tables append one event of 150 bytes at a time, as many at once as given; prints appends a second and a
//! CPU-second.

use journal::{Append, Entry, Journal, Sqlite, TableId};
use std::sync::mpsc;
use std::time::Instant;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (tables, rounds) = (numbers.next().unwrap_or(2500), numbers.next().unwrap_or(40));
    let in_flight = numbers.next().unwrap_or(256).min(tables);
    let directory = tempfile::tempdir().expect("a directory can be made");
    let journal = Sqlite::open(directory.path().join("journal.db")).expect("a new journal opens");
    let (send, answers) = mpsc::channel();
    let ask = |number: u64| {
        let send = send.clone();
        let table = TableId::from(
            u128::from(number % tables).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
        );
        let append = Append::after(number / tables, table, [Entry::new(1, [b'x'; 150])]);
        journal.append(append, Box::new(move |answer| send.send(answer.is_ok()).expect("someone listens")));
    };
    let (clock, cpu) = (Instant::now(), cpu_seconds());
    let total = tables * rounds;
    (0..in_flight).for_each(ask);
    for next in in_flight..total + in_flight {
        assert!(answers.recv().expect("every append is answered"));
        if next < total {
            ask(next);
        }
    }
    let (wall, cpu) = (clock.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let count = total as f64;
    println!(
        "{total} appends, {tables} tables, {in_flight} in flight: {:.0}/s, {:.0}/CPU-s",
        count / wall,
        count / cpu
    );
}

/// User and system time of this process.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells a process its times");
    let fields: Vec<&str> =
        stat.rsplit(')').next().expect("there is a last part").split_whitespace().collect();
    let ticks: u64 =
        fields[11..13].iter().map(|field| field.parse::<u64>().expect("a number of ticks")).sum();
    ticks as f64 / 100.0
}
