//! Convex outlines in a plane: what a support looks like from above.

/// The convex hull of points in the plane, counter-clockwise.
pub fn hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-12 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut sorted.iter().copied());
    lower.extend(half(&mut sorted.iter().rev().copied()));
    lower
}

/// How far a point lies inside a convex outline; negative outside, and for outlines without area.
pub fn margin(outline: &[[f64; 2]], p: [f64; 2]) -> f64 {
    if outline.len() < 3 {
        return f64::NEG_INFINITY;
    }
    let inside = |i: usize| {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) / dx.hypot(dy)
    };
    (0..outline.len()).map(inside).fold(f64::INFINITY, f64::min)
}
