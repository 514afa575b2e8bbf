//! Structures built by hand, where anybody would say at once what happens.

#![allow(clippy::unwrap_used)]

use stacket::{Cause, End, PieceBox, PieceId, Pose, Standing, settle};

/// The height of the base's top.
const BASE: f64 = 0.3;

fn piece(name: &str) -> PieceId {
    PieceBox::classic().named(name).unwrap()
}

/// A piece with its centre at this place of the plane, let down until its lowest point is at this height.
fn on(top: f64, name: &str, x: f64, z: f64) -> Standing {
    turned(top, name, x, z, [0.0, 1.0, 0.0], 0.0)
}

fn turned(top: f64, name: &str, x: f64, z: f64, axis: [f64; 3], degrees: f64) -> Standing {
    let (set, id) = (PieceBox::classic(), piece(name));
    let pose = Pose::at(x, 0.0, z).turned(axis, degrees);
    let lowest = set.piece(id).lowest(&pose.iso());
    Standing { piece: id, pose: pose.moved(0.0, top - lowest, 0.0) }
}

/// Builds piece after piece, each of which must hold; tells whether the last one does as well.
fn holds(what: &str, pieces: &[Standing]) -> bool {
    let set = PieceBox::classic();
    let mut standing: Vec<Standing> = Vec::new();
    for (n, own) in pieces.iter().enumerate() {
        let fate = settle(&set, &standing, &Cause::Release(*own));
        let is_held = fate.end == End::Rest && fate.ground.is_empty();
        if n + 1 == pieces.len() {
            return is_held;
        }
        let name = set.name(Some(own.piece));
        assert!(is_held, "{what}: {name} does not hold: {:?} {:?}", fate.end, fate.ground);
        standing = fate.rest;
    }
    true
}

#[track_caller]
fn stands(what: &str, pieces: &[Standing]) {
    assert!(holds(what, pieces), "{what} must stand");
}

#[track_caller]
fn falls(what: &str, pieces: &[Standing]) {
    assert!(!holds(what, pieces), "{what} must fall");
}

const Z: [f64; 3] = [0.0, 0.0, 1.0];
const X: [f64; 3] = [1.0, 0.0, 0.0];

#[test]
fn what_lies_flat_in_the_middle_stands() {
    for name in
        ["the tile", "the cube", "the brick", "the disc", "the drum", "the long plank", "the pedestal"]
    {
        stands(name, &[on(BASE, name, 0.1, -0.2)]);
    }
    stands("a post on end", &[on(BASE, "the square post", 0.0, 0.0)]);
    stands("a round post on end", &[on(BASE, "the round post", 0.3, 0.3)]);
    stands("an arch on its feet", &[on(BASE, "the arch", 0.0, 0.0)]);
}

#[test]
fn what_is_let_go_beside_the_base_is_lost() {
    falls("a cube beside the base", &[on(0.6, "the cube", 2.0, 0.0)]);
    falls("a brick that is mostly beyond the rim", &[on(BASE, "the brick", 1.6, 0.0)]);
    falls("a plank that is mostly beyond the rim", &[on(BASE, "the long plank", 1.6, 0.0)]);
}

#[test]
fn a_plank_across_two_bricks_carries_a_third() {
    let gate = [
        turned(BASE, "the brick", -0.7, 0.0, [0.0, 1.0, 0.0], 90.0),
        on(BASE, "the cube", 0.7, 0.0),
        // The cube is higher by 0.15: the plank lies aslant, far from sliding.
        turned(0.71, "the long plank", 0.0, 0.0, Z, 5.7),
    ];
    stands("a plank from brick to cube", &gate);
    let level = [
        on(BASE, "the square post", -0.6, 0.0),
        turned(BASE, "the T", 0.6, 0.0, X, 180.0),
        on(BASE + 1.2, "the tile", -0.6, 0.0),
    ];
    stands("a tile on a post", &level);
}

