//! The live list of open tables, and who looks at it.

use crate::house::{House, lock};
use crate::room::ConnectionId;
use crate::wire::{LobbySeat, LobbyTable, Message, Phase};
use journal::TableId;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

/// The most tables told at once.
const LISTED: usize = 200;

/// The live list of open tables.
#[derive(Default)]
pub(crate) struct Lobby(Mutex<List>);

#[derive(Default)]
struct List {
    tables: HashMap<TableId, LobbyTable>,
    watchers: HashSet<ConnectionId>,
}

impl Lobby {
    /// Begins to tell a connection of the list, and returns it as it is.
    pub(crate) fn enter(&self, connection: ConnectionId) -> Vec<LobbyTable> {
        lock(&self.0).watchers.insert(connection);
        self.tables()
    }

    /// No longer tells a connection of the list.
    pub(crate) fn leave(&self, connection: ConnectionId) {
        lock(&self.0).watchers.remove(&connection);
    }

    /// The open tables, the newest first.
    pub(crate) fn tables(&self) -> Vec<LobbyTable> {
        let mut tables: Vec<_> = lock(&self.0).tables.values().cloned().collect();
        tables.sort_by_key(|table| (std::cmp::Reverse(table.opened_at_ms), table.table));
        tables.truncate(LISTED);
        tables
    }

    /// A table of a game that waits for one more person.
    pub(crate) fn waiting(&self, game: &str) -> Option<TableId> {
        let list = lock(&self.0);
        let is_fitting = |table: &&LobbyTable| {
            table.game == game
                && table.phase == Phase::Waiting
                && table.seats.contains(&LobbySeat::Free)
                && table.seats.iter().any(|seat| matches!(seat, LobbySeat::Person { .. }))
        };
        list.tables
            .values()
            .filter(is_fitting)
            .min_by_key(|table| (table.opened_at_ms, table.table))
            .map(|t| t.table)
    }

    /// Takes over how a table is listed now, and tells those who look.
    pub(crate) fn update(&self, house: &House, table: TableId, listed: Option<LobbyTable>) {
        let (to, message) = {
            let mut list = lock(&self.0);
            let message = match listed {
                Some(listed) if list.tables.get(&table) == Some(&listed) => return,
                Some(listed) => {
                    list.tables.insert(table, listed.clone());
                    Message::LobbyTable(listed)
                }
                None if list.tables.remove(&table).is_some() => Message::LobbyGone { table },
                None => return,
            };
            (list.watchers.iter().copied().collect::<Vec<_>>(), message)
        };
        if !to.is_empty() {
            house.send(&to, serde_json::to_string(&message).expect("messages have a JSON form"));
        }
    }
}
