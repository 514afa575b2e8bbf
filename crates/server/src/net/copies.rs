//! Replays and records: made once, kept packed within a bound, and shared by all who ask for them.
//!
//! An ended game does not change, so a copy stays good. Making one can take a while: they are made one at a time, on
//! a thread that may be busy, and whoever asks for the same waits for the first.

use super::failed::Failed;
use super::routes::{Site, recall};
use crate::house::lock;
use crate::house::packed::Packed;
use crate::room::Room;
use axum::http::StatusCode;
use journal::TableId;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use table::Seat;
use tokio::sync::Semaphore;

/// The most bytes of packed copies that are kept.
const KEPT: usize = 32 << 20;
/// The most copies made at once.
const MADE_AT_ONCE: usize = 1;

/// What can be had of a table that does not change any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Copy {
    /// A closed table apart from its game.
    Table,
    /// The record of an ended game.
    Record,
    /// Its replay as a seat saw it, or a spectator.
    Replay(Option<Seat>),
}

/// The copies there are.
pub(super) struct Copies {
    kept: Mutex<Kept>,
    making: Semaphore,
}

#[derive(Default)]
struct Kept {
    copies: HashMap<(TableId, Copy), Packed>,
    /// The same, the oldest first.
    order: VecDeque<(TableId, Copy)>,
    bytes: usize,
}

impl Kept {
    fn keep(&mut self, which: (TableId, Copy), packed: &Packed, most: usize) {
        if packed.len() > most || self.copies.insert(which, packed.clone()).is_some() {
            return;
        }
        self.order.push_back(which);
        self.bytes += packed.len();
        while self.bytes > most
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.copies.remove(&oldest).map_or(0, |copy| copy.len());
        }
    }
}

impl Default for Copies {
    fn default() -> Self {
        Self { kept: Mutex::default(), making: Semaphore::new(MADE_AT_ONCE) }
    }
}

impl Copies {
    fn find(&self, which: (TableId, Copy)) -> Option<Packed> {
        lock(&self.kept).copies.get(&which).cloned()
    }

    /// The copy of an ended game, made if nobody has asked for it before.
    pub(super) async fn get(&self, site: &Arc<Site>, table: TableId, copy: Copy) -> Result<Packed, Failed> {
        if let Some(packed) = self.find((table, copy)) {
            return Ok(packed);
        }
        let _turn = self.making.acquire().await.expect("nobody closes it");
        if let Some(packed) = self.find((table, copy)) {
            return Ok(packed);
        }
        let room = recall(site, table).await?;
        let make = maker(&lock(&room), copy)?;
        drop(room);
        let packed = tokio::task::spawn_blocking(make).await;
        let packed = packed.map_err(|error| {
            Failed(StatusCode::INTERNAL_SERVER_ERROR, "damaged", format!("it cannot be shown: {error}"))
        })?;
        lock(&self.kept).keep((table, copy), &packed, KEPT);
        Ok(packed)
    }
}

/// What makes a copy; refuses what would show secrets of a game that is not over.
fn maker(room: &Room, copy: Copy) -> Result<Box<dyn FnOnce() -> Packed + Send>, Failed> {
    let not_over = || {
        let text = "the game is not over: its record is shown at its end";
        Failed(StatusCode::FORBIDDEN, "not-over", text.into())
    };
    if copy == Copy::Table {
        let info = room.info();
        return Ok(Box::new(move || Packed::json(&info)));
    }
    let past = room.past().ok_or_else(not_over)?;
    match copy {
        Copy::Replay(Some(seat)) if seat.index() >= past.seats() => Err(no_such_seat()),
        Copy::Replay(seat) => Ok(Box::new(move || Packed::json(&past.replay(seat)))),
        Copy::Record | Copy::Table => Ok(Box::new(move || Packed::json(&past.record()))),
    }
}

pub(super) fn no_such_seat() -> Failed {
    Failed(StatusCode::BAD_REQUEST, "bad-request", "there is no such seat".into())
}

/// The right to have one more copy sent to an address, given back when it has been sent.
pub(super) struct Errand {
    site: Arc<Site>,
    address: IpAddr,
}

impl Errand {
    /// Begins to send a copy, unless too many are on their way.
    pub(super) fn begin(site: &Arc<Site>, address: IpAddr) -> Result<Self, Failed> {
        let now_ms = site.house.world.now_ms();
        if !site.doorkeeper.may_look_up(address, now_ms) {
            return Err(Failed::too_fast());
        }
        if !site.doorkeeper.may_send(address, now_ms) {
            let text = "many replays are being read just now: try again in a moment";
            return Err(Failed(StatusCode::SERVICE_UNAVAILABLE, "busy", text.into()));
        }
        Ok(Self { site: site.clone(), address })
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.site.doorkeeper.has_sent(self.address, self.site.house.world.now_ms());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_bytes_of_copies_are_kept_and_the_oldest_go_first() {
        let packed = Packed::json(&(0..100).collect::<Vec<u32>>());
        let which = |n: u8| (TableId::from_bytes([n; 16]), Copy::Record);
        let mut kept = Kept::default();
        for n in 0..5 {
            kept.keep(which(n), &packed, 3 * packed.len());
            kept.keep(which(n), &packed, 3 * packed.len());
        }
        assert_eq!((kept.bytes, kept.order.len()), (3 * packed.len(), 3));
        assert!(!kept.copies.contains_key(&which(1)) && kept.copies.contains_key(&which(2)));
        kept.keep(which(9), &packed, packed.len() - 1);
        assert!(!kept.copies.contains_key(&which(9)), "what is larger than all room is not kept");
    }
}
