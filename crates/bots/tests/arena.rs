//! Contests are fair, reproducible, and never wait for a program that does not answer.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::contest::{ContestSetup, run_contest};
use serde_json::Value;

/// Longer than any program takes that answers at all.
const PATIENT: Duration = Duration::from_secs(120);

fn setup<'a>(game: &'a str, seats: &'a [String]) -> ContestSetup<'a> {
    ContestSetup {
        game,
        seats,
        options: serde_json::json!({}),
        games: 24,
        seed: 3,
        threads: 1,
        rotate: true,
        think: None,
        limit: PATIENT,
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

#[test]
fn a_contest_is_the_same_on_any_number_of_threads() {
    let seats = names(&["easy", "random", "random"]);
    let one = run_contest(&setup("push", &seats), &|_| ()).unwrap();
    let three = run_contest(&ContestSetup { threads: 3, ..setup("push", &seats) }, &|_| ()).unwrap();
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&three).unwrap());
}

#[test]
fn shares_of_all_seats_add_up_and_lie_in_their_intervals() {
    let report =
        run_contest(&setup("nabbit", &names(&["easy", "medium", "random", "greedy"])), &|_| ()).unwrap();
    assert_eq!(report.games, 24);
    let sum: f64 = report.bots.iter().map(|bot| bot.win_share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    for bot in &report.bots {
        assert!(bot.ci95[0] <= bot.win_share && bot.win_share <= bot.ci95[1], "{bot:?}");
        assert_eq!(bot.seat_games, 24);
    }
}

#[test]
fn equal_bots_share_alike_when_luck_falls_on_all_alike() {
    let report = run_contest(&setup("nabbit", &names(&["exec:false", "easy"])), &|_| ()).unwrap();
    assert_eq!(report.bots[0].forfeits, 24);
    let seats = names(&["medium", "medium@7"]);
    let report = run_contest(&setup("nabbit", &seats), &|_| ()).unwrap();
    assert!((report.bots[0].win_share - 0.5).abs() < 1e-9, "the same play from both sides of every deal");
}

#[test]
fn a_program_that_does_not_answer_forfeits_and_holds_nobody_up() {
    let (asleep, brief) = (names(&["exec:sleep 1000", "easy"]), Duration::from_millis(300));
    let report = run_contest(&ContestSetup { limit: brief, ..setup("nabbit", &asleep) }, &|_| ()).unwrap();
    assert_eq!((report.bots[0].win_share, report.bots[0].forfeits), (0.0, report.games));
    assert!(report.forfeits[0].reason.contains("no answer within 0.3 s"), "{}", report.forfeits[0].reason);
}

#[test]
fn a_program_that_answers_badly_forfeits_with_the_reason() {
    for (command, reason) in [
        ("exec:true", "ended without an answer"),
        ("exec:while read line; do echo nonsense; done", "unreadable answer \"nonsense\""),
        ("exec:while read line; do echo '{\"move\":\"fly\"}'; done", "unreadable answer"),
        ("exec:no-such-program-here 2>/dev/null", "ended without an answer"),
    ] {
        let report = run_contest(&setup("nabbit", &names(&[command, "easy"])), &|_| ()).unwrap();
        assert_eq!(report.bots[0].win_share, 0.0, "{command}");
        assert_eq!(report.bots[0].forfeits, report.games, "{command}");
        assert!(report.forfeits[0].reason.contains(reason), "{command}: {}", report.forfeits[0].reason);
    }
}

#[test]
fn a_program_that_talks_without_end_is_neither_waited_for_nor_stored() {
    for command in ["exec:yes", "exec:tr '\\0' x </dev/zero", "exec:yes '{\"move\":\"flip\"}'"] {
        let seats = names(&[command, "easy"]);
        let report = run_contest(&setup("nabbit", &seats), &|_| ()).unwrap();
        let forfeits = if command.contains("flip") { 0 } else { report.games };
        assert_eq!(report.bots[0].forfeits, forfeits, "{command}: {:?}", report.forfeits);
    }
}

#[test]
fn a_program_that_leaves_its_messages_unread_forfeits() {
    let deaf = names(&["exec:yes '{\"move\":\"flip\"}'", "easy"]);
    let many = ContestSetup { games: 1000, ..setup("nabbit", &deaf) };
    let report = run_contest(&many, &|_| ()).unwrap();
    assert!(report.bots[0].forfeits > 0, "so many messages are not kept for it");
    assert!(
        report.forfeits.iter().all(|forfeit| forfeit.reason.contains("does not read")),
        "{:?}",
        report.forfeits
    );
}

#[test]
fn a_program_that_greets_is_told_so_in_every_game() {
    let greets = names(&["exec:echo hello; while read line; do echo '{\"move\":\"stop\"}'; done", "easy"]);
    let report = run_contest(&setup("nabbit", &greets), &|_| ()).unwrap();
    assert_eq!(report.bots[0].forfeits, report.games);
    assert!(report.forfeits.iter().all(|forfeit| forfeit.reason.contains("unreadable answer \"hello\"")));
}

#[test]
fn a_team_loses_with_the_seat_that_forfeits() {
    for (seats, winner) in [
        (["exec:false", "easy", "easy", "easy"], "easy"),
        (["easy", "medium", "exec:false", "medium"], "easy"),
    ] {
        let seats = names(&seats);
        let options = serde_json::json!({ "raccoon": 0 });
        let report =
            run_contest(&ContestSetup { rotate: false, options, ..setup("nuts", &seats) }, &|_| ()).unwrap();
        for bot in &report.bots {
            let share = if bot.name == winner { 1.0 } else { 0.0 };
            assert_eq!(bot.win_share, share, "{} at a table of {seats:?}", bot.name);
        }
    }
}

#[test]
fn an_illegal_move_forfeits_with_the_rule_it_breaks() {
    let silly = "exec:while read line; do echo '{\"move\":{\"bank\":\"red\"}}'; done";
    let report = run_contest(&setup("push", &names(&[silly, "easy"])), &|_| ()).unwrap();
    assert!(report.forfeits.iter().all(|forfeit| forfeit.reason.contains("illegal move `bank red`")));
}

#[test]
fn a_program_that_never_ends_its_turn_forfeits() {
    let dithering = r#"exec:while read -r line; do case "$line" in
        *'"put-back"'*'"type":"move"'*) echo '{"move":"put-back"}';;
        *'"type":"move"'*) echo '{"move":{"pick":{"piece":0,"grip":[0,0,0,1]}}}';;
    esac; done"#;
    let seats = names(&[dithering, "easy"]);
    let report = run_contest(&ContestSetup { games: 2, ..setup("stacket", &seats) }, &|_| ()).unwrap();
    assert!(report.bots[0].forfeits > 0, "nothing else ends a game of it");
    assert!(
        report.forfeits.iter().all(|forfeit| forfeit.reason.contains("500 times in a row")),
        "{:?}",
        report.forfeits
    );
}

