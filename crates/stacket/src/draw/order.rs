//! Which face hides which: faces cut along each other's planes so that drawing from the back to the front is right.

use rapier3d_f64::math::Vector;

use crate::draw::faces::Face;

/// A corner nearer to a plane than this lies in it.
const FLAT: f64 = 1e-6;
/// How many faces are tried as the next to cut along; the one that cuts the fewest is taken.
const TRIED: usize = 12;

/// A part of a face, with its corners and whether the edge from each to the next is one of the face.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// The number of the face.
    pub(crate) face: usize,
    /// Its corners.
    pub(crate) corners: Vec<(Vector, bool)>,
}

/// A plane, by its direction and how far along it lies.
type Plane = (Vector, f64);

fn plane(face: &Face) -> Plane {
    (face.normal, face.normal.dot(face.corners[0]))
}

fn side(plane: &Plane, at: Vector) -> f64 {
    let far = plane.0.dot(at) - plane.1;
    if far.abs() < FLAT { 0.0 } else { far }
}

/// All parts of the faces, each after those it may hide, seen from far away towards `near`; `ground` is cut along first.
pub(crate) fn back_to_front(faces: &[Face], ground: usize, near: Vector) -> Vec<Fragment> {
    let whole = |(n, face): (usize, &Face)| {
        let corners = face.corners.iter().map(|p| (*p, true)).collect();
        Fragment { face: n, corners }
    };
    let parts = faces.iter().enumerate().map(whole).collect();
    let mut drawn = Vec::new();
    arrange(faces, parts, Some(ground), near, &mut drawn);
    drawn
}

fn arrange(
    faces: &[Face],
    parts: Vec<Fragment>,
    cut: Option<usize>,
    near: Vector,
    drawn: &mut Vec<Fragment>,
) {
    let Some(cut) = cut.or_else(|| best_cut(faces, &parts)) else { return };
    let along = plane(&faces[cut]);
    let (mut behind, mut within, mut before) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        let sides = || part.corners.iter().map(|(p, _)| side(&along, *p));
        match (sides().any(|s| s < 0.0), sides().any(|s| s > 0.0)) {
            (false, false) => within.push(part),
            (true, false) => behind.push(part),
            (false, true) => before.push(part),
            (true, true) => {
                behind.push(half(&part, &along, -1.0));
                before.push(half(&part, &along, 1.0));
            }
        }
    }
    let (far, close) = if along.0.dot(near) > 0.0 { (behind, before) } else { (before, behind) };
    arrange(faces, far, None, near, drawn);
    drawn.append(&mut within);
    arrange(faces, close, None, near, drawn);
}

fn best_cut(faces: &[Face], parts: &[Fragment]) -> Option<usize> {
    let cost = |face: &usize| {
        let along = plane(&faces[*face]);
        if along.0 == Vector::ZERO {
            return usize::MAX;
        }
        let is_cut = |part: &&Fragment| {
            let sides = || part.corners.iter().map(|(p, _)| side(&along, *p));
            sides().any(|s| s < 0.0) && sides().any(|s| s > 0.0)
        };
        parts.iter().filter(is_cut).count()
    };
    let step = parts.len().div_ceil(TRIED).max(1);
    parts.iter().step_by(step).map(|part| part.face).min_by_key(cost)
}

/// The half of a part on one side of a plane.
fn half(part: &Fragment, along: &Plane, sign: f64) -> Fragment {
    let mut corners = Vec::new();
    for (i, (here, is_edge)) in part.corners.iter().enumerate() {
        let (next, _) = part.corners[(i + 1) % part.corners.len()];
        let (a, b) = (sign * side(along, *here), sign * side(along, next));
        if a >= 0.0 {
            // Where the outline leaves this side, it goes on along the cut.
            corners.push((*here, *is_edge && (a > 0.0 || b >= 0.0)));
        }
        if a * b < 0.0 {
            let at = *here + (next - *here) * (a / (a - b));
            corners.push((at, *is_edge && b > 0.0));
        }
    }
    Fragment { face: part.face, corners }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, z: f64, size: f64) -> Face {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let corners = corners.map(|[a, b]| Vector::new(x + size * a, size * b, z)).to_vec();
        Face { piece: None, corners, normal: Vector::Z }
    }

    #[test]
    fn what_is_nearer_is_drawn_later_whatever_its_size() {
        let faces = [square(0.0, 1.0, 1.0), square(-50.0, 0.0, 100.0), square(0.2, 0.5, 0.1)];
        let order: Vec<usize> = back_to_front(&faces, 0, Vector::Z).iter().map(|part| part.face).collect();
        assert_eq!(order, [1, 2, 0]);
        let order: Vec<usize> = back_to_front(&faces, 0, -Vector::Z).iter().map(|part| part.face).collect();
        assert_eq!(order, [0, 2, 1]);
    }

    #[test]
    fn a_face_that_pierces_another_is_cut_in_two() {
        let mut wall = square(0.0, 0.0, 1.0);
        wall.corners = wall.corners.iter().map(|p| Vector::new(0.5, p.y, p.x - 0.5)).collect();
        wall.normal = Vector::X;
        let parts = back_to_front(&[square(0.0, 0.0, 1.0), wall], 0, Vector::Z);
        assert_eq!(parts.iter().map(|part| part.face).collect::<Vec<_>>(), [1, 0, 1]);
        let edges = |part: &Fragment| part.corners.iter().filter(|(_, is_edge)| *is_edge).count();
        assert_eq!(parts.iter().map(edges).collect::<Vec<_>>(), [3, 4, 3]);
    }
}
