//! The simulated structure: pieces of one wood on a fixed base, under gravity, in fixed steps.
//!
//! A world is always built from poses alone, then steadied: for a moment every piece is held back while the
//! forces between them find their balance. So poses are the whole state between turns, and a game that is
//! loaded goes on exactly as one that never stopped. Settings never change: recorded games depend on them.

use crate::geometry::pose::{Pose, Standing};
use crate::physics::spare::Spare;
use crate::pieces::boxes::{Piece, PieceBox, PieceId};
use rapier3d_f64::math::{Pose as Iso, Vector};
use rapier3d_f64::prelude::*;

/// The length of a step in seconds.
pub const STEP: f64 = 1.0 / STEPS_PER_SECOND as f64;
/// Steps in a second.
pub const STEPS_PER_SECOND: u32 = 80;
/// How near the ground counts as on it.
pub const GROUND_SLACK: f64 = 0.002;

const GRAVITY: f64 = 9.81;
const STEADYING_STEPS: u32 = STEPS_PER_SECOND / 5;
const STEADYING_DAMPING: f64 = 2000.0;
const HAND_DAMPING: f64 = 30.0;
const AIR_TURN_DAMPING: f64 = 0.5;
/// How soon after a change contacts that carry nothing are looked for, in steps; then ever more seldom.
const SPARE_STEPS: u32 = STEPS_PER_SECOND / 4;

/// A body in the world.
#[derive(Clone, Copy, Debug)]
struct Body {
    piece: PieceId,
    handle: RigidBodyHandle,
}

/// A structure in motion or at rest.
pub struct World {
    set: PieceBox,
    pieces: Vec<Body>,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    pipeline: PhysicsPipeline,
    settings: IntegrationParameters,
    gravity: Vector,
    steps: Steps,
}

/// Steps since pieces were last added, let go or taken away, and when contacts are next looked at.
#[derive(Clone, Copy, Debug)]
struct Steps {
    passed: u32,
    next_look: u32,
}

impl Steps {
    const NONE: Steps = Steps { passed: 0, next_look: SPARE_STEPS };

    /// Counts a step; says whether contacts are to be looked at, each time after twice as long.
    fn count(&mut self) -> bool {
        self.passed += 1;
        let is_due = self.passed == self.next_look;
        if is_due {
            self.next_look *= 2;
        }
        is_due
    }
}

impl Clone for World {
    fn clone(&self) -> World {
        World {
            set: self.set.clone(),
            pieces: self.pieces.clone(),
            bodies: self.bodies.clone(),
            colliders: self.colliders.clone(),
            islands: self.islands.clone(),
            broad_phase: self.broad_phase.clone(),
            narrow_phase: self.narrow_phase.clone(),
            impulse_joints: self.impulse_joints.clone(),
            multibody_joints: self.multibody_joints.clone(),
            soft_bodies: self.soft_bodies.clone(),
            // Neither carries anything from one step to the next.
            ccd: CCDSolver::new(),
            pipeline: PhysicsPipeline::new(),
            settings: self.settings,
            gravity: self.gravity,
            steps: self.steps,
        }
    }
}

impl World {
    /// The table and the base, with pieces standing on it, their forces in balance.
    pub fn new(set: &PieceBox, standing: &[Standing]) -> World {
        let mut world = World::empty(set);
        world.add_fixed(SharedShape::halfspace(Vector::Y), Iso::IDENTITY);
        for (at, shape) in &set.base().parts {
            world.add_fixed(shape.clone(), *set.base_at() * *at);
        }
        for s in standing {
            world.add(s.piece, &s.pose, STEADYING_DAMPING, STEADYING_DAMPING);
        }
        world.steady();
        world
    }

    /// A world of fixed shapes without ground or base, for trying out the physics itself.
    pub fn laboratory(set: &PieceBox, fixed: &[(SharedShape, Iso)], standing: &[Standing]) -> World {
        let mut world = World::empty(set);
        for (shape, at) in fixed {
            world.add_fixed(shape.clone(), *at);
        }
        for s in standing {
            world.add(s.piece, &s.pose, STEADYING_DAMPING, STEADYING_DAMPING);
        }
        world.steady();
        world
    }

    fn empty(set: &PieceBox) -> World {
        World {
            set: set.clone(),
            pieces: Vec::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            pipeline: PhysicsPipeline::new(),
            settings: settings(),
            gravity: Vector::new(0.0, -GRAVITY, 0.0),
            steps: Steps::NONE,
        }
    }

    fn steady(&mut self) {
        if self.pieces.is_empty() {
            return;
        }
        self.run(STEADYING_STEPS - 1);
        self.spare_step();
        for i in 0..self.pieces.len() {
            self.let_go(self.pieces[i].piece);
        }
    }

    fn add_fixed(&mut self, shape: SharedShape, at: Iso) {
        let body = self.bodies.insert(RigidBodyBuilder::fixed().pose(at));
        let collider = ColliderBuilder::new(shape).friction(self.set.friction());
        self.colliders.insert_with_parent(collider, body, &mut self.bodies);
    }

