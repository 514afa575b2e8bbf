//! What survives when the power goes.
//!
//! SQLite runs over files in memory that know which writes were synced. The power is cut after a given number of
//! writes and syncs; of what was not synced by then, a drawn part is lost. Everything acknowledged must be there
//! afterwards. The same test without syncs must fail: that shows it can.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod disk;
#[allow(dead_code)]
mod houses;

use disk::Disk;
use houses::{House as _, InSqlite, append, texts};
use journal::{Append, Entry, Journal as _, OpenError, Sqlite, SqliteSettings, TableId, Which, audit, wait};
use std::path::Path;
use std::sync::mpsc;

const TABLES: u128 = 3;
/// From the first write of a new file to beyond the checkpoint at its close.
const CUTS: std::ops::Range<u64> = 0..700;

/// Appends until the power goes, and returns how many events of each table were acknowledged.
fn play_until_the_cut(settings: &SqliteSettings, disk: &Disk, cut: u64) -> Option<Vec<u64>> {
    disk.cut_after(cut);
    let mut acknowledged = vec![0; TABLES as usize];
    let mut journal = Some(Sqlite::with(settings).ok()?);
    for round in 0..40 {
        let Some(open) = &journal else { break };
        let (send, answers) = mpsc::channel();
        for table in 0..TABLES {
            let send = send.clone();
            let entry = Entry::new(1, format!("table {table} round {round}"));
            let append = Append::after(round, TableId::from(table), [entry]);
            open.append(append, Box::new(move |answer| drop(send.send((table, answer)))));
        }
        drop(send);
        loop {
            match answers.try_recv() {
                Ok((table, Ok(head))) => acknowledged[table as usize] = head.seq,
                Ok((_, Err(_))) => {}
                Err(mpsc::TryRecvError::Disconnected) => break,
                // Without power it is never settled what became of the last commit: the process ends.
                Err(mpsc::TryRecvError::Empty) if disk.is_cut() => drop(journal.take()),
                Err(mpsc::TryRecvError::Empty) => std::thread::yield_now(),
            }
        }
    }
    Some(acknowledged)
}

/// Tells whether all that was acknowledged before the cut is found after it.
fn survives(name: &str, is_durable: bool, cut: u64) -> bool {
    let disk = Disk::register(name);
    let settings = SqliteSettings {
        witness: None,
        vfs: Some(name.into()),
        is_durable,
        ..SqliteSettings::new("journal.db")
    };
    let acknowledged = play_until_the_cut(&settings, &disk, cut).unwrap_or_default();
    disk.restore(cut);
    let journal = match Sqlite::with(&settings) {
        Ok(journal) => journal,
        Err(error) if is_durable => panic!("cut at write {cut}: {error}"),
        Err(_) => return false,
    };
    acknowledged.iter().zip(0..TABLES).all(|(&seq, table)| {
        let page = wait(|done| journal.read(TableId::from(table), 0, usize::MAX, done));
        seq == 0 || page.is_ok_and(|page| page.head.seq >= seq && page.events.len() as u64 == page.head.seq)
    })
}

#[test]
fn an_acknowledged_append_survives_a_power_cut_at_any_write() {
    for cut in CUTS {
        assert!(survives(&format!("durable-{cut}"), true, cut), "lost after a cut at write {cut}");
    }
}

#[test]
fn without_syncs_a_power_cut_loses_acknowledged_appends() {
    let lost = CUTS.filter(|cut| !survives(&format!("careless-{cut}"), false, *cut)).count();
    assert!(lost > 100, "a test that cannot fail shows nothing: {lost} cuts lost something");
}

#[test]
fn a_store_that_lost_its_wal_file_is_refused_until_the_loss_is_accepted() {
    let mut house = InSqlite::new();
    let path = house.path();
    append(&*house.journal(), TableId::from(1), 0, &["one"]).unwrap();
    // All that was appended is still in the -wal file.
    let older = std::fs::read(&path).unwrap();
    house.close();
    std::fs::write(&path, older).unwrap();
    let error = Sqlite::open(&path).err().expect("the loss is noticed");
    assert!(matches!(error, OpenError::TailLost { found: 0, expected: 1, .. }), "{error}");
    let settings = SqliteSettings { accepts_loss: true, ..SqliteSettings::new(&path) };
    let remarks = Sqlite::with(&settings).unwrap().remarks().to_vec();
    assert!(remarks.iter().any(|remark| remark.contains("holds 0 commits")), "{remarks:?}");
    assert!(Sqlite::open(&path).is_ok(), "accepted once and for all");
}

