//! The geometry of a structure: what a pose would run into, how far things are apart, what a ray hits.

use crate::geometry::pose::Standing;
use crate::pieces::boxes::{Piece, PieceBox, PieceId};
use rapier3d_f64::math::{Pose as Iso, Vector};
use rapier3d_f64::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d_f64::parry::query::{self, Ray};
use rapier3d_f64::parry::shape::SharedShape;

/// How deep two pieces may seem to overlap where they only touch: 0.06 mm on wood of 3 cm.
pub const HAIR: f64 = 0.002;

/// A structure laid out for questions about its geometry.
#[derive(Clone)]
pub struct Scene {
    set: PieceBox,
    solids: Vec<Solid>,
    bounds: Aabb,
}

#[derive(Clone)]
struct Solid {
    piece: Option<PieceId>,
    centre: Vector,
    radius: f64,
    parts: Vec<(Iso, Aabb, SharedShape)>,
}

impl Solid {
    fn new(owner: Option<PieceId>, piece: &Piece, at: Iso) -> Solid {
        let part = |(local, shape): &(Iso, SharedShape)| {
            let iso = at * *local;
            (iso, shape.compute_aabb(&iso), shape.clone())
        };
        let parts = piece.parts.iter().map(part).collect();
        Solid { piece: owner, centre: at.translation, radius: piece.radius, parts }
    }

    fn bounds(&self) -> Aabb {
        let boxes = self.parts.iter().map(|p| p.1);
        boxes.reduce(|a, b| a.merged(&b)).expect("a piece has parts")
    }
}

/// What a pose runs into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The piece in the way, or nothing for the base.
    pub with: Option<PieceId>,
    /// How deep they overlap.
    pub depth: f64,
}

impl Scene {
    /// Lays out a structure on its base.
    pub fn new(set: &PieceBox, standing: &[Standing]) -> Scene {
        let base = Solid::new(None, set.base(), *set.base_at());
        let pieces = standing.iter().map(|s| Solid::new(Some(s.piece), set.piece(s.piece), s.pose.iso()));
        let solids: Vec<Solid> = std::iter::once(base).chain(pieces).collect();
        let bounds = solids.iter().map(Solid::bounds).reduce(|a, b| a.merged(&b));
        Scene { set: set.clone(), bounds: bounds.expect("there is a base"), solids }
    }

    /// The box of pieces the structure is built from.
    pub fn set(&self) -> &PieceBox {
        &self.set
    }

    /// The smallest upright cuboid around base and structure.
    pub fn bounds(&self) -> (Vector, Vector) {
        (self.bounds.mins, self.bounds.maxs)
    }

    /// What a piece in a pose would overlap deeper than a hair.
    pub fn clash(&self, piece: &Piece, at: &Iso) -> Option<Clash> {
        let near = self
            .solids
            .iter()
            .filter(|s| s.centre.distance_squared(at.translation) < (s.radius + piece.radius).powi(2));
        let mut mine: Option<Vec<(Iso, Aabb)>> = None;
        for solid in near {
            let mine = mine.get_or_insert_with(|| placed(piece, at));
            for (iso, bounds, shape) in &solid.parts {
                for ((own, own_bounds), (_, own_shape)) in mine.iter().zip(&piece.parts) {
                    if bounds.intersects(own_bounds)
                        && let Some(depth) = depth(iso, shape, own, own_shape)
                    {
                        return Some(Clash { with: solid.piece, depth });
                    }
                }
            }
        }
        None
    }

    /// The distance from a piece in a pose to the nearest other piece or the base, up to `far`.
    pub fn gap(&self, piece: &Piece, at: &Iso, far: f64) -> f64 {
        let near =
            self.solids.iter().filter(|s| s.centre.distance(at.translation) < s.radius + piece.radius + far);
        near.flat_map(|s| &s.parts)
            .flat_map(|(iso, _, shape)| piece.parts.iter().map(move |p| (iso, shape, p)))
            .map(|(iso, shape, (local, own))| {
                query::distance(iso, &**shape, &(*at * *local), &**own).map_or(0.0, |d| d.distance)
            })
            .fold(far, f64::min)
    }

