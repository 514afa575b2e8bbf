//! What the facts of a table add up to. Nothing here knows of connections, the present time or randomness.

#![allow(missing_docs, reason = "fields are named by what they hold")]

use super::people::{Chair, Handed, Person, StandIn};
use crate::fairness::{self, Bits};
use crate::identity::names::Likeness;
use crate::protocol::{ClockSettings, Json, Manners, PastGame, Phase, Visibility};
use crate::room::facts::{Fact, Opened, PersonId, SentAway, What};
use journal::{Seq, TableId};
use shelf::{AnyStep, AnyTable};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{MAX_SEATS, Seat, Seating, Turn};

/// The most households kept out of a table, and for how long: an address is soon somebody else's.
const BARRED: usize = 64;
const BARRED_MS: u64 = 60 * 60 * 1000;

/// The most facts of a table. The longest games that bots play have a tenth of it: `docs/performance.md`.
pub const LENGTH: Seq = 30_000;

/// How long clocks stand still after the house started again: people come back within two seconds or so.
const COMING_BACK_MS: u64 = 5000;

/// An event of the game, or the taking back of one.
#[derive(Clone, Debug)]
pub struct Line {
    pub seq: Seq,
    pub at_ms: u64,
    /// The event as JSON; none takes the line before back.
    pub event: Option<Arc<str>>,
    pub seat: Option<Seat>,
    pub is_bot: bool,
}

/// A move that nobody has answered, for taking it back.
pub struct LastMove {
    pub step: Arc<dyn AnyStep>,
    posed_at_ms: u64,
}

/// A table as its facts make it.
pub struct State {
    pub id: TableId,
    pub seq: Seq,
    /// When the last fact came.
    pub at_ms: u64,
    pub game: String,
    pub options: Json,
    pub visibility: Visibility,
    pub clocks: ClockSettings,
    pub manners: Manners,
    pub code: String,
    pub secret: Bits,
    pub opened_at_ms: u64,
    pub chairs: Vec<Chair>,
    pub seniority: Vec<Seat>,
    /// In boxes: a map keeps room for eleven, and most tables have two.
    pub people: BTreeMap<PersonId, Box<Person>>,
    /// Households that somebody was sent away to, and until when they are kept out.
    pub barred: Vec<(Bits, u64)>,
    pub host: PersonId,
    /// The game, once it has started.
    pub play: Option<Box<dyn AnyTable>>,
    /// The last event, if that was a move nobody has answered.
    pub last_move: Option<LastMove>,
    pub lines: Vec<Line>,
    /// How many events the game's record has: lines that were not taken back.
    pub events: u64,
    pub seeds: Vec<(Seat, Bits)>,
    pub used_ms: [u64; MAX_SEATS],
    /// Since when the time of the seat now asked is not yet counted in `used_ms`.
    pub asked_at_ms: u64,
    /// Since when the decision now asked for is asked for.
    pub posed_at_ms: u64,
    /// Since when a window is open.
    pub window_since_ms: Option<u64>,
    /// When a window was last ended by an answer, such as a Call, and not by everybody letting it go by.
    pub answered_at_ms: Option<u64>,
    paused_at_ms: Option<u64>,
    /// The turn that the rules limit, and how much of its time was used before that.
    pub limited: Option<(u32, u64)>,
    /// How many seats the table grows to.
    pub limit: Option<u8>,
    /// The games these people played together before.
    pub evening: Vec<PastGame>,
    /// Whom the host sent away in those games.
    pub sent_away: Vec<SentAway>,
    /// The game the host chose to play next.
    pub chosen: Option<String>,
    pub next: Option<TableId>,
    /// What makes everybody's tokens for the next table.
    pub link: Option<Bits>,
    pub is_closed: bool,
}

impl State {
    /// The sequence of the game's last event; none before its first.
    pub fn last_event(&self) -> Seq {
        self.lines.last().map_or(0, |line| line.seq)
    }

