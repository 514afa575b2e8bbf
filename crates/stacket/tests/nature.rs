//! Nature is a pure function: the same release, the same fate, bit for bit, whatever happened in between.

#![allow(clippy::unwrap_used)]

use stacket::film::{PLACE_ERROR, TURN_ERROR};
use stacket::{Cause, End, Fate, Move, PieceBox, PieceId, Pose, Standing, State, settle};
use table::{Event, Game, nature::dice};

fn piece(name: &str) -> PieceId {
    PieceBox::classic().named(name).unwrap()
}

/// A tile off the middle, a brick across it, and what is let go next: it lands aslant and slides.
fn scene() -> (Vec<Standing>, Cause) {
    let standing = vec![
        Standing { piece: piece("the tile"), pose: Pose::at(0.2, 0.39, 0.0) },
        Standing { piece: piece("the brick"), pose: Pose::at(0.1, 0.68, 0.05).turned([0.0, 1.0, 0.0], 35.0) },
    ];
    let pose = Pose::at(0.25, 1.2, 0.1).turned([0.3, 0.2, 1.0], 20.0);
    (standing, Cause::Release(Standing { piece: piece("the short plank"), pose }))
}

/// Two posts, one on the other.
fn tower() -> Vec<Standing> {
    vec![
        Standing { piece: piece("the square post"), pose: Pose::at(0.0, 0.9, 0.0) },
        Standing { piece: piece("the round post"), pose: Pose::at(0.0, 2.0, 0.0) },
    ]
}

