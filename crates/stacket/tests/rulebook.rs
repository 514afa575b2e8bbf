//! One test a rule. Nature is dictated here; what it really does is tested elsewhere.

#![allow(clippy::unwrap_used)]

use stacket::touch::{Spot, Touch};
use stacket::*;
use table::{Event, Game, Seat, SeatSet, Seating, Turn};

fn seat(n: u8) -> Seat {
    Seat::new(n).unwrap()
}

fn open(seats: usize, change: impl FnOnce(&mut Options)) -> State {
    let (mut options, seating) = State::seat_zero_begins(seats).unwrap();
    change(&mut options);
    State::open(&options, &seating).unwrap()
}

fn piece(name: &str) -> PieceId {
    PieceBox::classic().named(name).unwrap()
}

fn act(state: &mut State, who: u8, mv: Move) {
    state.check(seat(who), &mv).unwrap();
    state.apply(&Event::Move { seat: seat(who), mv });
}

fn refuse(state: &State, who: u8, mv: Move) -> Foul {
    state.check(seat(who), &mv).unwrap_err()
}

fn pick(name: &str) -> Move {
    Move::Pick { piece: piece(name), grip: AS_IN_THE_BOX }
}

/// A place high above everything, where no pose is refused.
fn above(state: &State) -> Move {
    let top = state.structure().iter().map(|s| s.pose.at[1]).fold(0.0, f64::max);
    Move::Place(Pose::at(0.0, top + 2.0, 0.0))
}

fn touch(a: Option<PieceId>, b: PieceId, seen: bool) -> Touch {
    Touch { a, b, seen, spots: vec![Spot { at: [0.0, 1.0, 0.0], normal: [0.0, 1.0, 0.0], patch: 0 }] }
}

/// A fate in which these pieces touch the one that was released, and all is at rest.
fn at_rest(state: &State, touching: &[Option<PieceId>]) -> Fate {
    let own = state.held().unwrap().piece;
    let mut rest = state.structure().to_vec();
    rest.push(Standing { piece: own, pose: Pose::at(0.0, 1.0 + rest.len() as f64, 0.0) });
    let touches = touching.iter().map(|other| touch(*other, own, true)).collect();
    Fate { end: End::Rest, ground: vec![], rest, touches, film: Default::default() }
}

/// A fate in which these pieces hit the ground.
fn fallen(state: &State, pieces: &[PieceId]) -> Fate {
    let own = state.held().map(|h| h.piece);
    let others = pieces.iter().any(|p| Some(*p) != own);
    let mut rest = state.structure().to_vec();
    if let (Phase::Released(pose), Some(own)) = (*state.phase(), own)
        && !pieces.contains(&own)
    {
        rest.push(Standing { piece: own, pose });
    }
    let ground = pieces.iter().enumerate().map(|(i, p)| (*p, i as u32)).collect();
    let end = if others { End::Fall } else { End::Rest };
    Fate { end, ground, rest, touches: vec![], film: Default::default() }
}

/// The rest after a lift or a shake.
fn unmoved(state: &State) -> Fate {
    let own = state.held().map(|h| h.piece);
    let lifted = *state.phase() == Phase::LiftedOff;
    let stays = |s: &&Standing| !lifted || Some(s.piece) != own;
    let rest = state.structure().iter().filter(stays).copied().collect();
    Fate { end: End::Rest, ground: vec![], rest, touches: vec![], film: Default::default() }
}

fn nature(state: &mut State, fate: Fate) {
    assert_eq!(state.turn(), Turn::Nature);
    state.check_fate(&fate).unwrap();
    state.apply(&Event::Fate(fate));
}

/// A whole turn that goes well.
fn place_well(state: &mut State, name: &str) {
    let who = state.seat().index() as u8;
    act(state, who, pick(name));
    let place = above(state);
    act(state, who, place);
    let fate = at_rest(state, &[state.previous()]);
    nature(state, fate);
}

/// A turn up to the release.
fn let_go(state: &mut State, name: &str) {
    let who = state.seat().index() as u8;
    act(state, who, pick(name));
    let place = above(state);
    act(state, who, place);
}

fn loser(state: &State) -> Option<Seat> {
    let won = state.standings()?.winners;
    SeatSet::all(state.seating().seats()).minus(won).first()
}

