//! One connection's side of the house: reads its requests, keeps it within its limits, and finds their table.

use crate::fairness::Bits;
use crate::house::{BadHouse, House, lock};
use crate::identity::tokens::{hash_secret, is_secret, new_code, new_token, own_log, read_code};
use crate::net::limits::{Bucket, Doorkeeper, UNREADABLE, household};
use crate::protocol::{
    Answer, Command, Message, Opening, Outcome, PROTOCOL, Refusal, RefusalCode, Request, TableRef, Visibility,
};
use crate::room::facts::{By, Fact, Opened, What};
use crate::room::{self, Asked, ConnectionId, Input, refuse, unknown};
use journal::{JournalError, TableId};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use table::{Rng as _, Seat, nature::shuffle};
use tracing::{debug, instrument};

/// The most tables one connection receives at once.
const TABLES: usize = 8;

/// A connection that was let in.
pub struct Connection {
    house: Arc<House>,
    doorkeeper: Arc<Doorkeeper>,
    id: ConnectionId,
    address: IpAddr,
    /// By which this connection is known again where its device gives no secret.
    secret: String,
    tables: BTreeSet<TableId>,
    commands: Bucket,
    refusals: Bucket,
    chat: Bucket,
    reactions: Bucket,
    is_lively: bool,
    is_worn_out: bool,
    /// When the command came that is now looked at.
    came: Instant,
}

impl Connection {
    /// Begins a session and welcomes it.
    pub fn new(
        house: Arc<House>,
        doorkeeper: Arc<Doorkeeper>,
        outbox: Arc<crate::Outbox>,
        address: IpAddr,
    ) -> Self {
        let id = house.connect(outbox);
        let now_ms = house.world.now_ms();
        let server = env!("CARGO_PKG_VERSION").into();
        house.tell(id, &Message::Welcome { protocol: PROTOCOL, server, now_ms });
        let limits = doorkeeper.limits();
        let [commands, refusals, chat, reactions] =
            [limits.commands, limits.refusals, limits.chat, limits.reactions]
                .map(|rate| Bucket::new(rate, now_ms));
        let secret = Bits(house.world.entropy()).to_string();
        let (tables, is_worn_out, came) = (BTreeSet::new(), false, Instant::now());
        Self {
            house,
            doorkeeper,
            id,
            address,
            secret,
            tables,
            commands,
            refusals,
            chat,
            reactions,
            is_lively: false,
            is_worn_out,
            came,
        }
    }

    /// Forgets a table this connection no longer receives.
    pub fn release(&mut self, table: TableId) {
        // It may have come back before it was told so.
        if self.house.room(table).is_none_or(|room| !lock(&room).receives(self.id)) {
            self.tables.remove(&table);
        }
    }

    /// Takes a message in; every one gets an answer, and every one counts, read or not.
    pub async fn take(&mut self, text: &str) {
        self.came = Instant::now();
        self.house.metrics.commands.inc();
        let now_ms = self.house.world.now_ms();
        let is_in_time = self.is_in_time(now_ms);
        let Ok(Request { id, command }) = Request::from_text(text) else {
            let text = "write a command as docs/protocol.md shows it";
            return self.reject(now_ms, UNREADABLE, String::new(), refuse(RefusalCode::BadMessage, text));
        };
        if id.is_empty() || id.chars().count() > 40 {
            let refusal = refuse(RefusalCode::BadMessage, "an id has 1 to 40 characters");
            return self.reject(now_ms, UNREADABLE, String::new(), refusal);
        }
        if !is_in_time {
            return self.reject(now_ms, 1, id, too_fast());
        }
        if let Err(refusal) = self.route(now_ms, &id, command).await {
            self.refuse(id, refusal);
        }
    }

    /// Counts what comes without asking for anything, such as a ping of the line itself.
    pub fn hear(&mut self) {
        let now_ms = self.house.world.now_ms();
        if !self.is_in_time(now_ms) {
            self.wear(now_ms, 1);
        }
    }

    /// Whether so much came that was refused that the connection is to be cut.
    pub fn is_worn_out(&self) -> bool {
        self.is_worn_out
    }

    /// Whether one more message is within what the connection and its address may send.
    fn is_in_time(&mut self, now_ms: u64) -> bool {
        let is_own = self.commands.take(now_ms);
        self.doorkeeper.may_speak(self.address, now_ms) && is_own
    }

    /// Refuses what should not have been sent.
    fn reject(&mut self, now_ms: u64, weight: u32, id: String, refusal: Refusal) {
        self.wear(now_ms, weight);
        self.refuse(id, refusal);
    }

