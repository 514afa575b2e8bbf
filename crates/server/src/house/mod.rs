//! All tables of the house: finds them, carries their inputs in and their outputs out.
//!
//! Rooms decide, the house acts: it owns the journal, the connections' outboxes, the clock and the bots' pool. Nothing
//! here waits while it holds a room. Answers of the journal and of bots come back through one queue, so that a commit
//! of many tables wakes one task.

use crate::analysis::Analyses;
use crate::fact::Fact;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::notes::{NOTE, PULSE_MS};
use crate::outbox::Outbox;
use crate::players::Players;
use crate::pool::Pool;
use crate::room::{BadLog, ConnectionId, Input, Output, Pace, Room};
use crate::wire::{Answer, Message, Outcome, RefusalCode};
use journal::{Append, Journal, JournalError, Seq, TableId, Which, ask};
use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};

/// The most events read from the journal at once.
const PAGE: usize = 1024;

/// How long it waits before it reads again what could not be read.
const AGAIN: Duration = Duration::from_secs(1);

/// How often it looks for tables nobody needs.
const SWEEP_MS: u64 = 60_000;

/// Where the house gets the time and its chance from; a test gives its own.
pub trait World: Send + Sync {
    /// Milliseconds since 1970.
    fn now_ms(&self) -> u64;
    /// 256 bits nobody can guess.
    fn entropy(&self) -> [u8; 32];
}

/// All tables of the house.
pub struct House {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) world: Arc<dyn World>,
    pub(crate) metrics: Metrics,
    pub(crate) lobby: Lobby,
    pub(crate) pace: Pace,
    pub(crate) rooms: RwLock<HashMap<TableId, Arc<Mutex<Room>>>>,
    codes: RwLock<HashMap<String, TableId>>,
    outboxes: RwLock<HashMap<ConnectionId, Arc<Outbox>>>,
    next_connection: AtomicU64,
    inputs: mpsc::UnboundedSender<(TableId, Input)>,
    players: Arc<dyn Players>,
    pub(crate) pool: Pool,
    pub(crate) analyses: Analyses,
    alarms: Mutex<BinaryHeap<std::cmp::Reverse<(u64, TableId)>>>,
    alarm_set: Arc<Notify>,
}

/// Why a house cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum BadHouse {
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A stored table cannot be replayed.
    #[error(transparent)]
    Log(#[from] BadLog),
}

impl Drop for House {
    fn drop(&mut self) {
        self.alarm_set.notify_one();
    }
}

impl House {
    /// Opens the house over a journal and goes on with the tables that are open there.
    pub async fn open(
        journal: Arc<dyn Journal>,
        players: Arc<dyn Players>,
        world: Arc<dyn World>,
        pace: Pace,
    ) -> Result<Arc<Self>, BadHouse> {
        let (send, receive) = mpsc::unbounded_channel();
        let house = Arc::new_cyclic(|house: &Weak<Self>| Self {
            journal,
            world,
            metrics: Metrics::default(),
            lobby: Lobby::default(),
            pace,
            rooms: RwLock::default(),
            codes: RwLock::default(),
            outboxes: RwLock::default(),
            next_connection: AtomicU64::new(1),
            inputs: send.clone(),
            players: players.clone(),
            pool: Pool::new(players, house.clone(), send),
            analyses: Analyses::default(),
            alarms: Mutex::default(),
            alarm_set: Arc::default(),
        });
        tokio::spawn(deliver(Arc::downgrade(&house), receive));
        tokio::spawn(ring(Arc::downgrade(&house), house.alarm_set.clone()));
        house.load().await?;
        Ok(house)
    }

    async fn load(self: &Arc<Self>) -> Result<(), BadHouse> {
        let (mut last, mut tables, mut open_ms) = (None, Vec::new(), self.last_beat_ms().await);
        loop {
            let heads = ask(|done| self.journal.list(Which::Open, last, PAGE, done)).await?;
            for head in &heads {
                match self.load_table(head.table).await {
                    Ok(at_ms) => {
                        open_ms = open_ms.max(at_ms);
                        tables.push(head.table);
                    }
                    // One damaged table does not keep the others from going on.
                    Err(error) => eprintln!("table {} is left as it is: {error}", head.table),
                }
            }
            match heads.last() {
                Some(head) if heads.len() == PAGE => last = Some(head.table),
                _ => break,
            }
        }
        for table in tables {
            self.with_room(table, |room, now_ms, out| room.resume(now_ms, open_ms, out));
        }
        Ok(())
    }

