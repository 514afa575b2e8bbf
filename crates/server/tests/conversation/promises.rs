//! What must hold whatever anybody does, looked at from outside: what was told to whom, and what the logs say.

use crate::EVE;
use crate::people::{Person, Sent};
use journal::TableId;
use serde_json::Value;
use server::fairness::Bits;
use server::room::facts::{Fact, PersonId, What};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn hash(parts: &[&[u8]]) -> Bits {
    let mut digest = Sha256::new();
    parts.iter().for_each(|part| digest.update(part));
    Bits(digest.finalize().into())
}

fn hash_token(token: &str) -> Bits {
    hash(&[b"stackhouse token 1", token.as_bytes()])
}

/// Whether an answer means that the command was not looked at, or that the table is closed.
pub(crate) fn is_unlooked(told: &Value) -> bool {
    ["busy", "too-fast", "not-attending", "unknown-table"].iter().any(|code| told["code"] == *code)
}

/// Whose place somebody's is, and who ever had it.
struct Place {
    holder: usize,
    ever: BTreeSet<usize>,
    /// The command that led here.
    by: Option<String>,
    is_gone: bool,
}

/// What is to be held against the logs.
#[derive(Default)]
pub(crate) struct Promises {
    broken: Vec<String>,
    /// To whom a place was handed over, by the token's hash.
    given: HashMap<Bits, usize>,
    /// Who was refused a place at a table that the same command had led to.
    turned_away: Vec<(usize, String)>,
    /// From which command on somebody came back at the end.
    back: Vec<(usize, usize)>,
}

impl Promises {
    pub(crate) fn give(&mut self, token: &str, to: usize) {
        self.given.insert(hash_token(token), to);
    }

    pub(crate) fn came_back(&mut self, who: usize, first: usize) {
        self.back.push((who, first));
    }

    /// The newest answer to a command means what the earlier ones meant.
    pub(crate) fn same_meaning(&mut self, who: usize, person: &Person, place: usize) {
        let sent = &person.sent[place];
        let Some((answer, earlier)) = sent.answers.split_last() else { return };
        let (line, life, told) = answer;
        if who == EVE || is_unlooked(told) {
            return;
        }
        let is_accepted = told["answer"] == "accepted";
        if let Some(original) = sent.twists {
            if is_accepted && person.sent[original].accepted().next().is_some() {
                self.broken.push(format!("{}: {} was accepted for two commands", person.name, sent.id));
            }
            return;
        }
        for (on, then, before) in earlier.iter().filter(|(_, _, told)| !is_unlooked(told)) {
            let was_accepted = before["answer"] == "accepted";
            let is_same = match (was_accepted, is_accepted) {
                // A place is for whoever shows its token, and how somebody feels is told anew.
                _ if sent.is(&["attend", "react"]) => true,
                // What came on two lines may have been said in the other order.
                (true, false) if sent.is_entry() && (on, then) != (line, life) && told["code"] == "full" => {
                    true
                }
                (true, true) => is_same(before, told) || (sent.is(&["hand-over"]) && then != life),
                (true, false) if sent.is_entry() => {
                    let table = before["table"].as_str().unwrap().into();
                    self.turned_away.push((who, table));
                    ["id-used", "sent-away"].iter().any(|code| told["code"] == *code)
                }
                // That token was used, ran out, or another was asked for.
                (true, false) => sent.is(&["hand-over"]) && told["code"] == "id-used",
                // A refusal is remembered for a person or for a line.
                (false, true) => (on, then) != (line, life),
                (false, false) => before["code"] == told["code"] || (on, then) != (line, life),
            };
            if !is_same {
                self.broken.push(format!("{}: {} meant {before} and then {told}", person.name, sent.command));
            }
        }
    }

    /// Whoever asked on a line that still stands has an answer.
    pub(crate) fn all_is_answered(&mut self, people: &[Person]) {
        for person in people {
            for sent in person.open() {
                self.broken.push(format!("{}: nobody answered {}", person.name, sent.command));
            }
        }
    }