#[test]
fn two_to_six_can_play_and_any_seat_may_begin() {
    for seats in 2..=6 {
        assert_eq!(open(seats, |_| {}).seat(), seat(0));
        assert_eq!(open(seats, |o| o.first = Some(seat(1))).seat(), seat(1));
    }
    assert!(Seating::descending(7).is_err());
    let options = Options { first: Some(seat(4)), ..Options::default() };
    let refused = State::open(&options, &Seating::descending(3).unwrap()).unwrap_err();
    assert!(refused.to_string().contains("`first`"), "{refused}");
}

#[test]
fn any_piece_in_the_box_can_be_picked_and_a_placed_one_is_gone() {
    let mut state = open(2, |_| {});
    assert_eq!(state.left().len(), 24);
    for &piece in state.left() {
        state.check(seat(0), &Move::Pick { piece, grip: AS_IN_THE_BOX }).unwrap();
    }
    place_well(&mut state, "the tile");
    assert_eq!(state.left().len(), 23);
    assert_eq!(refuse(&state, 1, pick("the tile")), Foul::NotInTheBox(piece("the tile")));
    assert_eq!(
        refuse(&state, 1, Move::Pick { piece: PieceId(99), grip: AS_IN_THE_BOX }),
        Foul::NotInTheBox(PieceId(99))
    );
}

#[test]
fn once_a_piece_is_placed_the_next_seat_is_on_turn() {
    let mut state = open(3, |_| {});
    for (n, name) in ["the tile", "the brick", "the cube", "the disc"].into_iter().enumerate() {
        assert_eq!(state.seat().index(), n % 3);
        place_well(&mut state, name);
    }
    assert_eq!(refuse(&state, 0, pick("the drum")), Foul::NotYourTurn);
}

#[test]
fn the_first_piece_touches_the_base_and_each_later_one_the_piece_before() {
    let mut state = open(2, |_| {});
    assert_eq!(state.previous(), None);
    place_well(&mut state, "the tile");
    assert_eq!(state.previous(), Some(piece("the tile")));
    let_go(&mut state, "the brick");
    let only_base = at_rest(&state, &[None]);
    nature(&mut state, only_base);
    assert_eq!(*state.phase(), Phase::LiftedOff, "the base is no longer enough");
}

#[test]
fn a_piece_may_touch_others_as_well() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let both = at_rest(&state, &[None, Some(piece("the tile"))]);
    nature(&mut state, both);
    assert_eq!(state.placed().len(), 2);
}

#[test]
fn another_piece_on_the_ground_loses_at_once_even_if_the_own_fell_too() {
    for own_too in [false, true] {
        let mut state = open(3, |_| {});
        place_well(&mut state, "the tile");
        let_go(&mut state, "the brick");
        let mut down = vec![piece("the tile")];
        down.extend(own_too.then(|| piece("the brick")));
        let fate = fallen(&state, &down);
        nature(&mut state, fate);
        assert_eq!(state.turn(), Turn::Over);
        assert_eq!(loser(&state), Some(seat(1)));
        assert_eq!(state.standings().unwrap().winners.len(), 2, "all the others win");
    }
}

#[test]
fn the_own_piece_on_the_ground_is_tried_again_as_often_as_one_likes() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    act(&mut state, 1, pick("the brick"));
    for _ in 0..5 {
        let place = above(&state);
        act(&mut state, 1, place);
        let fate = fallen(&state, &[piece("the brick")]);
        nature(&mut state, fate);
        assert_eq!(state.seat(), seat(1));
        assert_eq!(state.held().unwrap().piece, piece("the brick"));
        assert_eq!(state.structure().len(), 1);
    }
}

#[test]
fn on_the_very_first_turn_the_own_piece_on_the_ground_loses() {
    let mut state = open(2, |_| {});
    let_go(&mut state, "the tile");
    let fate = fallen(&state, &[piece("the tile")]);
    nature(&mut state, fate);
    assert_eq!(loser(&state), Some(seat(0)));
}

#[test]
fn others_moving_without_falling_is_fine() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let mut fate = at_rest(&state, &[Some(piece("the tile"))]);
    fate.rest[0].pose = fate.rest[0].pose.moved(0.3, 0.0, 0.1);
    nature(&mut state, fate.clone());
    assert_eq!(state.structure(), fate.rest);
    assert_eq!(state.seat(), seat(0));
}

