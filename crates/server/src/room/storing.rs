//! What becomes of drafts: stored as facts, then taken in; and what happens when the store refuses or cannot tell.

use super::drafts::Draft;
use super::facts::{By, Fact, What};
use super::repeats::Asked;
use super::replies::Then;
use super::{Output, Room, Talk, refuse};
use crate::protocol::{Phase, RefusalCode};
use journal::{Append, Head, JournalError};
use shelf::AnyStep;
use std::sync::Arc;

/// How long a table waits before it tries again what the store refused.
const RETRY_MS: u64 = 500;

/// How a room stands with its log. Commands wait in line unless it is at rest.
#[derive(Default)]
pub(super) enum Log {
    /// Everything is stored and taken in.
    #[default]
    AtRest,
    /// An append is under way; one at a time.
    Appending(Pending),
    /// What was said is being kept.
    Noting {
        /// With the new line.
        talk: Box<Talk>,
        /// Whose it is.
        asked: Box<Asked>,
    },
    /// What others appended is being read.
    Reading,
}

/// Facts on their way to the store, the steps of those that are events, and who waits for them.
pub(super) struct Pending {
    facts: Vec<Fact>,
    steps: Vec<Arc<dyn AnyStep>>,
    asker: Option<Asker>,
}

/// A command whose answer waits for the store.
pub(super) struct Asker {
    pub(super) asked: Box<Asked>,
    pub(super) then: Then,
}

impl Room {
    /// Whether commands can be looked at now.
    pub(super) fn is_at_rest(&self) -> bool {
        matches!(self.log, Log::AtRest)
    }

    /// Hands drafts out to be stored.
    pub(super) fn store(
        &mut self,
        now_ms: u64,
        drafts: Vec<Draft>,
        asker: Option<Asker>,
        out: &mut Vec<Output>,
    ) {
        // The first fact of a command carries its id, so that it is known again after a restart.
        let mut by = asker.as_ref().and_then(|asker| {
            let person = match asker.then {
                Then::Enter { person, .. } => Some(person),
                _ => self.guests.get(&asker.asked.from).and_then(|guest| guest.person),
            };
            let (command, digest) = (asker.asked.id.clone(), Some(asker.asked.digest));
            person.map(|person| By { person, command, digest })
        });
        let mut steps = Vec::new();
        let mut fact = |Draft { what, step }| {
            steps.extend(step);
            Fact { at_ms: now_ms, by: by.take(), what }
        };
        let facts = drafts.into_iter().map(&mut fact).collect();
        self.append(Pending { facts, steps, asker }, out);
    }

    fn append(&mut self, pending: Pending, out: &mut Vec<Output>) {
        debug_assert!(self.is_at_rest(), "one append at a time");
        let entries = pending.facts.iter().map(Fact::to_entry);
        let mut append = Append::after(self.state.seq, self.state.id, entries);
        append.close = pending.facts.iter().any(|fact| fact.what == What::Closed);
        out.push(Output::Append(append));
        self.log = Log::Appending(pending);
    }

    /// Takes in what the store answered.
    pub(super) fn stored(&mut self, now_ms: u64, result: Result<Head, JournalError>, out: &mut Vec<Output>) {
        let Log::Appending(Pending { facts, steps, asker }) = std::mem::take(&mut self.log) else { return };
        match result {
            Ok(_) => {
                let first = self.state.seq + 1;
                let told = self.take_in(now_ms, &facts, steps, out);
                if let Some(asker) = asker {
                    self.accept(now_ms, asker, first, out);
                }
                self.tell(told, out);
                self.serve_waiting(now_ms, out);
            }
            Err(error @ (JournalError::Conflict { .. } | JournalError::Unsure)) => {
                // Somebody else wrote first, or perhaps this was kept: read it, then look at the command again.
                let is_pause = facts.first().is_some_and(|fact| fact.what == What::Paused);
                if is_pause || error == JournalError::Unsure {
                    self.miss(&facts);
                }
                if let Some(Asker { asked, .. }) = asker {
                    self.waiting.push_front(asked);
                }
                self.log = Log::Reading;
                out.push(Output::Read(self.state.seq));
            }
            Err(error) => {
                self.retry(now_ms, out);
                self.miss(&facts);
                let refusal = refuse(RefusalCode::Busy, &error.told());
                // Whatever waits could not be kept either.
                let waiting = std::mem::take(&mut self.waiting);
                for asked in asker.map(|Asker { asked, .. }| asked).into_iter().chain(waiting) {
                    self.turn_down(&asked, refusal.clone(), out);
                }
            }
        }
    }

    /// Takes in what others had appended.
    pub(super) fn catch_up(&mut self, now_ms: u64, facts: &[Fact], out: &mut Vec<Output>) {
        self.log = Log::AtRest;
        let told = self.take_in(now_ms, facts, Vec::new(), out);
        self.tell(told, out);
        self.serve_waiting(now_ms, out);
    }

    /// Answers commands that waited, until one of them is to be stored.
    pub(super) fn serve_waiting(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        self.come_back(now_ms, out);
        if self.state.is_closed {
            // No window will end any more.
            self.waiting.extend(self.held.drain(..));
        }
        while self.is_at_rest()
            && let Some(asked) = self.waiting.pop_front()
        {
            self.answer_command(now_ms, asked, out);
        }
    }

    /// Does nothing by itself for a moment.
    pub(super) fn retry(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        self.retry_at_ms = now_ms + RETRY_MS;
        out.push(Output::Wake { at_ms: self.retry_at_ms });
    }

    /// What could not be stored stops the table: nobody's time runs until the store works again.
    fn miss(&mut self, facts: &[Fact]) {
        if let Some(first) = facts.first() {
            self.be_away(first.at_ms);
        }
    }

    /// Remembers that the house was away, until the log says so.
    pub(super) fn be_away(&mut self, since_ms: u64) {
        self.away_since_ms = Some(self.away_since_ms.map_or(since_ms, |known_ms| known_ms.min(since_ms)));
    }

    /// Has it stored that the house was away, unless something is being stored already.
    pub(super) fn come_back(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        if !self.is_at_rest() {
            return;
        }
        let Some(open_ms) = self.away_since_ms.take().filter(|_| self.state.phase() == Phase::Playing) else {
            return;
        };
        let open_ms = open_ms.min(now_ms).max(self.state.at_ms);
        let fact = |at_ms, what| Fact { at_ms, by: None, what };
        let facts = vec![fact(open_ms, What::Paused), fact(now_ms, What::Resumed)];
        self.append(Pending { facts, steps: Vec::new(), asker: None }, out);
    }
}
