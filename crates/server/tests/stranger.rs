//! A stranger's checker, written from `docs/fairness.md`: its own cipher, its own numbers, its own draws.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, generous, get, start};
use journal::Memory;
use serde_json::{Value, json};
use server::fairness::verify::{Wrong, verify};
use server::protocol::RecordInfo;
use sha2::{Digest as _, Sha256};
use shelf::AnyTable;
use std::sync::Arc;
use table::{Record, Turn};

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hash(label: &str, secret: &Value, seeds: &Value) -> Vec<u8> {
    let mut all = [label.as_bytes(), &bytes(secret)].concat();
    for given in seeds.as_array().unwrap() {
        all.push(given["seat"].as_u64().unwrap() as u8);
        all.extend(bytes(&given["seed"]));
    }
    Sha256::digest(all).to_vec()
}

/// ChaCha20 as its author wrote it down: a 64-bit counter and a 64-bit stream.
struct Words {
    key: Vec<u8>,
    stream: u64,
    taken: u64,
}

impl Words {
    fn next(&mut self) -> u32 {
        let (block, place) = (self.taken / 16, self.taken % 16);
        self.taken += 1;
        let word = |at: usize| u32::from_le_bytes(self.key[at..at + 4].try_into().unwrap());
        let mut start = [0; 16];
        start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        (0..8).for_each(|n| start[4 + n] = word(4 * n));
        (start[12], start[13]) = (block as u32, (block >> 32) as u32);
        (start[14], start[15]) = (self.stream as u32, (self.stream >> 32) as u32);
        let mut x = start;
        let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
            for (turn, more) in [(16, 12), (8, 7)] {
                x[a] = x[a].wrapping_add(x[b]);
                x[d] = (x[d] ^ x[a]).rotate_left(turn);
                x[c] = x[c].wrapping_add(x[d]);
                x[b] = (x[b] ^ x[c]).rotate_left(more);
            }
        };
        for _ in 0..10 {
            (0..4).for_each(|n| quarter(n, n + 4, n + 8, n + 12));
            (0..4).for_each(|n| quarter(n, (n + 1) % 4 + 4, (n + 2) % 4 + 8, (n + 3) % 4 + 12));
        }
        x[place as usize].wrapping_add(start[place as usize])
    }

    fn below(&mut self, m: u64) -> u64 {
        loop {
            let product = u64::from(self.next()) * m;
            if product % (1 << 32) >= (1 << 32) % m {
                return product >> 32;
            }
        }
    }
}

#[test]
fn the_example_of_the_page_comes_out() {
    let page = include_str!("../../../docs/fairness.md");
    let text = page.split("```json example\n").nth(1).unwrap().split("```").next().unwrap();
    let example: Value = serde_json::from_str(text).unwrap();
    let (secret, seeds) = (&example["secret"], &example["seeds"]);
    assert_eq!(hex(&hash("stackhouse promise 1", secret, &json!([]))), example["promise"]);
    assert_eq!(hex(&hash("stackhouse commitment 1", secret, seeds)), example["commitment"]);
    let key = hash("stackhouse nature 1", secret, seeds);
    assert_eq!(hex(&key), example["key"]);
    for stream in example["streams"].as_array().unwrap() {
        let words = || Words { key: key.clone(), stream: stream["event"].as_u64().unwrap(), taken: 0 };
        let mut four = words();
        assert_eq!(json!([four.next(), four.next(), four.next(), four.next()]), stream["words"]);
        let mut numbers = words();
        assert_eq!(json!([2, 10, 100].map(|m| numbers.below(m))), stream["below"]);
    }
}

/// What nature may do, sorted as the page says: which event stands at a place.
fn at_place(table: &dyn AnyTable, place: impl FnOnce(u64) -> u64) -> Value {
    let fates = table.fates();
    let mut left = place(fates.iter().map(|(_, _, ways)| u64::from(*ways)).sum());
    for (event, _, ways) in fates {
        if left < u64::from(ways) {
            return serde_json::from_str(&event).unwrap();
        }
        left -= u64::from(ways);
    }
    panic!("a number below m is a place among m")
}

