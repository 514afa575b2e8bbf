//! Nature: what becomes of a structure when a piece is released, lifted off, or the table shaken.
//!
//! A pure function of the structure and the cause. It ends when every piece has been at rest for ten seconds, when
//! the dust has settled after another piece than the player's own has hit the ground, or after a minute.

use crate::geometry::pose::{Pose, Standing};
use crate::geometry::scene::Scene;
use crate::geometry::touch::{Touch, touches};
use crate::physics::film::{Film, Recorder};
use crate::physics::world::{STEP, STEPS_PER_SECOND, World};
use crate::pieces::boxes::{PieceBox, PieceId};
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use serde::{Deserialize, Serialize};

/// How long every piece must be at rest, in seconds.
pub const REST_SECONDS: u32 = 10;
/// The longest a simulation takes, in seconds.
pub const LIMIT_SECONDS: u32 = 60;
/// How far a piece at rest may creep within the ten seconds, in units and in radians.
pub const REST_DRIFT: f64 = 0.01;
/// How long the hand still holds a released piece back, in steps.
pub const HAND_STEPS: u32 = STEPS_PER_SECOND / 2;

/// The longest the film of a fall goes on after the first piece has landed; it ends sooner when all pieces have been
/// still for [`CALM_STEPS`], so that no tower is left hanging in the air.
const AFTERMATH_STEPS: u32 = 4 * STEPS_PER_SECOND;
const CALM_STEPS: u32 = STEPS_PER_SECOND / 2;
const PICK_UP_STEPS: u32 = STEPS_PER_SECOND / 2;
const SAMPLE_STEPS: u32 = 2;
const REST_CHECK_STEPS: u32 = 4;
const PATIENCE_STEPS: u32 = 16;
const GAP: f64 = 2e-4;
const MAX_RAISE: f64 = 0.004;
/// Half of a hundredth of a degree, in radians: no hand puts a cube on its very edge.
const HALF_TILT: f64 = 8.7e-5;
/// The sideways acceleration of the strongest shake.
const SHAKE: f64 = 12.0;

/// Says whether there is still time; asked about every tenth of a millisecond.
pub type Patience<'a> = &'a (dyn Fn() -> bool + Sync);

/// All the time in the world.
pub const ENDLESS: Patience<'static> = &|| true;

/// What sets a structure in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// A piece is let go somewhere.
    Release(Standing),
    /// A piece of the structure is lifted off.
    Lift(PieceId),
    /// The table is shaken, with a strength above 0 and at most 1.
    Shake(f64),
}

/// How a motion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub enum End {
    /// All pieces have been at rest for ten seconds.
    Rest,
    /// A piece other than the player's own is on the ground.
    Fall,
    /// Something still moves after a minute.
    Limit,
}

/// What nature did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "stacket.ts"))]
pub struct Fate {
    /// How it ended.
    pub end: End,
    /// The pieces that hit the ground, first to last, with the time in milliseconds.
    pub ground: Vec<(PieceId, u32)>,
    /// Where every piece is now; the player's own is missing if it hit the ground.
    pub rest: Vec<Standing>,
    /// Who touches whom, if all came to rest.
    pub touches: Vec<Touch>,
    /// The motion.
    pub film: Film,
}

impl Fate {
    /// Whether a piece hit the ground.
    pub fn has_fallen(&self, piece: PieceId) -> bool {
        self.ground.iter().any(|g| g.0 == piece)
    }

