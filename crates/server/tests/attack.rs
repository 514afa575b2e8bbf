//! People who mean no good, against the real listener: each gets the documented refusal, and honest players at another
//! table notice nothing.

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
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};

/// Two people whose game has begun: their sockets, their table and the guest's token.
async fn two(address: SocketAddr) -> ([Client; 2], Value, Value) {
    let (mut host, mut guest) = (Client::connect(address).await, Client::connect(address).await);
    let table = host.ask(nabbit()).await["table"].clone();
    let token = guest.ask(json!({"type": "join", "table": table, "name": "Acorn"})).await["token"].clone();
    for client in [&mut host, &mut guest] {
        client.ask(json!({"type": "ready", "table": table, "ready": true})).await;
    }
    ([host, guest], table, token)
}

fn attend(table: &Value, token: &Value) -> Value {
    json!({"type": "attend", "table": table, "as": "place", "token": token})
}

#[tokio::test]
async fn forged_stolen_and_replayed_tokens_open_no_place() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let ([mut host, mut guest], table, token) = two(running.address).await;
    let (_others, other_table, _) = two(running.address).await;
    let mut thief = Client::connect(running.address).await;
    let long = "x".repeat(3000);
    for forged in ["", "0", "7m3k9d0c5v1x8z2n4b6h7j3k9d0c5v1x", long.as_str()] {
        assert_eq!(thief.ask(attend(&table, &json!(forged))).await["code"], "bad-token");
    }
    assert_eq!(
        thief.ask(attend(&other_table, &token)).await["code"],
        "bad-token",
        "a token of another table"
    );
    assert_eq!(thief.ask(attend(&table, &Value::Null)).await["code"], "bad-token", "no token at all");
    // Its owner comes back twice, so the first token is replaced for good.
    let second = guest.ask(attend(&table, &token)).await["token"].clone();
    let third = guest.ask(attend(&table, &second)).await["token"].clone();
    assert_eq!(thief.ask(attend(&table, &token)).await["code"], "bad-token", "a replayed token");
    // One for another device is good once.
    let handed = host.ask(json!({"type": "hand-over", "table": table})).await["token"].clone();
    let taken = thief.ask(attend(&table, &handed)).await["token"].clone();
    assert_eq!(host.until("displaced").await["why"], "claimed");
    let mut again = Client::connect(running.address).await;
    again.ask(attend(&table, &taken)).await;
    assert_eq!(host.ask(attend(&table, &handed)).await["code"], "bad-token", "handed over twice");
    assert_ne!(third, Value::Null);
}

#[tokio::test]
async fn who_has_no_seat_moves_nothing() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let ([_host, mut guest], table, _) = two(running.address).await;
    let after = guest.until("moment").await["seq"].clone();
    let play = json!({"type": "play", "table": table, "after": after, "move": "stop"});
    let mut stranger = Client::connect(running.address).await;
    assert_eq!(stranger.ask(play.clone()).await["code"], "not-attending");
    stranger.ask(json!({"type": "attend", "table": table})).await;
    for command in [
        play,
        json!({"type": "chat", "table": table, "text": "psst"}),
        json!({"type": "hint", "table": table}),
        json!({"type": "takeback", "table": table, "after": after}),
        json!({"type": "hand-over", "table": table}),
        json!({"type": "react", "table": table, "reaction": "hurry"}),
        json!({"type": "leave", "table": table}),
    ] {
        assert_eq!(stranger.ask(command.clone()).await["code"], "not-seated", "{command}");
    }
    for command in [
        json!({"type": "kick", "table": table, "seat": 0}),
        json!({"type": "close", "table": table}),
        json!({"type": "hand-over", "table": table, "seat": 0}),
        json!({"type": "manners", "table": table, "manners": {"hints": false}}),
        json!({"type": "set-bot", "table": table, "seat": 0, "bot": "easy"}),
    ] {
        assert_eq!(stranger.ask(command.clone()).await["code"], "not-host", "{command}");
        assert_eq!(guest.ask(command.clone()).await["code"], "not-host", "{command}");
    }
}

fn part(text: &str, kind: OpCode, is_last: bool) -> Message {
    Message::Frame(Frame::message(text.to_owned(), kind, is_last))
}

#[tokio::test]
async fn a_message_may_come_in_pieces_but_not_grow_by_them() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut client = Client::connect(running.address).await;
    let (text, more) = (OpCode::Data(Data::Text), OpCode::Data(Data::Continue));
    for piece in
        [part("{\"id\":\"p\",", text, false), part("\"type\":", more, false), part("\"ping\"}", more, true)]
    {
        client.socket.send(piece).await.unwrap();
    }
    assert_eq!(client.answer("p").await["outcome"], "pong");
    let piece = " ".repeat(1000);
    drop(client.socket.send(part(&piece, text, false)).await);
    for _ in 0..5 {
        drop(client.socket.send(part(&piece, more, false)).await);
    }
    assert!(is_cut(&mut client).await);
}

