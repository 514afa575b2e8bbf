//! How a command is known again: by its id, by who sends it, and by what it says.
//!
//! One rule: the same command under the same id by the same person gets the same answer and does nothing else; another
//! command under that id is refused. What was stored is known from the facts, for ever or for as long as a person's last
//! commands are kept, and what was said from the note beside them; what was refused or handed out is remembered here for
//! a while.

use super::commands::sent_away;
use super::people::Handed;
use super::replies::Verdict;
use super::{ConnectionId, Room, refuse};
use crate::fairness::Bits;
use crate::identity::tokens::{hash_secret, hash_token};
use crate::protocol::{Answer, Command, Outcome, Refusal, RefusalCode};
use crate::room::facts::PersonId;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::time::Instant;
use table::Viewer;

/// The most answers remembered for a person.
const ANSWERS: usize = 16;
/// The most answers remembered for connections without a place.
const STRANGERS: usize = 64;

/// A command as it reaches a room.
pub struct Asked {
    /// The connection it came on.
    pub from: ConnectionId,
    /// The id of the client's choice.
    pub id: String,
    /// What is wanted.
    pub command: Command,
    /// Where the connection comes from, as far as one household has it.
    pub household: Option<IpAddr>,
    /// What the command says.
    pub(super) digest: u64,
    /// When it came: only the house measures itself by it.
    pub(super) came: Instant,
}

impl Asked {
    /// A command of a connection from a household that matters only for coming in.
    pub fn new(from: ConnectionId, id: String, command: Command, household: Option<IpAddr>) -> Self {
        let digest = digest(&command);
        Self { from, id, command, household, digest, came: Instant::now() }
    }

    /// The same, which came at that time already.
    pub(crate) fn since(self, came: Instant) -> Self {
        Self { came, ..self }
    }

    /// Whether the connection is to receive the table by it.
    pub(super) fn is_entry(&self) -> bool {
        let Self { command, .. } = self;
        matches!(
            command,
            Command::Create(_) | Command::QuickMatch { .. } | Command::Join { .. } | Command::Attend { .. }
        )
    }
}

