//! Whole conversations of several people with the house: three honest ones, and Eve, who knows all that is public and more.
//!
//! A conversation is a list of steps that any list makes sense of, so a failing one shrinks to few. Lines break, answers are
//! lost, the store takes its time, the house dies and starts again; people repeat commands, send others under a used id, hand
//! their places over, send each other away. The promises are in `promises.rs`: no seat is used by anybody who was not given
//! it, no answer is given twice with different meaning, and no honest person's command is lost or done twice.
//!
//! `SEED=17 cargo test -p server --test conversation` runs one again, `CASES=100000` runs many. Each of these mistakes, made by
//! hand, is found by the default number of cases:
//!
//! - `room/repeats.rs`: `known_again` looks for a person with the command's seed instead of its secret (a seed is public)
//! - `room/state.rs`: `enter` sets `entered: None`, as if the answer had been recorded before there was anybody to record it for
//! - `room/repeats.rs`: `stored_again` gives a `HandOver` also to a connection that is no guest any more, so that whoever gave a
//!   place away is told the token of whoever has it now
//! - `room/commands/mod.rs`: a `detach` drops what its connection has asked for, so that nobody answers it
//! - `room/commands/chat.rs`: `say` keeps `digest: None`, so that a line sent again is said again
//! - `room/talk.rs`: `note` tells the line before it is kept
//! - `room/state.rs`: `change_token` does `None => self.tokens = vec![keep]`, so that a token handed over is good again

#![allow(clippy::unwrap_used)]

mod inn;
mod people;
mod promises;
#[path = "../remembered/mod.rs"]
mod remembered;

use inn::Inn;
use people::{Person, Sent};
use promises::Promises;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Everybody's names; the last means no good.
const NAMES: [&str; 4] = ["Ann", "Ben", "Cat", "Eve"];
const EVE: usize = 3;

/// Something that somebody wants; numbers choose among what there is.
#[derive(Clone, Debug)]
enum Wish {
    Create,
    Join { table: u8 },
    QuickMatch,
    Attend { table: u8 },
    HandOver { table: u8, to: u8 },
    TakeGift,
    Ready { table: u8 },
    Play { table: u8, is_stop: bool },
    Chat { table: u8 },
    React { table: u8 },
    Manners { table: u8, hints: bool },
    Rename { table: u8 },
    Sit { table: u8, seat: u8 },
    Another { table: u8 },
    Kick { table: u8, seat: u8 },
    Leave { table: u8 },
    Detach { table: u8 },
}

/// What Eve tries with what she knows.
#[derive(Clone, Debug)]
enum Trick {
    /// Comes in by somebody's command: the same id, name and seed.
    CopyEntry { which: u8, as_herself: bool },
    /// Shows a token that was used up.
    OldToken { which: u8, as_herself: bool },
    /// Says what somebody said.
    CopyCommand { which: u8 },
    /// Asks for a token as somebody did at a table where she had a place, perhaps the one that somebody has now.
    CopyHandOver { which: u8 },
}

#[derive(Clone, Debug)]
enum Step {
    Ask {
        who: u8,
        on: u8,
        wish: Wish,
    },
    /// Sends something again as it was; the last thing mostly.
    Again {
        who: u8,
        on: u8,
        which: u8,
    },
    /// Sends something else under an id that was used.
    Twist {
        who: u8,
        on: u8,
        which: u8,
    },
    /// Hands a place over, and the other takes it at once.
    Give {
        who: u8,
        table: u8,
        to: u8,
    },
    Connect {
        who: u8,
    },
    Lose {
        who: u8,
        line: u8,
    },
    Try {
        victim: u8,
        on: u8,
        trick: Trick,
    },
    Hold,
    Settle,
    Restart {
        comes_there: bool,
    },
    Wait,
}

