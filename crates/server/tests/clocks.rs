//! Time at a table: turns, whole games, Stacks' window to call, Stacket's minute, and all of it after a restart; with
//! made-up time.

#![allow(clippy::unwrap_used)]

mod seated;

use journal::{Append, Journal as _, Memory, Seq, wait};
use seated::{TABLE, facts, started, token};
use serde_json::{Value, json};
use server::fairness::Bits;
use server::protocol::{BotLevel, ClockSettings, Json, MAX_MOVES, Request};
use server::room::facts::{Fact, What};
use server::room::{Asked, Input, Output, Pace, Room};
use shelf::AnyTable;
use table::{Seat, Seating, Turn, nature::dice};

const START_MS: u64 = 1_000_000;
/// Clocks stand still for this long after a restart.
const BACK_MS: u64 = 5000;
const PACE: Pace = Pace { least_ms: 500, spread_ms: 0 };

/// A room and what it had stored; the person of seat N has connection N.
struct Bench {
    room: Room,
    journal: Memory,
    log: Vec<Fact>,
    now_ms: u64,
    told: Vec<(u64, Value)>,
    searches: Vec<(Seat, Seq, Box<dyn AnyTable>)>,
    asked: u32,
    /// Whether its bots call what they may call.
    calls: bool,
}

impl Bench {
    /// A game of people; seats from `bots` on are played by bots.
    fn new(game: &str, options: &Value, seats: usize, bots: usize) -> Self {
        Self::with(game, options, seats, bots, ClockSettings::default())
    }

    fn with(game: &str, options: &Value, seats: usize, bots: usize, clocks: ClockSettings) -> Self {
        let mut whats = started(game, seats, clocks, Bits([7; 32]));
        if let What::Opened(opened) = &mut whats[0] {
            opened.options = Json::from(options);
        }
        let level = BotLevel::Easy;
        let sat = whats.len() - 1;
        whats.splice(
            sat..sat,
            Seat::all(seats).skip(bots).map(|seat| What::BotSet { seat, bot: Some(level) }),
        );
        let mut bench = Self::of(facts(whats, START_MS), START_MS);
        bench.feed(Input::Woken);
        bench.come_in(seats.min(bots));
        bench
    }

    fn come_in(&mut self, people: usize) {
        for seat in Seat::all(people) {
            let attend = json!({"type": "attend", "as": "place", "token": token(seat)});
            assert_eq!(self.ask(seat, attend)["outcome"], "entered");
        }
    }

    /// The house was last open at `open_ms` and starts again now; people come in at once.
    fn again(self, open_ms: u64, now_ms: u64, people: usize) -> Self {
        let mut bench = Self::of(self.log, now_ms);
        let mut out = Vec::new();
        bench.room.resume(now_ms, open_ms, &mut out);
        bench.perform(out);
        bench.come_in(people);
        bench
    }

    fn of(log: Vec<Fact>, now_ms: u64) -> Self {
        let room = Room::new(TABLE, &log, now_ms, [1; 32], PACE).unwrap();
        let journal = Memory::new();
        wait(|done| journal.append(Append::after(0, TABLE, log.iter().map(Fact::to_entry)), done)).unwrap();
        let (told, searches) = (Vec::new(), Vec::new());
        Self { room, journal, log, now_ms, told, searches, asked: 0, calls: false }
    }

    /// The clocks as they were told last.
    fn clocks(&self) -> Value {
        let clocks = |told: &Value| match &told["snapshot"]["moment"]["clocks"] {
            Value::Null => Some(told["clocks"].clone()).filter(|_| told["type"] == "moment"),
            clocks => Some(clocks.clone()),
        };
        self.told.iter().rev().find_map(|(_, told)| clocks(told)).unwrap()
    }

    fn is_stood_in_for(&self, seat: Seat) -> bool {
        self.room.state().bot_of(seat).is_some()
    }

    fn feed(&mut self, input: Input) {
        let mut out = Vec::new();
        self.room.take(self.now_ms, input, &mut out);
        self.perform(out);
    }

