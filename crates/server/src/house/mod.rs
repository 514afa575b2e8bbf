//! All tables of the house: finds them, carries their inputs in and their outputs out.
//!
//! Rooms decide, the house acts: it owns the journal, the connections' outboxes, the clock and the bots' pool. Nothing
//! here waits while it holds a room. Answers of the journal and of bots come back through one queue, so that a commit
//! of many tables wakes one task.

pub(crate) mod alarms;
pub(crate) mod analysis;
pub(crate) mod clock;
pub(crate) mod keeping;
pub(crate) mod lobby;
pub(crate) mod metrics;
pub(crate) mod notes;
pub(crate) mod outbox;
pub(crate) mod packed;
pub(crate) mod system;
pub(crate) mod timing;

use crate::house::alarms::Alarms;
use crate::house::analysis::Analyses;
use crate::house::clock::{BEAT_MS, Clock};
use crate::house::lobby::Lobby;
use crate::house::metrics::Metrics;
use crate::house::notes::{NOTE, PULSE_MS};
use crate::house::outbox::Outbox;
use crate::protocol::{Answer, Message, Outcome, RefusalCode};
use crate::room::facts::Fact;
use crate::room::{BadLog, ConnectionId, Input, LENGTH, Output, Pace, Room, id_used};
use crate::workers::bots::Players;
use crate::workers::pool::Pool;
use journal::{Append, Health, Journal, JournalError, Seq, TableId, Which, ask};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc};
use tracing::{debug, error, instrument, warn};

/// The most tables listed by the journal at once.
const PAGE: usize = 1024;

/// How long it waits before it reads again what could not be read.
const AGAIN: Duration = Duration::from_secs(1);

/// How often it looks for tables nobody needs.
const SWEEP_MS: u64 = 60_000;

/// Where the house gets the time and its chance from; a test gives its own.
pub trait Environment: Send + Sync {
    /// The time of day, which somebody may set: milliseconds since 1970.
    fn now_ms(&self) -> u64;
    /// Milliseconds since some moment, by a clock that nobody sets and that counts also what the machine slept.
    fn even_ms(&self) -> u64 {
        self.now_ms()
    }
    /// 256 bits nobody can guess.
    fn entropy(&self) -> [u8; 32];
}

/// All tables of the house.
pub struct House {
    pub(crate) journal: Arc<dyn Journal>,
    /// The house's own time, and its chance.
    pub(crate) world: Clock,
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
    /// Questions that are thought about, by who asked under which id.
    questions: Mutex<HashMap<(ConnectionId, String), Question>>,
    alarms: Mutex<Alarms>,
    alarm_set: Arc<Notify>,
}