fn wish() -> impl Strategy<Value = Wish> {
    let n = any::<u8>;
    prop_oneof![
        2 => Just(Wish::Create),
        6 => n().prop_map(|table| Wish::Join { table }),
        2 => Just(Wish::QuickMatch),
        3 => n().prop_map(|table| Wish::Attend { table }),
        3 => (n(), n()).prop_map(|(table, to)| Wish::HandOver { table, to }),
        4 => Just(Wish::TakeGift),
        2 => n().prop_map(|table| Wish::Ready { table }),
        2 => (n(), any::<bool>()).prop_map(|(table, is_stop)| Wish::Play { table, is_stop }),
        3 => n().prop_map(|table| Wish::Chat { table }),
        1 => n().prop_map(|table| Wish::React { table }),
        1 => (n(), any::<bool>()).prop_map(|(table, hints)| Wish::Manners { table, hints }),
        2 => n().prop_map(|table| Wish::Rename { table }),
        1 => (n(), n()).prop_map(|(table, seat)| Wish::Sit { table, seat }),
        1 => n().prop_map(|table| Wish::Another { table }),
        1 => (n(), n()).prop_map(|(table, seat)| Wish::Kick { table, seat }),
        1 => n().prop_map(|table| Wish::Leave { table }),
        1 => n().prop_map(|table| Wish::Detach { table }),
    ]
}

