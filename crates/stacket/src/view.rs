//! What viewers see: everything, for nothing is hidden in this game.

use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, PerSeat, Seat, Seating, Standings};

use crate::geometry::pose::{Pose, Standing};
use crate::geometry::touch::Touch;
use crate::moves::Move;
use crate::physics::film::Film;
use crate::pieces::boxes::PieceId;
use crate::rules::Verdict;
use crate::state::{Held, Options, Phase, State};

/// A table of Stacket as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct View {
    /// What the host chose, the box of pieces included.
    pub options: Options,
    /// Who sits here.
    pub seating: Seating,
    /// Whose turn it is.
    pub seat: Seat,
    /// What happens next.
    pub phase: Phase,
    /// The pieces left in the box.
    pub left: Vec<PieceId>,
    /// The piece in the hand of the seat whose turn it is.
    pub held: Option<Held>,
    /// The pieces on the base.
    pub structure: Vec<Standing>,
    /// Who touches whom.
    pub touches: Vec<Touch>,
    /// The pieces placed in this round, first to last; the next one must touch the last of them.
    pub placed: Vec<PieceId>,
    /// The points of each seat.
    pub scores: PerSeat<i32>,
    /// Rounds finished, in the version with points.
    pub rounds: u16,
    /// The result, once the game is over.
    pub standings: Option<Standings>,
}

impl View {
    pub(crate) fn of(state: &State) -> View {
        View {
            options: state.options.clone(),
            seating: state.seating,
            seat: state.seat,
            phase: state.phase,
            left: state.left.clone(),
            held: state.held,
            structure: state.structure.clone(),
            touches: state.touches.clone(),
            placed: state.placed.clone(),
            scores: state.scores,
            rounds: state.rounds,
            standings: state.standings(),
        }
    }
}

/// What everybody is shown of an event; pieces are named as people call them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum Shown {
    /// A piece is taken out of the box.
    Picked {
        /// By whom.
        seat: Seat,
        /// Which.
        piece: PieceId,
        /// Its name.
        name: String,
    },
    /// The piece goes back into the box.
    PutBack {
        /// By whom.
        seat: Seat,
        /// Its name.
        name: String,
    },
    /// A piece is let go.
    Released {
        /// By whom.
        seat: Seat,
        /// Which.
        piece: PieceId,
        /// Its name.
        name: String,
        /// Where.
        pose: Pose,
    },
    /// A seat gives up.
    GaveUp {
        /// Who.
        seat: Seat,
    },
    /// A seat's minute has passed.
    TimeUp {
        /// Who.
        seat: Seat,
    },
    /// A seat shakes the table.
    Shook {
        /// Who.
        seat: Seat,
        /// How strongly.
        strength: f64,
    },
    /// The structure has come to rest, or something has fallen.
    Settled {
        /// Who set it in motion.
        seat: Seat,
        /// What it means by the rules.
        verdict: Verdict,
        /// The name of the piece in hand, if it was about one.
        name: Option<String>,
        /// The names of the pieces on the ground, first to last.
        fallen: Vec<String>,
        /// The names of what the piece visibly touches.
        touching: Vec<String>,
        /// The points that count.
        points: bool,
        /// The motion, for playing back.
        film: Film,
    },
}

impl Shown {
    pub(crate) fn of(state: &State, event: &EventOf<State>) -> Shown {
        let set = state.set();
        let name = |piece: PieceId| set.name(Some(piece)).to_owned();
        let held = state.held.map(|held| held.piece);
        match event {
            Event::Move { seat, mv } => {
                let seat = *seat;
                let held = || held.expect("a checked move has its piece in hand");
                match *mv {
                    Move::Pick { piece, .. } => Shown::Picked { seat, piece, name: name(piece) },
                    Move::PutBack => Shown::PutBack { seat, name: name(held()) },
                    Move::Place(pose) => Shown::Released { seat, piece: held(), name: name(held()), pose },
                    Move::GiveUp => Shown::GaveUp { seat },
                    Move::TimeUp => Shown::TimeUp { seat },
                    Move::Shake(strength) => Shown::Shook { seat, strength },
                }
            }
            Event::Fate(fate) => {
                let shaker = if let Phase::Shaken { by, .. } = state.phase { Some(by) } else { None };
                let own = held.filter(|_| shaker.is_none());
                let partner = |t: &Touch| if Some(t.b) == own { t.a } else { Some(t.b) };
                let touching = fate.touches.iter().filter(|t| t.seen && own.is_some_and(|p| t.involves(p)));
                Shown::Settled {
                    seat: shaker.unwrap_or(state.seat),
                    verdict: state.verdict(fate),
                    name: own.map(name),
                    fallen: fate.ground.iter().map(|g| name(g.0)).collect(),
                    touching: touching.map(|t| set.name(partner(t)).to_owned()).collect(),
                    points: state.options.points,
                    film: fate.film.clone(),
                }
            }
        }
    }
}
