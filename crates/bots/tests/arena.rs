//! Contests are fair, reproducible, and never wait for a program that does not answer.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::any::{Setup, contest};

fn setup<'a>(game: &'a str, seats: &'a [String]) -> Setup<'a> {
    Setup {
        game,
        seats,
        options: serde_json::json!({}),
        games: 24,
        seed: 3,
        threads: 1,
        rotate: true,
        think: None,
        limit: Duration::from_millis(300),
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

#[test]
fn a_contest_is_the_same_on_any_number_of_threads() {
    let seats = names(&["easy", "random", "random"]);
    let one = contest(&setup("push", &seats), &|_| ()).unwrap();
    let three = contest(&Setup { threads: 3, ..setup("push", &seats) }, &|_| ()).unwrap();
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&three).unwrap());
}

#[test]
fn shares_of_all_seats_add_up_and_lie_in_their_intervals() {
    let report = contest(&setup("nabbit", &names(&["easy", "medium", "random", "greedy"])), &|_| ()).unwrap();
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
    let report = contest(&setup("nabbit", &names(&["exec:false", "easy"])), &|_| ()).unwrap();
    assert_eq!(report.bots[0].forfeits, 24);
    let seats = names(&["medium", "medium@7"]);
    let report = contest(&setup("nabbit", &seats), &|_| ()).unwrap();
    assert!((report.bots[0].win_share - 0.5).abs() < 1e-9, "the same play from both sides of every deal");
}

#[test]
fn a_program_that_does_not_answer_forfeits_and_holds_nobody_up() {
    for (command, reason) in [
        ("exec:sleep 1000", "no answer within 0.3 s"),
        ("exec:true", "ended without an answer"),
        ("exec:while read line; do echo nonsense; done", "unreadable answer \"nonsense\""),
        ("exec:while read line; do echo '{\"move\":\"fly\"}'; done", "unreadable answer"),
        ("exec:no-such-program-here 2>/dev/null", "ended without an answer"),
    ] {
        let report = contest(&setup("nabbit", &names(&[command, "easy"])), &|_| ()).unwrap();
        assert_eq!(report.bots[0].win_share, 0.0, "{command}");
        assert_eq!(report.bots[0].forfeits, report.games, "{command}");
        assert!(report.forfeits[0].reason.contains(reason), "{command}: {}", report.forfeits[0].reason);
    }
}

#[test]
fn a_program_that_talks_without_end_is_neither_waited_for_nor_stored() {
    for command in ["exec:yes", "exec:tr '\\0' x </dev/zero", "exec:yes '{\"move\":\"flip\"}'"] {
        let seats = names(&[command, "easy"]);
        let report =
            contest(&Setup { limit: Duration::from_secs(20), ..setup("nabbit", &seats) }, &|_| ()).unwrap();
        let forfeits = if command.contains("flip") { 0 } else { report.games };
        assert_eq!(report.bots[0].forfeits, forfeits, "{command}: {:?}", report.forfeits);
    }
}

#[test]
fn a_program_that_leaves_its_messages_unread_forfeits() {
    let deaf = names(&["exec:yes '{\"move\":\"flip\"}'", "easy"]);
    let many = Setup { games: 1000, limit: Duration::from_secs(20), ..setup("nabbit", &deaf) };
    let report = contest(&many, &|_| ()).unwrap();
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
    let report =
        contest(&Setup { limit: Duration::from_secs(20), ..setup("nabbit", &greets) }, &|_| ()).unwrap();
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
        let report = contest(&Setup { rotate: false, options, ..setup("nuts", &seats) }, &|_| ()).unwrap();
        for bot in &report.bots {
            let share = if bot.name == winner { 1.0 } else { 0.0 };
            assert_eq!(bot.win_share, share, "{} at a table of {seats:?}", bot.name);
        }
    }
}

#[test]
fn an_illegal_move_forfeits_with_the_rule_it_breaks() {
    let silly = "exec:while read line; do echo '{\"move\":{\"bank\":\"red\"}}'; done";
    let report = contest(&setup("push", &names(&[silly, "easy"])), &|_| ()).unwrap();
    assert!(report.forfeits.iter().all(|forfeit| forfeit.reason.contains("illegal move `bank red`")));
}

#[test]
fn a_program_that_never_ends_its_turn_forfeits() {
    let dithering = r#"exec:while read -r line; do case "$line" in
        *'"put-back"'*'"type":"move"'*) echo '{"move":"put-back"}';;
        *'"type":"move"'*) echo '{"move":{"pick":{"piece":0,"grip":[0,0,0,1]}}}';;
    esac; done"#;
    let seats = names(&[dithering, "easy"]);
    let patient = Setup { games: 2, limit: Duration::from_secs(60), ..setup("stacket", &seats) };
    let report = contest(&patient, &|_| ()).unwrap();
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
        let patient = Setup { games: 2, limit: Duration::from_secs(60), ..setup(game, &seats) };
        let report = contest(&patient, &|_| ()).unwrap();
        assert_eq!(report.bots[0].forfeits, 0, "{game}: {:?}", report.forfeits);
    }
}

#[test]
fn a_bot_that_does_not_exist_is_named_in_the_refusal() {
    for (game, bot) in
        [("nabbit", "genius"), ("nabbit", "hard@soon"), ("chess", "easy"), ("push", "simple:x")]
    {
        assert!(contest(&setup(game, &names(&[bot, "easy"])), &|_| ()).is_err(), "{game} {bot}");
    }
}
