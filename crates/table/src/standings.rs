//! How a game ended.

use serde::{Deserialize, Serialize};

use crate::seat::{PerSeat, Seat, SeatSet};

/// The result of a game: points, who played together, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "table.ts"))]
pub struct Standings {
    /// The points of each seat, or of its team.
    pub scores: PerSeat<i32>,
    /// The team of each seat; a seat that plays alone is a team of its own.
    pub teams: PerSeat<u8>,
    /// The winners; several share the victory.
    pub winners: SeatSet,
}

impl Standings {
    /// Every seat for itself, the highest score wins, and a tie at the top is shared.
    pub fn by_score(scores: PerSeat<i32>) -> Standings {
        let best = scores.iter().max().copied().unwrap_or(0);
        Standings {
            scores,
            teams: PerSeat::from_fn(scores.len(), u8::from),
            winners: Seat::all(scores.len()).filter(|seat| scores[*seat] == best).collect(),
        }
    }

    /// A seat's share of the victory: 1 for the winner, divided by the number of teams that share it.
    pub fn share(&self, seat: Seat) -> f64 {
        if !self.winners.has(seat) {
            return 0.0;
        }
        let mut teams: u32 = 0;
        self.winners.iter().for_each(|winner| teams |= 1 << self.teams[winner]);
        1.0 / f64::from(teams.count_ones())
    }
}
