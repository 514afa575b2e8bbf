//! Convex parts, the matter pieces are made of, and the meshes drawn from them.
//!
//! Lengths are in units of about one piece (3 cm); y points up, the table's top is y = 0. Faces have at most
//! four corners, because a contact between two faces keeps four points and must not lose a corner.

use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use rapier3d_f64::parry::shape::{ConvexPolyhedron, SharedShape};
use serde::{Deserialize, Serialize};

/// One convex part of a piece, as it is written in a box of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum Part {
    /// A cuboid with edges along the axes.
    Block {
        /// Its edge lengths along x, y and z.
        size: [f64; 3],
        /// Its centre.
        at: [f64; 3],
    },
    /// A flat outline of three or four corners in the x-y plane, thick along z.
    Prism {
        /// The corners, counter-clockwise seen from +z.
        outline: Vec<[f64; 2]>,
        /// Its thickness; it lies between z = -thick/2 and z = +thick/2.
        thick: f64,
    },
    /// A round part whose axis is the y axis.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its length along the axis.
        height: f64,
        /// Its centre.
        at: [f64; 3],
    },
    /// A convex solid given by its corners and faces.
    Solid {
        /// The corners.
        points: Vec<[f64; 3]>,
        /// The faces, each three or four indices of corners, counter-clockwise seen from outside.
        faces: Vec<Vec<usize>>,
    },
}

/// What is wrong with a part.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadPart {
    /// A length or coordinate is NaN or infinite.
    #[error("a number is not finite; use plain decimal numbers")]
    NotFinite,
    /// A length is too small or too large.
    #[error(
        "a length of {0} is out of range; keep lengths and coordinates between {MIN_LENGTH} and {MAX_LENGTH}"
    )]
    Size(f64),
    /// A face has too few or too many corners.
    #[error("a face has {0} corners; give each three or four, and split larger faces")]
    Corners(usize),
    /// There are too many corners or faces.
    #[error("a solid has {0} corners or faces; use at most {MAX_POINTS}")]
    TooMany(usize),
    /// A face names a corner that does not exist.
    #[error("a face names corner {0}, which does not exist; count corners from 0")]
    NoSuchCorner(usize),
    /// The faces leave a hole or overlap.
    #[error(
        "the solid is not closed at the edge between corners {0} and {1}; each edge belongs to two faces that run along it in opposite directions"
    )]
    Open(usize, usize),
    /// A corner lies outside a face, or a face is bent or turned inside out.
    #[error(
        "face {0} is not convex, bent, or turned inside out; list its corners counter-clockwise seen from outside and split hollows into several parts"
    )]
    NotConvex(usize),
}

/// The shortest length a part may have.
pub const MIN_LENGTH: f64 = 0.05;
/// The longest length and the largest coordinate a part may have.
pub const MAX_LENGTH: f64 = 4.0;
/// The most corners, and the most faces, a solid may have.
pub const MAX_POINTS: usize = 32;
/// The sides a cylinder is drawn with.
const ROUND_SIDES: usize = 32;

/// Flat faces that enclose a volume, for drawing and for geometry.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mesh {
    /// The corners.
    pub points: Vec<[f64; 3]>,
    /// The faces, convex, counter-clockwise seen from outside.
    pub faces: Vec<Vec<usize>>,
}

impl Mesh {
    /// Adds another mesh beside this one.
    pub fn append(&mut self, other: &Mesh) {
        let first = self.points.len();
        self.points.extend_from_slice(&other.points);
        let shifted = other.faces.iter().map(|f| f.iter().map(|i| i + first).collect());
        self.faces.extend(shifted);
    }

    /// Moves every corner.
    pub fn shift(&mut self, by: Vector) {
        for p in &mut self.points {
            *p = (Vector::from_array(*p) + by).to_array();
        }
    }

    /// The corners as vectors.
    pub fn vectors(&self) -> impl Iterator<Item = Vector> + '_ {
        self.points.iter().map(|p| Vector::from_array(*p))
    }

    /// The outward normal of a face, by the area vector of its corners.
    pub fn normal(&self, face: usize) -> Vector {
        let corner = |i: usize| Vector::from_array(self.points[self.faces[face][i]]);
        let area: Vector = (2..self.faces[face].len())
            .map(|i| (corner(i - 1) - corner(0)).cross(corner(i) - corner(0)))
            .sum();
        area.normalize_or_zero()
    }
}

