//! The whole of a table under simulated time and a seeded network.
//!
//! Clients connect, lose their connections, come back with their tokens and send again what was not answered. Messages
//! of a connection are delayed; a lost connection loses what was under way in both directions. The house crashes at
//! any point between handing an append out and hearing that it was stored, before or after the journal has it, and
//! starts again from the journal. Bots think for as long as they like. Whatever happens:
//! one linear history, no accepted move lost or doubled, and the same seed gives the same trace.

use journal::{Append, Journal as _, Memory, TableId, wait};
use serde_json::{Value, json};
use server::fact::{Fact, What};
use server::opening_facts;
use server::room::{Input, Output, Pace, Room, Think};
use server::wire::{BotLevel, BotSeat, ClockSettings, Opening, Phase, Request, Visibility};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use table::nature::{Dice, below, dice};
use table::{Rng as _, Seat};

const TABLE: TableId = TableId::from_bytes([5; 16]);
const GAMES: [(&str, u8); 4] = [("nabbit", 3), ("push", 3), ("stacks", 3), ("nuts", 4)];

enum Happening {
    /// A message reaches the house.
    ToHouse(u64, Value),
    /// A message reaches a client.
    ToClient(u64, Value),
    /// The journal gets an append of the house in its present life.
    ToJournal(u32, Append),
    /// The house hears of it.
    Stored(u32, Result<journal::Head, journal::JournalError>),
    Thought(u32, Seat, u64, Option<String>),
    Wake(u32),
    /// A client looks at what it knows and does something.
    Act(usize),
    Crash,
}

#[derive(Default)]
struct Client {
    name: String,
    token: Option<String>,
    /// The open connection, and whether the house has let it in.
    connection: Option<u64>,
    is_in: bool,
    seq: u64,
    moves: Vec<Value>,
    may_act: bool,
    /// The command under way, with its id.
    unanswered: Option<Value>,
    is_ready: bool,
    /// Every accepted move: the command's id and the sequence it took.
    accepted: BTreeMap<String, u64>,
    /// What it saw at each sequence.
    views: BTreeMap<u64, Value>,
}

struct World {
    rng: Dice,
    now_ms: u64,
    order: u64,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    happenings: HashMap<u64, Happening>,
    journal: Memory,
    room: Room,
    life: u32,
    clients: Vec<Client>,
    owners: HashMap<u64, usize>,
    /// When the last message of a connection arrives, by direction: messages do not overtake each other.
    arrivals: HashMap<(u64, bool), u64>,
    next_connection: u64,
    next_id: u32,
    trace: u64,
    crashes: u32,
    /// Whether the house tells of a move before the journal has it, which it must never do.
    is_hasty: bool,
}

impl World {
    fn new(seed: u64, is_hasty: bool) -> Self {
        let mut rng = dice(seed, 0);
        let (game, seats) = GAMES[below(&mut rng, 4) as usize];
        let seat = |number: u8| Seat::new(number).unwrap();
        let opening = Opening {
            game: game.into(),
            seats,
            options: None,
            visibility: Visibility::Private,
            clocks: ClockSettings { turn_s: Some(60), game_s: Some(600), window_s: 3, grace_s: 20 },
            bots: vec![BotSeat { seat: seat(seats - 1), level: BotLevel::Easy }],
            name: "Host".into(),
            sit: Some(seat(0)),
            seed: None,
        };
        let (facts, token) = opening_facts(&opening, 1000, [seed as u8; 32]).unwrap();
        let journal = Memory::new();
        wait(|done| journal.append(Append::after(0, TABLE, facts.iter().map(Fact::to_entry)), done)).unwrap();
        let room = Room::new(TABLE, &facts, 1000, [7; 32], pace()).unwrap();
        let mut clients: Vec<_> = (0..seats - 1).map(|_| Client::default()).collect();
        for (number, client) in clients.iter_mut().enumerate() {
            client.name = format!("Guest {number}");
        }
        clients[0].token = Some(token);
        let mut world = Self {
            rng,
            now_ms: 1000,
            order: 0,
            queue: BinaryHeap::new(),
            happenings: HashMap::new(),
            journal,
            room,
            life: 0,
            clients,
            owners: HashMap::new(),
            arrivals: HashMap::new(),
            next_connection: 1,
            next_id: 0,
            trace: 0,
            crashes: 0,
            is_hasty,
        };
        for client in 0..world.clients.len() {
            world.soon(500, Happening::Act(client));
        }
        world.soon(4000, Happening::Crash);
        world
    }