#[test]
fn a_piece_that_does_not_touch_the_previous_one_is_lifted_off_and_tried_again() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let fate = at_rest(&state, &[None]);
    nature(&mut state, fate);
    assert_eq!(state.cause(), Some(Cause::Lift(piece("the brick"))));
    let fate = unmoved(&state);
    nature(&mut state, fate);
    assert_eq!((state.seat(), state.structure().len(), state.left().len()), (seat(1), 1, 23));
    assert_eq!(state.held().unwrap().piece, piece("the brick"));
}

#[test]
fn whatever_falls_when_a_piece_is_lifted_off_is_the_players_loss() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let fate = at_rest(&state, &[None]);
    nature(&mut state, fate);
    let mut fate = unmoved(&state);
    fate.ground = vec![(piece("the tile"), 300)];
    fate.end = End::Fall;
    nature(&mut state, fate);
    assert_eq!(loser(&state), Some(seat(1)));
}

#[test]
fn touching_counts_only_where_it_can_be_seen() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let mut fate = at_rest(&state, &[Some(piece("the tile"))]);
    fate.touches[0].seen = false;
    nature(&mut state, fate);
    assert_eq!(*state.phase(), Phase::LiftedOff);
}

#[test]
fn a_piece_that_never_comes_to_rest_is_not_placed() {
    let mut state = open(2, |_| {});
    let_go(&mut state, "the tile");
    let mut fate = at_rest(&state, &[None]);
    fate.end = End::Limit;
    nature(&mut state, fate);
    assert_eq!(*state.phase(), Phase::LiftedOff);
}

#[test]
fn giving_up_loses() {
    let mut state = open(4, |_| {});
    place_well(&mut state, "the tile");
    act(&mut state, 1, Move::GiveUp);
    assert_eq!(loser(&state), Some(seat(1)));
    assert_eq!(refuse(&state, 2, Move::GiveUp), Foul::GameIsOver);
}

#[test]
fn whoever_is_on_turn_with_an_empty_box_loses() {
    let mut data = PieceBox::classic().data().clone();
    data.pieces.truncate(2);
    let set = PieceBox::new(data).unwrap();
    let mut state = open(2, |o| o.pieces = set);
    place_well(&mut state, "the long plank");
    place_well(&mut state, "the short plank");
    assert_eq!(loser(&state), Some(seat(0)));
}

#[test]
fn a_shorter_game_takes_the_first_pieces_of_the_box() {
    let mut state = open(2, |o| o.few = 3);
    assert_eq!(state.left(), [piece("the long plank"), piece("the short plank"), piece("the tile")]);
    assert_eq!(refuse(&state, 0, pick("the cube")), Foul::NotInTheBox(piece("the cube")));
    for name in ["the tile", "the long plank", "the short plank"] {
        place_well(&mut state, name);
    }
    assert_eq!(loser(&state), Some(seat(1)), "the box is empty on the turn of seat 1");
    assert_eq!(open(2, |_| {}).left().len(), 24, "the sheet plays with them all");
}

#[test]
fn a_box_has_no_more_pieces_than_it_has() {
    let (options, seating) = State::seat_zero_begins(2).unwrap();
    let refused = State::open(&Options { few: 25, ..options }, &seating).unwrap_err();
    assert_eq!(refused.to_string(), "option `few`: the box has no 25 pieces; choose 1 to 24, or 0 for all");
}

#[test]
fn shaking_the_table_out_of_turn_loses_if_a_piece_falls() {
    let mut state = open(3, |_| {});
    place_well(&mut state, "the tile");
    act(&mut state, 0, Move::Shake(0.5));
    let fate = fallen(&state, &[piece("the tile")]);
    nature(&mut state, fate);
    assert_eq!(loser(&state), Some(seat(0)));
}

#[test]
fn shaking_the_table_without_a_fall_changes_nothing_but_places() {
    let mut state = open(3, |_| {});
    place_well(&mut state, "the tile");
    act(&mut state, 1, pick("the cube"));
    act(&mut state, 2, Move::Shake(0.5));
    let fate = unmoved(&state);
    nature(&mut state, fate);
    assert_eq!((state.seat(), state.held().unwrap().piece), (seat(1), piece("the cube")));
    assert_eq!(refuse(&state, 1, Move::Shake(0.5)), Foul::YourOwnTurn);
    for strength in [0.0, -1.0, 1.5, f64::NAN] {
        assert!(matches!(refuse(&state, 2, Move::Shake(strength)), Foul::Strength(_)));
    }
}