#[test]
fn a_store_without_its_witness_is_refused_until_the_loss_is_accepted() {
    let mut house = InSqlite::new();
    let (path, copy) = (house.path(), tempfile::tempdir().unwrap());
    append(&*house.journal(), TableId::from(1), 0, &["one"]).unwrap();
    // All that was appended is still in the -wal file, and the database alone looks like a new one.
    let alone = copy.path().join("journal.db");
    std::fs::copy(&path, &alone).unwrap();
    let error = Sqlite::open(&alone).err().expect("the loss is noticed");
    assert!(matches!(error, OpenError::NoWitness { .. }), "{error}");
    assert!(error.to_string().contains("--accept-loss"), "{error}");
    let settings = SqliteSettings { accepts_loss: true, ..SqliteSettings::new(&alone) };
    assert_eq!(Sqlite::with(&settings).unwrap().remarks().len(), 1);
    assert!(Sqlite::open(&alone).is_ok(), "accepted once and for all");
    // A store that was closed and has its witness is whole, wherever it is.
    house.close();
    for end in ["db", "witness"] {
        std::fs::copy(path.with_extension(end), copy.path().join("whole").with_extension(end)).unwrap();
    }
    let whole = Sqlite::open(copy.path().join("whole.db")).unwrap();
    assert_eq!(texts(&whole, TableId::from(1)), ["one"]);
}

/// A file of the form before this one, which need not have had a witness.
/// The files of a store after its process was killed: the last commits lie in the -wal file.
fn killed(directory: &Path) -> [std::path::PathBuf; 3] {
    let path = directory.join("journal.db");
    let journal = Sqlite::open(&path).unwrap();
    append(&journal, TableId::from(1), 0, &["kept"]).unwrap();
    let files = ["journal.db", "journal.db-wal", "journal.witness"].map(|name| directory.join(name));
    let copies = files.clone().map(|file| std::fs::read(file).unwrap());
    drop(journal);
    for (file, copy) in files.iter().zip(copies) {
        std::fs::write(file, copy).unwrap();
    }
    files
}

#[test]
fn a_witness_that_cannot_be_read_is_missed() {
    for damage in [&b""[..], b"garbage", &[0; 54], b"new"] {
        let directory = tempfile::tempdir().unwrap();
        let [path, wal, witness] = killed(directory.path());
        std::fs::remove_file(&wal).unwrap();
        std::fs::write(&witness, damage).unwrap();
        for _ in 0..2 {
            let refused = Sqlite::open(&path).err().unwrap();
            assert!(matches!(refused, OpenError::BadWitness { .. }), "{refused}");
            assert_eq!(std::fs::read(&witness).unwrap(), damage, "nothing is changed");
        }
        let settings = SqliteSettings { accepts_loss: true, ..SqliteSettings::new(&path) };
        drop(Sqlite::with(&settings).unwrap());
        drop(Sqlite::open(&path).unwrap());
    }
}

#[test]
fn a_store_without_its_file_is_refused_and_left_alone() {
    for is_empty in [false, true] {
        for has_witness in [false, true] {
            let directory = tempfile::tempdir().unwrap();
            let [path, wal, witness] = killed(directory.path());
            let whole = std::fs::read(&path).unwrap();
            let before = std::fs::read(&wal).unwrap();
            match is_empty {
                true => std::fs::write(&path, "").unwrap(),
                false => std::fs::remove_file(&path).unwrap(),
            }
            if !has_witness {
                std::fs::remove_file(&witness).unwrap();
            }
            let refused = Sqlite::open(&path).err().unwrap();
            assert!(matches!(refused, OpenError::NoFile { .. }), "{refused}");
            assert_eq!((std::fs::read(&wal).unwrap(), path.exists()), (before, is_empty));
            if has_witness {
                std::fs::write(&path, whole).unwrap();
                let journal = Sqlite::open(&path).unwrap();
                assert_eq!(texts(&journal, TableId::from(1)), ["kept"]);
            }
        }
    }
}

fn of_form_2(house: &mut InSqlite) -> std::path::PathBuf {
    append(&*house.journal(), TableId::from(1), 0, &["one"]).unwrap();
    house.close();
    let file = rusqlite::Connection::open(house.path()).unwrap();
    file.execute_batch("PRAGMA user_version = 2").unwrap();
    house.path()
}

