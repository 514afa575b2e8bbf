//! People who send too much, or what cannot be read: everything counts, whoever goes on is cut, and whatever is wrong
//! with a request is told as a problem.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, generous, get, nabbit, start};
use futures_util::{SinkExt as _, StreamExt as _};
use journal::Memory;
use serde_json::{Value, json};
use server::{Limits, Rate};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// So many and no more, however long the test takes.
fn only(burst: u32) -> Rate {
    Rate { burst, each_ms: 1_000_000_000 }
}

/// Sends the same again and again until the house ends the connection; returns its answers and the code it ended with.
async fn insist(client: &mut Client, message: &Message, most: usize) -> (Vec<Value>, Option<u16>) {
    let mut answers = Vec::new();
    for _ in 0..most {
        if client.socket.send(message.clone()).await.is_err() {
            break;
        }
    }
    // Who is not cut gets an answer to this in the end.
    drop(client.socket.send(Message::text("{\"id\":\"last\",\"type\":\"ping\"}")).await);
    while let Some(Ok(told)) = client.socket.next().await {
        match told {
            Message::Text(text) => match serde_json::from_str::<Value>(&text).unwrap() {
                answer if answer["id"] == "last" => return (answers, None),
                answer => answers.push(answer),
            },
            Message::Close(frame) => return (answers, frame.map(|frame| frame.code.into())),
            _ => {}
        }
    }
    (answers, None)
}

