//! The ways in which a piece can lie or stand on a level surface.

use crate::pieces::boxes::Piece;
use crate::pieces::outline::{hull, margin};
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use rapier3d_f64::parry::transformation::convex_hull;

/// A way to lie: which face is down, and how safely.
#[derive(Clone, Debug, PartialEq)]
pub struct Stance {
    /// The rotation that brings the face down.
    pub turn: Rotation,
    /// The height of the centre of mass above the surface.
    pub height: f64,
    /// The distance from below the centre of mass to the nearest edge of the support.
    pub margin: f64,
    /// The corners of the parts that touch the surface, x and z, one list a part.
    pub feet: Vec<Vec<[f64; 2]>>,
}

/// A stance needs at least this much support on every side.
pub const LEAST_MARGIN: f64 = 0.02;

/// The stable stances of a piece, safest first.
pub fn stances(piece: &Piece) -> Vec<Stance> {
    let points: Vec<Vector> = piece.mesh.vectors().collect();
    let (points, triangles) = convex_hull(&points);
    let mut downs: Vec<Vector> = Vec::new();
    for t in triangles {
        let [a, b, c] = t.map(|i| points[i as usize]);
        let normal = (b - a).cross(c - a);
        if normal.length() < 1e-6 {
            continue;
        }
        let normal = normal.normalize();
        if downs.iter().all(|d| d.dot(normal) < 1.0 - 1e-6) {
            downs.push(normal);
        }
    }
    let mut found: Vec<Stance> = downs.into_iter().filter_map(|down| stance(piece, down)).collect();
    found.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    found
}

fn stance(piece: &Piece, down: Vector) -> Option<Stance> {
    let turn = level(Rotation::from_rotation_arc(down, -Vector::Y));
    let pose = Iso::from_rotation(turn);
    let height = -piece.lowest(&pose);
    let feet: Vec<Vec<[f64; 2]>> = piece
        .parts
        .iter()
        .map(|(at, shape)| {
            let iso = pose * *at;
            let low = |p: &Vector| p.y + height < 1e-4;
            let corners: Vec<Vector> = if let Some(cylinder) = shape.as_cylinder() {
                cylinder_bottom(&iso, cylinder.radius, cylinder.half_height)
            } else if let Some(cuboid) = shape.as_cuboid() {
                let h = cuboid.half_extents;
                let signs =
                    (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|b| if b == 0 { -1.0 } else { 1.0 }));
                signs.map(|s| iso * (h * Vector::from_array(s))).collect()
            } else if let Some(solid) = shape.as_convex_polyhedron() {
                solid.points().iter().map(|p| iso * *p).collect()
            } else {
                Vec::new()
            };
            let flat: Vec<[f64; 2]> = corners.iter().filter(|p| low(p)).map(|p| [p.x, p.z]).collect();
            hull(&flat)
        })
        .filter(|foot| !foot.is_empty())
        .collect();
    let all: Vec<[f64; 2]> = feet.iter().flatten().copied().collect();
    let margin = margin(&hull(&all), [0.0, 0.0]);
    (margin >= LEAST_MARGIN).then_some(Stance { turn, height, margin, feet })
}

/// Snaps a rotation to a quarter turn where it is one but for rounding.
fn level(turn: Rotation) -> Rotation {
    let snap = |x: f64| {
        let exact = [0.0, 0.5, std::f64::consts::FRAC_1_SQRT_2, 1.0];
        exact.into_iter().find(|e| (x.abs() - e).abs() < 1e-9).map_or(x, |e| e.copysign(x))
    };
    Rotation::from_xyzw(snap(turn.x), snap(turn.y), snap(turn.z), snap(turn.w)).normalize()
}

/// The points of a cylinder that can be lowest: a rim if it stands, the ends of a line if it lies.
fn cylinder_bottom(iso: &Iso, radius: f64, half_height: f64) -> Vec<Vector> {
    let axis = iso.rotation * Vector::Y;
    if axis.y.abs() > 1.0 - 1e-9 {
        let rim = (0..32).map(|i| std::f64::consts::TAU * f64::from(i) / 32.0);
        return rim
            .map(|a| *iso * Vector::new(radius * a.cos(), -half_height * axis.y.signum(), radius * a.sin()))
            .collect();
    }
    let down = (axis * axis.y - Vector::Y).normalize();
    [-half_height, half_height].map(|h| iso.translation + axis * h + down * radius).to_vec()
}
