//! `stackhouse verify` as a suspicious player uses it.

#![allow(clippy::unwrap_used)]

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};
use server::fairness::{Bits, commitment, nature, promise};
use table::{Record, Seat, Seating, Turn};

const SECRET: Bits = Bits([9; 32]);
const SEED: Bits = Bits([4; 32]);

/// A game of Stack Nabbit as a house would have recorded it.
fn record() -> Value {
    let seeds = [(Seat::new(1).unwrap(), SEED)];
    let seating = Seating::ascending(2).unwrap();
    let mut table = shelf::open("nabbit", &json!({}), &seating).unwrap();
    let mut events: Vec<Value> = Vec::new();
    loop {
        let event = match table.turn() {
            Turn::Over => break,
            Turn::Nature => table.draw(&mut nature(&SECRET, &seeds, events.len() as u64)).unwrap(),
            Turn::Seats(seats) => table.check_move(seats.first().unwrap(), "\"stop\"").unwrap(),
        };
        table.play(&event).unwrap();
        events.push(serde_json::from_str(&event).unwrap());
    }
    let standings = table.standings();
    let record = Record { format: 1, game: "nabbit".into(), options: json!({}), seating, events, standings };
    json!({
        "table": "0".repeat(26),
        "names": ["Hazel", "Acorn"],
        "record": serde_json::from_str::<Value>(&record.to_line()).unwrap(),
        "fairness": {
            "promise": promise(&SECRET),
            "seeds": [{"seat": 1, "seed": SEED}],
            "commitment": commitment(&SECRET, &seeds),
            "secret": SECRET,
        },
    })
}

/// Runs `verify` on a record; its exit code, and what it printed and complained about.
fn verify(name: &str, record: &Value, arguments: &[&str]) -> (i32, String, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, record.to_string()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stackhouse"));
    let output = command.arg("verify").arg(&path).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_honest_record_is_found_to_agree() {
    let record = record();
    let (code, told, _) = verify("honest.json", &record, &[]);
    assert!(code == 0 && told.contains("everything agrees") && told.contains("seeds of Acorn"), "{told}");
    let noted = ["--promise", record["fairness"]["promise"].as_str().unwrap(), "--seed", &SEED.to_string()];
    let (code, told, _) = verify("noted.json", &record, &[&noted[..], &["--json"]].concat());
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told["ok"], &told["seeds"]), (0, &json!(true), &json!([1])));
    assert!(told["fates"].as_u64() > Some(10), "{told}");
}

#[test]
fn a_changed_card_is_found_at_its_event() {
    let mut record = record();
    let events = record["record"]["events"].as_array_mut().unwrap();
    let last = events.iter().rposition(|event| event["fate"].is_number()).unwrap();
    events[last]["fate"] = json!((events[last]["fate"].as_u64().unwrap() + 1) % 3);
    let (code, _, complaint) = verify("changed.json", &record, &[]);
    assert_eq!(code, 1);
    assert!(complaint.contains(&format!("event {last} is not what the generator gives")), "{complaint}");
    let (code, told, _) = verify("changed-too.json", &record, &["--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told["code"], &told["event"]), (1, &json!("fate"), &json!(last)));
}

#[test]
fn what_a_player_noted_counts_more_than_what_the_record_says() {
    let record = record();
    let other = "00".repeat(32);
    for flag in ["--promise", "--commitment", "--seed"] {
        let (code, told, _) = verify(&format!("other{flag}.json"), &record, &[flag, &other, "--json"]);
        assert!(code == 1 && told.contains("\"noted\""), "{flag}: {told}");
    }
    let (code, _, complaint) = verify("bare.json", &record["record"], &[]);
    assert!(code == 1 && complaint.contains("/api/tables/ID/record"), "{complaint}");
}
