//! The six events, and decks of one's own.

use super::*;

#[test]
fn an_event_uses_up_the_draw_and_lies_face_up() {
    let mut state = dealt();
    play(&mut state, &format!("1 scavenge; {OWL}"));
    assert_eq!((state.remaining().actions, state.hand(seat(1)).len()), (0, 3));
    for viewer in Viewer::all(4) {
        assert_eq!(state.view(viewer).events_out, state.events_out());
    }
    assert_eq!(state.events_out().len(), 1);
    play(&mut state, "1 end-turn; 2 free-draw");
    assert_eq!(foul(&state, OWL), Foul::CannotComeUp("event-5".parse().unwrap()), "it does not come back");
}

#[test]
fn an_event_is_read_out_to_all() {
    let mut state = dealt();
    play(&mut state, "1 free-draw");
    for viewer in Viewer::all(4) {
        let Happened::Event { name, story, .. } = state.show(&OWL.parse().unwrap(), viewer).what else {
            panic!()
        };
        assert_eq!(name, "Watchful owl");
        assert!(!story.is_empty());
    }
}

#[test]
fn a_hole_in_the_pouch_drops_the_hand_and_no_card_is_drawn_for_it() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {HOLE}"));
    assert_eq!((state.phase(), state.hand(seat(1))), (Phase::Act, Cards::EMPTY));
    assert_eq!(state.pile().batches().last(), Some(cards("peanut-3 almond-1 almond-1")));
    assert_eq!(state.view(Viewer::Spectator).just_seen, JustSeen::Fell(cards("peanut-3 almond-1 almond-1")));
}

#[test]
fn a_windfall_draws_two_cards_with_the_limit_checked_after_each() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {WINDFALL}; * walnut-1; * walnut-2"));
    assert_eq!(state.phase(), Phase::Redraw(seat(1)), "two more nuts are too many");
    let mut first = dealt();
    play(&mut first, &format!("1 free-draw; {WINDFALL}; * walnut-2"));
    assert_eq!(first.phase(), Phase::Redraw(seat(1)), "dropped before the second card is drawn");
    play(&mut first, "1 redraw; * acorn-1");
    assert_eq!(first.phase(), Phase::Draw(seat(1)), "the second card of the windfall is still due");
    play(&mut first, "* hazelnut-1");
    assert_eq!((first.phase(), first.hand(seat(1))), (Phase::Act, cards("acorn-1 hazelnut-1")));
    let mut declined = dealt();
    play(&mut declined, &format!("1 free-draw; {WINDFALL}; * walnut-2; 1 decline; * hazelnut-1"));
    assert_eq!((declined.phase(), declined.hand(seat(1))), (Phase::Act, cards("hazelnut-1")));
}

#[test]
fn an_event_inside_a_windfall_takes_effect_and_the_windfall_goes_on() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {WINDFALL}; {HOLE}"));
    assert_eq!((state.phase(), state.hand(seat(1))), (Phase::Draw(seat(1)), Cards::EMPTY));
    play(&mut state, LOG);
    assert_eq!(
        (state.phase(), state.remaining().actions),
        (Phase::Act, 1),
        "no card to stash, and both draws are used"
    );
    let options =
        Options { raccoon: Some(seat(0)), events: events(&[Effect::Draw(2), Effect::Draw(3)]), unplayed: 0 };
    let mut twice = open(3, options);
    deal(
        &mut twice,
        "almond-1 peanut-1 walnut-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1 almond-1",
    );
    play(&mut twice, "1 free-draw; * event-0; * event-1; * hazelnut-1; * hazelnut-1; * hazelnut-1");
    assert_eq!(twice.phase(), Phase::Draw(seat(1)), "three for the second, and one more for the first");
    let mut log = dealt();
    play(&mut log, &format!("1 free-draw; {WINDFALL}; {LOG}; 1 stash peanut-3; * walnut-1"));
    assert_eq!((log.phase(), log.hand(seat(1))), (Phase::Act, cards("almond-1 almond-1 walnut-1")));
}

