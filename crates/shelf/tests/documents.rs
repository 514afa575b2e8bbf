//! The pages tell the truth: every ruling that is cited exists, and every example can be played.
//!
//! An example is any JSON on any page, between fences or between back ticks. One that no test reads fails here.

#![allow(clippy::unwrap_used)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use shelf::{AnyTable, GAMES, open};
use table::{Game, Imagine, Record, Seat, Seating, Viewer, nature::dice};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).unwrap()
}

fn text(path: impl Into<PathBuf>) -> String {
    let path = repository().join(path.into());
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of a page below the heading that begins with a game's title.
fn section<'a>(page: &'a str, title: &str) -> &'a str {
    let heading = format!("\n## {title}");
    let (_, rest) = page.split_once(&heading).unwrap_or_else(|| panic!("no section on {title}"));
    rest.split("\n## ").next().unwrap_or_default()
}

/// The rulings that the table of rules in a game's `lib.rs` cites.
fn cited(game: &str) -> BTreeSet<u32> {
    let docs = text(format!("crates/{game}/src/lib.rs"));
    let rows = docs.lines().filter_map(|line| line.strip_prefix("//! |"));
    let cells = rows.filter_map(|row| row.split('|').nth(2));
    cells.flat_map(|cell| cell.split(',')).filter_map(|number| number.trim().parse().ok()).collect()
}

/// The rulings a page states: its numbered paragraphs.
fn stated(section: &str) -> BTreeSet<u32> {
    section.lines().filter_map(|line| line.split_once(". **")?.0.parse().ok()).collect()
}

#[test]
fn every_ruling_is_stated_and_cited() {
    let page = text("docs/rulings.md");
    for about in GAMES {
        let stated = stated(section(&page, about.title));
        assert_eq!(stated, cited(about.id), "{}: rulings stated and rulings cited", about.title);
        let all: BTreeSet<u32> = (1..=stated.len() as u32).collect();
        assert_eq!(stated, all, "{}: the rulings are numbered without a gap", about.title);
    }
}

/// What a move or a fate is called, without what it is about: cards, seats and numbers are told apart by kind alone.
fn kind(value: &Value) -> String {
    match value {
        Value::Object(map) => map.keys().cloned().collect::<Vec<_>>().join(","),
        Value::String(word) => word.clone(),
        other => format!("{other:.0}"),
    }
}

/// Every page of the repository, with its path.
fn pages() -> Vec<(String, String)> {
    let games = GAMES.iter().map(|about| format!("crates/{}/src", about.id));
    let folders = [String::new(), "docs".to_owned()].into_iter().chain(games);
    let mut pages = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(repository().join(&folder)).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                let path = Path::new(&folder).join(name);
                pages.push((path.to_string_lossy().into_owned(), text(path)));
            }
        }
    }
    pages
}

/// The blocks between fences, each with the words after its first fence.
fn fences(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').expect("a fence stands on a line of its own")).collect()
}

/// A page without what stands between its fences.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The JSON between single back ticks; on pages of numbers, numbers too.
fn spans(prose: &str, with_numbers: bool) -> Vec<Value> {
    let is_example = |code: &&str| {
        code.starts_with(['{', '"'])
            || code.starts_with('[') && serde_json::from_str::<Value>(code).is_ok()
            || with_numbers && code.parse::<i64>().is_ok()
    };
    let codes = prose.split('`').skip(1).step_by(2).filter(is_example);
    codes.map(|code| serde_json::from_str(code).unwrap_or_else(|error| panic!("{code}: {error}"))).collect()
}

