//! What is kept beside the logs, of which only the last state is worth keeping: when the house was last open, the last
//! lines of a table's chat, and where a quick match led. Notes lie in the journal as closed logs of one entry under ids of their own; no table has them.

use crate::house::{House, lock, read};
use crate::protocol::Phase;
use crate::room::Talk;
use journal::{Append, Done, Entry, Health, JournalError, TableId, ask};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tracing::{error, info, warn};

/// The form of notes, which is no form of facts.
pub(crate) const NOTE: u16 = 0;
/// How often a house with games under way notes that it is open.
pub(crate) const PULSE_MS: u64 = 1000;

fn id(of: &str, table: &[u8]) -> TableId {
    let hash = Sha256::new().chain_update(of).chain_update(table).finalize();
    TableId::from_bytes(std::array::from_fn(|place| hash[place]))
}

fn pulse() -> TableId {
    id("stackhouse pulse 1", &[])
}

fn chat(table: TableId) -> TableId {
    id("stackhouse chat 1", table.as_bytes())
}

impl House {
    fn note(&self, id: TableId, note: &impl serde::Serialize, done: Done<()>) {
        let note = serde_json::to_vec(note).expect("notes have a JSON form");
        self.journal.note(id, Entry::new(NOTE, note), done);
    }

    async fn noted<T: serde::de::DeserializeOwned>(&self, id: TableId) -> Option<T> {
        let page = ask(|done| self.journal.read(id, 0, 1, done)).await.ok()?;
        serde_json::from_slice(&page.events.first()?.payload).ok()
    }

    /// Notes that the house is open, while anybody is at a game whose clocks may run.
    pub(crate) fn beat(&self) {
        let rooms: Vec<Arc<_>> = read(&self.rooms).values().cloned().collect();
        let is_live = |room: &crate::room::Room| room.is_attended() && room.state().phase() == Phase::Playing;
        if rooms.iter().any(|room| is_live(&lock(room))) {
            // One that is not kept costs a second of a clock.
            self.note(pulse(), &self.world.now_ms(), Box::new(drop));
        }
    }

    /// Says in the log when the store stops to keep things and when it keeps them again; returns what it is like now.
    pub(crate) fn tell_health(&self, before: &Health) -> Health {
        let now = self.journal.health();
        match (before.is_writable, now.is_writable) {
            (true, false) => error!(error = now.why, "nothing can be kept; tried again until it can"),
            (false, true) => info!("everything is kept again"),
            (true, true) if now.failures > before.failures => {
                warn!(count = now.failures - before.failures, "some things could not be kept a moment ago");
            }
            _ => {}
        }
        now
    }

    /// What the house counts, as text.
    pub(crate) fn measurements(&self) -> String {
        let health = self.journal.health();
        self.metrics.journal_writable.set(health.is_writable.into());
        // The journal counts them itself.
        self.metrics.journal_failures.inner().store(health.failures, Ordering::Relaxed);
        self.metrics.text()
    }

    /// When the house last noted that it was open.
    pub(crate) async fn last_beat_ms(&self) -> u64 {
        self.noted(pulse()).await.unwrap_or(0)
    }

    pub(crate) fn note_talk(&self, table: TableId, talk: &Talk, done: Done<()>) {
        self.note(chat(table), talk, done);
    }

    pub(crate) async fn noted_talk(&self, table: TableId) -> Talk {
        self.noted(chat(table)).await.unwrap_or_default()
    }

    /// Where a quick match led, if it led to a table that was there.
    pub(crate) async fn lead(&self, own: TableId) -> Result<Option<TableId>, JournalError> {
        match ask(|done| self.journal.read(own, 0, 1, done)).await {
            Ok(page) => Ok(page.events.first().and_then(|event| serde_json::from_slice(&event.payload).ok())),
            Err(JournalError::Unknown) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps where a quick match leads, unless that is settled; tells where it leads now.
    pub(crate) async fn keep_lead(&self, own: TableId, table: TableId) -> Result<TableId, JournalError> {
        let lead = serde_json::to_vec(&table).expect("ids have a JSON form");
        let append = Append::after(0, own, [Entry::new(NOTE, lead)]).closing();
        match ask(|done| self.journal.append(append, done)).await {
            Ok(_) => Ok(table),
            Err(JournalError::Conflict { .. } | JournalError::Closed { .. }) => {
                Ok(self.lead(own).await?.unwrap_or(own))
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn forget_lead(&self, own: TableId) {
        self.journal.forget(own, Box::new(drop));
    }

    pub(crate) fn forget_talk(&self, table: TableId) {
        self.journal.forget(chat(table), Box::new(drop));
    }
}