    fn perform(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Append(append) => {
                    let stored = append.entries.iter();
                    self.log.extend(
                        stored.map(|entry| Fact::from_stored(entry.version, &entry.payload).unwrap()),
                    );
                    let stored = wait(|done| self.journal.append(append, done));
                    self.feed(Input::Stored(stored));
                }
                Output::Send { to, text } => {
                    let told: Value = serde_json::from_str(&text).unwrap();
                    self.told.extend(to.into_iter().map(|to| (to, told.clone())));
                }
                Output::Draw { number, table, mut rng } => {
                    let event = table.draw(&mut rng).unwrap();
                    self.feed(Input::Drawn { number, event });
                }
                Output::Search { seat, since, table } => self.searches.push((seat, since, table)),
                Output::Think(think) => {
                    // These bots call if they are told to, let everything else pass, and otherwise do the last
                    // thing they may.
                    let (seat, since) = (think.seat, think.since);
                    let moves = think.table.legal_moves(seat);
                    let call = moves.iter().find(|mv| self.calls && mv.contains("call")).cloned();
                    let mv = call.or_else(|| think.table.pass(seat)).or_else(|| moves.last().cloned());
                    self.feed(Input::Thought { seat, since, mv });
                }
                _ => {}
            }
        }
    }

    /// Asks, and returns the id of the question.
    fn start(&mut self, seat: Seat, mut command: Value) -> String {
        self.asked += 1;
        let id = self.asked.to_string();
        command["id"] = json!(id);
        command["table"] = json!(TABLE);
        let Request { id, command } = serde_json::from_value(command).unwrap();
        let from = u64::from(u8::from(seat));
        self.feed(Input::Ask(Box::new(Asked::new(from, id.clone(), command, None))));
        id
    }

    fn start_play(&mut self, seat: Seat, mv: &str) -> String {
        let mv: Value = serde_json::from_str(mv).unwrap();
        let after = self.room.state().seq;
        self.start(seat, json!({"type": "play", "after": after, "move": mv}))
    }

    fn answer(&self, id: &str) -> Option<Value> {
        self.told.iter().rfind(|(_, told)| told["id"] == id).map(|(_, told)| told.clone())
    }

    fn ask(&mut self, seat: Seat, command: Value) -> Value {
        let id = self.start(seat, command);
        self.answer(&id).unwrap()
    }

    fn play(&mut self, seat: Seat, mv: &str) -> Value {
        let id = self.start_play(seat, mv);
        self.answer(&id).unwrap()
    }

    fn wake_at(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
        self.feed(Input::Woken);
    }

    fn mover(&self) -> Seat {
        self.room.state().asked().unwrap()
    }

    /// Whether anybody may still answer a play.
    fn is_window(&self) -> bool {
        let play = self.room.state().play.as_ref().unwrap();
        Seat::all(self.room.state().chairs.len()).any(|seat| play.pass(seat).is_some())
    }

    /// The first play of a game of Stacks; those who may answer it.
    fn first_play(&mut self) -> Vec<Seat> {
        let player = self.mover();
        let play = self.room.state().play.as_ref().unwrap().legal_moves(player).swap_remove(0);
        assert_eq!(self.play(player, &play)["outcome"], "stored");
        assert!(self.is_window());
        Seat::all(self.room.state().chairs.len()).filter(|seat| *seat != player).collect()
    }
}

const PASS: &str = r#"{"pass":{"play":1}}"#;