fn fingerprint(fate: &Fate) -> u64 {
    let text = serde_json::to_string(fate).unwrap();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn the_same_release_gives_the_same_fate_on_every_run_and_in_every_build() {
    let (standing, cause) = scene();
    let first = settle(&PieceBox::classic(), &standing, &cause);
    assert_eq!(first, settle(&PieceBox::classic(), &standing, &cause));
    // Written down once; a debug build and a release build must both arrive at it.
    assert_eq!(fingerprint(&first), 5_999_886_536_413_940_079, "{:?} {:?}", first.end, first.rest);
}

#[test]
fn a_game_saved_and_loaded_goes_on_exactly_as_it_would_have() {
    let (options, seating) = State::seat_zero_begins(2).unwrap();
    let mut live = State::open(&options, &seating).unwrap();
    let mut rng = dice(1, 1);
    let places = [
        ("the tile", Pose::at(0.0, 0.3905, 0.0)),
        ("the brick", Pose::at(0.2, 0.69, 0.0).turned([0.0, 1.0, 0.0], 20.0)),
        ("the disc", Pose::at(0.1, 0.99, 0.1)),
    ];
    for (name, pose) in places {
        let loaded: State = serde_json::from_str(&serde_json::to_string(&live).unwrap()).unwrap();
        let mut twins = [live.clone(), loaded];
        for twin in &mut twins {
            let seat = twin.seat();
            let pick = Move::Pick { piece: piece(name), grip: stacket::AS_IN_THE_BOX };
            for mv in [pick, Move::Place(pose)] {
                twin.check(seat, &mv).unwrap();
                twin.apply(&Event::Move { seat, mv });
            }
            let fate = twin.draw(&mut rng);
            twin.check_fate(&fate).unwrap();
            twin.apply(&Event::Fate(fate));
        }
        assert_eq!(twins[0], twins[1]);
        [live, _] = twins;
    }
    assert_eq!(live.placed().len(), 3);
}

#[test]
fn a_film_follows_the_motion_and_ends_where_the_pieces_rest() {
    let (standing, cause) = scene();
    let fate = settle(&PieceBox::classic(), &standing, &cause);
    assert_eq!(fate.end, End::Rest);
    let own = fate.film.tracks.iter().find(|t| t.piece == piece("the short plank")).unwrap();
    let rest = fate.rest.last().unwrap().pose;
    let (place, turn) = own.at(fate.film.length_ms).distance(&rest);
    assert!(place < PLACE_ERROR && turn < TURN_ERROR, "{place} {turn}");
    assert!(own.keys.len() < 60, "{} keyframes", own.keys.len());
    let bytes = serde_json::to_string(&fate).unwrap().len();
    assert!(bytes < 20_000, "{bytes} bytes");
}

#[test]
fn what_falls_is_listed_in_the_order_in_which_it_hits_the_ground() {
    let set = PieceBox::classic();
    let near_the_edge = vec![Standing { piece: piece("the tile"), pose: Pose::at(1.2, 0.39, 0.0) }];
    let far_out = Standing { piece: piece("the cube"), pose: Pose::at(1.6, 0.76, 0.0) };
    let fate = settle(&set, &near_the_edge, &Cause::Release(far_out));
    assert_eq!(fate.end, End::Fall);
    assert!(fate.has_fallen(piece("the cube")) && fate.has_felled(Some(piece("the cube"))));
    assert!(fate.ground.is_sorted_by_key(|g| g.1));
}

#[test]
fn the_film_of_a_fall_ends_when_nothing_hangs_in_the_air() {
    let (set, tower) = (PieceBox::classic(), tower());
    for strength in [0.85, 0.9, 0.95, 1.0] {
        let fate = settle(&set, &tower, &Cause::Shake(strength));
        assert_eq!(fate.end, End::Fall, "{strength}");
        let end = fate.film.length_ms;
        assert!(end <= fate.ground[0].1 + 4_010, "{strength}: {end} ms");
        for track in &fate.film.tracks {
            let (place, _) = track.at(end - 250).distance(&track.at(end));
            let rolls = end >= fate.ground[0].1 + 3_990;
            assert!(
                place < 0.02 || rolls,
                "{strength}: a piece flies on, {place} in the last quarter second"
            );
            let sinks = track.at(end - 250).at[1] - track.at(end).at[1];
            assert!(sinks < 0.02, "{strength}: a piece is still falling, {sinks} in the last quarter second");
        }
    }
}

#[test]
fn an_own_piece_that_falls_is_taken_away_and_the_rest_settles() {
    let set = PieceBox::classic();
    let tile = vec![Standing { piece: piece("the tile"), pose: Pose::at(0.0, 0.39, 0.0) }];
    let beside = Standing { piece: piece("the cube"), pose: Pose::at(1.6, 1.0, 0.0) };
    let fate = settle(&set, &tile, &Cause::Release(beside));
    assert_eq!(fate.end, End::Rest);
    assert_eq!(fate.ground.len(), 1);
    assert_eq!(fate.rest.len(), 1);
    assert!(fate.film.tracks.iter().any(|t| t.taken));
}

#[test]
fn a_gentle_shake_moves_nothing_and_a_hard_one_throws_a_tower_down() {
    let (set, tower) = (PieceBox::classic(), tower());
    assert_eq!(settle(&set, &tower, &Cause::Shake(0.05)).ground, []);
    assert_eq!(settle(&set, &tower, &Cause::Shake(1.0)).end, End::Fall);
}

#[test]
fn anything_with_its_centre_over_the_round_base_stands_in_whatever_direction_and_nothing_beyond_does() {
    let set = PieceBox::classic();
    let brick = piece("the brick");
    for degrees in [0, 30, 45, 77, 250] {
        for (radius, stands) in [(1.2, true), (1.385, true), (1.415, false)] {
            let angle = f64::from(degrees).to_radians();
            let pose = Pose::at(radius * angle.cos(), 0.5, radius * angle.sin())
                .turned([0.0, 1.0, 0.0], -f64::from(degrees));
            let fate = settle(&set, &[], &Cause::Release(Standing { piece: brick, pose }));
            assert_eq!(fate.ground.is_empty(), stands, "{degrees} degrees, {radius}");
        }
    }
}
