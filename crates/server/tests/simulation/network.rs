//! The network: every connection has its own delays, keeps the order of what it carries, and breaks now and then.
//!
//! What was under way on a broken connection is lost, or comes late, after what its owner has sent on the next one.
//! The house notices a broken connection at once or much later.

use crate::store::Life;
use server::{Connection, Doorkeeper, House, Outbox, Parcel};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::nature::{Dice, below, dice};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};

/// Where clients find the house, when it is up.
#[derive(Clone)]
pub(crate) struct Door(Arc<Mutex<Option<Open>>>);

struct Open {
    house: Arc<House>,
    life: Arc<Life>,
    doorkeeper: Arc<Doorkeeper>,
    tasks: Vec<AbortHandle>,
    connections: u64,
    seed: u64,
}

impl Door {
    pub(crate) fn closed() -> Self {
        Self(Arc::default())
    }

    pub(crate) fn open(&self, house: Arc<House>, life: Arc<Life>, doorkeeper: Arc<Doorkeeper>, seed: u64) {
        *self.0.lock().unwrap() =
            Some(Open { house, life, doorkeeper, tasks: Vec::new(), connections: 0, seed });
    }

    /// The house is gone, and every connection with it.
    pub(crate) fn close(&self) {
        if let Some(open) = self.0.lock().unwrap().take() {
            open.tasks.iter().for_each(AbortHandle::abort);
        }
    }

    /// A connection to the house, if it is up.
    pub(crate) fn connect(&self) -> Option<Line> {
        let mut door = self.0.lock().unwrap();
        let open = door.as_mut().filter(|open| !open.life.is_over())?;
        open.connections += 1;
        let rng = |way| dice(open.seed, 2 * open.connections + way);
        let is_cut = Arc::new(AtomicBool::new(false));
        let (to_house, from_client) = unbounded_channel();
        let (pass, inbound) = unbounded_channel();
        tokio::spawn(carry(from_client, pass, rng(0), is_cut.clone()));
        let (outbound, from_house) = unbounded_channel();
        let (pass, hear) = unbounded_channel();
        tokio::spawn(carry(from_house, pass, rng(1), is_cut.clone()));
        let serve = serve(open.house.clone(), open.doorkeeper.clone(), open.life.clone(), inbound, outbound);
        open.tasks.push(tokio::spawn(serve).abort_handle());
        Some(Line { to_house, hear, is_cut })
    }
}

/// A connection as its client holds it.
pub(crate) struct Line {
    to_house: UnboundedSender<(Instant, String)>,
    hear: UnboundedReceiver<String>,
    is_cut: Arc<AtomicBool>,
}

impl Line {
    pub(crate) fn say(&self, text: String) {
        drop(self.to_house.send((Instant::now(), text)));
    }

    /// The next message; none when the connection is gone.
    pub(crate) async fn hear(&mut self) -> Option<String> {
        self.hear.recv().await
    }

    /// Breaks the connection: what is under way is lost, or still comes to the house, late.
    pub(crate) fn cut(self, is_lost: bool) {
        self.is_cut.store(is_lost, Ordering::Relaxed);
    }
}

/// Carries messages one way, in order, each after a delay.
async fn carry(
    mut from: UnboundedReceiver<(Instant, String)>,
    to: UnboundedSender<String>,
    mut rng: Dice,
    is_cut: Arc<AtomicBool>,
) {
    while let Some((sent, text)) = from.recv().await {
        // Most are quick; some are stuck for a while, and all behind them.
        let most_ms = if below(&mut rng, 20) == 0 { 2000 } else { 60 };
        sleep_until(sent + Duration::from_millis(below(&mut rng, most_ms).into())).await;
        if is_cut.load(Ordering::Relaxed) || to.send(text).is_err() {
            break;
        }
    }
    let notices_ms = if below(&mut rng, 2) == 0 { 1 } else { 6000 };
    sleep(Duration::from_millis(below(&mut rng, notices_ms).into())).await;
}

/// The house's side of a connection, as `net/socket.rs` does it over a real one.
async fn serve(
    house: Arc<House>,
    doorkeeper: Arc<Doorkeeper>,
    life: Arc<Life>,
    mut inbound: UnboundedReceiver<String>,
    outbound: UnboundedSender<(Instant, String)>,
) {
    let (outbox, mut parcels) = Outbox::new();
    let mut session = Connection::new(house, doorkeeper, Arc::new(outbox), Ipv4Addr::LOCALHOST.into());
    while !life.is_over() {
        tokio::select! {
            biased;
            parcel = parcels.recv() => match parcel {
                Some(Parcel::Text(_)) if life.is_over() => return,
                Some(Parcel::Text(text)) => drop(outbound.send((Instant::now(), text.as_str().into()))),
                Some(Parcel::Released(table)) => session.release(table),
                None => return,
            },
            text = inbound.recv() => match text {
                Some(text) => session.take(&text).await,
                None => return,
            },
        }
    }
}
