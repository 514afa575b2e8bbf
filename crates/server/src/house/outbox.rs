//! What waits to be sent to one connection: bounded, and full means that the reader is too slow and is cut.

use crate::house::lock;
use axum::extract::ws::Utf8Bytes;
use journal::TableId;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

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
    queue: Arc<Mutex<Queue>>,
    /// Whose connection it is, as far as its address tells.
    household: Option<IpAddr>,
}

/// The receiving end of a connection's queue; nothing is kept for it once it is dropped.
pub struct Parcels(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    parcels: VecDeque<Parcel>,
    /// Nothing is added any more.
    is_closed: bool,
    /// Wakes whoever waits for a parcel.
    waker: Option<Waker>,
}

impl Outbox {
    /// Makes a queue.
    pub fn new() -> (Self, Parcels) {
        Self::make(None)
    }

    /// Makes a queue to a household.
    pub(crate) fn of(household: IpAddr) -> (Self, Parcels) {
        Self::make(Some(household))
    }

    fn make(household: Option<IpAddr>) -> (Self, Parcels) {
        let queue = Arc::<Mutex<Queue>>::default();
        (Self { queue: queue.clone(), household }, Parcels(queue))
    }

    pub(crate) fn household(&self) -> Option<IpAddr> {
        self.household
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
        let mut queue = lock(&self.queue);
        queue.is_closed = true;
        queue.wake();
    }

    /// Adds something; false when that was too much and the queue is closed now.
    fn put(&self, parcel: Parcel) -> bool {
        let mut queue = lock(&self.queue);
        if queue.is_closed {
            return true;
        }
        let has_room = queue.parcels.len() < DEPTH;
        if has_room {
            queue.parcels.push_back(parcel);
        }
        queue.is_closed = !has_room;
        queue.wake();
        has_room
    }
}

impl Queue {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.close();
    }
}

impl Parcels {
    /// The next parcel, as soon as there is one; none when the queue is closed and empty.
    pub async fn recv(&mut self) -> Option<Parcel> {
        poll_fn(|context| self.poll(context)).await
    }

    /// The next parcel, if one waits.
    pub fn try_recv(&mut self) -> Option<Parcel> {
        lock(&self.0).parcels.pop_front()
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Parcel>> {
        let mut queue = lock(&self.0);
        if let Some(parcel) = queue.parcels.pop_front() {
            return Poll::Ready(Some(parcel));
        }
        if queue.is_closed {
            return Poll::Ready(None);
        }
        match &mut queue.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}

impl Drop for Parcels {
    fn drop(&mut self) {
        let mut queue = lock(&self.0);
        queue.is_closed = true;
        queue.parcels.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(parcel: Option<Parcel>) -> Option<String> {
        match parcel? {
            Parcel::Text(text) => Some(text.as_str().into()),
            Parcel::Released(_) => None,
        }
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_and_a_closed_queue_is_emptied_first() {
        let (outbox, mut parcels) = Outbox::new();
        let reader = tokio::spawn(async move {
            let mut read = Vec::new();
            while let Some(text) = text(parcels.recv().await) {
                read.push(text);
            }
            read
        });
        // So that it waits before there is anything.
        tokio::task::yield_now().await;
        assert!(outbox.push("one".into()));
        tokio::task::yield_now().await;
        assert!(outbox.push("two".into()) && outbox.push("three".into()));
        outbox.close();
        assert!(outbox.push("too late".into()), "nobody is too slow for what is not sent");
        assert_eq!(reader.await.unwrap(), ["one", "two", "three"]);
    }

    #[tokio::test]
    async fn a_reader_that_lets_too_much_wait_gets_that_and_no_more() {
        let (outbox, mut parcels) = Outbox::new();
        assert!((0..DEPTH).all(|number| outbox.push(number.to_string().into())));
        assert!(!outbox.push("one too many".into()));
        for number in 0..DEPTH {
            assert_eq!(text(parcels.try_recv()), Some(number.to_string()));
        }
        assert!(parcels.recv().await.is_none());
    }

    #[test]
    fn nothing_is_kept_for_a_connection_that_has_ended() {
        let (outbox, parcels) = Outbox::new();
        outbox.push("one".into());
        drop(parcels);
        assert!(outbox.push("two".into()));
        assert!(lock(&outbox.queue).parcels.is_empty());
    }
}