    /// Holds everything against the logs; returns what was broken.
    pub(crate) fn check(&mut self, logs: &[(TableId, Vec<Fact>)], people: &[Person]) -> Vec<String> {
        let mut entries: BTreeMap<(usize, String), u32> = BTreeMap::new();
        for (table, facts) in logs {
            let places = self.replay(*table, facts, people, &mut entries);
            self.answers_fit(*table, facts, people, &places);
            self.nobody_is_locked_out(*table, people, &places);
            self.every_line_is_kept(*table, people, &places);
        }
        for ((who, id), count) in entries {
            if who != EVE && count > 1 {
                self.broken.push(format!("{}: {id} took {count} places", people[who].name));
            }
        }
        for (who, person) in people.iter().enumerate() {
            // What Eve says after somebody is said twice.
            let is_copied =
                |words: &&String| people[EVE].sent.iter().any(|sent| sent.command["text"] == **words);
            // Eve may have two places at a table.
            let heard = Some(&person.heard).filter(|_| who != EVE);
            for said in heard.into_iter().chain(person.talks.values()) {
                let said: Vec<_> = said.iter().filter(|words| !is_copied(words)).collect();
                let told_once: BTreeSet<_> = said.iter().collect();
                if told_once.len() < said.len() {
                    self.broken.push(format!("{} heard something twice: {said:?}", person.name));
                }
            }
        }
        std::mem::take(&mut self.broken)
    }

    /// Goes through a log: whose each place is, and who was told a token for it.
    fn replay(
        &mut self,
        table: TableId,
        facts: &[Fact],
        people: &[Person],
        entries: &mut BTreeMap<(usize, String), u32>,
    ) -> BTreeMap<PersonId, Place> {
        let mut told: HashMap<Bits, Vec<usize>> = HashMap::new();
        for (who, person) in people.iter().enumerate() {
            for token in person.tokens.get(&table.to_string()).into_iter().flatten() {
                told.entry(hash_token(token)).or_default().push(who);
            }
        }
        // Who was told a token for another device.
        let mut handed: HashMap<Bits, Vec<usize>> = HashMap::new();
        for (who, person) in people.iter().enumerate() {
            for told in person.sent.iter().filter(|sent| sent.is(&["hand-over"])).flat_map(Sent::accepted) {
                handed.entry(hash_token(told["token"].as_str().unwrap())).or_default().push(who);
            }
        }
        let (mut places, mut done) = (BTreeMap::new(), BTreeSet::new());
        // Until when a token for another device is good: until it is used, at the latest.
        let mut good: HashMap<Bits, u64> = HashMap::new();
        for fact in facts {
            match &fact.what {
                What::HandedOver { person, token, until_ms } => {
                    good.insert(*token, *until_ms);
                    let holder = places.get(person).map_or(EVE, |place: &Place| place.holder);
                    for who in handed.get(token).into_iter().flatten().filter(|who| **who != holder) {
                        let (thief, holder) = (people[*who].name, people[holder].name);
                        self.broken.push(format!("{thief} can take the place of {holder} at {table}"));
                    }
                }
                What::Entered { person, secret, .. } => {
                    let of = |one: &Person| {
                        hash(&[b"stackhouse secret 1", table.as_bytes(), one.secret.as_bytes()])
                    };
                    let holder = people.iter().position(|one| Some(of(one)) == *secret).unwrap_or(EVE);
                    let by = fact.by.as_ref().map(|by| by.command.clone());
                    let ever = BTreeSet::from([holder]);
                    places.insert(*person, Place { holder, ever, by, is_gone: false });
                    if let Some(by) = &fact.by {
                        *entries.entry((holder, by.command.clone())).or_default() += 1;
                    }
                }
                What::TokenChanged { person, keep, .. } => {
                    if let Some(until_ms) = good.get_mut(keep)
                        && std::mem::take(until_ms) <= fact.at_ms
                    {
                        self.broken.push(format!("a token was used that was good no more at {table}"));
                    }
                    if let (Some(to), Some(place)) = (self.given.get(keep), places.get_mut(person)) {
                        place.holder = *to;
                        place.ever.insert(*to);
                    }
                }
                What::Left { person, .. } => {
                    places.get_mut(person).expect("who leaves was there").is_gone = true;
                }
                _ => {}
            }
            if let What::Entered { person, token, .. } | What::TokenChanged { person, token, .. } = &fact.what
            {
                let holder = places[person].holder;
                for who in told.get(token).into_iter().flatten().filter(|who| **who != holder) {
                    let (thief, holder) = (people[*who].name, people[holder].name);
                    self.broken.push(format!("{thief} got the place of {holder} at {table}"));
                }
            } else if let Some(by) = &fact.by
                && !matches!(fact.what, What::HandedOver { .. })
                && !done.insert((by.person, by.command.clone()))
            {
                self.broken.push(format!("{} was done twice at {table}", by.command));
            }
        }
        places
    }