    /// The state after the first fact, which must tell how the table was opened.
    pub fn open(id: TableId, fact: &Fact) -> Result<Self, String> {
        let What::Opened(opened) = &fact.what else { return Err("a log begins with its opening".into()) };
        let Opened {
            game,
            seats,
            options,
            visibility,
            clocks,
            manners,
            code,
            secret,
            limit,
            evening,
            sent_away,
        } = (**opened).clone();
        Ok(Self {
            id,
            seq: 1,
            at_ms: fact.at_ms,
            game,
            options,
            visibility,
            clocks,
            manners,
            code,
            secret,
            opened_at_ms: fact.at_ms,
            chairs: vec![Chair::Free; usize::from(seats)],
            seniority: Seat::all(usize::from(seats)).collect(),
            people: BTreeMap::new(),
            barred: Vec::new(),
            host: 0,
            play: None,
            last_move: None,
            lines: Vec::new(),
            events: 0,
            seeds: Vec::new(),
            used_ms: [0; MAX_SEATS],
            asked_at_ms: fact.at_ms,
            posed_at_ms: fact.at_ms,
            window_since_ms: None,
            answered_at_ms: None,
            paused_at_ms: None,
            limited: None,
            limit,
            evening,
            sent_away,
            chosen: None,
            next: None,
            link: None,
            is_closed: false,
        })
    }

    /// Takes the next fact in. `step` is what the fact's event did, where that is known already; otherwise the event is
    /// played here. Returns the step of a fact that is an event.
    pub fn apply(
        &mut self,
        fact: &Fact,
        step: Option<Arc<dyn AnyStep>>,
    ) -> Result<Option<Arc<dyn AnyStep>>, String> {
        let mut happened = None;
        self.seq += 1;
        self.at_ms = fact.at_ms;
        match &fact.what {
            What::Opened(_) => return Err("a table is opened once".into()),
            What::Entered { .. } => self.enter(fact),
            What::TokenChanged { person, token, keep, device } => {
                if let Some(person) = self.people.get_mut(person) {
                    person.change_token(*token, *keep, *device, fact.by.as_ref());
                }
            }
            What::HandedOver { person, token, until_ms } => {
                if let Some(person) = self.people.get_mut(person) {
                    let command = fact.by.as_ref().map(|by| by.command.clone());
                    person.handed = Some(Handed { token: *token, until_ms: *until_ms, command });
                }
            }
            What::Left { person, is_kicked, household } => {
                self.leave(*person, *is_kicked);
                if let Some(household) = household {
                    self.barred.truncate(BARRED - 1);
                    self.barred.insert(0, (*household, fact.at_ms + BARRED_MS));
                }
            }
            What::Sat { person, seat } => self.sit(*person, *seat),
            What::Renamed { person, name, look } => {
                if let Some(person) = self.people.get_mut(person) {
                    (person.name, person.likeness) = (name.clone(), Likeness::of(name));
                    person.look = look.unwrap_or(person.look);
                }
            }
            What::Ready { person, is_ready, seed } => {
                if let Some(person) = self.people.get_mut(person) {
                    person.is_ready = *is_ready;
                    person.seed = seed.or(person.seed);
                }
            }
            What::Configured { options, clocks, visibility, seats, limit } => {
                if let Some(options) = options {
                    self.options.clone_from(options);
                }
                self.clocks = clocks.unwrap_or(self.clocks);
                self.visibility = visibility.unwrap_or(self.visibility);
                self.limit = limit.or(self.limit);
                if let Some(seats) = *seats {
                    self.resize(seats);
                }
                // What people agreed to has changed.
                self.people.values_mut().for_each(|person| person.is_ready = false);
            }
            What::MannersSet { manners } => self.manners = *manners,
            What::Grown { seats } => self.resize(*seats),
            What::BotSet { seat, bot } => {
                self.chairs[seat.index()] = bot.map_or(Chair::Free, Chair::Bot);
            }
            What::StandIn { seat, bot, is_imposed } => {
                self.spend(fact.at_ms);
                if let Some(person) = self.person_in_mut(*seat) {
                    person.stand_in = bot.map(|level| StandIn { level, is_imposed: *is_imposed });
                }
            }
            What::Seniority { order } => self.seniority.clone_from(order),
            What::HostChanged { person } => self.host = *person,
            What::Started => self.start(fact.at_ms)?,
            What::Played { event, is_bot, .. } => {
                let posed_at_ms = self.posed_at_ms;
                let step = self.event(fact.at_ms, event.text(), step, *is_bot)?;
                self.last_move = Some(LastMove { step: step.clone(), posed_at_ms });
                happened = Some(step);
            }
            What::Drawn { event } => happened = Some(self.event(fact.at_ms, event.text(), step, false)?),
            What::TakenBack { seat } => {
                let LastMove { step, posed_at_ms } =
                    self.last_move.take().ok_or("there is nothing to take back")?;
                self.play = Some(step.before());
                // As if the move had not been made: taking back wins no time.
                (self.posed_at_ms, self.window_since_ms) = (posed_at_ms, None);
                self.events -= 1;
                let (seq, at_ms) = (self.seq, fact.at_ms);
                self.lines.push(Line { seq, at_ms, event: None, seat: Some(*seat), is_bot: false });
            }
            What::Paused => {
                self.paused_at_ms = Some(fact.at_ms.max(self.asked_at_ms));
                self.spend(fact.at_ms);
            }
            What::Resumed => {
                let on_ms = fact.at_ms + COMING_BACK_MS;
                let away_ms = on_ms.saturating_sub(self.paused_at_ms.take().unwrap_or(self.asked_at_ms));
                self.asked_at_ms = on_ms;
                self.posed_at_ms += away_ms;
                self.window_since_ms = self.window_since_ms.map(|since_ms| since_ms + away_ms);
            }
            What::RematchWanted { person } => {
                if let Some(person) = self.people.get_mut(person) {
                    person.wants_rematch = true;
                }
            }
            What::NextChosen { game } => self.chosen = Some(game.clone()),
            What::RematchMade { next, key } => (self.next, self.link) = (Some(*next), *key),
            What::Closed => self.is_closed = true,
        }
        // Only now: whoever came by this fact was not there before it.
        if let Some(by) = &fact.by
            && let Some(person) = self.people.get_mut(&by.person)
        {
            person.is_answered(by, self.seq);
        }
        Ok(happened)
    }