    /// Whether a fate fits a structure and a cause: the right pieces, sound numbers, no contradiction.
    pub fn check(&self, set: &PieceBox, standing: &[Standing], cause: &Cause) -> Result<(), &'static str> {
        let mut expected: Vec<PieceId> = standing.iter().map(|s| s.piece).collect();
        let mut own = None;
        match cause {
            Cause::Release(s) => {
                expected.push(s.piece);
                own = Some(s.piece);
            }
            Cause::Lift(piece) => expected.retain(|p| p != piece),
            Cause::Shake(_) => {}
        }
        let known = |piece: &PieceId| set.has(*piece) && expected.contains(piece);
        let mut ground: Vec<PieceId> = self.ground.iter().map(|g| g.0).collect();
        if !self.ground.is_sorted_by_key(|g| g.1) {
            return Err("the pieces on the ground are not listed in order of time");
        }
        let fallen = ground.len();
        ground.sort_unstable();
        ground.dedup();
        if ground.len() < fallen || !ground.iter().all(known) {
            return Err("a piece on the ground is unknown or listed twice");
        }
        if (self.end == End::Fall) != self.has_felled(own) {
            return Err(
                "it ends in a fall exactly when another piece than the player's own is on the ground",
            );
        }
        let mut rest: Vec<PieceId> = self.rest.iter().map(|s| s.piece).collect();
        if !self.rest.iter().all(|s| s.pose.is_finite() && s.pose.is_unit()) {
            return Err("a pose is not finite or not of length 1");
        }
        rest.extend(own.filter(|p| self.has_fallen(*p) && !rest.contains(p)));
        rest.sort_unstable();
        expected.sort_unstable();
        if rest != expected {
            return Err("the pieces at the end are not those of the structure");
        }
        let touch_known = |t: &Touch| t.a.iter().chain([&t.b]).all(|p| expected.binary_search(p).is_ok());
        if !self.touches.iter().all(touch_known) {
            return Err("a contact names a piece that is not there");
        }
        self.film.check().and_then(|()| {
            let all_known = self.film.tracks.iter().all(|t| expected.binary_search(&t.piece).is_ok());
            if all_known { Ok(()) } else { Err("a track names a piece that is not there") }
        })
    }

    /// Whether a piece other than `own` hit the ground.
    pub fn has_felled(&self, own: Option<PieceId>) -> bool {
        self.ground.iter().any(|g| Some(g.0) != own)
    }
}

/// Simulates what a cause does to a structure.
pub fn settle(set: &PieceBox, standing: &[Standing], cause: &Cause) -> Fate {
    settle_in(World::new(set, standing), set, standing, cause)
}

/// As [`settle`], in a world that has been built from the same structure before.
pub fn settle_in(world: World, set: &PieceBox, standing: &[Standing], cause: &Cause) -> Fate {
    settle_within(world, set, standing, cause, ENDLESS).expect("there is all the time in the world")
}

/// As [`settle_in`]; `None` when patience runs out.
pub fn settle_within(
    world: World,
    set: &PieceBox,
    standing: &[Standing],
    cause: &Cause,
    patience: Patience<'_>,
) -> Option<Fate> {
    let mut run = Run::new(world, cause);
    match cause {
        Cause::Release(own) => {
            run.own = Some(own.piece);
            let pose = in_the_hand(&Scene::new(set, standing), own);
            run.world.hold(own.piece, &pose);
        }
        Cause::Lift(own) => run.world.take(*own),
        Cause::Shake(_) => {}
    }
    let end = run.until_the_end(patience)?;
    let rest: Vec<Standing> = run.world.standing().collect();
    let touches = if end == End::Rest { touches(&Scene::new(set, &rest), &rest) } else { Vec::new() };
    Some(Fate { end, ground: run.ground, rest, touches, film: run.recorder.finish(run.own) })
}

struct Run<'a> {
    world: World,
    cause: &'a Cause,
    own: Option<PieceId>,
    step: u32,
    recorder: Recorder,
    ground: Vec<(PieceId, u32)>,
    pick_up_at: Option<u32>,
    stop_at: u32,
    still_since: u32,
    anchor: Vec<Standing>,
}

