//! An ended table looked back on: its record, and its replay as one viewer saw it.

use super::Room;
use super::broadcast::{fairness, play_again, turn};
use super::people::Chair;
use super::state::Line;
use crate::protocol::{
    BotLevel, Fairness, Happened, Json, RecordInfo, Replay, ReplayStep, TableInfo, TurnInfo, changes,
};
use journal::Seq;
use serde_json::Value;
use shelf::AnyTable;
use std::sync::Arc;
use table::{FORMAT, Record, Seat, Seating, Standings, Viewer};

impl Room {
    /// An ended game with all that is needed to look back on it; none while it goes on.
    pub fn past(&self) -> Option<Past> {
        let state = &self.state;
        let Course { opened, events } = self.course()?;
        Some(Past {
            info: self.info(),
            names: Seat::all(state.chairs.len()).map(|seat| self.name(seat)).collect(),
            seating: Seating::new(&state.seniority).ok()?,
            options: state.options.value(),
            fairness: fairness(state),
            standings: state.play.as_ref().and_then(|play| play.standings()),
            opened,
            lines: state.lines.clone(),
            events,
        })
    }

    /// An ended game to be looked at from the outside; none while it goes on.
    pub fn course(&self) -> Option<Course> {
        let state = &self.state;
        let opened = state.opened().filter(|_| state.has_ended())?;
        Some(Course { opened, events: state.kept() })
    }

    fn name(&self, seat: Seat) -> String {
        match self.state.chairs[seat.index()] {
            Chair::Person(id) => {
                self.state.people.get(&id).map_or(String::new(), |person| person.name.clone())
            }
            Chair::Bot(BotLevel::Easy) => "Bot (easy)".into(),
            Chair::Bot(BotLevel::Medium) => "Bot (medium)".into(),
            Chair::Bot(BotLevel::Hard) => "Bot (hard)".into(),
            Chair::Free => String::new(),
        }
    }
}

/// An ended game: its opened table, and what happened there with the sequence of each event.
pub struct Course {
    /// The table before anything happened.
    pub opened: Box<dyn AnyTable>,
    /// The events that were not taken back.
    pub events: Vec<(Seq, Arc<str>)>,
}

/// An ended game apart from its room, so that looking back on it keeps nobody waiting there.
pub struct Past {
    info: TableInfo,
    names: Vec<String>,
    seating: Seating,
    options: Value,
    fairness: Fairness,
    standings: Option<Standings>,
    opened: Box<dyn AnyTable>,
    lines: Vec<Line>,
    events: Vec<(Seq, Arc<str>)>,
}

impl Past {
    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.names.len()
    }

    /// The record of the game, with everything that was hidden.
    pub fn record(&self) -> RecordInfo {
        let json =
            |(_, event): &(_, Arc<str>)| serde_json::from_str(event).expect("events are stored as JSON");
        let record = Record {
            format: FORMAT,
            game: self.info.game.clone(),
            options: self.options.clone(),
            seating: self.seating,
            events: self.events.iter().map(json).collect(),
            standings: self.standings,
        };
        RecordInfo {
            table: self.info.table,
            names: self.names.clone(),
            record: Json::from_text(record.to_line()),
            fairness: self.fairness.clone(),
        }
    }

    /// The game step by step as a seat saw it, or a spectator.
    pub fn replay(&self, seat: Option<Seat>) -> Replay {
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let mut steps = Steps::default();
        steps.add(&*self.opened, viewer, None);
        play_again(self.opened.copy(), &self.lines, |_, tell, play| {
            steps.add(play, viewer, Some(tell(viewer)));
        });
        Replay { info: self.info.clone(), seat, steps: steps.told }
    }
}

/// The moments so far, and what the last of them looked like.
#[derive(Default)]
struct Steps {
    told: Vec<ReplayStep>,
    view: Value,
    turn: Option<TurnInfo>,
}

impl Steps {
    fn add(&mut self, play: &dyn AnyTable, viewer: Viewer, event: Option<Happened>) {
        let view = play.view(viewer);
        let seen: Value = serde_json::from_str(view.get()).expect("a view is JSON");
        let is_first = self.told.is_empty();
        let turn = Some(turn(play)).filter(|turn| self.turn.as_ref() != Some(turn));
        self.told.push(ReplayStep {
            seq: event.as_ref().map_or(0, |event| event.seq),
            events: event.into_iter().collect(),
            changes: if is_first { Vec::new() } else { changes(&self.view, &seen) },
            view: is_first.then(|| Json::from(view)),
            turn: turn.clone(),
            standings: play.standings(),
        });
        self.view = seen;
        self.turn = turn.or(self.turn.take());
    }
}
