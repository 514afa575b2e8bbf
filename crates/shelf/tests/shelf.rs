//! What holds for every game on the shelf alike.

#![allow(clippy::unwrap_used)]

use std::{fs, path::Path};

use proptest::prelude::*;
use serde_json::Value;
use shelf::{GAMES, Visit, open, probe, state_of, with_game};
use table::{
    BadRecord, Event, Game, Imagine, Odds, Record, Seat, Seating, Viewer,
    kit::{cases, is_one_seed, seeds},
    nature::dice,
    random_event,
};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).unwrap()
}

/// Every golden record of the repository, with its file's name.
fn golden() -> Vec<(String, Record)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(repository().join("golden")).unwrap() {
        let path = entry.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            all.push((name, Record::from_line(line).unwrap()));
        }
    }
    all
}

struct Replay<'a>(&'a Record);

impl Visit for Replay<'_> {
    type Out = Result<(), BadRecord>;
    fn visit<G: Game + Odds + Imagine>(self) -> Self::Out {
        self.0.replay::<G>(|_, _| {}).map(drop)
    }
}

/// A random game of that many seats, written down.
struct Written(usize);

impl Visit for Written {
    type Out = Record;
    fn visit<G: Game + Odds + Imagine>(self) -> Record {
        let (options, seating) = G::seat_zero_begins(self.0).unwrap();
        let mut state = G::open(&options, &seating).unwrap();
        let mut record = Record::begin::<G>(&options, &seating);
        let mut rng = dice(5, 5);
        while let Some(event) = random_event(&state, &mut rng) {
            record.push::<G>(&event);
            state.apply(&event);
        }
        record.standings = state.standings();
        record
    }
}

