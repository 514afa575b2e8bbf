//! A game written down: one line of JSON, enough to replay it without a generator.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    event::Event,
    game::{EventOf, Game},
    seat::{BadTable, Seating},
    standings::Standings,
};

/// The version of the format that this program writes.
pub const FORMAT: u32 = 1;

/// A game, complete or under way; `docs/record.md` describes it field by field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "games.ts", rename = "GameRecord"))]
pub struct Record {
    /// The version of this format.
    pub format: u32,
    /// The game's short name.
    #[cfg_attr(feature = "ts", ts(type = "GameId"))]
    pub game: String,
    /// All options of the table.
    #[cfg_attr(feature = "ts", ts(type = "SomeOptions"))]
    pub options: Value,
    /// Who sat where.
    pub seating: Seating,
    /// What happened, in order.
    #[cfg_attr(feature = "ts", ts(type = "Event[]"))]
    pub events: Vec<Value>,
    /// The result, or nothing while the game is under way.
    pub standings: Option<Standings>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadRecord {
    /// It is not a record at all.
    #[error("not a record: {0}")]
    Unreadable(String),
    /// It was written by a later program.
    #[error("format {0} is not known here; this program reads format {FORMAT}: use a newer one")]
    Format(u32),
    /// It is a record of another game.
    #[error("this is a record of `{found}`, not of `{wanted}`")]
    OtherGame {
        /// What it is a record of.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// The table it describes cannot be opened.
    #[error("the table cannot be opened: {0}")]
    Table(#[from] BadTable),
    /// An event cannot be read.
    #[error("event {number} cannot be read: {problem}")]
    Event {
        /// Its number, counted from 0.
        number: usize,
        /// Why.
        problem: String,
    },
    /// An event breaks a rule.
    #[error("event {number} is illegal: {code}: {problem}")]
    Illegal {
        /// Its number, counted from 0.
        number: usize,
        /// The foul's name.
        code: String,
        /// The foul in words.
        problem: String,
    },
    /// The result is not what the events lead to.
    #[error("the standings do not follow from the events: {0}")]
    Standings(String),
}

impl Record {
    /// A record of a table before its first event.
    pub fn begin<G: Game>(options: &G::Options, seating: &Seating) -> Record {
        Record {
            format: FORMAT,
            game: G::ABOUT.id.to_owned(),
            options: serde_json::to_value(options).expect("options have a JSON form"),
            seating: *seating,
            events: Vec::new(),
            standings: None,
        }
    }

    /// Writes one more event down.
    pub fn push<G: Game>(&mut self, event: &EventOf<G>) {
        self.events.push(serde_json::to_value(event).expect("events have a JSON form"));
    }

    /// Reads one line, refusing formats of later programs.
    pub fn from_line(line: &str) -> Result<Record, BadRecord> {
        let value: Value = serde_json::from_str(line).map_err(|e| BadRecord::Unreadable(e.to_string()))?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => return Err(BadRecord::Format(format.try_into().unwrap_or(u32::MAX))),
            None => return Err(BadRecord::Unreadable("the field `format` is missing".to_owned())),
        }
        serde_json::from_value(value).map_err(|e| BadRecord::Unreadable(e.to_string()))
    }

    /// The record as one line of JSON without its line end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has a JSON form")
    }

    /// Opens the table as it was before the first event.
    pub fn open<G: Game>(&self) -> Result<G, BadRecord> {
        if self.game != G::ABOUT.id {
            return Err(BadRecord::OtherGame { found: self.game.clone(), wanted: G::ABOUT.id });
        }
        let options =
            serde_json::from_value(self.options.clone()).map_err(|e| BadTable::Options(e.to_string()))?;
        Ok(G::open(&options, &self.seating)?)
    }

    /// Replays the game and checks every event and the standings; `see` is shown each state and the event that follows.
    pub fn replay<G: Game>(&self, mut see: impl FnMut(&G, &EventOf<G>)) -> Result<G, BadRecord> {
        let mut state = self.open::<G>()?;
        for (number, event) in self.events.iter().enumerate() {
            let event: EventOf<G> = serde_json::from_value(event.clone())
                .map_err(|e| BadRecord::Event { number, problem: e.to_string() })?;
            check_event(&state, &event).map_err(|foul| BadRecord::Illegal {
                number,
                problem: foul.to_string(),
                code: Into::<&str>::into(foul).to_owned(),
            })?;
            see(&state, &event);
            state.apply(&event);
        }
        if self.standings != state.standings() {
            let told = |standings: &Option<Standings>| match standings {
                Some(s) => format!("scores {:?} won by {:?}", s.scores, s.winners),
                None => "a game under way".to_owned(),
            };
            let problem = format!("recorded {}, played {}", told(&self.standings), told(&state.standings()));
            return Err(BadRecord::Standings(problem));
        }
        Ok(state)
    }
}

/// Whether an event may happen now, or the rule that forbids it.
pub fn check_event<G: Game>(state: &G, event: &EventOf<G>) -> Result<(), G::Foul> {
    match event {
        Event::Move { seat, mv } => state.check(*seat, mv),
        Event::Fate(fate) => state.check_fate(fate),
    }
}
