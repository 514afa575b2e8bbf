//! The house ends and starts again over the same journal, on simulated time: what people and bots find then.

mod seated;

use journal::{Append, Journal as _, Memory, TableId, ask};
use seated::{TABLE, facts, started, token};
use serde_json::{Value, json};
use server::fact::{Fact, What};
use server::fair::Bits;
use server::room::{Input, Pace, Think};
use server::wire::{BotLevel, ClockSettings, HintLine, Json, Request};
use server::{CountingBots, House, Outbox, Parcel, Players, World};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::{EventOf, Game as _, Seat, Seating, Viewer, nature::dice};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

struct Clock(Instant);

impl World for Clock {
    fn now_ms(&self) -> u64 {
        1_000_000 + self.0.elapsed().as_millis() as u64
    }

    fn entropy(&self) -> [u8; 32] {
        [9; 32]
    }
}

/// Bots that only write down what they are asked.
#[derive(Default)]
struct Spy(Mutex<Vec<Think>>);

impl Players for Spy {
    fn choose(&self, think: &Think) -> Option<String> {
        think.table.pick(think.seat, &mut dice(think.seed, 0))
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        vec![BotLevel::Hard]
    }

    fn weigh(&self, _: &Think) -> Vec<HintLine> {
        Vec::new()
    }

    fn in_own_time(&self, think: &Think) -> Option<server::Thought> {
        let (table, opened, events) = (think.table.copy(), think.opened.copy(), think.events.clone());
        self.0.lock().unwrap().push(Think { table, opened, events, ..*think });
        let mv = self.choose(think);
        Some(Box::pin(async move { mv }))
    }
}

/// Somebody in the house, without a socket.
struct Guest {
    house: Arc<House>,
    id: u64,
    parcels: mpsc::Receiver<Parcel>,
    asked: u32,
    heard: Vec<Value>,
}

impl Guest {
    fn new(house: &Arc<House>) -> Self {
        let (outbox, parcels) = Outbox::new();
        let id = house.connect(Arc::new(outbox));
        Self { house: house.clone(), id, parcels, asked: 0, heard: Vec::new() }
    }