impl Part {
    /// Refuses numbers, sizes and shapes that no piece of wood could have.
    pub fn check(&self) -> Result<(), BadPart> {
        match self {
            Part::Block { size, at } => {
                finite(size.iter().chain(at))?;
                lengths(size)?;
                coordinates(at)
            }
            Part::Prism { outline, thick } => {
                finite(outline.iter().flatten().chain([thick]))?;
                lengths(&[*thick])?;
                if !(3..=4).contains(&outline.len()) {
                    return Err(BadPart::Corners(outline.len()));
                }
                check_solid(&self.mesh())
            }
            Part::Cylinder { radius, height, at } => {
                finite([radius, height].into_iter().chain(at))?;
                lengths(&[2.0 * radius, *height])?;
                coordinates(at)
            }
            Part::Solid { points, faces } => {
                finite(points.iter().flatten())?;
                let most = points.len().max(faces.len());
                if most > MAX_POINTS {
                    return Err(BadPart::TooMany(most));
                }
                if let Some(&i) = faces.iter().flatten().find(|&&i| i >= points.len()) {
                    return Err(BadPart::NoSuchCorner(i));
                }
                if let Some(face) = faces.iter().find(|f| !(3..=4).contains(&f.len())) {
                    return Err(BadPart::Corners(face.len()));
                }
                check_solid(&self.mesh())
            }
        }
    }

    /// The faces of this part.
    pub fn mesh(&self) -> Mesh {
        match self {
            Part::Block { size: [x, y, z], at } => {
                let (x, y) = (x / 2.0, y / 2.0);
                let mut mesh = prism(&[[-x, -y], [x, -y], [x, y], [-x, y]], *z);
                mesh.shift(Vector::from_array(*at));
                mesh
            }
            Part::Prism { outline, thick } => prism(outline, *thick),
            Part::Cylinder { radius, height, at } => {
                let round: Vec<[f64; 2]> = (0..ROUND_SIDES)
                    .map(|i| std::f64::consts::TAU * i as f64 / ROUND_SIDES as f64)
                    .map(|a| [radius * a.cos(), radius * a.sin()])
                    .collect();
                let mut mesh = prism(&round, *height);
                for p in &mut mesh.points {
                    *p = [p[0] + at[0], p[2] + at[1], -p[1] + at[2]];
                }
                mesh
            }
            Part::Solid { points, faces } => Mesh { points: points.clone(), faces: faces.clone() },
        }
    }

    /// The shape the physics sees, moved by `by`; `None` if the faces enclose no volume.
    pub(crate) fn shape(&self, by: Vector) -> Option<(Iso, SharedShape)> {
        let placed = |at: &[f64; 3]| Iso::from_parts(Vector::from_array(*at) + by, Rotation::IDENTITY);
        match self {
            Part::Block { size: [x, y, z], at } => {
                Some((placed(at), SharedShape::cuboid(x / 2.0, y / 2.0, z / 2.0)))
            }
            Part::Cylinder { radius, height, at } => {
                Some((placed(at), SharedShape::cylinder(height / 2.0, *radius)))
            }
            Part::Prism { .. } | Part::Solid { .. } => {
                let mut mesh = self.mesh();
                mesh.shift(by);
                let fans = mesh.faces.iter().flat_map(|f| (2..f.len()).map(|i| [f[0], f[i - 1], f[i]]));
                let triangles: Vec<[u32; 3]> = fans.map(|t| t.map(|i| i as u32)).collect();
                let hull = ConvexPolyhedron::from_convex_mesh(mesh.vectors().collect(), &triangles)?;
                Some((Iso::IDENTITY, SharedShape::new(hull)))
            }
        }
    }
}

