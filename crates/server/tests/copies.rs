//! Replays and records: one packed copy for all, told without repeating anything, and only to those who read.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, Running, generous, get, get_json, start};
use flate2::read::GzDecoder;
use journal::{Journal as _, Memory};
use serde_json::{Value, json};
use server::Limits;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A game of bots that was played to its end, and each moment of it as somebody who watched was told it.
async fn watched(running: &Running, game: &str) -> (String, Vec<Value>) {
    let mut host = Client::connect(running.address).await;
    let bots =
        json!([{"seat": 0, "level": "easy"}, {"seat": 1, "level": "easy"}, {"seat": 2, "level": "easy"}]);
    let opening =
        json!({"type": "create", "game": game, "seats": 3, "name": "Screen", "sit": null, "bots": bots});
    let table = host.ask(opening).await["table"].clone();
    let mut watcher = Client::connect(running.address).await;
    watcher.ask(json!({"type": "attend", "table": table})).await;
    host.ask(json!({"type": "start", "table": table})).await;
    let mut moments = Vec::new();
    loop {
        moments.push(watcher.until("moment").await);
        if moments.last().unwrap()["turn"]["type"] == "over" {
            return (table.as_str().unwrap().into(), moments);
        }
    }
}

/// Carries out a JSON Patch of the three kinds the house uses.
fn patch(view: &mut Value, changes: &Value) {
    for change in changes.as_array().into_iter().flatten() {
        let path = change["path"].as_str().unwrap();
        let Some((parent, key)) = path.rsplit_once('/') else {
            *view = change["value"].clone();
            continue;
        };
        let key = key.replace("~1", "/").replace("~0", "~");
        match (view.pointer_mut(parent).unwrap(), change["op"].as_str().unwrap()) {
            (Value::Array(list), "add") => list.insert(key.parse().unwrap(), change["value"].clone()),
            (Value::Array(list), "remove") => drop(list.remove(key.parse().unwrap())),
            (Value::Array(list), "replace") => list[key.parse::<usize>().unwrap()] = change["value"].clone(),
            (Value::Object(fields), "add") => {
                assert!(fields.insert(key, change["value"].clone()).is_none(), "{change}");
            }
            (Value::Object(fields), "replace") => {
                assert!(fields.insert(key, change["value"].clone()).is_some(), "{change}");
            }
            (Value::Object(fields), "remove") => assert!(fields.remove(&key).is_some(), "{change}"),
            other => panic!("{change} of {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_replay_tells_every_moment_as_it_was_told_live_and_nothing_twice() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    for game in ["nabbit", "push", "stacks", "nuts"] {
        let (table, moments) = watched(&running, game).await;
        let replay = get_json(running.address, &format!("/api/tables/{table}/replay")).await;
        let (mut view, mut turn) = (Value::Null, Value::Null);
        let (mut size, mut whole) = (0, 0);
        let mut told: BTreeMap<u64, (Value, Value, Value)> = BTreeMap::new();
        for (place, step) in replay["steps"].as_array().unwrap().iter().enumerate() {
            assert_eq!(step.get("view").is_some(), place == 0, "{game} {place}");
            assert!(step["events"].as_array().unwrap().len() == place.min(1), "{game} {place}");
            view = step.get("view").cloned().unwrap_or(view);
            patch(&mut view, &step["changes"]);
            assert_ne!(step.get("turn"), Some(&turn), "{game} {place}: the turn is the same");
            turn = step.get("turn").cloned().unwrap_or(turn);
            whole += view.to_string().len();
            size += ["view", "changes"]
                .map(|key| step.get(key).map_or(0, |told| told.to_string().len()))
                .iter()
                .sum::<usize>();
            told.insert(
                step["seq"].as_u64().unwrap(),
                (view.clone(), turn.clone(), step["standings"].clone()),
            );
        }
        for moment in &moments {
            let (view, turn, standings) = &told[&moment["seq"].as_u64().unwrap()];
            assert_eq!((view, turn), (&moment["view"], &moment["turn"]), "{game} {}", moment["seq"]);
            assert_eq!(standings, &moment["standings"], "{game}");
        }
        assert!(size < whole * 2 / 3, "{game}: {size} bytes of views, and {whole} if each were told whole");
    }
}

/// One request of a browser that takes what is packed; returns the head and the body as it came.
async fn packed(address: SocketAddr, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase(), answer.split_off(end + 4))
}

#[tokio::test]
async fn browsers_get_it_packed_and_others_get_the_same_text() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let (table, _) = watched(&running, "nabbit").await;
    let paths = ["record", "replay", "replay?seat=1"].map(|what| format!("/api/tables/{table}/{what}"));
    for path in paths.iter().map(String::as_str).chain(["/api/games", "/api/lobby"]) {
        let (head, body) = packed(running.address, path).await;
        assert!(head.starts_with("http/1.1 200") && head.contains("content-encoding: gzip"), "{head}");
        assert!(
            head.contains(&format!("content-length: {}", body.len()))
                && head.contains("vary: accept-encoding")
        );
        let mut text = String::new();
        GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
        let plain: Value = get_json(running.address, path).await;
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain, "{path}");
        assert!(body.len() < text.len() || text.len() < 100, "{path}");
    }
}