    fn add(&mut self, piece: PieceId, pose: &Pose, damping: f64, turn_damping: f64) {
        let body = RigidBodyBuilder::dynamic()
            .pose(pose.iso())
            .linear_damping(damping)
            .angular_damping(turn_damping)
            .can_sleep(false);
        let handle = self.bodies.insert(body);
        // A collider for each part, not one compound: contacts of one pair of shapes are solved side by side.
        let set = self.set.clone();
        let wood = set.piece(piece);
        for (n, (at, shape)) in wood.parts.iter().enumerate() {
            let collider = ColliderBuilder::new(shape.clone())
                .position(*at)
                .density(if n < wood.weighty { set.data().density } else { 0.0 })
                .friction(self.set.friction())
                .restitution(0.0);
            self.colliders.insert_with_parent(collider, handle, &mut self.bodies);
        }
        self.pieces.push(Body { piece, handle });
        self.steps = Steps::NONE;
    }

    /// Adds a piece that a soft hand still holds back.
    pub fn hold(&mut self, piece: PieceId, pose: &Pose) {
        self.add(piece, pose, HAND_DAMPING, HAND_DAMPING);
    }

    /// Lets a held piece go.
    pub fn let_go(&mut self, piece: PieceId) {
        let handle = self.handle(piece);
        let body = &mut self.bodies[handle];
        body.set_linear_damping(0.0);
        body.set_angular_damping(AIR_TURN_DAMPING);
        self.steps = Steps::NONE;
    }

    /// Takes a piece away.
    pub fn take(&mut self, piece: PieceId) {
        let handle = self.handle(piece);
        self.bodies.remove(
            handle,
            &mut self.islands,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            true,
        );
        self.pieces.retain(|b| b.piece != piece);
        self.steps = Steps::NONE;
    }

    /// Lets one step pass.
    pub fn step(&mut self) {
        if self.steps.count() { self.spare_step() } else { self.step_with(&()) }
    }

    /// Lets one step pass without the contacts that can be left out; those that do not move stay out after it.
    fn spare_step(&mut self) {
        let spare = Spare::find(&self.narrow_phase, &self.colliders, &self.bodies);
        if !spare.is_news {
            return self.step_with(&());
        }
        // Hooks keep the engine from using contacts again, so they are on for one step; a pair that is left out
        // comes back by itself as soon as it moves.
        self.hook(&spare, ActiveHooks::MODIFY_SOLVER_CONTACTS);
        self.step_with(&spare);
        self.hook(&spare, ActiveHooks::empty());
    }

    fn hook(&mut self, spare: &Spare, hooks: ActiveHooks) {
        let left_out = spare.colliders();
        for (_, collider) in
            self.colliders.iter_mut().filter(|(c, _)| left_out.contains(&c.into_raw_parts().0))
        {
            collider.set_active_hooks(hooks);
        }
    }

    fn step_with(&mut self, hooks: &dyn PhysicsHooks) {
        self.pipeline.step(
            self.gravity,
            &self.settings,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            hooks,
            &(),
        );
    }

    /// Lets several steps pass.
    pub fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.step();
        }
    }

    /// Pushes everything sideways, as the table's own acceleration does; zero is a still table.
    pub fn sway(&mut self, x: f64, z: f64) {
        self.gravity = Vector::new(x, -GRAVITY, z);
    }

    /// Where each piece is now, in the order in which they were added.
    pub fn standing(&self) -> impl Iterator<Item = Standing> + '_ {
        self.pieces
            .iter()
            .map(|b| Standing { piece: b.piece, pose: Pose::from(*self.bodies[b.handle].position()) })
    }

    /// Where a piece is now.
    pub fn pose(&self, piece: PieceId) -> Pose {
        Pose::from(*self.bodies[self.handle(piece)].position())
    }

    /// How fast a piece moves and turns.
    pub fn speed(&self, piece: PieceId) -> (f64, f64) {
        let body = &self.bodies[self.handle(piece)];
        (body.linvel().length(), body.angvel().length())
    }

    /// The pieces whose lowest point is on the ground.
    pub fn grounded(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.pieces.iter().filter(|b| self.is_grounded(b)).map(|b| b.piece)
    }

    /// Kinetic and potential energy of all pieces.
    pub fn energy(&self) -> f64 {
        let energy = |b: &Body| {
            let body = &self.bodies[b.handle];
            body.kinetic_energy() + body.mass() * GRAVITY * body.center_of_mass().y
        };
        self.pieces.iter().map(energy).sum()
    }

    fn is_grounded(&self, body: &Body) -> bool {
        let at = self.bodies[body.handle].position();
        let piece: &Piece = self.set.piece(body.piece);
        at.translation.y - piece.radius < GROUND_SLACK && piece.lowest(at) < GROUND_SLACK
    }

    fn handle(&self, piece: PieceId) -> RigidBodyHandle {
        let body = self.pieces.iter().find(|b| b.piece == piece);
        body.expect("only pieces in the world are asked for").handle
    }
}

/// Firm contacts, no sleeping, simplified friction: measured to hold and tip where mechanics says.
///
/// A contact's frequency is half of the steps a second. Stiffer ones never come to rest: at 50 Hz and 80 steps, structures
/// of twelve tremble at 0.05 units a second for ever; with these their motion dies away tenfold every second or two.
fn settings() -> IntegrationParameters {
    IntegrationParameters {
        dt: STEP,
        num_solver_iterations: 4,
        contact_softness: SpringCoefficients::new(40.0, 5.0),
        static_contact_softness: SpringCoefficients::new(80.0, 5.0),
        contact_clustering: false,
        normalized_contact_recycle_distance: 0.002,
        normalized_prediction_distance: 0.002,
        friction_model: FrictionModel::Simplified,
        friction_in_bias_pass: false,
        ..IntegrationParameters::default()
    }
}
