//! One connection's side of the house: reads its requests, keeps it within its limits, and finds their table.

use crate::fact::{Fact, Opened, What};
use crate::fair::Bits;
use crate::house::{House, lock};
use crate::limit::{Bucket, Doorkeeper};
use crate::room::{self, ConnectionId, Input, refuse};
use crate::token::{new_code, new_token, read_code};
use crate::wire::{
    Answer, AttendAs, Command, Message, Opening, Outcome, PROTOCOL, Refusal, RefusalCode, Request,
    Visibility, Which,
};
use journal::TableId;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use table::{Rng as _, Seat, nature::shuffle};

/// The most tables one connection receives at once.
const TABLES: usize = 8;

/// A connection that was let in.
pub struct Session {
    house: Arc<House>,
    doorkeeper: Arc<Doorkeeper>,
    id: ConnectionId,
    address: IpAddr,
    tables: BTreeSet<TableId>,
    commands: Bucket,
    chat: Bucket,
}

impl Session {
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
        let (commands, chat) = (Bucket::new(limits.commands, now_ms), Bucket::new(limits.chat, now_ms));
        Self { house, doorkeeper, id, address, tables: BTreeSet::new(), commands, chat }
    }

    /// Forgets a table this connection no longer receives.
    pub fn release(&mut self, table: TableId) {
        self.tables.remove(&table);
    }

    /// Takes a message in; every one gets an answer.
    pub async fn take(&mut self, text: &str) {
        self.house.metrics.commands.fetch_add(1, Ordering::Relaxed);
        let request = match Request::from_text(text) {
            Ok(request) => request,
            Err(_) => {
                let refusal = refuse(RefusalCode::BadMessage, "write a command as docs/protocol.md shows it");
                return self.refuse(String::new(), refusal);
            }
        };
        let Request { id, command } = request;
        if id.is_empty() || id.chars().count() > 40 {
            return self
                .refuse(String::new(), refuse(RefusalCode::BadMessage, "an id has 1 to 40 characters"));
        }
        if let Err(refusal) = self.route(&id, command).await {
            self.refuse(id, refusal);
        }
    }

    fn refuse(&self, id: String, refusal: Refusal) {
        self.house.metrics.refused.fetch_add(1, Ordering::Relaxed);
        self.house.tell(self.id, &Message::Answer { id, answer: Answer::Refused(refusal) });
    }

    fn accept(&self, id: &str, outcome: Outcome) {
        self.house.tell(self.id, &Message::Answer { id: id.into(), answer: Answer::Accepted(outcome) });
    }

    async fn route(&mut self, id: &str, command: Command) -> Result<(), Refusal> {
        let now_ms = self.house.world.now_ms();
        let too_fast = || refuse(RefusalCode::TooFast, "that was too much at once: wait a moment");
        if !self.commands.take(now_ms) || (matches!(command, Command::Chat { .. }) && !self.chat.take(now_ms))
        {
            return Err(too_fast());
        }
        if matches!(command, Command::Hint { .. } | Command::Odds { .. })
            && !self.doorkeeper.may_ask(self.address, now_ms)
        {
            return Err(too_fast());
        }
        match command {
            Command::Ping => self.accept(id, Outcome::Pong { now_ms }),
            Command::Lobby { on: false } => {
                self.house.lobby.leave(self.id);
                self.accept(id, Outcome::Done);
            }
            Command::Lobby { on: true } => {
                let tables = self.house.lobby.enter(self.id);
                self.accept(id, Outcome::Done);
                self.house.tell(self.id, &Message::Lobby { tables });
            }
            Command::Create(opening) => self.create(id, &opening).await?,
            Command::QuickMatch { game, name, seed } => self.match_up(id, game, name, seed).await?,
            Command::Join { ref at, .. } | Command::Attend { ref at, .. } => {
                let table = self.find(at, now_ms)?;
                self.enter(id, table, command)?;
            }
            Command::Analyse { table } => self.analyse(id, table).await?,
            other => {
                let table = table_of(&other).ok_or_else(unknown)?;
                self.ask(id, table, other)?;
            }
        }
        Ok(())
    }

    /// Finds a table; whoever tries codes out is slowed down.
    fn find(&self, at: &Which, now_ms: u64) -> Result<TableId, Refusal> {
        match at {
            Which::Table(table) => Ok(*table),
            Which::Code(code) => {
                if !self.doorkeeper.may_try_code(self.address, now_ms) {
                    return Err(refuse(RefusalCode::TooFast, "too many codes were tried: wait a minute"));
                }
                read_code(code).and_then(|code| self.house.find(&code)).ok_or_else(unknown)
            }
        }
    }

    fn enter(&mut self, id: &str, table: TableId, command: Command) -> Result<(), Refusal> {
        if !self.tables.contains(&table) && self.tables.len() >= TABLES {
            return Err(refuse(
                RefusalCode::Busy,
                "this connection receives many tables already: detach one",
            ));
        }
        self.ask(id, table, command)?;
        self.tables.insert(table);
        Ok(())
    }

    fn ask(&self, id: &str, table: TableId, command: Command) -> Result<(), Refusal> {
        let input = Input::Ask { from: self.id, id: id.into(), command };
        if self.house.feed(table, input) { Ok(()) } else { Err(unknown()) }
    }

    async fn create(&mut self, id: &str, opening: &Opening) -> Result<(), Refusal> {
        let now_ms = self.house.world.now_ms();
        let (facts, token) = opening_facts(opening, now_ms, self.house.world.entropy())?;
        let is_open = |table| self.house.room(table).is_some();
        if !self.doorkeeper.may_open_table(self.address, now_ms, is_open) {
            return Err(refuse(
                RefusalCode::TooManyTables,
                "many tables were opened from here: close some first",
            ));
        }
        let table =
            self.house.found(facts).await.map_err(|error| refuse(RefusalCode::Busy, &error.to_string()))?;
        self.doorkeeper.has_opened(self.address, now_ms, table);
        let role = if opening.sit.is_some() { AttendAs::Place } else { AttendAs::Screen };
        let attend = Command::Attend { at: Which::Table(table), r#as: role, token: Some(token), after: None };
        self.enter(id, table, attend)
    }

    /// An ended game can be looked at by whoever knows its table, as its record can, also when it is closed.
    async fn analyse(&self, id: &str, table: TableId) -> Result<(), Refusal> {
        if self.house.analyse(self.id, id, table, None) {
            return Ok(());
        }
        let room = self.house.recall(table).await.map_err(|_| unknown())?;
        let course = lock(&room).course();
        let course = course.ok_or_else(|| refuse(RefusalCode::WrongPhase, "the game is not over yet"))?;
        self.house.may_analyse()?;
        self.house.analyse(self.id, id, table, Some(course));
        Ok(())
    }

    async fn match_up(
        &mut self,
        id: &str,
        game: String,
        name: String,
        seed: Option<String>,
    ) -> Result<(), Refusal> {
        if let Some(table) = self.house.lobby.waiting(&game) {
            return self.enter(id, table, Command::Join { at: Which::Table(table), name, seat: None, seed });
        }
        let about = room::known(&game)?;
        let opening = Opening {
            seats: about.players.0 as u8,
            game,
            options: None,
            visibility: Visibility::Open,
            clocks: crate::wire::ClockSettings { turn_s: Some(60), ..Default::default() },
            bots: Vec::new(),
            name,
            sit: Seat::new(0),
            seed,
        };
        self.create(id, &opening).await
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.house.disconnect(self.id, std::mem::take(&mut self.tables));
    }
}