#[test]
fn the_python_example_plays_to_the_end() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/example-bot.py");
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let seats = names(&[&format!("exec:python3 '{example}'"), "random"]);
    for game in ["nabbit", "push", "stacks"] {
        let report = run_contest(&ContestSetup { games: 2, ..setup(game, &seats) }, &|_| ()).unwrap();
        assert_eq!(report.bots[0].forfeits, 0, "{game}: {:?}", report.forfeits);
    }
}

/// The messages of the page's conversation, each with whether the program reads it.
fn conversation(page: &str) -> Vec<(bool, Value)> {
    let text = page.split("```json conversation\n").nth(1).unwrap().split("```").next().unwrap();
    let mut messages: Vec<(bool, String)> = Vec::new();
    for line in text.lines().filter(|line| line.trim() != "...") {
        match line.split_at(1) {
            (mark @ (">" | "<"), rest) => messages.push((mark == ">", rest.to_owned())),
            _ => messages.last_mut().unwrap().1.push_str(line),
        }
    }
    messages.into_iter().map(|(is_read, text)| (is_read, serde_json::from_str(&text).unwrap())).collect()
}

#[test]
fn the_conversation_on_the_page_is_one_with_the_python_example() {
    let page = include_str!("../../../docs/bot-protocol.md");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/example-bot.py");
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (read, answered) = (folder.path().join("read"), folder.path().join("answered"));
    let command =
        format!("exec:tee '{}' | python3 '{example}' | tee '{}'", read.display(), answered.display());
    let seats = names(&[&command, "easy"]);
    let options = serde_json::json!({ "unplayed": 80 });
    // Who has played the second game has read all of the first; the end of the second may be cut off.
    let two = ContestSetup { games: 2, rotate: false, options, ..setup("nabbit", &seats) };
    let report = run_contest(&two, &|_| ()).unwrap();
    assert_eq!(report.bots[0].forfeits, 0, "{:?}", report.forfeits);
    let lines = |path| -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()
    };
    let (mut read, mut answered) = (lines(read).into_iter(), lines(answered).into_iter());
    let mut answer = None;
    for (is_read, message) in conversation(page) {
        if !is_read {
            assert_eq!(answer.as_ref(), Some(&message));
            continue;
        }
        loop {
            let next = read.next().unwrap_or_else(|| panic!("the example never reads {message}"));
            if next["type"] == "move" {
                answer = answered.next();
            }
            if next == message {
                break;
            }
        }
    }
}

#[test]
fn a_bot_that_does_not_exist_is_named_in_the_refusal() {
    for (game, bot) in
        [("nabbit", "genius"), ("nabbit", "hard@soon"), ("chess", "easy"), ("push", "simple:x")]
    {
        assert!(run_contest(&setup(game, &names(&[bot, "easy"])), &|_| ()).is_err(), "{game} {bot}");
    }
}
