//! How the game ends, and who wins.

use super::*;

#[test]
fn the_game_ends_when_the_pile_is_empty_and_one_team_holds_no_cards() {
    let mut stashed = position([&["acorn-1"], &["almond-1"], &[]], &[]);
    play(&mut stashed, "1 stash almond-1");
    assert_eq!(stashed.turn(), Turn::Over);
    let mut stolen = position([&["acorn-1"], &["almond-1"], &[]], &[]);
    play(&mut stolen, "1 end-turn; 2 end-turn; 0 steal 1; 1 lay almond-1");
    assert!(stolen.standings().is_none(), "the guess is still to come");
    play(&mut stolen, "0 guess 1");
    assert_eq!(stolen.turn(), Turn::Over);
    let mut drawn = position([&[], &["almond-1"], &["walnut-1"]], &["acorn-2"]);
    play(&mut drawn, "1 scavenge; * acorn-2");
    assert_eq!(drawn.turn(), Turn::Over, "the last card of the pile leaves the Raccoon with nothing");
    assert_eq!(foul(&drawn, "1 end-turn"), Foul::GameIsOver);
    assert_eq!(foul(&drawn, "* acorn-1"), Foul::GameIsOver);
    let mut held = position([&["acorn-1"], &[], &["walnut-1"]], &["acorn-2"]);
    play(&mut held, "1 scavenge; * acorn-2");
    assert_eq!(held.phase(), Phase::Act, "both teams hold cards");
    let mut none = position([&[], &["almond-1"], &[]], &["acorn-2", "acorn-3"]);
    play(&mut none, "1 stash almond-1");
    assert_eq!(none.phase(), Phase::Act, "the pile has cards");
}

/// The same position with so many cards that stay unplayed.
fn shorter(unplayed: u8, hands: [&[&str]; 3], pile: &[&str]) -> State {
    let options = Options { raccoon: Some(seat(0)), unplayed, ..Options::default() };
    with(&position(hands, pile), json!({ "options": options }))
}

#[test]
fn unplayed_cards_count_as_an_empty_pile() {
    let pile = ["acorn-2", "acorn-3"];
    let mut state = shorter(2, [&["acorn-1"], &["almond-1"], &[]], &pile);
    assert_eq!((state.pile().len(), state.to_draw(), state.is_spent()), (2, 0, true));
    assert_eq!(foul(&state, "1 free-draw"), Foul::PileIsEmpty);
    assert_eq!(foul(&state, "1 scavenge"), Foul::PileIsEmpty);
    play(&mut state, "1 stash almond-1");
    assert_eq!(state.turn(), Turn::Over);
    let mut last = shorter(1, [&[], &["almond-1"], &["walnut-1"]], &pile);
    assert_eq!(last.view(Viewer::Spectator).to_draw, 1);
    play(&mut last, "1 scavenge; * acorn-2");
    assert_eq!(last.turn(), Turn::Over, "the last card to draw leaves the Raccoon with nothing");
    let mut still = shorter(2, [&["acorn-1"], &["almond-1"], &["walnut-1"]], &pile);
    play(&mut still, "1 end-turn; 2 end-turn; 0 end-turn; 1 end-turn");
    assert_eq!(still.turn(), Turn::Over, "a still round ends it too");
}

#[test]
fn a_hand_dropped_on_unplayed_cards_can_be_drawn_for() {
    let mut state =
        shorter(2, [&["acorn-1"], &["walnut-3", "walnut-2"], &["peanut-2"]], &["acorn-2", "acorn-3"]);
    play(&mut state, "1 end-turn; 2 share peanut-2 to 1; 1 redraw");
    assert_eq!(state.to_draw(), 3, "the dropped hand lies under the pile");
    assert_eq!(state.fates().map(|(_, ways)| ways).sum::<u32>(), 2, "and what was there before comes first");
}

#[test]
fn how_many_cards_stay_unplayed_has_bounds() {
    let options = Options { unplayed: 16, ..Options::default() };
    let refused = State::open(&options, &Seating::ascending(4).unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "option `unplayed`: 16 leave too few to draw; choose 0 to 15");
    assert_eq!(Options::default().unplayed, 0, "the sheet plays every card");
}