    async fn hear(&mut self) -> Value {
        loop {
            if let Parcel::Text(text) = self.parcels.recv().await.unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn ask(&mut self, mut command: Value) -> Value {
        self.asked += 1;
        command["id"] = json!(self.asked.to_string());
        command["table"] = json!(TABLE);
        let Request { id, command } = serde_json::from_value(command.clone()).unwrap();
        self.house.feed(TABLE, Input::Ask { from: self.id, id: id.clone(), command });
        loop {
            let told = self.hear().await;
            if told["id"] == id {
                return told;
            }
            self.heard.push(told);
        }
    }

    async fn attend(&mut self, seat: Seat) -> Value {
        let entered = self.ask(json!({"type": "attend", "as": "place", "token": token(seat)})).await;
        assert_eq!(entered["outcome"], "entered", "{entered}");
        entered["snapshot"].clone()
    }
}

async fn open(journal: &Memory, players: Arc<dyn Players>, world: &Arc<Clock>) -> Arc<House> {
    let pace = Pace { least_ms: 100, spread_ms: 0 };
    House::open(Arc::new(journal.clone()), players, world.clone(), pace).await.unwrap()
}

async fn store(journal: &Memory, table: TableId, facts: &[Fact]) {
    ask(|done| journal.append(Append::after(0, table, facts.iter().map(Fact::to_entry)), done))
        .await
        .unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_turn_and_the_chat_go_on_when_the_house_starts_again() {
    let (journal, world) = (Memory::new(), Arc::new(Clock(Instant::now())));
    let clocks = ClockSettings { turn_s: Some(60), ..ClockSettings::default() };
    store(&journal, TABLE, &facts(started("nabbit", 2, clocks, Bits([4; 32])), 1_000_000)).await;
    let house = open(&journal, Arc::new(Spy::default()), &world).await;
    // Nature begins.
    sleep(Duration::from_millis(100)).await;
    let (mut guest, mut other) = (Guest::new(&house), Guest::new(&house));
    let seat = Seat::new(0).unwrap();
    other.attend(Seat::new(1).unwrap()).await;
    let snapshot = guest.attend(seat).await;
    let ends_ms = snapshot["moment"]["clocks"]["turn_ends_at_ms"].as_u64().unwrap();
    for number in 0..60 {
        assert_eq!(
            guest.ask(json!({"type": "chat", "text": format!("line {number}")})).await["outcome"],
            "done"
        );
    }
    sleep(Duration::from_millis(40_500)).await;
    let left_ms = ends_ms - world.now_ms();
    drop((guest, other, house));
    sleep(Duration::from_secs(3600)).await;

    let again_ms = world.now_ms();
    let house = open(&journal, Arc::new(Spy::default()), &world).await;
    let mut guest = Guest::new(&house);
    let snapshot = guest.attend(seat).await;
    let ends_ms = snapshot["moment"]["clocks"]["turn_ends_at_ms"].as_u64().unwrap();
    // Known to a second, and people have five seconds to come back.
    assert!(
        (left_ms..=left_ms + 1000).contains(&(ends_ms - again_ms - 5000)),
        "{left_ms} {ends_ms} {again_ms}"
    );
    let chat = snapshot["chat"].as_array().unwrap();
    let text = |line: &Value| line["text"].as_str().unwrap().to_owned();
    assert_eq!((chat.len(), text(&chat[0]), text(&chat[49])), (50, "line 10".into(), "line 59".into()));

    // What is kept beside a table is no table, and goes with it.
    for head in ask(|done| journal.list(journal::Which::Closed, None, 99, done)).await.unwrap() {
        assert!(house.recall(head.table).await.is_err());
    }
    assert_eq!(guest.ask(json!({"type": "close"})).await["outcome"], "stored");
    let kept = ask(|done| journal.list(journal::Which::All, None, 99, done)).await.unwrap();
    assert_eq!(kept.len(), 2, "the table and the pulse");
}

/// A game of Stacks played at random until somebody must decide after so many events.
fn stacks(least: usize) -> Vec<What> {
    let mut whats = started("stacks", 3, ClockSettings::default(), Bits([4; 32]));
    let mut play = shelf::open("stacks", &json!({}), &Seating::ascending(3).unwrap()).unwrap();
    let mut rng = dice(5, 0);
    let mut count = 0;
    while count < least || play.asked().is_none() {
        count += 1;
        let (event, seat) = match play.asked() {
            Some(seat) => {
                let mv = play.pick(seat, &mut rng).unwrap();
                (play.check_move(seat, &mv).unwrap(), Some(seat))
            }
            None => (play.draw(&mut rng).unwrap(), None),
        };
        play.apply(&event).unwrap();
        let event = Json::from_text(event);
        whats.push(match seat {
            Some(seat) => What::Played { seat, event, is_bot: false },
            None => What::Drawn { event },
        });
    }
    whats
}

/// The events of the game among some facts.
fn events(whats: &[What]) -> Vec<String> {
    let event = |what: &What| match what {
        What::Played { event, .. } | What::Drawn { event } => Some(event.text().to_owned()),
        _ => None,
    };
    whats.iter().filter_map(event).collect()
}

#[tokio::test(start_paused = true)]
async fn a_bot_knows_what_its_seat_was_shown_before_the_house_started_again() {
    let (journal, world) = (Memory::new(), Arc::new(Clock(Instant::now())));
    let mut whats = stacks(60);
    let seat = Seat::new(1).unwrap();
    whats.insert(4, What::BotSet { seat, bot: Some(BotLevel::Hard) });
    let before = events(&whats);
    store(&journal, TABLE, &facts(whats, 1_000_000)).await;
    let spy = Arc::new(Spy::default());
    let house = open(&journal, spy.clone(), &world).await;
    // Whoever is gone for thirty seconds is stood in for, so the bot's turn comes.
    while !spy.0.lock().unwrap().iter().any(|think| think.seat == seat) {
        sleep(Duration::from_secs(1)).await;
    }
    let thinks = spy.0.lock().unwrap();
    let think = thinks.iter().find(|think| think.seat == seat).unwrap();
    let events: Vec<_> = think.events.iter().map(|(_, event)| event.to_string()).collect();
    let value = |event: &String| serde_json::from_str::<Value>(event).unwrap();
    assert_eq!(
        events[..before.len()].iter().map(value).collect::<Vec<_>>(),
        before.iter().map(value).collect::<Vec<_>>()
    );
    // By hand what the seat was shown of it.
    let mut state: stacks::State = serde_json::from_str(&think.opened.state()).unwrap();
    let mut shown = Vec::new();
    for event in &events {
        let event: EventOf<stacks::State> = serde_json::from_str(event).unwrap();
        shown.push(state.show(&event, Viewer::Seat(seat)));
        state.apply(&event);
    }
    assert_eq!(serde_json::to_string(&state).unwrap(), think.table.state());
    assert_eq!(server::shown_to_bot::<stacks::State>(think), shown);
    drop((thinks, house));
}

#[test]
fn the_hard_bot_of_stacks_weighs_what_its_seat_was_shown() {
    let all = events(&stacks(60));
    let think = |known: usize| {
        let opened = shelf::open("stacks", &json!({}), &Seating::ascending(3).unwrap()).unwrap();
        let mut table = opened.copy();
        all.iter().for_each(|event| table.apply(event).unwrap());
        let seat = table.asked().unwrap();
        let events = all[..known].iter().map(|event| (0, event.as_str().into())).collect();
        Think { seat, level: BotLevel::Hard, since: 0, table, opened, events, seed: 3 }
    };
    let weigh = |think: &Think| CountingBots(200).weigh(think);
    assert!(!weigh(&think(all.len())).is_empty());
    assert_eq!(weigh(&think(all.len())), weigh(&think(all.len())));
    assert_ne!(weigh(&think(all.len())), weigh(&think(0)), "what happened before changes nothing");
}
