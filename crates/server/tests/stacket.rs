//! Whole games of Stacket over real sockets: bots build and a scripted person builds, physics runs in the pool.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, Running, generous, get_json, start_in};
use journal::Memory;
use serde_json::{Value, json};
use server::{HouseBots, RealEnvironment};
use std::sync::Arc;

async fn house() -> Running {
    start_in(Arc::new(Memory::new()), generous(), Arc::new(HouseBots), Arc::new(RealEnvironment)).await
}

/// A game of somebody in seat 0 against an easy bot; what each moment told, to the end.
async fn play(client: &mut Client, options: Value, turns: usize) -> (Value, Vec<Value>) {
    let bots = json!([{"seat": 1, "level": "easy"}]);
    let opening = json!({"type": "create", "game": "stacket", "seats": 2, "name": "Hazel", "sit": 0, "bots": bots, "options": options});
    let table = client.ask(opening).await["table"].clone();
    client.ask(json!({"type": "start", "table": table})).await;
    let (mut moments, mut tried) = (Vec::new(), 0);
    loop {
        let moment = client.until("moment").await;
        moments.push(moment.clone());
        match moment["turn"]["type"].as_str().unwrap() {
            "over" => return (table, moments),
            "seats" if moment["turn"]["asked"] == 0 => {}
            _ => continue,
        }
        let moves = moment["moves"]["list"].as_array().unwrap();
        let offered = |kind: &str| moves.iter().find(|mv| mv.get(kind).is_some()).cloned();
        let is_held = !moves.is_empty() && offered("place").or_else(|| offered("pick")).is_none();
        if is_held && moment["events"] != json!([]) {
            continue; // Places are being looked for, and told when found.
        }
        tried += 1;
        let mv = match offered("place").or_else(|| offered("pick")) {
            Some(mv) if tried <= turns => mv,
            _ => json!("give-up"),
        };
        let play = json!({"type": "play", "table": table, "after": moment["seq"], "move": mv});
        assert!(play.to_string().len() < 4096 - 64, "a pose fits into a message");
        let answer = client.ask(play).await;
        assert_eq!(answer["outcome"], "stored", "{answer}");
    }
}

#[tokio::test]
async fn a_person_and_a_bot_build_until_something_falls() {
    let running = house().await;
    let mut client = Client::connect(running.address).await;
    let (table, moments) = play(&mut client, json!({}), 6).await;
    assert!(moments.iter().any(|moment| moment["turn"]["type"] == "nature"), "physics takes its time");
    let told = get_json(running.address, &format!("/api/tables/{}/record", table.as_str().unwrap())).await;
    let record = table::Record::from_line(&told["record"].to_string()).unwrap();
    let is_fate = |event: &&Value| event.get("fate").is_some();
    assert!(record.events.iter().filter(is_fate).count() > 0, "pieces were let go of");
    let verified = server::fairness::verify::verify(&serde_json::from_value(told).unwrap()).unwrap();
    assert_eq!(
        verified.events,
        record.events.len(),
        "simulated again, everything comes to rest in the same place"
    );
}

#[tokio::test]
async fn while_physics_runs_sockets_are_answered() {
    let running = house().await;
    let mut builder = Client::connect(running.address).await;
    let mut other = Client::connect(running.address).await;
    let built = async {
        play(&mut builder, json!({"points": true, "target": 3}), 4).await;
    };
    tokio::pin!(built);
    let mut pongs = 0;
    loop {
        tokio::select! {
            () = &mut built => break,
            answer = other.ask(json!({"type": "ping"})) => {
                assert_eq!(answer["outcome"], "pong");
                pongs += 1;
                tokio::task::yield_now().await;
            }
        }
    }
    assert!(pongs > 10, "{pongs} pings were answered");
}

#[tokio::test]
async fn all_see_the_piece_that_is_held_and_nobody_a_card_that_is_thought_of() {
    let running = house().await;
    let (mut builder, mut friend) =
        (Client::connect(running.address).await, Client::connect(running.address).await);
    for (game, is_seen) in [("stacket", true), ("nabbit", false)] {
        let bots = json!([{"seat": 1, "level": "easy"}]);
        let opening =
            json!({"type": "create", "game": game, "seats": 2, "name": "Hazel", "sit": 0, "bots": bots});
        let table = builder.ask(opening).await["table"].clone();
        friend.ask(json!({"type": "attend", "table": table, "as": "spectator"})).await;
        builder.ask(json!({"type": "start", "table": table})).await;
        let is_mine = |moment: &Value| moment["turn"]["asked"] == 0 && moment["moves"]["list"] != json!([]);
        let mut moment = builder.until("moment").await;
        while !is_mine(&moment) {
            moment = builder.until("moment").await;
        }
        let mv = moment["moves"]["list"][0].clone();
        let foul = builder.ask(json!({"type": "check", "table": table, "move": "no such move"})).await;
        assert_eq!(foul["answer"], "refused");
        let check = builder.ask(json!({"type": "check", "table": table, "move": mv})).await;
        assert_eq!(check["outcome"], "done", "{check}");
        builder.ask(json!({"type": "chat", "table": table, "text": "look"})).await;
        friend.until("chat").await;
        let tried: Vec<_> = friend.heard.drain(..).filter(|told| told["type"] == "tried").collect();
        assert_eq!(tried.len(), usize::from(is_seen), "{game}");
        assert!(tried.iter().all(|told| told["move"] == mv && told["seat"] == 0), "{tried:?}");
        assert!(builder.heard.iter().all(|told| told["type"] != "tried"), "one knows what one tries oneself");
    }
}