    /// Opens the room of a stored table; tells when its last fact came.
    async fn load_table(self: &Arc<Self>, table: TableId) -> Result<u64, BadHouse> {
        let facts = self.facts(table, 0).await?;
        let mut room = Room::new(table, &facts, self.world.now_ms(), self.world.entropy(), self.pace)?;
        room.chat = self.noted_chat(table).await.into();
        let at_ms = room.state().at_ms;
        self.keep(room);
        Ok(at_ms)
    }

    /// Reads the facts of a table after a sequence.
    pub async fn facts(&self, table: TableId, after: Seq) -> Result<Vec<Fact>, JournalError> {
        let (mut facts, mut after) = (Vec::new(), after);
        loop {
            let page = ask(|done| self.journal.read(table, after, PAGE, done)).await?;
            for event in &page.events {
                if event.version == NOTE {
                    return Err(JournalError::Unknown);
                }
                let fact = Fact::from_stored(event.version, &event.payload).map_err(JournalError::Storage)?;
                facts.push(fact);
                after = event.seq;
            }
            if page.events.is_empty() || after == page.head.seq {
                return Ok(facts);
            }
        }
    }

    /// Stores the first facts of a new table and opens its room.
    pub async fn found(self: &Arc<Self>, facts: Vec<Fact>) -> Result<TableId, BadHouse> {
        let mut id = [0; 16];
        id.copy_from_slice(&self.world.entropy()[..16]);
        let table = TableId::from_bytes(id);
        let append = Append::after(0, table, facts.iter().map(Fact::to_entry));
        ask(|done| self.journal.append(append, done)).await?;
        let room = Room::new(table, &facts, self.world.now_ms(), self.world.entropy(), self.pace)?;
        self.keep(room);
        self.relist(table);
        Ok(table)
    }

    fn keep(&self, room: Room) {
        let (table, code) = (room.state().id, room.state().code.clone());
        write(&self.codes).insert(code, table);
        write(&self.rooms).insert(table, Arc::new(Mutex::new(room)));
        self.metrics.tables.fetch_add(1, Ordering::Relaxed);
    }

    /// The table of a code.
    pub fn find(&self, code: &str) -> Option<TableId> {
        read(&self.codes).get(code).copied()
    }

    /// The room of a table.
    pub fn room(&self, table: TableId) -> Option<Arc<Mutex<Room>>> {
        read(&self.rooms).get(&table).cloned()
    }

    /// The room of a table, or one made of its log when the table is closed.
    pub async fn recall(&self, table: TableId) -> Result<Arc<Mutex<Room>>, BadHouse> {
        if let Some(room) = self.room(table) {
            return Ok(room);
        }
        let facts = self.facts(table, 0).await?;
        let room = Room::new(table, &facts, self.world.now_ms(), [0; 32], Pace::AT_ONCE)?;
        Ok(Arc::new(Mutex::new(room)))
    }

    /// Adds a connection.
    pub fn connect(&self, outbox: Arc<Outbox>) -> ConnectionId {
        let id = self.next_connection.fetch_add(1, Ordering::Relaxed);
        write(&self.outboxes).insert(id, outbox);
        self.metrics.connections.fetch_add(1, Ordering::Relaxed);
        id
    }

