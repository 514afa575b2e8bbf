//! What is hidden from somebody changes no byte that reaches them.
//!
//! Two houses hold the same table up to what one viewer may not know: hidden cards lie elsewhere, hidden moves were
//! others, and the house's secret is another one. Time and chance are the test's. Whatever the viewer does, both tell it
//! the same, on the socket and over HTTP: snapshots, moments, missed events, legal moves, refusals, hints, odds, clocks,
//! chat, lobby. The promise and the commitment, hashes of the secret, are all that may differ.

#![allow(clippy::unwrap_used)]

#[path = "../client/mod.rs"]
mod client;
#[path = "../seated/mod.rs"]
mod seated;
mod twins;

use bots::Played;
use bots::registry::{PlayedVisitor, with_bots};
use client::{Client, Running, generous, get, start_in};
use journal::{Append, Journal as _, Memory, ask};
use seated::{TABLE, facts, started, token};
use serde_json::{Value, json};
use server::fairness::{self, Bits};
use server::protocol::{BotLevel, ClockSettings, HintLine, Json};
use server::room::facts::{Fact, What};
use server::room::{Input, Position};
use server::{CountingBots, Environment, Players};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use table::kit::is_one_seed;
use table::{Seat, Viewer};
use twins::{Play, Step, Twins};

