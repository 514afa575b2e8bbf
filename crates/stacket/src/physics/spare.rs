//! Contacts that can be left out, because others carry whatever they carry.
//!
//! A plank on a round plate touches each of the flat bodies the plate is lined with, but what holds it are the
//! outermost points alone: forces there add up to any force between them. Leaving the inner bodies out of the
//! engine's equations saves a quarter of the work and changes no support by more than [`SLACK`].

use std::collections::{BTreeMap, BTreeSet};

use rapier3d_f64::math::Vector;
use rapier3d_f64::prelude::*;

use crate::pieces::outline::{hull, margin};

/// How far a support may shrink.
const SLACK: f64 = 0.003;
/// The cosine above which two contacts press in one direction, and the distance within which they lie in one plane.
const ONE_DIRECTION: f64 = 1.0 - 1e-6;
const ONE_PLANE: f64 = 0.003;

/// Pairs of colliders whose contact is left out, by their places in the set.
#[derive(Default)]
pub(crate) struct Spare {
    pairs: BTreeSet<[u32; 2]>,
    /// Whether any of them is among the engine's equations now.
    pub(crate) is_news: bool,
}

impl Spare {
    /// The spare contacts among those of a world after a step.
    pub(crate) fn find(narrow: &NarrowPhase, colliders: &ColliderSet, bodies: &RigidBodySet) -> Spare {
        let mut faces: BTreeMap<[u32; 2], Vec<Face>> = BTreeMap::new();
        for pair in narrow.contact_pairs() {
            let [one, two] = [pair.collider1, pair.collider2].map(|c| &colliders[c]);
            let [a, b] = [one, two].map(|c| body(c, bodies));
            for manifold in pair.manifolds() {
                let touching = manifold.points.iter().filter(|p| p.dist < SLACK);
                let points: Vec<Vector> = touching.map(|p| *one.position() * p.local_p1).collect();
                if points.is_empty() {
                    continue;
                }
                let normal = one.position().rotation * manifold.local_n1;
                let (key, normal) = if a < b { ([a, b], normal) } else { ([b, a], -normal) };
                let is_in_use = !manifold.data.solver_contacts.is_empty();
                let patch = Patch { pair: places(pair.collider1, pair.collider2), is_in_use, points };
                let faces = faces.entry(key).or_default();
                match faces.iter_mut().find(|face| face.has(normal, patch.points[0])) {
                    Some(face) => face.patches.push(patch),
                    None => faces.push(Face { normal, patches: vec![patch] }),
                }
            }
        }
        let mut found = Spare::default();
        for patch in faces.into_values().flatten().flat_map(Face::spare) {
            found.pairs.insert(patch.pair);
            found.is_news |= patch.is_in_use;
        }
        found
    }

    /// The colliders of pairs that are left out, each once.
    pub(crate) fn colliders(&self) -> BTreeSet<u32> {
        self.pairs.iter().flatten().copied().collect()
    }

    /// Whether the contact of a pair is left out.
    pub(crate) fn has(&self, one: ColliderHandle, two: ColliderHandle) -> bool {
        self.pairs.contains(&places(one, two))
    }
}

impl PhysicsHooks for Spare {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        if self.has(context.collider1, context.collider2)
            && let Some(manifold) = context.rigid_mut()
        {
            manifold.solver_contacts.clear();
        }
    }
}

/// Where two pieces lie flat against each other: contacts of several parts in one plane.
struct Face {
    normal: Vector,
    patches: Vec<Patch>,
}

/// The contact of one part with another.
#[derive(Clone)]
struct Patch {
    pair: [u32; 2],
    /// Whether it is among the engine's equations.
    is_in_use: bool,
    points: Vec<Vector>,
}

impl Face {
    fn has(&self, normal: Vector, point: Vector) -> bool {
        self.normal.dot(normal) > ONE_DIRECTION
            && (point - self.patches[0].points[0]).dot(self.normal).abs() < ONE_PLANE
    }