/// Flat-faced bodies within a cylinder, with their corners on its rim, moved by `by`.
///
/// The engine takes the end of a cylinder for a square, whose corner follows one contact; pieces that lean on
/// other parts of the rim would tip. These cover the whole end, while the cylinder keeps the side round.
pub(crate) fn lining(part: &Part, by: Vector) -> Vec<(Iso, SharedShape)> {
    let Part::Cylinder { radius, height, at } = part else { return Vec::new() };
    // A hair inside, so that it rolls on the cylinder alone.
    let r = radius * 0.998;
    let rim: &[[f64; 2]] = if *radius < 0.8 { &RIM_OF_12 } else { &RIM_OF_24 };
    let half = r * std::f64::consts::FRAC_1_SQRT_2;
    let mut outlines = vec![vec![[-half, -half], [half, -half], [half, half], [-half, half]]];
    for quarter in 0..4 {
        let turned = |[x, y]: [f64; 2]| match quarter {
            0 => [x, y],
            1 => [-y, x],
            2 => [-x, -y],
            _ => [y, -x],
        };
        let mut inner = [half, half];
        for &[x, y] in rim {
            let outer = [r * x, r * y];
            let mut outline = vec![[inner[0], -inner[1]], [outer[0], -outer[1]], outer, inner];
            if y == 0.0 {
                outline.remove(1);
            }
            outlines.push(outline.into_iter().map(turned).collect());
            inner = outer;
        }
    }
    let lying = outlines.into_iter().map(|outline| {
        let mut mesh = prism(&outline, *height);
        for p in &mut mesh.points {
            *p = [p[0] + at[0], p[2] + at[1], -p[1] + at[2]];
        }
        Part::Solid { points: mesh.points, faces: mesh.faces }
    });
    lying.filter_map(|solid| solid.shape(by)).collect()
}

/// Points of a rim of radius 1 between 45 degrees and 0, as corners of a 12-gon and a 24-gon.
const RIM_OF_12: [[f64; 2]; 1] = [[0.965_925_826_289_068_3, 0.258_819_045_102_520_74]];
const RIM_OF_24: [[f64; 2]; 3] =
    [[0.866_025_403_784_438_6, 0.5], [0.965_925_826_289_068_3, 0.258_819_045_102_520_74], [1.0, 0.0]];

fn prism(outline: &[[f64; 2]], thick: f64) -> Mesh {
    let n = outline.len();
    let at = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
    let points = at(thick / 2.0).chain(at(-thick / 2.0)).collect();
    let sides = (0..n).map(|i| vec![i, i + n, (i + 1) % n + n, (i + 1) % n]);
    let faces = [(0..n).collect(), (n..2 * n).rev().collect()].into_iter().chain(sides).collect();
    Mesh { points, faces }
}

fn finite<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Result<(), BadPart> {
    if numbers.into_iter().all(|x| x.is_finite()) { Ok(()) } else { Err(BadPart::NotFinite) }
}

fn lengths(sizes: &[f64]) -> Result<(), BadPart> {
    match sizes.iter().find(|s| !(MIN_LENGTH..=MAX_LENGTH).contains(*s)) {
        Some(&s) => Err(BadPart::Size(s)),
        None => Ok(()),
    }
}

fn coordinates(at: &[f64; 3]) -> Result<(), BadPart> {
    match at.iter().find(|x| x.abs() > MAX_LENGTH) {
        Some(&x) => Err(BadPart::Size(x)),
        None => Ok(()),
    }
}

/// Checks that the faces are closed, flat and convex, and that they enclose a volume a piece of wood can have.
fn check_solid(mesh: &Mesh) -> Result<(), BadPart> {
    mesh.points.iter().try_for_each(coordinates)?;
    let mut edges = std::collections::BTreeMap::new();
    for face in &mesh.faces {
        for (i, &a) in face.iter().enumerate() {
            *edges.entry((a, face[(i + 1) % face.len()])).or_insert(0) += 1;
        }
    }
    for (&(a, b), &count) in &edges {
        if count != 1 || !edges.contains_key(&(b, a)) {
            return Err(BadPart::Open(a, b));
        }
    }
    for face in 0..mesh.faces.len() {
        let normal = mesh.normal(face);
        let corners: Vec<Vector> =
            mesh.faces[face].iter().map(|&i| Vector::from_array(mesh.points[i])).collect();
        let flat = corners.iter().all(|c| (*c - corners[0]).dot(normal).abs() < 1e-6);
        let behind = mesh.vectors().all(|p| (p - corners[0]).dot(normal) < 1e-6);
        let turns_left = (0..corners.len()).all(|i| {
            let [a, b, c] = [0, 1, 2].map(|k| corners[(i + k) % corners.len()]);
            (b - a).cross(c - b).dot(normal) > 1e-9
        });
        if normal == Vector::ZERO || !flat || !behind || !turns_left {
            return Err(BadPart::NotConvex(face));
        }
        let deep = mesh.vectors().map(|p| -(p - corners[0]).dot(normal)).fold(0.0, f64::max);
        lengths(&[deep])?;
    }
    Ok(())
}
