//! How everyone's chances went over an ended game: worked out once a table, told to all who ask, kept for the next.
//!
//! The work is done in small steps by the pool. It ends early when nobody who asked is still connected.

use crate::house::{House, lock};
use crate::protocol::{Answer, Chances, Message, Outcome, Refusal, RefusalCode};
use crate::room::{ConnectionId, Course, refuse};
use bots::registry::win_shares_of;
use journal::{Seq, TableId};
use shelf::AnyTable;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex};

/// The most moments of a game that are looked at, evenly chosen.
const MOMENTS: usize = 60;
/// How many more are looked at to find the very events that changed most.
const CLOSER: usize = 12;
/// How often the game is played on from each: the standard error is 2% at the most.
const GAMES: u32 = 600;
/// The most tables whose chances are kept.
const KEPT: usize = 512;
/// The most tables worked on at once.
const WORKING: usize = 32;

/// An ended game that is being looked at.
pub(crate) struct Work {
    table: TableId,
    course: Course,
    play: Box<dyn AnyTable>,
    applied: usize,
    /// The moments still to be looked at before the largest changes are looked at more closely.
    moments: VecDeque<usize>,
    /// How many moments are looked at in all.
    total: usize,
    found: BTreeMap<usize, Vec<f64>>,
}

impl Work {
    fn new(table: TableId, course: Course) -> Self {
        let (first, events) = (set_up(&course), course.events.len());
        let total = (events - first).min(MOMENTS + CLOSER);
        let play = course.opened.copy();
        let moments = moments(first, events).collect();
        Self { table, course, play, applied: 0, moments, total, found: BTreeMap::new() }
    }

    /// The table it is about.
    pub(crate) fn table(&self) -> TableId {
        self.table
    }

    /// Looks at the next moment.
    pub(crate) fn step(&mut self) -> Option<Chances> {
        let moment = self.moments.pop_front().or_else(|| closer(&self.found))?;
        if moment < self.applied {
            (self.play, self.applied) = (self.course.opened.copy(), 0);
        }
        for (_, event) in &self.course.events[self.applied..=moment] {
            self.play.play(event).ok()?;
        }
        self.applied = moment + 1;
        let seats =
            win_shares_of(self.play.about().id, &self.play.state(), GAMES, seed(self.table, moment as u64))?;
        let rounded: Vec<f64> = seats.into_iter().map(|chance| (chance * 1e4).round() / 1e4).collect();
        self.found.insert(moment, rounded.clone());
        Some(Chances { seq: self.course.events[moment].0, seats: rounded })
    }
}

/// How many events pass before the one after which a seat is asked for the first time.
fn set_up(course: &Course) -> usize {
    let mut play = course.opened.copy();
    let asks = |(_, event): &(Seq, Arc<str>)| play.play(event).is_err() || play.asked().is_some();
    course.events.iter().position(asks).unwrap_or(0)
}

/// The events after which to look: all of a short game, evenly chosen ones of a long game, the last always.
fn moments(first: usize, events: usize) -> impl Iterator<Item = usize> {
    let count = (events - first).min(MOMENTS);
    let last = events.saturating_sub(first + 1);
    (0..count).map(move |n| first + if last < MOMENTS { n } else { n * last / (MOMENTS - 1) })
}

/// The middle of the largest change of a seat's chance that has more than one event in it.
fn closer(found: &BTreeMap<usize, Vec<f64>>) -> Option<usize> {
    let change =
        |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let pairs = found.iter().zip(found.iter().skip(1)).filter(|((a, _), (b, _))| **b - **a > 1);
    let largest = pairs.max_by(|((_, a), (_, b)), ((_, c), (_, d))| change(a, b).total_cmp(&change(c, d)));
    largest.map(|((a, _), (b, _))| a.midpoint(*b))
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
            let work = Work::new(table, course);
            let total = work.total as u32;
            tables.known.insert(table, Known { total, chances: Vec::new(), askers: Vec::new() });
            self.pool.analyse(Box::new(work));
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
        assert_eq!(moments(0, 0).count(), 0);
        assert_eq!(moments(2, 5).collect::<Vec<_>>(), [2, 3, 4]);
        for (first, events) in [(0, 60), (5, 66), (40, 140), (3, 5000)] {
            let chosen: Vec<_> = moments(first, events).collect();
            assert_eq!((chosen.len(), chosen[0], chosen[59]), (60, first, events - 1));
            assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]), "{chosen:?}");
        }
    }

    #[test]
    fn the_event_that_changed_most_is_found() {
        // Something happens with event 37 and something less with event 12.
        let chances = |moment: usize| {
            let own = if moment >= 37 {
                0.9
            } else if moment >= 12 {
                0.4
            } else {
                0.2
            };
            vec![own, 1.0 - own]
        };
        let mut found: BTreeMap<_, _> = [0, 10, 20, 30, 40].map(|moment| (moment, chances(moment))).into();
        for _ in 0..8 {
            let moment = closer(&found).unwrap();
            assert!(found.insert(moment, chances(moment)).is_none(), "{moment} was known");
        }
        assert!([36, 37, 11, 12].iter().all(|moment| found.contains_key(moment)), "{found:?}");
        let whole: BTreeMap<_, _> = (0..5).map(|moment| (moment, chances(moment))).collect();
        assert_eq!(closer(&whole), None);
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_any_more_is_dropped() {
        let (players, world) =
            (std::sync::Arc::new(crate::ByChance), std::sync::Arc::new(crate::RealEnvironment));
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
