//! How likely each thing is that nature may do after a move, and how likely a Call or a guess is right, for all that
//! the mover may know.
//!
//! Worked out on states imagined from what the seat has seen, never on the true one: what is hidden from the seat
//! cannot change a number it is told.

use crate::protocol::{Json, MoveOdds, OddsLine, Outcome};
use crate::room::Position;
use bots::{Budget, Stopwatch};
use shelf::{AnyTable, Visit, state_of};
use std::collections::BTreeMap;
use table::nature::{Dice, dice};
use table::{Event, Game, Imagine, Odds, Seat, Turn, Viewer};

/// How many states are imagined.
const STATES: u32 = 48;
/// The most moves looked at.
const MOVES: usize = 32;
/// How many states a guess is tried on that cannot be counted: one part in a hundred either way.
const TRIES: u32 = 3000;
/// What a question may take, in milliseconds of CPU time.
const MOST_MS: u64 = 900;

/// The odds of each move of a decision that nature answers or that says something about hidden cards, if there are any;
/// within a share of the time a question may take.
pub(crate) fn odds(position: &Position, share: f64) -> Option<Outcome> {
    let watch = Stopwatch::start_slow(Budget::cpu_ms(MOST_MS).part(share).per_thread());
    let has_time = watch.has_time();
    // Asked again, the same is told: what is estimated does not waver.
    let seed = position.since.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let look = Look { table: &*position.table, seat: position.seat, seed, has_time: &has_time };
    let found = shelf::with_game(position.table.about().id, look).ok()??;
    let is_something = !found.moves.is_empty() || found.unknown > 0;
    is_something.then_some(Outcome::Odds { moves: found.moves, unknown: found.unknown })
}

struct Look<'a> {
    table: &'a dyn AnyTable,
    seat: Seat,
    seed: u64,
    has_time: &'a (dyn Fn() -> bool + Sync),
}

/// What was found out.
#[derive(Default)]
struct Found {
    moves: Vec<MoveOdds>,
    /// How many moves there was no time for.
    unknown: u32,
    /// How often nature was asked what it may do.
    natures: u32,
}

impl Visit for Look<'_> {
    type Out = Option<Found>;

    fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
        let table: &G = state_of(self.table)?;
        let (view, notes) = (table.view(Viewer::Seat(self.seat)), table.notes(self.seat));
        let mut rng = dice(self.seed, 2);
        let moves: Vec<G::Move> = table.legal_moves(self.seat).collect();
        let said: Vec<G::Move> = moves.iter().filter(|mv| table.comes_right(mv).is_some()).cloned().collect();
        if !said.is_empty() {
            return Some(Found { moves: right::<G>(&view, &notes, &said, &mut rng), ..Found::default() });
        }
        let states = imagined::<G>(&view, &notes, &mut rng);
        let mut found = Found::default();
        for (place, mv) in moves.iter().take(MOVES).enumerate() {
            if !moves[..place].contains(mv) {
                after(&states, self.seat, mv, self.has_time, &mut found);
            }
        }
        Some(found)
    }
}

/// States that fit what a seat knows, each with how often it was imagined: where nothing is hidden, one.
fn imagined<G: Imagine>(view: &G::View, notes: &G::Notes, rng: &mut Dice) -> Vec<(G, u32)> {
    let mut states: Vec<(G, u32)> = Vec::new();
    for _ in 0..STATES {
        let state = G::imagine(view, Some(notes), rng);
        match states.iter_mut().find(|(known, _)| *known == state) {
            Some((_, count)) => *count += 1,
            None => states.push((state, 1)),
        }
    }
    states
}

