//! An ended table looked back on: its record, and its replay as one viewer saw it.

use super::Room;
use super::state::Chair;
use super::tell::{fairness, happened, replay, turn};
use crate::analysis::Course;
use crate::wire::{BotLevel, Clocks, Json, Moment, Moves, RecordInfo, Replay};
use shelf::AnyTable;
use std::sync::Arc;
use table::{FORMAT, Record, Seat, Seating, Viewer};

impl Room {
    /// The record of the game, with everything that was hidden.
    pub fn record(&self) -> RecordInfo {
        let state = &self.state;
        let json =
            |(_, event): (_, Arc<str>)| serde_json::from_str(&event).expect("events are stored as JSON");
        let events = state.kept().into_iter().map(json).collect();
        let record = Record {
            format: FORMAT,
            game: state.game.clone(),
            options: state.options.clone(),
            seating: Seating::new(&state.seniority).expect("a game that started has its seats"),
            events,
            standings: state.play.as_ref().and_then(|play| play.standings()),
        };
        RecordInfo {
            table: state.id,
            names: Seat::all(state.chairs.len()).map(|seat| self.name(seat)).collect(),
            record: Json::from_text(record.to_line()),
            fairness: fairness(state),
        }
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

    /// The game step by step as a seat saw it, or a spectator.
    pub fn replay(&self, seat: Option<Seat>) -> Replay {
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        let mut steps: Vec<Moment> = Vec::new();
        let mut pending = Vec::new();
        replay(&self.state, |play, line| {
            steps.push(self.step(play, viewer, std::mem::take(&mut pending)));
            pending.push(happened(play, line, viewer));
        });
        if let Some(play) = &self.state.play {
            steps.push(self.step(&**play, viewer, pending));
        }
        Replay { info: self.info(), seat, steps }
    }

    fn step(&self, play: &dyn AnyTable, viewer: Viewer, events: Vec<crate::wire::Happened>) -> Moment {
        let now_ms = events.last().map_or(self.state.opened_at_ms, |event| event.at_ms);
        Moment {
            table: self.state.id,
            seq: events.last().map_or(0, |event| event.seq),
            events,
            is_gapless: true,
            view: Json::from_text(play.view(viewer)),
            turn: turn(play),
            moves: Moves::default(),
            may_take_back: false,
            clocks: Clocks { now_ms, ..Clocks::default() },
            standings: play.standings(),
        }
    }
}
