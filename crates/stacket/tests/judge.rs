//! What can be held where, and what can be seen.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use stacket::boxes::{BoxData, PieceData};
use stacket::judge::{HEADROOM, REACH, judge};
use stacket::scene::Scene;
use stacket::shape::Part;
use stacket::touch::touches;
use stacket::{Foul, PieceBox, PieceId, Pose, Standing};

fn piece(name: &str) -> PieceId {
    PieceBox::classic().named(name).unwrap()
}

/// A tile in the middle of the base.
fn tile() -> Vec<Standing> {
    vec![Standing { piece: piece("the tile"), pose: Pose::at(0.0, 0.39, 0.0) }]
}

fn verdict(standing: &[Standing], name: &str, pose: Pose) -> Result<(), Foul> {
    judge(&Scene::new(&PieceBox::classic(), standing), piece(name), &pose)
}

#[test]
fn a_pose_that_just_touches_is_no_overlap() {
    assert_eq!(verdict(&tile(), "the cube", Pose::at(0.0, 0.48 + 0.275, 0.0)), Ok(()));
    assert_eq!(verdict(&[], "the cube", Pose::at(0.0, 0.3 + 0.275, 0.0)), Ok(()));
}

#[test]
fn an_overlap_names_the_piece_and_the_depth() {
    let foul = verdict(&tile(), "the cube", Pose::at(0.1, 0.7, 0.0)).unwrap_err();
    let Foul::Overlap { with, depth } = &foul else { panic!("{foul:?}") };
    assert_eq!(with, "the tile");
    assert!((depth - 0.055).abs() < 1e-6);
    assert!(foul.to_string().contains("raise it"));
    let base = verdict(&[], "the cube", Pose::at(0.0, 0.5, 0.0)).unwrap_err();
    assert!(base.to_string().contains("the base"));
}

#[test]
fn the_ground_cannot_be_entered() {
    let foul = verdict(&[], "the cube", Pose::at(2.5, 0.2, 0.0)).unwrap_err();
    assert!(matches!(foul, Foul::InTheGround(depth) if (depth - 0.075).abs() < 1e-9), "{foul}");
    assert_eq!(
        verdict(&[], "the cube", Pose::at(2.5, 0.275, 0.0)),
        Ok(()),
        "but it can be touched, and is lost"
    );
}

#[test]
fn a_hand_reaches_only_so_far() {
    assert!(matches!(verdict(&[], "the cube", Pose::at(REACH + 0.5, 1.0, 0.0)), Err(Foul::OutOfReach(_))));
    let too_high = 0.3 + HEADROOM + 0.275 + 0.01;
    assert!(matches!(verdict(&[], "the cube", Pose::at(0.0, too_high, 0.0)), Err(Foul::OutOfReach(_))));
    assert_eq!(verdict(&[], "the cube", Pose::at(0.0, too_high - 0.02, 0.0)), Ok(()));
}

#[test]
fn numbers_that_are_no_pose_are_refused_by_name() {
    let mut pose = Pose::at(0.0, 1.0, 0.0);
    pose.turn = [0.0, 0.0, 0.0, 2.0];
    assert_eq!(verdict(&[], "the cube", pose), Err(Foul::NotUnit));
    pose.turn = [0.0; 4];
    assert_eq!(verdict(&[], "the cube", pose), Err(Foul::NotUnit));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(verdict(&[], "the cube", Pose::at(bad, 1.0, 0.0)), Err(Foul::NotFinite));
        pose.turn = [0.0, bad, 0.0, 1.0];
        assert_eq!(verdict(&[], "the cube", pose), Err(Foul::NotFinite));
    }
}

