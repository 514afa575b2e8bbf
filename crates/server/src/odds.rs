//! How likely each thing is that nature may do after a move, and how likely a Call or a guess is right, for all that
//! the mover may know.
//!
//! Worked out on states imagined from what the seat has seen, never on the true one: what is hidden from the seat
//! cannot change a number it is told.

use crate::room::Think;
use crate::wire::{Json, MoveOdds, OddsLine, Outcome};
use shelf::Visit;
use std::collections::BTreeMap;
use table::nature::{Dice, dice};
use table::{Event, Game, Imagine, Odds, Seat, Turn, Viewer};

/// How many states are imagined.
const STATES: u32 = 48;
/// The most moves looked at.
const MOVES: usize = 32;

/// How many states a Call or a guess is tried on: one part in a hundred either way.
const TRIES: u32 = 3000;

/// The odds of each move of a decision that nature answers or that says something about hidden cards, if there are any.
pub(crate) fn odds(think: &Think) -> Option<Outcome> {
    shelf::with_game(
        think.table.about().id,
        Look { state: think.table.state(), seat: think.seat, seed: think.seed },
    )
    .ok()?
    .filter(|moves| !moves.is_empty())
    .map(|moves| Outcome::Odds { moves })
}

struct Look {
    state: String,
    seat: Seat,
    seed: u64,
}

impl Visit for Look {
    type Out = Option<Vec<MoveOdds>>;

    fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
        let table: G = serde_json::from_str(&self.state).ok()?;
        let (view, notes) = (table.view(Viewer::Seat(self.seat)), table.notes(self.seat));
        let mut rng = dice(self.seed, 2);
        let said: Vec<G::Move> =
            table.legal_moves(self.seat).filter(|mv| table.comes_right(mv).is_some()).collect();
        if !said.is_empty() {
            return Some(right::<G>(&view, &notes, &said, &mut rng));
        }
        let moves: Vec<G::Move> = table.legal_moves(self.seat).take(MOVES).collect();
        Some(moves.iter().filter_map(|mv| after::<G>(&view, &notes, self.seat, mv, &mut rng)).collect())
    }
}

/// How likely each move that says something about hidden cards is right.
fn right<G: Odds + Imagine>(
    view: &G::View,
    notes: &G::Notes,
    moves: &[G::Move],
    rng: &mut Dice,
) -> Vec<MoveOdds> {
    let mut hits = vec![0_u32; moves.len()];
    for _ in 0..TRIES {
        let state = G::imagine(view, Some(notes), rng);
        for (mv, hits) in moves.iter().zip(&mut hits) {
            *hits += u32::from(state.comes_right(mv) == Some(true));
        }
    }
    let told = |(mv, hits): (&G::Move, u32)| MoveOdds {
        r#move: json(mv),
        text: mv.to_string(),
        outcomes: Vec::new(),
        is_exact: false,
        right: Some(f64::from(hits) / f64::from(TRIES)),
    };
    moves.iter().zip(hits).map(told).collect()
}

fn json(value: &impl serde::Serialize) -> Json {
    Json::from_text(serde_json::to_string(value).expect("moves and fates have a JSON form"))
}

/// What nature may do after one move.
fn after<G: Game + Odds + Imagine>(
    view: &G::View,
    notes: &G::Notes,
    seat: Seat,
    mv: &G::Move,
    rng: &mut Dice,
) -> Option<MoveOdds> {
    let mut sums: BTreeMap<String, (G::Fate, f64)> = BTreeMap::new();
    let mut first: Option<Vec<f64>> = None;
    let mut is_exact = true;
    for _ in 0..STATES {
        let mut state = G::imagine(view, Some(notes), rng);
        if state.check(seat, mv).is_err() {
            return None;
        }
        state.apply(&Event::Move { seat, mv: mv.clone() });
        if state.turn() != Turn::Nature {
            return None;
        }
        let fates: Vec<_> = state.fates().collect();
        let total: f64 = fates.iter().map(|(_, ways)| f64::from(*ways)).sum();
        let chances: Vec<f64> = fates.iter().map(|(_, ways)| f64::from(*ways) / total).collect();
        is_exact &= *first.get_or_insert_with(|| chances.clone()) == chances;
        for ((fate, _), chance) in fates.into_iter().zip(chances) {
            sums.entry(fate.to_string()).or_insert((fate, 0.0)).1 += chance / f64::from(STATES);
        }
    }
    let mut outcomes: Vec<_> =
        sums.into_iter().map(|(text, (fate, chance))| OddsLine { fate: json(&fate), text, chance }).collect();
    outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Some(MoveOdds { r#move: json(mv), text: mv.to_string(), outcomes, is_exact, right: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use shelf::AnyTable;
    use table::{Seating, nature::dice};

    /// A table of Stacks where seat 0 has laid one card and bid this.
    fn bid(bid: i16) -> (Box<dyn AnyTable>, Value) {
        let mut table =
            shelf::open("stacks", &serde_json::json!({}), &Seating::ascending(2).unwrap()).unwrap();
        let mut rng = dice(7, 0);
        while let Some(fate) = table.draw(&mut rng) {
            table.apply(&fate).unwrap();
        }
        let seat = table.asked().unwrap();
        let plays = table.legal_moves(seat);
        let fits = |mv: &&String| {
            let mv: Value = serde_json::from_str(mv).unwrap();
            mv["play"]["bid"] == bid && mv["play"]["cards"].as_array().is_some_and(|cards| cards.len() == 1)
        };
        let mv = plays.iter().find(fits).unwrap();
        table.apply(&table.check_move(seat, mv).unwrap()).unwrap();
        let other = Seat::new(1 - u8::from(seat)).unwrap();
        let view = serde_json::from_str(&table.view(Viewer::Seat(other))).unwrap();
        (table, view)
    }

    fn call(table: &dyn AnyTable) -> f64 {
        let seat = table.asked().unwrap();
        let look = Look { state: table.state(), seat, seed: 3 };
        let moves = shelf::with_game("stacks", look).unwrap().unwrap();
        assert_eq!(moves.len(), 1, "the Call alone says something");
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
        let expected = 1.0 - ones as f64 / (15 - held.len()) as f64;
        let told = call(&*table);
        assert!((told - expected).abs() < 0.03, "{told} instead of {expected}");
    }
}