/// A game, how many sit there, how often it is tried with how many steps, whether something is hidden in it, and how
/// much hints are thought about.
struct Tried(&'static str, usize, u64, usize, bool, u32);

const GAMES: [Tried; 5] = [
    Tried("nabbit", 3, 2, 20, false, 40),
    Tried("push", 3, 2, 20, false, 40),
    Tried("stacks", 4, 3, 20, true, 40),
    Tried("nuts", 4, 3, 20, true, 40),
    Tried("stacket", 2, 1, 1, false, 2),
];

/// A world whose time stands still unless the test moves it, and whose chance is the same every time.
#[derive(Default)]
struct Pinned {
    now_ms: AtomicU64,
    drawn: AtomicU64,
}

impl Environment for Pinned {
    fn now_ms(&self) -> u64 {
        1_700_000_000_000 + self.now_ms.load(Ordering::Relaxed)
    }

    fn entropy(&self) -> [u8; 32] {
        Sha256::digest(self.drawn.fetch_add(1, Ordering::Relaxed).to_le_bytes()).into()
    }
}

/// Clocks that run for everybody.
fn clocks() -> ClockSettings {
    ClockSettings { turn_s: Some(60), game_s: Some(900), window_s: 30, ..ClockSettings::default() }
}

/// One of the two houses, and the viewer in it.
struct Side {
    running: Running,
    journal: Memory,
    world: Arc<Pinned>,
    secret: Bits,
    client: Client,
    other: Client,
    viewer: Viewer,
    told: Vec<String>,
}

impl Side {
    async fn open(
        game: &str,
        twins: &Twins,
        seats: usize,
        viewer: Viewer,
        which: usize,
        bots: Arc<dyn Players>,
    ) -> Self {
        let secret = Bits([which as u8 + 1; 32]);
        let journal = Memory::new();
        let mut whats = started(game, seats, clocks(), secret);
        whats.extend(happened(&twins.steps[0], which));
        let world = Arc::new(Pinned::default());
        let facts = facts(whats, world.now_ms());
        let append = Append::after(0, TABLE, facts.iter().map(Fact::to_entry));
        ask(|done| journal.append(append, done)).await.unwrap();
        let running = start_in(Arc::new(journal.clone()), generous(), bots, world.clone()).await;
        let client = Client::connect(running.address).await;
        let other = Client::connect(running.address).await;
        let mut side = Self { running, journal, world, secret, client, other, viewer, told: Vec::new() };
        side.client.ask(json!({"type": "lobby", "on": true})).await;
        side.attend(None).await;
        let neighbour = Seat::all(seats).find(|seat| !viewer.is(*seat)).unwrap();
        side.other
            .ask(json!({"type": "attend", "table": TABLE, "as": "place", "token": token(neighbour)}))
            .await;
        side
    }

    async fn attend(&mut self, after: Option<u64>) {
        let mut attend = match self.viewer {
            Viewer::Seat(seat) => json!({"as": "place", "token": token(seat)}),
            Viewer::Spectator => json!({"as": "spectator"}),
            Viewer::Screen => json!({"as": "screen"}),
        };
        (attend["type"], attend["table"], attend["after"]) = (json!("attend"), json!(TABLE), json!(after));
        self.client.ask(attend).await;
    }

    /// Lets something happen at the table, as if another node had stored it.
    async fn go_on(&mut self, step: &Step, which: usize) {
        self.world.now_ms.fetch_add(234, Ordering::Relaxed);
        let facts = facts(happened(step, which), self.world.now_ms());
        let after = self.running.house.facts(TABLE, 0).await.unwrap().len() as u64;
        let append = Append::after(after, TABLE, facts.iter().map(Fact::to_entry));
        ask(|done| self.journal.append(append, done)).await.unwrap();
        self.running.house.feed(TABLE, Input::Missed(facts));
        self.client.ask(json!({"type": "ping"})).await;
        self.other.ask(json!({"type": "ping"})).await;
    }

    /// Asks for everything a client can ask for that lets the game be as it is.
    async fn pry(&mut self, step: &Step, is_its_own: bool) {
        let now = self.running.house.facts(TABLE, 0).await.unwrap().len() as u64;
        for kind in ["hint", "odds", "rematch", "analyse"] {
            self.client.ask(json!({"type": kind, "table": TABLE})).await;
        }
        for mv in &step.moves {
            let mv: Value = serde_json::from_str(mv).unwrap();
            self.client.ask(json!({"type": "check", "table": TABLE, "move": mv})).await;
            self.client.ask(json!({"type": "play", "table": TABLE, "after": now + 9, "move": mv})).await;
        }
        for mv in step.fouls.iter().filter(|_| is_its_own) {
            let mv: Value = serde_json::from_str(mv).unwrap();
            self.client.ask(json!({"type": "play", "table": TABLE, "after": now, "move": mv})).await;
        }
        self.client.ask(json!({"type": "takeback", "table": TABLE, "after": 1})).await;
        self.client.ask(json!({"type": "chat", "table": TABLE, "text": "hello"})).await;
        self.other.ask(json!({"type": "chat", "table": TABLE, "text": "I have nothing"})).await;
        for path in ["", "/record", "/replay", "/replay?seat=0", "/replay?seat=1"] {
            self.get(&format!("/api/tables/{TABLE}{path}")).await;
        }
        for path in ["/api/lobby", "/api/games", "/metrics", "/healthz", "/readyz"] {
            self.get(path).await;
        }
        for after in [0, now / 2, now] {
            self.attend(Some(after)).await;
        }
        self.attend(None).await;
    }

    async fn get(&mut self, path: &str) {
        let (head, body) = get(self.running.address, path, "localhost").await;
        // Nothing takes equally long twice, so that times have more or fewer digits.
        let is_chance = |line: &str| {
            line.starts_with("date:") || (path == "/metrics" && line.starts_with("content-length:"))
        };
        let head = head.lines().filter(|line| !is_chance(line)).collect::<Vec<_>>().join("\n");
        // Thoughts are told so coarsely that they must not differ.
        let is_chance = |line: &&str| {
            ["command", "append", "settling"].iter().any(|what| {
                let name = format!("stackhouse_{what}_duration_seconds_");
                line.strip_prefix(&name).is_some_and(|rest| !rest.starts_with("count"))
            })
        };
        let body = body.lines().filter(|line| !is_chance(line)).collect::<Vec<_>>().join("\n");
        self.told.push(format!("{path}\n{head}\n{body}"));
    }

    /// All that the viewer was told, without the hashes of the secret.
    fn end(mut self) -> Vec<String> {
        self.running.stop.cancel();
        self.told.append(&mut self.client.raw);
        let (promise, commitment) =
            (fairness::promise(&self.secret), fairness::commitment(&self.secret, &[]));
        let hide =
            |text: &String| text.replace(&promise.to_string(), "").replace(&commitment.to_string(), "");
        self.told.iter().map(hide).collect()
    }
}

fn happened(step: &Step, which: usize) -> Vec<What> {
    let fact = |(seat, event): &(Option<Seat>, String)| match *seat {
        Some(seat) => What::Played { seat, event: Json::from_text(event.clone()), is_bot: false },
        None => What::Drawn { event: Json::from_text(event.clone()) },
    };
    step.events[which].iter().map(fact).collect()
}

/// What each house tells `viewer` of the twins.
async fn told(
    game: &str,
    seats: usize,
    twins: &Twins,
    viewer: Viewer,
    bots: &Arc<dyn Players>,
) -> [Vec<String>; 2] {
    let mut both = [Vec::new(), Vec::new()];
    for (which, told) in both.iter_mut().enumerate() {
        let mut side = Side::open(game, twins, seats, viewer, which, bots.clone()).await;
        for (number, step) in twins.steps.iter().enumerate() {
            if number > 0 {
                side.go_on(step, which).await;
            }
            if number % 6 == 1 || number + 1 == twins.steps.len() {
                side.pry(step, twins.viewer == Some(viewer)).await;
            }
        }
        *told = side.end();
    }
    both
}

fn first_difference([first, second]: &[Vec<String>; 2]) -> Option<(String, String)> {
    let differ = first.iter().zip(second).find(|(first, second)| first != second);
    let lengths = (first.len() != second.len()).then(|| (first.len().to_string(), second.len().to_string()));
    differ.map(|(first, second)| (first.clone(), second.clone())).or(lengths)
}

/// Twins that last for some steps: where hidden cards come to light, the two games part.
fn play(game: &str, seats: usize, viewer: Viewer, seed: u64, most: usize) -> Twins {
    let tries =
        (0..40).map(|number| Play { seats, viewer, seed: 40 * seed + number, most, tamely: number as u32 });
    let twins = tries.map(|play| shelf::with_game(game, play).unwrap());
    twins.into_iter().find(|twins| twins.steps.len() >= most.min(8)).expect("some twins last")
}

#[tokio::test]
async fn what_is_hidden_from_a_viewer_changes_no_byte_it_receives() {
    for Tried(game, seats, seeds, most, hides, thought) in GAMES {
        let bots: Arc<dyn Players> = Arc::new(Telltales(CountingBots(thought)));
        let (mut swapped, mut told_apart) = (0, false);
        for viewer in Viewer::all(seats) {
            for seed in table::kit::seeds(0..seeds) {
                let twins = play(game, seats, viewer, seed, most);
                swapped += twins.swapped;
                let both = told(game, seats, &twins, viewer, &bots).await;
                if let Some((first, second)) = first_difference(&both) {
                    panic!("{game}: {viewer:?} can tell\n{first}\nfrom\n{second}");
                }
                // The swap is worth something only if somebody else is told of it.
                if hides && !told_apart {
                    let someone = Seat::all(seats).find(|seat| !viewer.is(*seat)).unwrap();
                    let both = told(game, seats, &twins, Viewer::Seat(someone), &bots).await;
                    told_apart |= first_difference(&both).is_some();
                }
            }
        }
        if is_one_seed() {
            continue;
        }
        assert_eq!(swapped > 0, hides, "{game}: {swapped} events were swapped");
        assert_eq!(told_apart, hides, "{game}: nobody sees what was swapped");
    }
}

/// Bots whose hints also tell all that they were shown.
struct Telltales(CountingBots);

struct Shown<'a>(&'a Position);