/// A cube in a house of four walls, and a lid to put on it.
fn house() -> (PieceBox, Vec<Standing>) {
    let classic = PieceBox::classic().data().clone();
    let block =
        |name: &str, size| PieceData { name: name.into(), parts: vec![Part::Block { size, at: [0.0; 3] }] };
    let mut pieces = vec![block("seed", [0.3; 3]), block("lid", [1.2, 0.1, 1.2])];
    pieces.extend([0, 1].map(|i| block(&format!("long wall {i}"), [1.2, 0.8, 0.1])));
    pieces.extend([0, 1].map(|i| block(&format!("short wall {i}"), [0.1, 0.8, 1.0])));
    let set = PieceBox::new(BoxData { pieces, ..classic }).unwrap();
    let at = |id, x, y, z| Standing { piece: PieceId(id), pose: Pose::at(x, y, z) };
    let standing = vec![
        at(2, 0.0, 0.7, 0.55),
        at(3, 0.0, 0.7, -0.55),
        at(4, 0.55, 0.7, 0.0),
        at(5, -0.55, 0.7, 0.0),
        at(1, 0.0, 1.15, 0.0),
    ];
    (set, standing)
}

#[test]
fn a_closed_house_has_no_way_in_and_an_open_one_has() {
    let (set, standing) = house();
    let inside = Pose::at(0.0, 0.5, 0.0);
    assert_eq!(judge(&Scene::new(&set, &standing), PieceId(0), &inside), Err(Foul::NoWayIn));
    assert_eq!(judge(&Scene::new(&set, &standing[..4]), PieceId(0), &inside), Ok(()), "through the roof");
    assert_eq!(judge(&Scene::new(&set, &standing[1..]), PieceId(0), &inside), Ok(()), "through the wall");
}

#[test]
fn a_contact_in_a_closed_house_is_not_seen_and_the_walls_own_contacts_are() {
    let (set, mut standing) = house();
    standing.push(Standing { piece: PieceId(0), pose: Pose::at(0.0, 0.45, 0.0) });
    let seen = |standing: &[Standing], a: Option<PieceId>, b: PieceId| {
        let touches = touches(&Scene::new(&set, standing), standing);
        touches.iter().find(|t| t.is_between(a, b)).expect("they touch").seen
    };
    assert!(!seen(&standing, None, PieceId(0)), "nobody sees the cube stand on the base");
    assert!(seen(&standing, None, PieceId(2)));
    assert!(seen(&standing, Some(PieceId(1)), PieceId(2)));
    assert!(seen(&standing[1..], None, PieceId(0)), "with a wall away they do");
}

#[test]
fn a_block_on_a_plate_and_a_plate_on_a_post_are_seen_to_touch() {
    let set = PieceBox::classic();
    let tile = Standing { piece: piece("the tile"), pose: Pose::at(0.0, 0.39, 0.0) };
    let cube = Standing { piece: piece("the cube"), pose: Pose::at(0.0, 0.755, 0.0) };
    let post = Standing { piece: piece("the square post"), pose: Pose::at(0.0, 0.9, 0.0) };
    let roof = Standing { piece: piece("the tile"), pose: Pose::at(0.0, 1.59, 0.0) };
    for standing in [[tile, cube], [post, roof]] {
        let found = touches(&Scene::new(&set, &standing), &standing);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|t| t.seen), "{found:?}");
    }
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -3.0..3.0f64,
        1 => prop::num::f64::ANY,
        1 => prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(1e308), Just(5e-324), Just(-0.0)],
    ]
}

proptest! {
    #![proptest_config(table::kit::cases(4000))]
    /// Whatever numbers come in, the judge answers, and accepts only sound poses in reach.
    #[test]
    fn any_seven_numbers_get_an_answer(
        at in prop::array::uniform3(any_number()),
        turn in prop::array::uniform4(any_number()),
        unit in any::<bool>(),
        n in 0u8..24,
    ) {
        let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        let turn = if unit { turn.map(|x| x / length) } else { turn };
        let pose = Pose { at, turn };
        if judge(&Scene::new(&PieceBox::classic(), &tile()), PieceId(n), &pose).is_ok() {
            prop_assert!(pose.is_finite() && pose.is_unit());
            prop_assert!(at[0].hypot(at[2]) <= REACH && at[1] > 0.0);
        }
    }
}
