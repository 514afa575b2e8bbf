//! Boxes of pieces: data that owners can write themselves, checked on loading.
//!
//! A piece is a union of convex parts of one wood. Its mass follows from its volume, its origin is moved to its
//! centre of mass, and what is drawn comes from the same parts as what is simulated.

use crate::pieces::shape::{BadPart, Mesh, Part, lining};
use crate::pieces::stance::{Stance, stances};
use rapier3d_f64::math::{Pose as Iso, Vector};
use rapier3d_f64::parry::query;
use rapier3d_f64::parry::shape::SharedShape;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock};

/// The most pieces a box may hold.
pub const MAX_PIECES: usize = 48;
/// The most parts a piece may have.
pub const MAX_PARTS: usize = 16;
/// How wide or tall a piece may be.
pub const MAX_EXTENT: f64 = 4.0;

/// A piece by its place in the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct PieceId(pub u8);

/// A box as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct BoxData {
    /// What the box is called.
    pub name: String,
    /// Mass of a cubic unit.
    pub density: f64,
    /// The coefficient of friction between any two pieces.
    pub friction: f64,
    /// The base piece, fixed to the table.
    pub base: PieceData,
    /// The pieces.
    pub pieces: Vec<PieceData>,
}

/// A piece as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct PieceData {
    /// What people call it, such as "the arch".
    pub name: String,
    /// The convex parts it is made of; they touch and do not overlap.
    pub parts: Vec<Part>,
}

/// A piece ready for use, its origin at its centre of mass.
#[derive(Clone)]
pub struct Piece {
    /// What people call it.
    pub name: String,
    /// Its faces, for drawing.
    pub mesh: Mesh,
    /// Its volume.
    pub volume: f64,
    /// The distance from its centre of mass to its farthest point.
    pub radius: f64,
    /// Its shape as the physics sees it.
    pub shape: SharedShape,
    /// Its convex parts with their places, as the physics sees them; round ones are lined with flat ones.
    pub parts: Vec<(Iso, SharedShape)>,
    /// How many of the parts have weight: the first so many.
    pub weighty: usize,
    /// The ways it can lie on a level surface, safest first.
    pub stances: Vec<Stance>,
}

/// A checked box of pieces, shared by all who play with it.
#[derive(Clone)]
pub struct PieceBox(Arc<Inner>);

struct Inner {
    data: BoxData,
    base: Piece,
    base_at: Iso,
    pieces: Vec<Piece>,
}

/// What is wrong with a box.
#[derive(Debug, thiserror::Error)]
pub enum BadBox {
    /// The text is not a box.
    #[error("the box cannot be read: {0}")]
    Syntax(#[from] serde_json::Error),
    /// There are no pieces or too many.
    #[error("the box has {0} pieces; give it 1 to {MAX_PIECES}")]
    Count(usize),
    /// A name is missing, too long or used twice.
    #[error("a piece is called \"{0}\"; give each piece its own name of 1 to 40 plain characters")]
    Name(String),
    /// Density or friction is out of range.
    #[error("{what} is {value}; choose a number from {min} to {max}")]
    Matter {
        /// What is out of range.
        what: &'static str,
        /// What it is.
        value: f64,
        /// The least it may be.
        min: f64,
        /// The most it may be.
        max: f64,
    },
    /// A piece has no parts or too many.
    #[error("{0} has {1} parts; give it 1 to {MAX_PARTS}")]
    Parts(String, usize),
    /// A part is not a sound convex solid.
    #[error("part {1} of {0}: {2}")]
    Part(String, usize, BadPart),
    /// Two parts share space, which would count their wood twice.
    #[error("parts {1} and {2} of {0} overlap; let parts touch face to face only")]
    Overlap(String, usize, usize),
    /// The parts do not hang together.
    #[error(
        "{0} falls apart: part {1} touches no earlier part; list parts so that each touches one before it"
    )]
    Apart(String, usize),
    /// The piece is too large.
    #[error("{0} is {1:.2} long; keep pieces within {MAX_EXTENT}")]
    Extent(String, f64),
}

