//! The command line as people and programs use it: the real binary, its output, its exit codes.

#![allow(clippy::unwrap_used)]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const GAMES: [(&str, usize); 4] = [("nabbit", 4), ("push", 3), ("stacks", 2), ("nuts", 4)];

fn stackhouse(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stackhouse")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command that must succeed prints.
fn prints(arguments: &[&str]) -> String {
    let output = stackhouse(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a command that must fail with exit code 1 complains about.
fn complains(arguments: &[&str]) -> String {
    let output = stackhouse(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

/// A file of this test's own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Records games to a file of that name and gives its path.
fn recorded(name: &str, game: &str, seats: usize, threads: &str) -> String {
    let path = file(name).to_str().unwrap().to_owned();
    let seats = seats.to_string();
    let games = ["--games", "40", "--seed", "9", "--threads", threads, "--record", &path];
    prints(&[&["selfplay", game, "--seats", &seats][..], &games].concat());
    path
}

/// Plays with these lines typed in.
fn play(arguments: &[&str], typed: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stackhouse"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A game may end before all is read.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn games_lists_every_game_with_players_and_options() {
    let list: Value = serde_json::from_str(&prints(&["games", "--json"])).unwrap();
    for (game, _) in GAMES {
        let entry = list.as_array().unwrap().iter().find(|entry| entry["id"] == game).unwrap();
        assert!(entry["title"].is_string() && entry["players"][0].is_u64() && entry["players"][1].is_u64());
        assert!(entry["options"].is_array());
        assert!(prints(&["games"]).contains(game));
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for (game, seats) in GAMES {
        let one = recorded(&format!("one-{game}"), game, seats, "1");
        let three = recorded(&format!("three-{game}"), game, seats, "3");
        let (one, three) = (fs::read(one).unwrap(), fs::read(three).unwrap());
        assert!(!one.is_empty() && one == three, "{game}");
    }
}

#[test]
fn selfplay_reports_means_and_shares_by_seat() {
    for (game, seats) in GAMES {
        let seats_text = seats.to_string();
        let out = prints(&["selfplay", game, "--seats", &seats_text, "--games", "200", "--json"]);
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (&report["game"], &report["seats"], &report["games"]),
            (&game.into(), &seats.into(), &200.into())
        );
        assert!(report["events_per_game"].as_f64().unwrap() > 10.0);
        for by_seat in ["mean_score", "win_share", "win_share_ci95"] {
            assert_eq!(report[by_seat].as_array().unwrap().len(), seats, "{by_seat}");
        }
        if game != "nuts" {
            let shares: f64 =
                report["win_share"].as_array().unwrap().iter().map(|s| s.as_f64().unwrap()).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{game}: shares of a victory add up to one");
        }
    }
}

#[test]
fn replay_agrees_with_what_was_recorded() {
    for (game, seats) in GAMES {
        let path = recorded(&format!("replay-{game}"), game, seats, "2");
        assert!(prints(&["replay", &path]).contains("40 games"));
        assert!(prints(&["replay", &path, "--game", "3", "--step"]).contains("seat 0"));
        let states = prints(&["replay", &path, "--game", "0", "--json"]);
        let record: Value =
            serde_json::from_str(fs::read_to_string(&path).unwrap().lines().next().unwrap()).unwrap();
        assert_eq!(states.lines().count(), record["events"].as_array().unwrap().len() + 1);
        for line in states.lines() {
            assert!(serde_json::from_str::<Value>(line).unwrap()["state"].is_object());
        }
        assert!(complains(&["replay", &path, "--game", "40"]).contains("no game 40"));
    }
}

#[test]
fn an_illegal_event_is_named_with_its_number_and_foul() {
    let path = recorded("illegal", "nabbit", 4, "1");
    let line = fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    let mut record: Value = serde_json::from_str(&line).unwrap();
    record["events"][5] = serde_json::json!({"seat": 0, "move": "stop"});
    fs::write(&path, record.to_string()).unwrap();
    let complaint = complains(&["replay", &path]);
    assert!(complaint.contains("event 5") && complaint.contains("not-your-turn"), "{complaint}");
}

#[test]
fn files_that_are_no_records_are_refused_with_a_reason() {
    assert!(complains(&["replay", "no such file"]).contains("cannot read"));
    let path = file("garbage");
    for (content, reason) in
        [("", "no game"), ("hello\n", "not a record"), ("{\"format\":99}\n", "format 99")]
    {
        fs::write(&path, content).unwrap();
        let complaint = complains(&["replay", path.to_str().unwrap()]);
        assert!(complaint.contains(reason), "{content:?}: {complaint}");
    }
}

#[test]
fn odds_add_up_and_say_whose_turn_it_is_otherwise() {
    for (game, seats) in GAMES {
        let path = recorded(&format!("odds-{game}"), game, seats, "1");
        let path = path.as_str();
        let record: Value =
            serde_json::from_str(fs::read_to_string(path).unwrap().lines().next().unwrap()).unwrap();
        let events = record["events"].as_array().unwrap();
        let at = |kind: &str| events.iter().rposition(|event| event.get(kind).is_some()).unwrap().to_string();
        let out = prints(&["odds", game, "--record", path, "--event", &at("fate"), "--json"]);
        let odds: Value = serde_json::from_str(&out).unwrap();
        let sum: f64 =
            odds["fates"].as_array().unwrap().iter().map(|f| f["probability"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{game}: {sum}");
        assert!(
            complains(&["odds", game, "--record", path, "--event", &at("move")]).contains("turn of seat")
        );
        assert!(complains(&["odds", game, "--record", path, "--event", "999999"]).contains("events"));
    }
}

#[test]
fn bench_measures_games_and_events() {
    let out = prints(&["bench", "--game", "push", "--seats", "3", "--cpu-seconds", "0.05", "--json"]);
    let list: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&list[0]["game"], &list[0]["seats"]), (&"push".into(), &3.into()));
    assert!(list[0]["events_per_cpu_s"].as_f64() > list[0]["games_per_cpu_s"].as_f64());
}

#[test]
fn a_person_plays_a_whole_game() {
    for (game, _) in GAMES {
        let output = play(&[game, "--seed", "4"], &"1\n0\n".repeat(4000));
        assert!(output.status.success(), "{game}: {}", text(&output.stderr));
        let out = text(&output.stdout);
        assert!(
            out.contains("wins"),
            "{game} ends with a result:\n{}",
            &out[out.len().saturating_sub(1500)..]
        );
    }
}

#[test]
fn rules_nonsense_leaving_and_the_end_of_input_are_handled() {
    for (game, _) in GAMES {
        let out = text(&play(&[game, "--seed", "4"], "?\nnonsense\n999\n\nq\n").stdout);
        assert!(out.contains("Goal") || out.contains("goal"), "{game} explains itself:\n{out}");
        assert_eq!(out.matches("type the number of a choice").count(), 2, "{game}:\n{out}");
        assert!(out.contains("You leave the table"), "{game}");
        let ended = play(&[game], "");
        assert!(ended.status.success() && text(&ended.stdout).contains("You leave the table"), "{game}");
    }
}

#[test]
fn wrong_words_get_advice() {
    assert!(complains(&["selfplay", "chess"]).contains("nabbit"));
    assert!(complains(&["selfplay", "nuts", "--seats", "2"]).contains("3 to 4"));
    assert!(complains(&["selfplay", "push", "--option", "riskier"]).contains("KEY=VALUE"));
    assert!(complains(&["selfplay", "push", "--option", "speed=9"]).contains("riskier_star"));
    assert!(complains(&["selfplay", "push", "--option", "riskier_star=9"]).contains("options"));
    assert!(complains(&["selfplay", "nabbit", "--option", "zero_bonus=1000"]).contains("0 to 999"));
    assert!(complains(&["play", "nabbit", "--seat", "4"]).contains("0 to 3"));
}

#[test]
fn the_arena_rates_bots_in_every_seat() {
    for (game, seats) in GAMES {
        let mut arguments = vec!["arena", game, "--games", "12", "--json", "--seat", "easy"];
        arguments.extend(["--seat", "random"].repeat(seats - 1));
        let report: Value = serde_json::from_str(&prints(&arguments)).unwrap();
        assert_eq!(report["game"], game);
        let bots = report["bots"].as_array().unwrap();
        assert_eq!((&bots[0]["name"], &bots[1]["name"]), (&"easy".into(), &"random".into()));
        for bot in bots {
            let [low, high] = [0, 1].map(|end| bot["ci95"][end].as_f64().unwrap());
            let share = bot["win_share"].as_f64().unwrap();
            assert!(low <= share && share <= high, "{bot}");
            assert!(bot["seat_games"].as_u64().unwrap() >= 12 && bot["mean_score"].is_number());
        }
    }
}

#[test]
fn a_program_that_does_not_play_forfeits_with_a_reason() {
    let seats = ["--seat", "exec:true", "--seat", "random"];
    let out = prints(&[&["arena", "nabbit", "--games", "8", "--limit", "5"][..], &seats].concat());
    assert!(
        out.contains("exec:true forfeits 8 of its games:\n    game 0: it ended without an answer\n"),
        "{out}"
    );
    assert!(!out.contains("-0.00"), "{out}");
}

#[test]
fn levels_play_and_give_hints() {
    for (game, seats) in GAMES {
        let seats = seats.to_string();
        let easy = ["--bot", "easy", "--games", "3", "--json", "--seats", &seats];
        prints(&[&["selfplay", game][..], &easy].concat());
        let out = text(&play(&[game, "--bot", "easy", "--seed", "4", "--seats", &seats], "h\nq\n").stdout);
        assert!(out.contains('%') || out.contains("points"), "{game}: a hint has a number:\n{out}");
    }
    let output = stackhouse(&["play", "push", "--bot", "genius"]);
    assert!(!output.status.success() && text(&output.stderr).contains("easy, medium, hard"));
}
