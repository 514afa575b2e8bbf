//! Copies all logs of one journal into another, each checked against its chain on both sides.

use crate::{Append, Entry, Head, Journal, JournalError, Seq, TableId, Which, ask};

/// The most events in one append of the copy.
const EVENTS: usize = 256;
/// The most logs listed at once.
const LOGS: usize = 256;

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// How many logs.
    pub logs: u64,
    /// How many events are in them.
    pub events: u64,
    /// Logs that are damaged where they come from, and are left out.
    pub damaged: Vec<TableId>,
}

/// Why a copy came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum BadCopy {
    /// There is something already where the copy should go.
    #[error("there are tables already where the copy should go: choose an empty place")]
    NotEmpty,
    /// A log came out differently.
    #[error("table {0} is not the same in the copy: nothing in it can be trusted")]
    Different(TableId),
    /// One of the journals failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Copies every log into an empty journal and tells how far it is. Whoever appends meanwhile is not kept waiting: a log is
/// copied as it stands when its turn comes.
pub async fn copy(
    from: &dyn Journal,
    to: &dyn Journal,
    mut tell: impl FnMut(&Copied),
) -> Result<Copied, BadCopy> {
    if !ask(|done| to.list(Which::All, None, 1, done)).await?.is_empty() {
        return Err(BadCopy::NotEmpty);
    }
    let (mut copied, mut last) = (Copied::default(), None);
    loop {
        let heads = ask(|done| from.list(Which::All, last, LOGS, done)).await?;
        for head in &heads {
            match copy_log(from, to, head).await {
                Ok(events) => {
                    copied.logs += u64::from(events > 0);
                    copied.events += events;
                }
                Err(BadCopy::Journal(JournalError::Damaged(_))) => {
                    copied.damaged.push(head.table);
                    // What was copied of it before the damage showed would pass for the whole.
                    match ask(|done| to.forget(head.table, done)).await {
                        Ok(()) | Err(JournalError::Unknown) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                Err(error) => return Err(error),
            }
            tell(&copied);
        }
        match heads.last() {
            Some(head) if heads.len() == LOGS => last = Some(head.table),
            _ => return Ok(copied),
        }
    }
}

/// Copies one log; returns how many events it has. One that was forgotten since it was listed has none.
async fn copy_log(from: &dyn Journal, to: &dyn Journal, head: &Head) -> Result<Seq, BadCopy> {
    let table = head.table;
    // All at once: a log is read from its end, so that every page would read what lies behind it again.
    let page = match ask(|done| from.read(table, 0, usize::MAX, done)).await {
        Ok(page) => page,
        Err(JournalError::Unknown) => return Ok(0),
        Err(error) => return Err(error.into()),
    };
    let count = page.events.len();
    for (place, events) in page.events.chunks(EVENTS).enumerate() {
        let entries = events.iter().map(|event| Entry::new(event.version, &event.payload));
        let mut append = Append::after((place * EVENTS) as Seq, table, entries);
        append.close = page.head.is_closed && (place + 1) * EVENTS >= count;
        let head = ask(|done| to.append(append, done)).await?;
        if events.last().is_some_and(|event| event.hash != head.hash) {
            return Err(BadCopy::Different(table));
        }
    }
    Ok(page.head.seq)
}
