//! Whether a piece may be held in a pose at all, before it is let go.

use crate::geometry::pose::Pose;
use crate::geometry::scene::{HAIR, Scene};
use crate::moves::Foul;
use crate::pieces::boxes::{Piece, PieceId};
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};

/// How far from the middle of the base a hand reaches sideways.
pub const REACH: f64 = 4.0;
/// How far above the structure the lowest point of a piece may be.
pub const HEADROOM: f64 = 2.0;

/// The stride in which a way is tried; the thinnest wood a checked box may hold is as thick.
const STRIDE: f64 = 0.05;

/// Refuses a pose in which the piece cannot be held: with the reason, and what to change.
pub fn judge(scene: &Scene, piece: PieceId, pose: &Pose) -> Result<(), Foul> {
    let piece = scene.set().piece(piece);
    check_pose(scene, piece, pose)?;
    if has_way_out(scene, piece, &pose.iso()) { Ok(()) } else { Err(Foul::NoWayIn) }
}

/// Refuses a pose that is no pose, out of reach, in the ground or in another piece.
pub fn check_pose(scene: &Scene, piece: &Piece, pose: &Pose) -> Result<(), Foul> {
    if !pose.is_finite() {
        return Err(Foul::NotFinite);
    }
    if !pose.is_unit() {
        return Err(Foul::NotUnit);
    }
    let at = pose.iso();
    let aside = Vector::new(at.translation.x, 0.0, at.translation.z).length();
    let lowest = piece.lowest(&at);
    let above = lowest - scene.bounds().1.y;
    let beyond = (aside - REACH).max(above - HEADROOM);
    if beyond > 0.0 {
        return Err(Foul::OutOfReach(beyond));
    }
    if lowest < -HAIR {
        return Err(Foul::InTheGround(-lowest));
    }
    match scene.clash(piece, &at) {
        Some(clash) => {
            let with = scene.set().name(clash.with).to_owned();
            Err(Foul::Overlap { with, depth: clash.depth })
        }
        None => Ok(()),
    }
}

/// Whether one hand can bring a piece from its grip into a pose.
pub fn check_one_hand(grip: [f64; 4], pose: &Pose) -> Result<(), Foul> {
    let [x, y, z, w] = grip;
    let turn = pose.iso().rotation * Rotation::from_xyzw(x, y, z, w).normalize().inverse();
    if turn.x.hypot(turn.z) < 2e-3 { Ok(()) } else { Err(Foul::OneHand) }
}

/// Whether a piece can be drawn straight out of the structure in some direction, without turning.
pub fn has_way_out(scene: &Scene, piece: &Piece, at: &Iso) -> bool {
    ways().any(|way| is_way_free(scene, piece, at, way))
}

/// Straight up first, then all around at several slopes.
fn ways() -> impl Iterator<Item = Vector> {
    const AROUND: [[f64; 2]; 12] = [
        [1.0, 0.0],
        [0.0, 1.0],
        [-1.0, 0.0],
        [0.0, -1.0],
        [0.87, 0.5],
        [0.5, 0.87],
        [-0.5, 0.87],
        [-0.87, 0.5],
        [-0.87, -0.5],
        [-0.5, -0.87],
        [0.5, -0.87],
        [0.87, -0.5],
    ];
    let sides = [0.58, 0.0, 1.73, -0.58]
        .into_iter()
        .flat_map(|slope| AROUND.map(|[x, z]| Vector::new(x, slope, z).normalize()));
    std::iter::once(Vector::Y).chain(sides)
}

fn is_way_free(scene: &Scene, piece: &Piece, at: &Iso, way: Vector) -> bool {
    let (low, high) = scene.bounds();
    let mut at = *at;
    loop {
        at.translation += way * STRIDE;
        let centre = at.translation;
        let outside = (centre - piece.radius).cmpgt(high) | (centre + piece.radius).cmplt(low);
        if outside.any() {
            return true;
        }
        if piece.lowest(&at) < -HAIR || scene.clash(piece, &at).is_some() {
            return false;
        }
    }
}
