//! Looking after a house that is open: tables listed and closed, records taken out, and backups made while people play.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use journal::{Journal as _, Sqlite, Which, ask};
use load::client::{Client, Table, read_moment, seat};
use load::process::Server;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const BINARY: &str = env!("CARGO_BIN_EXE_stackhouse");

fn start(data: &Path) -> Server {
    Server::start(Path::new(BINARY), data).unwrap()
}

/// What a command prints, or why it fails.
fn run(words: &[&str], data: &Path) -> Result<String, String> {
    let output = Command::new(BINARY).args(words).arg("--data").arg(data).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// Moves at a table until somebody says stop, or the game is over; returns the sequence of the last one acknowledged.
async fn play(table: &mut Table, is_over: &AtomicBool) -> u64 {
    let mut last = 0;
    let mut moment = table.seats[0].until("moment").await.unwrap();
    let mut id = 0;
    while let Some((seq, Some(asked))) = read_moment(&moment) {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        id += 1;
        let flip =
            json!({"id": format!("p{id}"), "type": "play", "table": table.id, "after": seq, "move": "flip"});
        let answer = table.seats[asked].ask(flip).await.unwrap();
        if answer["outcome"] == "stored" {
            last = answer["seq"].as_u64().unwrap();
        }
        let take = |told: &str| serde_json::from_str::<Value>(told).unwrap()["seq"].as_u64().unwrap();
        while take(&moment) <= seq {
            moment = table.seats[0].until("moment").await.unwrap();
        }
    }
    last
}

async fn heads(data: &Path) -> Vec<journal::Head> {
    let journal = Sqlite::open(data.join("journal.db")).unwrap();
    assert_eq!(journal::audit(&journal).await.unwrap(), []);
    ask(|done| journal.list(Which::All, None, 1000, done)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_busy_house_has_all_that_was_acknowledged_before() {
    let place = tempfile::tempdir().unwrap();
    let [data, copy, restored] = ["data", "copy", "restored"].map(|name| place.path().join(name));
    let server = start(&data);
    let mut still = seat(server.port).await.unwrap();
    let moment = still.seats[0].until("moment").await.unwrap();
    let (seq, asked) = read_moment(&moment).unwrap();
    let flip = json!({"id": "still", "type": "play", "table": still.id, "after": seq, "move": "flip"});
    let acknowledged = still.seats[asked.unwrap()].done(flip).await.unwrap()["seq"].as_u64().unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..4)
        .map(|_| {
            let (port, is_over) = (server.port, is_over.clone());
            tokio::spawn(async move {
                let mut played = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let mut table = seat(port).await.unwrap();
                    played += u64::from(play(&mut table, &is_over).await > 0);
                }
                played
            })
        })
        .collect();
    let (to, from) = (copy.clone(), data.clone());
    let told =
        tokio::task::spawn_blocking(move || run(&["backup", to.to_str().unwrap()], &from)).await.unwrap();
    is_over.store(true, Ordering::Relaxed);
    for table in busy {
        assert!(table.await.unwrap() > 0, "people play on meanwhile");
    }
    assert!(told.as_ref().is_ok_and(|told| told.contains("checked against its chain")), "{told:?}");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&copy), mode(&copy.join("journal.db"))), (0o700, 0o600));
    assert_eq!(mode(&data.join("house.socket")), 0o600);
    let kept = heads(&copy).await;
    let found = kept.iter().find(|head| head.table.to_string() == still.id).unwrap();
    assert!(found.seq >= acknowledged);
    // A second one goes nowhere where something is.
    let again = run(&["backup", copy.to_str().unwrap()], &data).unwrap_err();
    assert!(again.contains("already"), "{again}");
    drop(server);

    let told = run(&["restore", copy.to_str().unwrap()], &restored).unwrap();
    assert!(told.contains(&format!("{} logs", kept.len())), "{told}");
    assert_eq!(heads(&restored).await, kept);
    assert!(run(&["restore", copy.to_str().unwrap()], &restored).unwrap_err().contains("already"));
    // People find their places in the house made of it.
    let server = start(&restored);
    let mut back = Client::connect(server.port).await.unwrap();
    let attend =
        json!({"id": "back", "type": "attend", "table": still.id, "as": "place", "token": still.tokens[0]});
    let entered = back.done(attend).await.unwrap();
    assert!(entered["snapshot"]["moment"]["seq"].as_u64().unwrap() >= acknowledged, "{entered}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_is_closed_is_copied_too_and_nothing_is_no_house() {
    let place = tempfile::tempdir().unwrap();
    let [data, copy] = ["data", "copy"].map(|name| place.path().join(name));
    let server = start(&data);
    seat(server.port).await.unwrap();
    drop(server);
    run(&["backup", copy.to_str().unwrap()], &data).unwrap();
    assert_eq!(heads(&copy).await, heads(&data).await);
    let nowhere = run(&["backup", "never-made"], &place.path().join("nowhere")).unwrap_err();
    assert!(nowhere.contains("there is no house in"), "{nowhere}");
    let nobody = run(&["house", "list"], &data).unwrap_err();
    assert!(nobody.contains("no house is open"), "{nobody}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_listed_shown_closed_and_their_records_taken_out() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let server = start(&data);
    assert_eq!(run(&["house", "list"], &data).unwrap(), "No table is open.\n");
    let mut table = seat(server.port).await.unwrap();
    let listed = run(&["house", "list"], &data).unwrap();
    assert!(listed.contains(&table.id) && listed.contains("One, Two") && listed.contains("now"), "{listed}");
    let shown: Value = serde_json::from_str(&run(&["house", "show", &table.id], &data).unwrap()).unwrap();
    assert_eq!((&shown[0]["phase"], &shown[0]["is_attended"]), (&json!("playing"), &json!(true)), "{shown}");
    let hidden = run(&["house", "export", &table.id], &data).unwrap_err();
    assert!(hidden.contains("not over yet"), "{hidden}");
    play(&mut table, &AtomicBool::new(false)).await;
    let record: Value = serde_json::from_str(&run(&["house", "export", &table.id], &data).unwrap()).unwrap();
    assert_eq!((&record["record"]["game"], &record["names"]), (&json!("nabbit"), &json!(["One", "Two"])));
    assert_eq!(run(&["house", "close", &table.id], &data).unwrap(), "Done.\n");
    table.seats[1].until("displaced").await.unwrap();
    assert_eq!(run(&["house", "list"], &data).unwrap(), "No table is open.\n");
    let gone = run(&["house", "close", &table.id], &data).unwrap_err();
    assert!(gone.contains("there is no open table"), "{gone}");
    assert!(run(&["house", "export", &table.id], &data).is_ok(), "its record stays");
    assert!(run(&["house", "show", "nonsense"], &data).is_err());
}