#[test]
fn an_older_file_is_opened_with_and_without_a_witness_and_nobody_is_quiet_about_it() {
    let mut house = InSqlite::new();
    let path = of_form_2(&mut house);
    let journal = Sqlite::open(&path).unwrap();
    assert_eq!((texts(&journal, TableId::from(1)), journal.remarks()), (vec!["one".into()], &[][..]));
    drop(journal);

    let mut house = InSqlite::new();
    let path = of_form_2(&mut house);
    std::fs::remove_file(path.with_extension("witness")).unwrap();
    let journal = Sqlite::open(&path).unwrap();
    assert_eq!(texts(&journal, TableId::from(1)), ["one"]);
    assert!(journal.remarks().iter().any(|remark| remark.contains("without")), "{:?}", journal.remarks());
    drop(journal);
    std::fs::remove_file(path.with_extension("witness")).unwrap();
    assert!(matches!(Sqlite::open(&path), Err(OpenError::NoWitness { .. })), "it has one from now on");
}

#[cfg(unix)]
mod rights {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// The modes of a directory's files, by name.
    fn modes(directory: &Path) -> Vec<(String, u32)> {
        let entries = std::fs::read_dir(directory).unwrap().flatten();
        let mut modes: Vec<_> =
            entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path()))).collect();
        modes.sort();
        modes
    }

    #[test]
    fn a_new_store_is_its_owners_alone() {
        let house = InSqlite::new();
        append(&*house.journal(), TableId::from(1), 0, &["one"]).unwrap();
        let path = house.path();
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        let files = [("journal.db", 0o600), ("journal.db-wal", 0o600), ("journal.witness", 0o600)];
        assert_eq!(modes(path.parent().unwrap()), files.map(|(name, mode)| (name.to_owned(), mode)));
    }

    #[test]
    fn an_open_store_is_closed_to_others_and_that_is_told() {
        let mut house = InSqlite::new();
        let path = house.path();
        let directory = path.parent().unwrap();
        house.close();
        std::fs::set_permissions(directory, Permissions::from_mode(0o755)).unwrap();
        for file in std::fs::read_dir(directory).unwrap().flatten() {
            std::fs::set_permissions(file.path(), Permissions::from_mode(0o644)).unwrap();
        }
        let journal = Sqlite::open(&path).unwrap();
        assert_eq!(journal.remarks().len(), 3, "{:?}", journal.remarks());
        assert_eq!(mode(directory), 0o700);
        assert!(modes(directory).iter().all(|(_, mode)| *mode == 0o600), "{:?}", modes(directory));
        drop(journal);
        assert!(Sqlite::open(&path).unwrap().remarks().is_empty(), "told once");
    }

    #[test]
    fn a_directory_that_holds_other_things_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).unwrap();
        std::fs::write(directory.path().join("index.html"), "for everybody").unwrap();
        std::fs::set_permissions(directory.path().join("index.html"), Permissions::from_mode(0o644)).unwrap();
        let journal = Sqlite::open(directory.path().join("journal.db")).unwrap();
        assert_eq!((mode(directory.path()), journal.remarks().len()), (0o755, 0));
        let is_open = |(name, mode): &(String, u32)| *mode != 0o600 && name != "index.html";
        assert!(!modes(directory.path()).iter().any(is_open), "{:?}", modes(directory.path()));
    }
}

#[test]
fn another_journal_beside_the_witness_is_refused() {
    let (mut house, mut other) = (InSqlite::new(), InSqlite::new());
    for house in [&mut house, &mut other] {
        append(&*house.journal(), TableId::from(1), 0, &["one"]).unwrap();
        house.close();
    }
    std::fs::copy(other.path(), house.path()).unwrap();
    assert!(matches!(Sqlite::open(house.path()), Err(OpenError::OtherHouse { .. })));
}

#[test]
fn a_journal_in_use_is_not_opened_twice() {
    let house = InSqlite::new();
    assert!(matches!(Sqlite::open(house.path()), Err(OpenError::InUse { .. })));
    append(&*house.journal(), TableId::from(1), 0, &["undisturbed"]).unwrap();
    assert_eq!(texts(&*house.journal(), TableId::from(1)), ["undisturbed"]);
}