fn unknown() -> Refusal {
    refuse(RefusalCode::UnknownTable, "there is no such table: check the link or the code")
}

/// The table a command is for.
fn table_of(command: &Command) -> Option<TableId> {
    match command {
        Command::Detach { table }
        | Command::Leave { table }
        | Command::Sit { table, .. }
        | Command::HandOver { table }
        | Command::Rename { table, .. }
        | Command::Ready { table, .. }
        | Command::Start { table, .. }
        | Command::Play { table, .. }
        | Command::Takeback { table, .. }
        | Command::Stand { table, .. }
        | Command::Rematch { table }
        | Command::Chat { table, .. }
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

/// The first facts of a table, and the token of whoever opens it.
pub fn opening_facts(
    opening: &Opening,
    now_ms: u64,
    entropy: [u8; 32],
) -> Result<(Vec<Fact>, String), Refusal> {
    let mut rng = ChaCha20Rng::from_seed(entropy);
    let given = opening.options.as_ref().map_or_else(|| serde_json::json!({}), |options| options.value());
    let options = room::check_table(&opening.game, &given, opening.seats)?;
    room::check_clocks(&opening.clocks)?;
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
        code: new_code(&mut rng),
        secret: Bits(secret),
    };
    // Who is older is nobody's business: the order is drawn, and the host may set it.
    let mut order: Vec<Seat> = Seat::all(usize::from(opening.seats)).collect();
    shuffle(&mut order, &mut rng);
    let mut whats = vec![
        What::Opened(Box::new(opened)),
        What::Seniority { order },
        What::Entered { person: 0, name, seat: opening.sit, token: hash, seed },
    ];
    whats.extend(opening.bots.iter().map(|bot| What::BotSet { seat: bot.seat, bot: Some(bot.level) }));
    Ok((whats.into_iter().map(|what| Fact { at_ms: now_ms, by: None, what }).collect(), token))
}