impl PieceBox {
    /// The box the game comes with: a round base and 24 pieces.
    pub fn classic() -> PieceBox {
        static CLASSIC: OnceLock<PieceBox> = OnceLock::new();
        CLASSIC
            .get_or_init(|| {
                PieceBox::load(include_str!("../classic.json")).expect("the classic box is checked by a test")
            })
            .clone()
    }

    /// Reads and checks a box written as JSON.
    pub fn load(json: &str) -> Result<PieceBox, BadBox> {
        PieceBox::new(serde_json::from_str(json)?)
    }

    /// Checks a box and makes it ready for use.
    pub fn new(data: BoxData) -> Result<PieceBox, BadBox> {
        matter("density", data.density, 0.01, 100.0)?;
        matter("friction", data.friction, 0.05, 1.5)?;
        if data.pieces.is_empty() || data.pieces.len() > MAX_PIECES {
            return Err(BadBox::Count(data.pieces.len()));
        }
        let mut names = std::collections::BTreeSet::new();
        for piece in std::iter::once(&data.base).chain(&data.pieces) {
            let plain = piece.name.chars().all(|c| !c.is_control());
            let sized = (1..=40).contains(&piece.name.trim().chars().count());
            if !plain || !sized || !names.insert(piece.name.trim()) {
                return Err(BadBox::Name(piece.name.chars().take(40).collect()));
            }
        }
        let base = Piece::new(&data.base)?;
        let lowest = base.lowest(&Iso::IDENTITY);
        let base_at = Iso::from_translation(Vector::new(0.0, -lowest, 0.0));
        let pieces = data.pieces.iter().map(Piece::new).collect::<Result<_, _>>()?;
        Ok(PieceBox(Arc::new(Inner { data, base, base_at, pieces })))
    }

    /// The box as it was written.
    pub fn data(&self) -> &BoxData {
        &self.0.data
    }

    /// How many pieces there are, the base not counted.
    pub fn len(&self) -> usize {
        self.0.pieces.len()
    }

    /// Whether there is no piece, which a checked box never is.
    pub fn is_empty(&self) -> bool {
        self.0.pieces.is_empty()
    }

    /// All pieces in the order of the box.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.len() as u8).map(PieceId)
    }

    /// Whether the box holds such a piece.
    pub fn has(&self, id: PieceId) -> bool {
        usize::from(id.0) < self.len()
    }

    /// A piece of the box; the id must be one of [`PieceBox::ids`].
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.0.pieces[usize::from(id.0)]
    }

    /// The piece with a name.
    pub fn named(&self, name: &str) -> Option<PieceId> {
        self.ids().find(|&id| self.piece(id).name == name)
    }

    /// The name of a piece, or of the base.
    pub fn name(&self, piece: Option<PieceId>) -> &str {
        piece.map_or(&self.0.base.name, |id| &self.piece(id).name)
    }

    /// The base piece.
    pub fn base(&self) -> &Piece {
        &self.0.base
    }

    /// Where the base stands: on the table, its centre of mass above the origin.
    pub fn base_at(&self) -> &Iso {
        &self.0.base_at
    }

    /// The coefficient of friction between any two pieces.
    pub fn friction(&self) -> f64 {
        self.0.data.friction
    }

    /// The mass of a piece.
    pub fn mass(&self, id: PieceId) -> f64 {
        self.0.data.density * self.piece(id).volume
    }
}

impl Default for PieceBox {
    fn default() -> PieceBox {
        PieceBox::classic()
    }
}

