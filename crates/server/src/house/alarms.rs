//! When tables want to be woken: one alarm a table, however often it asks.

use journal::TableId;
use std::collections::{BTreeSet, HashMap};

/// When each table is to be woken: at the first time it asked for, and then it asks again.
#[derive(Default)]
pub(crate) struct Alarms {
    by_time: BTreeSet<(u64, TableId)>,
    by_table: HashMap<TableId, u64>,
}

impl Alarms {
    /// Sets a table's alarm, unless an earlier one is set; tells whether it is the first of all.
    pub(crate) fn set(&mut self, at_ms: u64, table: TableId) -> bool {
        if self.by_table.get(&table).is_some_and(|set_ms| *set_ms <= at_ms) {
            return false;
        }
        if let Some(later_ms) = self.by_table.insert(table, at_ms) {
            self.by_time.remove(&(later_ms, table));
        }
        self.by_time.insert((at_ms, table));
        self.by_time.first() == Some(&(at_ms, table))
    }

    /// The next table that is to be woken by now.
    pub(crate) fn due(&mut self, now_ms: u64) -> Option<TableId> {
        self.by_time.first().filter(|(at_ms, _)| *at_ms <= now_ms)?;
        let (_, table) = self.by_time.pop_first()?;
        self.by_table.remove(&table);
        Some(table)
    }

    /// When the next table is to be woken.
    pub(crate) fn next_ms(&self) -> Option<u64> {
        self.by_time.first().map(|(at_ms, _)| *at_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_one_alarm_and_it_is_the_first() {
        let mut alarms = Alarms::default();
        let [one, two] = [1, 2].map(|n| TableId::from_bytes([n; 16]));
        let firsts =
            [(50, one), (40, two), (30, one), (60, one), (30, one)].map(|(ms, of)| alarms.set(ms, of));
        assert_eq!(firsts, [true, true, true, false, false]);
        // As many as strangers send commands to a table that is asked for its deadline each time.
        assert!((0..100_000).all(|ms| !alarms.set(1000 + ms, two)));
        assert_eq!((alarms.by_time.len(), alarms.by_table.len()), (2, 2));
        assert_eq!((alarms.due(29), alarms.due(30), alarms.due(30)), (None, Some(one), None));
        assert_eq!((alarms.next_ms(), alarms.due(99), alarms.due(99)), (Some(40), Some(two), None));
        assert!(alarms.set(70, one), "it may ask again");
    }
}
