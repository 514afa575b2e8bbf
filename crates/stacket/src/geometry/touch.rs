//! Who touches whom, and where, computed from poses alone.

use crate::geometry::pose::Standing;
use crate::geometry::scene::Scene;
use crate::geometry::sight::is_seen;
use crate::pieces::boxes::{Piece, PieceId};
use rapier3d_f64::math::{Pose as Iso, Vector};
use rapier3d_f64::parry::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use serde::{Deserialize, Serialize};

/// Two pieces nearer than this touch: a third of a millimetre on wood of 3 cm.
pub const TOUCHING: f64 = 0.01;

/// What two pieces are taken apart by before their contact is looked at.
const BREATH: f64 = 1e-4;

/// A contact between two pieces, or between the base and a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Touch {
    /// The lower-numbered piece, or nothing for the base.
    pub a: Option<PieceId>,
    /// The other piece.
    pub b: PieceId,
    /// Whether people around the table can see where they touch.
    pub seen: bool,
    /// The corners of the patches where they touch.
    pub spots: Vec<Spot>,
}

/// A corner of a contact patch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Spot {
    /// The place.
    pub at: [f64; 3],
    /// The direction from the first piece to the second, of length 1.
    pub normal: [f64; 3],
    /// The patch it belongs to, counted within the touch.
    pub patch: u8,
}

/// Every contact within a structure.
pub fn touches(scene: &Scene, standing: &[Standing]) -> Vec<Touch> {
    let set = scene.set();
    let mut sorted: Vec<(PieceId, Iso)> = standing.iter().map(|s| (s.piece, s.pose.iso())).collect();
    sorted.sort_by_key(|s| s.0);
    let mut found = Vec::new();
    let mut add = |a: Option<PieceId>, b: PieceId, spots: Vec<Spot>| {
        if !spots.is_empty() {
            found.push(Touch { a, b, seen: is_seen(scene, &spots), spots });
        }
    };
    for (i, (piece, at)) in sorted.iter().enumerate() {
        let b = set.piece(*piece);
        add(None, *piece, spots(set.base(), set.base_at(), b, at, TOUCHING));
        for (other, other_at) in &sorted[i + 1..] {
            add(Some(*piece), *other, spots(b, at, set.piece(*other), other_at, TOUCHING));
        }
    }
    found
}

impl Touch {
    /// Whether the contact is between these two, the base being nothing.
    pub fn is_between(&self, a: Option<PieceId>, b: PieceId) -> bool {
        (self.a == a && self.b == b) || (self.a == Some(b) && a == Some(self.b))
    }

    /// Whether the piece takes part in the contact.
    pub fn involves(&self, piece: PieceId) -> bool {
        self.a == Some(piece) || self.b == piece
    }
}

/// The corners of the patches where two pieces are within `reach` of each other.
pub fn spots(a: &Piece, a_at: &Iso, b: &Piece, b_at: &Iso, reach: f64) -> Vec<Spot> {
    if (a_at.translation - b_at.translation).length() > a.radius + b.radius + reach {
        return Vec::new();
    }
    // At a distance of exactly nothing the direction of a contact is lost: the upper piece is lifted by a breath.
    let up = if a_at.translation.y > b_at.translation.y { -BREATH } else { BREATH };
    let b_at = &Iso::from_parts(b_at.translation + Vector::Y * up, b_at.rotation);
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    DefaultQueryDispatcher
        .contact_manifolds(&a_at.inv_mul(b_at), &*a.shape, &*b.shape, reach, &mut manifolds, &mut None)
        .expect("contacts between convex parts are supported");
    let mut found = Vec::new();
    let mut patch = 0;
    for m in &manifolds {
        let near = m.points.iter().filter(|p| p.dist <= reach);
        let before = found.len();
        let sub1 = m.subshape_pos1().copied().unwrap_or(Iso::IDENTITY);
        let sub2 = m.subshape_pos2().copied().unwrap_or(Iso::IDENTITY);
        let normal: Vector = a_at.rotation * (sub1.rotation * m.local_n1);
        for p in near {
            let on_a = *a_at * (sub1 * p.local_p1);
            let on_b = *b_at * (sub2 * p.local_p2);
            found.push(Spot { at: ((on_a + on_b) / 2.0).to_array(), normal: normal.to_array(), patch });
        }
        patch += u8::from(found.len() > before);
    }
    found
}
