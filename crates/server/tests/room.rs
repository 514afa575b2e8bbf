//! A room alone: made-up time, made-up connections, a store that answers when the test says so.

#![allow(clippy::unwrap_used)]

use journal::{Append, Journal as _, JournalError, Memory, TableId, wait};
use serde_json::{Value, json};
use server::opening_facts;
use server::protocol::{ClockSettings, Command, MAX_MISSED, Opening, Request, Visibility};
use server::room::facts::{Fact, What};
use server::room::{Asked, Input, Output, Pace, Room};
use std::collections::BTreeMap;
use table::Seat;

const TABLE: TableId = TableId::from_bytes([9; 16]);

/// A room with everything around it made up.
struct Bench {
    room: Room,
    journal: Memory,
    now_ms: u64,
    token: String,
    /// What each connection was told, oldest first.
    told: BTreeMap<u64, Vec<Value>>,
    appends: Vec<Append>,
    wakes: Vec<u64>,
    rematches: Vec<Vec<Fact>>,
    is_holding: bool,
    next_id: u32,
}

fn opening(bots: &[u8]) -> Opening {
    let level = server::protocol::BotLevel::Easy;
    Opening {
        game: "nabbit".into(),
        seats: 2,
        options: None,
        visibility: Visibility::Open,
        clocks: ClockSettings { turn_s: Some(20), ..ClockSettings::default() },
        manners: Default::default(),
        bots: bots
            .iter()
            .map(|seat| server::protocol::BotSeat { seat: Seat::new(*seat).unwrap(), level })
            .collect(),
        limit: None,
        look: None,
        name: "Hazel".into(),
        sit: Seat::new(0),
        seed: Some("ab".repeat(32)),
        secret: None,
    }
}

impl Bench {
    fn new(bots: &[u8]) -> Self {
        Self::of(&opening(bots))
    }

    fn of(opening: &Opening) -> Self {
        let (facts, token) = opening_facts(TABLE, opening, None, 1000, [1; 32]).unwrap();
        let journal = Memory::new();
        wait(|done| journal.append(Append::after(0, TABLE, facts.iter().map(Fact::to_entry)), done)).unwrap();
        let room = Room::new(TABLE, &facts, 1000, [2; 32], Pace { least_ms: 500, spread_ms: 0 }).unwrap();
        let (told, appends, wakes, rematches) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
        let (now_ms, is_holding, next_id) = (1000, false, 0);
        Self { room, journal, now_ms, token, told, appends, wakes, rematches, is_holding, next_id }
    }

    fn feed(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let mut out = Vec::new();
            self.room.take(self.now_ms, input, &mut out);
            for output in out {
                match output {
                    Output::Send { to, text } => {
                        for connection in to {
                            self.told
                                .entry(connection)
                                .or_default()
                                .push(serde_json::from_str(&text).unwrap());
                        }
                    }
                    Output::Append(append) if self.is_holding => self.appends.push(append),
                    Output::Append(append) => inputs.push(Input::Stored(self.store(append))),
                    Output::Think(think) => {
                        let mv = think.table.legal_moves(think.seat).pop();
                        inputs.push(Input::Thought { seat: think.seat, since: think.since, mv });
                    }
                    Output::Read(after) => inputs.push(Input::Missed(self.facts(after))),
                    Output::Wake { at_ms } => self.wakes.push(at_ms),
                    Output::Rematch(facts) => self.rematches.push(facts),
                    _ => {}
                }
            }
        }
    }

    fn store(&self, append: Append) -> Result<journal::Head, JournalError> {
        wait(|done| self.journal.append(append, done))
    }

    fn facts(&self, after: u64) -> Vec<Fact> {
        let page = wait(|done| self.journal.read(TABLE, after, 9999, done)).unwrap();
        page.events.iter().map(|event| Fact::from_stored(event.version, &event.payload).unwrap()).collect()
    }

    fn command(&self, mut command: Value) -> Command {
        command["id"] = json!("x");
        command["table"] = json!(TABLE.to_string());
        serde_json::from_value::<Request>(command).unwrap().command
    }

    fn ask_as(&mut self, from: u64, id: &str, command: Value) {
        let command = self.command(command);
        self.feed(Input::Ask(Box::new(Asked::new(from, id.into(), command, None))));
    }

    /// Asks, and returns the answer.
    fn ask(&mut self, from: u64, command: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id.to_string();
        self.ask_as(from, &id, command);
        self.answer(from, &id)
    }

    fn answer(&self, from: u64, id: &str) -> Value {
        let answers: Vec<_> =
            self.told[&from].iter().filter(|told| told["type"] == "answer" && told["id"] == id).collect();
        assert_eq!(answers.len(), 1, "one answer to {id}: {answers:?}");
        answers[0].clone()
    }

    fn last(&self, of: u64, kind: &str) -> Value {
        self.told[&of].iter().rfind(|told| told["type"] == kind).cloned().unwrap_or(Value::Null)
    }

    /// Two people at connections 1 and 2, the game started.
    fn two_people() -> (Self, String) {
        Self::two_people_at(Self::new(&[]))
    }

    fn two_people_at(mut bench: Self) -> (Self, String) {
        let token = bench.token.clone();
        bench.ask(1, json!({"type": "attend", "as": "place", "token": token}));
        let joined = bench.ask(2, json!({"type": "join", "name": "Acorn", "seed": "cd".repeat(32)}));
        assert_eq!(joined["outcome"], "entered", "{joined}");
        bench.ask(1, json!({"type": "ready", "ready": true}));
        bench.ask(2, json!({"type": "ready", "ready": true}));
        (bench, joined["token"].as_str().unwrap().into())
    }

    fn seq(&self) -> u64 {
        self.room.state().seq
    }

    /// The connection whose seat must decide.
    fn asked(&self) -> u64 {
        self.room.state().asked().unwrap().index() as u64 + 1
    }
}

