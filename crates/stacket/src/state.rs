//! Where all pieces are, whose turn it is, and what has been counted.

use serde::{Deserialize, Serialize};
use table::{BadTable, PerSeat, Seat, Seating};

use crate::geometry::pose::{Pose, Standing};
use crate::geometry::touch::Touch;
use crate::physics::settle::Cause;
use crate::pieces::boxes::{PieceBox, PieceId};

/// What a host can choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Options {
    /// Who begins; nobody in particular means seat 0.
    pub first: Option<Seat>,
    /// Advanced: a picked piece must be placed.
    pub touch_move: bool,
    /// Advanced: a piece keeps the tilt it was picked with.
    pub one_hand: bool,
    /// Advanced: a turn that takes longer than a minute is lost.
    pub one_minute: bool,
    /// The version with points: a point for each piece touched, over several rounds.
    pub points: bool,
    /// The points that win at the end of a round.
    pub target: u16,
    /// The pieces to play with; nothing means the classic box.
    #[cfg_attr(feature = "ts", ts(as = "Option<crate::boxes::BoxData>"))]
    pub pieces: PieceBox,
    /// How many pieces of the box are played with, the first ones; 0 means all.
    pub few: u8,
}

impl Options {
    /// The highest target a host can set.
    pub const MOST_TARGET: u16 = 500;

    pub(crate) fn check(&self, seats: usize) -> Result<(), BadTable> {
        BadTable::check_range("target", self.target, 1..=Self::MOST_TARGET, "is out of range")?;
        if let Some(seat) = self.first.filter(|seat| seat.index() >= seats) {
            let problem = format!("there is no {seat}; choose one of the {seats} seats");
            return Err(BadTable::Option { key: "first", problem });
        }
        if usize::from(self.few) > self.pieces.len() {
            let problem = format!(
                "the box has no {} pieces; choose 1 to {}, or 0 for all",
                self.few,
                self.pieces.len()
            );
            return Err(BadTable::Option { key: "few", problem });
        }
        Ok(())
    }

    /// The pieces played with.
    pub(crate) fn played(&self) -> impl Iterator<Item = PieceId> + use<> {
        let all = self.pieces.len();
        self.pieces.ids().take(if self.few == 0 { all } else { self.few.into() })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            first: None,
            touch_move: false,
            one_hand: false,
            one_minute: false,
            points: false,
            target: 50,
            pieces: PieceBox::classic(),
            few: 0,
        }
    }
}

/// A piece in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Held {
    /// Which.
    pub piece: PieceId,
    /// How it was picked up: what one hand keeps but for turns about the vertical.
    pub grip: [f64; 4],
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum Phase {
    /// The seat whose turn it is picks or places a piece.
    Choose,
    /// The held piece has been let go in this pose; nature moves.
    Released(Pose),
    /// The held piece stands but is not placed, and is lifted off; nature moves.
    LiftedOff,
    /// A seat has shaken the table; nature moves.
    Shaken {
        /// Who.
        by: Seat,
        /// How strongly.
        strength: f64,
    },
    /// The game has ended; in the version without points this seat has lost.
    Over {
        /// Who.
        loser: Option<Seat>,
    },
}

/// A table of Stacket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) seating: Seating,
    /// Whose turn it is.
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
    /// The pieces left in the box.
    pub(crate) left: Vec<PieceId>,
    pub(crate) held: Option<Held>,
    /// The pieces on the base.
    pub(crate) structure: Vec<Standing>,
    /// Who touched whom when the structure last came to rest.
    pub(crate) touches: Vec<Touch>,
    /// The pieces placed in this round, first to last.
    pub(crate) placed: Vec<PieceId>,
    pub(crate) scores: PerSeat<i32>,
    /// Rounds finished, in the version with points.
    pub(crate) rounds: u16,
}

impl State {
    /// What the host chose.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The pieces this table plays with.
    pub fn set(&self) -> &PieceBox {
        &self.options.pieces
    }

    /// What people call a piece.
    pub(crate) fn name(&self, piece: PieceId) -> String {
        self.set().name(Some(piece)).to_owned()
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What happens next.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The pieces left in the box.
    pub fn left(&self) -> &[PieceId] {
        &self.left
    }

    /// The piece in the hand of the seat whose turn it is.
    pub fn held(&self) -> Option<Held> {
        self.held
    }

    /// The pieces on the base, and where.
    pub fn structure(&self) -> &[Standing] {
        &self.structure
    }

    /// Who touches whom.
    pub fn touches(&self) -> &[Touch] {
        &self.touches
    }

    /// The pieces placed in this round, first to last.
    pub fn placed(&self) -> &[PieceId] {
        &self.placed
    }

    /// The piece that the next one must touch; nothing means the base.
    pub fn previous(&self) -> Option<PieceId> {
        self.placed.last().copied()
    }

    /// The points of each seat.
    pub fn scores(&self) -> &PerSeat<i32> {
        &self.scores
    }

    /// Whether nothing has been placed in the whole game.
    pub fn is_first_turn(&self) -> bool {
        self.placed.is_empty() && self.rounds == 0
    }

    /// What nature is to decide now.
    pub fn cause(&self) -> Option<Cause> {
        let own = || self.held.expect("a piece is held while it is placed").piece;
        match self.phase {
            Phase::Released(pose) => Some(Cause::Release(Standing { piece: own(), pose })),
            Phase::LiftedOff => Some(Cause::Lift(own())),
            Phase::Shaken { strength, .. } => Some(Cause::Shake(strength)),
            Phase::Choose | Phase::Over { .. } => None,
        }
    }
}