    fn wear(&mut self, now_ms: u64, weight: u32) {
        // Where others of the same address were cut already, nobody is given as much time.
        let is_enough = !self.refusals.take_many(weight, now_ms)
            || !self.doorkeeper.is_patient_with(self.address, now_ms);
        if is_enough && !std::mem::replace(&mut self.is_worn_out, true) {
            self.house.metrics.cut.inc();
            debug!(connection = self.id, "a connection is cut because of what it sent");
            self.doorkeeper.has_cut(self.address, now_ms);
        }
    }

    /// Whether the client says by itself that it is there.
    pub(crate) fn is_lively(&self) -> bool {
        self.is_lively
    }

    fn refuse(&self, id: String, refusal: Refusal) {
        self.house.metrics.refused.inc();
        debug!(connection = self.id, code = ?refusal.code, "a command is refused");
        self.answer(id, Answer::Refused(refusal));
    }

    fn accept(&self, id: &str, outcome: Outcome) {
        self.answer(id.into(), Answer::Accepted(outcome));
    }

    fn answer(&self, id: String, answer: Answer) {
        self.house.tell(self.id, &Message::Answer { id, answer });
        self.has_answered();
    }

    fn has_answered(&self) {
        self.house.metrics.command_time.add(self.came.elapsed());
    }

    async fn route(&mut self, now_ms: u64, id: &str, mut command: Command) -> Result<(), Refusal> {
        let may = match command {
            Command::Chat { .. } => self.chat.take(now_ms),
            Command::React { .. } => self.reactions.take(now_ms),
            Command::Hint { .. } | Command::Odds { .. } => self.doorkeeper.may_ask(self.address, now_ms),
            // A whole table is told, or all of them are.
            Command::Attend { .. }
            | Command::Join { .. }
            | Command::Analyse { .. }
            | Command::Lobby { on: true } => self.doorkeeper.may_look_up(self.address, now_ms),
            // It opens a table as well.
            Command::Another { .. } => {
                let is_open = |table| self.house.room(table).is_some();
                self.doorkeeper.may_open_table(self.address, now_ms, is_open)
            }
            _ => true,
        };
        if !may {
            return Err(too_fast());
        }
        self.lend_secret(&mut command)?;
        match command {
            Command::Ping => {
                self.is_lively = true;
                self.accept(id, Outcome::Pong { now_ms });
            }
            Command::Lobby { on: false } => {
                self.house.lobby.leave(self.id);
                self.accept(id, Outcome::Done);
            }
            Command::Lobby { on: true } => {
                self.accept(id, Outcome::Done);
                self.house.lobby.enter(&self.house, self.id);
            }
            Command::Create(ref opening) => {
                let table = own_log(secret_of(&opening.secret), id);
                self.has_hands_for(table)?;
                self.open(id, table, opening, &command).await?;
                self.enter(id, table, command)?;
            }
            Command::QuickMatch { .. } => self.match_up(id, command).await?,
            Command::Join { ref at, .. } | Command::Attend { ref at, .. } => {
                let table = self.find(at, now_ms)?;
                self.enter(id, table, command)?;
            }
            Command::Analyse { table } => {
                self.analyse(id, table).await?;
                self.has_answered();
            }
            other => {
                let table = table_of(&other).ok_or_else(unknown)?;
                self.ask(id, table, other)?;
            }
        }
        Ok(())
    }

    /// Puts this connection's own secret where a device has given none, so that it is at least known again while it lasts.
    fn lend_secret(&self, command: &mut Command) -> Result<(), Refusal> {
        let Some(secret) = command.secret_mut() else { return Ok(()) };
        if is_secret(secret.get_or_insert_with(|| self.secret.clone())) {
            return Ok(());
        }
        Err(refuse(RefusalCode::BadSecret, "a secret has 32 to 64 letters, digits, dashes or underscores"))
    }

    /// Finds a table; whoever tries codes out is slowed down.
    fn find(&self, at: &TableRef, now_ms: u64) -> Result<TableId, Refusal> {
        match at {
            TableRef::Table(table) => Ok(*table),
            TableRef::Code(code) => {
                if !self.doorkeeper.may_try_code(self.address, now_ms) {
                    return Err(refuse(RefusalCode::TooFast, "too many codes were tried: wait a minute"));
                }
                read_code(code).and_then(|code| self.house.find(&code)).ok_or_else(unknown)
            }
        }
    }

    fn enter(&mut self, id: &str, table: TableId, command: Command) -> Result<(), Refusal> {
        self.has_hands_for(table)?;
        self.ask(id, table, command)?;
        self.tables.insert(table);
        Ok(())
    }

