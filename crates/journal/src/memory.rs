//! The journal in memory: for tests, and for tables that need not outlive the process.

use crate::chain::{Chain, Damage};
use crate::watch::Watchers;
use crate::{
    Append, Done, Entry, Head, Journal, JournalError, Page, Seq, Stored, TableId, Tell, Watch, Which,
};
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A journal in memory; its clones share one store.
#[derive(Clone, Default)]
pub struct Memory {
    logs: Arc<Mutex<BTreeMap<TableId, Log>>>,
    watchers: Watchers,
}

struct Log {
    head: Head,
    events: Vec<Stored>,
}

impl Memory {
    /// Makes an empty journal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes what is stored of a table behind the journal's back, as a hand in the store would.
    #[doc(hidden)]
    pub fn meddle(&self, table: TableId, with: impl FnOnce(&mut Vec<Stored>)) {
        if let Some(log) = self.logs().get_mut(&table) {
            with(&mut log.events);
        }
    }

    fn logs(&self) -> MutexGuard<'_, BTreeMap<TableId, Log>> {
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn store(&self, append: Append) -> Result<Head, JournalError> {
        let mut logs = self.logs();
        append.check(logs.get(&append.table).map(|log| &log.head))?;
        let log = logs.entry(append.table).or_insert_with(|| {
            let Chain { seq, hash } = Chain::start(append.table);
            Log { head: Head { table: append.table, seq, hash, is_closed: false }, events: Vec::new() }
        });
        let mut chain = Chain { seq: log.head.seq, hash: log.head.hash };
        for entry in append.entries {
            let hash = chain.push(entry.version, &entry.payload);
            log.events.push(Stored { seq: chain.seq, version: entry.version, payload: entry.payload, hash });
        }
        log.head = Head { table: append.table, seq: chain.seq, hash: chain.hash, is_closed: append.close };
        Ok(log.head)
    }

    fn page(&self, table: TableId, after: Seq, limit: usize) -> Result<Page, JournalError> {
        let logs = self.logs();
        let log = logs.get(&table).ok_or(JournalError::Unknown)?;
        if after > log.head.seq {
            return Err(JournalError::Conflict { now: log.head.seq });
        }
        let start = match after {
            0 => Chain::start(table),
            _ => log
                .events
                .iter()
                .find(|event| event.seq == after)
                .map(|event| Chain { seq: after, hash: event.hash })
                .ok_or(Damage::Missing { seq: after })?,
        };
        let events: Vec<_> =
            log.events.iter().filter(|event| event.seq > after).take(limit).cloned().collect();
        start.check_page(&events, limit, &log.head)?;
        Ok(Page { events, head: log.head })
    }
}

impl Journal for Memory {
    fn append(&self, append: Append, done: Done<Head>) {
        let answer = self.store(append);
        if let Ok(head) = answer {
            self.watchers.tell(head);
        }
        done(answer);
    }

    fn read(&self, table: TableId, after: Seq, limit: usize, done: Done<Page>) {
        let answer = self.page(table, after, limit);
        done(answer);
    }

    fn list(&self, which: Which, after: Option<TableId>, limit: usize, done: Done<Vec<Head>>) {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let heads = self
            .logs()
            .range((from, Bound::Unbounded))
            .map(|(_, log)| log.head)
            .filter(|head| which.takes(head.is_closed))
            .take(limit)
            .collect();
        done(Ok(heads));
    }

    fn forget(&self, table: TableId, done: Done<()>) {
        let known = self.logs().remove(&table);
        done(known.map(drop).ok_or(JournalError::Unknown));
    }

    fn note(&self, table: TableId, entry: Entry, done: Done<()>) {
        self.logs().remove(&table);
        done(self.store(Append::after(0, table, [entry]).closing()).map(drop));
    }

    fn watch(&self, table: TableId, tell: Tell) -> Watch {
        self.watchers.add(table, tell)
    }
}

impl Which {
    fn takes(self, is_closed: bool) -> bool {
        match self {
            Self::Open => !is_closed,
            Self::Closed => is_closed,
            Self::All => true,
        }
    }
}
