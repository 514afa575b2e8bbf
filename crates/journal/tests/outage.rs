//! A disk that is full or fails for a while: what is answered meanwhile, and what is there afterwards.
//!
//! Trouble begins at any write or sync and lasts for some of them. Whatever it is: an append is kept exactly when it was
//! acknowledged, before and after a power cut, and once the trouble is over appends are kept again, by the journal's own
//! doing.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod disk;
#[allow(dead_code)]
mod houses;

use disk::{Disk, Trouble};
use houses::{append, texts};
use journal::{Append, Entry, Health, Journal, JournalError, Sqlite, SqliteSettings, TableId};
use std::sync::mpsc;

const TABLES: usize = 3;
const ROUNDS: usize = 10;

/// What was acknowledged at each table, in order, and how many appends were refused.
struct Played {
    kept: Vec<Vec<String>>,
    refused: usize,
}

/// Has all tables append at once, again and again until each has been acknowledged so many times.
fn play(journal: &Sqlite) -> Played {
    let mut played = Played { kept: vec![Vec::new(); TABLES], refused: 0 };
    let mut tries = 0;
    while played.kept.iter().any(|kept| kept.len() < ROUNDS) {
        let (send, answers) = mpsc::channel();
        for (table, kept) in played.kept.iter().enumerate().filter(|(_, kept)| kept.len() < ROUNDS) {
            tries += 1;
            let (text, send) = (format!("try {tries} at table {table}"), send.clone());
            let append =
                Append::after(kept.len() as u64, TableId::from(table as u128), [Entry::new(1, &text)]);
            journal.append(append, Box::new(move |answer| send.send((table, text, answer)).unwrap()));
        }
        drop(send);
        for (table, text, answer) in answers {
            match answer {
                Ok(head) => {
                    played.kept[table].push(text);
                    assert_eq!(head.seq, played.kept[table].len() as u64);
                }
                Err(error @ JournalError::NotKept(_)) => {
                    assert!(!error.to_string().to_lowercase().contains("sql"), "{error}");
                    played.refused += 1;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    played
}

/// One run of trouble; tells how many appends were refused.
fn weather(trouble: Trouble, good: u64, bad: u64) -> usize {
    let name = format!("{trouble:?}-{good}-{bad}");
    let disk = Disk::register(&name);
    let settings =
        SqliteSettings { witness: None, vfs: Some(name.clone()), ..SqliteSettings::new("journal.db") };
    let journal = Sqlite::with(&settings).unwrap();
    disk.trouble(trouble, good, bad);
    let played = play(&journal);
    let check = |journal: &Sqlite, when: &str| {
        for (table, kept) in played.kept.iter().enumerate() {
            assert_eq!(&texts(journal, TableId::from(table as u128)), kept, "{name}: table {table} {when}");
        }
    };
    check(&journal, "at once");
    if disk.is_well() {
        let Health { is_writable, failures, .. } = journal.health();
        assert_eq!((is_writable, failures), (true, played.refused as u64), "{name}");
    }
    disk.cut_after(0);
    drop(journal);
    disk.restore(good);
    check(&Sqlite::with(&settings).unwrap(), "after a power cut");
    played.refused
}

fn weathers(trouble: Trouble) {
    let runs = (0..210).step_by(3).map(|good| weather(trouble, good, [1, 2, 4, 7][good as usize / 3 % 4]));
    let struck = runs.filter(|refused| *refused > 0).count();
    println!("{trouble:?}: {struck} runs had something refused");
    assert!(struck > 5, "{struck}: a test that cannot fail shows nothing");
}

#[test]
fn a_full_disk_keeps_what_was_acknowledged_and_goes_on_when_there_is_room() {
    weathers(Trouble::Full);
}

#[test]
fn a_dead_disk_keeps_what_was_acknowledged_and_goes_on_when_it_lives() {
    weathers(Trouble::Dead);
}

#[test]
fn an_error_told_after_the_fact_is_settled_by_what_is_there() {
    weathers(Trouble::Late);
}

#[test]
fn a_failed_sync_is_not_trusted_though_the_next_one_succeeds() {
    weathers(Trouble::Unsynced);
}

#[test]
fn while_the_disk_is_full_logs_can_be_read_and_the_reason_is_known() {
    let disk = Disk::register("reading");
    let settings =
        SqliteSettings { witness: None, vfs: Some("reading".into()), ..SqliteSettings::new("journal.db") };
    let journal = Sqlite::with(&settings).unwrap();
    let table = TableId::from(1);
    append(&journal, table, 0, &["kept"]).unwrap();
    disk.trouble(Trouble::Full, 0, u64::MAX);
    assert!(matches!(append(&journal, table, 1, &["lost"]), Err(JournalError::NotKept(_))));
    assert_eq!(texts(&journal, table), ["kept"]);
    let Health { is_writable, why, .. } = journal.health();
    assert!(!is_writable && why.contains("full"), "{why}");
    // Nobody asks for anything: the journal finds out by itself that there is room again.
    disk.trouble(Trouble::Full, u64::MAX, 0);
    while !journal.health().is_writable {
        std::thread::yield_now();
    }
    append(&journal, table, 1, &["kept again"]).unwrap();
    assert_eq!(texts(&journal, table), ["kept", "kept again"]);
}
