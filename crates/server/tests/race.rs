//! Sixty-four Calls at one play of Stacks: exactly one counts, the rest come late, whatever the interleaving.

#![allow(clippy::unwrap_used)]

mod client;
mod seated;

use client::{Client, generous, start};
use journal::{Append, Journal as _, Memory, ask, wait};
use seated::{TABLE, facts, started, token};
use serde_json::{Value, json};
use server::fairness::Bits;
use server::protocol::{ClockSettings, Json, Request};
use server::room::facts::{Fact, What};
use server::room::{Asked, Input, Output, Pace, Room};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Seat;
use table::kit::seeds;
use table::nature::{below, dice, shuffle};

const SEATS: usize = 4;
const CALLS: usize = 64;

/// A log of Stacks up to the first play, and the play's owner.
fn up_to_a_play(seed: u64) -> (Vec<Fact>, Seat) {
    let mut whats = started("stacks", SEATS, ClockSettings::default(), Bits([seed as u8; 32]));
    let seating = table::Seating::ascending(SEATS).unwrap();
    let mut game = shelf::open("stacks", &json!({}), &seating).unwrap();
    let mut rng = dice(seed, 0);
    loop {
        if let Some(event) = game.draw(&mut rng) {
            game.play(&event).unwrap();
            whats.push(What::Drawn { event: Json::from_text(event) });
            continue;
        }
        let seat = game.asked().unwrap();
        let plays: Vec<_> =
            game.legal_moves(seat).into_iter().filter(|mv| mv.contains("\"play\":{\"cards\"")).collect();
        let mv = &plays[below(&mut rng, plays.len() as u32) as usize];
        let event = game.check_move(seat, mv).unwrap();
        game.play(&event).unwrap();
        whats.push(What::Played { seat, event: Json::from_text(event), is_bot: false });
        if game.draw(&mut rng).is_none() {
            return (facts(whats, 1000), seat);
        }
    }
}

fn attend(seat: Seat, id: &str) -> Value {
    json!({"id": id, "type": "attend", "table": TABLE, "as": "place", "token": token(seat)})
}

fn call(after: usize, id: &str) -> Value {
    json!({"id": id, "type": "play", "table": TABLE, "after": after, "move": {"call": {"play": 1}}})
}

/// Whether an answer tells that somebody else was first: at the table, or in one's own place.
fn is_late(answer: &Value) -> bool {
    answer["code"] == "stale" || answer["foul"] == "too-late"
}

/// How many Calls a log holds.
fn calls(facts: &[Fact]) -> usize {
    let is_call =
        |fact: &&Fact| matches!(&fact.what, What::Played { event, .. } if event.text().contains("call"));
    facts.iter().filter(is_call).count()
}

