//! What a seat can do, what nature can do, and what neither may do.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use table::BadText;

use crate::geometry::pose::Pose;
use crate::physics::settle::Fate;
use crate::pieces::boxes::PieceId;

/// How a piece lies in the box.
pub const AS_IN_THE_BOX: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum Move {
    /// Take a piece out of the box.
    Pick {
        /// Which.
        piece: PieceId,
        /// How it is held: the quaternion that one hand can then only turn about the vertical.
        #[serde(default = "as_in_the_box")]
        #[cfg_attr(feature = "ts", ts(as = "Option<[f64; 4]>", optional))]
        grip: [f64; 4],
    },
    /// Put the picked piece back into the box.
    PutBack,
    /// Let go of the picked piece in a pose.
    Place(Pose),
    /// Give up, and lose.
    GiveUp,
    /// The minute of this turn has passed; the keeper of the clock says so for the seat.
    TimeUp,
    /// Shake the table while it is somebody else's turn, with a strength above 0 and at most 1.
    Shake(f64),
}

fn as_in_the_box() -> [f64; 4] {
    AS_IN_THE_BOX
}

/// Why a move or a fate is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Foul {
    /// The game has ended.
    #[error("the game is over; open a new table to play again")]
    GameIsOver,
    /// The structure is still moving.
    #[error("the structure is still moving; wait until it has come to rest")]
    StillMoving,
    /// Somebody else's turn.
    #[error("it is not your turn; wait for it, and leave the table alone")]
    NotYourTurn,
    /// The player whose turn it is cannot shake the table.
    #[error("it is your turn; place a piece instead of shaking the table")]
    YourOwnTurn,
    /// The strength of a shake is out of range.
    #[error("a shake of {0} is not possible; choose a strength above 0 and up to 1")]
    Strength(f64),
    /// No such piece is in the box.
    #[error("piece {0} is not in the box; pick one that is")]
    NotInTheBox(PieceId),
    /// A piece is held already.
    #[error("you hold {0} already; place it or put it back first")]
    HandsFull(String),
    /// No piece is held.
    #[error("you hold no piece; pick one from the box first")]
    HandsEmpty,
    /// A picked piece must be placed.
    #[error("{0} has been picked and must be placed; find a place for it or give up")]
    TouchMove(String),
    /// There is no clock at this table.
    #[error("there is no time limit at this table; take your time")]
    NoClock,
    /// A number of a pose is NaN or infinite.
    #[error("the pose has a number that is not finite; give seven plain numbers")]
    NotFinite,
    /// The quaternion is not of length 1.
    #[error("the orientation is not a unit quaternion; divide its four numbers by their length")]
    NotUnit,
    /// One hand cannot change the tilt of the piece it has picked.
    #[error("one hand keeps the tilt a piece was picked with; move it and turn it about the vertical only")]
    OneHand,
    /// The place is beyond reach.
    #[error("that is {0:.1} units out of reach; stay within {max} units of the base and {above} above the structure",
        max = crate::rules::judge::REACH, above = crate::rules::judge::HEADROOM)]
    OutOfReach(f64),
    /// The piece would be in the table.
    #[error("the piece would be {0:.3} units deep in the table; raise it, it must not touch the ground")]
    InTheGround(f64),
    /// The piece would be inside another.
    #[error("the piece would be {depth:.3} units deep in {with}; move it away or raise it")]
    Overlap {
        /// The other piece.
        with: String,
        /// How deep.
        depth: f64,
    },
    /// The piece cannot be brought there.
    #[error(
        "no straight way leads there without passing through the structure; choose a place open to a side or to the top"
    )]
    NoWayIn,
    /// Nature has nothing to do.
    #[error("nothing is moving; the seat whose turn it is moves next")]
    NothingMoves,
    /// A fate does not fit the structure.
    #[error("this cannot have happened: {0}")]
    Impossible(&'static str),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick { piece, grip } if *grip == AS_IN_THE_BOX => write!(f, "pick {piece}"),
            Move::Pick { piece, grip: [x, y, z, w] } => write!(f, "pick {piece} {x} {y} {z} {w}"),
            Move::PutBack => f.write_str("put-back"),
            Move::Place(Pose { at: [x, y, z], turn: [i, j, k, w] }) => {
                write!(f, "place {x} {y} {z} {i} {j} {k} {w}")
            }
            Move::GiveUp => f.write_str("give-up"),
            Move::TimeUp => f.write_str("time-up"),
            Move::Shake(strength) => write!(f, "shake {strength}"),
        }
    }
}

impl FromStr for Move {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Move, BadText> {
        let bad = || {
            BadText::new(
                text,
                "a move is `pick N`, `place X Y Z` with a quaternion X Y Z W or none, `put-back`, `give-up` or `shake S`",
            )
        };
        let mut words = text.split_whitespace();
        let verb = words.next().ok_or_else(bad)?;
        let numbers: Vec<f64> = words.map(|w| w.parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
        let piece = |n: f64| {
            if n.fract() == 0.0 && (0.0..256.0).contains(&n) { Ok(PieceId(n as u8)) } else { Err(bad()) }
        };
        match (verb, numbers.as_slice()) {
            ("pick", &[n]) => Ok(Move::Pick { piece: piece(n)?, grip: AS_IN_THE_BOX }),
            ("pick", &[n, x, y, z, w]) => Ok(Move::Pick { piece: piece(n)?, grip: [x, y, z, w] }),
            ("put-back", []) => Ok(Move::PutBack),
            ("place", &[x, y, z]) => Ok(Move::Place(Pose::at(x, y, z))),
            ("place", &[x, y, z, i, j, k, w]) => Ok(Move::Place(Pose { at: [x, y, z], turn: [i, j, k, w] })),
            ("give-up", []) => Ok(Move::GiveUp),
            ("time-up", []) => Ok(Move::TimeUp),
            ("shake", &[strength]) => Ok(Move::Shake(strength)),
            _ => Err(bad()),
        }
    }
}

/// A fate is written as its JSON.
impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Fate {
    type Err = BadText;
    fn from_str(text: &str) -> Result<Fate, BadText> {
        serde_json::from_str(text)
            .map_err(|_| BadText::new(text, "what nature did is written as the JSON of a fate"))
    }
}
