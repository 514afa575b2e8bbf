//! The live list of open tables, and who looks at it.
//!
//! The list is kept in the order it is told in: the tables where somebody can still sit down, then the others, each
//! the newest first. So telling the first of them costs the same however many there are.

use crate::house::packed::Packed;
use crate::house::{House, lock};
use crate::protocol::{LobbySeat, LobbyTable, Message, Phase};
use crate::room::ConnectionId;
use journal::TableId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;

/// The most tables told at once.
const LISTED: usize = 200;
/// How long the page of the list is told as it is though something has changed.
const PAGE_MS: u64 = 250;

/// The live list of open tables.
#[derive(Default)]
pub(crate) struct Lobby {
    list: Mutex<List>,
    page: Mutex<Option<Page>>,
}

/// Where a table stands in the list: whether all its seats are taken, when it was opened, and which it is.
type Place = (bool, Reverse<u64>, TableId);

#[derive(Default)]
struct List {
    places: HashMap<TableId, Place>,
    tables: BTreeMap<Place, LobbyTable>,
    watchers: HashSet<ConnectionId>,
    /// How often it has changed.
    changes: u64,
}

/// The list as one packed text.
struct Page {
    changes: u64,
    made_ms: u64,
    text: Packed,
}

impl List {
    fn first(&self) -> Vec<LobbyTable> {
        self.tables.values().take(LISTED).cloned().collect()
    }

    fn remove(&mut self, table: TableId) -> bool {
        self.places.remove(&table).is_some_and(|place| self.tables.remove(&place).is_some())
    }

    fn insert(&mut self, listed: LobbyTable) {
        let has_room = listed.phase == Phase::Waiting && listed.seats.contains(&LobbySeat::Free);
        let place = (!has_room, Reverse(listed.opened_at_ms), listed.table);
        self.remove(listed.table);
        self.places.insert(listed.table, place);
        self.tables.insert(place, listed);
    }

    fn get(&self, table: TableId) -> Option<&LobbyTable> {
        self.tables.get(self.places.get(&table)?)
    }
}

impl Lobby {
    /// Tells a connection the list as it is, and from now on what changes in it.
    pub(crate) fn enter(&self, house: &House, connection: ConnectionId) {
        let mut list = lock(&self.list);
        list.watchers.insert(connection);
        // Told under the lock, so that no change is told before it.
        house.tell(connection, &Message::Lobby { tables: list.first() });
    }

    /// No longer tells a connection of the list.
    pub(crate) fn leave(&self, connection: ConnectionId) {
        lock(&self.list).watchers.remove(&connection);
    }

    /// The list as a page: made anew when something has changed, but only so often.
    pub(crate) fn page(&self, now_ms: u64) -> Packed {
        let mut page = lock(&self.page);
        let is_fresh =
            |made: &Page, changes: u64| made.changes == changes || now_ms.abs_diff(made.made_ms) < PAGE_MS;
        let (changes, tables) = {
            let list = lock(&self.list);
            match &*page {
                Some(made) if is_fresh(made, list.changes) => return made.text.clone(),
                _ => (list.changes, list.first()),
            }
        };
        let text = Packed::json(&tables);
        *page = Some(Page { changes, made_ms: now_ms, text: text.clone() });
        text
    }

    /// A table of a game that waits for one more person.
    pub(crate) fn waiting(&self, game: &str) -> Option<TableId> {
        let list = lock(&self.list);
        let is_fitting = |table: &&LobbyTable| {
            table.game == game && table.seats.iter().any(|seat| matches!(seat, LobbySeat::Person { .. }))
        };
        let with_room = list.tables.iter().take_while(|((is_full, ..), _)| !is_full).map(|(_, table)| table);
        with_room.filter(is_fitting).min_by_key(|table| (table.opened_at_ms, table.table)).map(|t| t.table)
    }

    /// Takes over how a table is listed now, and tells those who look.
    pub(crate) fn update(&self, house: &House, table: TableId, listed: Option<LobbyTable>) {
        let (to, message) = {
            let mut list = lock(&self.list);
            let message = match listed {
                Some(listed) if list.get(table) == Some(&listed) => return,
                Some(listed) => {
                    list.insert(listed.clone());
                    Message::LobbyTable(listed)
                }
                None if list.remove(table) => Message::LobbyGone { table },
                None => return,
            };
            list.changes += 1;
            (list.watchers.iter().copied().collect::<Vec<_>>(), message)
        };
        if !to.is_empty() {
            house.send(&to, serde_json::to_string(&message).expect("messages have a JSON form"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ClockSettings, Json};

    fn table(number: u8, opened_at_ms: u64, seats: Vec<LobbySeat>) -> LobbyTable {
        LobbyTable {
            table: TableId::from_bytes([number; 16]),
            game: "nabbit".into(),
            phase: Phase::Waiting,
            seats,
            options: Json::null(),
            clocks: ClockSettings::default(),
            spectators: 0,
            opened_at_ms,
        }
    }

    fn person() -> LobbySeat {
        LobbySeat::Person { name: "Hazel".into() }
    }

    #[test]
    fn tables_with_room_come_first_and_the_newest_of_them_before_all() {
        let mut list = List::default();
        list.insert(table(1, 10, vec![person(), LobbySeat::Free]));
        list.insert(table(2, 30, vec![person(), person()]));
        list.insert(table(3, 20, vec![person(), LobbySeat::Free]));
        let order = |list: &List| list.first().iter().map(|t| t.opened_at_ms).collect::<Vec<_>>();
        assert_eq!(order(&list), [20, 10, 30]);
        list.insert(table(3, 20, vec![person(), person()]));
        assert_eq!(order(&list), [10, 30, 20], "the last seat was taken");
        assert!(list.remove(TableId::from_bytes([2; 16])) && !list.remove(TableId::from_bytes([2; 16])));
        assert_eq!(order(&list), [10, 20]);
    }

    #[test]
    fn the_page_is_made_once_for_all_who_ask_and_anew_only_so_often() {
        let lobby = Lobby::default();
        let tables = |now_ms: u64| {
            let text = lobby.page(now_ms).pieces(false).map(Result::unwrap).collect::<Vec<_>>().concat();
            serde_json::from_slice::<Vec<LobbyTable>>(&text).unwrap().len()
        };
        let change = |number| {
            let mut list = lock(&lobby.list);
            list.insert(table(number, 1, Vec::new()));
            list.changes += 1;
        };
        assert_eq!(tables(1000), 0);
        change(1);
        assert_eq!(tables(1000 + PAGE_MS - 1), 0, "it was made a moment ago");
        assert_eq!(tables(1000 + PAGE_MS), 1);
        let made = |lobby: &Lobby| lock(&lobby.page).as_ref().unwrap().made_ms;
        assert_eq!(tables(9000), 1);
        assert_eq!(made(&lobby), 1000 + PAGE_MS, "nothing has changed since");
    }
}
