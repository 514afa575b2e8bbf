//! The thread that owns the file: takes what waits, has it carried out in one transaction, and answers.
//!
//! When something cannot be written, the file is closed and opened anew, at once and then again and again until a write
//! succeeds. Meanwhile writes are refused, and reads are answered where the file can be read. A commit that failed may
//! have reached the disk all the same: nobody is answered before the file, opened anew, has told.

use super::store::{Answer, Failure, Request, Store};
use super::witness::Witness;
use super::{SqliteSettings, private, schema};
use crate::JournalError;
use crate::health::Pulse;
use crate::watch::Watchers;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The most requests in one transaction: bounds how long the first of them waits.
const GROUP: usize = 1024;
/// After a group of so many, the next one is given a little time to gather: one commit for more of them.
const BUSY: usize = 16;
const GATHER: Duration = Duration::from_millis(2);
/// How long it waits before it opens the file anew: at first, and at most.
const SOON: Duration = Duration::from_millis(20);
const LATER: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    settings: SqliteSettings,
    house: u128,
    /// The open file; there is one unless an outage is going on.
    store: Option<Store>,
    /// The commits that the disk is known to have.
    commits: u64,
    witness: Option<Witness>,
    outage: Option<Outage>,
    watchers: Watchers,
    pulse: Pulse,
}

/// A time in which nothing can be written.
struct Outage {
    why: String,
    again_at: Instant,
    pause: Duration,
    /// The writes of a commit that failed: whether they were kept is not known yet.
    unsettled: Vec<Answer>,
}

impl Writer {
    pub(super) fn new(
        settings: SqliteSettings,
        house: u128,
        store: Store,
        witness: Option<Witness>,
        watchers: Watchers,
        pulse: Pulse,
    ) -> Self {
        let commits = store.commits();
        Self { settings, house, store: Some(store), commits, witness, outage: None, watchers, pulse }
    }

