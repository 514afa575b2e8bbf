//! Finding places for a piece: where it would lie on the structure and touch what it must touch.
//!
//! Candidates come from the piece's stances, let down on or beside the piece to be touched, and are judged by
//! how far the centre of mass lies inside the support. That costs tens of microseconds each; simulation of the
//! best is left to the hand that chooses among them.

use crate::geometry::pose::{Pose, Standing};
use crate::geometry::scene::Scene;
use crate::geometry::touch::spots;
use crate::physics::settle::{ENDLESS, Patience};
use crate::pieces::boxes::{Piece, PieceBox, PieceId};
use crate::pieces::outline::{hull, margin};
use crate::pieces::stance::Stance;
use crate::rules::judge;
use crate::state::{Held, State};
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use table::Rng;
use table::nature::{below, unit};

/// The gap left between a piece and what it is put on or beside.
pub const GAP: f64 = 3e-4;

/// A structure with all that is needed to look for places on it.
pub struct Site<'a> {
    /// The geometry.
    pub scene: Scene,
    /// The pieces.
    pub standing: &'a [Standing],
    /// The piece to be touched: one of the structure, or nothing for the base.
    pub previous: Option<PieceId>,
    /// Whether the piece has to be touched at all.
    pub must_touch: bool,
    /// Whether there is still time to look.
    pub patience: Patience<'a>,
}

/// A place for a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Berth {
    /// The pose in which to let go.
    pub pose: Pose,
    /// How far inside its support the centre of mass is.
    pub margin: f64,
    /// How high the centre of mass is above the table.
    pub height: f64,
    /// How many others it touches, the base included.
    pub touches: u8,
}