/// What a command says, in 64 bits: equal for equal JSON, however it is spaced and whatever the order of its fields.
///
/// The device's secret says who asks and not what, so it is left out.
pub fn digest(command: &Command) -> u64 {
    let said = match command {
        // Most commands are moves: their text in order, without the map that puts it in order.
        Command::Play { table, after, r#move } => {
            format!(r#"{{"after":{after},"move":{},"table":"{table}","type":"play"}}"#, r#move.in_order())
        }
        _ => in_order(command),
    };
    let digest: [u8; 32] = Sha256::digest(said).into();
    u64::from_be_bytes(std::array::from_fn(|place| digest[place]))
}

fn in_order(command: &Command) -> String {
    let mut said = serde_json::to_value(command).expect("commands have a JSON form");
    said.as_object_mut().map(|fields| fields.remove("secret"));
    said.sort_all_objects();
    said.to_string()
}

/// An answer that was given.
struct Said {
    id: String,
    digest: u64,
    answer: Answer,
}

impl Said {
    /// The token for another device that the answer told, if it is this one.
    fn hands(&self, handed: &Handed) -> Option<String> {
        match &self.answer {
            Answer::Accepted(Outcome::HandedOver { token }) if hash_token(token) == handed.token => {
                Some(token.clone())
            }
            _ => None,
        }
    }
}

/// Answers that no fact holds: refusals, and tokens for other devices, of which a fact has the hash.
#[derive(Default)]
pub(super) struct Memory {
    people: BTreeMap<PersonId, VecDeque<Said>>,
    strangers: VecDeque<(ConnectionId, Said)>,
}

impl Memory {
    fn find(&self, person: Option<PersonId>, from: ConnectionId, id: &str) -> Option<&Said> {
        match person {
            Some(person) => self.people.get(&person)?.iter().find(|said| said.id == id),
            None => {
                self.strangers.iter().find(|(by, said)| *by == from && said.id == id).map(|(_, said)| said)
            }
        }
    }

    fn keep(&mut self, person: Option<PersonId>, from: ConnectionId, said: Said) {
        match person {
            Some(person) => {
                let kept = self.people.entry(person).or_default();
                kept.truncate(ANSWERS - 1);
                kept.push_front(said);
            }
            None => {
                self.strangers.truncate(STRANGERS - 1);
                self.strangers.push_front((from, said));
            }
        }
    }
}

/// The refusal of an id that was used before.
pub(crate) fn id_used() -> Refusal {
    refuse(RefusalCode::IdUsed, "this id was used for something else: use a new id for each command")
}

fn spent(text: &str) -> Refusal {
    refuse(RefusalCode::IdUsed, text)
}

impl Room {
    /// What becomes of a command that was answered before; none when it is new.
    pub(super) fn known_again(&mut self, now_ms: u64, asked: &Asked) -> Option<Result<Verdict, Refusal>> {
        let Asked { from, id, digest, command, .. } = asked;
        if let Some(guest) = self.guests.get(from)
            && let Some((entered, said, token)) = &guest.entered
            && entered == id
        {
            return Some(if said == digest {
                Ok(Verdict::Now(self.entry(guest, token)))
            } else {
                Err(id_used())
            });
        }
        if let Some(secret) = command.secret()
            && !matches!(command, Command::Attend { .. })
        {
            let secret = hash_secret(self.state.id, secret);
            if let Some(person) = self.state.entered_by(&secret, id) {
                return Some(self.enter_again(person, *digest, &secret));
            }
        }
        let person = self.person_of(*from);
        let said = self.memory.find(person, *from, id).or_else(|| self.memory.find(None, *from, id));
        if let Some(said) = said {
            return match &said.answer {
                _ if said.digest != *digest => Some(Err(id_used())),
                // The facts tell whether it is still good, and whether it is for whoever asks.
                Answer::Accepted(_) => self.stored_again(now_ms, asked, person?),
                Answer::Refused(refusal) => Some(Err(refusal.clone())),
            };
        }
        if let Some(said) = self.talk.said(person?, id) {
            return Some(if said == *digest { Ok(Verdict::Now(Outcome::Done)) } else { Err(id_used()) });
        }
        self.stored_again(now_ms, asked, person?)
    }

    /// What becomes of a command of a person that a fact answered.
    fn stored_again(
        &mut self,
        now_ms: u64,
        asked: &Asked,
        person: PersonId,
    ) -> Option<Result<Verdict, Refusal>> {
        let Asked { from, id, digest, command, .. } = asked;
        let (seq, said) = self.state.answered(person, id)?;
        Some(match command {
            _ if said.is_some_and(|said| said != *digest) => Err(id_used()),
            // A place is for whoever shows its token, and a connection that lost it gets nothing for it.
            Command::Attend { .. } => return None,
            Command::HandOver { .. } | Command::Sit { .. } if !self.guests.contains_key(from) => return None,
            Command::HandOver { seat, .. } => {
                let giver =
                    seat.map_or(Some(person), |seat| self.state.person_in(seat).map(|(giver, _)| giver));
                self.hand_over_again(now_ms, person, giver, id)
            }
            Command::Sit { .. } => Ok(self.give_again(person)),
            _ => Ok(Verdict::Now(Outcome::Stored { seq })),
        })
    }

    /// Gives a person the place again that the same command of the same device led to.
    fn enter_again(&mut self, person: PersonId, digest: u64, secret: &Bits) -> Result<Verdict, Refusal> {
        let known = &self.state.people[&person];
        if known.is_kicked {
            return Err(sent_away());
        }
        if known.entered.as_ref().is_some_and(|(_, said)| said.is_some_and(|said| said != digest)) {
            return Err(id_used());
        }
        if known.is_gone {
            return Err(spent("you have left this table since: use a new id to come back"));
        }
        if known.secret.as_ref() != Some(secret) {
            return Err(spent("this place was handed over to another device"));
        }
        Ok(self.give_again(person))
    }

    /// Remembers an answer that no fact holds. What was not looked at may be sent again and is not remembered.
    pub(super) fn remember(&mut self, asked: &Asked, answer: &Answer) {
        let is_kept = match answer {
            Answer::Refused(refusal) => !matches!(
                refusal.code,
                RefusalCode::Busy | RefusalCode::TooFast | RefusalCode::NotAttending | RefusalCode::IdUsed
            ),
            Answer::Accepted(outcome) => matches!(outcome, Outcome::HandedOver { .. }),
        };
        if is_kept {
            let is_here = |person: &PersonId| !self.state.people[person].is_gone;
            self.memory.people.retain(|person, _| is_here(person));
            // Whoever has given a place up is a stranger again.
            let person = self.person_of(asked.from).filter(is_here);
            let said = Said { id: asked.id.clone(), digest: asked.digest, answer: answer.clone() };
            self.memory.keep(person, asked.from, said);
        }
    }

    /// Gives a person the place once more: a connection has it, or its device has proved to be the same.
    fn give_again(&mut self, person: PersonId) -> Verdict {
        let known = &self.state.people[&person];
        // Whoever opened the table for a screen does not sit.
        let (keep, viewer) = (known.tokens[0], known.seat.map_or(Viewer::Screen, Viewer::Seat));
        self.take_place(person, keep, None, viewer, None)
    }

    /// The token for another device again, while it is good: the same, or one in its place where only its hash is left.
    fn hand_over_again(
        &mut self,
        now_ms: u64,
        person: PersonId,
        giver: Option<PersonId>,
        id: &str,
    ) -> Result<Verdict, Refusal> {
        let handed = giver.and_then(|giver| self.state.people[&giver].handed.as_ref());
        let is_good = |handed: &&Handed| now_ms < handed.until_ms && handed.command.as_deref() == Some(id);
        let Some((giver, handed)) = giver.zip(handed.filter(is_good)) else {
            return Err(spent("that token was used, ran out or was replaced: use a new id to get another"));
        };
        match self.memory.people.get(&person).and_then(|said| said.iter().find_map(|said| said.hands(handed)))
        {
            Some(token) => Ok(Verdict::Now(Outcome::HandedOver { token })),
            None => Ok(self.hand_out(giver, handed.until_ms)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Request;

    fn said(text: &str) -> u64 {
        digest(&Request::from_text(text).unwrap().command)
    }

    #[test]
    fn the_same_command_says_the_same_however_it_is_written() {
        let table = r#""table":"0123456789abcdefghjkmnpqrs""#;
        let play =
            said(&format!(r#"{{"id":"1","type":"play",{table},"after":3,"move":{{"a":1,"b":[1,2]}}}}"#));
        let same =
            format!(r#"{{"type":"play","id":"2", "move": {{"b": [1, 2], "a": 1}}, "after":3,{table}}}"#);
        assert_eq!(said(&same), play);
        for other in [
            r#"{"a":1,"b":[12]}"#,
            r#"{"a":1,"b":[2,1]}"#,
            r#"{"a":"1","b":[1,2]}"#,
            r#"{"a":{"1":["b",1,2]}}"#,
        ] {
            assert_ne!(
                said(&format!(r#"{{"id":"1","type":"play",{table},"after":3,"move":{other}}}"#)),
                play
            );
        }
        assert_ne!(said(&same.replace("play", "check")), play);
        assert_ne!(said(&same.replace("\"after\":3", "\"after\":4")), play);
    }

    #[test]
    fn a_move_says_what_its_fields_in_order_say() {
        for mv in [r#""flip""#, r#""\u0041""#, "-3.50", r#"{ "b" : [1, null], "a": {"d":"é","c":2e3} }"#] {
            let text = format!(
                r#"{{"id":"1","type":"play","table":"0123456789abcdefghjkmnpqrs","after":7,"move":{mv}}}"#
            );
            let command = Request::from_text(&text).unwrap().command;
            let hash: [u8; 32] = Sha256::digest(in_order(&command)).into();
            assert_eq!(digest(&command).to_be_bytes(), hash[..8], "{mv}");
        }
    }

    #[test]
    fn who_asks_is_no_part_of_what_is_asked() {
        let join =
            |more: &str| said(&format!(r#"{{"id":"1","type":"join","code":"K7WQ2M","name":"Hazel"{more}}}"#));
        let secret = "s".repeat(32);
        assert_eq!(join(""), join(&format!(r#","secret":"{secret}""#)));
        assert_ne!(join(""), join(r#","seat":1"#));
    }
}