    pub(super) fn run(mut self, requests: &Receiver<Request>) {
        let mut group = Vec::with_capacity(GROUP);
        let mut last = 0;
        loop {
            let first = match &self.outage {
                None => requests.recv().map_err(RecvTimeoutError::from),
                Some(outage) => {
                    requests.recv_timeout(outage.again_at.saturating_duration_since(Instant::now()))
                }
            };
            match first {
                Ok(first) => group.push(first),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if last >= BUSY {
                std::thread::sleep(GATHER);
            }
            group.extend(requests.try_iter().take(GROUP - group.len()));
            last = group.len();
            if self.outage.as_ref().is_some_and(|outage| Instant::now() >= outage.again_at) {
                self.recover();
            }
            self.serve(&mut group);
        }
        let unsettled = self.outage.map(|outage| outage.unsettled).unwrap_or_default();
        unsettled.into_iter().for_each(|answer| answer.spoil(&JournalError::Unsure));
    }

    fn serve(&mut self, group: &mut Vec<Request>) {
        if let Some(outage) = &self.outage {
            let (writes, reads): (Vec<_>, Vec<_>) = group.drain(..).partition(Request::is_write);
            self.pulse.refused(writes.len());
            writes.into_iter().for_each(|write| write.refuse(JournalError::NotKept(outage.why.clone())));
            return self.read(reads);
        }
        if group.is_empty() {
            return;
        }
        let store = self.store.as_mut().expect("there is a file unless an outage is going on");
        if let Err(error) = store.begin() {
            self.fall(Failure { error, is_unsure: false }, Vec::new());
            // They are not tried again now: that could go on for ever.
            let error =
                JournalError::NotKept(self.outage.as_ref().map_or_else(String::new, |it| it.why.clone()));
            return group.drain(..).for_each(|request| request.refuse(error.clone()));
        }
        let (answers, outcome) = store.serve(group);
        match outcome {
            Ok(()) => {
                let commits = store.commits();
                if commits != self.commits {
                    self.pulse.kept();
                }
                self.note(commits);
                answers.into_iter().for_each(|answer| answer.give(&self.watchers));
            }
            Err(failure) => self.fall(failure, answers),
        }
    }

    /// Takes in that the disk has so many commits.
    fn note(&mut self, commits: u64) {
        if let Some(witness) = &mut self.witness
            && commits != self.commits
        {
            // A witness that cannot be written says less than the file holds, which is no harm.
            drop(witness.note(commits));
        }
        self.commits = commits;
    }

    /// Begins an outage. What was surely not kept is refused, and reads are made again.
    fn fall(&mut self, failure: Failure, answers: Vec<Answer>) {
        // Closing takes back what was not committed.
        self.store = None;
        let why = reason(&self.settings.path, &failure.error);
        let (mut unsettled, mut reads) = (Vec::new(), Vec::new());
        for answer in answers {
            match answer.again() {
                Ok(Answer::Probe) => {}
                Ok(write) => unsettled.push(write),
                Err(read) => reads.push(read),
            }
        }
        self.pulse.fell(&why);
        if !failure.is_unsure {
            self.refuse(&mut unsettled, &why);
        }
        self.outage = Some(Outage { why, again_at: Instant::now(), pause: SOON, unsettled });
        self.recover();
        self.read(reads);
    }

    /// Answers reads outside of any group, where the file can be read and holds nothing that is not settled.
    fn read(&mut self, reads: Vec<Request>) {
        let is_settled = self.outage.as_ref().is_none_or(|outage| outage.unsettled.is_empty());
        let mut store = self.store.as_mut().filter(|_| is_settled);
        let why = self.outage.as_ref().map_or("", |outage| &outage.why);
        for read in reads {
            match &mut store {
                Some(store) => store.carry_out(read).give(&self.watchers),
                None => read.refuse(JournalError::Storage(why.into())),
            }
        }
    }

    fn refuse(&self, answers: &mut Vec<Answer>, why: &str) {
        self.pulse.refused(answers.len());
        answers.drain(..).for_each(|answer| answer.spoil(&JournalError::NotKept(why.into())));
    }

    /// Ends the outage if the file can be opened and written, or puts the next try off.
    fn recover(&mut self) {
        let Some(mut outage) = self.outage.take() else { return };
        match self.reopen(&mut outage) {
            Ok(()) => self.pulse.kept(),
            Err(why) => {
                self.pulse.fell(&why);
                outage.why = why;
                outage.again_at = Instant::now() + outage.pause;
                outage.pause = LATER.min(2 * outage.pause);
                self.outage = Some(outage);
            }
        }
    }

    /// Opens the file anew, settles what a failed commit left open, and tries a write.
    fn reopen(&mut self, outage: &mut Outage) -> Result<(), String> {
        self.store = None;
        let text = |error: super::OpenError| error.to_string();
        let connection = schema::connect(&self.settings, false).map_err(text)?;
        let house = schema::house(&connection, &self.settings.path).map_err(text)?;
        let is_ours = |house: &schema::House| house.id == self.house && house.commits >= self.commits;
        let Some(house) = house.filter(is_ours) else {
            let path = self.settings.path.display();
            return Err(format!("{path} is not the file it was: bring it back with all that belongs to it"));
        };
        let mut store = Store::new(connection, house.commits);
        let settled = self.settle(&mut store, outage);
        let probed = settled.and_then(|()| store.probe());
        if probed.is_ok() {
            self.note(store.commits());
        }
        self.store = Some(store);
        probed.map_err(|error| reason(&self.settings.path, &error))
    }

    /// Answers those whose commit failed, by what the file holds now.
    fn settle(&mut self, store: &mut Store, outage: &mut Outage) -> rusqlite::Result<()> {
        if store.commits() == self.commits {
            self.refuse(&mut outage.unsettled, &outage.why);
        }
        store.settle()?;
        // More than one commit, or another than was tried, is the work of somebody who had the file in between.
        let is_one_more = store.commits() == self.commits + 1;
        let is_kept = is_one_more && outage.unsettled.iter().all(|answer| store.holds(answer));
        self.note(store.commits());
        for answer in outage.unsettled.drain(..) {
            if is_kept {
                answer.give(&self.watchers);
            } else {
                answer.spoil(&JournalError::Unsure);
            }
        }
        Ok(())
    }
}

/// What keeps the disk from taking more, in words for whoever runs the house.
fn reason(path: &Path, error: &rusqlite::Error) -> String {
    let place = private::directory(path).unwrap_or(Path::new(".")).display();
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => format!("the disk of {place} is full: make room"),
        _ if private::is_read_only(path) => format!("{place} is read-only: make it writable"),
        _ => format!("the disk of {place} does not take what is written: {error}"),
    }
}
