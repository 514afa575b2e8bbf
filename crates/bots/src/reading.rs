//! What the opponents of a game of Stacks have shown of themselves: how often they lie, and how readily they call.
//!
//! Every reading begins at what most players do and moves only as far as its bounds, so that nobody gains much by
//! playing one way for a while and then another.

use stacks::{RoundEnd, Shown};
use table::{PerSeat, Seat};

use crate::blueprint::{ACTIONS, CALL, FOLD, is_lie};

/// What is known of a player's ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    bared: f64,
    lies: f64,
    asked: f64,
    calls: f64,
}

impl Default for Reading {
    /// What most players do, as if seen in a round or two.
    fn default() -> Reading {
        Reading { bared: 4.0, lies: 0.8, asked: 5.0, calls: 0.67 }
    }
}

impl Reading {
    /// How many of its Bids are lies.
    pub fn lies(&self) -> f64 {
        (self.lies / self.bared).clamp(0.04, 0.6)
    }

    /// How many times as readily as most it calls.
    pub fn calls(&self) -> f64 {
        let usual = Reading::default();
        (self.calls / self.asked * usual.asked / usual.calls).clamp(0.05, 4.0)
    }

    /// Bends what a player does in a situation towards its ways.
    pub fn colour(&self, plays: &mut [f64; ACTIONS]) {
        let lies = self.lies() / Reading::default().lies();
        plays[CALL] *= self.calls();
        (0..FOLD).filter(|action| is_lie(*action)).for_each(|action| plays[action] *= lies);
        // Whoever neither lies nor calls folds, and in a window lets the play stand.
        plays[FOLD] += 1e-3;
    }
}

/// Reads what was shown in a game so far.
pub fn read(shown: &[Shown], seats: usize) -> PerSeat<Reading> {
    let mut all = PerSeat::from_fn(seats, |_| Reading::default());
    let mut bids: PerSeat<Option<i16>> = PerSeat::new(seats);
    for event in shown {
        let bare = |reading: &mut Reading, bid: Option<i16>, sum: i32| {
            if let Some(bid) = bid {
                reading.bared += 1.0;
                reading.lies += f64::from(u8::from(sum != i32::from(bid)));
            }
        };
        let ends: Option<&RoundEnd> = match event {
            Shown::Played { seat, bid, .. } => {
                bids[*seat] = Some(*bid);
                None
            }
            Shown::Folded { seat, stack, ends, .. } => {
                bare(&mut all[*seat], bids[*seat].take(), stack.sum());
                ends.as_ref()
            }
            Shown::Called { seat, ends, .. } => {
                all[*seat].asked += 1.0;
                all[*seat].calls += 1.0;
                ends.as_ref()
            }
            Shown::Passed { seat, .. } => {
                all[*seat].asked += 1.0;
                None
            }
            Shown::Drew { ends, .. } => ends.as_ref(),
            Shown::Dealt { .. } => None,
        };
        if let Some(end) = ends {
            for seat in Seat::all(seats) {
                bare(&mut all[seat], bids[seat].take(), end.stacks[seat].sum());
            }
        }
    }
    all
}
