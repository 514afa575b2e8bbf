//! A table with the people around it: takes inputs with the time they came, gives back what is to be done.
//!
//! A room does no I/O and asks no clock, so a test can run it with made-up time and the same inputs always give the
//! same outputs. What changes a table is first handed out to be stored ([`Output::Append`]); only when the store has
//! answered is it taken in, answered and told. Until then, further commands wait in line.

#![allow(missing_docs, reason = "fields of inputs and outputs are named by what they hold")]

mod bots;
mod broadcast;
mod checks;
mod commands;
mod deadlines;
mod drafts;
mod drive;
mod evening;
pub mod facts;
mod history;
mod people;
mod rematch;
mod repeats;
mod replies;
mod state;
mod storing;
mod talk;

pub use bots::{Pace, Position};
pub use checks::{check_clocks, check_limit, check_look, check_table, known, read_name, read_seed};
pub use history::{Course, Past};
pub use people::{Chair, Person};
pub(crate) use repeats::id_used;
pub use repeats::{Asked, digest};
pub use state::{LENGTH, State};
pub use talk::Talk;

use crate::fairness::Bits;
use crate::protocol::{Answer, Message, Phase, Refusal, RefusalCode};
use deadlines::Decisions;
use facts::{Fact, PersonId, What};
use journal::{Append, Head, JournalError, Seq, TableId};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rematch::Rematch;
use repeats::Memory;
use replies::Verdict;
use shelf::{AnyTable, Seen};
use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;
use storing::{Asker, Log};
use table::{Seat, Viewer};

/// The most commands that wait at one table.
const WAITING: usize = 256;
/// How long a table without anybody stays open.
const QUIET_MS: u64 = 30 * 60 * 1000;

/// A connection of the house.
pub type ConnectionId = u64;

/// What reaches a room.
pub enum Input {
    /// A connection asks for something.
    Ask(Box<Asked>),
    /// A connection is gone.
    Lost(ConnectionId),
    /// The store answered the append.
    Stored(Result<Head, JournalError>),
    /// The store answered the note.
    Noted(Result<(), JournalError>),
    /// What others had appended, in answer to [`Output::Read`].
    Missed(Vec<Fact>),
    /// A bot has decided.
    Thought { seat: Seat, since: Seq, mv: Option<String> },
    /// The legal moves that take a search have been found.
    Found { seat: Seat, since: Seq, moves: Vec<String> },
    /// Nature has been simulated.
    Drawn { number: u64, event: String },
    /// The next table was set up, or could not be.
    RematchMade(Option<TableId>),
    /// The time asked for has come.
    Woken,
}

/// What is to be done for a room.
pub enum Output {
    /// Tell this to these connections.
    Send { to: Vec<ConnectionId>, text: String },
    /// A command that came then has been answered. Hints and odds are not timed: how long they take may depend on what
    /// their seat alone sees.
    Answered { came: Instant },
    /// Store this, then answer with [`Input::Stored`].
    Append(Append),
    /// Read what was appended after this sequence, then answer with [`Input::Missed`].
    Read(Seq),
    /// Let a bot decide, then answer with [`Input::Thought`].
    Think(Position),
    /// Search for legal moves, then answer with [`Input::Found`].
    Search { seat: Seat, since: Seq, table: Box<dyn AnyTable> },
    /// Simulate nature, then answer with [`Input::Drawn`].
    Draw { number: u64, table: Box<dyn AnyTable>, rng: Box<ChaCha20Rng> },
    /// Let a hint be worked out for somebody who asked.
    Hint { to: ConnectionId, id: String, position: Position },
    /// Let the odds be worked out for somebody who asked.
    Odds { to: ConnectionId, id: String, position: Position },
    /// Come back at this time.
    Wake { at_ms: u64 },
    /// What the lobby lists may have changed.
    Listed,
    /// Open the next table with these facts, then answer with [`Input::RematchMade`].
    Rematch(Vec<Fact>),
    /// Keep this beside the table, then answer with [`Input::Noted`].
    Note(Box<Talk>),
    /// The connection has nothing more to do with this room.
    Release(ConnectionId),
}

/// Somebody who receives the table.
#[derive(Clone, Debug)]
struct Guest {
    person: Option<PersonId>,
    viewer: Viewer,
    /// The command by which it entered, what that said, and the token it got, for a command sent twice.
    entered: Option<(String, u64, String)>,
}

