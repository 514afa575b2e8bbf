//! The client's types are true of real games: what the golden records lead to is written into `web/src/wire/samples.ts`,
//! where the client's type checker compares it with the types made from the same Rust code.

#![allow(clippy::unwrap_used)]

use std::{
    collections::HashSet,
    fmt::Write,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use serde_json::Value;
use shelf::{GAMES, Visit, with_game};
use table::{Event, Game, Imagine, Odds, Record, Seat, Viewer};

/// The values of one type that add something: a field, a word, or a kind of value that no other has.
#[derive(Default)]
struct Samples {
    known: HashSet<u64>,
    kept: Vec<String>,
}

impl Samples {
    fn see(&mut self, value: &impl serde::Serialize) {
        let mut value = serde_json::to_value(value).unwrap();
        shorten(&mut value);
        let before = self.known.len();
        note(&value, 0, &mut self.known);
        if self.known.len() > before {
            self.kept.push(value.to_string());
        }
    }
}

/// Leaves the first few of long lists: the others are of the same kind.
fn shorten(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        Value::Array(values) => {
            values.truncate(8);
            values.iter_mut().for_each(shorten);
        }
        _ => {}
    }
}

/// Notes what there is in a value, and where; elements of a list are in one place.
fn note(value: &Value, place: u64, known: &mut HashSet<u64>) {
    let within = |what: &str| {
        let mut hasher = DefaultHasher::new();
        (place, what).hash(&mut hasher);
        hasher.finish()
    };
    match value {
        Value::Object(fields) => {
            let keys = fields.keys().fold(within("object"), |keys, key| keys.rotate_left(5) ^ within(key));
            known.insert(keys);
            fields.iter().for_each(|(key, value)| note(value, within(key), known));
        }
        Value::Array(values) => {
            known.insert(within(if values.is_empty() { "empty" } else { "list" }));
            values.iter().for_each(|value| note(value, within("element"), known));
        }
        Value::Number(_) if place != 0 => _ = known.insert(within("number")),
        // A card of every colour is enough, of every number too many.
        Value::String(word) => _ = known.insert(within(word.trim_end_matches(|c: char| c.is_ascii_digit()))),
        _ => _ = known.insert(within(&value.to_string())),
    }
}

/// What a game's records lead to, by the parts of its types.
struct Play<'a>(&'a [Record]);

impl Visit for Play<'_> {
    type Out = [(&'static str, Samples); 5];

    fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
        let [mut options, mut moves, mut fates, mut views, mut shown] = [(); 5].map(|()| Samples::default());
        options.see(&G::Options::default());
        for record in self.0 {
            // A record may leave out options that did not exist when it was written.
            options.see(&serde_json::from_value::<G::Options>(record.options.clone()).unwrap());
            let viewers: Vec<_> = Viewer::all(record.seating.seats()).collect();
            let last = record.replay(|state: &G, event| {
                match event {
                    Event::Move { mv, .. } => moves.see(mv),
                    Event::Fate(fate) => fates.see(fate),
                }
                for seat in Seat::all(record.seating.seats()) {
                    state.moves_at_hand(seat).iter().for_each(|mv| moves.see(mv));
                }
                for viewer in &viewers {
                    views.see(&state.view(*viewer));
                    shown.see(&state.show(event, *viewer));
                }
            });
            let last = last.expect("a golden record replays");
            viewers.iter().for_each(|viewer| views.see(&last.view(*viewer)));
        }
        [("options", options), ("move", moves), ("fate", fates), ("view", views), ("shown", shown)]
    }
}

/// The first of the golden records of each file of a game.
fn golden(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let is_of_game = |file: &&std::path::PathBuf| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("{game}-")))
    };
    let lines = files.iter().filter(is_of_game).map(|file| fs::read_to_string(file).unwrap());
    lines
        .flat_map(|text| text.lines().map(|line| Record::from_line(line).unwrap()).collect::<Vec<_>>())
        .collect()
}

#[test]
fn the_samples_of_the_clients_types_are_those_of_the_golden_records() {
    let mut text = String::from(
        "// This file was made from the golden records by crates/shelf/tests/samples.rs. Do not edit it.\n\
         import type { GameId, Games } from \"./games\";\n\n\
         /** Values of every type of every game, as they went over the wire in real games. */\n\
         export const samples: { [G in GameId]: { [Part in keyof Games[G]]: Games[G][Part][] } } = {\n",
    );
    for about in GAMES {
        writeln!(text, "  {}: {{", about.id).unwrap();
        for (part, samples) in with_game(about.id, Play(&golden(about.id))).unwrap() {
            writeln!(text, "    {part}: [\n      {},\n    ],", samples.kept.join(",\n      ")).unwrap();
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/samples.ts");
    if std::env::var_os("WRITE_WIRE").is_some() {
        return fs::write(file, text).unwrap();
    }
    assert!(
        fs::read_to_string(file).is_ok_and(|kept| kept == text),
        "web/src/wire/samples.ts is stale: run `WRITE_WIRE=1 cargo test -p shelf --test samples` and look at the change"
    );
}