/// Who reads an example.
enum Reader {
    /// This test.
    Here(fn(&str)),
    /// The test in another file, by way of the words after the fence.
    Elsewhere(&'static str),
}

/// Who reads the examples between fences, by their page and the words after the fence.
const READERS: &[(&str, &str, Reader)] = &[
    ("docs/record.md", "json record", Reader::Here(is_a_record)),
    ("docs/record.md", "json stacket", Reader::Here(is_an_event_of_stacket)),
    ("docs/protocol.md", "json client", Reader::Here(is_played_by_a_client)),
    ("docs/protocol.md", "json server", Reader::Here(is_told_by_the_server)),
    ("docs/protocol.md", "json client", Reader::Elsewhere("crates/server/tests/wire.rs")),
    ("docs/protocol.md", "json server", Reader::Elsewhere("crates/server/tests/wire.rs")),
    ("docs/fairness.md", "json example", Reader::Elsewhere("crates/server/tests/stranger.rs")),
    ("docs/bot-protocol.md", "json conversation", Reader::Elsewhere("crates/bots/tests/arena.rs")),
];

#[test]
fn every_example_on_every_page_has_a_reader() {
    for (path, page) in pages() {
        for (kind, example) in fences(&page) {
            let mut readers = 0;
            for (of_page, of_kind, reader) in READERS {
                if (*of_page, *of_kind) == (path.as_str(), kind) {
                    readers += 1;
                    match reader {
                        Reader::Here(read) => read(example),
                        Reader::Elsewhere(test) => {
                            let word = kind.trim_start_matches("json ");
                            assert!(text(test).contains(word), "{test} does not read `{kind}`");
                        }
                    }
                }
            }
            assert!(readers > 0, "{path}: nobody reads the examples of kind `{kind}`; add them to READERS");
        }
        let prose = prose(&page);
        let indented = prose.lines().filter_map(|line| line.strip_prefix("    "));
        for line in indented {
            let is_json = line.trim_start_matches(['>', '<', ' ']).starts_with(['{', '[']);
            assert!(!is_json, "{path}: put this between fences, so that a test can read it: {line}");
        }
        if path != "docs/record.md" {
            assert_eq!(spans(&prose, false), Vec::<Value>::new(), "{path}: nobody reads this");
        }
    }
}

fn is_a_record(example: &str) {
    let record = Record::from_line(example).unwrap();
    let mut table = open(&record.game, &record.options, &record.seating).unwrap();
    for event in &record.events {
        table.play(&event.to_string()).unwrap_or_else(|error| panic!("{event}: {error}"));
    }
    assert_eq!(record.standings, table.standings());
}

fn is_an_event_of_stacket(example: &str) {
    let example: Value = serde_json::from_str(example).unwrap();
    assert_eq!(unplayable("stacket", vec![example["fate"].clone()]), Vec::<Value>::new());
}

/// The table of Stack Nabbit that the moment on the protocol's page shows, as far as seat 0 can tell.
fn shown_table() -> (Value, nabbit::State) {
    let page = text("docs/protocol.md");
    let told = fences(&page).into_iter().filter(|(kind, _)| *kind == "json server");
    let mut told = told.map(|(_, example)| serde_json::from_str::<Value>(example).unwrap());
    let moment = told.find(|message| message["type"] == "moment").expect("the page shows a moment");
    let view = serde_json::from_value(moment["view"].clone()).unwrap();
    let state = nabbit::State::imagine(&view, None, &mut dice(1, 1));
    (moment, state)
}

fn is_played_by_a_client(example: &str) {
    let command: Value = serde_json::from_str(example).unwrap();
    if command["type"] == "create" {
        let seating = Seating::ascending(command["seats"].as_u64().unwrap() as usize).unwrap();
        let options = command.get("options").cloned().unwrap_or_else(|| json!({}));
        open(command["game"].as_str().unwrap(), &options, &seating).unwrap();
    }
    if let Some(mv) = command.get("move") {
        let (moment, _) = shown_table();
        assert!(
            moment["moves"]["list"].as_array().unwrap().contains(mv),
            "{mv} is no move of the moment shown"
        );
    }
}

fn is_told_by_the_server(example: &str) {
    let message: Value = serde_json::from_str(example).unwrap();
    if message["type"] != "moment" {
        return;
    }
    let (moment, state) = shown_table();
    assert_eq!(moment, message, "the page shows one moment");
    let seat = Seat::new(0).unwrap();
    assert_eq!(serde_json::to_value(state.view(Viewer::Seat(seat))).unwrap(), moment["view"]);
    let moves: Vec<Value> = state.legal_moves(seat).map(|mv| serde_json::to_value(mv).unwrap()).collect();
    assert_eq!(moment["moves"]["list"], Value::Array(moves));
    assert_eq!(moment["turn"]["asked"], serde_json::to_value(state.asked()).unwrap());
    for event in moment["events"].as_array().unwrap() {
        let shown: nabbit::Shown = serde_json::from_value(event["shown"].clone()).unwrap();
        assert_eq!(event["shown"], serde_json::to_value(&shown).unwrap());
        assert_eq!(event["text"], shown.to_string());
    }
}

/// The golden records of a game.
fn golden(game: &str) -> Vec<Record> {
    let files = fs::read_dir(repository().join("golden")).unwrap().map(|entry| entry.unwrap().path());
    let of_game =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(game));
    let mut records = Vec::new();
    for path in files.filter(of_game) {
        let file = fs::read_to_string(path).unwrap();
        records.extend(file.lines().map(|line| Record::from_line(line).unwrap()));
    }
    assert!(!records.is_empty() && records.iter().all(|record| record.game == game));
    records
}