/// A table with the people around it.
pub struct Room {
    pub(crate) state: State,
    guests: BTreeMap<ConnectionId, Guest>,
    /// People without a connection, and since when.
    absent: BTreeMap<PersonId, u64>,
    log: Log,
    waiting: VecDeque<Box<Asked>>,
    /// Connections that are gone, of which something waits.
    lost: Vec<ConnectionId>,
    /// Commands that would end a window early, until it has ended.
    held: VecDeque<Box<Asked>>,
    memory: Memory,
    pub(crate) talk: Talk,
    /// Connections that had a place before, and whose it is or was.
    former: VecDeque<(ConnectionId, PersonId)>,
    /// Where people came from.
    households: BTreeMap<PersonId, Bits>,
    decisions: Decisions,
    pace: Pace,
    rng: ChaCha20Rng,
    /// Until when nothing is tried again because the store failed.
    retry_at_ms: u64,
    /// Since when the house counts as away, until the log says so: nothing else is stored before.
    away_since_ms: Option<u64>,
    /// The absences of the house that this room knows of.
    pub(crate) absences: u64,
    rematch: Rematch,
    /// What seats were shown since the game began, for those somebody has asked about since it was last loaded.
    seen: BTreeMap<Seat, Seen>,
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
            log: Log::AtRest,
            waiting: VecDeque::new(),
            lost: Vec::new(),
            held: VecDeque::new(),
            memory: Memory::default(),
            talk: Talk::default(),
            former: VecDeque::new(),
            households: BTreeMap::new(),
            decisions: Decisions::default(),
            pace,
            rng: ChaCha20Rng::from_seed(seed),
            retry_at_ms: 0,
            away_since_ms: None,
            absences: 0,
            rematch: Rematch::default(),
            seen: BTreeMap::new(),
            quiet_since_ms: now_ms,
        };
        for (place, fact) in facts.iter().enumerate().skip(1) {
            room.state.apply(fact, None).map_err(|problem| bad(place, problem))?;
        }
        room.absent = room.state.people.keys().map(|person| (*person, now_ms)).collect();
        room.decisions.renew(&room.state, now_ms);
        Ok(room)
    }

    /// The table as its facts make it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether a connection receives the table.
    pub fn receives(&self, connection: ConnectionId) -> bool {
        self.guests.contains_key(&connection)
    }

    /// Whether anybody receives the table.
    pub fn is_attended(&self) -> bool {
        !self.guests.is_empty()
    }

    /// The house was away since `open_ms`: clocks go on with what was left, and whoever is gone has as long to come back
    /// as one who leaves now.
    pub fn resume(&mut self, now_ms: u64, open_ms: u64, out: &mut Vec<Output>) {
        self.be_away(open_ms);
        self.absent.values_mut().for_each(|since_ms| *since_ms = now_ms);
        self.quiet_since_ms = now_ms;
        self.drive(now_ms, out);
    }

    /// Closes a table that nobody has looked at for a long time, unless a game is under way.
    pub fn sweep(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let is_idle = self.guests.is_empty() && self.is_at_rest();
        let is_old = now_ms.saturating_sub(self.quiet_since_ms) >= QUIET_MS;
        if is_idle && is_old && matches!(self.state.phase(), Phase::Waiting | Phase::Over) {
            self.store(now_ms, vec![What::Closed.into()], None, out);
        }
    }

    /// Closes the table for whoever runs the house, unless something waits to be stored.
    pub(crate) fn shut(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        if self.is_at_rest() && self.state.phase() != Phase::Closed {
            self.store(now_ms, vec![What::Closed.into()], None, out);
        }
    }

    /// How long nobody has looked at the table.
    pub(crate) fn quiet_ms(&self, now_ms: u64) -> u64 {
        if self.is_attended() { 0 } else { now_ms.saturating_sub(self.quiet_since_ms) }
    }

    /// Takes an input in.
    pub fn take(&mut self, now_ms: u64, input: Input, out: &mut Vec<Output>) {
        match input {
            Input::Ask(asked) => self.ask(now_ms, asked, out),
            Input::Lost(connection) => {
                self.lost.push(connection);
            }
            Input::Stored(answer) => self.stored(now_ms, answer, out),
            Input::Noted(answer) => self.noted(now_ms, answer, out),
            Input::Missed(facts) => self.catch_up(now_ms, &facts, out),
            Input::Thought { seat, since, mv } => self.decisions.thought(seat, since, mv),
            Input::Found { seat, since, moves } => self.found(seat, since, moves, out),
            Input::Drawn { number, event } => self.decisions.drawn(number, event),
            Input::RematchMade(made) => self.rematch_made(now_ms, made, out),
            Input::Woken => {}
        }
        if !self.lost.is_empty() {
            self.release_lost(now_ms, out);
        }
        self.drive(now_ms, out);
    }

    fn ask(&mut self, now_ms: u64, asked: Box<Asked>, out: &mut Vec<Output>) {
        self.come_back(now_ms, out);
        if self.is_at_rest() {
            return self.answer_command(now_ms, asked, out);
        }
        if self.waiting.len() >= WAITING {
            return self.turn_down(&asked, busy(), out);
        }
        self.waiting.push_back(asked);
    }

    fn answer_command(&mut self, now_ms: u64, asked: Box<Asked>, out: &mut Vec<Output>) {
        let (decided, is_new) = match self.known_again(now_ms, &asked) {
            Some(decided) => (decided, false),
            // It was waiting in line, or came to the door, when the table closed.
            None if self.state.is_closed => (Err(unknown()), false),
            None => (self.decide(now_ms, &asked, out), true),
        };
        match decided {
            Ok(Verdict::Now(outcome)) => {
                let accepted = Answer::Accepted(outcome);
                if is_new {
                    self.remember(&asked, &accepted);
                }
                answer(&asked, accepted, out);
                if asked.is_entry() {
                    self.lead_on(asked.from, out);
                }
            }
            Ok(Verdict::Later) => {}
            Ok(Verdict::Held) if self.held.len() < WAITING => self.held.push_back(asked),
            Ok(Verdict::Held) => self.turn_down(&asked, busy(), out),
            Ok(Verdict::Store { drafts, then }) => {
                self.store(now_ms, drafts, Some(Asker { asked, then }), out);
            }
            Ok(Verdict::Note(talk)) => self.note(talk, asked, out),
            Err(refusal) => {
                if is_new {
                    self.remember(&asked, &Answer::Refused(refusal.clone()));
                }
                self.turn_down(&asked, refusal, out);
            }
        }
    }

    /// Refuses a command; a connection that was to come in by it and did not has nothing to do with this room.
    fn turn_down(&self, asked: &Asked, refusal: Refusal, out: &mut Vec<Output>) {
        answer(asked, Answer::Refused(refusal), out);
        if asked.is_entry() && !self.receives(asked.from) {
            out.push(Output::Release(asked.from));
        }
    }

    /// Who has or had a place on this connection.
    fn person_of(&self, from: ConnectionId) -> Option<PersonId> {
        match self.guests.get(&from) {
            Some(guest) => guest.person,
            None => self.former.iter().find(|(id, _)| *id == from).map(|(_, person)| *person),
        }
    }

    /// Gives back the memory that a table without guests does not need.
    fn rest(&mut self) {
        // An empty map keeps room for eleven until it is cleared.
        self.guests.clear();
        self.waiting.shrink_to_fit();
        self.lost.shrink_to_fit();
        self.held.shrink_to_fit();
        self.state.lines.shrink_to_fit();
    }

    /// Lets connections go that are gone, once all is done that they asked for before: whoever says "I leave" and closes
    /// the page has left.
    fn release_lost(&mut self, now_ms: u64, out: &mut Vec<Output>) {
        let (kept, gone) = std::mem::take(&mut self.lost)
            .into_iter()
            .partition(|lost| self.waiting.iter().any(|asked| asked.from == *lost));
        self.lost = kept;
        for connection in Vec::into_iter(gone) {
            self.held.retain(|asked| asked.from != connection);
            self.detach(now_ms, connection, out);
        }
    }

    /// A connection receives the table no more; what it has asked for is answered all the same.
    fn detach(&mut self, now_ms: u64, connection: ConnectionId, out: &mut Vec<Output>) {
        let Some(guest) = self.guests.remove(&connection) else { return };
        self.quiet_since_ms = now_ms;
        if let Some(person) = guest.person
            && !self.guests.values().any(|other| other.person == Some(person))
        {
            self.absent.insert(person, now_ms);
        }
        if self.guests.is_empty() {
            self.rest();
        }
        self.tell_info(out);
    }
}

/// A refusal for this reason, told in these words.
pub(crate) fn refuse(code: RefusalCode, text: &str) -> Refusal {
    Refusal { code, text: text.into(), foul: None, now: None }
}

/// The refusal of a table that is not there, or no more.
pub(crate) fn unknown() -> Refusal {
    refuse(RefusalCode::UnknownTable, "there is no such table: check the link or the code")
}

fn busy() -> Refusal {
    refuse(RefusalCode::Busy, "too much is going on at this table: try again")
}

fn answer(asked: &Asked, answer: Answer, out: &mut Vec<Output>) {
    send(vec![asked.from], &Message::Answer { id: asked.id.clone(), answer }, out);
    out.push(Output::Answered { came: asked.came });
}

fn send(to: Vec<ConnectionId>, message: &Message, out: &mut Vec<Output>) {
    if !to.is_empty() {
        out.push(Output::Send { to, text: message.to_text() });
    }
}
