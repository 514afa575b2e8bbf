//! Stack Nabbit.

use nabbit::{Fate, Move, State};
use table::{Event, EventOf, Seat};

use crate::Tactics;

impl Tactics for State {
    /// Every card lies open before it is banked.
    const OPEN: bool = true;

    #[inline]
    fn clue(&self, event: &EventOf<State>, _: Seat) -> u64 {
        match event {
            Event::Fate(Fate(number)) => u8::from(*number).into(),
            Event::Move { mv: Move::Flip, .. } => 7,
            Event::Move { mv: Move::Stop, .. } => 8,
        }
    }

    fn whose_turn(&self) -> Option<Seat> {
        Some(self.seat())
    }
}