#[test]
fn a_windfall_takes_only_what_the_pile_has() {
    let pile = ["event-1", "hazelnut-1"];
    let mut state = position([&["acorn-1"], &["almond-1"], &[]], &pile);
    play(&mut state, &format!("1 free-draw; {WINDFALL}; * hazelnut-1"));
    assert_eq!((state.phase(), state.hand(seat(1))), (Phase::Act, cards("almond-1 hazelnut-1")));
    let mut none = position([&["acorn-1"], &["almond-1"], &[]], &["event-1"]);
    play(&mut none, &format!("1 free-draw; {WINDFALL}"));
    assert_eq!(none.phase(), Phase::Act);
}

#[test]
fn a_hawk_ends_the_turn_at_once() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {HAWK}"));
    assert_eq!((state.phase(), state.seat()), (Phase::Act, seat(2)));
    let mut windfall = dealt();
    play(&mut windfall, &format!("1 free-draw; {WINDFALL}; {HAWK}"));
    assert_eq!((windfall.phase(), windfall.seat()), (Phase::Act, seat(2)), "the rest of a windfall is lost");
    let mut raccoon = dealt();
    play(&mut raccoon, &format!("1 end-turn; 2 end-turn; 3 end-turn; 0 scavenge; {HAWK}"));
    assert_eq!(raccoon.seat(), seat(1));
}

#[test]
fn a_hawk_off_turn_ends_nothing() {
    let mut state =
        position([&["acorn-1"], &["almond-3", "peanut-1"], &["walnut-3", "walnut-1"]], &["event-2"]);
    play(&mut state, &format!("1 share almond-3 to 2; 2 redraw; {HAWK}"));
    assert_eq!((state.phase(), state.seat(), state.remaining().actions), (Phase::Act, seat(1), 1));
    let mut at_the_deal = table(3);
    deal(
        &mut at_the_deal,
        "peanut-3 almond-3 almond-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1 almond-1",
    );
    play(&mut at_the_deal, &format!("1 redraw; {HAWK}"));
    assert_eq!((at_the_deal.phase(), at_the_deal.seat()), (Phase::Act, seat(1)));
}

#[test]
fn a_hollow_log_stashes_one_card_for_free() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {LOG}"));
    assert_eq!(foul(&state, "1 stash almond-1+almond-1"), Foul::OneCardOnly);
    assert_eq!(foul(&state, "1 end-turn"), Foul::StashOneFirst);
    assert_eq!(state.legal_moves(seat(1)).len(), 2, "almond-1 or peanut-3");
    play(&mut state, "1 stash peanut-3");
    assert_eq!((state.remaining().actions, state.stash(Team::Squirrels)), (1, cards("peanut-3")));
    let mut raccoon = dealt();
    play(&mut raccoon, &format!("1 end-turn; 2 end-turn; 3 end-turn; 0 scavenge; {LOG}; 0 stash acorn-3"));
    assert_eq!(raccoon.stash(Team::Raccoon), cards("acorn-3"));
}

#[test]
fn a_hollow_log_off_turn_is_used_by_whoever_drew_it() {
    let hands: [&[&str]; 3] = [&["acorn-1"], &["almond-3", "peanut-1"], &["walnut-3", "walnut-1"]];
    let mut state = position(hands, &["event-1", "event-3", "hazelnut-2"]);
    play(&mut state, &format!("1 share almond-3 to 2; 2 redraw; {WINDFALL}; * hazelnut-2; {LOG}"));
    assert_eq!(state.turn(), Turn::Seats(SeatSet::only(seat(2))));
    play(&mut state, "2 stash hazelnut-2");
    assert_eq!((state.phase(), state.seat()), (Phase::Act, seat(1)));
    assert_eq!(state.stash(Team::Squirrels), cards("hazelnut-2"));
}

