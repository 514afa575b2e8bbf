//! A table with the people around it: takes inputs with the time they came, gives back what is to be done.
//!
//! A room does no I/O and asks no clock, so a test can run it with made-up time and the same inputs always give the
//! same outputs. What changes a table is first handed out to be stored ([`Output::Append`]); only when the store has
//! answered is it taken in, answered and told. Until then, further commands wait in line.

#![allow(missing_docs, reason = "fields of inputs and outputs are named by what they hold")]

mod ask;
mod decide;
mod drive;
mod record;
mod state;
mod tell;

pub use ask::Decision;
pub use decide::{check_clocks, check_table, known, read_name, read_seed};
pub use drive::Pace;
pub use state::{Chair, Person, State};

use crate::fact::{By, Fact, PersonId, What};
use crate::wire::{Answer, ChatLine, Command, Message, Outcome, Phase, Refusal, RefusalCode};
use drive::Decisions;
use journal::{Append, Head, JournalError, Seq, TableId};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use shelf::AnyTable;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use table::{Seat, Viewer};

/// The most commands that wait at one table.
const WAITING: usize = 256;
/// How long a table without anybody stays open.
const QUIET_MS: u64 = 30 * 60 * 1000;
/// How long a table waits before it tries again what the store refused.
const RETRY_MS: u64 = 500;
/// The most lines of chat kept.
const CHAT: usize = 50;

/// A connection of the house.
pub type ConnectionId = u64;

/// Each person's token for another table.
pub type Tokens = BTreeMap<PersonId, String>;

/// What reaches a room.
pub enum Input {
    /// A connection asks for something.
    Ask { from: ConnectionId, id: String, command: Command },
    /// A connection is gone.
    Lost(ConnectionId),
    /// The store answered the append.
    Stored(Result<Head, JournalError>),
    /// What others had appended, in answer to [`Output::Read`].
    Missed(Vec<Fact>),
    /// A bot has decided.
    Thought { seat: Seat, since: Seq, mv: Option<String> },
    /// The legal moves that take a search have been found.
    Found { seat: Seat, since: Seq, moves: Vec<String> },
    /// Nature has been simulated.
    Drawn { number: u64, event: String },
    /// A rematch was set up at another table, with these tokens for the people of this one; or could not be.
    RematchMade(Option<(TableId, Tokens)>),
    /// The time asked for has come.
    Woken,
}

/// What is to be done for a room.
pub enum Output {
    /// Tell this to these connections.
    Send { to: Vec<ConnectionId>, text: String },
    /// Store this, then answer with [`Input::Stored`].
    Append(Append),
    /// Read what was appended after this sequence, then answer with [`Input::Missed`].
    Read(Seq),
    /// Let a bot decide, then answer with [`Input::Thought`].
    Think(Think),
    /// Search for legal moves, then answer with [`Input::Found`].
    Search { seat: Seat, since: Seq, table: Box<dyn AnyTable> },
    /// Simulate nature, then answer with [`Input::Drawn`].
    Draw { number: u64, table: Box<dyn AnyTable>, rng: Box<ChaCha20Rng> },
    /// Let a hint be worked out for somebody who asked.
    Hint { to: ConnectionId, id: String, think: Think },
    /// Let the odds be worked out for somebody who asked.
    Odds { to: ConnectionId, id: String, think: Think },
    /// Come back at this time.
    Wake { at_ms: u64 },
    /// What the lobby lists may have changed.
    Listed,
    /// Open the next table with these facts, then answer with [`Input::RematchMade`].
    Rematch { facts: Vec<Fact>, tokens: Tokens },
    /// Keep these last lines of chat beside the table.
    Chat(Vec<ChatLine>),
    /// The connection has nothing more to do with this room.
    Release(ConnectionId),
}