/// Whether an example is a move of some seat, or a fate, that the rules allow now.
fn is_playable(table: &dyn AnyTable, example: &Value) -> bool {
    let seats = (0..table.seating().seats()).map(|seat| json!({"seat": seat, "move": example}));
    let mut events = seats.chain([json!({"fate": example})]);
    events.any(|event| table.copy().play(&event.to_string()).is_ok())
}

/// Those of some moves and fates that can be played nowhere: neither in the golden games, nor in the same games with
/// another option switched on, nor, where nature is quick, in games at random.
fn unplayable(game: &str, mut examples: Vec<Value>) -> Vec<Value> {
    let mut look = |table: &dyn AnyTable| {
        examples.retain(|example| !is_playable(table, example));
        examples.is_empty()
    };
    for record in golden(game) {
        let switches =
            record.options.as_object().unwrap().iter().filter(|(_, value)| **value == Value::Bool(false));
        let mut variants = vec![record.options.clone()];
        for (key, _) in switches {
            let mut options = record.options.clone();
            options[key] = Value::Bool(true);
            variants.push(options);
        }
        for options in variants {
            let mut table = open(game, &options, &record.seating).unwrap();
            for event in &record.events {
                if look(&*table) {
                    return Vec::new();
                }
                if table.play(&event.to_string()).is_err() {
                    break;
                }
            }
        }
    }
    let about = GAMES.iter().find(|about| about.id == game).unwrap();
    for number in 0..if game == "stacket" { 0 } else { 60 } {
        let mut rng = dice(number, 0);
        let seating = Seating::ascending(about.players.1).unwrap();
        let mut table = open(game, &json!({}), &seating).unwrap();
        loop {
            if look(&*table) {
                return Vec::new();
            }
            let mv = table.asked().map(|seat| {
                let mv: Value = serde_json::from_str(&table.pick(seat, &mut rng).unwrap()).unwrap();
                json!({"seat": seat, "move": mv}).to_string()
            });
            let Some(event) = mv.or_else(|| table.draw(&mut rng)) else { break };
            table.play(&event).unwrap();
        }
    }
    examples
}

#[test]
fn every_example_of_the_record_page_is_played() {
    let page = text("docs/record.md");
    for about in GAMES {
        let examples = spans(&prose(section(&page, about.title)), true);
        assert!(!examples.is_empty(), "{} has no examples", about.title);
        let shown: BTreeSet<String> = examples.iter().map(kind).collect();
        assert_eq!(
            unplayable(about.id, examples),
            Vec::<Value>::new(),
            "{} has no such moves or fates",
            about.title
        );
        let records = golden(about.id);
        let played =
            records.iter().flat_map(|record| &record.events).filter_map(|event| event.get("move").map(kind));
        let missing: BTreeSet<_> = played.filter(|kind| !shown.contains(kind)).collect();
        assert!(missing.is_empty(), "{}: played, but not on the page: {missing:?}", about.title);
    }
}

#[test]
fn what_the_record_page_shows_of_all_games_is_in_its_record() {
    let page = text("docs/record.md");
    let (_, record) = fences(&page).into_iter().find(|(kind, _)| *kind == "json record").unwrap();
    let record: Value = serde_json::from_str(record).unwrap();
    let general = page.split(&format!("\n## {}", GAMES[0].title)).next().unwrap();
    let fields: Vec<&Value> = record.as_object().unwrap().values().collect();
    for example in spans(&prose(general), false) {
        let is_there = fields.contains(&&example) || record["events"].as_array().unwrap().contains(&example);
        assert!(is_there, "{example} is not in the record on the page");
    }
}

/// What stands between the quotes after some words of a file.
fn quoted(path: &str, words: &str) -> String {
    let file = text(path);
    let rest = file.split_once(words).unwrap_or_else(|| panic!("{path} does not say {words}")).1;
    rest.split('"').next().unwrap_or_default().to_owned()
}

#[test]
fn a_release_has_one_number() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(quoted("fuzz/Cargo.toml", "\nversion = \""), version);
    assert_eq!(quoted("web/package.json", "\"version\": \""), version);
    assert_eq!(quoted("web/package-lock.json", "\"version\": \""), version);
    let changes = text("CHANGELOG.md");
    let mut headings = changes.lines().filter_map(|line| line.strip_prefix("## ")?.split(' ').next());
    assert_eq!(headings.find(|heading| *heading != "Unreleased"), Some(version));
}

#[test]
fn the_rust_that_is_needed_is_the_rust_that_is_used() {
    let needed = env!("CARGO_PKG_RUST_VERSION");
    let used = quoted("rust-toolchain.toml", "channel = \"");
    assert_eq!(used.rsplit_once('.').map(|(minor, _)| minor), Some(needed), "{used} and {needed}");
}