impl<'a> Site<'a> {
    /// The site a state offers to the seat whose turn it is.
    pub fn of(state: &'a State) -> Site<'a> {
        Site {
            scene: Scene::new(state.set(), state.structure()),
            standing: state.structure(),
            previous: state.previous(),
            must_touch: !state.options().points,
            patience: ENDLESS,
        }
    }

    fn set(&self) -> &PieceBox {
        self.scene.set()
    }

    fn solid(&self, piece: Option<PieceId>) -> (&Piece, Iso) {
        let found = piece.and_then(|id| self.standing.iter().find(|s| s.piece == id));
        match found {
            Some(s) => (self.set().piece(s.piece), s.pose.iso()),
            None => (self.set().base(), *self.set().base_at()),
        }
    }

    /// The piece a candidate is put at: the previous one if it must be touched, else any.
    fn target(&self, rng: &mut (impl Rng + ?Sized)) -> Option<PieceId> {
        if self.must_touch {
            return self.previous;
        }
        let n = below(rng, self.standing.len() as u32 + 1) as usize;
        self.standing.get(n).map(|s| s.piece)
    }

    /// Tries one random place; most tries find none.
    pub fn attempt(&self, piece: PieceId, stance: &Stance, rng: &mut (impl Rng + ?Sized)) -> Option<Berth> {
        let own = self.set().piece(piece);
        let target = self.target(rng);
        let (other, other_at) = self.solid(target);
        let turn = self.yaw(&other_at, rng) * stance.turn;
        let beside = target.is_some() && below(rng, 2) == 0;
        let spread = if beside { other.radius + own.radius } else { other.radius.max(0.5 * own.radius) };
        let aside = |rng: &mut _| (2.0 * unit(rng) - 1.0) * spread;
        let from = Vector::new(aside(rng), 0.0, aside(rng)) + other_at.translation;
        let start = self.scene.bounds().1.y + own.radius + 0.1;
        let mut at = Iso::from_parts(Vector::new(from.x, start, from.z), turn);
        if beside {
            at = self.slide(own, at, other_at.translation)?;
        } else {
            at.translation.y -= self.scene.drop(own, &at) - GAP;
        }
        if own.lowest(&at) < 0.05 {
            return None;
        }
        self.assess(piece, at, target)
    }

    /// Turned like its neighbour, or at random.
    fn yaw(&self, other: &Iso, rng: &mut (impl Rng + ?Sized)) -> Rotation {
        if below(rng, 3) == 0 {
            return Rotation::from_rotation_y(std::f64::consts::TAU * unit(rng));
        }
        let ahead = other.rotation * Vector::X;
        let ahead = if ahead.y.abs() > 0.9 { other.rotation * Vector::Z } else { ahead };
        let angle = (-ahead.z).atan2(ahead.x) + f64::from(below(rng, 4)) * std::f64::consts::FRAC_PI_2;
        Rotation::from_rotation_y(angle)
    }

    /// Lets the piece down, then moves it level towards a neighbour until they nearly touch.
    fn slide(&self, own: &Piece, mut at: Iso, towards: Vector) -> Option<Iso> {
        at.translation.y -= self.scene.drop(own, &at) - GAP;
        let mut way = towards - at.translation;
        way.y = 0.0;
        let way = way.try_normalize()?;
        let far = self.scene.sweep(own, &at, way, 2.0)?;
        at.translation += way * (far - GAP);
        // What carried the piece before may not reach this far.
        let more = self.scene.drop(own, &at);
        at.translation.y -= (more - GAP).max(0.0);
        Some(at)
    }

    /// Judges a pose by its contacts; `None` if it is refused, does not touch what it must, or would tip.
    pub fn assess(&self, piece: PieceId, at: Iso, target: Option<PieceId>) -> Option<Berth> {
        let own = self.set().piece(piece);
        let pose = Pose::from(at);
        let mut feet: Vec<[f64; 2]> = Vec::new();
        let (mut touched, mut touches) = (false, 0);
        let all = self.standing.iter().map(|s| Some(s.piece)).chain([None]);
        for other in all {
            let (solid, solid_at) = self.solid(other);
            let spots = spots(solid, &solid_at, own, &at, 0.004);
            touched |= other == target && !spots.is_empty();
            touches += u8::from(!spots.is_empty());
            for spot in spots {
                if spot.normal[1] > 0.9 {
                    feet.push([spot.at[0], spot.at[2]]);
                }
            }
        }
        let margin = margin(&hull(&feet), [pose.at[0], pose.at[2]]);
        if !touched || margin < 0.01 || judge::check_pose(&self.scene, own, &pose).is_err() {
            return None;
        }
        Some(Berth { pose, margin, height: pose.at[1], touches })
    }

    /// The best of many tries for a piece, or as many as there is time for, safest first, each with a way to bring
    /// the piece there.
    pub fn search(
        &self,
        piece: PieceId,
        grip: Option<Rotation>,
        tries: usize,
        keep: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Vec<Berth> {
        let own = self.set().piece(piece);
        let stances = match grip {
            None => own.stances.clone(),
            Some(turn) => vec![Stance { turn, height: 0.0, margin: 0.0, feet: Vec::new() }],
        };
        if stances.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<Berth> = (0..tries)
            .take_while(|_| (self.patience)())
            .filter_map(|_| {
                let n = below(rng, stances.len() as u32).min(below(rng, stances.len() as u32));
                self.attempt(piece, &stances[n as usize], rng)
            })
            .collect();
        found.sort_by(|a, b| b.margin.total_cmp(&a.margin));
        let open = |spot: &Berth| judge::has_way_out(&self.scene, own, &spot.pose.iso());
        found.into_iter().filter(open).take(keep).collect()
    }
}

/// A few places for the held piece, always the same for the same state.
pub fn suggest(state: &State, held: Held) -> Vec<Pose> {
    let site = Site::of(state);
    let seed = state.placed().len() as u64 + 1000 * u64::from(held.piece.0);
    let mut rng = table::nature::dice(seed, 0);
    let grip = state.options().one_hand.then(|| Pose { at: [0.0; 3], turn: held.grip }.iso().rotation);
    let found = site.search(held.piece, grip, 60, 6, &mut rng).into_iter().map(|spot| spot.pose.rounded());
    found.filter(|pose| judge::judge(&site.scene, held.piece, pose).is_ok()).collect()
}