    fn chance(&mut self, percent: u32) -> bool {
        below(&mut self.rng, 100) < percent
    }

    fn at(&mut self, at_ms: u64, happening: Happening) {
        self.order += 1;
        self.queue.push(Reverse((at_ms, self.order)));
        self.happenings.insert(self.order, happening);
    }

    /// Lets something happen within some time.
    fn soon(&mut self, within_ms: u32, happening: Happening) {
        let delay = u64::from(below(&mut self.rng, within_ms) + 1);
        self.at(self.now_ms + delay, happening);
    }

    /// Lets a message of a connection arrive after the ones before it.
    fn carry(&mut self, connection: u64, is_to_house: bool, message: Value) {
        let delay = u64::from(below(&mut self.rng, 80) + 1);
        let arrival = self.arrivals.entry((connection, is_to_house)).or_default();
        *arrival = (*arrival).max(self.now_ms + delay);
        let at_ms = *arrival;
        let happening = match is_to_house {
            true => Happening::ToHouse(connection, message),
            false => Happening::ToClient(connection, message),
        };
        self.at(at_ms, happening);
    }

    fn note(&mut self, what: &str) {
        for byte in what.bytes().chain(self.now_ms.to_le_bytes()) {
            self.trace = (self.trace ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn feed(&mut self, input: Input) {
        let mut out = Vec::new();
        self.room.take(self.now_ms, input, &mut out);
        self.perform(out);
    }

    fn perform(&mut self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Send { to, text } => {
                    self.note(&text);
                    let message: Value = serde_json::from_str(&text).unwrap();
                    for connection in to {
                        self.carry(connection, false, message.clone());
                    }
                }
                Output::Append(append) => {
                    let life = self.life;
                    if self.is_hasty {
                        let seq = append.after + append.entries.len() as u64;
                        let hash = journal::Hash([0; 32]);
                        let head = journal::Head { table: TABLE, seq, hash, is_closed: false };
                        self.soon(2, Happening::Stored(life, Ok(head)));
                    }
                    self.soon(30, Happening::ToJournal(life, append));
                }
                Output::Read(after) => {
                    let facts = self.facts(after);
                    self.feed(Input::Missed(facts));
                }
                Output::Think(think) => self.think(&think),
                Output::Wake { at_ms } => {
                    let life = self.life;
                    self.at(at_ms.max(self.now_ms), Happening::Wake(life));
                }
                _ => {}
            }
        }
    }

    fn think(&mut self, think: &Think) {
        let mut own = dice(think.seed, 1);
        let mv = think.table.pick(think.seat, &mut own);
        let life = self.life;
        self.soon(1500, Happening::Thought(life, think.seat, think.since, mv));
    }

    fn facts(&self, after: u64) -> Vec<Fact> {
        let page = wait(|done| self.journal.read(TABLE, after, usize::MAX, done)).unwrap();
        page.events.iter().map(|event| Fact::from_stored(event.version, &event.payload).unwrap()).collect()
    }

    /// The house dies and starts again; every connection is lost.
    fn crash(&mut self) {
        self.crashes += 1;
        self.life += 1;
        for client in 0..self.clients.len() {
            self.lose(client);
        }
        let facts = self.facts(0);
        let seed = self.rng.next_u64().to_le_bytes().repeat(4);
        let seed: [u8; 32] = seed.try_into().unwrap();
        self.room = Room::new(TABLE, &facts, self.now_ms, seed, pace()).unwrap();
        let mut out = Vec::new();
        self.room.resume(self.now_ms, &mut out);
        self.perform(out);
    }

    fn lose(&mut self, client: usize) {
        let client = &mut self.clients[client];
        client.is_in = false;
        if let Some(connection) = client.connection.take() {
            self.owners.remove(&connection);
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            // What arrives from or for a lost connection is lost.
            Happening::ToHouse(connection, message) => {
                if self.owners.contains_key(&connection) {
                    let request: Request = serde_json::from_value(message).unwrap();
                    self.feed(Input::Ask { from: connection, id: request.id, command: request.command });
                }
            }
            Happening::ToClient(connection, message) => {
                if let Some(client) = self.owners.get(&connection).copied() {
                    self.hear(client, &message);
                }
            }
            Happening::ToJournal(life, append) => {
                // A dying house may or may not have handed its last append on.
                if life == self.life || self.chance(50) {
                    let answer = wait(|done| self.journal.append(append, done));
                    if !self.is_hasty {
                        self.soon(30, Happening::Stored(life, answer));
                    }
                }
            }
            Happening::Stored(life, answer) if life == self.life => self.feed(Input::Stored(answer)),
            Happening::Thought(life, seat, since, mv) if life == self.life => {
                self.feed(Input::Thought { seat, since, mv });
            }
            Happening::Wake(life) if life == self.life => self.feed(Input::Woken),
            Happening::Stored(..) | Happening::Thought(..) | Happening::Wake(_) => {}
            Happening::Act(client) => {
                self.act(client);
                self.soon(400, Happening::Act(client));
            }
            Happening::Crash => {
                self.crash();
                self.soon(20_000, Happening::Crash);
            }
        }
    }

    fn hear(&mut self, number: usize, message: &Value) {
        let client = &mut self.clients[number];
        match message["type"].as_str().unwrap() {
            "answer" => client.answered(message),
            "moment" => client.look(message),
            "displaced" => {
                self.feed(Input::Lost(self.clients[number].connection.unwrap()));
                self.lose(number);
            }
            _ => {}
        }
    }

    /// A client comes in, sends again what was not answered, gets ready, or moves; now and then its connection breaks.
    fn act(&mut self, number: usize) {
        if self.clients[number].connection.is_some() && self.chance(3) {
            let connection = self.clients[number].connection.unwrap();
            self.lose(number);
            // The house notices at once, later, or when the connection is replaced.
            if self.chance(70) {
                self.feed(Input::Lost(connection));
            }
            return;
        }
        if self.clients[number].connection.is_none() {
            let connection = self.next_connection;
            self.next_connection += 1;
            self.owners.insert(connection, number);
            self.clients[number].connection = Some(connection);
        }
        let connection = self.clients[number].connection.unwrap();
        let is_repeated = self.chance(20);
        let id = {
            self.next_id += 1;
            self.next_id.to_string()
        };
        let client = &mut self.clients[number];
        if let Some(command) = &client.unanswered {
            let is_entering = matches!(command["type"].as_str(), Some("attend" | "join"));
            // Only somebody who is in can be known again.
            if client.is_in || is_entering {
                let command = command.clone();
                if is_repeated || !client.is_in {
                    self.carry(connection, true, command);
                }
                return;
            }
        }
        if !client.is_in {
            let enter = match &client.token {
                Some(token) => {
                    json!({"type": "attend", "as": "place", "token": token, "after": client.seq})
                }
                None => json!({"type": "join", "name": client.name, "seed": format!("{number:064}")}),
            };
            return self.ask(number, connection, id, enter, client_is_entering(&self.clients[number]));
        }
        let pick = below(&mut self.rng, 1000) as usize;
        let client = &mut self.clients[number];
        if !client.is_ready {
            client.is_ready = true;
            return self.ask(number, connection, id, json!({"type": "ready", "ready": true}), true);
        }
        if client.may_act {
            let mv = client.moves[pick % client.moves.len()].clone();
            let play = json!({"type": "play", "after": client.seq, "move": mv});
            return self.ask(number, connection, id, play, true);
        }
        // Somebody a bot stood in for takes the seat back.
        if pick < 30 {
            self.ask(number, connection, id, json!({"type": "stand", "bot": null}), true);
        }
    }

    fn ask(&mut self, number: usize, connection: u64, id: String, mut command: Value, keep: bool) {
        command["id"] = json!(id);
        command["table"] = json!(TABLE.to_string());
        if keep {
            self.clients[number].unanswered = Some(command.clone());
        }
        if self.chance(10) {
            self.carry(connection, true, command.clone());
        }
        self.carry(connection, true, command);
    }

    fn run(&mut self) {
        for _ in 0..60_000 {
            let Some(Reverse((at_ms, order))) = self.queue.pop() else { break };
            self.now_ms = at_ms;
            let happening = self.happenings.remove(&order).expect("what was planned happens once");
            self.happen(happening);
            if self.room.state().phase() == Phase::Over {
                break;
            }
        }
    }

    /// What must hold whatever happened.
    fn check(&self) {
        let facts = self.facts(0);
        let mut taken: BTreeMap<(u32, String), u64> = BTreeMap::new();
        for (place, fact) in facts.iter().enumerate() {
            if let (Some(by), What::Played { .. }) = (&fact.by, &fact.what) {
                let doubled = taken.insert((by.person, by.command.clone()), place as u64 + 1);
                assert_eq!(doubled, None, "command {} moved twice", by.command);
            }
        }
        let stored: BTreeMap<_, _> =
            taken.iter().map(|((_, command), seq)| (command.clone(), *seq)).collect();
        for client in &self.clients {
            for (command, seq) in &client.accepted {
                assert_eq!(
                    stored.get(command),
                    Some(seq),
                    "accepted move {command} is not where it was said to be"
                );
            }
        }
        let again = Room::new(TABLE, &facts, self.now_ms, [0; 32], pace()).unwrap();
        if again.state().seq == self.room.state().seq {
            let state = |room: &Room| room.state().play.as_ref().map(|play| play.state());
            assert_eq!(state(&again), state(&self.room));
        }
    }
}

fn client_is_entering(client: &Client) -> bool {
    client.token.is_none()
}

fn pace() -> Pace {
    Pace { least_ms: 300, spread_ms: 400 }
}

impl Client {
    fn answered(&mut self, answer: &Value) {
        if answer["outcome"] == "entered" {
            self.token = Some(answer["token"].as_str().unwrap().into());
            self.is_in = true;
            self.is_ready = answer["snapshot"]["info"]["phase"] != "waiting";
            if answer["snapshot"]["moment"] != Value::Null {
                self.look(&answer["snapshot"]["moment"]);
            }
        }
        if answer["code"] == "bad-token" {
            panic!("somebody was locked out: {answer}");
        }
        let Some(command) = &self.unanswered else { return };
        if command["id"] != answer["id"] {
            return;
        }
        if command["type"] == "play" && answer["answer"] == "accepted" {
            self.accepted.insert(answer["id"].as_str().unwrap().into(), answer["seq"].as_u64().unwrap());
        }
        if answer["code"] == "not-attending" {
            self.is_in = false;
        }
        self.unanswered = None;
    }

