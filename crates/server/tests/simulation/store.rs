//! The store and the life of the house: appends take their time, and the house dies at chosen points around them.

use crate::remembered::remembered;
use journal::{Append, Done, Entry, Hash, Head, Journal, JournalError, Memory, TableId, ask};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::nature::{Dice, below};
use tokio::sync::Notify;
use tokio::time::sleep;

/// A mistake the house can be made to make, to see that it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    None,
    /// It tells of a move before the store has it.
    AnswersFirst,
    /// It does not know a command again after it has been carried out.
    ForgetsCommands,
}

/// One life of the house, from a start to a crash.
#[derive(Default)]
pub(crate) struct Life {
    is_over: AtomicBool,
    pub(crate) over: Notify,
}

impl Life {
    /// Whether the house is dead: nothing it does counts any more.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.over.notify_one();
    }
}

/// Where the house dies around an append.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Death {
    No,
    /// Before the store has it; it may still be on its way.
    Before,
    /// The store has it, and the house never hears of it.
    Unheard,
    /// The house has heard of it and has told nobody.
    Untold,
    /// A moment later, when some have been told and others not.
    Telling,
}

/// The store as one life of the house knows it.
pub(crate) struct Store {
    pub(crate) memory: Memory,
    pub(crate) life: Arc<Life>,
    pub(crate) rng: Mutex<Dice>,
    /// Of a thousand appends, so many are the death of the house.
    pub(crate) deaths: Arc<Mutex<u32>>,
    pub(crate) defect: Defect,
}

impl Store {
    fn draw(&self, below_this: u32) -> u32 {
        below(&mut *self.rng.lock().unwrap(), below_this)
    }

    fn death(&self) -> Death {
        let deaths = *self.deaths.lock().unwrap();
        match self.draw(1000) {
            number if number >= deaths => Death::No,
            number => [Death::Before, Death::Unheard, Death::Untold, Death::Telling][number as usize % 4],
        }
    }

    fn pause(&self, most_ms: u32) -> Duration {
        Duration::from_millis(self.draw(most_ms).into())
    }
}

impl Journal for Store {
    fn append(&self, mut append: Append, done: Done<Head>) {
        if self.life.is_over() {
            return;
        }
        if self.defect == Defect::ForgetsCommands {
            forget_command(&mut append);
        }
        let (before, after, later) = (self.pause(30), self.pause(30), self.pause(8));
        let (death, is_on_its_way) = (self.death(), self.draw(2) == 0);
        let is_full = self.draw(50) == 0;
        let is_unsure = self.draw(50) == 0;
        let (memory, life, is_hasty) =
            (self.memory.clone(), self.life.clone(), self.defect == Defect::AnswersFirst);
        tokio::spawn(async move {
            let mut done = Some(done);
            if is_hasty && let Some(done) = done.take() {
                let (table, seq) = (append.table, append.after + append.entries.len() as u64);
                done(Ok(Head { table, seq, hash: Hash([0; 32]), is_closed: append.close }));
            }
            sleep(before).await;
            if death == Death::Before {
                life.end();
            }
            if life.is_over() && !is_on_its_way {
                return;
            }
            let answer = match is_full {
                true => Err(JournalError::NotKept("the disk is full".into())),
                false => ask(|done| memory.append(append, done)).await,
            };
            // Kept or not: nobody can tell.
            let answer = if is_unsure { Err(JournalError::Unsure) } else { answer };
            if death == Death::Unheard {
                life.end();
            }
            sleep(after).await;
            if life.is_over() {
                return;
            }
            if let Some(done) = done {
                done(answer);
            }
            match death {
                Death::Untold => life.end(),
                Death::Telling => {
                    sleep(later).await;
                    life.end();
                }
                _ => {}
            }
        });
    }

    remembered!();

    fn note(&self, table: TableId, entry: Entry, done: Done<()>) {
        if !self.life.is_over() {
            self.memory.note(table, entry, done);
        }
    }
}

/// Takes the command's id out of what is stored, so that a later life does not know it again.
fn forget_command(append: &mut Append) {
    for entry in &mut append.entries {
        let mut fact = server::room::facts::Fact::from_stored(entry.version, &entry.payload).unwrap();
        if let Some(by) = &mut fact.by {
            by.command = format!("{}'", by.command);
        }
        *entry = fact.to_entry();
    }
}