/// A decision a bot is asked for.
pub struct Think {
    /// Whose.
    pub seat: Seat,
    /// How strong the bot is.
    pub level: crate::wire::BotLevel,
    /// Which decision: the sequence since which it is asked for.
    pub since: Seq,
    /// The table; the bot is given no more of it than its seat may see.
    pub table: Box<dyn AnyTable>,
    /// The same table before anything happened, and all that did: the bot is given what its seat was shown of it.
    pub opened: Box<dyn AnyTable>,
    pub events: Vec<(Seq, Arc<str>)>,
    /// Where the bot's own chance comes from.
    pub seed: u64,
}

/// Somebody who receives the table.
#[derive(Clone, Debug)]
struct Guest {
    person: Option<PersonId>,
    viewer: Viewer,
    /// The command by which it entered and the token it got, for a command sent twice.
    entered: Option<(String, String)>,
}

/// Facts on their way to the store, and who waits for them.
struct Pending {
    facts: Vec<Fact>,
    asker: Option<Asker>,
}

struct Asker {
    from: ConnectionId,
    id: String,
    command: Command,
    then: ask::Then,
}

/// A table with the people around it.
pub struct Room {
    pub(crate) state: State,
    guests: BTreeMap<ConnectionId, Guest>,
    /// People without a connection, and since when.
    absent: BTreeMap<PersonId, u64>,
    pending: Option<Pending>,
    waiting: VecDeque<(ConnectionId, String, Command)>,
    /// Commands that would end a window early, until it has ended.
    held: Vec<(ConnectionId, String, Command)>,
    pub(crate) chat: VecDeque<ChatLine>,
    /// Connections whose place was taken on another one, and whose it is.
    displaced: VecDeque<(ConnectionId, PersonId)>,
    decisions: Decisions,
    pace: Pace,
    rng: ChaCha20Rng,
    /// Until when nothing is tried again because the store failed.
    retry_at_ms: u64,
    is_reading: bool,
    is_rematching: bool,
    /// The next table, on its way to the store.
    rematch: Option<(TableId, Tokens)>,
    /// Since when nobody receives the table.
    quiet_since_ms: u64,
}

/// Facts that make no table.
#[derive(Debug, thiserror::Error)]
#[error("the stored table {table} cannot be replayed at event {seq}: {problem}")]
pub struct BadLog {
    table: TableId,
    seq: Seq,
    problem: String,
}

impl Room {
    /// Makes a room of all facts of its table; `seed` is for tokens and for the pace of bots.
    pub fn new(
        table: TableId,
        facts: &[Fact],
        now_ms: u64,
        seed: [u8; 32],
        pace: Pace,
    ) -> Result<Self, BadLog> {
        let bad = |seq: usize, problem| BadLog { table, seq: seq as Seq + 1, problem };
        let first = facts.first().ok_or_else(|| bad(0, "it is empty".into()))?;
        let mut room = Self {
            state: State::open(table, first).map_err(|problem| bad(0, problem))?,
            guests: BTreeMap::new(),
            absent: BTreeMap::new(),
            pending: None,
            waiting: VecDeque::new(),
            held: Vec::new(),
            chat: VecDeque::new(),
            displaced: VecDeque::new(),
            decisions: Decisions::default(),
            pace,
            rng: ChaCha20Rng::from_seed(seed),
            retry_at_ms: 0,
            is_reading: false,
            is_rematching: false,
            rematch: None,
            quiet_since_ms: now_ms,
        };
        for (place, fact) in facts.iter().enumerate().skip(1) {
            room.state.apply(fact).map_err(|problem| bad(place, problem))?;
        }
        room.absent = room.state.people.keys().map(|person| (*person, now_ms)).collect();
        room.decisions.renew(&room.state, now_ms);
        Ok(room)
    }

    /// The table as its facts make it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether anybody receives the table.
    pub fn is_attended(&self) -> bool {
        !self.guests.is_empty()
    }