    fn look(&mut self, moment: &Value) {
        let seq = moment["seq"].as_u64().unwrap();
        assert!(seq >= self.seq, "a viewer goes only forward: {seq} after {}", self.seq);
        self.seq = seq;
        self.moves = moment["moves"]["list"].as_array().unwrap().clone();
        self.may_act = !self.moves.is_empty();
        if let Some(before) = self.views.insert(seq, moment["view"].clone()) {
            assert_eq!(before, moment["view"], "one sequence, one view");
        }
    }
}

fn run(seed: u64, is_hasty: bool) -> (u64, bool, u32) {
    let mut world = World::new(seed, is_hasty);
    world.run();
    world.check();
    (world.trace, world.room.state().phase() == Phase::Over, world.crashes)
}

#[test]
fn nothing_accepted_is_lost_or_doubled_whatever_breaks() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(40);
    let (mut ended, mut crashes) = (0, 0);
    for seed in 0..seeds {
        let result = std::panic::catch_unwind(|| run(seed, false));
        let (_, is_over, died) = result.unwrap_or_else(|_| panic!("with seed {seed}"));
        ended += u64::from(is_over);
        crashes += died;
    }
    assert!(ended * 2 > seeds, "most games come to their end: {ended} of {seeds}");
    assert!(crashes > 0);
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    for seed in 0..5 {
        assert_eq!(run(seed, false), run(seed, false));
    }
}

#[test]
fn a_house_that_answers_before_it_has_stored_is_found_out() {
    let is_found_out = |seed| std::panic::catch_unwind(|| run(seed, true)).is_err();
    assert!((0..20).any(is_found_out), "a test that cannot fail shows nothing");
}
