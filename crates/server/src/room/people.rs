//! The people of a table as its facts make them: who holds which seat, by which tokens and secrets they are known, and
//! what was answered to them.

#![allow(missing_docs, reason = "fields are named by what they hold")]

use super::state::State;
use crate::fairness::Bits;
use crate::identity::names::Likeness;
use crate::protocol::{BotLevel, Look, Phase};
use crate::room::facts::{By, Fact, PersonId, What};
use journal::{Seq, TableId};
use std::collections::VecDeque;
use table::Seat;

/// The most answers kept for a person.
const ANSWERS: usize = 32;
/// The most tokens of a person that are good at once.
const TOKENS: usize = 8;

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chair {
    Free,
    Person(PersonId),
    Bot(BotLevel),
}

/// Somebody with a token here.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub(crate) likeness: Likeness,
    pub look: Look,
    /// Who this is in all games of the evening.
    pub member: u32,
    pub seat: Option<Seat>,
    /// The token used last, then those handed out since: all are good until one of the later ones is used.
    ///
    /// An answer with a new token can be lost, and a command of a connection that broke can come late, so no single
    /// token is sure to have reached its owner before it is used.
    pub tokens: Vec<Bits>,
    pub handed: Option<Handed>,
    /// How often the place has moved to another device.
    pub moves: u32,
    pub seed: Option<Bits>,
    /// What the device is known by again, and those that were before it was handed over.
    pub secret: Option<Bits>,
    pub given_away: Vec<Bits>,
    /// The command that brought this person here, and what it said.
    pub entered: Option<(String, Option<u64>)>,
    /// The log that says where this person's quick match led.
    pub lead: Option<TableId>,
    pub claim: Option<Box<Claim>>,
    pub is_ready: bool,
    pub is_gone: bool,
    pub is_kicked: bool,
    pub stand_in: Option<StandIn>,
    pub wants_rematch: bool,
    answers: VecDeque<(String, Seq, Option<u64>)>,
}

/// A token for another device, until when it is good, and the command that asked for it.
#[derive(Clone, Debug)]
pub struct Handed {
    pub token: Bits,
    pub until_ms: u64,
    pub command: Option<String>,
}

/// How a token that was handed over was used: its device may have lost the answer, and no other may use it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub token: Bits,
    pub device: Bits,
    pub by: By,
}

impl Person {
    /// A command of this person has become a fact.
    pub(super) fn is_answered(&mut self, by: &By, seq: Seq) {
        self.answers.truncate(ANSWERS - 1);
        self.answers.push_front((by.command.clone(), seq, by.digest));
    }

    pub(super) fn change_token(&mut self, token: Bits, keep: Bits, device: Option<Bits>, by: Option<&By>) {
        // Those handed out after it may be on their way to their owner; those before it are not.
        match self.tokens.iter().position(|known| *known == keep) {
            Some(place) => drop(self.tokens.drain(..place)),
            // A token handed over is good once, and the device before it gave the place away.
            None => self.tokens.clear(),
        }
        if self.handed.take_if(|handed| handed.token == keep).is_some() {
            self.moves += 1;
            self.given_away.extend(self.secret.take());
            self.secret = device;
            let claim = |(device, by): (Bits, &By)| Box::new(Claim { token: keep, device, by: by.clone() });
            self.claim = device.zip(by).map(claim);
        } else {
            self.secret = self.secret.or(device);
        }
        if self.tokens.len() == TOKENS {
            self.tokens.remove(1);
        }
        self.tokens.push(token);
    }
}

/// A bot that plays for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandIn {
    pub level: BotLevel,
    pub is_imposed: bool,
}

impl State {
    pub(super) fn enter(&mut self, fact: &Fact) {
        let What::Entered { person: id, name, seat, token, seed, secret, lead, look, member } = &fact.what
        else {
            return;
        };
        let person = Person {
            name: name.into(),
            likeness: Likeness::of(name),
            look: self.free_look(look.unwrap_or_default()),
            member: member.unwrap_or_else(|| self.next_member()),
            seat: *seat,
            tokens: vec![*token],
            handed: None,
            moves: 0,
            seed: *seed,
            secret: *secret,
            given_away: Vec::new(),
            entered: fact.by.as_ref().map(|by| (by.command.clone(), by.digest)),
            lead: *lead,
            claim: None,
            is_ready: false,
            is_gone: false,
            is_kicked: false,
            stand_in: None,
            wants_rematch: false,
            answers: VecDeque::new(),
        };
        self.people.insert(*id, Box::new(person));
        if let Some(seat) = seat {
            self.chairs[seat.index()] = Chair::Person(*id);
        }
    }