    /// Starts a room that was made of a log: the house was away since `open_ms`, and its clocks go on.
    pub fn resume(&mut self, now_ms: u64, open_ms: u64, out: &mut Vec<Output>) {
        if self.state.phase() == Phase::Playing {
            let open_ms = open_ms.min(now_ms).max(self.state.at_ms);
            let fact = |at_ms, what| Fact { at_ms, by: None, what };
            let facts = vec![fact(open_ms, What::Paused), fact(now_ms, What::Resumed)];
            self.store_facts(facts, None, out);
        }
        self.drive(now_ms, out);
    }

    /// Closes a table that nobody has looked at for a long time, unless a game is under way.
    pub fn sweep(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let is_idle = self.guests.is_empty() && self.pending.is_none() && !self.is_reading;
        let is_old = now_ms.saturating_sub(self.quiet_since_ms) >= QUIET_MS;
        if is_idle && is_old && matches!(self.state.phase(), Phase::Waiting | Phase::Over) {
            self.store(now_ms, vec![What::Closed], None, out);
        }
    }

    /// Takes an input in.
    pub fn take(&mut self, now_ms: u64, input: Input, out: &mut Vec<Output>) {
        match input {
            Input::Ask { from, id, command } => self.ask(now_ms, from, id, command, out),
            Input::Lost(connection) => self.lose(now_ms, connection, out),
            Input::Stored(answer) => self.stored(now_ms, answer, out),
            Input::Missed(facts) => self.catch_up(now_ms, &facts, out),
            Input::Thought { seat, since, mv } => self.decisions.thought(seat, since, mv),
            Input::Found { seat, since, moves } => self.found(seat, since, moves, out),
            Input::Drawn { number, event } => self.drawn(now_ms, number, event, out),
            Input::RematchMade(made) => self.rematch_made(now_ms, made, out),
            Input::Woken => {}
        }
        self.drive(now_ms, out);
    }

    fn ask(&mut self, now_ms: u64, from: ConnectionId, id: String, command: Command, out: &mut Vec<Output>) {
        if self.pending.is_none() && !self.is_reading {
            return self.answer_command(now_ms, from, id, command, out);
        }
        if self.waiting.len() >= WAITING {
            return answer(from, id, Answer::Refused(busy()), out);
        }
        self.waiting.push_back((from, id, command));
    }

    fn answer_command(
        &mut self,
        now_ms: u64,
        from: ConnectionId,
        id: String,
        command: Command,
        out: &mut Vec<Output>,
    ) {
        if let Some(outcome) = self.entered_before(from, &id) {
            return answer(from, id, Answer::Accepted(outcome), out);
        }
        if let Some(person) = self.person_of(from)
            && let Some(seq) = self.state.answered(person, &id)
        {
            return answer(from, id, Answer::Accepted(Outcome::Stored { seq }), out);
        }
        match self.decide(now_ms, from, &id, &command, out) {
            Ok(Decision::Now(outcome)) => answer(from, id, Answer::Accepted(outcome), out),
            Ok(Decision::Later) => {}
            Ok(Decision::Held) if self.held.len() < WAITING => self.held.push((from, id, command)),
            Ok(Decision::Held) => answer(from, id, Answer::Refused(busy()), out),
            Ok(Decision::Store { facts, then }) => {
                self.store(now_ms, facts, Some(Asker { from, id, command, then }), out);
            }
            Err(refusal) => answer(from, id, Answer::Refused(refusal), out),
        }
    }

    /// Who has or had a place on this connection.
    fn person_of(&self, from: ConnectionId) -> Option<PersonId> {
        match self.guests.get(&from) {
            Some(guest) => guest.person,
            None => self.displaced.iter().find(|(id, _)| *id == from).map(|(_, person)| *person),
        }
    }

    /// Hands facts out to be stored.
    fn store(&mut self, now_ms: u64, whats: Vec<What>, asker: Option<Asker>, out: &mut Vec<Output>) {
        // The first fact of a command carries its id, so that it is known again after a restart.
        let mut by = asker.as_ref().and_then(|asker| {
            let person = match asker.then {
                ask::Then::Enter { person, .. } => Some(person),
                _ => self.guests.get(&asker.from).and_then(|guest| guest.person),
            };
            person.map(|person| By { person, command: asker.id.clone() })
        });
        let facts = whats.into_iter().map(|what| Fact { at_ms: now_ms, by: by.take(), what }).collect();
        self.store_facts(facts, asker, out);
    }