#[test]
fn files_of_others_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.db");
    std::fs::write(&path, "not a database at all, but long enough to be taken for one: ".repeat(20)).unwrap();
    assert!(matches!(Sqlite::open(&path), Err(OpenError::Foreign { .. })));

    let path = directory.path().join("foreign.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE notes (text)").unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(Sqlite::open(&path), Err(OpenError::Foreign { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_later_form_is_refused_by_number() {
    let mut house = InSqlite::new();
    house.close();
    let file = rusqlite::Connection::open(house.path()).unwrap();
    file.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(file);
    assert!(matches!(Sqlite::open(house.path()), Err(OpenError::Newer { found: 99, .. })));
}

#[test]
fn a_file_of_the_first_form_is_taken_over_whole() {
    let mut house = InSqlite::new();
    let (a, b) = (TableId::from(1), TableId::from(2));
    for round in 0..3 {
        append(&*house.journal(), a, 2 * round, &["one", "two"]).unwrap();
        append(&*house.journal(), b, round, &["other"]).unwrap();
    }
    house.close();
    let file = rusqlite::Connection::open(house.path()).unwrap();
    file.execute_batch(
        "CREATE TABLE first (number INTEGER NOT NULL, seq INTEGER NOT NULL, version INTEGER NOT NULL,
             payload BLOB NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (number, seq)) WITHOUT ROWID;
         INSERT INTO first SELECT number, seq, version, payload, hash FROM events;
         DROP TABLE events;
         ALTER TABLE first RENAME TO events;
         ALTER TABLE tables DROP COLUMN place;
         PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(file);
    let journal = Sqlite::open(house.path()).unwrap();
    assert_eq!(texts(&journal, a), ["one", "two"].repeat(3));
    assert_eq!(texts(&journal, b), ["other"; 3]);
    assert_eq!(append(&journal, a, 6, &["on"]).unwrap().seq, 7);
    assert_eq!(texts(&journal, a)[5..], ["two", "on"]);
}

#[test]
fn a_full_queue_answers_busy_and_the_rest_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let settings = SqliteSettings { queue: 1, ..SqliteSettings::new(directory.path().join("journal.db")) };
    let journal = Sqlite::with(&settings).unwrap();
    let (send, answers) = mpsc::channel();
    for table in 0..2000 {
        let send = send.clone();
        let append = Append::after(0, TableId::from(table), [Entry::new(1, "x")]);
        journal.append(append, Box::new(move |answer| send.send((table, answer)).unwrap()));
    }
    drop(send);
    let answers: Vec<_> = answers.iter().collect();
    assert_eq!(answers.len(), 2000);
    for (table, answer) in answers {
        let is_there = wait(|done| journal.read(TableId::from(table), 0, 9, done)).is_ok();
        assert_eq!(is_there, answer.is_ok());
    }
    let mut clean = std::pin::pin!(audit(&journal));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    while clean.as_mut().poll(&mut context).is_pending() {
        std::thread::yield_now();
    }
}

/// Fills a journal with many logs, forgets most of them, and tells how large the file was and is.
fn filled_and_forgotten(path: &Path) -> (u64, u64) {
    let journal = Sqlite::open(path).unwrap();
    let bytes = || std::fs::metadata(path).unwrap().len();
    let payload = [7; 4000];
    for table in 0..2000_u128 {
        let append = Append::after(0, TableId::from(table + 1), [Entry::new(1, payload)]).closing();
        journal.append(append, Box::new(|answer| assert!(answer.is_ok())));
    }
    drop(journal);
    let full = bytes();
    let journal = Sqlite::open(path).unwrap();
    for table in 0..1900_u128 {
        journal.forget(TableId::from(table + 1), Box::new(|answer| answer.unwrap()));
    }
    for _ in 0..4 {
        wait(|done| journal.shrink(done)).unwrap();
    }
    let left = wait(|done| journal.list(Which::All, None, 5000, done)).unwrap();
    assert_eq!(left.len(), 100);
    for head in left {
        wait(|done| journal.read(head.table, 0, 10, done)).unwrap();
    }
    drop(journal);
    (full, bytes())
}

#[test]
fn a_file_gives_back_what_forgotten_logs_took() {
    let directory = tempfile::tempdir().unwrap();
    let (full, left) = filled_and_forgotten(&directory.path().join("journal.db"));
    assert!(full > 8_000_000 && left < full / 4, "{full} bytes, and {left} when most is forgotten");
}

#[test]
fn so_does_a_file_that_was_made_before_it_could() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal.db");
    drop(Sqlite::open(&path).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("PRAGMA auto_vacuum = none; VACUUM").unwrap();
    drop(file);
    let (full, left) = filled_and_forgotten(&path);
    assert!(left > full / 2, "nobody waits for the whole file while people play: {left}");
    let journal = Sqlite::open(&path).unwrap();
    assert_eq!(wait(|done| journal.list(Which::All, None, 5000, done)).unwrap().len(), 100);
    drop(journal);
    let left = std::fs::metadata(&path).unwrap().len();
    assert!(left < full / 4, "{full} bytes, and {left} after the next start");
}
