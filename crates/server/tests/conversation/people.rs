//! Who takes part: each with a device of their own, lines to the house, and what was asked and answered on them.

use crate::inn::{Inn, Line};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What somebody sent, under one id.
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) command: Value,
    /// Sent under the id of that other command.
    pub(crate) twists: Option<usize>,
    /// Each answer, with the line it came on and the life of the house.
    pub(crate) answers: Vec<(u64, u32, Value)>,
}

impl Sent {
    pub(crate) fn is(&self, kinds: &[&str]) -> bool {
        kinds.iter().any(|kind| self.command["type"] == *kind)
    }

    /// Whether it takes a place at a table, with the device's secret.
    pub(crate) fn is_entry(&self) -> bool {
        self.is(&["create", "join", "quick-match"]) || self.is_taking()
    }

    /// Whether it takes a place that was handed over.
    pub(crate) fn is_taking(&self) -> bool {
        self.command["secret"].is_string() && self.is(&["attend"])
    }

    pub(crate) fn accepted(&self) -> impl Iterator<Item = &Value> {
        self.answers.iter().map(|(_, _, told)| told).filter(|told| told["answer"] == "accepted")
    }
}

/// Somebody with a device.
pub(crate) struct Person {
    pub(crate) name: &'static str,
    pub(crate) secret: String,
    lines: Vec<(u64, Line)>,
    pub(crate) sent: Vec<Sent>,
    /// What was sent on which line and is not answered yet.
    open: Vec<(u64, usize)>,
    /// The newest token of each table, and the one before.
    pub(crate) tokens: BTreeMap<String, Vec<String>>,
    /// Places that were handed over to this person: table and token.
    pub(crate) gifts: Vec<(String, String)>,
    /// What was said when this person listened.
    pub(crate) heard: Vec<String>,
    /// The last lines of chat of each table, as this person was told when last coming in.
    pub(crate) talks: BTreeMap<String, Vec<String>>,
    /// The newest sequence seen of each table.
    pub(crate) seqs: BTreeMap<String, Value>,
}

impl Person {
    pub(crate) fn new(name: &'static str) -> Self {
        let secret = format!("{name}-secret-").repeat(9).chars().take(40).collect();
        let (lines, sent, open, gifts) = Default::default();
        let (tokens, heard, talks, seqs) = Default::default();
        Self { name, secret, lines, sent, open, tokens, gifts, heard, talks, seqs }
    }

    pub(crate) fn connect(&mut self, inn: &mut Inn, serial: u64) {
        while self.lines.len() > 3 {
            self.lose(3);
        }
        self.lines.insert(0, (serial, inn.connect()));
    }

    /// Loses a line and what was under way on it; the newest, if there is no such one.
    pub(crate) fn lose(&mut self, which: u8) {
        if !self.lines.is_empty() {
            let place = usize::from(which) % self.lines.len();
            let (serial, _) = self.lines.remove(place);
            self.open.retain(|(line, _)| *line != serial);
        }
    }

    pub(crate) fn lose_all(&mut self) {
        self.lines.clear();
        self.open.clear();
    }

    /// Everything that was sent on lines that still stand and was not answered.
    pub(crate) fn open(&self) -> Vec<&Sent> {
        self.open.iter().map(|(_, sent)| &self.sent[*sent]).collect()
    }

    /// Asks for something new; on the newest line mostly.
    pub(crate) fn ask(&mut self, on: u8, command: Value) {
        let id = format!("{}{}", self.name, self.sent.len());
        self.ask_as(on, id, command, None);
    }

    pub(crate) fn ask_as(&mut self, on: u8, id: String, command: Value, twists: Option<usize>) {
        self.sent.push(Sent { id, command, twists, answers: Vec::new() });
        self.send(on, self.sent.len() - 1);
    }

    pub(crate) fn send(&mut self, on: u8, sent: usize) {
        let place = if on.is_multiple_of(4) { usize::from(on / 4) } else { 0 };
        let Some((serial, line)) = self.lines.get(place).or_else(|| self.lines.first()) else { return };
        let Sent { id, command, .. } = &self.sent[sent];
        let mut text = command.clone();
        text["id"] = json!(id);
        line.say(text.to_string());
        self.open.push((*serial, sent));
    }

    /// Takes in all that has come; tells which commands were answered.
    pub(crate) fn hear(&mut self, life: u32) -> Vec<usize> {
        let mut told = Vec::new();
        for (serial, line) in &mut self.lines {
            while let Some(text) = line.hear() {
                told.push((*serial, serde_json::from_str::<Value>(&text).unwrap()));
            }
        }
        let mut answered = Vec::new();
        for (serial, told) in told {
            match told["type"].as_str().unwrap() {
                "answer" => answered.push(self.answered(serial, life, told)),
                "chat" => self.heard.push(told["line"]["text"].as_str().unwrap().into()),
                "moment" => {
                    drop(self.seqs.insert(told["table"].as_str().unwrap().into(), told["seq"].clone()));
                }
                _ => {}
            }
        }
        answered
    }

    fn answered(&mut self, serial: u64, life: u32, told: Value) -> usize {
        let is_asked = |(line, sent): &(u64, usize)| *line == serial && told["id"] == self.sent[*sent].id;
        // Commands under one id come to one table, which answers them in their order.
        let place = self.open.iter().position(is_asked);
        let place = place.unwrap_or_else(|| panic!("{} was answered what nobody asked: {told}", self.name));
        let (_, sent) = self.open.remove(place);
        if told["outcome"] == "entered" {
            let table = told["table"].as_str().unwrap().to_owned();
            if let Some(seq) = told["snapshot"]["moment"]["seq"].as_u64() {
                self.seqs.insert(table.clone(), json!(seq));
            }
            let lines = told["snapshot"]["chat"].as_array().unwrap().iter();
            let talk = lines.map(|line| line["text"].as_str().unwrap().into()).collect();
            self.talks.insert(table.clone(), talk);
            let (tokens, token) = (self.tokens.entry(table).or_default(), told["token"].as_str().unwrap());
            // Told again, it is no newer.
            if !tokens.iter().any(|known| known == token) {
                tokens.push(token.into());
            }
        }
        self.sent[sent].answers.push((serial, life, told));
        sent
    }

    /// Every table where this person ever had a place.
    pub(crate) fn tables(&self) -> BTreeSet<String> {
        self.tokens.keys().cloned().collect()
    }
}
