//! The visible surface of a structure: every face of every piece where it stands, for drawing.

use rapier3d_f64::math::{Pose as Iso, Vector};

use crate::geometry::pose::Standing;
use crate::pieces::boxes::{PieceBox, PieceId};

/// A flat convex face in the world.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// Whose it is; nothing for the base.
    pub(crate) piece: Option<PieceId>,
    /// Its corners, counter-clockwise seen from outside.
    pub(crate) corners: Vec<Vector>,
    /// The direction it looks, of length 1.
    pub(crate) normal: Vector,
}

/// The faces of the base and of all pieces on it.
pub(crate) fn faces(set: &PieceBox, structure: &[Standing]) -> Vec<Face> {
    let base = (None, set.base(), *set.base_at());
    let pieces = structure.iter().map(|s| (Some(s.piece), set.piece(s.piece), s.pose.iso()));
    let mut all = Vec::new();
    for (piece, solid, at) in std::iter::once(base).chain(pieces) {
        let points: Vec<Vector> = solid.mesh.points.iter().map(|p| place(&at, *p)).collect();
        for face in &solid.mesh.faces {
            let corners: Vec<Vector> = face.iter().map(|&i| points[i]).collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
            all.push(Face { piece, corners, normal });
        }
    }
    all
}

fn place(at: &Iso, point: [f64; 3]) -> Vector {
    at.rotation * Vector::from_array(point) + at.translation
}