impl PlayedVisitor for Shown<'_> {
    type Out = String;
    fn visit<G: Played>(self) -> String {
        self.0.seen.events::<G>().unwrap().iter().map(|shown| serde_json::to_string(shown).unwrap()).collect()
    }
}

impl Players for Telltales {
    fn choose(&self, think: &Position) -> Option<String> {
        self.0.choose(think)
    }

    fn levels(&self, game: &str) -> Vec<BotLevel> {
        self.0.levels(game)
    }

    fn weigh(&self, think: &Position) -> Vec<HintLine> {
        let mut lines = self.0.weigh(think);
        let why = with_bots(think.table.about().id, Shown(think)).unwrap();
        let (unit, text) = ("chance".into(), "all I was shown".into());
        lines.push(HintLine {
            r#move: Json::null(),
            text,
            value: 0.0,
            error: 0.0,
            unit,
            is_best: false,
            why,
        });
        lines
    }
}

/// Bots whose hints look at the true state.
struct Gossips;

impl Players for Gossips {
    fn choose(&self, _: &Position) -> Option<String> {
        None
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        Vec::new()
    }

    fn weigh(&self, think: &Position) -> Vec<HintLine> {
        let value = f64::from(Sha256::digest(think.table.state())[0]);
        let (unit, why) = ("chance".into(), "I looked".into());
        let (text, error, is_best) = ("pass".into(), 0.0, true);
        vec![HintLine { r#move: Json::null(), text, value, error, unit, is_best, why }]
    }
}

#[tokio::test]
async fn a_hint_that_looks_at_hidden_cards_is_found_out() {
    let bots: Arc<dyn Players> = Arc::new(Gossips);
    let mut is_found_out = false;
    for seat in Seat::all(4) {
        let twins = play("stacks", 4, Viewer::Seat(seat), 1, 24);
        is_found_out |=
            first_difference(&told("stacks", 4, &twins, Viewer::Seat(seat), &bots).await).is_some();
    }
    assert!(is_found_out, "a test that cannot fail shows nothing");
}
