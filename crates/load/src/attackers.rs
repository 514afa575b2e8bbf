//! Those who mean no good, each kind bounded in number; they end when they are dropped.

use crate::attack::Attack;
use crate::client::{Client, Gone, Table, read_moment, seat_from, stream_from};
use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

/// How many sockets a flood has.
const SOCKETS: usize = 100;
/// How many connections ask for pages.
const ASKERS: usize = 50;
/// How many connections never read.
const DEAF: usize = 1500;
/// How many tables the lobby lists, and how many of them one connection opens.
const LISTED: usize = 2000;
const OPENED_BY_ONE: usize = 8;
/// How many tables have bots alone, and how many people ask what may happen.
const BOTS: u8 = 10;
const CURIOUS: u8 = 5;
/// Whoever was turned away tries again after this.
const AGAIN: Duration = Duration::from_millis(10);

/// An address that attackers come from and no honest people.
fn den(number: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 3, number)
}

/// Sets up what an attack needs, before anything is measured; returns an ended table where one is needed.
pub(crate) async fn prepare(attack: Attack, port: u16) -> Result<Option<String>> {
    match attack {
        Attack::Lobby => {
            for number in 0..LISTED.div_ceil(OPENED_BY_ONE) {
                // Three at each address of a household: it may not open many more at once.
                let from = Ipv4Addr::new(127, 0, 4, (number / 3) as u8 + 1);
                let mut host = Client::connect_from(from, port).await?;
                for table in 0..OPENED_BY_ONE {
                    host.done(opening("nabbit", "open", json!([]), table)).await?;
                }
            }
            Ok(None)
        }
        Attack::Replays => play_out(seat_from(den(1), port).await?).await.map(Some),
        _ => Ok(None),
    }
}

fn opening(game: &str, visibility: &str, bots: Value, id: usize) -> Value {
    let sit = if bots.as_array().is_some_and(|bots| bots.len() == 2) { Value::Null } else { json!(0) };
    json!({"id": format!("o{id}"), "type": "create", "game": game, "seats": 2, "name": "Stranger", "sit": sit,
        "visibility": visibility, "bots": bots})
}

/// Plays a game to its end as fast as the house allows.
async fn play_out(mut table: Table) -> Result<String> {
    for number in 0_u64.. {
        let [first, second] = &mut table.seats;
        let (first, second) = tokio::join!(first.until("moment"), second.until("moment"));
        let (moment, _) = (first?, second?);
        let (seq, asked) = read_moment(&moment).context("a moment has a sequence")?;
        let Some(asked) = asked else { break };
        tokio::time::sleep(Duration::from_millis(60)).await;
        let mv = if number.is_multiple_of(3) { "stop" } else { "flip" };
        let play =
            json!({"id": number.to_string(), "type": "play", "table": table.id, "after": seq, "move": mv});
        table.seats[asked].say(&play).await?;
    }
    Ok(table.id)
}

/// Lets an attack begin; it ends when what is returned is dropped.
pub(crate) fn begin(attack: Attack, port: u16, ended: Option<String>) -> JoinSet<()> {
    let mut all = JoinSet::new();
    match attack {
        Attack::Nothing => {}
        Attack::Unreadable => (0..SOCKETS).for_each(|_| drop(all.spawn(flood(port, Message::text("what?"))))),
        Attack::Hasty => {
            let ping = Message::text("{\"id\":\"1\",\"type\":\"ping\"}");
            (0..SOCKETS).for_each(|_| drop(all.spawn(flood(port, ping.clone()))));
        }
        Attack::Pings => {
            (0..SOCKETS).for_each(|_| drop(all.spawn(flood(port, Message::Ping(Default::default())))));
        }
        Attack::Readyz => (0..ASKERS).for_each(|_| drop(all.spawn(ask_on(port, "/readyz")))),
        Attack::Lobby => (0..ASKERS).for_each(|_| drop(all.spawn(ask_on(port, "/api/lobby")))),
        Attack::Replays => {
            let path = format!("/api/tables/{}/replay", ended.unwrap_or_default());
            (0..DEAF).for_each(|_| drop(all.spawn(never_read(port, path.clone()))));
        }
        Attack::Odds => (0..CURIOUS).for_each(|number| drop(all.spawn(wonder(port, den(number + 1))))),
        Attack::Bots => (0..BOTS).for_each(|number| drop(all.spawn(watch_bots(port, den(number + 1))))),
    }
    all
}