#[test]
fn a_slippery_branch_takes_a_random_card_seen_by_all() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {BRANCH}"));
    let odds: Vec<_> = state.fates().map(|(fate, ways)| (fate.to_string(), ways)).collect();
    assert_eq!(odds, [("almond-1".to_owned(), 2), ("peanut-3".to_owned(), 1)]);
    let event = "* peanut-3".parse().unwrap();
    for viewer in Viewer::all(4) {
        assert!(matches!(state.show(&event, viewer).what, Happened::Lost { .. }));
    }
    state.apply(&event);
    assert_eq!((state.phase(), state.hand(seat(1))), (Phase::Act, cards("almond-1 almond-1")));
    assert_eq!(state.pile().batches().last(), Some(cards("peanut-3")));
    let mut empty = position([&["acorn-1"], &[], &["walnut-1"]], &["event-4", "acorn-2"]);
    play(&mut empty, &format!("1 free-draw; {BRANCH}"));
    assert_eq!(empty.phase(), Phase::Act, "nothing to lose");
}

#[test]
fn an_owl_guards_a_squirrel_until_its_next_turn() {
    let mut state = dealt();
    play(&mut state, &format!("1 free-draw; {OWL}; 1 end-turn; 2 end-turn; 3 end-turn"));
    assert_eq!(foul(&state, "0 steal 1"), Foul::Watched(seat(1)));
    play(&mut state, "0 steal 2; 2 lay walnut-1; 0 guess 3; 0 end-turn");
    assert!(state.view(Viewer::Screen).watched.is_empty(), "seat 1 has its next turn");
    play(&mut state, "1 end-turn; 2 end-turn; 3 end-turn; 0 steal 1");
}

#[test]
fn an_owl_keeps_the_raccoon_from_stealing_until_its_next_turn() {
    let mut state = dealt();
    play(&mut state, &format!("1 end-turn; 2 end-turn; 3 end-turn; 0 scavenge; {OWL}"));
    assert_eq!(foul(&state, "0 steal 1"), Foul::YouAreWatched);
    assert!(!state.legal_moves(seat(0)).any(|mv| matches!(mv, Move::Steal(_))));
    play(&mut state, "0 end-turn; 1 end-turn; 2 end-turn; 3 end-turn; 0 steal 1");
}

#[test]
fn owners_can_write_their_own_events() {
    let written = r#"{"events":[{"name":"Picnic","story":"Crumbs!","effect":{"draw":3}},{"name":"Nap","effect":"nothing"}]}"#;
    let options: Options = serde_json::from_str(written).unwrap();
    assert_eq!(options.events[0].effect, Effect::Draw(3));
    let mut state = open(3, Options { raccoon: Some(seat(0)), ..options });
    deal(
        &mut state,
        "almond-1 peanut-1 walnut-1  almond-1 peanut-1 walnut-1  acorn-1 acorn-1 acorn-1 almond-1",
    );
    play(&mut state, "1 free-draw; * event-0; * event-1; * hazelnut-1; * peanut-1");
    assert_eq!((state.phase(), state.hand(seat(1)).len()), (Phase::Act, 5));
}

#[test]
fn an_event_deck_that_cannot_be_played_is_refused() {
    let refused = |events: Vec<EventCard>| {
        let options = Options { events, ..Options::default() };
        matches!(
            State::open(&options, &Seating::ascending(3).unwrap()),
            Err(BadTable::Option { key: "events", .. })
        )
    };
    assert!(!refused(vec![]), "a deck may have no events");
    assert!(!refused(events(&[Effect::Nothing; MOST_EVENTS])));
    assert!(refused(events(&[Effect::Nothing; MOST_EVENTS + 1])));
    assert!(refused(events(&[Effect::Draw(0)])));
    assert!(refused(events(&[Effect::Draw(6)])));
    let named = |name: &str| vec![EventCard { name: name.into(), ..events(&[Effect::Nothing]).remove(0) }];
    assert!(refused(named(" ")));
    assert!(refused(named(&"x".repeat(41))));
    assert!(refused(named("two\nlines")));
    assert!(serde_json::from_str::<Options>(r#"{"event":[]}"#).is_err(), "unknown options are refused");
}
