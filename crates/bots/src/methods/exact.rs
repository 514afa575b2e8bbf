//! Exact chances to win, by counting: possible once nobody else has anything left to decide.

use table::{Event, EventOf, Odds, Seat, Turn};

/// How many positions are looked at before the count is given up.
const MOST_POSITIONS: u32 = 150_000;

/// How many events in a row are followed: a game that dice can prolong for ever is not counted out.
const MOST_EVENTS: u32 = 400;

/// The exact chance of a seat to win after each of some moves, if it plays best from there on; `None` where others
/// still decide something or there are too many positions.
pub fn win_chances<G: Odds>(state: &G, seat: Seat, moves: &[G::Move]) -> Option<Vec<f64>> {
    let mut left = MOST_POSITIONS;
    moves
        .iter()
        .map(|mv| after(state, &Event::Move { seat, mv: mv.clone() }, seat, MOST_EVENTS, &mut left))
        .collect()
}

fn after<G: Odds>(state: &G, event: &EventOf<G>, seat: Seat, deep: u32, left: &mut u32) -> Option<f64> {
    *left = left.checked_sub(1)?;
    let deep = deep.checked_sub(1)?;
    let mut next = state.clone();
    next.apply(event);
    match next.turn() {
        Turn::Over => next.standings().map(|standings| standings.share(seat)),
        Turn::Nature => {
            let (mut sum, mut ways) = (0.0, 0.0);
            for (fate, count) in next.fates() {
                sum += f64::from(count) * after(&next, &Event::Fate(fate), seat, deep, left)?;
                ways += f64::from(count);
            }
            (ways > 0.0).then(|| sum / ways)
        }
        Turn::Seats(_) => {
            let asked = next.asked()?;
            let mut moves = next.legal_moves(asked);
            if asked != seat && moves.len() > 1 {
                return None;
            }
            moves.try_fold(0.0, |best: f64, mv| {
                Some(best.max(after(&next, &Event::Move { seat: asked, mv }, seat, deep, left)?))
            })
        }
    }
}
