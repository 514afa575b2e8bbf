//! What whoever asks after the house's health costs it.

#![allow(clippy::unwrap_used)]

mod client;

use client::{generous, get_json, start};
use journal::Sqlite;
use std::path::Path;
use std::sync::Arc;

/// How many commits a journal has acknowledged, as its witness tells.
fn commits(witness: &Path) -> u64 {
    let text = std::fs::read_to_string(witness).unwrap();
    text.trim().rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn asking_whether_the_house_is_ready_costs_the_disk_nothing() {
    let data = tempfile::tempdir().unwrap();
    let journal = Sqlite::open(data.path().join("journal.db")).unwrap();
    let running = start(Arc::new(journal), generous()).await;
    let witness = data.path().join("journal.witness");
    let before = commits(&witness);
    for _ in 0..300 {
        assert_eq!(get_json(running.address, "/readyz").await["ok"], true);
    }
    // One is made in five seconds without any, for a slow machine.
    let made = commits(&witness) - before;
    assert!(made < 30, "{made} commits");
    running.stop.cancel();
}
