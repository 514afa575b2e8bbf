//! The open file: carries requests out in one transaction and commits it.
//!
//! Reads are carried out in their turn among the appends and answered after the commit, so nobody is ever told of an
//! event that was not kept.

use crate::chain::{Chain, Damage, Hash};
use crate::watch::Watchers;
use crate::{Append, Done, Head, JournalError, Page, Seq, Stored, TableId, Which};
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, Row, params};
use std::collections::HashMap;

/// The most heads kept in memory; an open table beyond them is read from the file.
const HEADS: usize = 1 << 16;

/// So many free pages are kept for what comes next, and so many are cut off at once.
const SPARE_PAGES: i64 = 256;
const CUT_PAGES: i64 = 1024;
/// How SQLite calls a file that is cut when somebody says so.
const INCREMENTAL: i64 = 2;

pub(super) enum Request {
    Append(Append, Done<Head>),
    Read {
        table: TableId,
        after: Seq,
        limit: usize,
        done: Done<Page>,
    },
    List {
        which: Which,
        after: Option<TableId>,
        limit: usize,
        done: Done<Vec<Head>>,
    },
    Forget(TableId, Done<()>),
    Note(Append, Done<()>),
    /// Cuts some of what is free off the file, after the commit.
    Shrink(Done<()>),
    /// Commits, to learn whether that works.
    Probe,
}

/// A request carried out, waiting for the commit; a read remembers what was asked.
pub(super) enum Answer {
    Append(Result<Head, JournalError>, Done<Head>),
    Read {
        answer: Result<Page, JournalError>,
        table: TableId,
        after: Seq,
        limit: usize,
        done: Done<Page>,
    },
    List {
        answer: Result<Vec<Head>, JournalError>,
        which: Which,
        after: Option<TableId>,
        limit: usize,
        done: Done<Vec<Head>>,
    },
    Done(Result<(), JournalError>, Done<()>),
    Probe,
}

/// A table's row: its number in the file, its head, and where its last event lies.
#[derive(Clone, Copy)]
struct Known {
    number: i64,
    head: Head,
    place: i64,
    is_dirty: bool,
}

pub(super) struct Store {
    connection: Connection,
    commits: u64,
    known: HashMap<TableId, Known>,
    dirty: Vec<TableId>,
    /// The first write of the group that failed: nothing of the group is kept.
    fault: Option<rusqlite::Error>,
    /// Whether the group is to be committed though it may change no log.
    is_probing: bool,
    /// Whether somebody asked for the file to be cut.
    is_shrinking: bool,
}

/// A transaction that was not committed, or nobody knows whether it was.
pub(super) struct Failure {
    pub(super) error: rusqlite::Error,
    pub(super) is_unsure: bool,
}

impl Store {
    /// The file behind a connection, in which so many transactions changed a log.
    pub(super) fn new(connection: Connection, commits: u64) -> Self {
        connection.set_prepared_statement_cache_capacity(32);
        let (known, dirty) = (HashMap::new(), Vec::new());
        Self { connection, commits, known, dirty, fault: None, is_probing: false, is_shrinking: false }
    }

    /// How many transactions changed a log.
    pub(super) fn commits(&self) -> u64 {
        self.commits
    }

    /// Begins the transaction of a group.
    pub(super) fn begin(&self) -> rusqlite::Result<()> {
        self.run_statement("BEGIN")
    }

    /// Carries a group out and commits it. After a failure the file is good for nothing: it is to be opened anew.
    pub(super) fn serve(&mut self, group: &mut Vec<Request>) -> (Vec<Answer>, Result<(), Failure>) {
        let changes = self.connection.total_changes();
        let answers = group.drain(..).map(|request| self.carry_out(request)).collect();
        let is_probing = std::mem::take(&mut self.is_probing);
        let is_changed = is_probing || self.connection.total_changes() != changes || !self.dirty.is_empty();
        let outcome = match self.fault.take() {
            Some(error) => Err(Failure { error, is_unsure: false }),
            None => self.commit(is_changed),
        };
        if self.known.len() > HEADS {
            self.known.clear();
        }
        (answers, outcome)
    }

    fn commit(&mut self, is_changed: bool) -> Result<(), Failure> {
        let sure = |error| Failure { error, is_unsure: false };
        let commits = self.commits + u64::from(is_changed);
        if is_changed {
            self.write_heads().map_err(sure)?;
            self.write_count(commits).map_err(sure)?;
        }
        self.run_statement("COMMIT").map_err(|error| Failure { error, is_unsure: true })?;
        self.commits = commits;
        if std::mem::take(&mut self.is_shrinking) {
            // A file that stays larger than it could be is no harm.
            drop(self.shrink());
        }
        Ok(())
    }