fn others(owner: Seat) -> Vec<Seat> {
    Seat::all(SEATS).filter(|seat| *seat != owner).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_calls_over_racing_sockets_one_counts_and_the_rest_are_late() {
    for seed in seeds(0..8) {
        let (log, owner) = up_to_a_play(seed);
        let journal = Memory::new();
        let append = Append::after(0, TABLE, log.iter().map(Fact::to_entry));
        ask(|done| journal.append(append, done)).await.unwrap();
        let running = start(Arc::new(journal), generous()).await;
        let start = Arc::new(tokio::sync::Barrier::new(16));
        let mut racers = Vec::new();
        // Each caller has one connection that is in, and duplicates that come in during the race.
        for number in 0..16 {
            let seat = others(owner)[number % 3];
            let (start, address, after) = (start.clone(), running.address, log.len() + 1);
            racers.push(tokio::spawn(async move {
                let mut client = Client::connect(address).await;
                let is_duplicate = number >= 3;
                if !is_duplicate {
                    client.say(&attend(seat, "in").to_string()).await;
                    assert_eq!(client.answer("in").await["outcome"], "entered");
                }
                start.wait().await;
                if is_duplicate {
                    client.say(&attend(seat, "in").to_string()).await;
                }
                let ids: Vec<_> = (0..CALLS / 16).map(|call| format!("{number}-{call}")).collect();
                for id in &ids {
                    client.say(&call(after, id).to_string()).await;
                }
                let mut answers = Vec::new();
                for id in &ids {
                    answers.push(client.answer(id).await);
                }
                answers
            }));
        }
        let mut answers = Vec::new();
        for racer in racers {
            answers.extend(racer.await.unwrap());
        }
        assert_eq!(answers.len(), CALLS);
        let counted: Vec<_> = answers.iter().filter(|answer| answer["answer"] == "accepted").collect();
        assert_eq!(counted.len(), 1, "{counted:?}");
        assert!(
            answers.iter().all(|answer| answer["answer"] == "accepted" || is_late(answer)),
            "{answers:?}"
        );
        assert_eq!(calls(&running.house.facts(TABLE, 0).await.unwrap()), 1);
        running.stop.cancel();
    }
}

/// Runs the race once with inputs and the store's answers in an order drawn from the seed.
fn race(seed: u64) -> (usize, usize, usize) {
    let (log, owner) = up_to_a_play(seed % 64);
    let mut rng = dice(seed, 7);
    let journal = Memory::new();
    wait(|done| journal.append(Append::after(0, TABLE, log.iter().map(Fact::to_entry)), done)).unwrap();
    let mut room = Room::new(TABLE, &log, 2000, [5; 32], Pace::AT_ONCE).unwrap();
    let callers = others(owner);
    // Connection `n` belongs to caller `n % 3`; the first three are in before the race, the others come in during it.
    let mut inputs: Vec<(u64, Value)> = Vec::new();
    for number in 0..CALLS as u64 {
        let connection = below(&mut rng, 16).into();
        inputs.push((connection, call(log.len(), &number.to_string())));
        // A command may be sent twice.
        if below(&mut rng, 8) == 0 {
            inputs.push((connection, call(log.len(), &number.to_string())));
        }
    }
    shuffle(&mut inputs, &mut rng);
    // Inputs are taken from the end: everybody comes in at some point before the first thing they say.
    for connection in 3..16 {
        let first = inputs.iter().rposition(|(from, _)| *from == connection).map_or(0, |place| place + 1);
        let place = first + below(&mut rng, (inputs.len() - first) as u32 + 1) as usize;
        inputs.insert(place, (connection, attend(callers[connection as usize % 3], "in")));
    }
    inputs.extend((0..3).map(|connection| (connection, attend(callers[connection as usize], "in"))));
    let mut answers: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut appends: Vec<Append> = Vec::new();
    let mut facts = log;
    loop {
        let mut out = Vec::new();
        // The store answers now and then; to every tenth race only when all has been said.
        let is_answering = inputs.is_empty() || (!seed.is_multiple_of(10) && below(&mut rng, 3) == 0);
        let is_stored = !appends.is_empty() && is_answering;
        if is_stored {
            let append = appends.remove(0);
            let entries = append.entries.clone();
            let answer = wait(|done| journal.append(append, done));
            if answer.is_ok() {
                facts.extend(entries.iter().map(|entry| Fact::from_stored(1, &entry.payload).unwrap()));
            }
            room.take(2000, Input::Stored(answer), &mut out);
        } else if let Some((from, command)) = inputs.pop() {
            let Request { id, command } = serde_json::from_value(command).unwrap();
            room.take(2000, Input::Ask(Box::new(Asked::new(from, id, command, None))), &mut out);
        } else {
            break;
        }
        for output in out {
            match output {
                Output::Append(append) => appends.push(append),
                Output::Send { text, .. } => {
                    let told: Value = serde_json::from_str(&text).unwrap();
                    if let ("answer", Some(id)) = (told["type"].as_str().unwrap(), told["id"].as_str())
                        && id != "in"
                    {
                        answers.entry(id.into()).or_default().push(told.clone());
                    }
                }
                _ => {}
            }
        }
    }
    let is_counted = |answer: &&Value| answer["answer"] == "accepted";
    let counted = answers.values().filter(|told| told.iter().any(|answer| is_counted(&answer))).count();
    let late = answers.values().filter(|told| told.iter().all(is_late)).count();
    (calls(&facts), counted, late)
}

#[test]
fn of_64_calls_in_any_seeded_interleaving_one_counts_and_the_rest_are_late() {
    for seed in seeds(0..500) {
        assert_eq!(race(seed), (1, 1, CALLS - 1), "stored, counted and late");
    }
}