#[test]
fn a_picked_piece_may_go_back_to_the_box_until_it_is_placed() {
    let mut state = open(2, |_| {});
    act(&mut state, 0, pick("the tile"));
    assert!(matches!(refuse(&state, 0, pick("the cube")), Foul::HandsFull(_)));
    act(&mut state, 0, Move::PutBack);
    assert_eq!(state.held(), None);
    assert_eq!(refuse(&state, 0, Move::PutBack), Foul::HandsEmpty);
    assert_eq!(refuse(&state, 0, Move::Place(Pose::at(0.0, 1.0, 0.0))), Foul::HandsEmpty);
    act(&mut state, 0, pick("the cube"));
}

#[test]
fn touch_move_binds_a_picked_piece_even_after_it_fell() {
    let mut state = open(2, |o| o.touch_move = true);
    place_well(&mut state, "the tile");
    act(&mut state, 1, pick("the cube"));
    assert!(matches!(refuse(&state, 1, Move::PutBack), Foul::TouchMove(_)));
    let place = above(&state);
    act(&mut state, 1, place);
    let fate = fallen(&state, &[piece("the cube")]);
    nature(&mut state, fate);
    assert!(matches!(refuse(&state, 1, Move::PutBack), Foul::TouchMove(_)));
}

#[test]
fn one_hand_keeps_the_tilt_and_may_turn_about_the_vertical() {
    let mut state = open(2, |o| o.one_hand = true);
    let grip = Pose::at(0.0, 0.0, 0.0).turned([1.0, 0.0, 0.0], 90.0);
    act(&mut state, 0, Move::Pick { piece: piece("the arch"), grip: grip.turn });
    let high = grip.moved(0.0, 2.0, 0.0);
    state.check(seat(0), &Move::Place(high)).unwrap();
    state.check(seat(0), &Move::Place(high.turned([0.0, 1.0, 0.0], 70.0))).unwrap();
    assert_eq!(refuse(&state, 0, Move::Place(high.turned([1.0, 0.0, 0.0], 10.0))), Foul::OneHand);
    assert_eq!(refuse(&state, 0, Move::Place(Pose::at(0.0, 2.0, 0.0))), Foul::OneHand);
}

#[test]
fn with_one_minute_a_turn_that_takes_longer_is_lost() {
    let mut state = open(2, |o| o.one_minute = true);
    act(&mut state, 0, pick("the tile"));
    act(&mut state, 0, Move::TimeUp);
    assert_eq!(loser(&state), Some(seat(0)));
    assert_eq!(refuse(&open(2, |_| {}), 0, Move::TimeUp), Foul::NoClock);
}

#[test]
fn nobody_moves_while_the_structure_does() {
    let mut state = open(2, |_| {});
    let_go(&mut state, "the tile");
    assert_eq!(refuse(&state, 0, Move::GiveUp), Foul::StillMoving);
    assert_eq!(refuse(&state, 1, Move::Shake(0.5)), Foul::StillMoving);
    assert_eq!(open(2, |_| {}).check_fate(&unmoved(&state)), Err(Foul::NothingMoves));
}

fn points(seats: usize) -> State {
    open(seats, |o| o.points = true)
}

#[test]
fn with_points_a_piece_earns_one_for_each_other_it_visibly_touches() {
    let mut state = points(2);
    place_well(&mut state, "the tile");
    assert_eq!(state.scores().to_vec(), [1, 0], "the base counts");
    let_go(&mut state, "the brick");
    let mut fate = at_rest(&state, &[None, Some(piece("the tile"))]);
    fate.touches.push(touch(Some(piece("the tile")), piece("the brick"), false));
    nature(&mut state, fate);
    assert_eq!(state.scores().to_vec(), [1, 2], "a hidden contact does not count");
    let_go(&mut state, "the cube");
    let fate = at_rest(&state, &[None]);
    nature(&mut state, fate);
    assert_eq!(state.scores().to_vec(), [2, 2], "the previous piece need not be touched");
}

