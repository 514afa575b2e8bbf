//! Where a piece is and how it is turned.

use crate::pieces::boxes::PieceId;
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use serde::{Deserialize, Serialize};

/// The position of a piece's centre of mass and its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Pose {
    /// The centre of mass: x, y (up) and z.
    pub at: [f64; 3],
    /// The unit quaternion x, y, z, w that turns the piece from how it is drawn in its box.
    pub turn: [f64; 4],
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Standing {
    /// Which piece.
    pub piece: PieceId,
    /// Where.
    pub pose: Pose,
}

/// How far from 1 the length of a given quaternion may be.
pub const UNIT_SLACK: f64 = 1e-3;

impl Pose {
    /// A piece at a place, turned as in its box.
    pub const fn at(x: f64, y: f64, z: f64) -> Pose {
        Pose { at: [x, y, z], turn: [0.0, 0.0, 0.0, 1.0] }
    }

    /// The same place, with a turn of so many degrees about an axis added.
    pub fn turned(self, axis: [f64; 3], degrees: f64) -> Pose {
        let axis = Vector::from_array(axis).normalize_or(Vector::Y);
        let more = Rotation::from_axis_angle(axis, degrees.to_radians());
        let iso = self.iso();
        Pose::from(Iso::from_parts(iso.translation, (more * iso.rotation).normalize()))
    }

    /// The same orientation, moved.
    pub fn moved(mut self, x: f64, y: f64, z: f64) -> Pose {
        self.at = [self.at[0] + x, self.at[1] + y, self.at[2] + z];
        self
    }

    /// Nearly the same pose in numbers that a person can read and type.
    pub fn rounded(self) -> Pose {
        // Adding nothing makes -0 a plain 0.
        let round = |x: f64, scale: f64| (x * scale).round() / scale + 0.0;
        Pose { at: self.at.map(|x| round(x, 1e4)), turn: self.turn.map(|x| round(x, 1e6)) }
    }

    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.at.iter().chain(&self.turn).all(|x| x.is_finite())
    }

    /// Whether the quaternion has a length of nearly 1.
    pub fn is_unit(&self) -> bool {
        let length = self.turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        (length - 1.0).abs() <= UNIT_SLACK
    }

    /// The place as a vector.
    pub fn place(&self) -> Vector {
        Vector::from_array(self.at)
    }

    /// The pose as the physics takes it, its quaternion made a unit one.
    pub fn iso(&self) -> Iso {
        let [x, y, z, w] = self.turn;
        Iso::from_parts(self.place(), Rotation::from_xyzw(x, y, z, w).normalize())
    }

    /// How far apart two poses are: the distance of the centres, and the turn between them as
    /// twice the sine of half its angle (small turns: radians), free of functions that differ between machines.
    pub fn distance(&self, other: &Pose) -> (f64, f64) {
        let (a, b) = (self.iso(), other.iso());
        let apart = (a.translation - b.translation).length();
        let relative = a.rotation.inverse() * b.rotation;
        let sine = Vector::new(relative.x, relative.y, relative.z).length();
        (apart, 2.0 * sine)
    }
}

impl From<Iso> for Pose {
    fn from(iso: Iso) -> Pose {
        let r = iso.rotation;
        Pose { at: iso.translation.to_array(), turn: [r.x, r.y, r.z, r.w] }
    }
}
