//! Keyframes of a motion, thinned so that straight interpolation between them looks like the motion itself.

use crate::geometry::pose::{Pose, Standing};
use crate::pieces::boxes::PieceId;
use serde::{Deserialize, Serialize};

/// How far an interpolated place may be from the simulated one.
pub const PLACE_ERROR: f64 = 0.004;
/// How far, in radians, an interpolated turn may be from the simulated one.
pub const TURN_ERROR: f64 = 0.012;
/// The most samples a stretch between two keyframes may skip.
const MAX_SKIP: usize = 90;

/// The motion of every piece that moved visibly; pieces without a track stay where they were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Film {
    /// How long the motion lasts, in milliseconds of simulated time; show it two or three times as fast.
    pub length_ms: u32,
    /// The tracks, one a piece.
    pub tracks: Vec<Track>,
}

/// The motion of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Track {
    /// The piece.
    pub piece: PieceId,
    /// Whether the piece is taken away after its last keyframe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken: bool,
    /// Milliseconds since the release, for each keyframe.
    pub ms: Vec<u32>,
    /// Place x, y, z and quaternion x, y, z, w, for each keyframe.
    pub keys: Vec<[f64; 7]>,
}

impl Film {
    /// Whether every track has times in order and a sound key for each.
    pub fn check(&self) -> Result<(), &'static str> {
        let sound = |t: &Track| {
            !t.keys.is_empty()
                && t.keys.len() == t.ms.len()
                && t.ms.is_sorted_by(|a, b| a < b)
                && t.keys.iter().flatten().all(|x| x.is_finite())
        };
        if self.tracks.iter().all(sound) { Ok(()) } else { Err("a track of the film is broken") }
    }
}

impl Track {
    /// The pose at a time, as a viewer interpolates it.
    pub fn at(&self, ms: u32) -> Pose {
        let next = self.ms.partition_point(|&t| t <= ms);
        if next == 0 || next == self.ms.len() {
            return unpack(&self.keys[next.saturating_sub(1)]);
        }
        let (from, to) = (self.ms[next - 1], self.ms[next]);
        let part = f64::from(ms - from) / f64::from(to - from);
        between(&unpack(&self.keys[next - 1]), &unpack(&self.keys[next]), part)
    }
}

/// Collects samples while a simulation runs.
#[derive(Default)]
pub(crate) struct Recorder {
    reels: Vec<Reel>,
    last_ms: u32,
}

struct Reel {
    piece: PieceId,
    keys: Vec<(u32, Pose)>,
    pending: Vec<(u32, Pose)>,
    still: bool,
    taken: bool,
}

impl Recorder {
    /// Records where all pieces are; a piece that is missing for the first time has been taken away.
    pub(crate) fn record(&mut self, ms: u32, standing: impl Iterator<Item = Standing>) {
        self.last_ms = ms;
        let mut seen = 0u64;
        for s in standing {
            seen |= 1 << s.piece.0;
            match self.reels.iter_mut().find(|r| r.piece == s.piece) {
                Some(reel) => reel.add(ms, s.pose),
                None => self.reels.push(Reel {
                    piece: s.piece,
                    keys: vec![(ms, s.pose)],
                    pending: Vec::new(),
                    still: true,
                    taken: false,
                }),
            }
        }
        for reel in &mut self.reels {
            reel.taken |= seen & (1 << reel.piece.0) == 0;
        }
    }

    /// The finished film; `always` keeps its track even if it never moved.
    pub(crate) fn finish(self, always: Option<PieceId>) -> Film {
        let tracks = self.reels.into_iter().filter_map(|reel| reel.finish(always));
        Film { length_ms: self.last_ms, tracks: tracks.collect() }
    }
}

impl Reel {
    fn add(&mut self, ms: u32, pose: Pose) {
        let &(key_ms, key) = self.keys.last().expect("a reel starts with a key");
        let still = near(&key, &pose, 0.5);
        let fits = (self.still && still)
            || (self.pending.len() < MAX_SKIP
                && self.pending.iter().all(|(t, p)| {
                    let part = f64::from(t - key_ms) / f64::from(ms - key_ms);
                    near(&between(&key, &pose, part), p, 1.0)
                }));
        if fits {
            self.still &= still;
            // While nothing moves, the latest sample says it all.
            if self.still {
                self.pending.clear();
            }
        } else {
            let last = *self.pending.last().expect("a stretch without samples always fits");
            self.keys.push(last);
            self.pending.clear();
            self.still = near(&last.1, &pose, 0.5);
        }
        self.pending.push((ms, pose));
    }

    fn finish(mut self, always: Option<PieceId>) -> Option<Track> {
        self.keys.extend(self.pending.last());
        let start = self.keys[0].1;
        let moved = self.keys.iter().any(|(_, p)| !near(&start, p, 0.5));
        if !moved && !self.taken && always != Some(self.piece) {
            return None;
        }
        if !moved {
            self.keys.truncate(1);
        }
        let ms = self.keys.iter().map(|k| k.0).collect();
        let keys = self.keys.iter().map(|k| pack(&k.1)).collect();
        Some(Track { piece: self.piece, taken: self.taken, ms, keys })
    }
}

fn near(a: &Pose, b: &Pose, share: f64) -> bool {
    let (place, turn) = a.distance(b);
    place <= PLACE_ERROR * share && turn <= TURN_ERROR * share
}

/// Interpolates as three.js does: the place straight, the turn along the shorter arc.
fn between(a: &Pose, b: &Pose, part: f64) -> Pose {
    let mix = |x: f64, y: f64| x + (y - x) * part;
    let dot: f64 = a.turn.iter().zip(&b.turn).map(|(x, y)| x * y).sum();
    let side = if dot < 0.0 { -1.0 } else { 1.0 };
    let at = std::array::from_fn(|i| mix(a.at[i], b.at[i]));
    let turn: [f64; 4] = std::array::from_fn(|i| mix(a.turn[i], side * b.turn[i]));
    let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
    Pose { at, turn: turn.map(|x| x / length) }
}

fn pack(pose: &Pose) -> [f64; 7] {
    let round = |x: f64| (x * 1e4).round() / 1e4;
    let ([x, y, z], [i, j, k, w]) = (pose.at, pose.turn);
    [x, y, z, i, j, k, w].map(round)
}

fn unpack(&[x, y, z, i, j, k, w]: &[f64; 7]) -> Pose {
    Pose { at: [x, y, z], turn: [i, j, k, w] }
}