    pub(super) fn leave(&mut self, id: PersonId, is_kicked: bool) {
        let is_waiting = self.phase() == Phase::Waiting;
        let Some(person) = self.people.get_mut(&id) else { return };
        (person.is_gone, person.is_kicked) = (true, is_kicked);
        if let Some(seat) = person.seat.take() {
            let level = person.stand_in.map_or(BotLevel::Medium, |stand_in| stand_in.level);
            self.chairs[seat.index()] = if is_waiting { Chair::Free } else { Chair::Bot(level) };
        }
        if self.host == id
            && let Some((next, _)) = self.people.iter().find(|(_, person)| !person.is_gone)
        {
            self.host = *next;
        }
    }

    pub(super) fn sit(&mut self, id: PersonId, seat: Option<Seat>) {
        let Some(person) = self.people.get_mut(&id) else { return };
        person.is_ready &= seat.is_some();
        if let Some(old) = std::mem::replace(&mut person.seat, seat) {
            self.chairs[old.index()] = Chair::Free;
        }
        if let Some(seat) = seat {
            self.chairs[seat.index()] = Chair::Person(id);
        }
    }

    /// The seeds of those who sit, by seat; `last` replaces what that person gave before.
    pub fn given_seeds(&self, last: Option<(PersonId, Bits)>) -> Vec<(Seat, Bits)> {
        let seed = |id: PersonId, person: &Person| match last {
            Some((giver, seed)) if giver == id => Some(seed),
            _ => person.seed,
        };
        let mut seeds: Vec<_> =
            self.people.iter().filter_map(|(id, person)| Some((person.seat?, seed(*id, person)?))).collect();
        seeds.sort_by_key(|(seat, _)| *seat);
        seeds
    }

    pub fn person_in(&self, seat: Seat) -> Option<(PersonId, &Person)> {
        match self.chairs.get(seat.index())? {
            Chair::Person(id) => self.people.get(id).map(|person| (*id, &**person)),
            _ => None,
        }
    }

    pub(super) fn person_in_mut(&mut self, seat: Seat) -> Option<&mut Person> {
        match self.chairs.get(seat.index())? {
            Chair::Person(id) => self.people.get_mut(id).map(|person| &mut **person),
            _ => None,
        }
    }

    /// The bot that decides for a seat now.
    pub fn bot_of(&self, seat: Seat) -> Option<BotLevel> {
        match *self.chairs.get(seat.index())? {
            Chair::Free => None,
            Chair::Bot(level) => Some(level),
            Chair::Person(id) => self.people.get(&id)?.stand_in.map(|stand_in| stand_in.level),
        }
    }

    /// The sequence a command of a person took and what it said, if it was carried out before.
    pub fn answered(&self, person: PersonId, command: &str) -> Option<(Seq, Option<u64>)> {
        let answers = &self.people.get(&person)?.answers;
        answers.iter().find(|(id, ..)| id == command).map(|(_, seq, digest)| (*seq, *digest))
    }

    /// The person that a device brought here with a command.
    pub fn entered_by(&self, secret: &Bits, command: &str) -> Option<PersonId> {
        let is_theirs = |person: &Person| {
            let is_device = person.secret.as_ref() == Some(secret) || person.given_away.contains(secret);
            is_device && person.entered.as_ref().is_some_and(|(id, _)| id == command)
        };
        self.find(is_theirs)
    }

    /// The person whose place a token stands for.
    pub fn owner(&self, token: &Bits) -> Option<PersonId> {
        self.find(|person| !person.is_gone && person.tokens.contains(token))
    }

    /// The person who handed a place over with a token that nobody has used yet.
    pub fn giver(&self, token: &Bits, now_ms: u64) -> Option<PersonId> {
        let is_handed = |handed: &Handed| handed.token == *token && now_ms < handed.until_ms;
        self.find(|person| !person.is_gone && person.handed.as_ref().is_some_and(is_handed))
    }

    pub(super) fn find(&self, is_sought: impl Fn(&Person) -> bool) -> Option<PersonId> {
        self.people.iter().find(|(_, person)| is_sought(person)).map(|(id, _)| *id)
    }

    /// The number the next person gets.
    pub fn next_person(&self) -> PersonId {
        self.people.last_key_value().map_or(0, |(id, _)| id + 1)
    }

    /// The first free seat.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::all(self.chairs.len()).find(|seat| self.chairs[seat.index()] == Chair::Free)
    }
}