    /// What was said to be stored is there, and was done by whoever was told so.
    fn answers_fit(
        &mut self,
        table: TableId,
        facts: &[Fact],
        people: &[Person],
        places: &BTreeMap<PersonId, Place>,
    ) {
        for (who, person) in people.iter().enumerate() {
            let here = |sent: &&Sent| sent.command["table"] == table.to_string();
            for sent in person.sent.iter().filter(here) {
                for seq in sent.accepted().filter(|told| told["outcome"] == "stored").map(|told| &told["seq"])
                {
                    let fact = seq.as_u64().and_then(|seq| facts.get(seq as usize - 1));
                    let by = fact.and_then(|fact| fact.by.as_ref()).filter(|by| by.command == sent.id);
                    if !by.is_some_and(|by| places[&by.person].ever.contains(&who)) {
                        self.broken.push(format!("{}: {} is not stored at {seq}", person.name, sent.command));
                    }
                }
            }
        }
    }

    /// Whoever has a place can come back to it, and is not refused it.
    fn nobody_is_locked_out(
        &mut self,
        table: TableId,
        people: &[Person],
        places: &BTreeMap<PersonId, Place>,
    ) {
        let table = table.to_string();
        for place in places.values().filter(|place| place.holder != EVE && !place.is_gone) {
            let person = &people[place.holder];
            // Whoever sends two commands under one id does not ask for the second again.
            let is_twisted = |sent: &Sent| sent.twists.is_some() && Some(&sent.id) == place.by.as_ref();
            if person.sent.iter().any(is_twisted) {
                continue;
            }
            let (_, first) =
                self.back.iter().find(|(who, _)| *who == place.holder).expect("everybody came back");
            let came = person.sent[*first..]
                .iter()
                .find(|sent| sent.is(&["attend"]) && sent.command["table"] == table);
            if came.is_none_or(|sent| sent.accepted().next().is_none()) {
                self.broken.push(format!("{} does not get back to {table}", person.name));
            }
            if self.turned_away.contains(&(place.holder, table.clone())) {
                self.broken.push(format!("{} was refused the place a command had led to", person.name));
            }
        }
    }

    /// What was said and answered was heard, or is among the last lines, by whoever came back at the end.
    fn every_line_is_kept(&mut self, table: TableId, people: &[Person], places: &BTreeMap<PersonId, Place>) {
        let table = table.to_string();
        let readers: BTreeSet<_> = places
            .values()
            .filter(|place| !place.is_gone && place.holder != EVE)
            .map(|place| place.holder)
            .collect();
        let is_said = |sent: &&Sent| {
            sent.is(&["chat"]) && sent.command["table"] == table && sent.accepted().next().is_some()
        };
        for sent in people.iter().flat_map(|person| person.sent.iter().filter(is_said)) {
            for reader in readers.iter().map(|reader| &people[*reader]) {
                let Some(talk) = reader.talks.get(&table).filter(|talk| talk.len() < 50) else { continue };
                if !talk.iter().chain(&reader.heard).any(|words| sent.command["text"] == *words) {
                    self.broken.push(format!("{} never heard {}", reader.name, sent.command));
                }
            }
        }
    }
}

/// Whether two outcomes mean the same.
fn is_same(one: &Value, two: &Value) -> bool {
    let same = |field: &str| one[field] == two[field];
    same("outcome") && same("seq") && same("table") && (one["outcome"] != "handed-over" || same("token"))
}