#[test]
fn with_points_a_fall_costs_the_pieces_that_stood_the_base_and_the_own_piece() {
    let mut state = points(3);
    place_well(&mut state, "the tile");
    place_well(&mut state, "the brick");
    let_go(&mut state, "the cube");
    let fate = fallen(&state, &[piece("the brick"), piece("the cube")]);
    nature(&mut state, fate);
    assert_eq!(state.scores().to_vec(), [1, 1, -4]);
    assert_eq!(state.seat(), seat(0), "the next seat begins");
    assert_eq!((state.structure().len(), state.left().len(), state.held()), (0, 24, None));
}

#[test]
fn with_points_the_own_piece_may_fall_on_the_first_turn_too() {
    let mut state = points(2);
    let_go(&mut state, "the tile");
    let fate = fallen(&state, &[piece("the tile")]);
    nature(&mut state, fate);
    assert_eq!((state.seat(), state.scores().to_vec()), (seat(0), vec![0, 0]));
}

#[test]
fn with_points_an_empty_box_ends_the_round_without_loss() {
    let mut data = PieceBox::classic().data().clone();
    data.pieces.truncate(1);
    let set = PieceBox::new(data).unwrap();
    let mut state = open(2, |o| (o.points, o.pieces) = (true, set));
    place_well(&mut state, "the long plank");
    assert_eq!((state.scores().to_vec(), state.turn() == Turn::Over), (vec![1, 0], false));
    assert_eq!((state.seat(), state.left().len()), (seat(1), 1));
}

#[test]
fn with_points_the_target_wins_only_at_the_end_of_a_round_and_a_tie_plays_on() {
    let mut state = open(2, |o| (o.points, o.target) = (true, 2));
    let names = ["the tile", "the brick", "the cube", "the disc"];
    names.iter().for_each(|name| place_well(&mut state, name));
    assert_eq!(state.scores().to_vec(), [2, 2]);
    assert_ne!(state.turn(), Turn::Over, "the round is still on");
    act(&mut state, 0, Move::GiveUp);
    assert_eq!(state.scores().to_vec(), [2 - 6, 2]);
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.standings().unwrap().winners, SeatSet::only(seat(1)));

    let mut data = PieceBox::classic().data().clone();
    data.pieces.truncate(2);
    let set = PieceBox::new(data).unwrap();
    let mut level = open(2, |o| (o.points, o.target, o.pieces) = (true, 1, set));
    place_well(&mut level, "the long plank");
    place_well(&mut level, "the short plank");
    assert_eq!(level.scores().to_vec(), [1, 1]);
    assert_ne!(level.turn(), Turn::Over, "level at the top: play on");
}

#[test]
fn with_points_a_shake_that_fells_a_piece_costs_the_structure_and_the_base() {
    let mut state = points(3);
    place_well(&mut state, "the tile");
    act(&mut state, 2, Move::Shake(1.0));
    let fate = fallen(&state, &[piece("the tile")]);
    nature(&mut state, fate);
    assert_eq!(state.scores().to_vec(), [1, 0, -2]);
}

#[test]
fn the_target_is_an_option_with_bounds() {
    for (target, fine) in [(1, true), (500, true), (0, false), (501, false)] {
        let options = Options { target, ..Options::default() };
        assert_eq!(State::open(&options, &Seating::descending(2).unwrap()).is_ok(), fine);
    }
}

#[test]
fn fates_that_cannot_have_happened_are_refused() {
    let mut state = open(2, |_| {});
    place_well(&mut state, "the tile");
    let_go(&mut state, "the brick");
    let good = at_rest(&state, &[Some(piece("the tile"))]);
    assert_eq!(state.check_fate(&good), Ok(()));
    let refused = |change: fn(&mut Fate)| {
        let mut fate = good.clone();
        change(&mut fate);
        matches!(state.check_fate(&fate), Err(Foul::Impossible(_)))
    };
    assert!(refused(|f| f.rest.truncate(1)));
    assert!(refused(|f| f.rest.push(f.rest[0])));
    assert!(refused(|f| f.rest[0].piece = PieceId(200)));
    assert!(refused(|f| f.rest[0].pose.at[1] = f64::NAN));
    assert!(refused(|f| f.rest[0].pose.turn = [0.0; 4]));
    assert!(refused(|f| f.end = End::Fall));
    assert!(refused(|f| f.ground.push((PieceId(7), 1))));
    assert!(refused(|f| f.touches[0].b = PieceId(7)));
}