    /// Whether this connection can receive a table beside those it has.
    fn has_hands_for(&self, table: TableId) -> Result<(), Refusal> {
        if self.tables.contains(&table) || self.tables.len() < TABLES {
            return Ok(());
        }
        Err(refuse(RefusalCode::Busy, "this connection receives many tables already: detach one"))
    }

    // Only numbers and ids of tables: what is asked may hold secrets, names and words.
    #[instrument(level = "trace", skip_all, fields(connection = self.id, %table))]
    fn ask(&self, id: &str, table: TableId, command: Command) -> Result<(), Refusal> {
        let asked = Asked::new(self.id, id.into(), command, Some(household(self.address)));
        if self.house.feed(table, Input::Ask(Box::new(asked.since(self.came)))) {
            Ok(())
        } else {
            Err(unknown())
        }
    }

    /// Opens the table of a command, unless the command has opened it before.
    async fn open(
        &mut self,
        id: &str,
        table: TableId,
        opening: &Opening,
        command: &Command,
    ) -> Result<(), Refusal> {
        if self.house.room(table).is_some() {
            return Ok(());
        }
        let now_ms = self.house.world.now_ms();
        let by = By { person: 0, command: id.into(), digest: Some(room::digest(command)) };
        let (facts, _) = opening_facts(table, opening, Some(by), now_ms, self.house.world.entropy())?;
        let is_open = |table| self.house.room(table).is_some();
        if !self.doorkeeper.may_open_table(self.address, now_ms, is_open) {
            return Err(refuse(
                RefusalCode::TooManyTables,
                "many tables were opened from here: close some first",
            ));
        }
        match self.house.open_table(table, facts).await {
            Ok(()) => self.doorkeeper.has_opened(self.address, now_ms, table),
            // The same device was quicker on another connection, or has closed the table since.
            Err(BadHouse::Journal(JournalError::Conflict { .. })) if self.house.room(table).is_some() => {}
            Err(BadHouse::Journal(JournalError::Conflict { .. })) if self.house.is_closed(table).await => {
                return Err(closed());
            }
            Err(error) => return Err(refuse(RefusalCode::Busy, &error.told())),
        }
        Ok(())
    }

    /// An ended game can be looked at by whoever knows its table, as its record can, also when it is closed.
    async fn analyse(&self, id: &str, table: TableId) -> Result<(), Refusal> {
        if self.house.analyse(self.id, id, table, None) {
            return Ok(());
        }
        // Before a whole log is read for it.
        self.house.may_analyse()?;
        let room = self.house.recall(table).await.map_err(|_| unknown())?;
        let course = lock(&room).course();
        let course = course.ok_or_else(|| refuse(RefusalCode::WrongPhase, "the game is not over yet"))?;
        self.house.analyse(self.id, id, table, Some(course));
        Ok(())
    }

    /// Leads to an open table, or opens one; the same command always leads to the same.
    async fn match_up(&mut self, id: &str, command: Command) -> Result<(), Refusal> {
        let Command::QuickMatch { game, name, seed, secret } = &command else { return Err(unknown()) };
        let own = own_log(secret_of(secret), id);
        self.has_hands_for(own)?;
        // Before anything is kept: where a command leads that no table takes is nobody's business.
        let about = room::known(game)?;
        room::read_name(name)?;
        room::read_seed(seed.as_deref())?;
        if self.house.room(own).is_some() {
            return self.enter(id, own, command);
        }
        let busy = |error: JournalError| refuse(RefusalCode::Busy, &error.told());
        let table = match self.house.lead(own).await.map_err(busy)? {
            Some(table) => Some(table),
            None => self.waiting(game, secret.as_deref()),
        };
        if let Some(table) = table {
            // Where it leads is kept first: from then on it leads nowhere else.
            let table = self.house.keep_lead(own, table).await.map_err(busy)?;
            return self.enter(id, table, command).map_err(|refusal| match refusal.code {
                RefusalCode::UnknownTable => closed(),
                _ => refusal,
            });
        }
        let opening = Opening {
            seats: about.players.0 as u8,
            game: game.clone(),
            options: None,
            visibility: Visibility::Open,
            clocks: crate::protocol::ClockSettings { turn_s: Some(60), ..Default::default() },
            manners: crate::protocol::Manners::default(),
            bots: Vec::new(),
            name: name.clone(),
            limit: None,
            look: None,
            sit: Seat::new(0),
            seed: seed.clone(),
            secret: secret.clone(),
        };
        self.open(id, own, &opening, &command).await?;
        self.enter(id, own, command)
    }

