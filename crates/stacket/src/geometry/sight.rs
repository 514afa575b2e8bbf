//! Whether people around the table can see where two pieces touch.
//!
//! A corner of a contact patch is seen along a direction if a narrow bundle of lines around that direction is
//! free of wood until it has left the structure, above the table. Directions are those in which people sit:
//! all around, from a little below the contact to steeply above it.

use crate::geometry::scene::Scene;
use crate::geometry::touch::Spot;
use rapier3d_f64::math::Vector;

/// Sixteen directions around the table.
const AROUND: [[f64; 2]; 16] = [
    [2.0, 0.0],
    [2.0, 1.0],
    [1.5, 1.5],
    [1.0, 2.0],
    [0.0, 2.0],
    [-1.0, 2.0],
    [-1.5, 1.5],
    [-2.0, 1.0],
    [-2.0, 0.0],
    [-2.0, -1.0],
    [-1.5, -1.5],
    [-1.0, -2.0],
    [0.0, -2.0],
    [1.0, -2.0],
    [1.5, -1.5],
    [2.0, -1.0],
];
/// How steeply people look: rise over distance, from 9 degrees below to 58 above.
const SLOPES: [f64; 6] = [-0.15, 0.05, 0.2, 0.4, 0.8, 1.6];
/// The half width of the bundle, 3 degrees.
const BUNDLE: f64 = 0.05;
/// A line starts this far from the contact, just outside both pieces.
const OFF: f64 = 0.03;
/// A line that has come so far has left any structure.
const FAR: f64 = 12.0;
/// How many places of a patch must be seen, if it has as many.
const PLACES: usize = 2;

/// Whether enough of a contact is seen from around the table.
pub fn is_seen(scene: &Scene, spots: &[Spot]) -> bool {
    let places = places(spots);
    let needed = PLACES.min(places.len());
    let mut seen = 0;
    for place in places {
        seen += usize::from(is_place_seen(scene, place));
        if seen >= needed {
            return needed > 0;
        }
    }
    false
}

/// The corners of every patch, and the points halfway between neighbouring corners.
fn places(spots: &[Spot]) -> Vec<Vector> {
    let mut places: Vec<Vector> = spots.iter().map(|s| Vector::from_array(s.at)).collect();
    for pair in spots.windows(2) {
        if pair[0].patch == pair[1].patch {
            places.push((Vector::from_array(pair[0].at) + Vector::from_array(pair[1].at)) / 2.0);
        }
    }
    places
}

fn is_place_seen(scene: &Scene, place: Vector) -> bool {
    let directions = SLOPES.iter().flat_map(|slope| AROUND.map(|[x, z]| (x, *slope, z)));
    directions.into_iter().any(|(x, slope, z)| {
        let flat = Vector::new(x, 0.0, z).normalize();
        let ahead = (flat + Vector::Y * slope).normalize();
        let side = flat.cross(Vector::Y);
        let up = side.cross(ahead);
        let bundle = [Vector::ZERO, side, -side, up, -up];
        bundle.iter().all(|off| is_line_free(scene, place, (ahead + *off * BUNDLE).normalize()))
    })
}

fn is_line_free(scene: &Scene, place: Vector, towards: Vector) -> bool {
    let start = place + towards * OFF;
    let low = if towards.y < 0.0 { start.y / -towards.y } else { FAR };
    // A line that meets the table near the structure has no eye at its end.
    low >= 4.0 && scene.is_clear(start, towards, low.min(FAR))
}