    /// Puts all that can be read here into the database file, and returns when the disk has it.
    ///
    /// After a failed sync what is in memory need not be on the disk though later syncs succeed: it is written again.
    pub(super) fn settle(&self) -> rusqlite::Result<()> {
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let is_held_up: bool = self.connection.query_row(sql, [], |row| row.get(0))?;
        let busy = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY);
        if is_held_up { Err(rusqlite::Error::SqliteFailure(busy, None)) } else { Ok(()) }
    }

    /// Writes a file anew that cannot be cut bit by bit, as those of earlier releases, where much of it is free: for the
    /// start, when nobody waits for it.
    pub(super) fn rewrite(&self) -> rusqlite::Result<()> {
        if !self.has_much_free()? || self.number("auto_vacuum")? == INCREMENTAL {
            return Ok(());
        }
        self.connection.execute_batch("PRAGMA auto_vacuum = incremental; VACUUM")
    }

    /// Gives the system back some of what forgotten logs left behind, once that is a good part of the file.
    fn shrink(&self) -> rusqlite::Result<()> {
        if !self.has_much_free()? || self.number("auto_vacuum")? != INCREMENTAL {
            return Ok(());
        }
        // Every step cuts one page off.
        let mut cut = self.connection.prepare(&format!("PRAGMA incremental_vacuum({CUT_PAGES})"))?;
        let mut pages = cut.query([])?;
        while pages.next()?.is_some() {}
        Ok(())
    }

    fn has_much_free(&self) -> rusqlite::Result<bool> {
        let free = self.number("freelist_count")?;
        Ok(free >= SPARE_PAGES && free * 4 >= self.number("page_count")?)
    }

    fn number(&self, name: &str) -> rusqlite::Result<i64> {
        self.connection.pragma_query_value(None, name, |row| row.get(0))
    }

    /// Commits nothing but the count of commits.
    pub(super) fn probe(&mut self) -> rusqlite::Result<()> {
        self.begin()?;
        self.commit(true).map_err(|failure| failure.error)
    }

    /// Whether what an answer tells is what the file holds.
    pub(super) fn holds(&mut self, answer: &Answer) -> bool {
        let Answer::Append(Ok(head), _) = answer else { return true };
        let page = self.read(head.table, head.seq.saturating_sub(1), 1);
        page.is_ok_and(|page| {
            let is_there = page.events.first().is_some_and(|event| event.hash == head.hash);
            is_there && (page.head.is_closed || !head.is_closed)
        })
    }

    fn write_count(&self, commits: u64) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached("UPDATE house SET commits = ?1")?
            .execute([commits.cast_signed()])
            .map(drop)
    }

    fn write_heads(&mut self) -> rusqlite::Result<()> {
        let sql = "UPDATE tables SET seq = ?2, hash = ?3, closed = ?4, place = ?5 WHERE number = ?1";
        let mut update = self.connection.prepare_cached(sql)?;
        for table in self.dirty.drain(..) {
            // A table forgotten in the same group has no head to write.
            if let Some(known) = self.known.get_mut(&table)
                && known.is_dirty
            {
                let Known { number, head: Head { seq, hash, is_closed, .. }, place, .. } = *known;
                update.execute(params![number, seq.cast_signed(), hash.0, is_closed, place])?;
                known.is_dirty = false;
            }
        }
        Ok(())
    }

    fn run_statement(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    /// Carries one request out within the transaction, or by itself where none is open.
    pub(super) fn carry_out(&mut self, request: Request) -> Answer {
        match request {
            Request::Append(append, done) => Answer::Append(self.append(append), done),
            Request::Read { table, after, limit, done } => {
                Answer::Read { answer: self.read(table, after, limit), table, after, limit, done }
            }
            Request::List { which, after, limit, done } => {
                Answer::List { answer: self.list(which, after, limit), which, after, limit, done }
            }
            Request::Forget(table, done) => Answer::Done(self.forget(table), done),
            Request::Note(append, done) => Answer::Done(self.note(append), done),
            // Not within a transaction: the writer does it after the commit.
            Request::Shrink(done) => {
                self.is_shrinking = true;
                Answer::Done(Ok(()), done)
            }
            Request::Probe => {
                self.is_probing = true;
                Answer::Probe
            }
        }
    }

    fn find(&mut self, table: TableId) -> Result<Option<Known>, JournalError> {
        if let Some(known) = self.known.get(&table) {
            return Ok(Some(*known));
        }
        let sql = "SELECT number, seq, hash, closed, place FROM tables WHERE id = ?1";
        let found = self
            .statement(sql)?
            .query_row([table.as_bytes()], |row| {
                let head = head(table, row, 1)?;
                Ok(Known { number: row.get(0)?, head, place: row.get(4)?, is_dirty: false })
            })
            .optional()
            .map_err(|error| storage(&error))?;
        if let Some(known) = found {
            self.known.insert(table, known);
        }
        Ok(found)
    }

    fn append(&mut self, append: Append) -> Result<Head, JournalError> {
        let known = self.find(append.table)?;
        append.check(known.as_ref().map(|known| &known.head))?;
        self.insert(known, &append).map_err(|error| self.fail(error))
    }

    fn insert(&mut self, known: Option<Known>, append: &Append) -> rusqlite::Result<Head> {
        let mut known = match known {
            Some(known) => known,
            None => self.new_table(append.table)?,
        };
        self.known.insert(append.table, known);
        let mut chain = Chain { seq: known.head.seq, hash: known.head.hash };
        let sql = "INSERT INTO events (number, seq, version, payload, hash, before) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let mut insert = self.connection.prepare_cached(sql)?;
        for entry in &append.entries {
            let hash = chain.push(entry.version, &entry.payload);
            let (seq, before) = (chain.seq.cast_signed(), known.place);
            known.place =
                insert.insert(params![known.number, seq, entry.version, &*entry.payload, hash.0, before])?;
        }
        known.head = Head { table: append.table, seq: chain.seq, hash: chain.hash, is_closed: append.close };
        if !known.is_dirty {
            known.is_dirty = true;
            self.dirty.push(append.table);
        }
        self.known.insert(append.table, known);
        Ok(known.head)
    }

    fn fail(&mut self, error: rusqlite::Error) -> JournalError {
        let answer = storage(&error);
        self.fault.get_or_insert(error);
        answer
    }

    fn new_table(&mut self, table: TableId) -> rusqlite::Result<Known> {
        let Chain { seq, hash } = Chain::start(table);
        let sql = "INSERT INTO tables (id, seq, hash, closed) VALUES (?1, 0, ?2, 0)";
        self.connection.prepare_cached(sql)?.execute(params![table.as_bytes(), hash.0])?;
        let number = self.connection.last_insert_rowid();
        Ok(Known { number, head: Head { table, seq, hash, is_closed: false }, place: 0, is_dirty: false })
    }

    fn read(&mut self, table: TableId, after: Seq, limit: usize) -> Result<Page, JournalError> {
        let known = self.find(table)?.ok_or(JournalError::Unknown)?;
        let head = known.head;
        if after > head.seq {
            return Err(JournalError::Conflict { now: head.seq });
        }
        // With the event that the page follows, which tells the chain's value there.
        let from = after.max(1);
        let is_whole = |events: &Vec<Stored>| (from..=head.seq).eq(events.iter().map(|event| event.seq));
        let linked = self.walk(&known, from).map_err(|error| storage(&error))?;
        let mut events = match linked {
            events if is_whole(&events) => events,
            // Somebody meddled: whatever lies there of the table tells how.
            _ => self.scan(&known, from).map_err(|error| storage(&error))?,
        };
        let start = match after {
            0 => Chain::start(table),
            _ if events.first().is_none_or(|event| event.seq != after) => {
                return Err(Damage::Missing { seq: after }.into());
            }
            _ => Chain { seq: after, hash: events.remove(0).hash },
        };
        events.truncate(limit);
        start.check_page(&events, limit, &head)?;
        Ok(Page { events, head })
    }

    /// A table's events from a sequence on, as each leads to the one before it, as far as they do.
    fn walk(&self, known: &Known, from: Seq) -> rusqlite::Result<Vec<Stored>> {
        let sql = "SELECT seq, version, payload, hash, before FROM events WHERE place = ?1 AND number = ?2";
        let mut find = self.connection.prepare_cached(sql)?;
        let (mut events, mut place, mut seq) = (Vec::new(), known.place, known.head.seq);
        while seq >= from
            && let Some((event, before)) = find
                .query_row([place, known.number], |row| Ok((stored(row)?, row.get(4)?)))
                .optional()?
                .filter(|(event, _)| event.seq == seq)
        {
            events.push(event);
            (place, seq) = (before, seq - 1);
        }
        events.reverse();
        Ok(events)
    }

    fn scan(&self, known: &Known, from: Seq) -> rusqlite::Result<Vec<Stored>> {
        let sql =
            "SELECT seq, version, payload, hash FROM events WHERE number = ?1 AND seq >= ?2 ORDER BY seq";
        let mut scan = self.connection.prepare_cached(sql)?;
        scan.query_map(params![known.number, from.cast_signed()], stored)?.collect()
    }

    fn list(
        &mut self,
        which: Which,
        after: Option<TableId>,
        limit: usize,
    ) -> Result<Vec<Head>, JournalError> {
        // The group's changed heads are written first: the list comes from the rows.
        self.write_heads().map_err(|error| self.fail(error))?;
        let (open, closed) = match which {
            Which::Open => (true, false),
            Which::Closed => (false, true),
            Which::All => (true, true),
        };
        let sql = "SELECT id, seq, hash, closed FROM tables
                   WHERE id > ?1 AND ((?2 AND NOT closed) OR (?3 AND closed)) ORDER BY id LIMIT ?4";
        // Before every id, even the lowest, comes the empty blob.
        let after = after.map_or_else(Vec::new, |table| table.as_bytes().to_vec());
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.statement(sql)?
            .query_map(params![after, open, closed, limit], |row| {
                head(TableId::from_bytes(row.get(0)?), row, 1)
            })
            .and_then(Iterator::collect)
            .map_err(|error| storage(&error))
    }

    fn forget(&mut self, table: TableId) -> Result<(), JournalError> {
        let known = self.find(table)?.ok_or(JournalError::Unknown)?;
        self.known.remove(&table);
        self.delete(&known).map_err(|error| self.fail(error))
    }

    fn note(&mut self, append: Append) -> Result<(), JournalError> {
        match self.forget(append.table) {
            Ok(()) | Err(JournalError::Unknown) => self.append(append).map(drop),
            Err(error) => Err(error),
        }
    }

    fn delete(&self, known: &Known) -> rusqlite::Result<()> {
        let sql = "DELETE FROM events WHERE place = ?1 AND number = ?2 RETURNING before";
        let (mut delete, mut place) = (self.connection.prepare_cached(sql)?, Some(known.place));
        while let Some(last) = place {
            place = delete.query_row([last, known.number], |row| row.get(0)).optional()?;
        }
        self.connection
            .prepare_cached("DELETE FROM tables WHERE number = ?1")?
            .execute([known.number])
            .map(drop)
    }

    fn statement(&self, sql: &str) -> Result<CachedStatement<'_>, JournalError> {
        self.connection.prepare_cached(sql).map_err(|error| storage(&error))
    }
}