/// How likely each move that says something about hidden cards is right: counted where it can be, else tried.
fn right<G: Odds + Imagine>(
    view: &G::View,
    notes: &G::Notes,
    moves: &[G::Move],
    rng: &mut Dice,
) -> Vec<MoveOdds> {
    let told = |mv: &G::Move, is_exact, right| {
        let (r#move, text, outcomes) = (json(mv), mv.to_string(), Vec::new());
        MoveOdds { r#move, text, outcomes, is_exact, right: Some(right) }
    };
    let counted = |mv: &G::Move| {
        let (ways, all) = G::right_ways(view, Some(notes), mv)?;
        Some(told(mv, true, ways as f64 / all as f64))
    };
    if let Some(counted) = moves.iter().map(counted).collect() {
        return counted;
    }
    let mut hits = vec![0_u32; moves.len()];
    for _ in 0..TRIES {
        let state = G::imagine(view, Some(notes), rng);
        for (mv, hits) in moves.iter().zip(&mut hits) {
            *hits += u32::from(state.comes_right(mv) == Some(true));
        }
    }
    moves.iter().zip(hits).map(|(mv, hits)| told(mv, false, f64::from(hits) / f64::from(TRIES))).collect()
}

fn json(value: &impl serde::Serialize) -> Json {
    Json::from_text(serde_json::to_string(value).expect("moves and fates have a JSON form"))
}

/// Finds out what nature may do after one move, if nature answers it and there is time.
fn after<G: Game + Odds>(
    states: &[(G, u32)],
    seat: Seat,
    mv: &G::Move,
    has_time: &(dyn Fn() -> bool + Sync),
    found: &mut Found,
) {
    let mut sums: BTreeMap<String, (G::Fate, f64)> = BTreeMap::new();
    let mut first: Option<Vec<f64>> = None;
    let mut is_exact = true;
    for (state, count) in states {
        let mut state = state.clone();
        if state.check(seat, mv).is_err() {
            return;
        }
        state.apply(&Event::Move { seat, mv: mv.clone() });
        if state.turn() != Turn::Nature {
            return;
        }
        let fates = has_time().then(|| state.fates_within(has_time)).flatten();
        let Some(fates) = fates else {
            found.unknown += 1;
            return;
        };
        found.natures += 1;
        let total: f64 = fates.iter().map(|(_, ways)| f64::from(*ways)).sum();
        let chances: Vec<f64> = fates.iter().map(|(_, ways)| f64::from(*ways) / total).collect();
        is_exact &= *first.get_or_insert_with(|| chances.clone()) == chances;
        for ((fate, _), chance) in fates.into_iter().zip(chances) {
            let weight = f64::from(*count) / f64::from(STATES);
            sums.entry(fate.to_string()).or_insert((fate, 0.0)).1 += chance * weight;
        }
    }
    let mut outcomes: Vec<_> =
        sums.into_iter().map(|(text, (fate, chance))| OddsLine { fate: json(&fate), text, chance }).collect();
    outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    let (r#move, text) = (json(mv), mv.to_string());
    found.moves.push(MoveOdds { r#move, text, outcomes, is_exact, right: None });
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use table::{Seating, nature::dice};

    /// A table of Stacks where seat 0 has laid one card and bid this.
    fn bid(bid: i16) -> (Box<dyn AnyTable>, Value) {
        let mut table =
            shelf::open("stacks", &serde_json::json!({}), &Seating::ascending(2).unwrap()).unwrap();
        let mut rng = dice(7, 0);
        while table.play_nature(&mut rng).is_some() {}
        let seat = table.asked().unwrap();
        let plays = table.legal_moves(seat);
        let fits = |mv: &&String| {
            let mv: Value = serde_json::from_str(mv).unwrap();
            mv["play"]["bid"] == bid && mv["play"]["cards"].as_array().is_some_and(|cards| cards.len() == 1)
        };
        let mv = plays.iter().find(fits).unwrap();
        table.play_move(seat, mv).unwrap();
        let other = Seat::new(1 - u8::from(seat)).unwrap();
        let view = serde_json::from_str(table.view(Viewer::Seat(other)).get()).unwrap();
        (table, view)
    }

    fn look(table: &dyn AnyTable, seed: u64, has_time: &(dyn Fn() -> bool + Sync)) -> Found {
        let seat = table.asked().unwrap();
        let look = Look { table, seat, seed, has_time };
        shelf::with_game(table.about().id, look).unwrap().unwrap()
    }

    fn call(table: &dyn AnyTable) -> f64 {
        let Found { moves, .. } = look(table, 3, &|| true);
        assert_eq!(moves.len(), 1, "the Call alone says something");
        assert!(moves[0].is_exact);
        moves[0].right.unwrap()
    }

    #[test]
    fn a_bid_no_card_can_be_worth_is_surely_a_bluff() {
        assert_eq!(call(&*bid(99).0), 1.0);
    }

    #[test]
    fn a_bid_is_as_likely_true_as_there_are_such_cards_out_of_sight() {
        let (table, view) = bid(1);
        let place = |key: &str| &view["places"][usize::from(u8::from(table.asked().unwrap()))][key];
        let held: Vec<i64> = serde_json::from_value(place("hand_cards").clone()).unwrap();
        let ones = 5 - held.iter().filter(|card| **card == 1).count();
        let unseen = 15 - held.len();
        assert_eq!(call(&*table), (unseen - ones) as f64 / unseen as f64, "counted, and not tried");
    }

    /// A table of Stacket where the first piece is held, with several places to put it.
    fn held() -> Box<dyn AnyTable> {
        let mut table =
            shelf::open("stacket", &serde_json::json!({}), &Seating::ascending(2).unwrap()).unwrap();
        let seat = table.asked().unwrap();
        let pick = table.legal_moves(seat).into_iter().next().unwrap();
        table.play_move(seat, &pick).unwrap();
        table
    }

    #[test]
    fn in_stacket_every_place_is_settled_once() {
        let table = held();
        let moves = table.legal_moves(table.asked().unwrap());
        let places = moves.iter().filter(|mv| mv.contains("place")).count();
        assert!(places > 1, "{moves:?}");
        let found = look(&*table, 3, &|| true);
        assert_eq!((found.moves.len(), found.natures as usize, found.unknown), (places, places, 0));
        assert!(found.moves.iter().all(|odds| odds.is_exact && odds.outcomes.len() == 1));
    }

    #[test]
    fn a_question_ends_when_its_time_is_up_and_says_what_it_does_not_know() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let table = held();
        let looks = AtomicU32::new(0);
        let glance = || looks.fetch_add(1, Ordering::Relaxed);
        look(&*table, 3, &|| glance() < u32::MAX);
        // Time enough for half of the places.
        let half = looks.swap(0, Ordering::Relaxed) / 2;
        let found = look(&*table, 3, &|| glance() < half);
        assert!(found.moves.len() as u32 == found.natures && found.natures > 0 && found.unknown > 0);
        let none = look(&*table, 3, &|| false);
        assert_eq!((none.moves.len(), none.natures), (0, 0));
        assert_eq!(none.unknown, found.moves.len() as u32 + found.unknown);
    }
}
