//! How likely each thing is that nature may do after a move, for all that the mover may know.
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

/// The odds after each move of a decision that nature answers; none where nature answers no move.
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
        let moves: Vec<G::Move> = table.legal_moves(self.seat).take(MOVES).collect();
        let mut rng = dice(self.seed, 2);
        Some(moves.iter().filter_map(|mv| after::<G>(&view, &notes, self.seat, mv, &mut rng)).collect())
    }
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
    let json =
        |text: serde_json::Result<String>| Json::from_text(text.expect("moves and fates have a JSON form"));
    let mut outcomes: Vec<_> = sums
        .into_iter()
        .map(|(text, (fate, chance))| OddsLine { fate: json(serde_json::to_string(&fate)), text, chance })
        .collect();
    outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    Some(MoveOdds { r#move: json(serde_json::to_string(mv)), text: mv.to_string(), outcomes, is_exact })
}
