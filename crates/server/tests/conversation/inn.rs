//! The house of a conversation: simulated time, a store that waits when told to, lines that lose what was on its way.

use crate::remembered::remembered;
use journal::{Append, Done, Entry, Head, Journal, Memory, TableId, Which, ask};
use server::protocol::{BotLevel, HintLine};
use server::room::facts::Fact;
use server::room::{Pace, Position};
use server::{Connection, Doorkeeper, Environment, House, Limits, Outbox, Parcel, Players};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::{Rng as _, nature::dice};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep};

struct Clock {
    zero: Instant,
    drawn: AtomicU64,
}

impl Environment for Clock {
    fn now_ms(&self) -> u64 {
        1_000_000 + self.zero.elapsed().as_millis() as u64
    }

    fn entropy(&self) -> [u8; 32] {
        let mut bits = [0; 32];
        dice(self.drawn.fetch_add(1, Ordering::Relaxed), 3).fill_bytes(&mut bits);
        bits
    }
}

/// Bots that play the first thing they may, at once.
struct First;

impl Players for First {
    fn choose(&self, think: &Position) -> Option<String> {
        think.table.legal_moves(think.seat).into_iter().next()
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        vec![BotLevel::Easy]
    }

    fn weigh(&self, _: &Position) -> Vec<HintLine> {
        Vec::new()
    }

    fn in_own_time(&self, think: &Position) -> Option<server::Thought> {
        let mv = self.choose(think);
        Some(Box::pin(async move { mv }))
    }
}

/// The store as one life of the house knows it.
#[derive(Default)]
struct Store {
    memory: Memory,
    is_holding: AtomicBool,
    is_dead: AtomicBool,
    held: Mutex<Vec<Held>>,
}

/// What is on its way to the store.
enum Held {
    Append(Append, Done<Head>),
    Note(TableId, Entry, Done<()>),
}

impl Held {
    fn comes_to(self, memory: &Memory) {
        match self {
            Self::Append(append, done) => memory.append(append, done),
            Self::Note(table, entry, done) => memory.note(table, entry, done),
        }
    }

    /// The same, with nobody left to hear of it.
    fn unheard(self) -> Self {
        match self {
            Self::Append(append, _) => Self::Append(append, Box::new(drop)),
            Self::Note(table, entry, _) => Self::Note(table, entry, Box::new(drop)),
        }
    }
}

impl Store {
    fn take(&self, held: Held) {
        match (self.is_dead.load(Ordering::Relaxed), self.is_holding.load(Ordering::Relaxed)) {
            (true, _) => {}
            (false, true) => self.held.lock().unwrap().push(held),
            (false, false) => held.comes_to(&self.memory),
        }
    }
}

impl Journal for Store {
    fn append(&self, append: Append, done: Done<Head>) {
        self.take(Held::Append(append, done));
    }

    remembered!();

    fn note(&self, table: TableId, entry: Entry, done: Done<()>) {
        self.take(Held::Note(table, entry, done));
    }
}

/// The house, and what outlives it.
pub(crate) struct Inn {
    store: Arc<Store>,
    clock: Arc<Clock>,
    house: Option<Arc<House>>,
    doorkeeper: Arc<Doorkeeper>,
    tasks: Vec<AbortHandle>,
    pub(crate) lives: u32,
}

impl Inn {
    pub(crate) async fn open() -> Self {
        let clock = Arc::new(Clock { zero: Instant::now(), drawn: AtomicU64::new(0) });
        let mut limits = Limits::default();
        for rate in [&mut limits.commands, &mut limits.chat, &mut limits.tables] {
            rate.burst = 1_000_000;
        }
        let (store, doorkeeper) = (Arc::new(Store::default()), Arc::new(Doorkeeper::new(limits)));
        let mut inn = Self { store, clock, house: None, doorkeeper, tasks: Vec::new(), lives: 0 };
        inn.start().await;
        inn
    }

    async fn start(&mut self) {
        let house = House::open(self.store.clone(), Arc::new(First), self.clock.clone(), Pace::AT_ONCE);
        self.house = Some(house.await.unwrap());
        self.lives += 1;
    }

    /// Lets nothing be stored until it is told otherwise.
    pub(crate) fn hold(&self) {
        self.store.is_holding.store(true, Ordering::Relaxed);
    }

    /// Lets everything be stored and told.
    pub(crate) async fn settle(&self) {
        self.store.is_holding.store(false, Ordering::Relaxed);
        let held = std::mem::take(&mut *self.store.held.lock().unwrap());
        held.into_iter().for_each(|held| held.comes_to(&self.store.memory));
        self.rest().await;
    }

    /// Lets everybody do what they can do now: simulated time passes only when nobody has anything to do.
    pub(crate) async fn rest(&self) {
        sleep(Duration::from_millis(1)).await;
    }

    /// The house dies and starts again; what was on its way to the store came there, or not.
    pub(crate) async fn restart(&mut self, comes_there: bool) {
        self.store.is_dead.store(true, Ordering::Relaxed);
        self.tasks.drain(..).for_each(|task| task.abort());
        self.house = None;
        let held = std::mem::take(&mut *self.store.held.lock().unwrap());
        let arriving = held.into_iter().filter(|_| comes_there).map(Held::unheard);
        arriving.for_each(|held| held.comes_to(&self.store.memory));
        self.store = Arc::new(Store { memory: self.store.memory.clone(), ..Store::default() });
        self.start().await;
    }

    pub(crate) fn connect(&mut self) -> Line {
        let (to_house, inbound) = unbounded_channel();
        let (outbound, hear) = unbounded_channel();
        let house = self.house.clone().expect("the house is open");
        let serve = serve(house, self.doorkeeper.clone(), inbound, outbound);
        self.tasks.push(tokio::spawn(serve).abort_handle());
        Line { to_house, hear }
    }

    /// Every table with all its facts.
    pub(crate) async fn logs(&self) -> Vec<(TableId, Vec<Fact>)> {
        let mut logs = Vec::new();
        for head in ask(|done| self.store.list(Which::All, None, usize::MAX, done)).await.unwrap() {
            let page = ask(|done| self.store.read(head.table, 0, usize::MAX, done)).await.unwrap();
            // Notes lie among the logs, and are none.
            let facts = page.events.iter().filter(|event| event.version > 0);
            let fact = |event: &journal::Stored| Fact::from_stored(event.version, &event.payload).unwrap();
            logs.push((head.table, facts.map(fact).collect()));
        }
        logs
    }
}

/// A connection as its client holds it; whoever drops it loses what was on its way.
pub(crate) struct Line {
    to_house: UnboundedSender<String>,
    hear: UnboundedReceiver<String>,
}

impl Line {
    pub(crate) fn say(&self, text: String) {
        drop(self.to_house.send(text));
    }

    /// The next message that has come.
    pub(crate) fn hear(&mut self) -> Option<String> {
        self.hear.try_recv().ok()
    }
}

/// The house's side of a connection, as `net/socket.rs` does it over a real one.
async fn serve(
    house: Arc<House>,
    doorkeeper: Arc<Doorkeeper>,
    mut inbound: UnboundedReceiver<String>,
    outbound: UnboundedSender<String>,
) {
    let (outbox, mut parcels) = Outbox::new();
    let mut session = Connection::new(house, doorkeeper, Arc::new(outbox), Ipv4Addr::LOCALHOST.into());
    loop {
        tokio::select! {
            biased;
            parcel = parcels.recv() => match parcel {
                Some(Parcel::Text(text)) => drop(outbound.send(text.as_str().into())),
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