/// Whether the house ends the connection without having answered anything more.
async fn is_cut(client: &mut Client) -> bool {
    loop {
        match client.socket.next().await {
            None | Some(Err(_) | Ok(Message::Close(_))) => return true,
            Some(Ok(Message::Text(_))) => return false,
            Some(Ok(_)) => {}
        }
    }
}

/// A socket whose bytes the test writes itself.
async fn raw(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.unwrap();
    let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
    socket.into_inner()
}

#[tokio::test]
async fn bytes_that_are_no_frames_end_the_connection() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let garbage: [&[u8]; 4] = [
        // A reserved kind, an unmasked frame, a huge length, a text that is no UTF-8.
        &[0x83, 0x80, 1, 2, 3, 4],
        &[0x81, 0x02, b'{', b'}'],
        &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
    ];
    for bytes in garbage {
        let mut stream = raw(running.address).await;
        stream.write_all(bytes).await.unwrap();
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest).await);
        let told = String::from_utf8_lossy(&rest);
        assert!(!told.contains("\"answer\""), "{bytes:02x?}: {told}");
    }
    assert_eq!(Client::connect(running.address).await.ask(json!({"type": "ping"})).await["outcome"], "pong");
}

#[tokio::test]
async fn headers_that_trickle_in_are_not_waited_for() {
    let limits = Limits { headers_ms: 100, ..generous() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut slow = TcpStream::connect(running.address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await.unwrap();
    let mut rest = Vec::new();
    drop(slow.read_to_end(&mut rest).await);
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    let (head, _) = get(running.address, "/healthz", "localhost").await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
}

#[tokio::test]
async fn too_many_connections_codes_and_tables_of_one_address_are_refused() {
    let few = Rate { burst: 3, each_ms: 1_000_000 };
    let limits = Limits { codes: few, tables: few, connections_per_address: 4, ..generous() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let mut clients = Vec::new();
    for _ in 0..4 {
        clients.push(Client::connect(running.address).await);
    }
    let stream = TcpStream::connect(running.address).await.unwrap();
    match client_async(format!("ws://{}/ws", running.address), stream).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 429),
        other => panic!("{other:?}"),
    }
    let guess = json!({"type": "join", "code": "AAAAAA", "name": "Acorn"});
    for expected in ["unknown-table", "unknown-table", "unknown-table", "too-fast"] {
        assert_eq!(clients[0].ask(guess.clone()).await["code"], expected);
    }
    for expected in ["accepted", "accepted", "accepted", "refused"] {
        assert_eq!(clients[1].ask(nabbit()).await["answer"], expected);
    }
    assert_eq!(clients[1].ask(nabbit()).await["code"], "too-many-tables");
}

#[tokio::test]
async fn who_never_reads_is_cut_and_the_table_goes_on() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let ([mut host, mut guest], table, _) = two(running.address).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(running.address).await.unwrap();
    let (mut deaf, _) = client_async(format!("ws://{}/ws", running.address), stream).await.unwrap();
    deaf.send(Message::text(json!({"id": "1", "type": "attend", "table": table}).to_string())).await.unwrap();
    let text = "x".repeat(300);
    let mut slow = String::new();
    for _ in 0..200 {
        for _ in 0..25 {
            let said = host.ask(json!({"type": "chat", "table": table, "text": text})).await;
            assert_eq!(said["answer"], "accepted", "{said}");
        }
        guest.ask(json!({"type": "ping"})).await;
        slow = get(running.address, "/metrics", "localhost").await.1;
        if slow.contains("stackhouse_slow_readers_total 1\n") {
            break;
        }
    }
    assert!(
        slow.contains("stackhouse_slow_readers_total 1\n"),
        "a reader that never reads keeps its place\n{slow}"
    );
}

/// Plays some moves at a table of its own; everything is accepted.
async fn play_honestly(address: SocketAddr) {
    let ([host, guest], table, _) = two(address).await;
    let mut seats = [host, guest];
    for _ in 0..30 {
        let moment = seats[0].until("moment").await;
        seats[1].until("moment").await;
        let Some(asked) = moment["turn"]["asked"].as_u64() else { return };
        let play = json!({"type": "play", "table": table, "after": moment["seq"], "move": "stop"});
        let answer = seats[asked as usize].ask(play).await;
        assert_eq!(answer["outcome"], "stored", "{answer}");
    }
}

/// Floods with commands, most of which are refused, then sends too much at once.
async fn flood(address: SocketAddr) {
    let mut client = Client::connect(address).await;
    let mut refused = 0;
    for _ in 0..300 {
        refused += u32::from(client.ask(json!({"type": "ping"})).await["code"] == "too-fast");
    }
    assert!(refused > 150, "{refused}");
    drop(client.socket.send(Message::text("x".repeat(100_000))).await);
    while let Some(Ok(_)) = client.socket.next().await {}
}

