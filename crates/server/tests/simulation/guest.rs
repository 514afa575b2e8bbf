//! Somebody at the table: comes in, sends again what was not answered, moves, and looks that all it hears fits.

use crate::network::{Door, Line};
use journal::TableId;
use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::nature::{Dice, below};
use tokio::time::{Instant, sleep_until};

#[derive(Deserialize)]
struct Told<'a> {
    r#type: &'a str,
    id: Option<&'a str>,
    answer: Option<&'a str>,
    outcome: Option<&'a str>,
    code: Option<&'a str>,
    seq: Option<u64>,
    token: Option<String>,
    #[serde(borrow)]
    snapshot: Option<Snapshot<'a>>,
    #[serde(borrow)]
    view: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Option<Moves<'a>>,
}

#[derive(Deserialize)]
struct Snapshot<'a> {
    #[serde(borrow)]
    moment: Option<Moment<'a>>,
}

#[derive(Deserialize)]
struct Moment<'a> {
    seq: u64,
    #[serde(borrow)]
    view: &'a RawValue,
    #[serde(borrow)]
    moves: Moves<'a>,
}

#[derive(Deserialize)]
struct Moves<'a> {
    #[serde(borrow)]
    list: Vec<&'a RawValue>,
}

/// Somebody at the table.
pub(crate) struct Guest {
    pub(crate) table: TableId,
    pub(crate) number: usize,
    /// None watches.
    pub(crate) token: Option<String>,
    pub(crate) rng: Dice,
    pub(crate) door: Door,
    /// When it is set, connections no longer break.
    pub(crate) is_calm: Arc<AtomicBool>,
    pub(crate) line: Option<Line>,
    pub(crate) is_in: bool,
    pub(crate) seq: u64,
    moves: Vec<Box<RawValue>>,
    /// What was sent on this connection to come in.
    entering: Option<Value>,
    /// The command under way, with its id.
    pub(crate) unanswered: Option<Value>,
    next: u32,
    /// How often each command went out on this connection and was not answered on it.
    open: BTreeMap<String, u32>,
    /// Every accepted move: the command's id and the sequence it took.
    pub(crate) accepted: BTreeMap<String, u64>,
    /// Every command that was refused because it came late.
    pub(crate) stale: Vec<String>,
    views: BTreeMap<u64, u64>,
    born: Instant,
    /// A digest of everything heard, and when.
    pub(crate) trace: u64,
}

impl Guest {
    pub(crate) fn new(
        table: TableId,
        number: usize,
        token: Option<String>,
        rng: Dice,
        door: Door,
        is_calm: Arc<AtomicBool>,
    ) -> Self {
        Self {
            table,
            number,
            token,
            rng,
            door,
            is_calm,
            line: None,
            is_in: false,
            seq: 0,
            moves: Vec::new(),
            entering: None,
            unanswered: None,
            next: 0,
            open: BTreeMap::new(),
            accepted: BTreeMap::new(),
            stale: Vec::new(),
            views: BTreeMap::new(),
            born: Instant::now(),
            trace: 0,
        }
    }

