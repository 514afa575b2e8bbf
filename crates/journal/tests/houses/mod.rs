//! The stores the shared suite runs over: each can be reopened, and meddled with behind the journal's back.

use journal::{
    Append, Entry, Hash, Head, Journal, JournalError, Memory, Page, Seq, Sqlite, Stored, TableId, wait,
};
use std::path::PathBuf;
use std::sync::Arc;

/// A journal with its store.
pub(crate) trait House {
    /// The open journal.
    fn journal(&self) -> Arc<dyn Journal>;
    /// Closes the journal, changes what is stored of a table's events by hand, and opens it again.
    fn meddle(&mut self, table: TableId, with: &dyn Fn(&mut Vec<Stored>));
    /// Closes the journal and opens it again.
    fn reopen(&mut self) {
        self.meddle(TableId::from(u128::MAX), &|_| {});
    }
}

pub(crate) struct InMemory(Memory);

impl InMemory {
    pub(crate) fn new() -> Self {
        Self(Memory::new())
    }
}

impl House for InMemory {
    fn journal(&self) -> Arc<dyn Journal> {
        Arc::new(self.0.clone())
    }

    fn meddle(&mut self, table: TableId, with: &dyn Fn(&mut Vec<Stored>)) {
        self.0.meddle(table, with);
    }
}

pub(crate) struct InSqlite {
    directory: tempfile::TempDir,
    journal: Option<Arc<Sqlite>>,
}

impl InSqlite {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let mut house = Self { directory, journal: None };
        house.journal = Some(Arc::new(Sqlite::open(house.path()).unwrap()));
        house
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("data/journal.db")
    }

    pub(crate) fn close(&mut self) {
        let journal = self.journal.take().map(Arc::into_inner);
        assert!(journal.is_none_or(|journal| journal.is_some()), "someone still holds the journal");
    }
}

impl House for InSqlite {
    fn journal(&self) -> Arc<dyn Journal> {
        self.journal.clone().unwrap()
    }

    fn meddle(&mut self, table: TableId, with: &dyn Fn(&mut Vec<Stored>)) {
        self.close();
        let file = rusqlite::Connection::open(self.path()).unwrap();
        rewrite(&file, table, with);
        drop(file);
        self.journal = Some(Arc::new(Sqlite::open(self.path()).unwrap()));
    }
}

fn rewrite(file: &rusqlite::Connection, table: TableId, with: &dyn Fn(&mut Vec<Stored>)) {
    let number =
        file.query_row("SELECT number FROM tables WHERE id = ?1", [table.as_bytes()], |row| row.get(0));
    let number: i64 = match number {
        Ok(number) => number,
        Err(rusqlite::Error::QueryReturnedNoRows) => return,
        Err(error) => panic!("{error}"),
    };
    let mut read = file
        .prepare("SELECT seq, version, payload, hash FROM events WHERE number = ?1 ORDER BY seq")
        .unwrap();
    let mut events: Vec<Stored> = read
        .query_map([number], |row| {
            let payload: Vec<u8> = row.get(2)?;
            Ok(Stored {
                seq: row.get::<_, i64>(0)?.cast_unsigned(),
                version: row.get(1)?,
                payload: payload.into(),
                hash: Hash(row.get(3)?),
            })
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    with(&mut events);
    file.execute("DELETE FROM events WHERE number = ?1", [number]).unwrap();
    let mut place = 0;
    for event in events {
        let row =
            (number, event.seq.cast_signed(), event.version, event.payload.to_vec(), event.hash.0, place);
        let sql = "INSERT INTO events (number, seq, version, payload, hash, before) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        file.execute(sql, row).unwrap();
        place = file.last_insert_rowid();
    }
    file.execute("UPDATE tables SET place = ?1 WHERE number = ?2", [place, number]).unwrap();
}

pub(crate) fn text(text: &str) -> Entry {
    Entry::new(1, text)
}

pub(crate) fn append(
    journal: &dyn Journal,
    table: TableId,
    after: Seq,
    texts: &[&str],
) -> Result<Head, JournalError> {
    let append = Append::after(after, table, texts.iter().map(|&entry| text(entry)));
    wait(|done| journal.append(append, done))
}

pub(crate) fn read(journal: &dyn Journal, table: TableId, after: Seq) -> Result<Page, JournalError> {
    wait(|done| journal.read(table, after, usize::MAX, done))
}

/// The payloads of a whole log, as text.
pub(crate) fn texts(journal: &dyn Journal, table: TableId) -> Vec<String> {
    let page = read(journal, table, 0).unwrap();
    page.events.iter().map(|event| String::from_utf8(event.payload.to_vec()).unwrap()).collect()
}
