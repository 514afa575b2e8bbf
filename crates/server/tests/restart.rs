//! The house ends and starts again over the same journal, stands still, or cannot store anything for a while, on simulated
//! time: what people and bots find then.

#![allow(clippy::unwrap_used)]

mod remembered;
mod seated;

use journal::{Append, Done, Entry, Head, Health, Journal, JournalError, Memory, TableId, ask};
use remembered::remembered;
use seated::{TABLE, facts, started, token};
use serde_json::{Value, json};
use server::fairness::Bits;
use server::protocol::{BotLevel, ClockSettings, HintLine, Json, Request};
use server::room::facts::{Fact, What};
use server::room::{Asked, Input, Pace, Position};
use server::{CountingBots, Environment, House, Outbox, Parcel, Parcels, Players};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::{EventOf, Game as _, Seat, Seating, Viewer, nature::dice};
use tokio::time::{Instant, sleep};

/// A clock whose time of day can be set, and a machine that can sleep.
struct Clock {
    zero: Instant,
    wall_ms: AtomicU64,
    slept_ms: AtomicU64,
}

impl Clock {
    fn new() -> Arc<Self> {
        let (wall_ms, slept_ms) = (AtomicU64::new(1_000_000), AtomicU64::new(0));
        Arc::new(Self { zero: Instant::now(), wall_ms, slept_ms })
    }
}

impl Environment for Clock {
    fn now_ms(&self) -> u64 {
        self.wall_ms.load(Ordering::Relaxed) + self.even_ms()
    }

    fn even_ms(&self) -> u64 {
        self.zero.elapsed().as_millis() as u64 + self.slept_ms.load(Ordering::Relaxed)
    }

    fn entropy(&self) -> [u8; 32] {
        [9; 32]
    }
}

/// Bots that only write down what they are asked.
#[derive(Default)]
struct Spy(Mutex<Vec<Position>>);

impl Players for Spy {
    fn choose(&self, think: &Position) -> Option<String> {
        think.table.pick(think.seat, &mut dice(think.seed, 0))
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        vec![BotLevel::Hard]
    }

    fn weigh(&self, _: &Position) -> Vec<HintLine> {
        Vec::new()
    }

    fn in_own_time(&self, think: &Position) -> Option<server::Thought> {
        let (table, seen) = (think.table.copy(), think.seen.clone());
        self.0.lock().unwrap().push(Position { table, seen, ..*think });
        let mv = self.choose(think);
        Some(Box::pin(async move { mv }))
    }
}

/// Somebody in the house, without a socket.
struct Guest {
    house: Arc<House>,
    id: u64,
    parcels: Parcels,
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
        self.house.feed(TABLE, Input::Ask(Box::new(Asked::new(self.id, id.clone(), command, None))));
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

async fn open<J: Journal + Clone + 'static>(
    journal: &J,
    players: Arc<dyn Players>,
    world: &Arc<Clock>,
) -> Arc<House> {
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
    let (journal, world) = (Memory::new(), Clock::new());
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

/// A house with a game of two people who have a minute a turn: the one whose turn it is, the other, and a move.
async fn a_turn<J: Journal + Clone + 'static>(
    journal: &J,
    memory: &Memory,
    world: &Arc<Clock>,
) -> (Arc<House>, Guest, Guest, Value) {
    let clocks = ClockSettings { turn_s: Some(60), ..ClockSettings::default() };
    store(memory, TABLE, &facts(started("nabbit", 2, clocks, Bits([4; 32])), world.now_ms())).await;
    let house = open(journal, Arc::new(Spy::default()), world).await;
    // Nature begins.
    sleep(Duration::from_millis(100)).await;
    let mut seats = [Guest::new(&house), Guest::new(&house)];
    let mut moment = Value::Null;
    for (guest, seat) in seats.iter_mut().zip(Seat::all(2)) {
        moment = guest.attend(seat).await["moment"].clone();
    }
    let play = json!({"type": "play", "after": moment["seq"], "move": "stop"});
    let [first, second] = seats;
    if moment["turn"]["asked"] == 0 { (house, first, second, play) } else { (house, second, first, play) }
}

async fn is_stored(house: &Arc<House>, is_it: impl Fn(&What) -> bool) -> bool {
    house.facts(TABLE, 0).await.unwrap().iter().any(|fact| is_it(&fact.what))
}

fn is_stand_in(what: &What) -> bool {
    matches!(what, What::StandIn { .. })
}