/// Holds connections open without ever finishing a request.
async fn hold(address: SocketAddr) {
    for _ in 0..50 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /ws HTTP/1.1\r\nHost:").await.unwrap();
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn honest_players_at_another_table_notice_nothing() {
    let limits = Limits { headers_ms: 250, ..Limits::default() };
    let running = start(Arc::new(Memory::new()), limits).await;
    let address = running.address;
    let attackers = [tokio::spawn(flood(address)), tokio::spawn(hold(address)), tokio::spawn(flood(address))];
    for _ in 0..3 {
        play_honestly(address).await;
    }
    for attacker in attackers {
        attacker.await.unwrap();
    }
    play_honestly(address).await;
}

/// Nothing that looks like this is said by the house itself.
const MARK: &str = "zqx<script>alert(1)</script>";

#[tokio::test]
async fn what_somebody_sends_does_not_come_back_in_a_refusal() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let ([mut host, _guest], table, _) = two(running.address).await;
    let mut commands = vec![
        json!(MARK),
        json!({"type": MARK}),
        json!({"type": "create", "game": MARK, "seats": 2, "name": "Hazel"}),
        json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Hazel", "options": {MARK: 1}}),
        json!({"type": "create", "game": "nabbit", "seats": 2, "name": MARK.repeat(9)}),
        json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Hazel", "seed": MARK}),
        json!({"type": "create", "game": "nabbit", "seats": MARK, "name": "Hazel"}),
        json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Hazel", "visibility": MARK}),
        json!({"type": "quick-match", "game": MARK, "name": "Hazel"}),
        json!({"type": "join", "code": MARK, "name": "Hazel"}),
        json!({"type": "join", "table": MARK, "name": "Hazel"}),
        json!({"type": "attend", "table": table, "as": "place", "token": MARK}),
        json!({"type": "attend", "table": table, "as": MARK}),
        json!({"type": "configure", "table": table, "options": {MARK: MARK}}),
        json!({"type": "set-bot", "table": table, "seat": 1, "bot": MARK}),
        json!({"type": "chat", "table": table, "text": MARK.repeat(20)}),
        json!({"type": "chat", "table": table, "text": format!("{MARK}\u{7}")}),
        json!({"type": "analyse", "table": MARK}),
    ];
    for mv in [json!(MARK), json!({MARK: 1}), json!([MARK]), json!({"flip": MARK})] {
        commands.push(json!({"type": "play", "table": table, "after": 9, "move": mv}));
        commands.push(json!({"type": "check", "table": table, "move": mv}));
    }
    for mut command in commands {
        if let Some(fields) = command.as_object_mut() {
            fields.insert("id".into(), json!("x"));
        }
        host.say(&command.to_string()).await;
        let told = loop {
            let told = host.hear().await;
            if told["type"] == "answer" {
                break told;
            }
        };
        assert_eq!(told["answer"], "refused", "{command} {told}");
        assert!(!told.to_string().contains("zqx"), "{told}");
    }
}

#[tokio::test]
async fn what_holds_itself_over_and_over_is_answered_like_any_other_nonsense() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut client = Client::connect(running.address).await;
    let table = client.ask(client::nabbit()).await["table"].as_str().unwrap().to_owned();
    for depth in [60, 64, 100, 127, 128, 300, 600] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let mv = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            let id = format!("{depth}{open}").replace('"', "");
            client
                .say(&format!(r#"{{"id":"{id}","type":"play","table":"{table}","after":0,"move":{mv}}}"#))
                .await;
            let told = client.until("answer").await;
            assert_eq!(told["answer"], "refused", "{depth}: {told}");
        }
    }
    assert_eq!(client.ask(json!({"type": "ping"})).await["outcome"], "pong");
}

#[tokio::test]
async fn no_page_tells_back_what_it_was_asked_and_all_are_strict_about_scripts() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let paths = [
        "/",
        "/zqx",
        "/zqx.js",
        "/assets/zqx.css",
        "/%3Cscript%3Ezqx",
        "/table/zqx?zqx=%3Cscript%3Ezqx",
        "/ws",
    ];
    let tables = ["zqx", "0123456789abcdefghjkmnpqrs", "%00zqx", "%ffzqx"];
    let asked = ["", "/record", "/replay", "/replay?seat=zqx", "/replay?seat=1&seat=zqx", "/hint"];
    let tables = tables.iter().flat_map(|id| asked.iter().map(move |what| format!("/api/tables/{id}{what}")));
    let fixed = ["/healthz", "/readyz", "/metrics", "/api/version", "/api/games", "/api/lobby", "/api/zqx"];
    for path in paths.into_iter().chain(fixed).map(String::from).chain(tables) {
        for host in ["localhost", "zqx.example"] {
            let (head, body) = get(running.address, &path, host).await;
            assert!(!body.contains("zqx") && !head.contains("zqx"), "{path}\n{head}\n{body}");
            let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: "));
            let policy = policy.unwrap_or_else(|| panic!("{path} has no policy:\n{head}"));
            assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
            for loose in ["unsafe", "*", "http", "strict-dynamic"] {
                assert!(!policy.contains(loose), "{policy}");
            }
            for name in
                ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "x-frame-options: deny"]
            {
                assert!(head.contains(name), "{path} lacks {name}");
            }
        }
    }
}