#[test]
fn golden_records_replay_for_ever() {
    let golden = golden();
    for about in GAMES {
        for seats in about.players.0..=about.players.1 {
            let there =
                |(_, record): &(String, Record)| record.game == about.id && record.seating.seats() == seats;
            assert!(golden.iter().any(there), "no golden record of {} with {seats} seats", about.id);
        }
    }
    for (name, record) in golden {
        with_game(&record.game, Replay(&record)).unwrap().unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

#[test]
fn records_keep_to_their_schema() {
    let schema = fs::read_to_string(repository().join("docs/record.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for about in GAMES {
        let record = with_game(about.id, Written(about.players.0)).unwrap();
        let mut json = serde_json::to_value(&record).unwrap();
        if let Some(error) = validator.iter_errors(&json).next() {
            panic!("{}: {error}", about.id);
        }
        json["events"][0] = serde_json::json!({"seat": 0, "fate": 1});
        assert!(!validator.is_valid(&json), "an event that is both move and fate is no event");
    }
}

#[test]
fn a_changed_record_does_not_replay() {
    for about in GAMES {
        let record = with_game(about.id, Written(about.players.1)).unwrap();
        assert_eq!(with_game(about.id, Replay(&record)).unwrap(), Ok(()));
        let mut lost = record.clone();
        lost.events.pop();
        assert!(with_game(about.id, Replay(&lost)).unwrap().is_err(), "{}: the last event is lost", about.id);
        let mut twice = record.clone();
        twice.events.push(record.events.last().unwrap().clone());
        assert!(
            matches!(with_game(about.id, Replay(&twice)).unwrap(), Err(BadRecord::Illegal { number, .. }) if number == record.events.len()),
            "{}: an event after the end",
            about.id
        );
        let mut scores = record.clone();
        let first = table::Seat::new(0).unwrap();
        scores.standings.as_mut().unwrap().scores[first] += 1;
        assert!(matches!(with_game(about.id, Replay(&scores)).unwrap(), Err(BadRecord::Standings(_))));
    }
}

#[test]
fn every_option_is_explained() {
    struct Keys;
    impl Visit for Keys {
        type Out = Vec<String>;
        fn visit<G: Game + Odds + Imagine>(self) -> Vec<String> {
            let options = serde_json::to_value(G::Options::default()).unwrap();
            options.as_object().unwrap().keys().cloned().collect()
        }
    }
    for about in GAMES {
        let mut explained: Vec<_> = about.options.iter().map(|option| option.key.to_owned()).collect();
        let mut keys = with_game(about.id, Keys).unwrap();
        explained.sort();
        keys.sort();
        assert_eq!(explained, keys, "{}", about.id);
    }
}

#[test]
fn unknown_games_and_options_are_refused_with_advice() {
    let seating = table::Seating::ascending(3).unwrap();
    let refused = open("chess", &Value::Null, &seating).err().unwrap().to_string();
    assert!(refused.contains("nabbit"), "{refused}");
    for about in GAMES {
        let options = serde_json::json!({"no such option": 1});
        let refused = open(about.id, &options, &seating).err().unwrap().to_string();
        assert!(refused.contains("no such option"), "{refused}");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_bytes_as_events_leave_the_table_sound(data in proptest::collection::vec(any::<u8>(), 0..120)) {
        probe::events(&data);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9*a-z{}\\[\\]\":, +-]{0,60}") {
        probe::text(&text);
        probe::json(&text);
    }

    #[test]
    fn a_record_with_a_broken_byte_is_read_or_refused(at in any::<prop::sample::Index>(), byte in 32u8..127) {
        for about in GAMES.iter().filter(|about| about.id != "stacket") {
            let mut line = with_game(about.id, Written(about.players.0)).unwrap().to_line().into_bytes();
            let at = at.index(line.len());
            line[at] = byte;
            probe::json(&String::from_utf8(line).unwrap());
        }
    }
}

#[test]
fn a_card_laid_out_in_push_reveals_nothing_and_one_from_a_hand_of_stacks_does() {
    for (game, word, is_revealing) in
        [("push", "place", false), ("push", "stop", false), ("stacks", "cards", true)]
    {
        let (mut rng, mut found) = (dice(3, 0), 0);
        let mut table = open(game, &serde_json::json!({}), &Seating::ascending(3).unwrap()).unwrap();
        while let Some(event) = match table.asked() {
            Some(seat) => table.pick(seat, &mut rng).map(|mv| table.check_move(seat, &mv).unwrap()),
            None => table.draw(&mut rng),
        } {
            // After the last card of Push a move may end the game, which turns the banked piles up.
            let view: serde_json::Value = serde_json::from_str(table.view(Viewer::Screen).get()).unwrap();
            let is_last = view["to_draw"] == 0;
            let is_sought = table.asked().is_some() && !is_last && event.contains(&format!("\"{word}\""));
            let step = table.play(&event).unwrap();
            if is_sought {
                assert_eq!(step.reveals(), is_revealing, "{game}: {event}");
                found += 1;
            }
        }
        assert!(found > 3, "{game}: {word}");
    }
}

/// Plays a random game through typed rules and through steps side by side.
struct SideBySide(u64);

impl Visit for SideBySide {
    type Out = ();
    fn visit<G: Game + Odds + Imagine>(self) {
        let seats = G::ABOUT.players.1;
        let (options, seating) = G::seat_zero_begins(seats).unwrap();
        let mut state = G::open(&options, &seating).unwrap();
        let mut table = open(G::ABOUT.id, &serde_json::to_value(&options).unwrap(), &seating).unwrap();
        let mut seen: Vec<_> =
            Seat::all(seats).map(|seat| (seat, table.nothing_seen(), Vec::new())).collect();
        let mut rng = dice(self.0, 0);
        let most = if G::ABOUT.id == "stacket" { 8 } else { usize::MAX };
        for _ in 0..most {
            let Some(event) = random_event(&state, &mut rng) else { break };
            let json = serde_json::to_string(&event).unwrap();
            let before = table.copy();
            let step = match &event {
                Event::Move { seat, mv } => {
                    table.play_move(*seat, &serde_json::to_string(mv).unwrap()).unwrap()
                }
                Event::Fate(_) => table.play(&json).unwrap(),
            };
            assert_eq!(step.event().get(), json);
            for viewer in Viewer::all(seats) {
                let shown = state.show(&event, viewer);
                let told = step.show(viewer);
                assert_eq!(told.json.get(), serde_json::to_string(&shown).unwrap());
                assert_eq!(told.text, shown.to_string());
            }
            for (seat, seen, known) in &mut seen {
                step.add_to(seen, *seat);
                known.push(state.show(&event, Viewer::Seat(*seat)));
            }
            let is_pass =
                matches!(&event, Event::Move { seat, mv } if state.pass(*seat).as_ref() == Some(mv));
            assert_eq!(step.is_pass(), is_pass);
            assert_eq!(step.before().state(), before.state());
            assert_eq!(before.state(), serde_json::to_string(&state).unwrap(), "a copy does not change");
            state.apply(&event);
            assert_eq!(step.after().state(), table.state());
            assert_eq!(state_of::<G>(&*table), Some(&state));
        }
        for (_, seen, known) in &seen {
            assert_eq!(seen.events::<G>(), Some(known.as_slice()));
        }
    }
}

#[test]
fn a_step_shows_and_does_what_the_rules_do() {
    for about in GAMES {
        seeds(11..12).for_each(|seed| with_game(about.id, SideBySide(seed)).unwrap());
    }
}

#[test]
fn only_a_card_with_one_place_and_the_only_stack_left_in_push_are_forced() {
    for about in GAMES {
        let mut forced = std::collections::BTreeSet::new();
        for seed in seeds(0..if about.id == "stacket" { 1 } else { 20 }) {
            let mut rng = dice(5, seed);
            let mut table = open(about.id, &serde_json::json!({}), &Seating::ascending(3).unwrap()).unwrap();
            for _ in 0..if about.id == "stacket" { 12 } else { 2000 } {
                let Some(event) = (match table.asked() {
                    Some(seat) => table.pick(seat, &mut rng).map(|mv| table.check_move(seat, &mv).unwrap()),
                    None => table.draw(&mut rng),
                }) else {
                    break;
                };
                for seat in Seat::all(3) {
                    let moves = table.moves_at_hand(seat);
                    // A bare word is to draw or to stop.
                    let is_forced =
                        about.id == "push" && moves.len() == 1 && !moves[0].get().starts_with('"');
                    assert_eq!(table.is_forced(seat), is_forced, "{}: {moves:?}", about.id);
                    if is_forced {
                        forced.extend(moves[0].get().split('"').nth(1).map(str::to_owned));
                    }
                }
                table.play(&event).unwrap();
            }
        }
        let words: &[&str] = if about.id == "push" { &["collect", "place"] } else { &[] };
        assert!(forced.iter().eq(words) || is_one_seed(), "{}: {forced:?}", about.id);
    }
}
