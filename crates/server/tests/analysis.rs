//! How everyone's chances went: an ended game is looked at once, and told to everybody who asks.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, Running, generous, get_json, start};
use journal::Memory;
use serde_json::{Value, json};
use std::sync::Arc;

/// A game of two bots under the eyes of a table screen, played to its end.
async fn play_out(running: &Running, game: &str, seats: u64) -> (Client, Value) {
    let mut screen = Client::connect(running.address).await;
    let bots: Vec<_> = (0..seats).map(|seat| json!({"seat": seat, "level": "easy"})).collect();
    let clocks = json!({"window_s": 2});
    let opening = json!({"type": "create", "game": game, "seats": seats, "name": "Screen", "sit": null, "bots": bots, "clocks": clocks});
    let table = screen.ask(opening).await["table"].clone();
    let early = screen.ask(json!({"type": "analyse", "table": table})).await;
    assert_eq!(early["code"], "wrong-phase", "{early}");
    screen.ask(json!({"type": "start", "table": table})).await;
    while screen.until("moment").await["turn"]["type"] != "over" {}
    (screen, table)
}

/// Everything an analysis tells until it is done, and in how many messages.
async fn analysed(client: &mut Client, table: &Value) -> (Vec<Value>, usize) {
    let answer = client.ask(json!({"type": "analyse", "table": table})).await;
    assert_eq!(answer["outcome"], "done", "{answer}");
    let (mut chances, mut messages) = (Vec::new(), 0);
    loop {
        let told = client.until("analysis").await;
        assert_eq!(&told["table"], table);
        chances.extend(told["chances"].as_array().unwrap().iter().cloned());
        messages += 1;
        assert_eq!(told["done"], chances.len(), "what is told adds up");
        if told["done"] == told["total"] {
            return (chances, messages);
        }
    }
}

#[tokio::test]
async fn the_chances_of_an_ended_game_go_from_open_to_its_result() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let (mut screen, table) = play_out(&running, "nabbit", 3).await;
    let (mut chances, messages) = analysed(&mut screen, &table).await;
    assert!(messages > 10 && (2..=72).contains(&chances.len()), "{messages} messages");
    chances.sort_by_key(|moment| moment["seq"].as_u64());
    let replay = get_json(running.address, &format!("/api/tables/{}/replay", table.as_str().unwrap())).await;
    let seqs: Vec<_> = replay["steps"].as_array().unwrap().iter().map(|step| &step["seq"]).collect();
    for moment in &chances {
        let sum: f64 = moment["seats"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{moment}");
        assert!(seqs.contains(&&moment["seq"]), "every moment is a step of the replay");
    }
    let winners = replay["info"]["standings"]["winners"].as_array().unwrap().clone();
    let last = chances.last().unwrap();
    assert_eq!(Some(&&last["seq"]), seqs.last());
    for (seat, share) in last["seats"].as_array().unwrap().iter().enumerate() {
        assert_eq!(share.as_f64().unwrap() > 0.0, winners.contains(&json!(seat)), "{last} {winners:?}");
    }
    assert!(chances[0]["seats"].as_array().unwrap().iter().all(|share| share.as_f64().unwrap() < 0.9));
}

#[tokio::test]
async fn a_second_asker_gets_the_same_at_once_also_when_the_table_is_closed() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let (mut screen, table) = play_out(&running, "push", 2).await;
    screen.ask(json!({"type": "close", "table": table})).await;
    // Many ask before anything is known: one computation serves them all.
    let mut askers = Vec::new();
    for _ in 0..4 {
        askers.push(Client::connect(running.address).await);
    }
    let mut found = Vec::new();
    for asker in &mut askers {
        found.push(analysed(asker, &table).await.0);
    }
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
    let mut late = Client::connect(running.address).await;
    assert_eq!(analysed(&mut late, &table).await, (found.remove(0), 1), "one message tells it all");
    let nowhere = late.ask(json!({"type": "analyse", "table": "0".repeat(26)})).await;
    assert_eq!(nowhere["code"], "unknown-table");
}