#[test]
fn a_window_is_as_long_when_all_let_it_go_by_as_when_nobody_answers() {
    for passers in 0..=2 {
        let mut bench = Bench::new("stacks", &json!({}), 3, 3);
        let others = bench.first_play();
        bench.now_ms += 1000;
        let asked: Vec<_> = others[..passers].iter().map(|seat| bench.start_play(*seat, PASS)).collect();
        let answered = asked.iter().filter(|id| bench.answer(id).is_some()).count();
        assert_eq!(answered, passers.min(1), "the last one to pass is answered at the end");
        bench.wake_at(START_MS + 4999);
        assert!(bench.is_window(), "{passers} have passed");
        bench.wake_at(START_MS + 5000);
        assert!(!bench.is_window(), "{passers} have passed");
        for id in asked {
            assert_eq!(bench.answer(&id).unwrap()["outcome"], "stored");
        }
        assert!(bench.told.iter().any(|(_, told)| told["clocks"]["window_ends_at_ms"] == START_MS + 5000));
    }
}

#[test]
fn who_passed_last_may_still_call_until_the_window_ends() {
    let mut bench = Bench::new("stacks", &json!({}), 2, 2);
    let others = bench.first_play();
    let passed = bench.start_play(others[0], PASS);
    assert_eq!(bench.answer(&passed), None, "held to the window's end");
    let called = bench.play(others[0], r#"{"call":{"play":1}}"#);
    assert_eq!(called["outcome"], "stored", "{called}");
    let late = bench.answer(&passed).unwrap();
    assert!(late["code"] == "stale" || late["foul"] == "too-late", "{late}");
}

#[test]
fn bots_that_pass_do_not_shorten_a_window() {
    let mut bench = Bench::new("stacks", &json!({}), 4, 2);
    while !bench.is_window() {
        if u8::from(bench.mover()) < 2 {
            bench.first_play();
        } else {
            bench.wake_at(bench.now_ms + 500);
        }
    }
    let opened_ms = bench.now_ms;
    for ms in (500..5000).step_by(500) {
        bench.wake_at(opened_ms + ms);
        assert!(bench.is_window(), "after {ms} ms");
    }
    bench.wake_at(opened_ms + 5000);
    assert!(!bench.is_window());
}

/// A table of Stacks with a long window, at a person's turn.
fn unhurried(seats: usize, people: usize) -> Bench {
    let clocks = ClockSettings { window_s: 240, ..ClockSettings::default() };
    let mut bench = Bench::with("stacks", &json!({}), seats, people, clocks);
    while bench.is_window() || usize::from(u8::from(bench.mover())) >= people {
        bench.wake_at(bench.now_ms + 500);
    }
    bench
}

#[test]
fn against_bots_alone_a_window_ends_when_the_last_person_has_answered() {
    let mut bench = unhurried(3, 2);
    let player = bench.mover();
    let other = Seat::all(2).find(|seat| *seat != player).unwrap();
    bench.first_play();
    assert_eq!(bench.ask(player, json!({"type": "stand", "bot": "easy"}))["outcome"], "stored");
    // Nobody else ends it: whoever reads takes as long as they like.
    bench.wake_at(bench.now_ms + 100_000);
    assert!(bench.is_window(), "a person has not answered");
    assert_eq!(bench.play(other, PASS)["outcome"], "stored", "answered at once");
    bench.wake_at(bench.now_ms + 500);
    assert!(!bench.is_window(), "nobody is left to wait for");
}

#[test]
fn bots_answer_a_play_of_the_only_person_and_go_on() {
    let mut bench = unhurried(3, 1);
    bench.first_play();
    bench.wake_at(bench.now_ms + 500);
    assert!(!bench.is_window());
}

#[test]
fn the_steps_of_a_bots_turn_follow_each_other_quickly_where_nothing_is_hidden() {
    let delays = |game: &str, steps: usize| -> Vec<u64> {
        let mut bench = Bench::new(game, &json!({}), 3, 0);
        (0..steps)
            .map(|_| {
                let (posed_ms, seq) = (bench.now_ms, bench.room.state().seq);
                let due_ms = (50..=1000).step_by(50).find(|ms| {
                    bench.wake_at(posed_ms + ms);
                    bench.room.state().seq > seq
                });
                due_ms.unwrap()
            })
            .collect()
    };
    assert_eq!(delays("push", 3), [500, 250, 250], "draw, place, and on");
    assert!(delays("nuts", 6).iter().all(|ms| *ms == 500), "hands are hidden there");
}

#[test]
fn bots_leave_people_the_first_word_in_a_window() {
    for people in 1..=2 {
        let mut bench = Bench::new("stacks", &json!({}), 3, people);
        bench.calls = true;
        bench.first_play();
        let opened_ms = bench.now_ms;
        let called_ms = (100..=5000).step_by(100).find(|ms| {
            bench.wake_at(opened_ms + ms);
            !bench.is_window()
        });
        let alone = PACE.least_ms + PACE.spread_ms + 100;
        match people {
            1 => assert!(called_ms.unwrap() <= alone, "with nobody to wait for: {called_ms:?}"),
            _ => assert!((2000..4000).contains(&called_ms.unwrap()), "{called_ms:?}"),
        }
    }
}

#[test]
fn bots_go_on_when_people_have_seen_what_a_call_turned_up() {
    let mut bench = Bench::new("stacks", &json!({}), 3, 1);
    bench.calls = true;
    let moves = bench.room.state().play.as_ref().unwrap().legal_moves(bench.mover());
    let is_true = |mv: &Value| {
        mv["play"]["cards"].as_array().is_some_and(|cards| *cards == [mv["play"]["bid"].clone()])
    };
    let truth = moves.into_iter().find(|mv| is_true(&serde_json::from_str(mv).unwrap())).unwrap();
    bench.play(bench.mover(), &truth);
    bench.wake_at(bench.now_ms + 500);
    assert!(!bench.is_window(), "a bot has called");
    let (called_ms, called) = (bench.now_ms, bench.room.state().seq);
    // Who told the truth has points now, so a bot begins the next round.
    let next_ms = (100..=6000).step_by(100).find(|ms| {
        bench.wake_at(called_ms + ms);
        bench.room.state().seq > called
    });
    assert_eq!(next_ms, Some(3800));
}

#[test]
fn every_legal_move_of_every_card_game_is_listed() {
    for (game, seats) in [("nabbit", 4), ("push", 4), ("stacks", 3), ("nuts", 4)] {
        for seed in table::kit::seeds(0..20) {
            let mut rng = dice(seed, 0);
            let mut table = shelf::open(game, &json!({}), &Seating::ascending(seats).unwrap()).unwrap();
            for _ in 0..300 {
                let event = match table.turn() {
                    Turn::Over => break,
                    Turn::Nature => table.draw(&mut rng).unwrap(),
                    Turn::Seats(_) => {
                        let seat = table.asked().unwrap();
                        let count = table.legal_moves(seat).len();
                        assert!(count <= MAX_MOVES, "{game} has {count} moves");
                        let mv = table.pick(seat, &mut rng).unwrap();
                        table.check_move(seat, &mv).unwrap()
                    }
                };
                table.play(&event).unwrap();
            }
        }
    }
    let mut bench = Bench::new("stacks", &json!({}), 2, 2);
    let (_, moment) =
        bench.told.iter().rfind(|(_, told)| told["snapshot"]["moment"].is_object()).unwrap().clone();
    assert_eq!(moment["snapshot"]["moment"]["moves"]["is_complete"], true);
    let player = bench.mover();
    assert_eq!(bench.play(player, r#""fold""#)["outcome"], "stored");
}

#[test]
fn a_minute_after_its_turn_began_a_seat_has_lost_at_stacket() {
    let mut bench = Bench::new("stacket", &json!({"one_minute": true}), 2, 2);
    let (first, early_ms) = (bench.mover(), START_MS + 30_000);
    bench.now_ms = early_ms;
    let pick = bench.room.state().play.as_ref().unwrap().legal_moves(first).swap_remove(0);
    assert_eq!(bench.play(first, &pick)["outcome"], "stored");
    let moment = bench.told.iter().rfind(|(_, told)| told["type"] == "moment").unwrap().1.clone();
    assert_eq!(moment["clocks"]["turn_ends_at_ms"], START_MS + 60_000, "picking wins no time");
    bench.wake_at(START_MS + 59_999);
    assert!(bench.room.state().play.as_ref().unwrap().standings().is_none());
    // The house was last open when forty seconds were used, and starts again much later.
    let again_ms = START_MS + 3_600_000;
    let mut bench = bench.again(START_MS + 40_000, again_ms, 2);
    bench.wake_at(again_ms + BACK_MS + 19_999);
    assert!(bench.room.state().play.as_ref().unwrap().standings().is_none());
    bench.wake_at(again_ms + BACK_MS + 20_000);
    let standings = bench.room.state().play.as_ref().unwrap().standings().unwrap();
    assert!(!standings.winners.has(first), "{standings:?}");
    let last = bench.log.last().unwrap();
    assert!(matches!(&last.what, What::Played { event, .. } if event.text().contains("time-up")), "{last:?}");
}

#[test]
fn places_for_a_held_piece_are_looked_for_elsewhere_and_told_to_who_holds_it_alone() {
    let mut bench = Bench::new("stacket", &json!({}), 2, 2);
    let seat = bench.mover();
    bench.searches.clear();
    assert_eq!(bench.play(seat, r#"{"pick":{"piece":5}}"#)["outcome"], "stored");
    let list = |told: &Value| told["moves"]["list"].to_string();
    let own = |(to, told): &&(u64, Value)| *to == u64::from(u8::from(seat)) && told["type"] == "moment";
    let (_, told) = bench.told.iter().rfind(own).unwrap();
    assert_eq!(list(told), r#"["put-back","give-up"]"#, "nobody waits for the search");
    let (searcher, since, table) = bench.searches.pop().unwrap();
    assert!(bench.searches.is_empty() && searcher == seat);
    bench.told.clear();
    bench.feed(Input::Found { seat, since, moves: table.legal_moves(seat) });
    let [(to, told)] = &bench.told[..] else { panic!("{:?}", bench.told) };
    assert_eq!((*to, &told["events"]), (u64::from(u8::from(seat)), &json!([])));
    assert!(list(told).contains("place"), "{told}");
    assert_eq!(bench.play(seat, r#""put-back""#)["outcome"], "stored");
    bench.told.clear();
    bench.feed(Input::Found { seat, since, moves: table.legal_moves(seat) });
    assert!(bench.told.is_empty(), "what was found for an earlier decision is dropped: {:?}", bench.told);
}

#[test]
fn a_table_without_the_minute_waits() {
    let mut bench = Bench::new("stacket", &json!({}), 2, 2);
    bench.wake_at(START_MS + 3_600_000);
    assert!(bench.room.state().play.as_ref().unwrap().standings().is_none());
}

/// A game of Stack Nabbit for two with so much time.
fn timed(turn_s: Option<u16>, game_s: Option<u16>) -> Bench {
    Bench::with("nabbit", &json!({}), 2, 2, ClockSettings { turn_s, game_s, ..ClockSettings::default() })
}

#[test]
fn a_turn_goes_on_after_a_restart_with_the_time_it_had_left() {
    let bench = timed(Some(60), None);
    let (mover, again_ms) = (bench.mover(), START_MS + 3_600_000);
    assert_eq!(bench.clocks()["turn_ends_at_ms"], START_MS + 60_000);
    let bench = bench.again(START_MS + 40_000, again_ms, 2);
    assert_eq!(bench.clocks()["turn_ends_at_ms"], again_ms + BACK_MS + 20_000);
    // It starts once more before the clocks go on: nobody wins or loses a second.
    let again_ms = again_ms + 60_000;
    let mut bench = bench.again(again_ms - 59_000, again_ms, 2);
    let end_ms = again_ms + BACK_MS + 20_000;
    assert_eq!(bench.clocks()["turn_ends_at_ms"], end_ms);
    bench.wake_at(end_ms - 1);
    assert!(!bench.is_stood_in_for(mover));
    bench.wake_at(end_ms);
    assert!(bench.is_stood_in_for(mover));
}

#[test]
fn the_time_for_the_whole_game_goes_on_after_a_restart() {
    let mut bench = timed(None, Some(100));
    let first = bench.mover();
    bench.now_ms = START_MS + 30_000;
    while bench.mover() == first {
        assert_eq!(bench.play(first, r#""stop""#)["outcome"], "stored");
    }
    let (second, again_ms) = (bench.mover(), START_MS + 3_600_000);
    let mut bench = bench.again(START_MS + 45_000, again_ms, 2);
    let seats = bench.clocks()["seats"].clone();
    assert_eq!(seats[first.index()], json!({"left_ms": 70_000, "is_running": false}));
    assert_eq!(seats[second.index()], json!({"left_ms": 85_000, "is_running": true}));
    bench.wake_at(again_ms + BACK_MS + 84_999);
    assert!(!bench.is_stood_in_for(second));
    bench.wake_at(again_ms + BACK_MS + 85_000);
    assert!(bench.is_stood_in_for(second));
}

#[test]
fn a_window_stays_open_after_a_restart_for_what_was_left_of_it() {
    let mut bench = Bench::new("stacks", &json!({}), 3, 3);
    bench.first_play();
    let again_ms = START_MS + 3_600_000;
    let mut bench = bench.again(START_MS + 2000, again_ms, 3);
    assert_eq!(bench.clocks()["window_ends_at_ms"], again_ms + BACK_MS + 3000);
    bench.wake_at(again_ms + BACK_MS + 2999);
    assert!(bench.is_window());
    bench.wake_at(again_ms + BACK_MS + 3000);
    assert!(!bench.is_window());
}

#[test]
fn a_move_that_showed_nothing_can_be_taken_back_and_that_wins_no_time() {
    let clocks = ClockSettings { turn_s: Some(60), ..ClockSettings::default() };
    let mut bench = Bench::with("push", &json!({}), 3, 3, clocks);
    let mut rng = dice(1, 0);
    for _ in 0..200 {
        let mover = bench.mover();
        let (posed_ms, before) = (bench.now_ms, bench.room.state().play.as_ref().unwrap().state());
        bench.now_ms += 30_000;
        let mv = bench.room.state().play.as_ref().unwrap().pick(mover, &mut rng).unwrap();
        assert_eq!(bench.play(mover, &mv)["outcome"], "stored");
        let own = u64::from(u8::from(mover));
        let (_, moment) =
            bench.told.iter().rfind(|(to, told)| *to == own && told["type"] == "moment").unwrap().clone();
        let takeback = json!({"type": "takeback", "after": moment["seq"]});
        if moment["may_take_back"] == false {
            assert_eq!(bench.ask(mover, takeback)["code"], "no-takeback");
            continue;
        }
        assert_eq!(bench.clocks()["turn_ends_at_ms"], posed_ms + 90_000);
        // What is no part of the game answers no move.
        let other = Seat::all(3).find(|seat| *seat != mover).unwrap();
        assert_eq!(bench.ask(other, json!({"type": "hand-over"}))["outcome"], "handed-over");
        assert_eq!(bench.ask(mover, takeback)["outcome"], "stored");
        assert_eq!(bench.clocks()["turn_ends_at_ms"], posed_ms + 60_000);
        assert_eq!(bench.room.state().play.as_ref().unwrap().state(), before);
        return;
    }
    panic!("nothing could be taken back");
}

#[test]
fn while_a_bot_plays_on_nobody_uses_time() {
    let mut bench = timed(None, Some(100));
    let mover = bench.mover();
    for (ms, bot) in [(100, json!("easy")), (400, Value::Null)] {
        bench.now_ms = START_MS + ms;
        assert_eq!(bench.ask(mover, json!({"type": "stand", "bot": bot}))["outcome"], "stored");
    }
    assert_eq!(bench.mover(), mover);
    assert_eq!(bench.room.state().used_ms[mover.index()], 100);
}