#[tokio::test]
async fn who_goes_on_sending_what_cannot_be_read_is_cut() {
    // One that cannot be read counts for ten.
    let limits = Limits { refusals: only(30), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut honest = Client::connect(running.address).await;
    for message in [
        Message::text("what?"),
        Message::binary(vec![1, 2, 3]),
        Message::text("{\"id\":\"\",\"type\":\"ping\"}"),
    ] {
        let mut rude = Client::connect(running.address).await;
        let (answers, code) = insist(&mut rude, &message, 10).await;
        assert_eq!(code, Some(1008), "{message:?}");
        assert!(
            answers.len() <= 4 && answers.iter().all(|answer| answer["code"] == "bad-message"),
            "{answers:?}"
        );
    }
    assert_eq!(honest.ask(json!({"type": "ping"})).await["outcome"], "pong");
    let metrics = get(running.address, "/metrics", "localhost").await.1;
    assert!(metrics.contains("stackhouse_cut_total 3\n"), "{metrics}");
}

#[tokio::test]
async fn who_goes_on_after_many_refusals_is_cut() {
    let limits = Limits { commands: only(3), refusals: only(5), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut hasty = Client::connect(running.address).await;
    let (answers, code) = insist(&mut hasty, &Message::text("{\"id\":\"1\",\"type\":\"ping\"}"), 20).await;
    let accepted = answers.iter().filter(|answer| answer["answer"] == "accepted").count();
    let refused = answers.iter().filter(|answer| answer["code"] == "too-fast").count();
    assert_eq!((accepted, code), (3, Some(1008)));
    assert!(refused <= 6, "{refused}");
}

#[tokio::test]
async fn pings_of_the_line_count_too() {
    let limits = Limits { commands: only(3), refusals: only(5), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    for message in [Message::Ping(Default::default()), Message::Pong(Default::default())] {
        let mut restless = Client::connect(running.address).await;
        assert_eq!(insist(&mut restless, &message, 20).await.1, Some(1008), "{message:?}");
    }
}

#[tokio::test]
async fn pieces_of_a_message_that_never_ends_count_too() {
    let limits = Limits { incoming: only(100), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut honest = Client::connect(running.address).await;
    let mut endless = Client::connect(running.address).await;
    let piece = |kind, text: &'static str| Message::Frame(Frame::message(text, OpCode::Data(kind), false));
    endless.socket.send(piece(Data::Text, "{")).await.unwrap();
    let mut is_cut = false;
    for number in 0..1_000_000 {
        is_cut = endless.socket.feed(piece(Data::Continue, "")).await.is_err();
        if is_cut {
            break;
        }
        if number % 1000 == 0 {
            tokio::task::yield_now().await;
        }
    }
    assert!(is_cut, "it may go on for ever");
    assert_eq!(honest.ask(json!({"type": "ping"})).await["outcome"], "pong");
    let metrics = get(running.address, "/metrics", "localhost").await.1;
    assert!(metrics.contains("stackhouse_cut_total 1\n"), "{metrics}");
}

#[tokio::test]
async fn all_connections_of_an_address_count_together() {
    let limits = Limits { messages: only(10), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut accepted = 0;
    for _ in 0..5 {
        let mut client = Client::connect(running.address).await;
        for _ in 0..4 {
            accepted += u32::from(client.ask(json!({"type": "ping"})).await["answer"] == "accepted");
        }
    }
    assert_eq!(accepted, 10);
}

#[tokio::test]
async fn coming_back_does_not_make_up_for_what_one_sent() {
    // A connection that was cut counts for twenty.
    let limits = Limits { refusals: only(10), patience: only(40), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut honest = Client::connect(running.address).await;
    for _ in 0..2 {
        let mut rude = Client::connect(running.address).await;
        assert_eq!(insist(&mut rude, &Message::text("what?"), 5).await.1, Some(1008));
    }
    assert!(connect_async(format!("ws://{}/ws", running.address)).await.is_err(), "nothing new is taken in");
    assert_eq!(honest.ask(json!({"type": "ping"})).await["outcome"], "pong", "who is in may stay");
    let (answers, code) = insist(&mut honest, &Message::text("what?"), 5).await;
    assert_eq!((answers.len() <= 1, code), (true, Some(1008)), "but is given no more time: {answers:?}");
}

#[tokio::test]
async fn looking_tables_up_is_counted() {
    let limits = Limits { lookups: only(4), ..generous() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut client = Client::connect(running.address).await;
    let table = client.ask(nabbit()).await["table"].clone();
    let lookups = [
        json!({"type": "lobby", "on": true}),
        json!({"type": "attend", "table": table}),
        json!({"type": "analyse", "table": table}),
        json!({"type": "join", "table": table, "name": "Acorn"}),
    ];
    for command in &lookups {
        assert_ne!(client.ask(command.clone()).await["code"], "too-fast", "{command}");
    }
    for command in &lookups {
        assert_eq!(client.ask(command.clone()).await["code"], "too-fast", "{command}");
    }
    for path in ["", "/record", "/replay"] {
        let path = format!("/api/tables/{}{path}", table.as_str().unwrap());
        assert_eq!(problem(running.address, "GET", &path, "").await, (429, "too-fast".into()), "{path}");
    }
}

/// Makes a request that fails; returns its status and the code of the problem it is told as.
async fn problem(address: SocketAddr, method: &str, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    assert!(head.contains("content-type: application/json"), "{method} {path}\n{answer}");
    let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
    assert_eq!(head.contains("retry-after: "), matches!(status, 429 | 503), "{head}");
    let told: Value = serde_json::from_str(body).unwrap();
    assert!(!told["text"].as_str().unwrap().is_empty());
    (status, told["code"].as_str().unwrap().into())
}

#[tokio::test]
async fn whatever_is_wrong_with_a_request_is_told_as_a_problem() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut host = Client::connect(running.address).await;
    let bots = json!([{"seat": 0, "level": "easy"}, {"seat": 1, "level": "easy"}]);
    let opening =
        json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Screen", "sit": null, "bots": bots});
    let table = host.ask(opening).await["table"].as_str().unwrap().to_owned();
    host.ask(json!({"type": "start", "table": table})).await;
    while host.until("moment").await["turn"]["type"] != "over" {}
    for seat in ["2", "6", "255", "256", "-1", "x", "", "1&seat=1", "1.5", "%ff"] {
        let path = format!("/api/tables/{table}/replay?seat={seat}");
        let expected = (400, "bad-request".to_owned());
        assert_eq!(problem(running.address, "GET", &path, "").await, expected, "{path}");
    }
    for id in ["%ff", "%00", "x", "%2e%2e", "0"] {
        for what in ["", "/record", "/replay", "/replay?seat=x", "/hint"] {
            let path = format!("/api/tables/{id}{what}");
            assert_eq!(problem(running.address, "GET", &path, "").await, (404, "not-found".into()), "{path}");
        }
    }
    assert_eq!(problem(running.address, "GET", "/api/nothing", "").await, (404, "not-found".into()));
    for path in ["/api/games", "/ws", "/healthz"] {
        assert_eq!(problem(running.address, "POST", path, "").await, (405, "bad-request".into()), "{path}");
    }
    let (status, code) = problem(running.address, "GET", "/ws", "").await;
    assert!((400..500).contains(&status) && code == "bad-request", "{status}");
}

#[tokio::test]
async fn two_hosts_are_one_too_many() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    for second in ["localhost", "evil.example"] {
        let told = problem(running.address, "GET", "/api/games", &format!("Host: {second}\r\n")).await;
        assert_eq!(told, (421, "bad-request".into()));
    }
    // The request line may name a host as well.
    let told = problem(running.address, "GET", "http://evil.example/api/games", "").await;
    assert_eq!(told, (421, "bad-request".into()));
}

#[tokio::test]
async fn what_is_refused_for_its_host_is_counted_too() {
    let limits = Limits { requests: only(6), patience: only(2), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    // A stream counts as well.
    for _ in 0..3 {
        assert!(get(running.address, "/healthz", "evil.example").await.0.starts_with("http/1.1 421"));
    }
    for _ in 0..2 {
        assert_eq!(knock(running.address, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").await, "");
    }
}

#[tokio::test]
async fn streams_on_which_no_request_comes_are_counted_too() {
    let limits = Limits { requests: only(5), patience: only(1), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    for no_request in ["Host : x\r\n\r\n", "\u{16}\u{3}\u{1}", "", "GET /\r\n\r\n", "\r\n"] {
        knock(running.address, no_request).await;
    }
    assert_eq!(knock(running.address, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await, "");
}

/// What somebody is told who says that and then nothing more.
async fn knock(address: SocketAddr, said: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    drop(stream.write_all(said.as_bytes()).await);
    drop(stream.shutdown().await);
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn requests_are_counted_and_who_goes_on_is_no_longer_taken_in() {
    let limits = Limits { requests: only(5), patience: only(2), ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    // The stream is one of five, and there are seven requests on it.
    let (request, last) = ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n", "Connection: close\r\n");
    for place in 0..7 {
        stream
            .write_all(format!("{request}{}\r\n", if place == 6 { last } else { "" }).as_bytes())
            .await
            .unwrap();
    }
    let mut answers = String::new();
    drop(stream.read_to_string(&mut answers).await);
    let statuses: Vec<&str> = answers.split("HTTP/1.1 ").skip(1).map(|answer| &answer[..3]).collect();
    // Who asks for too much has to come anew.
    assert_eq!(statuses, ["200", "200", "200", "200", "429"]);
    assert_eq!(knock(running.address, &format!("{request}\r\n")).await, "", "it is not worth an answer");
}