#[test]
fn an_event_as_the_last_card_is_carried_out_before_the_end() {
    let mut log = position([&[], &["almond-1", "walnut-3"], &[]], &["event-3"]);
    play(&mut log, &format!("1 free-draw; {LOG}"));
    assert_eq!(log.phase(), Phase::StashOne(seat(1)));
    play(&mut log, "1 stash walnut-3");
    assert_eq!((log.turn(), log.stash(Team::Squirrels)), (Turn::Over, cards("walnut-3")));
    let mut hole = position([&[], &["almond-1"], &[]], &["event-0"]);
    play(&mut hole, &format!("1 free-draw; {HOLE}"));
    assert_eq!((hole.phase(), hole.pile().len()), (Phase::Act, 1), "the pile has a card again");
    let mut hawk = position([&[], &["almond-1"], &[]], &["event-2"]);
    play(&mut hawk, &format!("1 free-draw; {HAWK}"));
    assert_eq!(hawk.turn(), Turn::Over);
}

#[test]
fn a_still_round_with_an_empty_pile_ends_the_game() {
    let still = position([&["acorn-1"], &["almond-1"], &["walnut-1"]], &["acorn-2"]);
    let mut state = still.clone();
    play(&mut state, "1 scavenge; * acorn-2; 1 end-turn");
    play(&mut state, "2 show walnut-1; 2 end-turn; 0 steal 1; 1 lay almond-1; 0 guess 3; 0 end-turn");
    assert_eq!(state.phase(), Phase::Act, "two turns are not a round; the first began with a pile");
    play(&mut state, "1 end-turn");
    assert_eq!(state.turn(), Turn::Over);
    let mut full = still;
    play(&mut full, "1 end-turn; 2 end-turn; 0 end-turn; 1 end-turn; 2 end-turn; 0 end-turn");
    assert_eq!(full.phase(), Phase::Act, "while there are cards to draw the game goes on");
}

#[test]
fn a_card_stashed_shared_or_stolen_keeps_the_game_going() {
    let hands: [&[&str]; 3] = [&["acorn-1", "acorn-1"], &["almond-1", "almond-1"], &["walnut-1"]];
    for (moved, next) in [
        ("2 stash walnut-1; 2 end-turn; 0 end-turn; 1 end-turn", 2),
        ("2 share walnut-1 to 1; 2 end-turn; 0 end-turn; 1 end-turn", 2),
        ("2 end-turn; 0 steal 1; 1 lay almond-1; 0 guess 1; 0 end-turn; 1 end-turn; 2 end-turn", 0),
    ] {
        let mut state = position(hands, &[]);
        play(&mut state, &format!("1 end-turn; {moved}"));
        assert_eq!((state.phase(), state.seat()), (Phase::Act, seat(next)), "{moved}");
        play(&mut state, &format!("{next} end-turn"));
        assert_eq!(state.turn(), Turn::Over, "{moved}");
    }
}

#[test]
fn ten_rounds_without_a_stash_end_the_game() {
    let mut state = dealt();
    play(&mut state, "1 stash peanut-3; 1 end-turn");
    for turn in 0..4 * ROUNDS_WITHOUT_STASH {
        assert_eq!(state.phase(), Phase::Act, "turn {turn}");
        let mv = format!("{} end-turn", u8::from(state.seat()));
        play(&mut state, &mv);
    }
    assert_eq!(state.turn(), Turn::Over, "nobody wants to draw any more");
    let standings = state.standings().unwrap();
    assert_eq!(*standings.scores, [0, 3, 3, 3]);
}

#[test]
fn the_team_with_more_nuts_in_its_stash_wins_together() {
    let mut state = position([&["acorn-3", "walnut-3"], &["almond-1"], &["walnut-2"]], &[]);
    play(&mut state, "1 stash almond-1; 1 end-turn; 2 stash walnut-2");
    let standings = state.standings().unwrap();
    assert_eq!(*standings.scores, [0, 3, 3], "cards in hand count nothing");
    assert_eq!(*standings.teams, [0, 1, 1]);
    assert_eq!(standings.winners, [seat(1), seat(2)].into_iter().collect());
    assert_eq!(standings.share(seat(1)), 1.0);
}

#[test]
fn the_raccoon_can_win_alone() {
    let mut state = position([&["acorn-3"], &["almond-1"], &[]], &[]);
    play(&mut state, "1 end-turn; 2 end-turn; 0 stash acorn-3");
    let standings = state.standings().unwrap();
    assert_eq!((*standings.scores).to_vec(), [3, 0, 0]);
    assert_eq!(standings.winners, SeatSet::only(seat(0)));
}

#[test]
fn equal_stashes_share_the_victory() {
    let mut state = position([&["acorn-2"], &["almond-2"], &["walnut-1"]], &[]);
    play(&mut state, "1 stash almond-2; 1 end-turn; 2 end-turn; 0 stash acorn-2");
    let standings = state.standings().unwrap();
    assert_eq!(standings.winners, SeatSet::all(3));
    assert_eq!(standings.share(seat(0)), 0.5);
}