    /// Is somebody at the table until the time is over.
    pub(crate) async fn be_there(mut self, until: Instant) -> Self {
        let mut next = self.soon(500);
        loop {
            let heard = async {
                match &mut self.line {
                    Some(line) => line.hear().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = sleep_until(until) => return self,
                heard = heard => match heard {
                    Some(text) => self.take(&text),
                    None => self.lose(),
                },
                () = sleep_until(next) => {
                    self.act();
                    next = self.soon(400);
                }
            }
        }
    }

    fn soon(&mut self, within_ms: u32) -> Instant {
        Instant::now() + Duration::from_millis(1 + u64::from(below(&mut self.rng, within_ms)))
    }

    fn chance(&mut self, percent: u32) -> bool {
        below(&mut self.rng, 100) < percent
    }

    fn lose(&mut self) {
        (self.line, self.is_in, self.entering) = (None, false, None);
        self.open.clear();
    }

    fn act(&mut self) {
        if self.line.is_some() && !self.is_calm.load(Ordering::Relaxed) && self.chance(4) {
            let is_lost = self.chance(50);
            if let Some(line) = self.line.take() {
                line.cut(is_lost);
            }
            return self.lose();
        }
        if self.line.is_none() {
            self.line = self.door.connect();
        }
        if self.line.is_none() {
            return;
        }
        if !self.is_in {
            return self.come_in();
        }
        if let Some(command) = self.unanswered.clone() {
            if self.chance(20) {
                self.send(&command);
            }
            return;
        }
        let pick = below(&mut self.rng, 1000) as usize;
        if pick < 30 {
            self.ask(json!({"type": "stand", "bot": null}));
        } else if pick < 60 {
            self.ask(json!({"type": "takeback", "after": self.seq}));
        } else if !self.moves.is_empty() {
            let mv: Value = serde_json::from_str(self.moves[pick % self.moves.len()].get()).unwrap();
            self.ask(json!({"type": "play", "after": self.seq, "move": mv}));
        }
    }

    fn come_in(&mut self) {
        if let Some(attend) = self.entering.clone() {
            if self.chance(20) {
                self.send(&attend);
            }
            return;
        }
        self.next += 1;
        let id = format!("in-{}-{}", self.number, self.next);
        let role = if self.token.is_some() { "place" } else { "spectator" };
        let attend = json!({"id": id, "type": "attend", "table": self.table, "as": role, "token": self.token,
            "after": self.seq});
        self.entering = Some(attend.clone());
        self.send(&attend);
    }

    fn ask(&mut self, mut command: Value) {
        if self.token.is_none() {
            return;
        }
        self.next += 1;
        (command["id"], command["table"]) =
            (json!(format!("{}-{}", self.number, self.next)), json!(self.table));
        self.unanswered = Some(command.clone());
        if self.chance(10) {
            self.send(&command);
        }
        self.send(&command);
    }

    fn send(&mut self, command: &Value) {
        let id = command["id"].as_str().unwrap();
        *self.open.entry(id.into()).or_default() += 1;
        if let Some(line) = &self.line {
            line.say(command.to_string());
        }
    }

    fn take(&mut self, text: &str) {
        let mut digest = DefaultHasher::new();
        (self.trace, text, self.born.elapsed()).hash(&mut digest);
        self.trace = digest.finish();
        let told: Told<'_> = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        match told.r#type {
            "answer" => self.answered(told),
            "moment" => self.look(told.seq.unwrap(), told.view.unwrap(), told.moves.unwrap()),
            "displaced" => (self.is_in, self.entering) = (false, None),
            _ => {}
        }
    }

    fn answered(&mut self, told: Told<'_>) {
        let id = told.id.unwrap();
        let open = self.open.get_mut(id).unwrap_or_else(|| panic!("{id} was not asked here"));
        *open = open.checked_sub(1).unwrap_or_else(|| panic!("{id} was answered twice"));
        assert_ne!(told.code, Some("bad-token"), "somebody was locked out");
        if matches!(told.outcome, Some("entered" | "attending")) {
            (self.is_in, self.entering) = (true, None);
            self.token = told.token.or(self.token.take());
            if let Some(moment) = told.snapshot.and_then(|snapshot| snapshot.moment) {
                self.look(moment.seq, moment.view, moment.moves);
            }
            // Only somebody who is in can be known again.
            if let Some(command) = self.unanswered.clone() {
                self.send(&command);
            }
        }
        if self.unanswered.as_ref().is_none_or(|command| command["id"] != id) {
            return;
        }
        if told.code == Some("not-attending") {
            (self.is_in, self.entering) = (false, None);
            return;
        }
        let command = self.unanswered.take();
        if told.code == Some("stale") {
            self.stale.push(id.into());
        }
        if told.answer == Some("accepted") && command.is_some_and(|command| command["type"] == "play") {
            self.accepted.insert(id.into(), told.seq.unwrap());
        }
    }

    fn look(&mut self, seq: u64, view: &RawValue, moves: Moves<'_>) {
        assert!(seq >= self.seq, "a viewer goes only forward: {seq} after {}", self.seq);
        self.seq = seq;
        self.moves = moves.list.into_iter().map(ToOwned::to_owned).collect();
        let mut digest = DefaultHasher::new();
        view.get().hash(&mut digest);
        let digest = digest.finish();
        assert_eq!(*self.views.entry(seq).or_insert(digest), digest, "one sequence, one view");
    }
}