    /// Hands facts out to be stored; one append is under way at a time.
    fn store_facts(&mut self, facts: Vec<Fact>, asker: Option<Asker>, out: &mut Vec<Output>) {
        debug_assert!(self.pending.is_none(), "one append at a time");
        let entries = facts.iter().map(Fact::to_entry);
        let mut append = Append::after(self.state.seq, self.state.id, entries);
        append.close = facts.iter().any(|fact| fact.what == What::Closed);
        out.push(Output::Append(append));
        self.pending = Some(Pending { facts, asker });
    }

    fn stored(&mut self, now_ms: u64, result: Result<Head, JournalError>, out: &mut Vec<Output>) {
        let Some(Pending { facts, asker }) = self.pending.take() else { return };
        match result {
            Ok(_) => {
                let first = self.state.seq + 1;
                let told = self.take_in(now_ms, &facts, out);
                if let Some(asker) = asker {
                    self.accept(now_ms, asker, first, out);
                }
                self.tell(told, out);
            }
            Err(JournalError::Conflict { .. }) => {
                // Somebody else wrote first: read it, then look at the command again.
                if let Some(Asker { from, id, command, .. }) = asker {
                    self.waiting.push_front((from, id, command));
                }
                self.is_reading = true;
                out.push(Output::Read(self.state.seq));
                return;
            }
            Err(error) => {
                self.retry(now_ms, out);
                let refusal = refuse(RefusalCode::Busy, &format!("nothing was kept: {error}"));
                if let Some(Asker { from, id, .. }) = asker {
                    answer(from, id, Answer::Refused(refusal), out);
                }
            }
        }
        self.serve_waiting(now_ms, out);
    }

    /// Does nothing by itself for a moment.
    fn retry(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        self.retry_at_ms = now_ms + RETRY_MS;
        out.push(Output::Wake { at_ms: self.retry_at_ms });
    }

    fn catch_up(&mut self, now_ms: u64, facts: &[Fact], out: &mut Vec<Output>) {
        self.is_reading = false;
        let told = self.take_in(now_ms, facts, out);
        self.tell(told, out);
        self.serve_waiting(now_ms, out);
    }

    fn serve_waiting(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        while self.pending.is_none()
            && !self.is_reading
            && let Some((from, id, command)) = self.waiting.pop_front()
        {
            self.answer_command(now_ms, from, id, command, out);
        }
    }

    fn lose(&mut self, now_ms: u64, connection: ConnectionId, out: &mut Vec<Output>) {
        let Some(guest) = self.guests.remove(&connection) else { return };
        self.quiet_since_ms = now_ms;
        self.waiting.retain(|(from, _, _)| *from != connection);
        self.held.retain(|(from, _, _)| *from != connection);
        if let Some(person) = guest.person
            && !self.guests.values().any(|other| other.person == Some(person))
        {
            self.absent.insert(person, now_ms);
        }
        self.tell_info(out);
    }
}

/// A refusal for this reason, told in these words.
pub(crate) fn refuse(code: RefusalCode, text: &str) -> Refusal {
    Refusal { code, text: text.into(), foul: None, now: None }
}

fn busy() -> Refusal {
    refuse(RefusalCode::Busy, "too much is going on at this table: try again")
}

fn answer(to: ConnectionId, id: String, answer: Answer, out: &mut Vec<Output>) {
    send(vec![to], &Message::Answer { id, answer }, out);
}

fn send(to: Vec<ConnectionId>, message: &Message, out: &mut Vec<Output>) {
    if !to.is_empty() {
        out.push(Output::Send {
            to,
            text: serde_json::to_string(message).expect("messages have a JSON form"),
        });
    }
}
