//! What is kept beside the logs, of which only the last state is worth keeping: when the house was last open, and the last
//! lines of a table's chat. Notes lie in the journal as closed logs of one entry under ids of their own; no table has them.

use crate::house::{House, lock, read};
use crate::wire::{ChatLine, Phase};
use journal::{Entry, TableId, ask};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

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
    fn note(&self, id: TableId, note: &impl serde::Serialize) {
        let note = serde_json::to_vec(note).expect("notes have a JSON form");
        // A note that is not kept costs a few seconds of a clock or lines of chat, and no move.
        self.journal.note(id, Entry::new(NOTE, note), Box::new(drop));
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
            self.note(pulse(), &self.world.now_ms());
        }
    }

    /// When the house last noted that it was open.
    pub(crate) async fn last_beat_ms(&self) -> u64 {
        self.noted(pulse()).await.unwrap_or(0)
    }

    pub(crate) fn note_chat(&self, table: TableId, lines: &[ChatLine]) {
        self.note(chat(table), &lines);
    }

    pub(crate) async fn noted_chat(&self, table: TableId) -> Vec<ChatLine> {
        self.noted(chat(table)).await.unwrap_or_default()
    }

    pub(crate) fn forget_chat(&self, table: TableId) {
        self.journal.forget(chat(table), Box::new(drop));
    }
}
