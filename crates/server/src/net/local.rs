//! The door of whoever runs the house: a socket in the data directory, which only its owner can open.
//!
//! One line of JSON asks, and lines of JSON answer: any number of `step`s, then `done` or `failed`.

use crate::house::{House, lock};
use crate::protocol::{Phase, RecordInfo, TableInfo};
use journal::{Copied, Sqlite, TableId};
use serde::{Deserialize, Serialize};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tracing::{debug, info, warn};

/// The socket's name in the data directory.
pub const NAME: &str = "house.socket";
/// How often a table that is busy is asked to close, and whoever waits for a backup is told how far it is.
const AGAIN: Duration = Duration::from_millis(50);
const TELL: Duration = Duration::from_millis(250);

/// What somebody who runs the house can ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// All tables in memory.
    List,
    /// One table.
    Show {
        /// Which one.
        table: TableId,
    },
    /// The record of an ended game.
    Export {
        /// Which one.
        table: TableId,
    },
    /// Closes a table, whatever goes on there.
    Close {
        /// Which one.
        table: TableId,
    },
    /// Copies everything into a new directory, while people play.
    Backup {
        /// The directory, as the house's own process finds it.
        to: PathBuf,
    },
}

/// What the house says to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Report {
    /// How far it is.
    Step {
        /// Logs copied so far.
        logs: u64,
        /// Events in them.
        events: u64,
    },
    /// Tables, or the one that was asked for.
    Tables {
        /// Those looked at now first, then the last ones looked at.
        tables: Vec<Seen>,
    },
    /// A record.
    Record {
        /// With all that was hidden.
        record: Box<RecordInfo>,
    },
    /// All of it is copied, but for what is damaged.
    Copied {
        /// Logs in the copy.
        logs: u64,
        /// Events in them.
        events: u64,
        /// Tables that are damaged in the house, and not in the copy.
        damaged: Vec<TableId>,
    },
    /// Done.
    Done,
    /// Not done, and why.
    Failed {
        /// In words for people.
        text: String,
    },
}

/// A table as whoever runs the house sees it: who is there, and nothing of what they hold or say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// What everybody may know.
    #[serde(flatten)]
    pub info: TableInfo,
    /// Whether anybody looks at it now.
    pub is_attended: bool,
    /// How long nobody has, in seconds.
    pub quiet_s: u64,
}

impl Report {
    /// Whether nothing comes after it.
    pub fn is_last(&self) -> bool {
        !matches!(self, Self::Step { .. })
    }

    fn failed(text: impl ToString) -> Self {
        Self::Failed { text: text.to_string() }
    }
}

/// Opens the door in a data directory; it is gone with the process.
pub fn open(directory: &Path, house: &Arc<House>) -> Result<()> {
    let path = directory.join(NAME);
    // One that was left behind by a process that is gone: the journal's lock has shown that nobody else is here.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&path)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
    let house = Arc::downgrade(house);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Some(house) = house.upgrade() else { return };
            tokio::spawn(async move {
                if let Err(error) = answer(stream, &house).await {
                    debug!(%error, "whoever runs the house went away");
                }
            });
        }
    });
    Ok(())
}

/// Asks the house whose data lie in that directory, tells every step, and returns its last word.
pub async fn ask(directory: &Path, order: &Order, mut tell: impl FnMut(&Report)) -> Result<Report> {
    let mut stream = UnixStream::connect(directory.join(NAME)).await?;
    let mut line = serde_json::to_string(order)?;
    line.push('\n');
    stream.write_all(line.as_bytes()).await?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next_line().await? {
        let report: Report = serde_json::from_str(&line)?;
        if report.is_last() {
            return Ok(report);
        }
        tell(&report);
    }
    Err(Error::new(ErrorKind::UnexpectedEof, "the house ended before it was done"))
}

async fn answer(stream: UnixStream, house: &Arc<House>) -> Result<()> {
    let (from, mut to) = stream.into_split();
    let line = BufReader::new(from).lines().next_line().await?.unwrap_or_default();
    let last = match serde_json::from_str(&line) {
        Ok(Order::Backup { to: place }) => back_up(house, &place, &mut to).await,
        Ok(order) => carry_out(house, order).await,
        Err(error) => Report::failed(format!("this cannot be read: {error}")),
    };
    say(&mut to, &last).await
}

