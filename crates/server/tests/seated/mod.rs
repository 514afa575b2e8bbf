//! The log of a table at which everybody sits, with tokens the test knows.

#![allow(dead_code, reason = "every test file takes what it needs of this")]

use journal::TableId;
use serde_json::json;
use server::fairness::Bits;
use server::protocol::{ClockSettings, Json, Visibility};
use server::room::facts::{Fact, Opened, What};
use sha2::{Digest as _, Sha256};
use table::Seat;

pub(crate) const TABLE: TableId = TableId::from_bytes([3; 16]);

/// The token of a seat's person, who has the seat's number.
pub(crate) fn token(seat: Seat) -> String {
    format!("token-of-{seat}")
}

/// How a table was opened, everybody sat down, and the game was started.
pub(crate) fn started(game: &str, seats: usize, clocks: ClockSettings, secret: Bits) -> Vec<What> {
    let opened = Opened {
        game: game.into(),
        seats: seats as u8,
        options: Json::from(&json!({})),
        visibility: Visibility::Open,
        clocks,
        manners: Default::default(),
        code: "K7WQ2M".into(),
        secret,
        limit: None,
        evening: Vec::new(),
        sent_away: Vec::new(),
    };
    let mut whats = vec![What::Opened(Box::new(opened))];
    for (person, seat) in Seat::all(seats).enumerate() {
        let mut digest = Sha256::new();
        digest.update("stackhouse token 1");
        digest.update(token(seat));
        let token = Bits(digest.finalize().into());
        let (person, name) = (person as u32, format!("Guest {person}"));
        let (seed, secret, lead, look, member) = Default::default();
        whats.push(What::Entered { person, name, seat: Some(seat), token, seed, secret, lead, look, member });
    }
    whats.push(What::Started);
    whats
}

/// Facts of that time that answer nobody.
pub(crate) fn facts(whats: Vec<What>, at_ms: u64) -> Vec<Fact> {
    whats.into_iter().map(|what| Fact { at_ms, by: None, what }).collect()
}
