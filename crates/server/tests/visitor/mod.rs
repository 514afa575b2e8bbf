//! Somebody at the house without a socket between: from any address, in a world whose clock the test sets.

#![allow(dead_code, reason = "every test file takes what it needs of this")]

use journal::{Journal, Memory};
use serde_json::{Value, json};
use server::room::Pace;
use server::{
    ByChance, Connection, Doorkeeper, Environment, House, Limits, Outbox, Parcel, Parcels, Players,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Rng as _, nature::dice};

/// A clock that stands still until it is set.
pub(crate) struct Clock {
    pub(crate) now_ms: AtomicU64,
    drawn: AtomicU64,
}

impl Environment for Clock {
    fn now_ms(&self) -> u64 {
        self.now_ms.load(Ordering::Relaxed)
    }

    fn entropy(&self) -> [u8; 32] {
        let mut bits = [0; 32];
        dice(self.drawn.fetch_add(1, Ordering::Relaxed), 3).fill_bytes(&mut bits);
        bits
    }
}

/// The house, and what outlives it.
pub(crate) struct Inn {
    pub(crate) journal: Memory,
    pub(crate) clock: Arc<Clock>,
    pub(crate) house: Arc<House>,
    doorkeeper: Arc<Doorkeeper>,
    players: Arc<dyn Players>,
}

impl Inn {
    pub(crate) async fn open() -> Self {
        Self::with(Arc::new(ByChance)).await
    }

    pub(crate) async fn with(players: Arc<dyn Players>) -> Self {
        let (journal, drawn) = (Memory::new(), AtomicU64::new(0));
        let clock = Arc::new(Clock { now_ms: AtomicU64::new(1_000_000), drawn });
        let doorkeeper = Arc::new(Doorkeeper::new(generous()));
        let house = house(&journal, &players, &clock).await;
        Self { journal, clock, house, doorkeeper, players }
    }

    /// The house goes down and comes up again.
    pub(crate) async fn restart(&mut self) {
        self.house = house(&self.journal, &self.players, &self.clock).await;
    }

    pub(crate) fn wait_ms(&self, ms: u64) {
        self.clock.now_ms.fetch_add(ms, Ordering::Relaxed);
    }

    pub(crate) fn visit(&self, address: &str) -> Visitor {
        let (outbox, parcels) = Outbox::new();
        let (house, doorkeeper) = (self.house.clone(), self.doorkeeper.clone());
        let session = Connection::new(house, doorkeeper, Arc::new(outbox), address.parse().unwrap());
        Visitor { session, parcels, next: 0, heard: Vec::new() }
    }

    pub(crate) fn tables(&self) -> usize {
        self.count(journal::Which::Open)
    }

    /// Tables and notes, open or not.
    pub(crate) fn logs(&self) -> usize {
        self.count(journal::Which::All)
    }

    fn count(&self, which: journal::Which) -> usize {
        let (send, receive) = std::sync::mpsc::channel();
        let done = Box::new(move |heads| send.send(heads).unwrap());
        self.journal.list(which, None, usize::MAX, done);
        receive.recv().unwrap().unwrap().len()
    }
}

async fn house(journal: &Memory, players: &Arc<dyn Players>, clock: &Arc<Clock>) -> Arc<House> {
    House::open(Arc::new(journal.clone()), players.clone(), clock.clone(), Pace::AT_ONCE).await.unwrap()
}

fn generous() -> Limits {
    let mut limits = Limits::default();
    for rate in [&mut limits.commands, &mut limits.chat, &mut limits.tables, &mut limits.questions] {
        rate.burst = 1_000_000;
    }
    limits.tables_per_address = 1_000_000;
    limits
}

/// A connection, as its client has it.
pub(crate) struct Visitor {
    session: Connection,
    parcels: Parcels,
    next: u32,
    pub(crate) heard: Vec<Value>,
}

impl Visitor {
    /// Asks under the next number, and returns the answer.
    pub(crate) async fn ask(&mut self, command: Value) -> Value {
        self.next += 1;
        let id = self.next.to_string();
        self.ask_as(&id, command).await
    }

    pub(crate) async fn ask_as(&mut self, id: &str, command: Value) -> Value {
        self.say(id, command).await;
        self.answer(id).await
    }

    pub(crate) async fn say(&mut self, id: &str, mut command: Value) {
        command["id"] = json!(id);
        self.session.take(&command.to_string()).await;
    }

    pub(crate) async fn answer(&mut self, id: &str) -> Value {
        self.until(|told| told["type"] == "answer" && told["id"] == id).await
    }

    pub(crate) async fn until(&mut self, is_sought: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.heard.iter().position(&is_sought) {
            return self.heard.remove(place);
        }
        loop {
            match self.parcels.recv().await.unwrap() {
                Parcel::Released(table) => self.session.release(table),
                Parcel::Text(text) => {
                    let told: Value = serde_json::from_str(&text).unwrap();
                    if is_sought(&told) {
                        return told;
                    }
                    self.heard.push(told);
                }
            }
        }
    }
}

/// The secret of a device.
pub(crate) fn secret(of: &str) -> String {
    format!("{of}-").repeat(32).chars().take(40).collect()
}

pub(crate) fn create(seats: u8, secret: Option<&str>) -> Value {
    json!({"type": "create", "game": "nabbit", "seats": seats, "name": "Hazel", "sit": 0, "visibility": "open", "secret": secret})
}

pub(crate) fn join(table: &Value, name: &str, secret: Option<&str>) -> Value {
    json!({"type": "join", "table": table, "name": name, "secret": secret})
}

pub(crate) fn attend(table: &Value, token: &Value, secret: Option<&str>) -> Value {
    json!({"type": "attend", "table": table, "as": "place", "token": token, "secret": secret})
}

/// The names at a table, by seat; bots with a star.
pub(crate) fn names(told: &Value) -> Vec<String> {
    let info = told.get("snapshot").map_or(told, |snapshot| &snapshot["info"]);
    let name = |seat: &Value| match seat["holder"]["type"].as_str().unwrap() {
        "person" => seat["holder"]["name"].as_str().unwrap().to_owned(),
        "bot" => format!("*{}", seat["holder"]["name"].as_str().unwrap()),
        _ => String::new(),
    };
    info["seats"].as_array().unwrap().iter().map(name).collect()
}
