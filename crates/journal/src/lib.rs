//! Append-only event logs, one a table.
//!
//! A [`Journal`] takes events that name the sequence they follow, keeps them, and only then answers. Two writers
//! cannot both win a sequence: the loser is told where the table stands now. What an event means is nobody's
//! business here: it is a version number and some bytes.
//!
//! An append has three outcomes: it was kept, it was not kept ([`JournalError::NotKept`] and every other refusal), or,
//! rarely, nobody can tell ([`JournalError::Unsure`]), and then the log itself tells as soon as it can be read. A store
//! that fails is tried again by the journal itself, and [`Journal::health`] tells how it is.
//!
//! Requests are answered by a callback, so that one thread can commit the appends of many tables at once and no
//! caller waits in line. [`ask`] turns a callback into a future, [`wait`] into a blocking call.
//!
//! ```
//! use journal::{Append, Entry, Journal, JournalError, Memory, TableId, wait};
//!
//! let journal = Memory::new();
//! let table = TableId::from(7);
//! let first = Append::after(0, table, [Entry::new(1, b"a card is turned up")]);
//! assert_eq!(wait(|done| journal.append(first.clone(), done)).unwrap().seq, 1);
//! assert_eq!(wait(|done| journal.append(first, done)), Err(JournalError::Conflict { now: 1 }));
//! ```

mod ask;
mod chain;
mod copy;
mod health;
mod id;
mod memory;
mod sqlite;
mod watch;

pub use ask::{Done, ask, wait};
pub use chain::{Chain, Damage, Hash};
pub use copy::{BadCopy, Copied, copy};
pub use health::Health;
pub use id::{BadTableId, TableId};
pub use memory::Memory;
pub use sqlite::{OpenError, Sqlite, SqliteSettings};
pub use watch::{Tell, Watch};

/// The place of an event in its table's log: the first event is 1, and 0 is the empty log.
pub type Seq = u64;

/// The largest payload of one event in bytes.
pub const MAX_PAYLOAD: usize = 1 << 20;

/// An event as the caller hands it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The version of the payload's form.
    pub version: u16,
    /// The event itself, opaque to the journal.
    pub payload: Box<[u8]>,
}

impl Entry {
    /// Makes an entry of a form version and its bytes.
    pub fn new(version: u16, payload: impl AsRef<[u8]>) -> Self {
        Self { version, payload: payload.as_ref().into() }
    }
}

/// Events to be stored together or not at all, after the sequence they follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The table whose log grows; a table begins with its first append after 0.
    pub table: TableId,
    /// The sequence these events follow.
    pub after: Seq,
    /// The events, in order.
    pub entries: Vec<Entry>,
    /// Whether the log takes nothing more after these.
    pub close: bool,
}

impl Append {
    /// Appends `entries` to `table` after the sequence `after`.
    pub fn after(after: Seq, table: TableId, entries: impl IntoIterator<Item = Entry>) -> Self {
        Self { table, after, entries: entries.into_iter().collect(), close: false }
    }

    /// Closes the log with this append.
    #[must_use]
    pub fn closing(mut self) -> Self {
        self.close = true;
        self
    }
}

/// An event as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its place in the log.
    pub seq: Seq,
    /// The version of the payload's form.
    pub version: u16,
    /// The event itself.
    pub payload: Box<[u8]>,
    /// The chain's value after this event.
    pub hash: Hash,
}

/// Where a table's log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The table.
    pub table: TableId,
    /// The last sequence taken.
    pub seq: Seq,
    /// The chain's value after it.
    pub hash: Hash,
    /// Whether the log takes nothing more.
    pub is_closed: bool,
}

/// A part of a log, checked against the chain, and where the log ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The events after the sequence that was asked for, in order.
    pub events: Vec<Stored>,
    /// The end of the whole log; the page is the last one when its last event has this sequence.
    pub head: Head,
}

/// Which tables a listing names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Tables that take appends.
    Open,
    /// Tables that were closed.
    Closed,
    /// Both.
    All,
}

