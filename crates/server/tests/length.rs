//! A table has a length that no honest game reaches: it is closed then, with words of its own.

#![allow(clippy::unwrap_used)]

mod seated;

use journal::{Append, TableId};
use seated::{TABLE, facts, started};
use serde_json::{Value, json};
use server::fairness::Bits;
use server::protocol::{ClockSettings, Request};
use server::room::facts::What;
use server::room::{Asked, Input, LENGTH, Output, Pace, Room};
use table::Seat;

const WATCHER: u64 = 1;

/// A table of two whose people have called bots in and sent them away again, until so much has happened there.
fn long(length: u64) -> Room {
    let mut whats = started("nabbit", 2, ClockSettings::default(), Bits([7; 32]));
    let seat = Seat::new(0).unwrap();
    let idle = What::StandIn { seat, bot: None, is_imposed: false };
    let more = length as usize - whats.len();
    whats.extend(std::iter::repeat_n(idle, more));
    Room::new(TABLE, &facts(whats, 1000), 1000, [1; 32], Pace::HUMAN).unwrap()
}

/// Feeds a room; returns what it wants stored and what it tells, in order.
fn feed(room: &mut Room, input: Input) -> (Vec<Append>, Vec<Value>) {
    let (mut out, mut appends, mut told) = (Vec::new(), Vec::new(), Vec::new());
    room.take(2000, input, &mut out);
    for output in out {
        match output {
            Output::Append(append) => appends.push(append),
            Output::Send { text, .. } => told.push(serde_json::from_str(&text).unwrap()),
            _ => {}
        }
    }
    (appends, told)
}

fn attend(table: TableId) -> Input {
    let text = json!({"id": "1", "type": "attend", "table": table}).to_string();
    let Request { id, command } = Request::from_text(&text).unwrap();
    Input::Ask(Box::new(Asked::new(WATCHER, id, command, None)))
}

#[test]
fn a_table_where_more_happened_than_in_any_game_is_closed_and_says_so() {
    let mut room = long(LENGTH - 1);
    let (appends, told) = feed(&mut room, attend(TABLE));
    assert!(told.iter().any(|told| told["outcome"] == "attending"), "{told:?}");
    assert!(appends.iter().all(|append| !append.close), "there is room for one more");
    let mut room = long(LENGTH);
    let (appends, _) = feed(&mut room, attend(TABLE));
    let [append] = &appends[..] else { panic!("one append, not {}", appends.len()) };
    assert!(append.close && append.entries.len() == 1);
    let head = journal::Head { table: TABLE, seq: LENGTH + 1, hash: journal::Hash([0; 32]), is_closed: true };
    let (appends, told) = feed(&mut room, Input::Stored(Ok(head)));
    assert!(appends.is_empty() && room.state().is_closed);
    assert!(told.iter().any(|told| told["type"] == "displaced" && told["why"] == "too-long"), "{told:?}");
    assert!(room.past().is_none(), "nobody has won, and nothing is shown that was hidden");
}
