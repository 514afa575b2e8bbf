//! A real listener on a free port, and clients of it.

#![allow(dead_code, reason = "every test file takes what it needs of this")]

use futures_util::{SinkExt as _, StreamExt as _};
use journal::Journal;
use serde_json::{Value, json};
use server::net::{Server, ServerSettings};
use server::room::Pace;
use server::{ByChance, Environment, House, Limits, Players, RealEnvironment};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

/// A house that people can reach.
pub(crate) struct Running {
    pub(crate) house: Arc<House>,
    pub(crate) address: SocketAddr,
    pub(crate) stop: CancellationToken,
    pub(crate) task: tokio::task::JoinHandle<()>,
}

/// A house in the real world whose bots play by chance.
pub(crate) async fn start(journal: Arc<dyn Journal>, limits: Limits) -> Running {
    start_in(journal, limits, Arc::new(ByChance), Arc::new(RealEnvironment)).await
}

/// A house in a world of the test's making.
pub(crate) async fn start_in(
    journal: Arc<dyn Journal>,
    limits: Limits,
    players: Arc<dyn Players>,
    world: Arc<dyn Environment>,
) -> Running {
    start_with(ServerSettings::at(([127, 0, 0, 1], 0).into(), limits), journal, players, world).await
}

/// A house with settings of the test's making.
pub(crate) async fn start_with(
    settings: ServerSettings,
    journal: Arc<dyn Journal>,
    players: Arc<dyn Players>,
    world: Arc<dyn Environment>,
) -> Running {
    let house = House::open(journal, players.clone(), world, Pace::AT_ONCE).await.unwrap();
    let server = Server::bind(house.clone(), players, settings).await.unwrap();
    let (address, stop) = (server.address().unwrap(), server.stopper());
    Running { house, address, stop, task: tokio::spawn(server.run()) }
}

/// Limits that a busy test does not meet.
pub(crate) fn generous() -> Limits {
    let mut limits = Limits::default();
    let Limits { commands, incoming, messages, refusals, chat, tables, questions, requests, lookups, .. } =
        &mut limits;
    for rate in [commands, incoming, messages, refusals, chat, tables, questions, requests, lookups] {
        rate.burst = 1_000_000;
    }
    limits.tables_per_address = 1_000_000;
    limits
}

/// One socket.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u32,
    /// Messages that came while an answer was waited for.
    pub(crate) heard: Vec<Value>,
    /// Every text that came, as it came.
    pub(crate) raw: Vec<String>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.unwrap();
        let mut client = Self { socket, next: 0, heard: Vec::new(), raw: Vec::new() };
        assert_eq!(client.hear().await["type"], "welcome");
        client
    }

    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            match self.socket.next().await.unwrap().unwrap() {
                Message::Text(text) => {
                    self.raw.push(text.as_str().into());
                    return serde_json::from_str(&text).unwrap();
                }
                Message::Close(_) => return json!({"type": "closed"}),
                _ => {}
            }
        }
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Asks, and returns the answer.
    pub(crate) async fn ask(&mut self, mut command: Value) -> Value {
        self.next += 1;
        command["id"] = json!(self.next.to_string());
        self.say(&command.to_string()).await;
        self.answer(command["id"].as_str().unwrap()).await
    }

    /// Waits for the answer to the command of that id.
    pub(crate) async fn answer(&mut self, id: &str) -> Value {
        loop {
            let told = self.hear().await;
            if told["type"] == "answer" && told["id"] == id {
                return told;
            }
            self.heard.push(told);
        }
    }

    /// The next message of a kind.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        if let Some(place) = self.heard.iter().position(|told| told["type"] == kind) {
            return self.heard.remove(place);
        }
        loop {
            let told = self.hear().await;
            if told["type"] == kind {
                return told;
            }
            self.heard.push(told);
        }
    }
}

/// A table of Stack Nabbit for two that the lobby lists.
pub(crate) fn nabbit() -> Value {
    json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Hazel", "sit": 0, "visibility": "open"})
}

/// One HTTP request; returns its head in lower case and its body.
pub(crate) async fn get(address: SocketAddr, path: &str, host: &str) -> (String, String) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_ascii_lowercase(), body.to_owned())
}

pub(crate) async fn get_json(address: SocketAddr, path: &str) -> Value {
    let (head, body) = get(address, path, "localhost").await;
    serde_json::from_str(&body).unwrap_or_else(|_| panic!("{head}\n{body}"))
}