    /// How far a piece can sink straight down from a pose before it meets something, the table included.
    pub fn drop(&self, piece: &Piece, at: &Iso) -> f64 {
        let to_ground = piece.lowest(at).max(0.0);
        self.sweep(piece, at, -Vector::Y, to_ground).unwrap_or(to_ground)
    }

    /// How far a piece can be moved in a direction before it meets wood; `None` if it meets none within `far`.
    pub fn sweep(&self, piece: &Piece, at: &Iso, way: Vector, far: f64) -> Option<f64> {
        let mut options = query::ShapeCastOptions::with_max_time_of_impact(far);
        options.stop_at_penetration = true;
        let mut nearest = None;
        let mine = placed(piece, at);
        for solid in &self.solids {
            let along = (solid.centre - at.translation).dot(way).clamp(0.0, options.max_time_of_impact);
            let passing = at.translation + way * along;
            if passing.distance(solid.centre) > solid.radius + piece.radius {
                continue;
            }
            for (iso, bounds, shape) in &solid.parts {
                for ((own, own_bounds), (_, own_shape)) in mine.iter().zip(&piece.parts) {
                    if !may_meet(own_bounds, way, options.max_time_of_impact, bounds) {
                        continue;
                    }
                    let hit =
                        query::cast_shapes(own, way, &**own_shape, iso, Vector::ZERO, &**shape, options);
                    if let Ok(Some(hit)) = hit {
                        options.max_time_of_impact = hit.time_of_impact;
                        nearest = Some(hit.time_of_impact);
                    }
                }
            }
        }
        nearest
    }

    /// Whether a straight line of so much length from a point is free of wood.
    pub fn is_clear(&self, from: Vector, towards: Vector, length: f64) -> bool {
        let ray = Ray::new(from, towards);
        self.solids.iter().all(|s| {
            let along = (s.centre - from).dot(towards).clamp(0.0, length);
            (from + towards * along).distance(s.centre) > s.radius
                || s.parts.iter().all(|(iso, _, shape)| !shape.intersects_ray(iso, &ray, length))
        })
    }
}

/// Where the parts of a piece in a pose are, each with the upright cuboid around it.
fn placed(piece: &Piece, at: &Iso) -> Vec<(Iso, Aabb)> {
    let place = |(local, shape): &(Iso, SharedShape)| {
        let iso = *at * *local;
        (iso, shape.compute_aabb(&iso))
    };
    piece.parts.iter().map(place).collect()
}

/// Whether a cuboid that is moved as far as told comes within a hair of another.
fn may_meet(own: &Aabb, way: Vector, far: f64, other: &Aabb) -> bool {
    // On each axis, the stretch of the way on which they overlap; they meet where all three stretches do.
    let (low, high) = (other.mins - own.maxs - HAIR, other.maxs - own.mins + HAIR);
    let (mut from, mut until) = (0.0f64, far);
    for axis in 0..3 {
        if way[axis] == 0.0 {
            if low[axis] > 0.0 || high[axis] < 0.0 {
                return false;
            }
            continue;
        }
        let (a, b) = (low[axis] / way[axis], high[axis] / way[axis]);
        from = from.max(a.min(b));
        until = until.min(a.max(b));
    }
    from <= until
}

/// How deep two convex parts overlap, if deeper than a hair.
fn depth(a: &Iso, shape_a: &SharedShape, b: &Iso, shape_b: &SharedShape) -> Option<f64> {
    let meet = query::intersection_test(a, &**shape_a, b, &**shape_b);
    if !meet.is_ok_and(|m| m.intersecting) {
        return None;
    }
    let contact = query::contact(a, &**shape_a, b, &**shape_b, 0.0).ok().flatten()?;
    (contact.dist < -HAIR).then_some(-contact.dist)
}