#[tokio::test(start_paused = true)]
async fn setting_the_time_of_day_changes_nothing_in_play() {
    const HOUR_MS: u64 = 3_600_000;
    for set_to_ms in [5 * HOUR_MS - HOUR_MS, 5 * HOUR_MS + HOUR_MS] {
        let (journal, world) = (Memory::new(), Clock::new());
        world.wall_ms.store(5 * HOUR_MS, Ordering::Relaxed);
        let (house, guest, other, _) = a_turn(&journal, &journal, &world).await;
        sleep(Duration::from_secs(30)).await;
        world.wall_ms.store(set_to_ms, Ordering::Relaxed);
        // Thirty seconds are left.
        sleep(Duration::from_secs(29)).await;
        assert!(!is_stored(&house, is_stand_in).await, "set to {set_to_ms}: too early");
        sleep(Duration::from_secs(2)).await;
        assert!(is_stored(&house, is_stand_in).await, "set to {set_to_ms}: too late");
        let times: Vec<_> = house.facts(TABLE, 0).await.unwrap().iter().map(|fact| fact.at_ms).collect();
        assert!(times.is_sorted() && times[times.len() - 1] < 5 * HOUR_MS + 80_000, "{times:?}");
        // Nor is anything lost when the house starts again by the new time.
        drop((guest, other, house));
        let house = open(&journal, Arc::new(Spy::default()), &world).await;
        sleep(Duration::from_secs(60)).await;
        let times: Vec<_> = house.facts(TABLE, 0).await.unwrap().iter().map(|fact| fact.at_ms).collect();
        assert!(times.is_sorted(), "{times:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_house_that_stood_still_charges_nobody() {
    for is_asked in [true, false] {
        let (journal, world) = (Memory::new(), Clock::new());
        let (house, mut guest, mut other, play) = a_turn(&journal, &journal, &world).await;
        sleep(Duration::from_secs(40)).await;
        world.slept_ms.fetch_add(600_000, Ordering::Relaxed);
        if is_asked {
            // The first thing after waking, before the house itself has looked at the clock.
            assert_eq!(guest.ask(play.clone()).await["outcome"], "stored");
        }
        let clocks = loop {
            let told = other.hear().await;
            if told["type"] == "moment" {
                break told["clocks"].clone();
            }
        };
        let left_ms = clocks["turn_ends_at_ms"].as_u64().unwrap() - clocks["now_ms"].as_u64().unwrap();
        // What was left to a beat, and five seconds to come back.
        assert!((24_500..=25_500).contains(&left_ms), "{left_ms}");
        assert!(!is_stored(&house, is_stand_in).await);
        let pauses = house.facts(TABLE, 0).await.unwrap();
        let pauses = pauses.iter().filter(|fact| fact.what == What::Paused).count();
        assert_eq!(pauses, 2, "at its start and now");
    }
}

/// A store that can be full.
#[derive(Clone, Default)]
struct Filling {
    memory: Memory,
    is_full: Arc<AtomicBool>,
    /// Whether the next append is kept, and nobody can tell.
    is_unsure: Arc<AtomicBool>,
}

impl Journal for Filling {
    fn append(&self, append: Append, done: Done<Head>) {
        if self.is_full.load(Ordering::Relaxed) {
            return done(Err(JournalError::NotKept("the disk is full".into())));
        }
        if self.is_unsure.swap(false, Ordering::Relaxed) {
            return self.memory.append(append, Box::new(|_| done(Err(JournalError::Unsure))));
        }
        self.memory.append(append, done);
    }

    remembered!();

    fn note(&self, table: TableId, entry: Entry, done: Done<()>) {
        self.memory.note(table, entry, done);
    }

    fn health(&self) -> Health {
        Health { is_writable: !self.is_full.load(Ordering::Relaxed), ..Health::default() }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_plays_on_when_there_is_room_again_and_nobody_is_charged() {
    let (journal, world) = (Filling::default(), Clock::new());
    let (house, mut guest, _other, play) = a_turn(&journal, &journal.memory, &world).await;
    sleep(Duration::from_secs(40)).await;
    journal.is_full.store(true, Ordering::Relaxed);
    for _ in 0..3 {
        let refused = guest.ask(play.clone()).await;
        assert_eq!(refused["code"], "busy", "{refused}");
        let text = refused["text"].as_str().unwrap();
        assert!(text.contains("cannot write to its disk") && text.contains("nothing was kept"), "{text}");
    }
    sleep(Duration::from_secs(3600)).await;
    assert!(!is_stored(&house, is_stand_in).await);
    journal.is_full.store(false, Ordering::Relaxed);
    // The table goes on by itself, with what was left of the turn.
    sleep(Duration::from_secs(10)).await;
    assert!(!is_stored(&house, is_stand_in).await);
    assert_eq!(guest.ask(play).await["answer"], "accepted");
}

#[tokio::test(start_paused = true)]
async fn a_move_of_which_nobody_can_tell_whether_it_was_kept_is_looked_up() {
    let (journal, world) = (Filling::default(), Clock::new());
    let (house, mut guest, _other, play) = a_turn(&journal, &journal.memory, &world).await;
    journal.is_unsure.store(true, Ordering::Relaxed);
    let played = guest.ask(play).await;
    assert_eq!(played["outcome"], "stored", "{played}");
    let facts = house.facts(TABLE, 0).await.unwrap();
    let place = played["seq"].as_u64().unwrap() as usize - 1;
    assert!(matches!(facts[place].what, What::Played { is_bot: false, .. }), "{:?}", facts[place]);
    let moves = facts.iter().filter(|fact| matches!(fact.what, What::Played { .. })).count();
    assert_eq!(moves, 1, "made once");
}

#[tokio::test(start_paused = true)]
async fn a_move_that_was_under_way_when_the_house_ended_is_made_when_it_starts_again() {
    let (journal, world) = (Memory::new(), Clock::new());
    let whats = started("nabbit", 2, ClockSettings::default(), Bits([4; 32]));
    store(&journal, TABLE, &facts(whats, world.now_ms())).await;
    let house = open(&journal, Arc::new(Spy::default()), &world).await;
    sleep(Duration::from_millis(100)).await;
    let (mut guest, mut other) = (Guest::new(&house), Guest::new(&house));
    let [other_seat, seat] = [0, 1].map(|seat| Seat::new(seat).unwrap());
    let seen = guest.attend(seat).await["moment"].clone();
    assert_eq!(seen["turn"]["asked"], json!(seat));
    // The log goes on without the game: somebody comes.
    other.attend(other_seat).await;
    drop((guest, other, house));

    let house = open(&journal, Arc::new(Spy::default()), &world).await;
    let mut guest = Guest::new(&house);
    guest.attend(seat).await;
    let played = guest.ask(json!({"type": "play", "after": seen["seq"], "move": "flip"})).await;
    assert_eq!(played["outcome"], "stored", "{played}");
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
        play.play(&event).unwrap();
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
    let (journal, world) = (Memory::new(), Clock::new());
    let mut whats = stacks(60);
    let seat = Seat::new(1).unwrap();
    whats.insert(4, What::BotSet { seat, bot: Some(BotLevel::Hard) });
    store(&journal, TABLE, &facts(whats, 1_000_000)).await;
    let spy = Arc::new(Spy::default());
    let house = open(&journal, spy.clone(), &world).await;
    // Whoever is gone for thirty seconds is stood in for, so the bot's turn comes, and comes again.
    let count = || spy.0.lock().unwrap().iter().filter(|asked| asked.seat == seat).count();
    while count() < 3 {
        sleep(Duration::from_secs(1)).await;
    }
    // By hand what the seat was shown up to each state of the table.
    let whats: Vec<_> = house.facts(TABLE, 0).await.unwrap().into_iter().map(|fact| fact.what).collect();
    let opened = shelf::open("stacks", &json!({}), &Seating::ascending(3).unwrap()).unwrap();
    let mut state = shelf::state_of::<stacks::State>(&*opened).unwrap().clone();
    let (mut shown, mut known) = (Vec::new(), Vec::new());
    for event in &events(&whats) {
        let event: EventOf<stacks::State> = serde_json::from_str(event).unwrap();
        shown.push(state.show(&event, Viewer::Seat(seat)));
        state.apply(&event);
        known.push((serde_json::to_string(&state).unwrap(), shown.clone()));
    }
    let asked = spy.0.lock().unwrap();
    for Position { table, seen, .. } in asked.iter().filter(|asked| asked.seat == seat) {
        let (_, shown) = known.iter().find(|(state, _)| *state == table.state()).unwrap();
        assert_eq!(seen.events::<stacks::State>().unwrap(), shown);
    }
    drop((asked, house));
}

#[test]
fn the_hard_bot_of_stacks_weighs_what_its_seat_was_shown() {
    let all = events(&stacks(60));
    let think = |known: usize| {
        let mut table = shelf::open("stacks", &json!({}), &Seating::ascending(3).unwrap()).unwrap();
        let mut seen = table.nothing_seen();
        let seat = Seat::new(1).unwrap();
        for (number, event) in all.iter().enumerate() {
            let step = table.play(event).unwrap();
            if number < known {
                step.add_to(&mut seen, seat);
            }
        }
        assert_eq!(table.asked(), Some(seat));
        Position { seat, level: BotLevel::Hard, since: 0, seq: 0, table, seen, seed: 3 }
    };
    let weigh = |think: &Position| CountingBots(200).weigh(think);
    assert!(!weigh(&think(all.len())).is_empty());
    assert_eq!(weigh(&think(all.len())), weigh(&think(all.len())));
    assert_ne!(weigh(&think(all.len())), weigh(&think(0)), "what happened before changes nothing");
}
