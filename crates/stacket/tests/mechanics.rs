//! Is the physics believable? Claims of mechanics, each with its tolerance. One unit is about 3 cm.

#![allow(clippy::unwrap_used)]

use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use rapier3d_f64::parry::shape::SharedShape;
use stacket::boxes::{BoxData, PieceData};
use stacket::shape::Part;
use stacket::{Cause, End, PieceBox, PieceId, Pose, Standing, World, settle};
use stacket::{
    outline::{hull, margin},
    stance::Stance,
};

const SECOND: u32 = stacket::STEPS_PER_SECOND;
const CUBE: PieceId = PieceId(0);
const BLOCK: PieceId = PieceId(1);
const SECOND_BLOCK: PieceId = PieceId(2);
const ROLLER: PieceId = PieceId(3);

/// A box of simple bodies: a cube, two bricks of length 1, a roller, and more cubes.
fn bodies() -> PieceBox {
    let classic = PieceBox::classic().data().clone();
    let piece = |name: String, part| PieceData { name, parts: vec![part] };
    let block = |name: &str, size| piece(name.into(), Part::Block { size, at: [0.0; 3] });
    let roller = Part::Cylinder { radius: 0.3, height: 0.6, at: [0.0; 3] };
    let mut pieces = vec![
        block("cube", [0.5; 3]),
        block("block", [1.0, 0.4, 0.5]),
        block("second block", [1.0, 0.4, 0.5]),
        piece("roller".into(), roller),
    ];
    pieces.extend((0..10).map(|i| block(&format!("cube {i}"), [0.5; 3])));
    PieceBox::new(BoxData { pieces, ..classic }).unwrap()
}

/// A level table whose top is y = 0 and which ends at x = `edge`.
fn table_to(edge: f64) -> (SharedShape, Iso) {
    (SharedShape::cuboid(5.0, 1.0, 5.0), Iso::from_translation(Vector::new(edge - 5.0, -1.0, 0.0)))
}

/// A plane through the origin, falling towards +x by so many degrees.
fn slope(degrees: f64) -> (SharedShape, Iso) {
    let turn = Rotation::from_rotation_z(-degrees.to_radians());
    (SharedShape::cuboid(20.0, 1.0, 5.0), Iso::from_parts(turn * Vector::new(0.0, -1.0, 0.0), turn))
}

/// Lets a piece go as a player does.
fn release(world: &mut World, piece: PieceId, pose: &Pose) {
    world.hold(piece, pose);
    world.run(SECOND / 2);
    world.let_go(piece);
}

/// How far a block slides down a slope within three seconds.
fn slides(degrees: f64) -> f64 {
    let mut world = World::laboratory(&bodies(), &[slope(degrees)], &[]);
    let turn = Rotation::from_rotation_z(-degrees.to_radians());
    let start = Pose::from(Iso::from_parts(turn * Vector::new(0.0, 0.2 + 3e-4, 0.0), turn));
    release(&mut world, BLOCK, &start);
    world.run(3 * SECOND);
    world.pose(BLOCK).distance(&start).0
}

#[test]
fn a_block_on_a_slope_slides_beyond_the_angle_of_friction() {
    // mu = 0.5: atan(0.5) = 26.57 degrees; tolerance half a degree.
    assert!(slides(26.0) < 0.01, "{}", slides(26.0));
    assert!(slides(27.1) > 0.05, "{}", slides(27.1));
}

/// Whether a block on the table's edge with its centre so far beyond the edge tips.
fn tips(beyond: f64) -> bool {
    let mut world = World::laboratory(&bodies(), &[table_to(0.0)], &[]);
    release(&mut world, BLOCK, &Pose::at(beyond, 0.2 + 3e-4, 0.0));
    world.run(10 * SECOND);
    world.pose(BLOCK).at[1] < 0.1
}

#[test]
fn a_block_past_half_its_length_tips() {
    assert!(!tips(-0.005), "tolerance: five thousandths of its length");
    assert!(tips(0.005));
}

fn two_blocks_fall(reach: f64) -> bool {
    // The upper block overhangs the lower by half, the lower the table by a quarter, less the slack.
    let set = bodies();
    let lower = Pose::at(-0.5 + reach - 0.5, 0.2 + 3e-4, 0.0);
    let upper = Pose::at(lower.at[0] + 0.495, 0.6 + 6e-4, 0.0);
    let mut world = World::laboratory(&set, &[table_to(0.0)], &[]);
    world.hold(BLOCK, &lower);
    world.hold(SECOND_BLOCK, &upper);
    world.run(SECOND / 2);
    world.let_go(BLOCK);
    world.let_go(SECOND_BLOCK);
    world.run(10 * SECOND);
    world.standing().any(|s| s.pose.at[1] < 0.1)
}