fn trick() -> impl Strategy<Value = Trick> {
    let n = any::<u8>;
    prop_oneof![
        3 => (n(), any::<bool>()).prop_map(|(which, as_herself)| Trick::CopyEntry { which, as_herself }),
        2 => (n(), any::<bool>()).prop_map(|(which, as_herself)| Trick::OldToken { which, as_herself }),
        1 => n().prop_map(|which| Trick::CopyCommand { which }),
        2 => n().prop_map(|which| Trick::CopyHandOver { which }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let n = any::<u8>;
    prop_oneof![
        24 => (n(), n(), wish()).prop_map(|(who, on, wish)| Step::Ask { who, on, wish }),
        8 => (n(), n(), n()).prop_map(|(who, on, which)| Step::Again { who, on, which }),
        3 => (n(), n(), n()).prop_map(|(who, on, which)| Step::Twist { who, on, which }),
        3 => (n(), n(), n()).prop_map(|(who, table, to)| Step::Give { who, table, to }),
        5 => n().prop_map(|who| Step::Connect { who }),
        2 => (n(), n()).prop_map(|(who, line)| Step::Lose { who, line }),
        7 => (n(), n(), trick()).prop_map(|(victim, on, trick)| Step::Try { victim, on, trick }),
        3 => Just(Step::Hold),
        4 => Just(Step::Settle),
        1 => any::<bool>().prop_map(|comes_there| Step::Restart { comes_there }),
        1 => Just(Step::Wait),
    ]
}

struct Conversation {
    inn: Inn,
    people: Vec<Person>,
    lines: u64,
    waits: u32,
    words: u32,
    /// For whom a token for another device is asked: by whom, and under which command.
    handing: Vec<(usize, usize, usize)>,
    /// Tokens that were used up: table, token, and the id they were used under.
    loot: Vec<(String, String, String)>,
    promises: Promises,
}

impl Conversation {
    async fn begin() -> Self {
        let (inn, people) = (Inn::open().await, NAMES.map(Person::new).into());
        let (handing, loot, promises) = Default::default();
        let mut begun = Self { inn, people, lines: 0, waits: 0, words: 0, handing, loot, promises };
        (0..NAMES.len()).for_each(|who| begun.connect(who));
        begun
    }

    fn connect(&mut self, who: usize) {
        self.lines += 1;
        self.people[who].connect(&mut self.inn, self.lines);
    }

    async fn take(&mut self, step: &Step) {
        match *step {
            Step::Ask { who, on, ref wish } => self.ask(usize::from(who) % NAMES.len(), on, wish),
            Step::Again { who, on, which } => {
                let person = &mut self.people[usize::from(who) % NAMES.len()];
                if let Some(sent) = nth_last(person.sent.len(), which) {
                    person.send(on, sent);
                }
            }
            Step::Twist { who, on, which } => self.twist(usize::from(who) % NAMES.len(), on, which),
            Step::Give { who, table, to } => {
                self.ask(usize::from(who) % NAMES.len(), 1, &Wish::HandOver { table, to });
                self.inn.settle().await;
                self.hear();
                self.ask(usize::from(to) % NAMES.len(), 1, &Wish::TakeGift);
                self.inn.settle().await;
            }
            Step::Connect { who } => self.connect(usize::from(who) % NAMES.len()),
            Step::Lose { who, line } => self.people[usize::from(who) % NAMES.len()].lose(line),
            Step::Try { victim, on, ref trick } => self.trick(usize::from(victim) % EVE, on, trick),
            Step::Hold => self.inn.hold(),
            Step::Settle => self.inn.settle().await,
            Step::Restart { comes_there } => {
                self.people.iter_mut().for_each(Person::lose_all);
                self.inn.restart(comes_there).await;
                (0..NAMES.len()).for_each(|who| self.connect(who));
            }
            // A table that nobody looks at for half an hour is closed, which is not what this is about.
            Step::Wait if self.waits < 2 => {
                self.waits += 1;
                tokio::time::sleep(Duration::from_secs(11 * 60)).await;
            }
            Step::Wait => {}
        }
        self.inn.rest().await;
        self.hear();
    }

    /// A table that somebody has a place at.
    fn table(&self, who: usize, which: u8) -> Option<String> {
        let tables = self.people[who].tables();
        tables.iter().nth(usize::from(which) % tables.len().max(1)).cloned()
    }

    fn ask(&mut self, who: usize, on: u8, wish: &Wish) {
        let Some(command) = self.command(who, wish) else { return };
        let person = &mut self.people[who];
        // Whoever waits for a place asks for no other, and repeats what was not answered as it was.
        let is_waiting = |sent: &Sent| sent.is_entry() && sent.answers.is_empty() && sent.twists.is_none();
        let waiting = person.sent.iter().position(is_waiting);
        let is_entry = matches!(wish, Wish::Create | Wish::Join { .. } | Wish::QuickMatch | Wish::TakeGift);
        match waiting.filter(|_| is_entry && who != EVE) {
            Some(sent) => person.send(on, sent),
            None => {
                if let Wish::HandOver { to, .. } = wish {
                    self.handing.push((who, person.sent.len(), usize::from(*to) % NAMES.len()));
                }
                person.ask(on, command);
            }
        }
    }

    fn command(&mut self, who: usize, wish: &Wish) -> Option<Value> {
        self.words += 1;
        let Person { name, secret, tokens, gifts, seqs, .. } = &self.people[who];
        let (words, seed) = (format!("{name} {}", self.words), format!("{:064x}", self.words));
        let at = |which: &u8| self.table(who, *which);
        Some(match wish {
            Wish::Create => json!({"type": "create", "game": "nabbit", "seats": 4, "name": name, "sit": 0,
                "visibility": "open", "seed": seed, "secret": secret}),
            Wish::QuickMatch if tokens.is_empty() => {
                json!({"type": "quick-match", "game": "nabbit", "name": name, "seed": seed, "secret": secret})
            }
            Wish::Join { table } => {
                let others = self.people.iter().flat_map(Person::tables);
                let tables: Vec<_> = others.filter(|table| !tokens.contains_key(table)).collect();
                let table = tables.get(usize::from(*table) % tables.len().max(1))?;
                json!({"type": "join", "table": table, "name": name, "seed": seed, "secret": secret})
            }
            Wish::TakeGift => {
                let (table, token) = gifts.iter().find(|(table, _)| !tokens.contains_key(table))?;
                json!({"type": "attend", "table": table, "as": "place", "token": token, "secret": secret})
            }
            Wish::Attend { table } => {
                let table = at(table)?;
                json!({"type": "attend", "table": table, "as": "place", "token": tokens[&table].last()})
            }
            Wish::HandOver { table, .. } => json!({"type": "hand-over", "table": at(table)?}),
            Wish::Ready { table } => json!({"type": "ready", "table": at(table)?, "ready": true}),
            Wish::Play { table, is_stop } => {
                let table = at(table)?;
                let mv = if *is_stop { "stop" } else { "flip" };
                json!({"type": "play", "table": table, "after": seqs.get(&table).cloned().unwrap_or(json!(0)), "move": mv})
            }
            Wish::Chat { table } => json!({"type": "chat", "table": at(table)?, "text": words}),
            Wish::React { table } => json!({"type": "react", "table": at(table)?, "reaction": "wow"}),
            Wish::Manners { table, hints } => {
                json!({"type": "manners", "table": at(table)?, "manners": {"hints": hints}})
            }
            Wish::Rename { table } => json!({"type": "rename", "table": at(table)?, "name": words}),
            // One more than there are where the table grows; the last stands up.
            Wish::Sit { table, seat } => {
                let seat = Some(seat % 6).filter(|seat| *seat < 5);
                json!({"type": "sit", "table": at(table)?, "seat": seat})
            }
            Wish::Another { table } => json!({"type": "another", "table": at(table)?, "game": "push"}),
            Wish::Kick { table, seat } => json!({"type": "kick", "table": at(table)?, "seat": seat % 4}),
            Wish::Leave { table } => json!({"type": "leave", "table": at(table)?}),
            Wish::Detach { table } => json!({"type": "detach", "table": at(table)?}),
            Wish::QuickMatch => return None,
        })
    }

    fn twist(&mut self, who: usize, on: u8, which: u8) {
        self.words += 1;
        let (person, words) = (&mut self.people[who], format!("{} {}", NAMES[who], self.words));
        let Some(place) = nth_last(person.sent.len(), which) else { return };
        let Sent { id, command, twists, .. } = &person.sent[place];
        let (id, mut command) = (id.clone(), command.clone());
        match command["type"].as_str() {
            Some("create" | "join" | "quick-match" | "rename") => command["name"] = json!(words),
            Some("chat") => command["text"] = json!(words),
            Some("sit" | "kick") => command["seat"] = json!((command["seat"].as_u64().unwrap_or(0) + 1) % 4),
            Some("ready") => command["ready"] = json!(false),
            _ => return,
        }
        if twists.is_none() && who != EVE {
            person.ask_as(on, id, command, Some(place));
        }
    }

    fn trick(&mut self, victim: usize, on: u8, trick: &Trick) {
        let secret = |as_herself: bool, eve: &Person| as_herself.then(|| eve.secret.clone());
        let copied = |which: u8, is_sought: &dyn Fn(&Sent) -> bool| {
            let sent: Vec<_> = self.people[victim].sent.iter().filter(|sent| is_sought(sent)).collect();
            nth_last(sent.len(), which).map(|place| (sent[place].id.clone(), sent[place].command.clone()))
        };
        let (id, command) = match *trick {
            Trick::CopyEntry { which, as_herself } => {
                let Some((id, mut command)) = copied(which, &|sent| sent.is_entry() && !sent.is_taking())
                else {
                    return;
                };
                command["secret"] = json!(secret(as_herself, &self.people[EVE]));
                (id, command)
            }
            Trick::OldToken { which, as_herself } => {
                let Some(place) = nth_last(self.loot.len(), which) else { return };
                let (table, token, id) = self.loot[place].clone();
                let secret = secret(as_herself, &self.people[EVE]);
                (
                    id,
                    json!({"type": "attend", "table": table, "as": "place", "token": token, "secret": secret}),
                )
            }
            Trick::CopyCommand { which } => {
                let Some(copy) = copied(which, &|sent| !sent.is_entry() && !sent.is(&["attend"])) else {
                    return;
                };
                copy
            }
            Trick::CopyHandOver { which } => {
                let hers = self.people[EVE].tables();
                let is_there = |sent: &&Sent| {
                    sent.is(&["hand-over"])
                        && sent.command["table"].as_str().is_some_and(|table| hers.contains(table))
                };
                let asked: Vec<_> =
                    self.people[..EVE].iter().flat_map(|one| one.sent.iter().filter(is_there)).collect();
                let Some(place) = nth_last(asked.len(), which) else { return };
                (asked[place].id.clone(), asked[place].command.clone())
            }
        };
        self.people[EVE].ask_as(on, id, command, None);
    }

    /// Everybody hears what has come, and draws conclusions.
    fn hear(&mut self) {
        for who in 0..NAMES.len() {
            for sent in self.people[who].hear(self.inn.lives) {
                self.promises.same_meaning(who, &self.people[who], sent);
                self.conclude(who, sent);
            }
        }
    }

    fn conclude(&mut self, who: usize, place: usize) {
        let sent = &self.people[who].sent[place];
        let Some((_, _, told)) = sent.answers.last().filter(|(_, _, told)| told["answer"] == "accepted")
        else {
            return;
        };
        let table = sent.command["table"].as_str().unwrap_or_default().to_owned();
        let used = sent.command["token"].as_str().unwrap_or_default().to_owned();
        if sent.is_taking() {
            self.loot.push((table, used, sent.id.clone()));
        } else if sent.is(&["attend"]) {
            // The one that was shown to get the one shown now is good no more.
            let is_source =
                |sent: &&Sent| sent.is(&["attend"]) && sent.accepted().any(|told| told["token"] == used);
            let source = self.people[who].sent.iter().find(is_source);
            if let Some(older) = source.and_then(|sent| sent.command["token"].as_str()) {
                self.loot.push((table, older.into(), sent.id.clone()));
            }
        } else if let Some(token) = told["token"].as_str().filter(|_| sent.is(&["hand-over"])) {
            let handed = self.handing.iter().find(|(by, sent, _)| (*by, *sent) == (who, place));
            let to = handed.map_or(who, |(_, _, to)| *to);
            // Nobody sits in two seats of a table here.
            if to != who && !self.people[to].tokens.contains_key(&table) {
                let token = token.to_owned();
                self.promises.give(&token, to);
                self.people[to].gifts.push((table, token));
            }
        }
    }

    /// Everything works again: honest people come back, and ask for what they have no answer to.
    async fn end(&mut self) -> Vec<String> {
        self.inn.settle().await;
        self.hear();
        self.promises.all_is_answered(&self.people);
        for who in 0..EVE {
            self.people[who].lose_all();
            self.connect(who);
        }
        let is_open = |sent: &Sent| {
            sent.answers.iter().all(|(_, _, told)| promises::is_unlooked(told)) && sent.twists.is_none()
        };
        self.again(|sent| sent.is_entry() && is_open(sent)).await;
        for who in 0..EVE {
            let first = self.people[who].sent.len();
            for (table, tokens) in self.people[who].tokens.clone() {
                let token = tokens.last();
                self.people[who]
                    .ask(0, json!({"type": "attend", "table": table, "as": "place", "token": token}));
            }
            self.promises.came_back(who, first);
        }
        self.inn.rest().await;
        self.hear();
        self.again(|sent| !sent.is_entry() && !sent.is(&["attend", "detach"]) && is_open(sent)).await;
        self.promises.all_is_answered(&self.people);
        let logs = self.inn.logs().await;
        self.promises.check(&logs, &self.people)
    }

    async fn again(&mut self, is_wanted: impl Fn(&Sent) -> bool) {
        for person in &mut self.people[..EVE] {
            for sent in 0..person.sent.len() {
                if is_wanted(&person.sent[sent]) {
                    person.send(1, sent);
                }
            }
        }
        self.inn.rest().await;
        self.hear();
    }
}

/// The last of so many, or one before it.
fn nth_last(count: usize, which: u8) -> Option<usize> {
    let back = if which < 128 { 0 } else { usize::from(which) % count.max(1) };
    count.checked_sub(1 + back)
}

fn talk(steps: &[Step]) -> Vec<String> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut conversation = Conversation::begin().await;
        for step in steps {
            conversation.take(step).await;
        }
        conversation.end().await
    })
}