/// Why a request was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Another append took the sequence.
    #[error("the table is at sequence {now}: read what was missed, check again, and append after it")]
    Conflict {
        /// The last sequence taken; 0 where there is no such table.
        now: Seq,
    },
    /// There is no log of that table.
    #[error("there is no such table")]
    Unknown,
    /// The log was closed.
    #[error("the table was closed at sequence {at}: nothing can be added")]
    Closed {
        /// The last sequence of the log.
        at: Seq,
    },
    /// A payload exceeds [`MAX_PAYLOAD`].
    #[error("an event of {bytes} bytes is too large: at most {MAX_PAYLOAD} are stored")]
    TooLarge {
        /// The size of the payload that is too large.
        bytes: usize,
    },
    /// An append without events that does not close the log.
    #[error("an append needs at least one event, or must close the table")]
    Empty,
    /// More requests wait than the journal holds.
    #[error("too many requests wait for the journal: try again shortly")]
    Busy,
    /// The stored log is not what was written.
    #[error("the stored log is damaged: {0}")]
    Damaged(#[from] Damage),
    /// What is stored cannot be read.
    #[error("the store cannot be read right now: {0}")]
    Storage(String),
    /// The store could not keep it, and has not: the reason is for whoever runs the house.
    #[error("the house cannot write to its disk right now: nothing was kept, try again in a moment")]
    NotKept(String),
    /// Nobody can tell yet whether it was kept: the log tells, when it can be read.
    #[error("it is not known whether that was kept: look at the table again before you repeat it")]
    Unsure,
}

impl JournalError {
    /// The same in words for everybody: where the store lies, and what ails it, is for whoever runs the house.
    pub fn told(&self) -> String {
        match self {
            Self::Storage(_) => "the house cannot read its disk right now: try again in a moment".into(),
            other => other.to_string(),
        }
    }
}

/// An append-only log per table.
///
/// Every request is answered exactly once through its callback, on a thread of the journal or of the caller.
/// Callbacks must be short and must not block: hand the answer on and return.
pub trait Journal: Send + Sync {
    /// Stores events after the sequence they name, and answers with the new end once they are durable.
    fn append(&self, append: Append, done: Done<Head>);

    /// Reads up to `limit` events after a sequence, checked against the chain.
    fn read(&self, table: TableId, after: Seq, limit: usize, done: Done<Page>);

    /// Lists up to `limit` tables in the order of their ids, those after `after`.
    fn list(&self, which: Which, after: Option<TableId>, limit: usize, done: Done<Vec<Head>>);

    /// Removes a table and its events for good.
    fn forget(&self, table: TableId, done: Done<()>);

    /// Keeps one entry as the whole closed log of `table`, in the place of what was there: for what is worth its last
    /// state only.
    fn note(&self, table: TableId, entry: Entry, done: Done<()>);

    /// Gives back room that forgotten logs have left, where the store takes any; one call gives back a bounded part.
    fn shrink(&self, done: Done<()>) {
        done(Ok(()));
    }

    /// Calls `tell` with the new end after each append to a table, until the returned watch is dropped.
    ///
    /// A call tells that there is something to read, no more: over a network calls may be lost or merged.
    fn watch(&self, table: TableId, tell: Tell) -> Watch;

    /// Whether appends are kept, as far as is known: nothing waits for the store, however often this is asked.
    fn health(&self) -> Health {
        Health::default()
    }
}

impl Append {
    /// Tells where the log ends after this append, if it fits a log that ends at `head`.
    fn check(&self, head: Option<&Head>) -> Result<(), JournalError> {
        let now = head.map_or(0, |head| head.seq);
        if self.after != now {
            return Err(JournalError::Conflict { now });
        }
        if let Some(head) = head
            && head.is_closed
        {
            return Err(JournalError::Closed { at: head.seq });
        }
        if let Some(large) = self.entries.iter().find(|entry| entry.payload.len() > MAX_PAYLOAD) {
            return Err(JournalError::TooLarge { bytes: large.payload.len() });
        }
        if self.entries.is_empty() && !(self.close && head.is_some()) {
            return Err(JournalError::Empty);
        }
        Ok(())
    }
}

/// Reads the whole of every log and returns the tables whose log is damaged.
pub async fn audit(journal: &dyn Journal) -> Result<Vec<(TableId, Damage)>, JournalError> {
    const STEP: usize = 256;
    let mut found = Vec::new();
    let mut last = None;
    loop {
        let heads = ask(|done| journal.list(Which::All, last, STEP, done)).await?;
        for head in &heads {
            let mut after = 0;
            loop {
                match ask(|done| journal.read(head.table, after, STEP, done)).await {
                    Ok(page) => match page.events.last() {
                        Some(event) if event.seq < page.head.seq => after = event.seq,
                        _ => break,
                    },
                    Err(JournalError::Damaged(damage)) => {
                        found.push((head.table, damage));
                        break;
                    }
                    Err(JournalError::Unknown) => break,
                    Err(error) => return Err(error),
                }
            }
        }
        match heads.last() {
            Some(head) if heads.len() == STEP => last = Some(head.table),
            _ => return Ok(found),
        }
    }
}
