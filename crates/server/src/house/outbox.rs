//! What waits to be sent to one connection: bounded, and full means that the reader is too slow and is cut.

use axum::extract::ws::Utf8Bytes;
use journal::TableId;
use std::net::IpAddr;
use std::sync::Mutex;
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
        (Self { sender: Mutex::new(Some(send)), household }, receive)
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