#[test]
fn an_overhang_falls_and_a_counterweight_saves_it() {
    let foot = on(BASE, "the cube", 0.0, 0.0);
    let top = BASE + 0.55;
    stands("a plank by its middle", &[foot, on(top, "the long plank", 0.05, 0.0)]);
    falls_over("a plank by its end", &[foot], on(top, "the long plank", 0.75, 0.0));
    let plank = on(top, "the long plank", 0.2, 0.0);
    let higher = top + 0.2;
    stands("a brick above the foot", &[foot, plank, on(higher, "the brick", 0.0, 0.0)]);
    falls("a brick on the overhanging end", &[foot, plank, on(higher, "the brick", 0.9, 0.0)]);
    let laden = [foot, plank, on(higher, "the brick", -0.35, 0.0), on(higher, "the drum", 0.5, 0.0)];
    stands("a drum that a brick outweighs", &laden);
}

#[test]
fn a_tower_of_flat_pieces_stands_and_one_that_leans_too_far_falls() {
    let names = ["the brick", "the tile", "the cube", "the disc", "the drum", "the short plank"];
    let heights = [0.4, 0.18, 0.55, 0.2, 0.5, 0.2];
    let tower = |lean: f64, count: usize| {
        let mut top = BASE;
        let mut built = Vec::new();
        for (n, name) in names.iter().enumerate().take(count) {
            built.push(on(top, name, lean * n as f64, 0.0));
            top += heights[n];
        }
        built
    };
    stands("a straight tower", &tower(0.0, 6));
    stands("a tower that leans a little", &tower(0.04, 5));
    falls(
        "a cube half over the edge of a tile and a bit",
        &[on(BASE, "the tile", 0.0, 0.0), on(BASE + 0.18, "the cube", 0.52, 0.0)]
            .map(|s| Standing { pose: s.pose.moved(0.95, 0.0, 0.0), ..s }),
    );
}

#[test]
fn points_edges_and_steep_slopes_carry_nothing() {
    falls_over("a roof on its ridge", &[], turned(BASE, "the roof", 0.0, 0.0, Z, 180.0));
    falls_over(
        "a post that leans by twenty-five degrees",
        &[],
        turned(BASE, "the square post", 0.0, 0.0, Z, 25.0),
    );
    falls_over("a tile on its corner", &[], turned(BASE, "the tile", 0.0, 0.0, Z, 45.0));
    let roof = on(BASE, "the roof", 0.0, 0.0);
    // A slope of 39 degrees is steeper than wood holds on wood.
    let slope = 0.4f64.atan2(0.5).to_degrees();
    let brick = turned(BASE + 0.2, "the short plank", 0.36, 0.0, Z, -slope);
    let (set, at) = (PieceBox::classic(), brick.pose);
    let fate = settle(&set, &[roof], &Cause::Release(Standing { pose: at.moved(0.1, 0.12, 0.0), ..brick }));
    let (far, _) =
        fate.rest.iter().find(|s| s.piece == brick.piece).map_or((9.0, 0.0), |s| s.pose.distance(&at));
    assert!(far > 0.2, "a plank slides down a roof: {far}");
}

/// Let go of like this, it does not stay like this.
#[track_caller]
fn falls_over(what: &str, standing: &[Standing], own: Standing) {
    let fate = settle(&PieceBox::classic(), standing, &Cause::Release(own));
    let turn = fate.rest.iter().find(|s| s.piece == own.piece).map_or(9.0, |s| s.pose.distance(&own.pose).1);
    assert!(turn > 0.3, "{what} falls over: {turn}");
}

#[test]
fn what_is_pulled_from_under_a_load_brings_it_down_and_what_lies_on_top_does_not() {
    let set = PieceBox::classic();
    let pieces = [
        on(BASE, "the drum", -0.6, 0.0),
        on(BASE, "the cube", 0.6, 0.0),
        on(BASE + 0.55, "the long plank", 0.1, 0.0),
    ];
    // The drum is lower by 0.05: the plank tilts down onto it.
    let mut standing: Vec<Standing> = Vec::new();
    for own in pieces {
        let fate = settle(&set, &standing, &Cause::Release(own));
        assert_eq!(fate.end, End::Rest);
        standing = fate.rest;
    }
    let moved = |lifted: &str| {
        let fate = settle(&set, &standing, &Cause::Lift(piece(lifted)));
        let before = |s: &Standing| standing.iter().find(|b| b.piece == s.piece).unwrap().pose;
        fate.rest.iter().map(|s| s.pose.distance(&before(s)).1).fold(0.0, f64::max)
    };
    assert!(moved("the cube") > 0.1, "without the cube the plank comes down");
    assert!(moved("the long plank") < 0.01, "without the plank nothing changes");
}