#[test]
fn two_blocks_reach_three_quarters_of_a_length_and_no_more() {
    // With the upper 0.495 over the lower, both balance at 0.7525 beyond the edge; tolerance 0.01.
    assert!(!two_blocks_fall(0.7425));
    assert!(two_blocks_fall(0.7625));
}

#[test]
fn a_roller_rolls_off_a_tilt_of_two_degrees_and_a_cube_does_not() {
    let set = bodies();
    let turn = Rotation::from_rotation_z(-2f64.to_radians());
    let on = |height: f64, more: Rotation| {
        Pose::from(Iso::from_parts(turn * Vector::new(0.0, height + 3e-4, 0.0), turn * more))
    };
    let mut world = World::laboratory(&set, &[slope(2.0)], &[]);
    let lying = Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2);
    release(&mut world, ROLLER, &on(0.3, lying));
    let start = world.pose(ROLLER).at[0];
    world.run(3 * SECOND);
    // A rolling cylinder gathers g sin(2 deg) / 1.5: about 1 unit in 3 s, less the air's damping.
    assert!(world.pose(ROLLER).at[0] - start > 0.4);
    let mut world = World::laboratory(&set, &[slope(2.0)], &[]);
    release(&mut world, CUBE, &on(0.25, Rotation::IDENTITY));
    let start = world.pose(CUBE);
    world.run(3 * SECOND);
    assert!(world.pose(CUBE).distance(&start).0 < 0.001);
}

#[test]
fn an_arch_stands_on_two_feet_and_falls_on_one() {
    let set = PieceBox::classic();
    let arch = set.named("the arch").unwrap();
    let on_feet = Pose::at(0.0, -set.piece(arch).lowest(&Iso::IDENTITY) + 3e-4, 0.0);
    let post =
        |x: f64| (SharedShape::cuboid(0.2, 1.0, 0.5), Iso::from_translation(Vector::new(x, -1.0, 0.0)));
    let mut world = World::laboratory(&set, &[post(-0.52), post(0.52)], &[]);
    release(&mut world, arch, &on_feet);
    world.run(10 * SECOND);
    assert!(world.pose(arch).distance(&on_feet).0 < 0.002);
    let mut world = World::laboratory(&set, &[post(-0.52)], &[]);
    release(&mut world, arch, &on_feet);
    world.run(3 * SECOND);
    assert!(world.pose(arch).at[1] < -1.0);
}

#[test]
fn a_cube_on_its_edge_falls_though_nobody_pushes_it() {
    let set = PieceBox::classic();
    let cube = set.named("the cube").unwrap();
    let pose = Pose::at(0.0, 0.3 + 0.275 * 2f64.sqrt(), 0.0).turned([1.0, 0.0, 0.0], 45.0);
    let fate = settle(&set, &[], &Cause::Release(Standing { piece: cube, pose }));
    assert_eq!(fate.end, End::Rest);
    assert!((fate.rest[0].pose.at[1] - 0.575).abs() < 0.002, "it lies on a face");
}

/// A small structure: a plank near its limit on a cube, weighed down by another.
fn balanced() -> (PieceBox, Vec<Standing>) {
    let set = bodies();
    let standing = vec![
        Standing { piece: CUBE, pose: Pose::at(0.0, 0.55, 0.0) },
        Standing { piece: BLOCK, pose: Pose::at(0.2, 1.0, 0.0) },
        Standing { piece: SECOND_BLOCK, pose: Pose::at(0.1, 1.4, 0.0).turned([0.0, 1.0, 0.0], 30.0) },
    ];
    (set, standing)
}

#[test]
fn a_balanced_structure_creeps_less_than_a_millimetre_in_a_minute() {
    let (set, standing) = balanced();
    let mut world = World::new(&set, &standing);
    world.run(60 * SECOND);
    for (s, now) in standing.iter().zip(world.standing()) {
        // A millimetre is a thirtieth of a unit; the simulation keeps within a fifth of that.
        let (place, turn) = s.pose.distance(&now.pose);
        assert!(place < 1.0 / 150.0 && turn < 1.0 / 150.0, "{place} {turn}");
    }
}

#[test]
fn energy_never_grows_at_rest() {
    let (set, standing) = balanced();
    let mut world = World::new(&set, &standing);
    world.run(2 * SECOND);
    let start = world.energy();
    let mut most = start;
    for _ in 0..10 * SECOND {
        world.step();
        most = most.max(world.energy());
    }
    assert!(most - start < 1e-6 * start, "grew by {:e} of {start}", most - start);
}