impl<'a> Run<'a> {
    fn new(world: World, cause: &'a Cause) -> Run<'a> {
        Run {
            world,
            cause,
            own: None,
            step: 0,
            recorder: Recorder::default(),
            ground: Vec::new(),
            pick_up_at: None,
            stop_at: LIMIT_SECONDS * STEPS_PER_SECOND,
            still_since: 0,
            anchor: Vec::new(),
        }
    }

    /// Runs the simulation and says how it ended; `None` when patience ran out.
    fn until_the_end(&mut self, patience: Patience<'_>) -> Option<End> {
        self.recorder.record(0, self.world.standing());
        while self.step < self.stop_at {
            if self.step.is_multiple_of(PATIENCE_STEPS) && !patience() {
                return None;
            }
            self.hands();
            self.world.step();
            self.step += 1;
            self.watch_the_ground();
            if self.step.is_multiple_of(SAMPLE_STEPS) {
                self.recorder.record(self.ms(), self.world.standing());
            }
            if self.step.is_multiple_of(REST_CHECK_STEPS) {
                let still = self.still_steps();
                match self.has_felled() {
                    true if still >= CALM_STEPS => return Some(End::Fall),
                    false if still >= REST_SECONDS * STEPS_PER_SECOND => return Some(End::Rest),
                    _ => {}
                }
            }
        }
        Some(if self.has_felled() { End::Fall } else { End::Limit })
    }

    fn has_felled(&self) -> bool {
        self.ground.iter().any(|g| Some(g.0) != self.own)
    }

    fn hands(&mut self) {
        if self.step == HAND_STEPS
            && let (Some(own), None) = (self.own, self.pick_up_at)
        {
            self.world.let_go(own);
        }
        if let (Some(own), true) = (self.own, self.pick_up_at == Some(self.step)) {
            self.world.take(own);
            self.anchor.clear();
        }
        if let Cause::Shake(strength) = *self.cause {
            let [x, z] = direction(&[strength.to_bits()]);
            let push = SHAKE * strength * wave(self.step);
            self.world.sway(push * x, push * z);
        }
    }

    fn watch_the_ground(&mut self) {
        let now: Vec<PieceId> = self.world.grounded().collect();
        for piece in now {
            if self.ground.iter().any(|g| g.0 == piece) {
                continue;
            }
            self.ground.push((piece, self.ms()));
            if Some(piece) == self.own {
                self.pick_up_at = Some(self.step + PICK_UP_STEPS);
            } else {
                self.stop_at = self.stop_at.min(self.step + AFTERMATH_STEPS);
            }
        }
    }

    /// For how many steps no piece has left its place.
    fn still_steps(&mut self) -> u32 {
        let strayed = |(a, s): (&Standing, Standing)| {
            let (place, turn) = a.pose.distance(&s.pose);
            place > REST_DRIFT || turn > REST_DRIFT
        };
        let shaking = matches!(self.cause, Cause::Shake(_)) && self.step < SHAKE_STEPS;
        let same = self.anchor.len() == self.world.standing().count();
        let moved = !same || self.anchor.iter().zip(self.world.standing()).any(strayed);
        if shaking || moved {
            self.anchor = self.world.standing().collect();
            self.still_since = self.step;
        }
        self.step - self.still_since
    }

    fn ms(&self) -> u32 {
        (f64::from(self.step) * STEP * 1000.0) as u32
    }
}

/// Two swings of the table, two thirds of a second each.
const SHAKE_STEPS: u32 = 2 * SWING_STEPS;
const SWING_STEPS: u32 = 2 * STEPS_PER_SECOND / 3;

/// A triangle wave between -1 and 1, then stillness.
fn wave(step: u32) -> f64 {
    if step >= SHAKE_STEPS {
        return 0.0;
    }
    let part = f64::from(step % SWING_STEPS) / f64::from(SWING_STEPS);
    if part < 0.25 {
        4.0 * part
    } else if part < 0.75 {
        2.0 - 4.0 * part
    } else {
        4.0 * part - 4.0
    }
}

/// The pose a hand really gives: lifted clear of what it touches, and never perfectly true.
pub(crate) fn in_the_hand(scene: &Scene, own: &Standing) -> Pose {
    let bits = own.pose.at.iter().chain(&own.pose.turn).map(|x| x.to_bits());
    let seed: Vec<u64> = bits.chain([u64::from(own.piece.0)]).collect();
    let [x, z] = direction(&seed);
    let tilt = Rotation::from_xyzw(x * HALF_TILT, 0.0, z * HALF_TILT, 1.0).normalize();
    let given = own.pose.iso();
    let mut at = Iso::from_parts(given.translation, (tilt * given.rotation).normalize());
    let start = at.translation.y;
    let piece = scene.set().piece(own.piece);
    while at.translation.y - start < MAX_RAISE {
        if scene.gap(piece, &at, GAP) >= GAP {
            return Pose::from(at);
        }
        at.translation.y += GAP;
    }
    // Wood on its sides keeps it from being raised clear: it is let go as it was held.
    at.translation.y = start;
    Pose::from(at)
}

/// A horizontal direction that nobody chooses: it follows from what happens.
fn direction(seed: &[u64]) -> [f64; 2] {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for word in seed {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    let [x, z] = [hash, hash.wrapping_mul(0xbf58_476d_1ce4_e5b9)]
        .map(|h| (h >> 11) as f64 / (1u64 << 52) as f64 - 1.0);
    let v = Vector::new(x, 0.0, z).normalize_or(Vector::X);
    [v.x, v.z]
}
