//! A real listener and real sockets: people at a table, and people who mean no good.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, generous, get, get_json, nabbit, start};
use futures_util::{SinkExt, StreamExt as _};
use journal::{Memory, Sqlite};
use serde_json::{Value, json};
use server::Limits;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Two people play a whole game; returns the table.
async fn play_a_game(address: SocketAddr) -> String {
    let mut host = Client::connect(address).await;
    let mut guest = Client::connect(address).await;
    let entered = host.ask(nabbit()).await;
    assert_eq!((&entered["outcome"], &entered["seat"]), (&json!("entered"), &json!(0)), "{entered}");
    let table = entered["table"].clone();
    let code = entered["snapshot"]["info"]["code"].clone();
    let joined = guest.ask(json!({"type": "join", "code": code, "name": "Acorn"})).await;
    assert_eq!(joined["seat"], 1, "{joined}");
    for client in [&mut host, &mut guest] {
        client.ask(json!({"type": "ready", "table": table, "ready": true})).await;
    }
    let path = format!("/api/tables/{}", table.as_str().unwrap());
    assert_eq!(get_json(address, &format!("{path}/record")).await["code"], "not-over");
    let mut is_told_odds = false;
    loop {
        let (first, second) = (host.until("moment").await, guest.until("moment").await);
        assert_eq!(first["seq"], second["seq"]);
        assert_ne!(first["view"], Value::Null);
        let (client, moment) = match (first["turn"]["asked"].as_u64(), &first["turn"]["type"]) {
            (Some(0), _) => (&mut host, first),
            (Some(1), _) => (&mut guest, second),
            _ => break,
        };
        if !is_told_odds {
            is_told_odds = true;
            let odds = client.ask(json!({"type": "odds", "table": table})).await;
            let cards = odds["moves"][0]["outcomes"].as_array().unwrap();
            let total: f64 = cards.iter().map(|card| card["chance"].as_f64().unwrap()).sum();
            assert!((total - 1.0).abs() < 1e-9, "{odds}");
        }
        let mv = moment["moves"]["list"].as_array().unwrap().last().unwrap();
        let play = json!({"type": "play", "table": table, "after": moment["seq"], "move": mv});
        let answer = client.ask(play).await;
        assert_eq!(answer["outcome"], "stored", "{answer}");
    }
    table.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn two_people_play_a_game_and_anybody_can_check_it_afterwards() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let table = play_a_game(running.address).await;
    let told = get_json(running.address, &format!("/api/tables/{table}/record")).await;
    let record = table::Record::from_line(&told["record"].to_string()).unwrap();
    let secret: server::fairness::Bits = told["fairness"]["secret"].as_str().unwrap().parse().unwrap();
    let mut number = 0;
    record
        .replay::<nabbit::State>(|state, event| {
            use table::Game as _;
            if let table::Event::Fate(fate) = event {
                assert_eq!(state.draw(&mut server::fairness::nature(&secret, &[], number)), *fate);
            }
            number += 1;
        })
        .unwrap();
    let replay = get_json(running.address, &format!("/api/tables/{table}/replay?seat=1")).await;
    assert_eq!(replay["steps"].as_array().unwrap().len() as u64, number + 1);
}

#[tokio::test]
async fn a_house_that_starts_again_goes_on_where_it_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal.db");
    let running = start(Arc::new(Sqlite::open(&path).unwrap()), generous()).await;
    let mut host = Client::connect(running.address).await;
    let bots = json!([{"seat": 1, "level": "easy"}]);
    let mut opening = nabbit();
    opening["bots"] = bots;
    let entered = host.ask(opening).await;
    let (table, token) = (entered["table"].clone(), entered["token"].clone());
    host.ask(json!({"type": "start", "table": table})).await;
    let mut seq = host.until("moment").await["seq"].clone();
    running.stop.cancel();
    loop {
        let told = host.hear().await;
        match told["type"].as_str().unwrap() {
            "moment" => seq = told["seq"].clone(),
            "closing" => assert!(told["reconnect_after_ms"].as_u64().unwrap() > 0),
            "closed" => break,
            _ => {}
        }
    }
    running.task.await.unwrap();
    drop(running.house);

    let running = start(reopen(&path).await, generous()).await;
    let mut host = Client::connect(running.address).await;
    let back = host
        .ask(json!({"type": "attend", "table": table, "as": "place", "token": token, "after": seq}))
        .await;
    assert_eq!(back["outcome"], "entered", "{back}");
    let moment = &back["snapshot"]["moment"];
    assert_eq!(moment["is_gapless"], true);
    assert!(moment["seq"].as_u64() >= seq.as_u64());
}

/// The journal of a house that is going; its file is free once the last part of it is gone.
async fn reopen(path: &std::path::Path) -> Arc<Sqlite> {
    loop {
        match Sqlite::open(path) {
            Ok(journal) => return Arc::new(journal),
            Err(journal::OpenError::InUse { .. }) => tokio::task::yield_now().await,
            Err(error) => panic!("{error}"),
        }
    }
}

#[tokio::test]
async fn foreign_pages_and_names_are_turned_away() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut request = format!("ws://{}/ws", running.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://elsewhere.example".parse().unwrap());
    match connect_async(request).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        other => panic!("{other:?}"),
    }
    let (head, _) = get(running.address, "/api/games", "elsewhere.example").await;
    assert!(head.starts_with("http/1.1 421"), "{head}");
}