/// Sends the same as fast as it can, and comes back when it is cut.
async fn flood(port: u16, frame: Message) {
    loop {
        if let Ok(mut client) = Client::connect_from(den(1), port).await {
            while client.send(frame.clone()).await.is_ok() {}
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Asks for a page again and again on one connection, and comes back when it is cut.
async fn ask_on(port: u16, path: &'static str) {
    loop {
        if let Ok(mut stream) = stream_from(den(1), port).await {
            while page(&mut stream, path).await.is_ok() {}
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Asks for a page; returns its text, packed or not.
async fn page(stream: &mut TcpStream, path: &str) -> Result<Vec<u8>> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    loop {
        ensure!(stream.read_buf(&mut answer).await? > 0, Gone);
        let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length: usize = length.and_then(|length| length.parse().ok()).context("a page has a length")?;
        while answer.len() < end + 4 + length {
            ensure!(stream.read_buf(&mut answer).await? > 0, Gone);
        }
        return Ok(answer.split_off(end + 4));
    }
}

/// Asks for a replay on a connection that is never read, and comes back when it is cut.
async fn never_read(port: u16, path: String) {
    // Unpacked, several on each: all that the system keeps for a connection is full.
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(8);
    loop {
        if let Ok(mut stream) = stream_from(den(1), port).await {
            drop(stream.write_all(request.as_bytes()).await);
            // A reader that is cut cannot be written to for long.
            while stream.write_all(b"\r\n").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Sits at a table of Stacket with a piece in hand, and asks what may happen as often as the house allows.
async fn wonder(port: u16, from: Ipv4Addr) {
    drop(async {
        let mut client = Client::connect_from(from, port).await?;
        let bots = json!([{"seat": 1, "level": "hard"}]);
        let entered = client.done(opening("stacket", "private", bots, 1)).await?;
        let table = &entered["table"];
        client.done(json!({"id": "s", "type": "start", "table": table})).await?;
        loop {
            let moment: Value = serde_json::from_str(&client.until("moment").await?)?;
            let pick = moment["moves"]["list"].as_array().and_then(|list| list.iter().find(|mv| mv.get("pick").is_some()));
            if moment["turn"]["asked"] == 0
                && let Some(pick) = pick
            {
                let play = json!({"id": "p", "type": "play", "table": table, "after": moment["seq"], "move": pick});
                client.done(play).await?;
                break;
            }
        }
        for number in 0_u64.. {
            let kind = if number.is_multiple_of(2) { "odds" } else { "hint" };
            client.say(&json!({"id": number.to_string(), "type": kind, "table": table})).await?;
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        Ok::<_, anyhow::Error>(())
    }
    .await);
}

/// Watches two hard bots play.
async fn watch_bots(port: u16, from: Ipv4Addr) {
    drop(
        async {
            let mut client = Client::connect_from(from, port).await?;
            let bots = json!([{"seat": 0, "level": "hard"}, {"seat": 1, "level": "hard"}]);
            let entered = client.done(opening("push", "private", bots, 1)).await?;
            client.done(json!({"id": "s", "type": "start", "table": entered["table"]})).await?;
            while client.hear().await.is_ok() {}
            Ok::<_, anyhow::Error>(())
        }
        .await,
    );
}

/// Some of what the house has counted.
pub(crate) async fn counted(port: u16, names: &[&'static str]) -> Result<Vec<(&'static str, u64)>> {
    let mut stream = stream_from(Ipv4Addr::LOCALHOST, port).await?;
    let text = String::from_utf8(page(&mut stream, "/metrics").await?)?;
    let count = |name: &&'static str| {
        let start = format!("stackhouse_{name}_total ");
        let line = text.lines().find_map(|line| line.strip_prefix(&start))?;
        Some((*name, line.parse().ok().filter(|count| *count > 0)?))
    };
    Ok(names.iter().filter_map(count).collect())
}