#[test]
fn ten_cubes_on_each_other_do_not_sink_visibly() {
    let set = bodies();
    let height = |i: usize| 0.3 + 0.25 + 0.5 * i as f64;
    let tower: Vec<Standing> = (0..10)
        .map(|i| Standing { piece: PieceId(4 + i as u8), pose: Pose::at(0.0, height(i), 0.0) })
        .collect();
    let mut world = World::new(&set, &tower);
    world.run(10 * SECOND);
    let mut below = 0.3;
    for s in world.standing() {
        // A tenth of a millimetre is 0.003 units.
        let sunk = below - (s.pose.at[1] - 0.25);
        assert!(sunk < 0.003, "cube {} has sunk {sunk}", s.piece);
        below = s.pose.at[1] + 0.25;
    }
}

/// The support a stance turned by `yaw` has on a table that ends at x = `edge`, as a margin of the centre of mass.
fn support(stance: &Stance, yaw: f64, edge: f64) -> f64 {
    let (sin, cos) = yaw.sin_cos();
    let mut points = Vec::new();
    for foot in &stance.feet {
        let foot: Vec<[f64; 2]> = foot.iter().map(|[x, z]| [cos * x + sin * z, cos * z - sin * x]).collect();
        for (i, a) in foot.iter().enumerate() {
            let b = foot[(i + 1) % foot.len()];
            if a[0] <= edge {
                points.push(*a);
            }
            if (a[0] < edge) != (b[0] < edge) {
                let t = (edge - a[0]) / (b[0] - a[0]);
                points.push([edge, a[1] + t * (b[1] - a[1])]);
            }
        }
    }
    margin(&hull(&points), [0.0, 0.0])
}

/// The edge at which the margin passes a value, found by halving; the support grows with the edge.
fn edge_with(stance: &Stance, yaw: f64, wanted: f64) -> f64 {
    let (mut low, mut high) = (-4.0, 4.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if support(stance, yaw, middle) >= wanted { high = middle } else { low = middle }
    }
    (low + high) / 2.0
}

#[test]
fn every_piece_in_every_stance_holds_just_inside_a_table_edge_and_tips_just_outside() {
    let set = PieceBox::classic();
    let mut cases = 0;
    let mut wrong = Vec::new();
    for id in set.ids() {
        let piece = set.piece(id);
        assert!(!piece.stances.is_empty(), "{} cannot lie", piece.name);
        for (n, stance) in piece.stances.iter().enumerate() {
            for quarter in 0..4 {
                let yaw = f64::from(quarter) * std::f64::consts::FRAC_PI_2 + 0.1;
                let (mut inside, mut outside) = (edge_with(stance, yaw, 0.01), edge_with(stance, yaw, -0.01));
                // Where a foot leaves the table as a whole, it is 0.01 on it, or 0.01 off it.
                if support(stance, yaw, inside - 1e-6) < 0.005 {
                    inside += 0.01;
                }
                if support(stance, yaw, outside + 1e-6) > -0.005 {
                    outside -= 0.01;
                }
                let turn = (Rotation::from_rotation_y(yaw) * stance.turn).normalize();
                let at = Iso::from_parts(Vector::new(0.0, stance.height + 3e-4, 0.0), turn);
                let expected = [(inside, Stay::Holds), (outside, Stay::Leaves), (-0.01, Stay::Tips)];
                for (edge, stay) in expected {
                    cases += 1;
                    let found = stays(&set, id, &Pose::from(at), edge);
                    if found != stay && (found, stay) != (Stay::Tips, Stay::Leaves) {
                        wrong.push(format!(
                            "{} stance {n} quarter {quarter}: {found:?}, not {stay:?}",
                            piece.name
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cases}: {wrong:?}", wrong.len());
    assert!(cases > 500, "{cases}");
}

/// What a released piece does at an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stay {
    /// It keeps its stance, within 0.002.
    Holds,
    /// It leaves its stance, though a slanted face may catch it on the table's edge.
    Leaves,
    /// It goes over the edge.
    Tips,
}

fn stays(set: &PieceBox, piece: PieceId, pose: &Pose, edge: f64) -> Stay {
    let mut world = World::laboratory(set, &[table_to(edge)], &[]);
    release(&mut world, piece, pose);
    for _ in 0..40 {
        world.run(SECOND / 10);
        let (place, turn) = world.pose(piece).distance(pose);
        if place > 0.05 || turn > 0.1 {
            return Stay::Tips;
        }
    }
    let (place, turn) = world.pose(piece).distance(pose);
    if place < 0.002 && turn < 0.002 { Stay::Holds } else { Stay::Leaves }
}