/// Has the conversation of a seed; tells what went wrong in the shortest one like it.
fn broken(seed: u64) -> Option<String> {
    let mut bits = [0; 32];
    bits[..8].copy_from_slice(&seed.to_le_bytes());
    let config = ProptestConfig {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: 3000,
        ..ProptestConfig::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bits));
    let told = runner.run(&vec(step(), 8..70), |steps| match talk(&steps).first() {
        Some(problem) => Err(TestCaseError::fail(problem.clone())),
        None => Ok(()),
    });
    match told {
        Ok(()) => None,
        Err(TestError::Fail(why, steps)) => Some(format!("{why}\n{steps:#?}")),
        Err(TestError::Abort(why)) => Some(why.to_string()),
    }
}

fn number(of: &str) -> Option<u64> {
    std::env::var(of).ok().and_then(|text| text.parse().ok())
}

#[test]
fn no_seat_is_stolen_no_answer_changes_and_nothing_is_lost() {
    if let Some(seed) = number("SEED") {
        let told = broken(seed);
        assert!(told.is_none(), "{}", told.unwrap_or_default());
        return;
    }
    let cases = number("CASES").unwrap_or(3000);
    let (next, found) = (AtomicU64::new(0), Mutex::new(None));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while found.lock().unwrap().is_none() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= cases {
                        return;
                    }
                    if let Some(told) = broken(seed) {
                        *found.lock().unwrap() = Some((seed, told));
                    }
                }
            });
        }
    });
    if let Some((seed, told)) = found.into_inner().unwrap() {
        panic!("{told}\nrun it again: SEED={seed} cargo test -p server --test conversation");
    }
}
