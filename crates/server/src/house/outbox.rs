//! What waits to be sent to one connection: bounded, and full means that the reader is too slow and is cut.

use axum::extract::ws::Utf8Bytes;
use journal::TableId;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The most messages that wait for one connection.
pub(crate) const DEPTH: usize = 128;

/// Something for a connection's task.
pub enum Parcel {
    /// To be sent.
    Text(Utf8Bytes),
    /// The connection no longer receives this table.
    Released(TableId),
}

/// The sending end of a connection's queue.
pub struct Outbox {
    sender: Mutex<Option<mpsc::Sender<Parcel>>>,
    /// Whose connection it is, as far as its address tells.
    household: Option<IpAddr>,
    unanswered: Unanswered,
}

impl Outbox {
    /// Makes a queue.
    pub fn new() -> (Self, mpsc::Receiver<Parcel>) {
        Self::make(None)
    }

    /// Makes a queue to a household.
    pub(crate) fn of(household: IpAddr) -> (Self, mpsc::Receiver<Parcel>) {
        Self::make(Some(household))
    }

    fn make(household: Option<IpAddr>) -> (Self, mpsc::Receiver<Parcel>) {
        let (send, receive) = mpsc::channel(DEPTH);
        (Self { sender: Mutex::new(Some(send)), household, unanswered: Unanswered::new() }, receive)
    }

    pub(crate) fn household(&self) -> Option<IpAddr> {
        self.household
    }

    /// Remembers when a command came.
    pub(crate) fn begin(&self, id: &str, came: Instant) {
        self.unanswered.begin(id, came);
    }

    /// How long it is since the command came that is answered now, if that is remembered.
    pub(crate) fn answer(&self, id: &str) -> Option<Duration> {
        self.unanswered.end(id)
    }

    /// Adds a message; a full queue is closed for good, and the connection with it.
    pub fn push(&self, text: Utf8Bytes) -> bool {
        self.put(Parcel::Text(text))
    }

    /// Tells the connection's task that it no longer receives a table.
    pub fn release(&self, table: TableId) {
        self.put(Parcel::Released(table));
    }

    /// Closes the queue: what waits is still sent.
    pub fn close(&self) {
        crate::house::lock(&self.sender).take();
    }

    /// Adds something; false when that was too much and the queue is closed now.
    fn put(&self, parcel: Parcel) -> bool {
        let mut sender = crate::house::lock(&self.sender);
        let is_taken = sender.as_ref().is_none_or(|sender| sender.try_send(parcel).is_ok());
        if !is_taken {
            *sender = None;
        }
        is_taken
    }
}

/// When the commands came that wait for an answer, without a lock and without the heap: each has a place by its id, and of
/// two with the same place the later one is timed.
struct Unanswered {
    opened: Instant,
    /// 24 bits of the id's hash, never 0, and 40 of microseconds since it was opened; 0 where nobody waits.
    places: [AtomicU64; 8],
}

impl Unanswered {
    const TIME: u64 = (1 << 40) - 1;

    fn new() -> Self {
        Self { opened: Instant::now(), places: Default::default() }
    }

    fn begin(&self, id: &str, came: Instant) {
        let (place, mark) = Self::mark(id);
        self.places[place].store(mark | (self.micros(came) & Self::TIME), Ordering::Relaxed);
    }

    fn end(&self, id: &str) -> Option<Duration> {
        let (place, mark) = Self::mark(id);
        let known = self.places[place].load(Ordering::Relaxed);
        if known & !Self::TIME != mark {
            return None;
        }
        self.places[place].store(0, Ordering::Relaxed);
        let took_us = self.micros(Instant::now()).wrapping_sub(known) & Self::TIME;
        Some(Duration::from_micros(took_us))
    }

    fn micros(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.opened).as_micros() as u64
    }

    /// The place of an id, and what marks it there.
    fn mark(id: &str) -> (usize, u64) {
        // FNV-1a: ids are short.
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        (hash as usize % 8, (hash | 1 << 40) & !Self::TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_timed_until_its_answer_and_once() {
        let unanswered = Unanswered::new();
        let came = Instant::now();
        unanswered.begin("a", came);
        assert_eq!(unanswered.end("b"), None);
        let took = unanswered.end("a").unwrap();
        assert!(took <= came.elapsed() + Duration::from_micros(1), "{took:?}");
        assert_eq!(unanswered.end("a"), None);
    }
}