    /// A table that waits for one more person and has not sent this one away.
    fn waiting(&self, game: &str, secret: Option<&str>) -> Option<TableId> {
        let table = self.house.lobby.waiting(game)?;
        let (room, now_ms) = (self.house.room(table)?, self.house.world.now_ms());
        let is_sent_away = lock(&room).turns_away(now_ms, self.id, secret, Some(household(self.address)));
        (!is_sent_away).then_some(table)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.house.disconnect(self.id, std::mem::take(&mut self.tables));
    }
}

fn secret_of(secret: &Option<String>) -> &str {
    secret.as_deref().expect("who gave none was lent one")
}

fn closed() -> Refusal {
    refuse(RefusalCode::IdUsed, "this id led elsewhere, or to a table that is closed by now: use a new one")
}

fn too_fast() -> Refusal {
    refuse(RefusalCode::TooFast, "that was too much at once: wait a moment")
}

/// The table a command is for.
fn table_of(command: &Command) -> Option<TableId> {
    match command {
        Command::Detach { table }
        | Command::Leave { table }
        | Command::Sit { table, .. }
        | Command::HandOver { table, .. }
        | Command::Rename { table, .. }
        | Command::Ready { table, .. }
        | Command::Start { table, .. }
        | Command::Play { table, .. }
        | Command::Takeback { table, .. }
        | Command::Stand { table, .. }
        | Command::Rematch { table }
        | Command::Another { table, .. }
        | Command::Chat { table, .. }
        | Command::React { table, .. }
        | Command::Manners { table, .. }
        | Command::Hint { table }
        | Command::Check { table, .. }
        | Command::Odds { table }
        | Command::Configure { table, .. }
        | Command::SetBot { table, .. }
        | Command::Seniority { table, .. }
        | Command::Kick { table, .. }
        | Command::MakeHost { table, .. }
        | Command::Close { table } => Some(*table),
        Command::Ping
        | Command::Lobby { .. }
        | Command::Create(_)
        | Command::QuickMatch { .. }
        | Command::Analyse { .. }
        | Command::Join { .. }
        | Command::Attend { .. } => None,
    }
}

/// The first facts of a table, and the token of whoever opens it by a command.
pub fn opening_facts(
    table: TableId,
    opening: &Opening,
    mut by: Option<By>,
    now_ms: u64,
    entropy: [u8; 32],
) -> Result<(Vec<Fact>, String), Refusal> {
    let mut rng = ChaCha20Rng::from_seed(entropy);
    let given = opening.options.as_ref().map_or_else(|| serde_json::json!({}), |options| options.value());
    let options = room::check_table(&opening.game, &given, opening.seats)?;
    room::check_clocks(&opening.clocks)?;
    room::check_limit(&opening.game, opening.seats, opening.limit)?;
    let look = room::check_look(opening.look)?;
    let name = room::read_name(&opening.name)?;
    let seed = room::read_seed(opening.seed.as_deref())?;
    let mut taken: BTreeSet<Seat> = opening.sit.into_iter().collect();
    let is_seat = |seat: Seat| seat.index() < usize::from(opening.seats);
    let are_seats = taken.iter().all(|seat| is_seat(*seat))
        && opening.bots.iter().all(|bot| is_seat(bot.seat) && taken.insert(bot.seat));
    if !are_seats {
        return Err(refuse(RefusalCode::NoSuchSeat, "give each seat of the table to one person or bot"));
    }
    let mut secret = [0; 32];
    rng.fill_bytes(&mut secret);
    let (token, hash) = new_token(&mut rng);
    let opened = Opened {
        game: opening.game.clone(),
        seats: opening.seats,
        options,
        visibility: opening.visibility,
        clocks: opening.clocks,
        manners: opening.manners,
        code: new_code(&mut rng),
        secret: Bits(secret),
        limit: opening.limit,
        evening: Vec::new(),
        sent_away: Vec::new(),
    };
    // Who is older is nobody's business: the order is drawn, and the host may set it.
    let mut order: Vec<Seat> = Seat::all(usize::from(opening.seats)).collect();
    shuffle(&mut order, &mut rng);
    let mut whats = vec![
        What::Opened(Box::new(opened)),
        What::Seniority { order },
        What::Entered {
            person: 0,
            name,
            seat: opening.sit,
            token: hash,
            seed,
            secret: opening.secret.as_deref().map(|secret| hash_secret(table, secret)),
            lead: None,
            look,
            member: None,
        },
    ];
    whats.extend(opening.bots.iter().map(|bot| What::BotSet { seat: bot.seat, bot: Some(bot.level) }));
    let mut by_of = |what: &What| by.take_if(|_| matches!(what, What::Entered { .. }));
    let fact = |what| Fact { at_ms: now_ms, by: by_of(&what), what };
    Ok((whats.into_iter().map(fact).collect(), token))
}
