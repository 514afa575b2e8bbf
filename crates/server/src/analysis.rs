//! How everyone's chances went over an ended game: worked out once a table, told to all who ask, kept for the next.
//!
//! The work is done in small steps by the pool. It ends early when nobody who asked is still connected.

use crate::house::{House, lock};
use crate::room::{ConnectionId, refuse};
use crate::wire::{Answer, Chances, Message, Outcome, Refusal, RefusalCode};
use bots::chances::any_chances;
use journal::{Seq, TableId};
use shelf::AnyTable;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// The most moments of a game that are looked at.
const MOMENTS: usize = 60;
/// How often the game is played on from each: the standard error is 2% at the most.
const GAMES: u32 = 600;
/// The most tables whose chances are kept.
const KEPT: usize = 512;
/// The most tables worked on at once.
const WORKING: usize = 32;

/// An ended game: its opened table, and what happened there with the sequence of each event.
pub struct Course {
    /// The table before anything happened.
    pub opened: Box<dyn AnyTable>,
    /// The events that were not taken back.
    pub events: Vec<(Seq, Arc<str>)>,
}

/// An ended game that is being looked at.
pub(crate) struct Work {
    table: TableId,
    play: Box<dyn AnyTable>,
    events: Vec<(Seq, Arc<str>)>,
    applied: usize,
    moments: VecDeque<usize>,
}

impl Work {
    fn new(table: TableId, Course { opened, events }: Course) -> Self {
        let moments = moments(events.len()).collect();
        Self { table, play: opened, events, applied: 0, moments }
    }

    /// The table it is about.
    pub(crate) fn table(&self) -> TableId {
        self.table
    }

    /// Looks at the next moment.
    pub(crate) fn step(&mut self) -> Option<Chances> {
        let moment = self.moments.pop_front()?;
        for (_, event) in &self.events[self.applied..=moment] {
            self.play.apply(event).ok()?;
        }
        self.applied = moment + 1;
        let seats =
            any_chances(self.play.about().id, &self.play.state(), GAMES, seed(self.table, moment as u64))?;
        let rounded = seats.into_iter().map(|chance| (chance * 1e4).round() / 1e4).collect();
        Some(Chances { seq: self.events[moment].0, seats: rounded })
    }
}

/// The events after which to look: all of a short game, evenly chosen ones of a long game, the last always.
fn moments(events: usize) -> impl Iterator<Item = usize> {
    let count = events.min(MOMENTS);
    (0..count).map(move |n| if events <= MOMENTS { n } else { n * (events - 1) / (MOMENTS - 1) })
}

/// The same for the same moment, so that working it out again finds the same.
fn seed(table: TableId, moment: u64) -> u64 {
    let half = table.as_bytes().first_chunk().expect("an id has 16 bytes");
    u64::from_le_bytes(*half) ^ moment.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What is known of one table.
struct Known {
    total: u32,
    chances: Vec<Chances>,
    askers: Vec<ConnectionId>,
}

impl Known {
    fn message(&self, table: TableId, since: usize) -> Message {
        let chances = self.chances[since..].to_vec();
        Message::Analysis { table, done: self.chances.len() as u32, total: self.total, chances }
    }
}

/// All analyses, finished or under way.
#[derive(Default)]
pub(crate) struct Analyses(Mutex<Tables>);

#[derive(Default)]
struct Tables {
    known: HashMap<TableId, Known>,
    /// The finished ones, the oldest first.
    finished: VecDeque<TableId>,
}

impl House {
    /// Whether another table's chances can be worked out now.
    pub(crate) fn may_analyse(&self) -> Result<(), Refusal> {
        let tables = lock(&self.analyses.0);
        if tables.known.len() - tables.finished.len() < WORKING {
            return Ok(());
        }
        Err(refuse(RefusalCode::Busy, "many games are being looked at: try again in a minute"))
    }

    /// Answers a connection with what is known of a table, and tells it the rest as it is found.
    ///
    /// Where nobody has asked before, `course` is the game to look at; without it nothing is answered.
    pub(crate) fn analyse(&self, to: ConnectionId, id: &str, table: TableId, course: Option<Course>) -> bool {
        let mut tables = lock(&self.analyses.0);
        if let Some(course) = course
            && !tables.known.contains_key(&table)
        {
            let total = moments(course.events.len()).count() as u32;
            tables.known.insert(table, Known { total, chances: Vec::new(), askers: Vec::new() });
            self.pool.analyse(Work::new(table, course));
        }
        let Some(known) = tables.known.get_mut(&table) else { return false };
        if known.chances.len() < known.total as usize && !known.askers.contains(&to) {
            known.askers.push(to);
        }
        // Told under the lock, so that nobody hears of a later moment first.
        self.tell(to, &Message::Answer { id: id.into(), answer: Answer::Accepted(Outcome::Done) });
        self.tell(to, &known.message(table, 0));
        true
    }

    /// Takes over what was found of a table; tells whether there is more to do and somebody who wants it.
    pub(crate) fn analysed(&self, table: TableId, found: Option<Chances>) -> bool {
        let mut tables = lock(&self.analyses.0);
        let Tables { known: all, finished } = &mut *tables;
        let Some(known) = all.get_mut(&table) else { return false };
        known.askers.retain(|asker| self.is_connected(*asker));
        let Some(found) = found.filter(|_| !known.askers.is_empty()) else {
            all.remove(&table);
            return false;
        };
        known.chances.push(found);
        let message = known.message(table, known.chances.len() - 1);
        self.send(&known.askers, serde_json::to_string(&message).expect("messages have a JSON form"));
        if known.chances.len() < known.total as usize {
            return true;
        }
        known.askers = Vec::new();
        finished.push_back(table);
        if finished.len() > KEPT
            && let Some(oldest) = finished.pop_front()
        {
            all.remove(&oldest);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_game_is_looked_at_whole_and_a_long_one_evenly_to_its_end() {
        assert_eq!(moments(0).count(), 0);
        assert_eq!(moments(3).collect::<Vec<_>>(), [0, 1, 2]);
        for events in [60, 61, 100, 5000] {
            let chosen: Vec<_> = moments(events).collect();
            assert_eq!((chosen.len(), chosen[0], chosen[59]), (60, 0, events - 1));
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
        }
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_any_more_is_dropped() {
        let (players, world) = (std::sync::Arc::new(crate::ByChance), std::sync::Arc::new(crate::RealWorld));
        let journal = std::sync::Arc::new(journal::Memory::new());
        let house = House::open(journal, players, world, crate::room::Pace::AT_ONCE).await.unwrap();
        let (outbox, _parcels) = crate::Outbox::new();
        let asker = house.connect(std::sync::Arc::new(outbox));
        let table = TableId::from_bytes([1; 16]);
        let known = Known { total: 3, chances: Vec::new(), askers: vec![asker] };
        lock(&house.analyses.0).known.insert(table, known);
        let found = |seq| Some(Chances { seq, seats: vec![0.5, 0.5] });
        assert!(house.analysed(table, found(1)), "somebody waits for the rest");
        house.disconnect(asker, []);
        assert!(!house.analysed(table, found(2)));
        assert!(!house.analyse(asker, "1", table, None), "nothing half done is kept");
    }
}