fn head(table: TableId, row: &Row<'_>, from: usize) -> rusqlite::Result<Head> {
    let seq = row.get::<_, i64>(from)?.cast_unsigned();
    Ok(Head { table, seq, hash: Hash(row.get(from + 1)?), is_closed: row.get(from + 2)? })
}

fn stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    Ok(Stored {
        seq: row.get::<_, i64>(0)?.cast_unsigned(),
        version: row.get(1)?,
        payload: row.get_ref(2)?.as_blob()?.into(),
        hash: Hash(row.get(3)?),
    })
}

fn storage(error: &rusqlite::Error) -> JournalError {
    JournalError::Storage(error.to_string())
}

impl Request {
    pub(super) fn is_write(&self) -> bool {
        !matches!(self, Self::Read { .. } | Self::List { .. })
    }

    pub(super) fn refuse(self, error: JournalError) {
        match self {
            Self::Append(_, done) => done(Err(error)),
            Self::Read { done, .. } => done(Err(error)),
            Self::List { done, .. } => done(Err(error)),
            Self::Forget(_, done) | Self::Note(_, done) | Self::Shrink(done) => done(Err(error)),
            Self::Probe => {}
        }
    }
}

impl Answer {
    /// The read to be made again, since what it saw came to nothing; or the answer to a write.
    pub(super) fn again(self) -> Result<Self, Request> {
        match self {
            Self::Read { table, after, limit, done, .. } => Err(Request::Read { table, after, limit, done }),
            Self::List { which, after, limit, done, .. } => Err(Request::List { which, after, limit, done }),
            write => Ok(write),
        }
    }

    /// Tells whoever waits for a write what became of it instead.
    pub(super) fn spoil(self, error: &JournalError) {
        match self {
            Self::Append(_, done) => done(Err(error.clone())),
            Self::Done(_, done) => done(Err(error.clone())),
            Self::Read { .. } | Self::List { .. } | Self::Probe => {}
        }
    }

    pub(super) fn give(self, watchers: &Watchers) {
        match self {
            Self::Append(answer, done) => {
                if let Ok(head) = answer {
                    watchers.tell(head);
                }
                done(answer);
            }
            Self::Read { answer, done, .. } => done(answer),
            Self::List { answer, done, .. } => done(answer),
            Self::Done(answer, done) => done(answer),
            Self::Probe => {}
        }
    }
}