    /// The patches without which the others still span the whole face: those left out before, then inner ones first.
    fn spare(mut self) -> Vec<Patch> {
        let (right, up) = self.normal.any_orthonormal_pair();
        let flat = |p: &Vector| [p.dot(right), p.dot(up)];
        let corners =
            |patches: &[Patch]| hull(&patches.iter().flat_map(|p| &p.points).map(flat).collect::<Vec<_>>());
        let whole = corners(&self.patches);
        let middle = self.patches.iter().flat_map(|p| &p.points).sum::<Vector>()
            / self.patches.iter().map(|p| p.points.len()).sum::<usize>() as f64;
        let reach = |p: &Patch| p.points.iter().map(|p| p.distance_squared(middle)).fold(0.0, f64::max);
        self.patches.sort_by(|a, b| {
            a.is_in_use.cmp(&b.is_in_use).then(reach(a).total_cmp(&reach(b))).then(a.pair.cmp(&b.pair))
        });
        let mut spare = Vec::new();
        for _ in 1..self.patches.len() {
            let patch = self.patches.remove(0);
            let others = corners(&self.patches);
            if whole.iter().all(|p| is_within(*p, &others)) {
                spare.push(patch);
            } else {
                self.patches.push(patch);
            }
        }
        spare
    }
}

/// Which piece a collider belongs to; everything fixed is one.
fn body(collider: &Collider, bodies: &RigidBodySet) -> u32 {
    let moving = collider.parent().filter(|b| bodies[*b].is_dynamic());
    moving.map_or(u32::MAX, |b| b.into_raw_parts().0)
}

fn places(one: ColliderHandle, two: ColliderHandle) -> [u32; 2] {
    let [one, two] = [one, two].map(|c| c.into_raw_parts().0);
    [one.min(two), one.max(two)]
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
}

/// Whether a point lies in an outline or hardly outside it.
fn is_within(p: [f64; 2], outline: &[[f64; 2]]) -> bool {
    let edges = || outline.iter().enumerate().map(|(i, a)| (*a, outline[(i + 1) % outline.len()]));
    if margin(outline, p) >= 0.0 {
        return true;
    }
    edges().any(|(a, b)| {
        let along = [b[0] - a[0], b[1] - a[1]];
        let length = along[0] * along[0] + along[1] * along[1];
        let part = (p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1];
        let part = if length > 0.0 { (part / length).clamp(0.0, 1.0) } else { 0.0 };
        distance(p, [a[0] + part * along[0], a[1] + part * along[1]]) < SLACK
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of side 1 in the ground's plane, as the contact of one pair.
    fn square(pair: u32, x: f64, z: f64) -> Patch {
        let corner = |[dx, dz]: [f64; 2]| Vector::new(x + dx, 0.0, z + dz);
        let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(corner).to_vec();
        Patch { pair: [0, pair], is_in_use: true, points }
    }

    fn kept(patches: Vec<Patch>) -> Vec<u32> {
        let all: BTreeSet<u32> = patches.iter().map(|p| p.pair[1]).collect();
        let spare = Face { normal: Vector::Y, patches }.spare();
        let spare: BTreeSet<u32> = spare.iter().map(|p| p.pair[1]).collect();
        all.difference(&spare).copied().collect()
    }

    #[test]
    fn of_nine_squares_the_four_at_the_corners_carry_all() {
        let nine = (0..9).map(|n| square(n, f64::from(n % 3), f64::from(n / 3)));
        assert_eq!(kept(nine.collect()), [0, 2, 6, 8]);
    }

    #[test]
    fn of_squares_in_a_row_the_ends_carry_all() {
        assert_eq!(kept((0..7).map(|n| square(n, f64::from(n), 0.0)).collect()), [0, 6]);
    }

    #[test]
    fn a_square_that_reaches_out_by_more_than_the_slack_is_never_left_out() {
        let row = |out: f64| vec![square(0, 0.0, 0.0), square(1, 1.0, out), square(2, 2.0, 0.0)];
        assert_eq!(kept(row(SLACK * 0.9)), [0, 2]);
        assert_eq!(kept(row(SLACK * 1.1)), [0, 1, 2]);
    }

    #[test]
    fn what_was_left_out_before_stays_out() {
        let twins = |first: bool| {
            [0, 1].map(|n| Patch { is_in_use: (n == 0) == first, ..square(n, 0.0, 0.0) }).to_vec()
        };
        assert_eq!((kept(twins(true)), kept(twins(false))), (vec![0], vec![1]));
    }

    #[test]
    fn points_on_one_line_are_spanned_by_its_ends() {
        let line = |pair: u32, x: f64| {
            let points = [x, x + 1.0].map(|x| Vector::new(x, 0.0, 0.0)).to_vec();
            Patch { pair: [0, pair], is_in_use: true, points }
        };
        assert_eq!(kept((0..4).map(|n| line(n, f64::from(n))).collect()), [0, 3]);
    }
}
