//! Who wants to hear of which table's appends on this node.

use crate::{Head, TableId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Is called with the new end of a watched table.
pub type Tell = Arc<dyn Fn(Head) + Send + Sync>;

/// A watch on a table: dropping it ends it.
#[must_use = "a dropped watch tells nothing"]
pub struct Watch {
    table: TableId,
    number: u64,
    watchers: Watchers,
}

/// The watches of one journal.
#[derive(Clone, Default)]
pub(crate) struct Watchers(Arc<Mutex<List>>);

#[derive(Default)]
struct List {
    next: u64,
    by_table: HashMap<TableId, Vec<(u64, Tell)>>,
}

impl Watchers {
    fn list(&self) -> MutexGuard<'_, List> {
        // No code of others runs under the lock, so a poisoned list is still whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, table: TableId, tell: Tell) -> Watch {
        let mut list = self.list();
        let number = list.next;
        list.next += 1;
        list.by_table.entry(table).or_default().push((number, tell));
        Watch { table, number, watchers: self.clone() }
    }

    pub(crate) fn tell(&self, head: Head) {
        let tells = match self.list().by_table.get(&head.table) {
            Some(tells) => tells.clone(),
            None => return,
        };
        for (_, tell) in tells {
            tell(head);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut list = self.watchers.list();
        if let Some(tells) = list.by_table.get_mut(&self.table) {
            tells.retain(|(number, _)| *number != self.number);
            if tells.is_empty() {
                list.by_table.remove(&self.table);
            }
        }
    }
}