/// Something that is thought about for somebody.
struct Question {
    table: TableId,
    is_hint: bool,
    /// How often it was asked.
    count: u32,
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

impl BadHouse {
    /// The same in words for everybody.
    pub fn told(&self) -> String {
        match self {
            Self::Journal(error) => error.told(),
            Self::Log(error) => error.to_string(),
        }
    }
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
        world: Arc<dyn Environment>,
        pace: Pace,
    ) -> Result<Arc<Self>, BadHouse> {
        let (send, receive) = mpsc::unbounded_channel();
        let house = Arc::new_cyclic(|house: &Weak<Self>| Self {
            journal,
            world: Clock::new(world),
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
            questions: Mutex::default(),
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
                    Err(error) => error!(table = %head.table, %error, "a table is left as it is"),
                }
            }
            match heads.last() {
                Some(head) if heads.len() == PAGE => last = Some(head.table),
                _ => break,
            }
        }
        debug!(tables = tables.len(), "the house goes on with its tables");
        // The time of day may have been set back while the house was closed.
        self.world.set_forward(open_ms);
        for table in tables {
            self.with_room(table, |room, now_ms, out| room.resume(now_ms, open_ms, out));
        }
        Ok(())
    }

    /// Opens the room of a stored table; tells when its last fact came.
    async fn load_table(self: &Arc<Self>, table: TableId) -> Result<u64, BadHouse> {
        let facts = self.facts(table, 0).await?;
        let mut room = Room::new(table, &facts, self.world.now_ms(), self.world.entropy(), self.pace)?;
        room.talk = self.noted_talk(table).await;
        let at_ms = room.state().at_ms;
        self.keep(room);
        Ok(at_ms)
    }

    /// Reads the facts of a table after a sequence.
    pub async fn facts(&self, table: TableId, after: Seq) -> Result<Vec<Fact>, JournalError> {
        let (mut facts, mut after) = (Vec::new(), after);
        loop {
            // All at once: a log is read from its end, so that every page would read what lies behind it again.
            let page = ask(|done| self.journal.read(table, after, LENGTH as usize, done)).await?;
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
    pub async fn open_table(self: &Arc<Self>, table: TableId, facts: Vec<Fact>) -> Result<(), BadHouse> {
        let append = Append::after(0, table, facts.iter().map(Fact::to_entry));
        ask(|done| self.journal.append(append, done)).await?;
        let room = Room::new(table, &facts, self.world.now_ms(), self.world.entropy(), self.pace)?;
        self.keep(room);
        self.relist(table);
        Ok(())
    }

    /// Whether a table was there and is closed.
    pub(crate) async fn is_closed(&self, table: TableId) -> bool {
        ask(|done| self.journal.read(table, 0, 1, done)).await.is_ok_and(|page| page.head.is_closed)
    }

    fn keep(&self, mut room: Room) {
        room.absences = self.world.absences();
        let (table, code) = (room.state().id, room.state().code.clone());
        // The games of an evening have one code, which leads to where its people are now.
        let age = |room: &Room| (room.state().opened_at_ms, room.state().next.is_none());
        let is_newest = self
            .find(&code)
            .and_then(|other| self.room(other))
            .is_none_or(|other| age(&lock(&other)) <= age(&room));
        if is_newest {
            write(&self.codes).insert(code, table);
        }
        write(&self.rooms).insert(table, Arc::new(Mutex::new(room)));
        self.metrics.tables.inc();
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
        self.metrics.connections.inc();
        id
    }

    /// Removes a connection from the house and from the tables it received.
    pub fn disconnect(self: &Arc<Self>, connection: ConnectionId, tables: impl IntoIterator<Item = TableId>) {
        for table in tables {
            self.feed(table, Input::Lost(connection));
        }
        self.lobby.leave(connection);
        if write(&self.outboxes).remove(&connection).is_some() {
            self.metrics.connections.dec();
        }
    }

    pub(crate) fn is_connected(&self, connection: ConnectionId) -> bool {
        read(&self.outboxes).contains_key(&connection)
    }

    /// The household of a connection, as far as its address tells.
    pub(crate) fn household(&self, connection: ConnectionId) -> Option<std::net::IpAddr> {
        read(&self.outboxes).get(&connection).and_then(|outbox| outbox.household())
    }

    /// Every outbox there is.
    pub fn outboxes(&self) -> Vec<Arc<Outbox>> {
        read(&self.outboxes).values().cloned().collect()
    }

    /// Tells one connection something.
    pub fn tell(&self, to: ConnectionId, message: &Message) {
        self.send(&[to], message.to_text());
    }

    pub(crate) fn send(&self, to: &[ConnectionId], text: String) {
        let text = axum::extract::ws::Utf8Bytes::from(text);
        let outboxes = read(&self.outboxes);
        for connection in to {
            if let Some(outbox) = outboxes.get(connection) {
                self.metrics.messages_out.inc();
                if !outbox.push(text.clone()) {
                    debug!(connection, "a connection is cut because it does not read");
                    self.metrics.slow_readers.inc();
                }
            }
        }
    }

    /// Hands a room an input; tells whether there is such a room.
    pub fn feed(self: &Arc<Self>, table: TableId, input: Input) -> bool {
        self.with_room(table, |room, now_ms, out| room.take(now_ms, input, out))
    }

    #[instrument(level = "trace", skip_all, fields(%table))]
    fn with_room(
        self: &Arc<Self>,
        table: TableId,
        act: impl FnOnce(&mut Room, u64, &mut Vec<Output>),
    ) -> bool {
        let Some(cell) = self.room(table) else { return false };
        // As many as a move leads to.
        let mut out = Vec::with_capacity(8);
        let mut room = lock(&cell);
        let now_ms = self.world.now_ms();
        // Before anything is looked at with the new time.
        if let Some(open_ms) = self.world.away_since_ms(&mut room.absences) {
            room.resume(now_ms, open_ms, &mut out);
        }
        act(&mut room, now_ms, &mut out);
        // Done under the room's lock, so that everybody is told things in their order.
        let mut is_listed = false;
        for output in out {
            is_listed |= self.perform(table, output);
        }
        if is_listed {
            self.lobby.update(self, table, room.listed());
        }
        if room.state().is_closed {
            if !room.talk.is_empty() {
                self.forget_talk(table);
            }
            room.state()
                .people
                .values()
                .filter_map(|person| person.lead)
                .for_each(|lead| self.forget_lead(lead));
            self.drop_room(table, &room.state().code);
        }
        true
    }

    fn drop_room(&self, table: TableId, code: &str) {
        if write(&self.rooms).remove(&table).is_some() {
            let mut codes = write(&self.codes);
            if codes.get(code) == Some(&table) {
                codes.remove(code);
            }
            drop(codes);
            self.metrics.tables.dec();
            debug!(%table, "a table is closed");
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
            Output::Answered { came } => self.metrics.command_time.add(came.elapsed()),
            Output::Append(append) => {
                let inputs = self.inputs.clone();
                self.metrics.appends.inc();
                self.metrics.facts.inc_by(append.entries.len() as u64);
                let (time, since) = (self.metrics.append_time.clone(), Instant::now());
                let done = Box::new(move |answer| {
                    time.add(since.elapsed());
                    drop(inputs.send((table, Input::Stored(answer))));
                });
                self.journal.append(append, done);
            }
            Output::Read(after) => {
                let house = self.clone();
                tokio::spawn(async move {
                    // Until it was read, the table takes nothing.
                    let facts = loop {
                        match house.facts(table, after).await {
                            Ok(facts) => break facts,
                            Err(error) => error!(%table, %error, "a table cannot be read"),
                        }
                        tokio::time::sleep(AGAIN).await;
                    };
                    drop(house.inputs.send((table, Input::Missed(facts))));
                });
            }
            Output::Think(position) => match self.players.in_own_time(&position) {
                None => self.pool.think(table, position),
                Some(thought) => {
                    let (inputs, seat, since) = (self.inputs.clone(), position.seat, position.since);
                    tokio::spawn(async move {
                        let mv = thought.await;
                        drop(inputs.send((table, Input::Thought { seat, since, mv })));
                    });
                }
            },
            Output::Hint { to, id, .. } if !self.is_first(table, true, to, &id) => {}
            Output::Odds { to, id, .. } if !self.is_first(table, false, to, &id) => {}
            Output::Hint { to, id, position } => self.pool.hint(to, id, position),
            Output::Odds { to, id, position } => self.pool.odds(to, id, position),
            Output::Search { seat, since, table: play } if self.players.is_time_made_up() => {
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
            Output::Note(talk) => {
                let inputs = self.inputs.clone();
                let done = Box::new(move |answer| drop(inputs.send((table, Input::Noted(answer)))));
                self.note_talk(table, &talk, done);
            }
            Output::Wake { at_ms } => self.wake(at_ms, table),
            Output::Listed => return true,
            Output::Rematch(facts) => {
                let house = self.clone();
                tokio::spawn(async move {
                    let next = TableId::from_bytes(std::array::from_fn(|place| house.world.entropy()[place]));
                    let made = house.open_table(next, facts).await;
                    let made = made.inspect_err(|error| warn!(%table, %error, "a table gets no rematch"));
                    let made = made.ok().map(|()| next);
                    drop(house.inputs.send((table, Input::RematchMade(made))));
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
        if lock(&self.alarms).set(at_ms, table) {
            self.alarm_set.notify_one();
        }
    }

    /// Counts a question; whether it is to be thought about.
    fn is_first(&self, table: TableId, is_hint: bool, by: ConnectionId, id: &str) -> bool {
        let mut questions = lock(&self.questions);
        let known = questions.entry((by, id.into())).or_insert(Question { table, is_hint, count: 0 });
        if (known.table, known.is_hint) == (table, is_hint) {
            known.count += 1;
            return known.count == 1;
        }
        self.tell(by, &Message::Answer { id: id.into(), answer: Answer::Refused(id_used()) });
        false
    }

    /// Answers a question that was thought about.
    pub(crate) fn pondered(&self, to: ConnectionId, id: String, outcome: Option<Outcome>) {
        let nothing =
            || Answer::Refused(crate::room::refuse(RefusalCode::Nothing, "there is nothing to tell here"));
        self.answer_question(to, id, outcome.map_or_else(nothing, Answer::Accepted));
    }

    /// Answers a question, thought about or refused.
    pub(crate) fn answer_question(&self, to: ConnectionId, id: String, answer: Answer) {
        // Whoever asked twice under one id is answered twice, and it was thought about once.
        let count = lock(&self.questions).remove(&(to, id.clone())).map_or(1, |known| known.count);
        let answer = Message::Answer { id, answer };
        (0..count).for_each(|_| self.tell(to, &answer));
    }

    fn with_every_room(self: &Arc<Self>, act: impl Fn(&mut Room, u64, &mut Vec<Output>)) {
        let mut tables: Vec<_> = read(&self.rooms).keys().copied().collect();
        // The same order every time, so that a simulation can be played again.
        tables.sort_unstable();
        for table in tables {
            self.with_room(table, &act);
        }
    }

    /// Closes a table, whatever goes on there, unless something of it waits to be stored.
    pub(crate) fn shut(self: &Arc<Self>, table: TableId) {
        self.with_room(table, Room::shut);
    }

    /// Closes tables that nobody has looked at for a long time.
    fn sweep(self: &Arc<Self>) {
        self.with_every_room(|room, now_ms, out| {
            // Whoever comes back late is led on from table to table while the evening lasts.
            let goes_on = room.state().next.is_some_and(|next| self.room(next).is_some());
            if !goes_on {
                room.sweep(now_ms, out);
            }
        });
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
    let (mut sweep_ms, mut pulse_ms, mut absences) = (0, 0, 0);
    let mut health = Health::default();
    loop {
        let Some(strong) = house.upgrade() else { return };
        let now_ms = strong.world.now_ms();
        if let Some(since_ms) = strong.world.away_since_ms(&mut absences) {
            let away_s = now_ms.saturating_sub(since_ms) / 1000;
            warn!(away_s, "the house stood still: every clock goes on with what was left");
            strong.with_every_room(|_, _, _| {});
        }
        if now_ms >= sweep_ms {
            sweep_ms = now_ms + SWEEP_MS;
            strong.sweep();
        }
        if now_ms >= pulse_ms {
            pulse_ms = now_ms + PULSE_MS;
            strong.beat();
            health = strong.tell_health(&health);
        }
        let mut due = Vec::new();
        let next_ms = {
            let mut alarms = lock(&strong.alarms);
            due.extend(std::iter::from_fn(|| alarms.due(now_ms)));
            alarms.next_ms()
        };
        due.sort_unstable();
        for table in due {
            strong.feed(table, Input::Woken);
        }
        // A house that nobody holds any more must not be held by its alarm.
        drop(strong);
        let next_ms =
            next_ms.map_or(pulse_ms, |at_ms| at_ms.min(pulse_ms)).min(sweep_ms).min(now_ms + BEAT_MS);
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