#[test]
fn everybody_ready_starts_the_game_and_each_gets_its_own_view() {
    let (bench, _) = Bench::two_people();
    let (first, second) = (bench.last(1, "moment"), bench.last(2, "moment"));
    assert_eq!(first["seq"], bench.seq());
    assert!(!first["events"].as_array().unwrap().is_empty(), "the deal is shown");
    let movers = [&first, &second].iter().filter(|moment| moment["moves"]["list"] != json!([])).count();
    assert_eq!(movers, 1, "one of them may act");
    let info = bench.last(1, "table");
    assert_eq!(info["fairness"]["seeds"].as_array().unwrap().len(), 2);
    assert_eq!(info["fairness"]["secret"], Value::Null);
}

#[test]
fn a_table_keeps_every_option_of_its_game_whether_it_was_chosen_or_not() {
    for about in shelf::GAMES {
        let opening = Opening { game: about.id.into(), seats: about.players.0 as u8, ..opening(&[]) };
        let (facts, _) = opening_facts(TABLE, &opening, None, 1000, [1; 32]).unwrap();
        let What::Opened(opened) = &facts[0].what else { panic!("a log begins with the opening") };
        let kept: Value = serde_json::from_str(opened.options.text()).unwrap();
        for option in about.options {
            assert!(kept.get(option.key).is_some(), "{}: {} is missing in {kept}", about.id, option.key);
        }
    }
}

#[test]
fn who_is_the_oldest_is_drawn_for_each_table() {
    let drawn = |entropy: u8| {
        let (facts, _) = opening_facts(TABLE, &opening(&[]), None, 1000, [entropy; 32]).unwrap();
        let room = Room::new(TABLE, &facts, 1000, [2; 32], Pace::AT_ONCE).unwrap();
        room.state().seniority.iter().map(|seat| seat.index()).collect::<Vec<_>>()
    };
    let first_is_oldest = (0..64).filter(|entropy| drawn(*entropy) == [1, 0]).count();
    assert!((16..48).contains(&first_is_oldest), "{first_is_oldest} of 64");
    assert!((0..64).all(|entropy| matches!(drawn(entropy)[..], [0, 1] | [1, 0])));
}

#[test]
fn nobody_is_told_of_a_move_before_it_is_stored() {
    let (mut bench, _) = Bench::two_people();
    let (mover, after) = (bench.asked(), bench.seq());
    let before: usize = bench.told.values().map(Vec::len).sum();
    bench.is_holding = true;
    bench.ask_as(mover, "held", json!({"type": "play", "after": after, "move": "stop"}));
    assert_eq!(bench.told.values().map(Vec::len).sum::<usize>(), before);
    bench.is_holding = false;
    let append = bench.appends.pop().unwrap();
    let stored = bench.store(append);
    bench.feed(Input::Stored(stored));
    assert_eq!(bench.answer(mover, "held")["seq"], after + 1);
    assert_eq!(bench.last(3 - mover, "moment")["seq"], bench.seq());
}

