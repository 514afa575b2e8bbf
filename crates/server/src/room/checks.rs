//! What a table may be set up with: checked when it is opened and whenever the host changes it.

use super::refuse;
use crate::fairness::{BadBits, Bits};
use crate::identity::names::{clean_name, is_seen};
use crate::protocol::{ClockSettings, Json, Look, Refusal, RefusalCode};
use serde_json::Value;
use table::{About, BadTable, Seating};

/// The game of that short name.
pub fn known(game: &str) -> Result<&'static About, Refusal> {
    let unknown = |_| refuse(RefusalCode::UnknownGame, "there is no such game: /api/games lists them");
    shelf::about(game).map_err(unknown)
}

/// Checks a game, its options and its number of seats, and returns the options with their defaults filled in.
pub fn check_table(game: &str, options: &Value, seats: u8) -> Result<Json, Refusal> {
    let about = known(game)?;
    let (fewest, most) = about.players;
    if !(fewest..=most).contains(&usize::from(seats)) {
        let text = format!("{} is played by {fewest} to {most}", about.title);
        return Err(refuse(RefusalCode::BadTable, &text));
    }
    let seating = Seating::ascending(usize::from(seats)).map_err(no_table)?;
    shelf::open(game, options, &seating).map_err(no_table)?;
    if !are_seen(options) {
        let text = "write names and stories as plain text, without characters that cannot be seen";
        return Err(refuse(RefusalCode::BadTable, text));
    }
    Ok(Json::from(&shelf::all_options(game, options).map_err(no_table)?))
}

pub(super) fn no_table(error: BadTable) -> Refusal {
    match error {
        BadTable::Options(_) => {
            refuse(RefusalCode::BadTable, "these options cannot be read: /api/games tells what there is")
        }
        error => refuse(RefusalCode::BadTable, &error.to_string()),
    }
}

/// Whether all texts of a host's own show all they hold. The rules take more, as records of earlier games may.
fn are_seen(options: &Value) -> bool {
    match options {
        Value::String(text) => is_seen(text),
        Value::Array(list) => list.iter().all(are_seen),
        Value::Object(fields) => fields.values().all(are_seen),
        _ => true,
    }
}

/// Checks how far a table of so many seats may grow.
pub fn check_limit(game: &str, seats: u8, limit: Option<u8>) -> Result<(), Refusal> {
    let most = known(game)?.players.1 as u8;
    if limit.is_none_or(|limit| (seats..=most).contains(&limit)) {
        return Ok(());
    }
    let text = format!("this table grows to {seats} seats at least and {most} at most");
    Err(refuse(RefusalCode::BadTable, &text))
}

/// Checks that there is such a look.
pub fn check_look(look: Option<Look>) -> Result<Option<Look>, Refusal> {
    if look.is_none_or(Look::is_known) {
        return Ok(look);
    }
    Err(refuse(RefusalCode::BadName, "there are the colours 0 to 7 and the signs 0 to 11"))
}

/// Checks that clocks keep to their bounds.
pub fn check_clocks(clocks: &ClockSettings) -> Result<(), Refusal> {
    let is_within = clocks.turn_s.is_none_or(|s| (5..=600).contains(&s))
        && clocks.game_s.is_none_or(|s| (30..=7200).contains(&s))
        && (2..=240).contains(&clocks.window_s)
        && (5..=43_200).contains(&clocks.grace_s);
    if is_within {
        return Ok(());
    }
    let text = "turn: 5 to 600 s, game: 30 to 7200 s, window: 2 to 30 s, grace: 5 to 43200 s";
    Err(refuse(RefusalCode::BadTable, text))
}

/// Reads a name somebody gave.
pub fn read_name(name: &str) -> Result<String, Refusal> {
    clean_name(name).map_err(|error| refuse(RefusalCode::BadName, &error.to_string()))
}

/// Reads a seed somebody gave.
pub fn read_seed(seed: Option<&str>) -> Result<Option<Bits>, Refusal> {
    let bad = |error: BadBits| refuse(RefusalCode::BadSeed, &error.to_string());
    seed.map(str::parse).transpose().map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_who_is_gone_is_waited_for_half_a_day_at_most() {
        let clocks = |grace_s| ClockSettings { grace_s, ..ClockSettings::default() };
        assert_eq!(
            [4, 5, 43_200, 43_201].map(|s| check_clocks(&clocks(s)).is_ok()),
            [false, true, true, false]
        );
    }
}