#[tokio::test]
async fn garbage_is_refused_and_oversize_is_cut_and_others_notice_nothing() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut honest = Client::connect(running.address).await;
    let mut rude = Client::connect(running.address).await;
    let deep = "[".repeat(4000);
    for garbage in ["", "{", "null", "{\"id\":\"1\"}", "{\"id\":\"\",\"type\":\"ping\"}", &deep] {
        rude.say(garbage).await;
        let answer = rude.until("answer").await;
        assert_eq!((&answer["id"], &answer["code"]), (&json!(""), &json!("bad-message")), "{garbage}");
        assert!(!answer["text"].as_str().unwrap().contains('['), "input is not repeated");
    }
    let nowhere = "0".repeat(26);
    let refused = rude.ask(json!({"type": "attend", "table": nowhere})).await;
    assert_eq!(refused["code"], "unknown-table");
    assert_eq!(get_json(running.address, "/api/lobby").await, json!([]), "attending opens no table");
    rude.say(&"x".repeat(5000)).await;
    while let Some(Ok(_)) = rude.socket.next().await {}
    assert_eq!(honest.ask(json!({"type": "ping"})).await["outcome"], "pong");
}

#[tokio::test]
async fn what_somebody_says_before_going_is_done() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut host = Client::connect(running.address).await;
    let table = host.ask(nabbit()).await["table"].clone();
    for is_close_said in [false, true] {
        let mut guest = Client::connect(running.address).await;
        guest.ask(json!({"type": "join", "table": table, "name": "Acorn"})).await;
        host.heard.clear();
        for (id, line) in ["one", "two", "three"].into_iter().enumerate() {
            let say = json!({"id": format!("say{id}"), "type": "chat", "table": table, "text": line});
            guest.socket.feed(Message::text(say.to_string())).await.unwrap();
        }
        let leave = json!({"id": "leave", "type": "leave", "table": table});
        guest.socket.feed(Message::text(leave.to_string())).await.unwrap();
        match is_close_said {
            true => {
                guest.socket.close(None).await.unwrap();
                // A good-bye is said back.
                while !guest.socket.next().await.unwrap().unwrap().is_close() {}
            }
            false => {
                SinkExt::flush(&mut guest.socket).await.unwrap();
                guest.socket.get_mut().shutdown().await.unwrap();
            }
        }
        for line in ["one", "two", "three"] {
            assert_eq!(host.until("chat").await["line"]["text"], line);
        }
        while host.until("table").await["seats"][1]["holder"]["type"] != "free" {}
    }
}

#[tokio::test]
async fn a_flood_is_slowed_down() {
    let running = start(Arc::new(Memory::new()), Limits::default()).await;
    let mut client = Client::connect(running.address).await;
    let mut refused = 0;
    for _ in 0..200 {
        refused += u32::from(client.ask(json!({"type": "ping"})).await["code"] == "too-fast");
    }
    assert!(refused > 100, "{refused} of 200 were refused");
}

#[tokio::test]
async fn the_lobby_tells_of_tables_as_they_come_and_fill_and_go() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut looker = Client::connect(running.address).await;
    looker.ask(json!({"type": "lobby", "on": true})).await;
    assert_eq!(looker.until("lobby").await["tables"], json!([]));
    let mut host = Client::connect(running.address).await;
    let table = host.ask(nabbit()).await["table"].clone();
    assert_eq!(looker.until("lobby-table").await["table"], table);
    let mut guest = Client::connect(running.address).await;
    let matched = guest.ask(json!({"type": "quick-match", "game": "nabbit", "name": "Acorn"})).await;
    assert_eq!(matched["table"], table);
    host.ask(json!({"type": "close", "table": table})).await;
    assert_eq!(looker.until("lobby-gone").await["table"], table);
    assert_eq!(guest.until("displaced").await["why"], "closed");
}

#[tokio::test]
async fn racing_joins_for_one_seat_have_one_winner() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut host = Client::connect(running.address).await;
    let table = host.ask(nabbit()).await["table"].clone();
    let mut tries = Vec::new();
    for number in 0..16 {
        let (address, table) = (running.address, table.clone());
        tries.push(tokio::spawn(async move {
            let mut guest = Client::connect(address).await;
            let name = format!("Guest {number}");
            guest.ask(json!({"type": "join", "table": table, "name": name, "seat": 1})).await
        }));
    }
    let mut winners = 0;
    for attempt in tries {
        let answer = attempt.await.unwrap();
        winners += u32::from(answer["answer"] == "accepted");
        assert!(answer["answer"] == "accepted" || answer["code"] == "seat-taken", "{answer}");
    }
    assert_eq!(winners, 1);
}

#[tokio::test]
async fn the_doors_of_health_are_open() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    assert_eq!(get_json(running.address, "/healthz").await["ok"], true);
    assert_eq!(get_json(running.address, "/readyz").await["ok"], true);
    let (head, body) = get(running.address, "/metrics", "localhost").await;
    assert!(
        head.contains("application/openmetrics-text") && body.contains("stackhouse_connections 0"),
        "{body}"
    );
    let games = get_json(running.address, "/api/games").await;
    assert_eq!(games[0]["id"], "nabbit");
    let (head, _) = get(running.address, "/", "localhost").await;
    assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
}

#[tokio::test]
async fn whoever_says_that_they_are_there_is_soon_missed_when_they_are_not() {
    // Whoever never said so is given as long as the house likes.
    let running = start(Arc::new(Memory::new()), Limits { quiet_ms: 3_600_000, ..generous() }).await;
    let (mut host, mut guest) =
        (Client::connect(running.address).await, Client::connect(running.address).await);
    let entered = host.ask(nabbit()).await;
    guest.ask(json!({"type": "join", "table": entered["table"], "name": "Acorn"})).await;
    assert_eq!(guest.ask(json!({"type": "ping"})).await["outcome"], "pong");
    // Nobody reads this line any more: it answers nothing, and it is not closed either.
    let is_gone = |told: &Value| told["seats"][1]["holder"]["is_connected"] == false;
    while !is_gone(&host.until("table").await) {}
    drop(guest);
}