    fn resize(&mut self, seats: u8) {
        self.chairs.resize(usize::from(seats), Chair::Free);
        self.seniority.retain(|seat| seat.index() < usize::from(seats));
        let more = Seat::all(usize::from(seats)).skip(self.seniority.len());
        self.seniority.extend(more);
    }

    fn start(&mut self, at_ms: u64) -> Result<(), String> {
        let seating = Seating::new(&self.seniority).map_err(|error| error.to_string())?;
        self.play = Some(
            shelf::open(&self.game, &self.options.value(), &seating).map_err(|error| error.to_string())?,
        );
        self.seeds = self.given_seeds(None);
        (self.asked_at_ms, self.posed_at_ms) = (at_ms, at_ms);
        self.limited = self.play.as_ref().and_then(|play| play.limit()).map(|limit| (limit.turn, 0));
        Ok(())
    }

    /// Puts the table after an event in the place of the one before it.
    fn event(
        &mut self,
        at_ms: u64,
        event: &str,
        step: Option<Arc<dyn AnyStep>>,
        is_bot: bool,
    ) -> Result<Arc<dyn AnyStep>, String> {
        self.spend(at_ms);
        self.last_move = None;
        let play = self.play.as_mut().ok_or("the game has not started")?;
        let (asked, was_window) = (play.asked(), self.window_since_ms.is_some());
        let step = match step {
            Some(step) => step,
            None => play.play(event).map_err(|error| error.to_string())?.into(),
        };
        let seat = step.seat();
        *play = step.after();
        let is_window = play.is_window();
        if was_window && !is_window && seat.is_some() && !step.is_pass() {
            self.answered_at_ms = Some(at_ms);
        }
        self.window_since_ms = is_window.then(|| self.window_since_ms.unwrap_or(at_ms));
        // What another seat does leaves the time of a decision as it was, unless nature answers.
        if seat.is_none() || seat == asked || play.asked() != asked || is_window != was_window {
            self.posed_at_ms = at_ms;
        }
        let turn = play.limit().map(|limit| limit.turn);
        if self.limited.map(|(turn, _)| turn) != turn {
            self.limited = turn.map(|turn| (turn, 0));
        }
        self.events += 1;
        self.lines.push(Line { seq: self.seq, at_ms, event: Some(step.event().get().into()), seat, is_bot });
        Ok(step)
    }