async fn say(to: &mut tokio::net::unix::OwnedWriteHalf, report: &Report) -> Result<()> {
    let mut line = serde_json::to_string(report)?;
    line.push('\n');
    to.write_all(line.as_bytes()).await
}

async fn carry_out(house: &Arc<House>, order: Order) -> Report {
    match order {
        Order::List => Report::Tables { tables: house.seen(None) },
        Order::Show { table } => match house.seen(Some(table)) {
            tables if tables.is_empty() => nowhere(table),
            tables => Report::Tables { tables },
        },
        Order::Export { table } => match house.recall(table).await {
            Ok(room) => match lock(&room).past() {
                Some(past) => Report::Record { record: Box::new(past.record()) },
                None => Report::failed("the game is not over yet: its record would tell what is hidden"),
            },
            Err(_) => nowhere(table),
        },
        Order::Close { table } => match house.close(table).await {
            true => Report::Done,
            false => nowhere(table),
        },
        Order::Backup { .. } => Report::failed("a backup is told step by step"),
    }
}

fn nowhere(table: TableId) -> Report {
    Report::failed(format!("there is no open table {table}: `stackhouse house list` shows those there are"))
}

/// Copies all logs into a journal of its own, at a place where there is none.
async fn back_up(house: &Arc<House>, place: &Path, to: &mut tokio::net::unix::OwnedWriteHalf) -> Report {
    let (steps, mut told) = tokio::sync::watch::channel(Copied::default());
    let work = back_up_into(house, place, move |copied| drop(steps.send(copied.clone())));
    let mut work = std::pin::pin!(work);
    let mut last = Instant::now();
    loop {
        tokio::select! {
            copied = &mut work => return copied,
            Ok(()) = told.changed(), if last.elapsed() > TELL => {
                last = Instant::now();
                let Copied { logs, events, .. } = told.borrow_and_update().clone();
                // Whoever asked may be gone; the backup is made all the same.
                drop(say(to, &Report::Step { logs, events }).await);
            }
            () = tokio::time::sleep(TELL) => {}
        }
    }
}

async fn back_up_into(house: &House, place: &Path, tell: impl FnMut(&Copied)) -> Report {
    let file = place.join("journal.db");
    if file.exists() {
        return Report::failed(format!(
            "there is a house in {} already: choose another place",
            place.display()
        ));
    }
    let target = match Sqlite::open(&file) {
        Ok(target) => target,
        Err(error) => return Report::failed(error),
    };
    match journal::copy(&*house.journal, &target, tell).await {
        Ok(Copied { logs, events, damaged }) => {
            info!(logs, events, damaged = damaged.len(), "a backup was made");
            Report::Copied { logs, events, damaged }
        }
        Err(error) => {
            warn!(%error, "a backup failed");
            Report::failed(error)
        }
    }
}

impl House {
    /// The tables in memory, or that one of them.
    fn seen(&self, only: Option<TableId>) -> Vec<Seen> {
        let now_ms = self.world.now_ms();
        let mut rooms: Vec<_> = match only {
            Some(table) => self.room(table).into_iter().collect(),
            None => crate::house::read(&self.rooms).values().cloned().collect(),
        };
        let mut seen: Vec<Seen> = rooms
            .drain(..)
            .map(|room| {
                let room = lock(&room);
                let (is_attended, quiet_s) = (room.is_attended(), room.quiet_ms(now_ms) / 1000);
                Seen { info: room.info(), is_attended, quiet_s }
            })
            .collect();
        seen.sort_by_key(|seen| (!seen.is_attended, seen.quiet_s, seen.info.table));
        seen
    }

    /// Closes a table as soon as nothing of it waits to be stored; tells whether there was one.
    async fn close(self: &Arc<Self>, table: TableId) -> bool {
        let Some(room) = self.room(table) else { return false };
        while lock(&room).state().phase() != Phase::Closed {
            self.shut(table);
            tokio::time::sleep(AGAIN).await;
        }
        info!(%table, "a table was closed by whoever runs the house");
        true
    }
}
