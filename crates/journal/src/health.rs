//! Whether a journal takes appends, as it knows without asking its disk.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Whether a journal takes appends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Whether the last thing it tried to keep was kept.
    pub is_writable: bool,
    /// Why not, in words for whoever runs the house; empty where it is.
    pub why: String,
    /// Requests that were not kept because of the store, since it was opened.
    pub failures: u64,
}

impl Default for Health {
    fn default() -> Self {
        Self { is_writable: true, why: String::new(), failures: 0 }
    }
}

/// After this long without a commit it is no longer known whether one would succeed.
const STALE: Duration = Duration::from_secs(5);

/// What a journal's thread knows, for everybody to read.
#[derive(Clone)]
pub(crate) struct Pulse(Arc<Mutex<(Health, Instant)>>);

impl Pulse {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new((Health::default(), Instant::now()))))
    }

    fn cell(&self) -> MutexGuard<'_, (Health, Instant)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was kept just now.
    pub(crate) fn kept(&self) {
        let mut cell = self.cell();
        cell.1 = Instant::now();
        if !cell.0.is_writable {
            (cell.0.is_writable, cell.0.why) = (true, String::new());
        }
    }

    /// Nothing can be kept, for this reason.
    pub(crate) fn fell(&self, why: &str) {
        let mut cell = self.cell();
        (cell.0.is_writable, cell.0.why) = (false, why.into());
    }

    /// So many requests were not kept.
    pub(crate) fn refused(&self, count: usize) {
        self.cell().0.failures += count as u64;
    }

    /// What is known, and whether it is time to try: true once for all who ask within some seconds.
    pub(crate) fn read(&self) -> (Health, bool) {
        self.read_at(Instant::now())
    }

    fn read_at(&self, now: Instant) -> (Health, bool) {
        let mut cell = self.cell();
        let is_due = cell.0.is_writable && now.saturating_duration_since(cell.1) >= STALE;
        if is_due {
            cell.1 = now;
        }
        (cell.0.clone(), is_due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_ask_one_try_is_made() {
        let pulse = Pulse::new();
        let opened = pulse.cell().1;
        assert!(!pulse.read_at(opened).1, "just opened");
        assert_eq!((0..1000).filter(|_| pulse.read_at(opened + STALE).1).count(), 1);
        pulse.fell("the disk is full");
        let later = pulse.cell().1 + STALE;
        assert!(!pulse.read_at(later).1, "the journal tries by itself then");
    }
}
