//! What is said at a table: the last lines, and by which commands, so that a line sent again is told once.
//!
//! It lies beside the table's log as one note and is kept before anybody is told of it, as facts are.

use super::facts::{By, PersonId};
use super::replies::Verdict;
use super::storing::Log;
use super::{Asked, Output, Room, answer, refuse, send};
use crate::protocol::{Answer, ChatLine, Message, Outcome, RefusalCode};
use journal::JournalError;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The most lines kept.
const LINES: usize = 50;
/// The most commands known again of a person.
const KNOWN: usize = 16;

/// What was said at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Noted")]
pub struct Talk {
    lines: VecDeque<ChatLine>,
    /// By which commands, for the last lines of everybody who is still here. Nobody is told.
    by: VecDeque<By>,
}

/// The forms of the note: older releases kept the lines alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Noted {
    Lines(VecDeque<ChatLine>),
    Talk { lines: VecDeque<ChatLine>, by: VecDeque<By> },
}

impl From<Noted> for Talk {
    fn from(noted: Noted) -> Self {
        match noted {
            Noted::Lines(lines) => Self { lines, by: VecDeque::new() },
            Noted::Talk { lines, by } => Self { lines, by },
        }
    }
}

impl Talk {
    /// The last lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = &ChatLine> {
        self.lines.iter()
    }

    /// Whether nobody has said anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What the command said by which a person said something.
    pub(super) fn said(&self, person: PersonId, command: &str) -> Option<u64> {
        let is_sought = |by: &&By| by.person == person && by.command == command;
        self.by.iter().find(is_sought).and_then(|by| by.digest)
    }

    /// The talk with one more line.
    fn with(&self, line: ChatLine, by: By, is_here: impl Fn(PersonId) -> bool) -> Self {
        let mut talk = self.clone();
        talk.lines.push_back(line);
        talk.lines.drain(..talk.lines.len().saturating_sub(LINES));
        let person = by.person;
        talk.by.push_front(by);
        let mut own = 0;
        talk.by.retain(|known| {
            own += usize::from(known.person == person);
            is_here(known.person) && (known.person != person || own <= KNOWN)
        });
        talk
    }
}

impl Room {
    /// Somebody says a line: it is kept, then told.
    pub(super) fn speak(&self, by: By, line: ChatLine) -> Verdict {
        let is_here = |person| self.state.people.get(&person).is_some_and(|person| !person.is_gone);
        Verdict::Note(Box::new(self.talk.with(line, by, is_here)))
    }

    /// Hands a talk out to be kept.
    pub(super) fn note(&mut self, talk: Box<Talk>, asked: Box<Asked>, out: &mut Vec<Output>) {
        debug_assert!(self.is_at_rest(), "one thing is kept at a time");
        out.push(Output::Note(talk.clone()));
        self.log = Log::Noting { talk, asked };
    }

    /// Takes in what the store answered to a talk.
    pub(super) fn noted(&mut self, now_ms: u64, kept: Result<(), JournalError>, out: &mut Vec<Output>) {
        let Log::Noting { talk, asked } = std::mem::take(&mut self.log) else { return };
        match kept {
            Ok(()) => {
                self.talk = *talk;
                answer(&asked, Answer::Accepted(Outcome::Done), out);
                if let Some(line) = self.talk.lines.back().cloned() {
                    let to = self.guests.keys().copied().collect();
                    send(to, &Message::Chat { table: self.state.id, line }, out);
                }
            }
            // Kept or not, nobody was told of it, and the next note takes its place.
            Err(error) => self.turn_down(&asked, refuse(RefusalCode::Busy, &error.told()), out),
        }
        self.serve_waiting(now_ms, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> ChatLine {
        ChatLine { at_ms: 7, name: "Hazel".into(), seat: None, text: text.into() }
    }

    fn by(person: PersonId, command: usize) -> By {
        By { person, command: command.to_string(), digest: Some(u64::MAX - command as u64) }
    }

    #[test]
    fn notes_of_older_releases_open() {
        let old = r#"[{"at_ms":7,"name":"Hazel","seat":null,"text":"hello"}]"#;
        let talk: Talk = serde_json::from_str(old).unwrap();
        assert_eq!(talk, Talk { lines: [line("hello")].into(), by: VecDeque::new() });
        let talk = talk.with(line("again"), by(3, 1), |_| true);
        let again: Talk = serde_json::from_str(&serde_json::to_string(&talk).unwrap()).unwrap();
        assert_eq!(again, talk);
        assert_eq!(again.said(3, "1"), Some(u64::MAX - 1));
    }

    #[test]
    fn everybodys_last_lines_are_known_again_and_nothing_grows_for_ever() {
        let mut talk = Talk::default();
        for number in 0..200 {
            talk = talk.with(line("hello"), by(1, number), |_| true);
        }
        for number in 0..5 * LINES {
            talk = talk.with(line("chatter"), by(2, number), |_| true);
        }
        assert_eq!((talk.lines.len(), talk.by.len()), (LINES, 2 * KNOWN));
        let known =
            |talk: &Talk, person| (0..500).filter(|id| talk.said(person, &id.to_string()).is_some()).count();
        assert_eq!((known(&talk, 1), talk.said(1, "199")), (KNOWN, Some(u64::MAX - 199)), "others talk on");
        let talk = talk.with(line("alone"), by(2, 400), |person| person == 2);
        assert_eq!((known(&talk, 1), known(&talk, 2)), (0, KNOWN), "who is gone says nothing again");
    }
}
