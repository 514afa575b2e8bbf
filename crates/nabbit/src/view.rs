//! What each viewer sees: everything but the faces of other seats' banked piles, until the game is over.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, PerSeat, Seat, Seating, Turn, Viewer};
use table::{Game, Standings};

use crate::{
    moves::{Fate, Move, Number},
    state::{Cards, MOST_FLIPS, Options, Phase, State},
};

/// A table of Stack Nabbit as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub struct View {
    /// What the host chose.
    pub options: Options,
    /// Who sits here, and how old.
    pub seating: Seating,
    /// What happens next.
    pub phase: Phase,
    /// Whose turn it is.
    pub seat: Seat,
    /// How many cards lie in the draw pile.
    pub pile: u8,
    /// How many of them can still be drawn; the others stay unplayed.
    pub to_draw: u8,
    /// The Vault, as counts of 0 to 6.
    pub vault: Cards,
    /// The cards flipped this turn, in order.
    pub flips: ArrayVec<Number, MOST_FLIPS>,
    /// What lies in front of each seat.
    pub places: PerSeat<Place>,
    /// What stopping now would bring, while a seat chooses.
    pub stop: Option<Haul>,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

/// What lies in front of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub struct Place {
    /// Its face-up cards, as counts of 0 to 6.
    pub face_up: Cards,
    /// How many cards its banked pile holds.
    pub banked: u8,
    /// Which cards those are: for their owner, and for all once the game is over.
    pub banked_cards: Option<Cards>,
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> View {
        let over = state.turn() == Turn::Over;
        View {
            options: state.options.clone(),
            seating: state.seating,
            phase: state.phase,
            seat: state.seat,
            pile: state.pile.len() as u8,
            to_draw: state.to_draw() as u8,
            vault: state.vault,
            flips: state.flips.clone(),
            places: PerSeat::from_fn(state.seating.seats(), |seat| Place {
                face_up: state.face_up[seat],
                banked: state.banked[seat].len() as u8,
                banked_cards: (over || viewer.is(seat)).then_some(state.banked[seat]),
            }),
            stop: match (state.phase, state.flips.last()) {
                (Phase::Choose, Some(flip)) => Some(state.haul(*flip)),
                _ => None,
            },
            standings: state.standings(),
        }
    }
}

/// What everybody is shown of an event; there is nothing to hide at the moment it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub enum Shown {
    /// A card is dealt to the Vault (`seat` is nobody) or to a seat.
    Dealt {
        /// The card.
        number: Number,
        /// Who gets it.
        seat: Option<Seat>,
    },
    /// A card is flipped.
    Flipped {
        /// For whom.
        seat: Seat,
        /// The card.
        number: Number,
        /// What a card that must be kept leads to.
        kept: Option<Haul>,
    },
    /// The seat wants another card.
    FlipsAgain {
        /// Who.
        seat: Seat,
    },
    /// The seat stops and keeps the card flipped last.
    Stopped {
        /// Who.
        seat: Seat,
        /// The card.
        number: Number,
        /// What that leads to.
        kept: Haul,
    },
}

/// What keeping a card brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "nabbit.ts"))]
pub struct Haul {
    /// Cards stolen from the left neighbour.
    pub left: u8,
    /// Cards stolen from the right neighbour; none when it is the same seat.
    pub right: u8,
    /// Cards taken from the Vault.
    pub vault: u8,
    /// Cards banked, the kept one included.
    pub banked: u8,
}

impl State {
    /// What the seat whose turn it is would get for keeping a card of that number.
    pub fn haul(&self, kept: Number) -> Haul {
        let [left, right] = self.neighbours();
        let count = |cards: &Cards| cards.count(kept.kind());
        let had = count(&self.face_up[self.seat]);
        let haul = Haul {
            left: count(&self.face_up[left]),
            right: if left == right { 0 } else { count(&self.face_up[right]) },
            vault: count(&self.vault),
            banked: 0,
        };
        let banked = if had > 0 { had + 1 + haul.left + haul.right + haul.vault } else { 0 };
        Haul { banked, ..haul }
    }
}

impl Shown {
    pub(crate) fn of(state: &State, event: &EventOf<State>) -> Shown {
        let seat = state.seat;
        match (*event, state.phase) {
            (Event::Fate(Fate(number)), Phase::Deal(dealt)) => {
                Shown::Dealt { number, seat: (dealt >= 2).then_some(seat) }
            }
            (Event::Fate(Fate(number)), _) => {
                let must_keep = state.flips.len() + 1 == MOST_FLIPS || state.to_draw() == 1;
                Shown::Flipped { seat, number, kept: must_keep.then(|| state.haul(number)) }
            }
            (Event::Move { mv: Move::Flip, .. }, _) => Shown::FlipsAgain { seat },
            (Event::Move { mv: Move::Stop, .. }, _) => {
                let number = *state.flips.last().expect("a seat stops only after a flip");
                Shown::Stopped { seat, number, kept: state.haul(number) }
            }
        }
    }
}