#[tokio::test]
async fn only_so_many_copies_are_on_their_way() {
    let limits = Limits { copies_per_address: 1, ..generous() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let (table, _) = watched(&running, "nabbit").await;
    let path = format!("/api/tables/{table}/replay");
    for _ in 0..3 {
        let head = get(running.address, &path, "localhost").await.0;
        assert!(head.starts_with("http/1.1 200"), "the one before was sent: {head}");
    }
    let running = start(Arc::new(Memory::new()), Limits { copies: 0, ..generous() }).await;
    let (table, _) = watched(&running, "nabbit").await;
    let (head, body) = get(running.address, &format!("/api/tables/{table}/record"), "localhost").await;
    assert!(head.starts_with("http/1.1 503") && head.contains("retry-after: "), "{head}");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["code"], "busy");
}

#[tokio::test]
async fn who_asks_for_pages_and_never_reads_is_cut() {
    let limits = Limits { writes_ms: 50, ..generous() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut deaf = Vec::new();
    for _ in 0..20 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(running.address).await.unwrap();
        let request = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40);
        stream.write_all(request.as_bytes()).await.unwrap();
        deaf.push(stream);
    }
    let mut metrics = String::new();
    for _ in 0..5000 {
        metrics = get(running.address, "/metrics", "localhost").await.1;
        if metrics.contains("stackhouse_slow_readers_total 20\n") {
            break;
        }
    }
    assert!(metrics.contains("stackhouse_slow_readers_total 20\n"), "{metrics}");
    let answered = |answer: &[u8]| String::from_utf8_lossy(answer).matches("HTTP/1.1 200").count();
    for mut stream in deaf {
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        assert!(answered(&answer) < 40, "what nobody read was thrown away");
    }
}

#[tokio::test]
async fn the_log_of_a_closed_table_is_read_once_however_many_look_it_up() {
    let journal = Memory::new();
    let running = start(Arc::new(journal.clone()), generous()).await;
    let mut host = Client::connect(running.address).await;
    let opening = json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Hazel", "sit": 0});
    let table = host.ask(opening).await["table"].as_str().unwrap().to_owned();
    host.ask(json!({"type": "close", "table": table})).await;
    let path = format!("/api/tables/{table}");
    let told = get_json(running.address, &path).await;
    assert_eq!((&told["table"], &told["phase"]), (&json!(table), &json!("closed")));
    // Where the log is gone, nobody can have read it.
    journal::ask(|done| journal.forget(table.parse().unwrap(), done)).await.unwrap();
    assert_eq!(get_json(running.address, &path).await, told);
    running.stop.cancel();
}
