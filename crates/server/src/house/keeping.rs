//! How long closed tables are kept: looked through now and then, a little at a time, and forgotten when they are old.

use super::House;
use super::notes::NOTE;
use crate::house::lock;
use crate::room::facts::Fact;
use journal::{Head, JournalError, Which, ask};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tracing::{info, warn};

/// How long closed tables are kept, and where their records go before they are forgotten.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// Since the last thing happened there.
    pub keep: Duration,
    /// A directory for the records of ended games, one file each; without one they are gone.
    pub archive: Option<PathBuf>,
}

/// How many logs are looked at before others have their turn.
const PAGE: usize = 64;
/// How long that turn is, and how long it takes until all are looked through again.
const REST: Duration = Duration::from_millis(100);
const AGAIN: Duration = Duration::from_secs(3600);

impl House {
    /// From now on forgets closed tables that are older than that.
    pub fn keep_for(self: &Arc<Self>, keeping: Keeping) {
        let house = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(strong) = house.upgrade() {
                drop(strong);
                match look_through(&house, &keeping).await {
                    Ok(0) => {}
                    Ok(count) => info!(count, "old tables were forgotten"),
                    Err(error) => {
                        warn!(%error, "old tables could not be looked through: tried again in an hour");
                    }
                }
                tokio::time::sleep(AGAIN).await;
            }
        });
    }

    /// Forgets a closed table if it is older than that; tells whether it did.
    async fn outlives(&self, head: &Head, keeping: &Keeping) -> Result<bool, JournalError> {
        let last = head.seq.saturating_sub(1);
        let page = match ask(|done| self.journal.read(head.table, last, 1, done)).await {
            Ok(page) => page,
            Err(JournalError::Unknown) => return Ok(false),
            // It is for somebody to look at, and not to be swept away.
            Err(JournalError::Damaged(damage)) => {
                warn!(table = %head.table, %damage, "a closed table is damaged and left as it is");
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        let Some(event) = page.events.first().filter(|event| event.version != NOTE) else { return Ok(false) };
        let Ok(fact) = Fact::from_stored(event.version, &event.payload) else { return Ok(false) };
        let age_ms = self.world.now_ms().saturating_sub(fact.at_ms);
        if u128::from(age_ms) < keeping.keep.as_millis() {
            return Ok(false);
        }
        if let Some(archive) = &keeping.archive
            && let Err(error) = self.archive(head, archive).await
        {
            warn!(table = %head.table, error, "a record cannot be put aside, so its table stays");
            return Ok(false);
        }
        ask(|done| self.journal.forget(head.table, done)).await?;
        Ok(true)
    }

    /// Writes the record of an ended game into a file of its own; one that never ended has none.
    async fn archive(&self, head: &Head, directory: &Path) -> Result<(), String> {
        let room = match self.recall(head.table).await {
            Ok(room) => room,
            Err(error) => return Err(error.to_string()),
        };
        let Some(past) = lock(&room).past() else { return Ok(()) };
        let text = serde_json::to_string(&past.record()).expect("records have a JSON form");
        let path = directory.join(format!("{}.json", head.table));
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(directory)?;
            // In its place only when it is whole and the disk has it.
            let half = path.with_extension("part");
            let mut file = std::fs::File::create(&half)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(half, &path)
        };
        write().map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Looks all closed tables through once; returns how many were forgotten.
async fn look_through(house: &Weak<House>, keeping: &Keeping) -> Result<u64, JournalError> {
    let (mut last, mut count) = (None, 0);
    loop {
        let Some(house) = house.upgrade() else { return Ok(count) };
        let heads = ask(|done| house.journal.list(Which::Closed, last, PAGE, done)).await?;
        let mut gone = 0;
        for head in &heads {
            gone += u64::from(house.outlives(head, keeping).await?);
        }
        house.metrics.forgotten.inc_by(gone);
        count += gone;
        if gone > 0 {
            ask(|done| house.journal.shrink(done)).await?;
        }
        match heads.last() {
            Some(head) if heads.len() == PAGE => last = Some(head.table),
            _ => return Ok(count),
        }
        drop(house);
        tokio::time::sleep(REST).await;
    }
}