#[test]
fn a_move_that_was_not_stored_is_told_to_nobody_and_can_be_made_again() {
    let (mut bench, _) = Bench::two_people();
    let (mover, after) = (bench.asked(), bench.seq());
    let play = json!({"type": "play", "after": after, "move": "stop"});
    bench.is_holding = true;
    bench.ask_as(mover, "first", play.clone());
    bench.appends.clear();
    bench.told.clear();
    bench.feed(Input::Stored(Err(JournalError::NotKept("the disk is full".into()))));
    assert_eq!(bench.answer(mover, "first")["code"], "busy");
    assert_eq!(bench.told.values().map(Vec::len).sum::<usize>(), 1, "{:?}", bench.told);
    assert_eq!(bench.seq(), after);
    bench.is_holding = false;
    bench.ask_as(mover, "again", play);
    // After a pause for everybody, since nobody could move meanwhile.
    assert_eq!(bench.answer(mover, "again")["seq"], after + 3);
}

#[test]
fn a_repeated_command_gets_the_same_answer_and_moves_once() {
    let (mut bench, _) = Bench::two_people();
    let (mover, after) = (bench.asked(), bench.seq());
    let play = json!({"type": "play", "after": after, "move": "flip"});
    bench.ask_as(mover, "twice", play.clone());
    let (seq, answer) = (bench.seq(), bench.answer(mover, "twice"));
    bench.told.clear();
    bench.ask_as(mover, "twice", play);
    assert_eq!((bench.seq(), bench.answer(mover, "twice")), (seq, answer));
}

#[test]
fn a_second_click_on_the_same_moment_is_stale() {
    let (mut bench, _) = Bench::two_people();
    let (mover, after) = (bench.asked(), bench.seq());
    let play = json!({"type": "play", "after": after, "move": "flip"});
    assert_eq!(bench.ask(mover, play.clone())["answer"], "accepted");
    let seq = bench.seq();
    let refused = bench.ask(mover, play);
    assert_eq!((&refused["code"], &refused["now"]), (&json!("stale"), &json!(seq)));
    assert_eq!(bench.seq(), seq);
}

#[test]
fn a_foul_names_its_rule_and_changes_nothing() {
    let (mut bench, _) = Bench::two_people();
    let (other, seq) = (3 - bench.asked(), bench.seq());
    let refused = bench.ask(other, json!({"type": "play", "after": seq, "move": "stop"}));
    assert_eq!((&refused["code"], &refused["foul"]), (&json!("foul"), &json!("not-your-turn")));
    let refused = bench.ask(other, json!({"type": "play", "after": seq, "move": {"what": 1}}));
    assert_eq!(refused["foul"], "unreadable");
    assert_eq!(bench.seq(), seq);
}

#[test]
fn a_check_tells_the_foul_and_makes_no_move() {
    let (mut bench, _) = Bench::two_people();
    let (mover, seq) = (bench.asked(), bench.seq());
    let check = json!({"type": "check", "move": "stop"});
    assert_eq!(bench.ask(mover, check.clone())["outcome"], "done");
    let refused = bench.ask(3 - mover, check);
    assert_eq!((&refused["code"], &refused["foul"]), (&json!("foul"), &json!("not-your-turn")));
    assert_eq!(bench.seq(), seq);
}

