//! Closed tables are kept for as long as the house is told, and their records may be put aside first.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, generous, nabbit, start};
use journal::{Journal, Memory, TableId, Which, ask};
use serde_json::{Value, json};
use server::Keeping;
use std::sync::Arc;
use std::time::Duration;

/// A table that is closed after a game of two bots.
async fn played(client: &mut Client) -> String {
    let bots = json!([{"seat": 0, "level": "easy"}, {"seat": 1, "level": "easy"}]);
    let mut opening = nabbit();
    opening["sit"] = Value::Null;
    opening["bots"] = bots;
    let table = client.ask(opening).await["table"].as_str().unwrap().to_owned();
    client.ask(json!({"type": "start", "table": table})).await;
    while client.until("moment").await["turn"]["type"] != "over" {}
    client.ask(json!({"type": "close", "table": table})).await;
    table
}

async fn tables(journal: &dyn Journal, which: Which) -> Vec<TableId> {
    let heads = ask(|done| journal.list(which, None, 1000, done)).await.unwrap();
    heads.into_iter().map(|head| head.table).collect()
}

#[tokio::test]
async fn old_tables_are_forgotten_and_their_records_are_put_aside() {
    let (journal, place) = (Arc::new(Memory::new()), tempfile::tempdir().unwrap());
    let running = start(journal.clone(), generous()).await;
    let mut client = Client::connect(running.address).await;
    let old: Vec<TableId> =
        vec![played(&mut client).await.parse().unwrap(), played(&mut client).await.parse().unwrap()];
    let open: TableId = client.ask(nabbit()).await["table"].as_str().unwrap().parse().unwrap();
    let notes: Vec<TableId> =
        tables(&*journal, Which::Closed).await.into_iter().filter(|id| !old.contains(id)).collect();

    // Nobody is as old as a hundred years.
    running.house.keep_for(Keeping { keep: Duration::from_secs(3_000_000_000), archive: None });
    // These are old at once, and the first look comes at once.
    let archive = place.path().join("records");
    running.house.keep_for(Keeping { keep: Duration::ZERO, archive: Some(archive.clone()) });
    while tables(&*journal, Which::Closed).await.iter().any(|id| old.contains(id)) {
        tokio::task::yield_now().await;
    }
    let mut found: Vec<String> = std::fs::read_dir(&archive)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut expected: Vec<String> = old.iter().map(|id| format!("{id}.json")).collect();
    expected.sort();
    assert_eq!(found, expected);
    let text = std::fs::read_to_string(archive.join(&found[0])).unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["record"]["game"], "nabbit");
    assert!(tables(&*journal, Which::Open).await.contains(&open), "what goes on is nobody's to forget");
    let left = tables(&*journal, Which::Closed).await;
    assert!(notes.iter().all(|note| left.contains(note)), "notes are no tables");
}

#[tokio::test]
async fn a_table_whose_record_cannot_be_put_aside_stays() {
    let (journal, place) = (Arc::new(Memory::new()), tempfile::tempdir().unwrap());
    let running = start(journal.clone(), generous()).await;
    let mut client = Client::connect(running.address).await;
    let old: TableId = played(&mut client).await.parse().unwrap();
    // A file where the directory should be.
    let archive = place.path().join("records");
    std::fs::write(&archive, "").unwrap();
    running.house.keep_for(Keeping { keep: Duration::ZERO, archive: Some(archive.clone()) });
    // The one after it goes the way of its house, once this one is looked at: seen by a house that may forget it.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert!(tables(&*journal, Which::Closed).await.contains(&old));
    std::fs::remove_file(&archive).unwrap();
    running.house.keep_for(Keeping { keep: Duration::ZERO, archive: Some(archive) });
    while tables(&*journal, Which::Closed).await.contains(&old) {
        tokio::task::yield_now().await;
    }
}