/// The classic box is written as `null`, any other as its data.
impl Serialize for PieceBox {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (*self != PieceBox::classic()).then_some(&self.0.data).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PieceBox {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PieceBox, D::Error> {
        match Option::<BoxData>::deserialize(deserializer)? {
            None => Ok(PieceBox::classic()),
            Some(data) => PieceBox::new(data).map_err(serde::de::Error::custom),
        }
    }
}

impl PartialEq for PieceBox {
    fn eq(&self, other: &PieceBox) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.data == other.0.data
    }
}

impl std::fmt::Debug for PieceBox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PieceBox({:?}, {} pieces)", self.0.data.name, self.len())
    }
}

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Piece {
    fn new(data: &PieceData) -> Result<Piece, BadBox> {
        let name = data.name.trim().to_owned();
        if data.parts.is_empty() || data.parts.len() > MAX_PARTS {
            return Err(BadBox::Parts(name, data.parts.len()));
        }
        for (i, part) in data.parts.iter().enumerate() {
            part.check().map_err(|e| BadBox::Part(name.clone(), i, e))?;
        }
        let first = parts(data, &name, Vector::ZERO)?;
        check_joints(&name, &first)?;
        let mass = SharedShape::compound(first).mass_properties(1.0);
        let shift = -mass.local_com;
        let mut parts = parts(data, &name, shift)?;
        let weighty = parts.len();
        parts.extend(data.parts.iter().flat_map(|part| lining(part, shift)));
        let mut mesh = Mesh::default();
        for part in &data.parts {
            mesh.append(&part.mesh());
        }
        mesh.shift(shift);
        let radius = mesh.vectors().map(|p| p.length()).fold(0.0, f64::max);
        let extent = (0..3).map(|i| {
            let along = mesh.points.iter().map(|p| p[i]);
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        });
        let extent = extent.fold(0.0, f64::max);
        if extent > MAX_EXTENT {
            return Err(BadBox::Extent(name, extent));
        }
        let shape = SharedShape::compound(parts.clone());
        let mut piece =
            Piece { name, mesh, volume: mass.mass(), radius, shape, parts, weighty, stances: Vec::new() };
        piece.stances = stances(&piece);
        Ok(piece)
    }

    /// The height of the piece's lowest point in a pose.
    pub fn lowest(&self, pose: &Iso) -> f64 {
        self.support(pose, -Vector::Y).y
    }

    /// The piece's farthest point in a direction, in a pose.
    pub fn support(&self, pose: &Iso, towards: Vector) -> Vector {
        let farthest = self.parts.iter().map(|(at, shape)| {
            let map = shape.as_support_map().expect("parts are convex");
            map.support_point(&(*pose * *at), towards)
        });
        farthest.max_by(|a, b| a.dot(towards).total_cmp(&b.dot(towards))).expect("a piece has parts")
    }
}

fn matter(what: &'static str, value: f64, min: f64, max: f64) -> Result<(), BadBox> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(BadBox::Matter { what, value, min, max }) }
}

fn parts(data: &PieceData, name: &str, by: Vector) -> Result<Vec<(Iso, SharedShape)>, BadBox> {
    let shape = |(i, part): (usize, &Part)| {
        part.shape(by).ok_or_else(|| BadBox::Part(name.to_owned(), i, BadPart::NotConvex(0)))
    };
    data.parts.iter().enumerate().map(shape).collect()
}

/// Parts may touch face to face, must not share space, and must hang together.
fn check_joints(name: &str, parts: &[(Iso, SharedShape)]) -> Result<(), BadBox> {
    for (i, (at, shape)) in parts.iter().enumerate() {
        let mut touches = i == 0;
        for (j, (other_at, other)) in parts[..i].iter().enumerate() {
            let contact = query::contact(other_at, &**other, at, &**shape, 1e-3).ok().flatten();
            touches |= contact.is_some();
            if contact.is_some_and(|c| c.dist < -1e-3) {
                return Err(BadBox::Overlap(name.to_owned(), j, i));
            }
        }
        if !touches {
            return Err(BadBox::Apart(name.to_owned(), i));
        }
    }
    Ok(())
}
