//! One socket, read as little as possible: the generator must not be what is measured.

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The server is gone, or has ended this connection.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the server is gone")]
pub struct Gone;

/// One socket.
pub struct Client(WebSocketStream<TcpStream>);

impl Client {
    /// Opens a socket.
    pub async fn connect(port: u16) -> Result<Self> {
        Self::connect_from(Ipv4Addr::LOCALHOST, port).await
    }

    /// Opens a socket from one of this machine's own addresses, as if it were another household's.
    pub async fn connect_from(source: Ipv4Addr, port: u16) -> Result<Self> {
        let stream = stream_from(source, port).await?;
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let url = format!("ws://127.0.0.1:{port}/ws");
        match client_async_with_config(url, stream, Some(config)).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(response)) => bail!("the server opens no socket: {}", response.status()),
            Err(_) => Err(Gone.into()),
        }
    }

    /// Sends a command.
    pub async fn say(&mut self, command: &Value) -> Result<()> {
        Ok(self.0.send(Message::text(command.to_string())).await.map_err(|_| Gone)?)
    }

    /// Sends a frame of any kind.
    pub async fn send(&mut self, frame: Message) -> Result<()> {
        Ok(self.0.send(frame).await.map_err(|_| Gone)?)
    }

    /// The next message.
    pub async fn hear(&mut self) -> Result<String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().into()),
                None | Some(Err(_) | Ok(Message::Close(_))) => return Err(Gone.into()),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits until the server asks whether this socket is there, and answers; whatever else comes is not looked at.
    pub async fn is_asked(&mut self) -> Result<()> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Ping(_))) => return Ok(self.0.flush().await.map_err(|_| Gone)?),
                None | Some(Err(_) | Ok(Message::Close(_))) => return Err(Gone.into()),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a kind, as it came.
    pub async fn until(&mut self, kind: &str) -> Result<String> {
        let start = format!("{{\"type\":\"{kind}\"");
        loop {
            let told = self.hear().await?;
            if told.starts_with(&start) {
                return Ok(told);
            }
        }
    }

    /// Sends a command and returns its answer, accepted or not.
    pub async fn ask(&mut self, command: Value) -> Result<Value> {
        self.say(&command).await?;
        loop {
            let answer: Value = serde_json::from_str(&self.until("answer").await?)?;
            if answer["id"] == command["id"] {
                return Ok(answer);
            }
        }
    }

    /// Sends a command that must be accepted.
    pub async fn done(&mut self, command: Value) -> Result<Value> {
        let answer = self.ask(command).await?;
        if answer["answer"] != "accepted" {
            bail!("refused: {answer}");
        }
        Ok(answer)
    }
}

/// Opens a stream from one of this machine's own addresses.
pub async fn stream_from(source: Ipv4Addr, port: u16) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4().map_err(|_| Gone)?;
    socket.bind((source, 0).into()).map_err(|_| Gone)?;
    let stream = socket.connect((Ipv4Addr::LOCALHOST, port).into()).await.map_err(|_| Gone)?;
    stream.set_nodelay(true).map_err(|_| Gone)?;
    Ok(stream)
}

/// A table of Stack Nabbit and the two who sit there.
pub struct Table {
    /// Its id.
    pub id: String,
    /// Their tokens.
    pub tokens: [String; 2],
    /// Their sockets.
    pub seats: [Client; 2],
}

/// Two people at a new table whose game has begun.
pub async fn seat(port: u16) -> Result<Table> {
    seat_from(Ipv4Addr::LOCALHOST, port).await
}

/// The same from one of this machine's own addresses.
pub async fn seat_from(source: Ipv4Addr, port: u16) -> Result<Table> {
    let seats = [Client::connect_from(source, port).await?, Client::connect_from(source, port).await?];
    sit_down(seats).await
}

/// The same two at another new table, on the sockets they have.
pub async fn seat_again(mut table: Table) -> Result<Table> {
    table.seats[0].done(json!({"id": "z", "type": "close", "table": table.id})).await?;
    table.seats[1].until("displaced").await?;
    sit_down(table.seats).await
}

async fn sit_down(mut seats: [Client; 2]) -> Result<Table> {
    // An id is for one command: the same two may have sat down on these sockets before.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let [a, b] = ["a", "b"].map(|id| format!("{id}{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let create = json!({"id": a, "type": "create", "game": "nabbit", "seats": 2, "name": "One", "sit": 0});
    let opened = seats[0].done(create).await?;
    let text = |value: &Value| value.as_str().map(str::to_owned).context("a table has an id and tokens");
    let id = text(&opened["table"])?;
    let joined = seats[1].done(json!({"id": b, "type": "join", "table": id, "name": "Two"})).await?;
    let tokens = [text(&opened["token"])?, text(&joined["token"])?];
    for seat in &mut seats {
        seat.done(json!({"id": "c", "type": "ready", "table": id, "ready": true})).await?;
    }
    Ok(Table { id, tokens, seats })
}

/// What is needed of a moment to go on: its sequence, and the seat that is asked.
pub fn read_moment(moment: &str) -> Option<(u64, Option<usize>)> {
    let number = |after: &str| {
        let rest = &moment[moment.find(after)? + after.len()..];
        rest[..rest.find(|letter: char| !letter.is_ascii_digit())?].parse::<u64>().ok()
    };
    Some((number("\"seq\":")?, number("\"asked\":").map(|seat| seat as usize)))
}