#[test]
fn a_token_is_replaced_when_used_and_a_stolen_old_one_is_refused() {
    let (mut bench, old) = Bench::two_people();
    let attend = |token: &str| json!({"type": "attend", "as": "place", "token": token});
    let entered = bench.ask(3, attend(&old));
    let new = entered["token"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    assert_eq!(bench.last(2, "displaced")["why"], "claimed");
    assert_eq!(bench.ask(4, attend(&old))["outcome"], "entered", "the answer may have been lost");
    let newest = bench.ask(5, attend(&old))["token"].as_str().unwrap().to_owned();
    bench.ask(7, attend(&newest));
    for replaced in [&old, &new] {
        assert_eq!(bench.ask(8, attend(replaced))["code"], "bad-token", "a newer one was used");
    }
    assert_eq!(bench.ask(9, attend("guess"))["code"], "bad-token");
}

#[test]
fn who_missed_events_gets_them_and_who_knew_nothing_gets_the_view() {
    let (mut bench, token) = Bench::two_people();
    let known = bench.seq();
    bench.feed(Input::Lost(2));
    if bench.asked() == 1 {
        bench.ask(1, json!({"type": "play", "after": known, "move": "stop"}));
    }
    let back = bench.ask(2, json!({"type": "attend", "as": "place", "token": token, "after": known}));
    let moment = &back["snapshot"]["moment"];
    let missed: Vec<_> =
        moment["events"].as_array().unwrap().iter().map(|event| event["seq"].clone()).collect();
    assert!(missed.iter().all(|seq| seq.as_u64().unwrap() > known));
    assert_eq!(moment["is_gapless"], true);
    let watching = bench.ask(5, json!({"type": "attend"}));
    assert_eq!(watching["snapshot"]["moment"]["events"], json!([]));
    assert_eq!(watching["snapshot"]["moment"]["is_gapless"], false);
}

#[test]
fn who_comes_new_can_read_what_happened_and_the_end_of_what_is_too_much() {
    // Its pile is large enough.
    let push = Opening { game: "push".into(), ..opening(&[]) };
    let (mut bench, _) = Bench::two_people_at(Bench::of(&push));
    let newest = |bench: &mut Bench, after: u64| {
        bench.ask(5, json!({"type": "attend", "after": after}))["snapshot"]["moment"].clone()
    };
    let seqs = |moment: &Value| -> Vec<u64> {
        moment["events"].as_array().unwrap().iter().map(|event| event["seq"].as_u64().unwrap()).collect()
    };
    let first = newest(&mut bench, 0);
    assert_eq!(first["is_gapless"], true);
    let mut all = seqs(&first);
    assert!(!all.is_empty(), "nature has dealt");
    while all.len() <= MAX_MISSED {
        let (from, after) = (bench.asked(), bench.seq());
        let moves = bench.last(from, "moment")["moves"]["list"].clone();
        let mv = moves.as_array().unwrap().iter().find(|mv| **mv == "draw").unwrap_or(&moves[0]);
        bench.ask(from, json!({"type": "play", "after": after, "move": mv}));
        assert!(bench.seq() > after, "{mv} was made");
        all.extend(seqs(&newest(&mut bench, after)));
    }
    let late = newest(&mut bench, 0);
    assert_eq!(late["is_gapless"], false);
    assert_eq!(seqs(&late), all[all.len() - MAX_MISSED..]);
}

#[test]
fn a_bot_answers_after_its_pace_and_not_before() {
    let mut bench = Bench::new(&[1]);
    let token = bench.token.clone();
    bench.ask(1, json!({"type": "attend", "as": "place", "token": token}));
    bench.ask(1, json!({"type": "start"}));
    while bench.asked() == 1 {
        let after = bench.seq();
        bench.ask(1, json!({"type": "play", "after": after, "move": "stop"}));
    }
    let (seq, due) = (bench.seq(), *bench.wakes.last().unwrap());
    assert_eq!(due, bench.now_ms + 500);
    bench.now_ms = due - 1;
    bench.feed(Input::Woken);
    assert_eq!(bench.seq(), seq);
    bench.now_ms = due;
    bench.feed(Input::Woken);
    assert!(bench.seq() > seq);
    assert_eq!(bench.last(1, "moment")["events"][0]["by_bot"], true);
}

#[test]
fn a_seat_whose_time_is_up_is_played_by_a_bot_until_it_is_taken_back() {
    let (mut bench, _) = Bench::two_people();
    let mover = bench.asked();
    bench.now_ms += 20_000;
    bench.feed(Input::Woken);
    let seat = usize::try_from(mover - 1).unwrap();
    assert_eq!(bench.last(1, "table")["seats"][seat]["holder"]["stand_in"], "medium");
    let after = bench.seq();
    let refused = bench.ask(mover, json!({"type": "play", "after": after, "move": "stop"}));
    assert_eq!(refused["code"], "wrong-phase");
    assert_eq!(bench.ask(mover, json!({"type": "stand", "bot": null}))["answer"], "accepted");
    assert_eq!(bench.last(1, "table")["seats"][seat]["holder"]["stand_in"], Value::Null);
}

#[test]
fn a_replayed_log_gives_the_same_table() {
    let (mut bench, _) = Bench::two_people();
    for _ in 0..10 {
        let (mover, after) = (bench.asked(), bench.seq());
        bench.ask(
            mover,
            json!({"type": "play", "after": after, "move": if after % 3 == 0 { "flip" } else { "stop" }}),
        );
    }
    let again = Room::new(TABLE, &bench.facts(0), bench.now_ms, [3; 32], Pace::AT_ONCE).unwrap();
    let (old, new) = (bench.room.state(), again.state());
    assert_eq!(old.play.as_ref().unwrap().state(), new.play.as_ref().unwrap().state());
    assert_eq!((old.seq, old.used_ms), (new.seq, new.used_ms));
}

#[test]
fn the_loser_of_a_race_between_nodes_reads_what_it_missed_and_looks_again() {
    let (mut bench, _) = Bench::two_people();
    let (mover, after) = (bench.asked(), bench.seq());
    // Another node stored something else first.
    let mut other = bench.facts(after - 1).pop().unwrap();
    other.what =
        server::room::facts::What::StandIn { seat: Seat::new(0).unwrap(), bot: None, is_imposed: false };
    wait(|done| bench.journal.append(Append::after(after, TABLE, [other.to_entry()]), done)).unwrap();
    let answer = bench.ask(mover, json!({"type": "play", "after": after, "move": "stop"}));
    assert_eq!((&answer["answer"], &answer["seq"]), (&json!("accepted"), &json!(after + 2)));
}

#[test]
fn the_end_shows_the_secret_and_a_rematch_moves_the_seats_on() {
    let (mut bench, _) = Bench::two_people();
    while bench.room.state().asked().is_some() {
        let (mover, after) = (bench.asked(), bench.seq());
        bench.ask(mover, json!({"type": "play", "after": after, "move": "stop"}));
    }
    let info = bench.last(1, "table");
    assert_eq!(info["phase"], "over");
    let secret: server::fairness::Bits = info["fairness"]["secret"].as_str().unwrap().parse().unwrap();
    assert_eq!(server::fairness::promise(&secret).to_string(), info["fairness"]["promise"]);
    let record = bench.room.past().unwrap().record();
    let line = record.record.text();
    let record = table::Record::from_line(line).unwrap();
    assert!(record.replay::<nabbit::State>(|_, _| {}).is_ok());
    bench.ask(1, json!({"type": "rematch"}));
    bench.ask(2, json!({"type": "rematch"}));
    assert_eq!(bench.last(2, "table")["rematch"], json!([0, 1]));
    // It cannot be set up, and is tried again a little later.
    let [_] = &bench.rematches[..] else { panic!("one rematch") };
    bench.feed(Input::RematchMade(None));
    bench.now_ms = bench.wakes.pop().unwrap();
    bench.feed(Input::Woken);
    let facts = bench.rematches.pop().unwrap();
    // It is set up while something else is being stored; nobody is told before that is stored too.
    bench.is_holding = true;
    bench.ask_as(1, "device", json!({"type": "hand-over"}));
    let next = TableId::from_bytes([5; 16]);
    bench.feed(Input::RematchMade(Some(next)));
    for _ in 0..2 {
        assert_eq!(bench.last(1, "rematch"), Value::Null);
        let append = bench.appends.remove(0);
        let stored = bench.store(append);
        bench.feed(Input::Stored(stored));
    }
    assert_eq!(bench.room.state().next, Some(next));
    let told = bench.last(1, "rematch");
    assert_eq!((&told["next"], &told["is_again"]), (&json!(next), &json!(true)));
    let mut room = Room::new(next, &facts, bench.now_ms, [0; 32], Pace::AT_ONCE).unwrap();
    assert!(
        room.position_of(told["token"].as_str().unwrap())
            .is_err_and(|refusal| { refusal.code == server::protocol::RefusalCode::WrongPhase }),
        "the token is good at the next table, whose game has not started"
    );
    // Whoever comes back later is led on as well, with the same token.
    bench.is_holding = false;
    let handed = bench.ask(1, json!({"type": "hand-over"}))["token"].clone();
    bench.ask(3, json!({"type": "attend", "as": "place", "token": handed}));
    assert_eq!(bench.last(3, "rematch"), told);
}

#[test]
fn a_table_nobody_looks_at_is_closed_in_the_end() {
    let mut bench = Bench::new(&[]);
    let sweep = |bench: &mut Bench| {
        let mut out = Vec::new();
        bench.room.sweep(bench.now_ms, &mut out);
        out.len()
    };
    bench.now_ms += 29 * 60 * 1000;
    assert_eq!(sweep(&mut bench), 0);
    bench.ask(1, json!({"type": "attend"}));
    bench.now_ms += 60 * 60 * 1000;
    assert_eq!(sweep(&mut bench), 0, "somebody looks");
    bench.feed(Input::Lost(1));
    bench.now_ms += 30 * 60 * 1000;
    assert_eq!(sweep(&mut bench), 1);
}