    /// Removes a connection from the house and from the tables it received.
    pub fn disconnect(self: &Arc<Self>, connection: ConnectionId, tables: impl IntoIterator<Item = TableId>) {
        for table in tables {
            self.feed(table, Input::Lost(connection));
        }
        self.lobby.leave(connection);
        if write(&self.outboxes).remove(&connection).is_some() {
            self.metrics.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_connected(&self, connection: ConnectionId) -> bool {
        read(&self.outboxes).contains_key(&connection)
    }

    /// Every outbox there is.
    pub fn outboxes(&self) -> Vec<Arc<Outbox>> {
        read(&self.outboxes).values().cloned().collect()
    }

    /// Tells one connection something.
    pub fn tell(&self, to: ConnectionId, message: &Message) {
        self.send(&[to], serde_json::to_string(message).expect("messages have a JSON form"));
    }

    pub(crate) fn send(&self, to: &[ConnectionId], text: String) {
        let text = axum::extract::ws::Utf8Bytes::from(text);
        let outboxes = read(&self.outboxes);
        for connection in to {
            if let Some(outbox) = outboxes.get(connection) {
                self.metrics.messages_out.fetch_add(1, Ordering::Relaxed);
                if !outbox.push(text.clone()) {
                    self.metrics.slow_readers.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Hands a room an input; tells whether there is such a room.
    pub fn feed(self: &Arc<Self>, table: TableId, input: Input) -> bool {
        self.with_room(table, |room, now_ms, out| room.take(now_ms, input, out))
    }

    fn with_room(
        self: &Arc<Self>,
        table: TableId,
        act: impl FnOnce(&mut Room, u64, &mut Vec<Output>),
    ) -> bool {
        let Some(cell) = self.room(table) else { return false };
        let mut out = Vec::new();
        let mut room = lock(&cell);
        act(&mut room, self.world.now_ms(), &mut out);
        // Done under the room's lock, so that everybody is told things in their order.
        let mut is_listed = false;
        for output in out {
            is_listed |= self.perform(table, output);
        }
        if is_listed {
            self.lobby.update(self, table, room.listed());
        }
        if room.state().is_closed {
            if !room.chat.is_empty() {
                self.forget_chat(table);
            }
            self.drop_room(table, &room.state().code);
        }
        true
    }

    fn drop_room(&self, table: TableId, code: &str) {
        if write(&self.rooms).remove(&table).is_some() {
            write(&self.codes).remove(code);
            self.metrics.tables.fetch_sub(1, Ordering::Relaxed);
            self.lobby.update(self, table, None);
        }
    }

    fn relist(self: &Arc<Self>, table: TableId) {
        if let Some(room) = self.room(table) {
            let listed = lock(&room).listed();
            self.lobby.update(self, table, listed);
        }
    }

    /// Does one thing a room asked for; tells whether the lobby must look at the table again.
    fn perform(self: &Arc<Self>, table: TableId, output: Output) -> bool {
        match output {
            Output::Send { to, text } => self.send(&to, text),
            Output::Append(append) => {
                let inputs = self.inputs.clone();
                let count = append.entries.len() as u64;
                self.metrics.appends.fetch_add(1, Ordering::Relaxed);
                self.metrics.facts.fetch_add(count, Ordering::Relaxed);
                let done = Box::new(move |answer| drop(inputs.send((table, Input::Stored(answer)))));
                self.journal.append(append, done);
            }
            Output::Read(after) => {
                let house = self.clone();
                tokio::spawn(async move {
                    // Until it was read, the table takes nothing.
                    let facts = loop {
                        match house.facts(table, after).await {
                            Ok(facts) => break facts,
                            Err(error) => eprintln!("table {table} cannot be read: {error}"),
                        }
                        tokio::time::sleep(AGAIN).await;
                    };
                    drop(house.inputs.send((table, Input::Missed(facts))));
                });
            }
            Output::Think(think) => match self.players.in_own_time(&think) {
                None => self.pool.think(table, think),
                Some(thought) => {
                    let (inputs, seat, since) = (self.inputs.clone(), think.seat, think.since);
                    tokio::spawn(async move {
                        let mv = thought.await;
                        drop(inputs.send((table, Input::Thought { seat, since, mv })));
                    });
                }
            },
            Output::Hint { to, id, think } => self.pool.hint(to, id, think),
            Output::Odds { to, id, think } => self.pool.odds(to, id, think),
            Output::Search { seat, since, table: play } if self.players.is_simulated() => {
                let moves = play.legal_moves(seat);
                drop(self.inputs.send((table, Input::Found { seat, since, moves })));
            }
            Output::Search { seat, since, table: play } => self.pool.search(table, seat, since, play),
            Output::Draw { number, table: play, rng } => match self.players.nature_in_own_time(&*play) {
                None => self.pool.draw(table, number, play, rng),
                Some(nature) => {
                    let inputs = self.inputs.clone();
                    tokio::spawn(async move {
                        if let Some(event) = nature.await {
                            drop(inputs.send((table, Input::Drawn { number, event })));
                        }
                    });
                }
            },
            Output::Chat(lines) => self.note_chat(table, &lines),
            Output::Wake { at_ms } => self.wake(at_ms, table),
            Output::Listed => return true,
            Output::Rematch { facts, tokens } => {
                let house = self.clone();
                tokio::spawn(async move {
                    let made = house.found(facts).await;
                    let made = made.inspect_err(|error| eprintln!("table {table} gets no rematch: {error}"));
                    drop(
                        house.inputs.send((table, Input::RematchMade(made.ok().map(|next| (next, tokens))))),
                    );
                });
            }
            Output::Release(connection) => {
                if let Some(outbox) = read(&self.outboxes).get(&connection) {
                    outbox.release(table);
                }
            }
        }
        false
    }

    fn wake(&self, at_ms: u64, table: TableId) {
        let mut alarms = lock(&self.alarms);
        let is_first = alarms.peek().is_none_or(|first| at_ms < first.0.0);
        alarms.push(std::cmp::Reverse((at_ms, table)));
        if is_first {
            self.alarm_set.notify_one();
        }
    }

    /// Answers a question that was thought about.
    pub(crate) fn pondered(&self, to: ConnectionId, id: String, outcome: Option<Outcome>) {
        let nothing =
            || Answer::Refused(crate::room::refuse(RefusalCode::Nothing, "there is nothing to tell here"));
        let answer = outcome.map_or_else(nothing, Answer::Accepted);
        self.tell(to, &Message::Answer { id, answer });
    }

    /// Closes tables that nobody has looked at for a long time.
    fn sweep(self: &Arc<Self>) {
        let tables: Vec<_> = read(&self.rooms).keys().copied().collect();
        for table in tables {
            self.with_room(table, |room, now_ms, out| room.sweep(now_ms, out));
        }
    }
}

/// Carries answers of the journal and of bots to their rooms.
async fn deliver(house: Weak<House>, mut inputs: mpsc::UnboundedReceiver<(TableId, Input)>) {
    let mut batch = Vec::new();
    while inputs.recv_many(&mut batch, 256).await > 0 {
        let Some(house) = house.upgrade() else { return };
        for (table, input) in batch.drain(..) {
            house.feed(table, input);
        }
    }
}

/// Wakes rooms when their time has come.
async fn ring(house: Weak<House>, alarm_set: Arc<Notify>) {
    let (mut sweep_ms, mut pulse_ms) = (0, 0);
    loop {
        let Some(strong) = house.upgrade() else { return };
        let now_ms = strong.world.now_ms();
        if now_ms >= sweep_ms {
            sweep_ms = now_ms + SWEEP_MS;
            strong.sweep();
        }
        if now_ms >= pulse_ms {
            pulse_ms = now_ms + PULSE_MS;
            strong.beat();
        }
        let mut due = Vec::new();
        let next_ms = {
            let mut alarms = lock(&strong.alarms);
            while alarms.peek().is_some_and(|first| first.0.0 <= now_ms) {
                due.extend(alarms.pop().map(|first| first.0.1));
            }
            alarms.peek().map(|first| first.0.0)
        };
        due.sort_unstable();
        due.dedup();
        for table in due {
            strong.feed(table, Input::Woken);
        }
        // A house that nobody holds any more must not be held by its alarm.
        drop(strong);
        let next_ms = next_ms.map_or(pulse_ms, |at_ms| at_ms.min(pulse_ms)).min(sweep_ms);
        let pause = Duration::from_millis(next_ms.saturating_sub(now_ms));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = alarm_set.notified() => {}
        }
    }
}

pub(crate) fn lock<T>(cell: &Mutex<T>) -> MutexGuard<'_, T> {
    cell.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn read<T>(cell: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    cell.read().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn write<T>(cell: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    cell.write().unwrap_or_else(PoisonError::into_inner)
}