/// A game between chance and somebody who gave a seed, as the house tells it afterwards.
async fn played(game: &str, seats: usize) -> Value {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let mut client = Client::connect(running.address).await;
    let bots: Vec<_> = (1..seats).map(|seat| json!({"seat": seat, "level": "easy"})).collect();
    let mut opening =
        json!({"type": "create", "game": game, "seats": seats, "name": "Hazel", "sit": 0, "bots": bots});
    opening["seed"] = json!("5a".repeat(32));
    opening["clocks"] = json!({"window_s": 2});
    let table = client.ask(opening).await["table"].clone();
    client.ask(json!({"type": "start", "table": table})).await;
    client.ask(json!({"type": "stand", "table": table, "bot": "easy"})).await;
    while client.until("moment").await["turn"]["type"] != "over" {}
    let path = format!("/api/tables/{}/record", table.as_str().unwrap());
    serde_json::from_str(&get(running.address, &path, "localhost").await.1).unwrap()
}

async fn a_stranger_agrees(game: &str, seats: usize) {
    let mut told = played(game, seats).await;
    // Chance may give up at Stacket before anything was let go of.
    while !told["record"]["events"].to_string().contains("fate") {
        told = played(game, seats).await;
    }
    let fairness = &told["fairness"];
    assert_eq!(hex(&hash("stackhouse promise 1", &fairness["secret"], &json!([]))), fairness["promise"]);
    let key = hash("stackhouse nature 1", &fairness["secret"], &fairness["seeds"]);
    let record = Record::from_line(&told["record"].to_string()).unwrap();
    let mut table = shelf::open(game, &record.options, &record.seating).unwrap();
    let mut fates = 0;
    for (number, event) in record.events.iter().enumerate() {
        if table.turn() == Turn::Nature {
            let mut words = Words { key: key.clone(), stream: number as u64, taken: 0 };
            // A slow nature leaves nothing to chance: the simulation must come out the same, which `verify` looks at.
            if !table.is_nature_slow() {
                assert_eq!(at_place(&*table, |m| words.below(m)), *event, "{game}, event {number}");
            }
            fates += 1;
        }
        table.play(&event.to_string()).unwrap();
    }
    assert!(fates > if table.is_nature_slow() { 0 } else { 5 }, "{game}: {fates} fates");
    let info: RecordInfo = serde_json::from_value(told).unwrap();
    let verified = verify(&info).unwrap();
    assert_eq!((verified.fates, verified.events), (fates, record.events.len()));
}

#[tokio::test]
async fn a_stranger_agrees_with_what_nature_did_in_every_game() {
    for (game, seats) in [("nabbit", 2), ("push", 3), ("stacks", 3), ("nuts", 3), ("stacket", 2)] {
        a_stranger_agrees(game, seats).await;
    }
}

#[tokio::test]
async fn whatever_is_changed_in_a_record_is_found() {
    let told = played("nabbit", 2).await;
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut told = told.clone();
        change(&mut told);
        verify(&serde_json::from_value(told).unwrap()).unwrap_err()
    };
    assert_eq!(wrong(&|told| told["fairness"]["secret"] = Value::Null), Wrong::NoSecret);
    assert_eq!(wrong(&|told| told["fairness"]["secret"] = json!("0g")), Wrong::Unreadable("secret"));
    assert!(matches!(
        wrong(&|told| told["fairness"]["secret"] = json!("00".repeat(32))),
        Wrong::Promise { .. }
    ));
    assert!(matches!(wrong(&|told| told["fairness"]["seeds"] = json!([])), Wrong::Commitment { .. }));
    assert!(matches!(
        wrong(&|told| told["fairness"]["commitment"] = json!("00".repeat(32))),
        Wrong::Commitment { .. }
    ));
    let events = told["record"]["events"].as_array().unwrap();
    let fate = events.iter().rposition(|event| event["fate"].is_number()).unwrap();
    let another = |told: &mut Value| {
        let card = &mut told["record"]["events"][fate]["fate"];
        *card = json!((card.as_u64().unwrap() + 1) % 4);
    };
    assert_eq!(wrong(&another).event(), Some(fate));
    assert!(matches!(wrong(&another), Wrong::Fate { .. }));
    let cut = |told: &mut Value| drop(told["record"]["events"].as_array_mut().unwrap().pop());
    assert_eq!(wrong(&cut), Wrong::Standings);
    assert!(matches!(wrong(&|told| told["record"]["format"] = json!(9)), Wrong::Record(_)));
    let mv = events.iter().position(|event| event["move"].is_string()).unwrap();
    let illegal = |told: &mut Value| told["record"]["events"][mv]["seat"] = json!(5);
    assert!(matches!(wrong(&illegal), Wrong::Illegal { number, .. } if number == mv));
}
