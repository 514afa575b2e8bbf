//! Where all cards are.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{BadTable, Bag, PerSeat, Seat, Seating};

use crate::moves::Number;

/// Cards sorted into stacks by their number.
pub type Cards = Bag<1>;

/// How many cards of each number the deck has.
pub const COPIES: u8 = 15;

/// The most cards a seat flips in one turn.
pub const MOST_FLIPS: usize = 5;

/// What a host can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub struct Options {
    /// The points for having the most zeroes.
    pub zero_bonus: u16,
    /// How many cards of the draw pile stay unplayed, for a shorter game.
    pub unplayed: u8,
}

impl Options {
    /// The highest bonus a host can set.
    pub const MOST_ZERO_BONUS: u16 = 999;
    /// The most cards that can stay unplayed: a table of six still plays eleven.
    pub const MOST_UNPLAYED: u8 = 80;

    pub(crate) fn check(&self) -> Result<(), BadTable> {
        BadTable::check_range("zero_bonus", self.zero_bonus, 0..=Self::MOST_ZERO_BONUS, "is too much")?;
        BadTable::check_range(
            "unplayed",
            self.unplayed,
            0..=Self::MOST_UNPLAYED,
            "leave too few to play with",
        )
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { zero_bonus: 30, unplayed: 0 }
    }
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub enum Phase {
    /// Setup: so many cards have been dealt to the Vault and then to the seats.
    Deal(u8),
    /// A card is flipped for the seat whose turn it is.
    Draw,
    /// That seat stops or flips again.
    Choose,
    /// No card is left to draw and the last turn is finished.
    Over,
}

/// A table of Stack Nabbit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) seating: Seating,
    /// The draw pile: what is left, in no order.
    pub(crate) pile: Cards,
    pub(crate) vault: Cards,
    pub(crate) face_up: PerSeat<Cards>,
    pub(crate) banked: PerSeat<Cards>,
    /// Whose turn it is.
    pub(crate) seat: Seat,
    /// The cards flipped this turn, in order.
    pub(crate) flips: ArrayVec<Number, MOST_FLIPS>,
    pub(crate) phase: Phase,
}

impl State {
    /// What the host chose.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many of each number are left in the draw pile, those that stay unplayed among them.
    pub fn pile(&self) -> &Cards {
        &self.pile
    }

    /// How many cards of the pile can still be drawn.
    #[inline]
    pub fn to_draw(&self) -> usize {
        self.pile.len().saturating_sub(self.options.unplayed.into())
    }

    /// The Vault.
    pub fn vault(&self) -> &Cards {
        &self.vault
    }

    /// The face-up cards of a seat.
    pub fn face_up(&self, seat: Seat) -> &Cards {
        &self.face_up[seat]
    }

    /// The face-down cards of a seat.
    pub fn banked(&self, seat: Seat) -> &Cards {
        &self.banked[seat]
    }

    /// The cards flipped this turn, in order.
    pub fn flips(&self) -> &[Number] {
        &self.flips
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }
}