    /// Whether a seat's next decision is another step of what it has been doing, at a table that hides nothing.
    pub fn goes_on(&self, seat: Seat) -> bool {
        let hides_nothing = self.play.as_ref().is_some_and(|play| play.hides_nothing());
        hides_nothing && self.lines.iter().rev().find_map(|line| line.seat) == Some(seat)
    }

    /// The person whose time runs: the one asked, if no bot plays for them and no window is open.
    pub fn on_the_clock(&self) -> Option<Seat> {
        self.asked().filter(|seat| self.bot_of(*seat).is_none() && self.window_since_ms.is_none())
    }

    /// Counts the time until now for the seat that was asked.
    fn spend(&mut self, at_ms: u64) {
        let spent_ms = at_ms.saturating_sub(self.asked_at_ms);
        if let Some(seat) = self.on_the_clock() {
            self.used_ms[seat.index()] += spent_ms;
        }
        if self.asked().is_some() {
            self.limited = self.limited.map(|(turn, used_ms)| (turn, used_ms + spent_ms));
        }
        self.asked_at_ms = self.asked_at_ms.max(at_ms);
    }

    /// When the seat asked has used up the time that the rules give it for this turn.
    pub fn limit_ends_at_ms(&self) -> Option<u64> {
        let (play, (_, used_ms)) = (self.play.as_ref()?, self.limited?);
        play.asked()?;
        let limit_ms = u64::from(play.limit()?.seconds) * 1000;
        Some(self.asked_at_ms + limit_ms.saturating_sub(used_ms))
    }

    /// The generator of the record's next fate.
    pub fn nature(&self, number: u64) -> rand_chacha::ChaCha20Rng {
        fairness::nature(&self.secret, &self.seeds, number)
    }

    pub fn phase(&self) -> Phase {
        match &self.play {
            _ if self.is_closed => Phase::Closed,
            None => Phase::Waiting,
            Some(play) if play.turn() == Turn::Over => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }

    /// Whether so much happened here as in no honest game: the table ends, and its game with it.
    pub fn is_too_long(&self) -> bool {
        self.seq >= LENGTH && !self.is_closed
    }

    /// Whether the game was played to its end.
    pub fn has_ended(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.turn() == Turn::Over)
    }

    /// The events that were not taken back.
    pub fn kept(&self) -> Vec<(Seq, Arc<str>)> {
        let mut kept = Vec::new();
        for line in &self.lines {
            match &line.event {
                Some(event) => kept.push((line.seq, event.clone())),
                None => drop(kept.pop()),
            }
        }
        kept
    }

    /// The table before anything happened.
    pub fn opened(&self) -> Option<Box<dyn AnyTable>> {
        let seating = Seating::new(&self.seniority).ok()?;
        shelf::open(&self.game, &self.options.value(), &seating).ok()
    }

    pub fn asked(&self) -> Option<Seat> {
        self.play.as_ref()?.asked()
    }
}
