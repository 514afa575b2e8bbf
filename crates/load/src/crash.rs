//! Kills the server in the middle of its work, again and again, and looks for what was lost or doubled.

use crate::client::{Client, Gone, Table, read_moment, seat};
use crate::process::Server;
use anyhow::{Result, bail, ensure};
use journal::{Journal as _, Sqlite, TableId, ask};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How many tables are played while the server dies.
const TABLES: usize = 8;

/// What happened over all cycles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// How often the server was killed.
    pub kills: u32,
    /// Moves it had acknowledged by then.
    pub acknowledged: u64,
    /// Moves under way when it died, that were kept or not.
    pub unanswered: u64,
}

/// A table over all lives of the server.
struct Known {
    id: String,
    tokens: [String; 2],
    /// The sequence each acknowledged command took.
    acknowledged: BTreeMap<String, u64>,
    /// Every move as it was sent.
    sent: BTreeMap<String, Value>,
    unanswered: Option<(usize, Value)>,
    next: u64,
    last_seq: u64,
}

impl From<&Table> for Known {
    fn from(table: &Table) -> Self {
        let (id, tokens) = (table.id.clone(), table.tokens.clone());
        let (acknowledged, sent) = Default::default();
        Self { id, tokens, acknowledged, sent, unanswered: None, next: 0, last_seq: 0 }
    }
}

/// Kills the server so many times; fails when anything acknowledged is missing, or a table does not go on.
pub async fn crash(binary: &Path, cycles: u32) -> Result<Tally> {
    let data = tempfile::tempdir()?;
    let mut tally = Tally::default();
    let (mut tables, mut ended): (Vec<Known>, Vec<Known>) = Default::default();
    for cycle in 0..cycles {
        let mut server = Server::start(binary, data.path())?;
        while tables.len() < TABLES {
            tables.push((&seat(server.port).await?).into());
        }
        let players: Vec<_> =
            tables.drain(..).map(|table| tokio::spawn(play_until_death(server.port, table))).collect();
        // Long enough for some moves, and another moment of the work each time.
        tokio::time::sleep(Duration::from_millis(60 + u64::from(cycle * 37 % 140))).await;
        server.kill()?;
        tally.kills += 1;
        for player in players {
            let (table, is_over) = player.await??;
            tally.unanswered += u64::from(table.unanswered.is_some());
            if is_over { &mut ended } else { &mut tables }.push(table);
        }
    }
    // Every table that is not over goes on once more; then the log itself is read.
    let mut server = Server::start(binary, data.path())?;
    for table in &mut tables {
        let (mut seats, _) = come_back(server.port, table).await?;
        check(table, &mut seats).await?;
    }
    server.kill()?;
    ended.append(&mut tables);
    tally.acknowledged = ended.iter().map(|table| table.acknowledged.len() as u64).sum();
    audit(data.path(), &ended).await?;
    Ok(tally)
}

/// Every acknowledged move is stored where it was said to be, and no command moved twice.
async fn audit(data: &Path, tables: &[Known]) -> Result<()> {
    let journal = Sqlite::open(data.join("journal.db"))?;
    for table in tables {
        let id: TableId = table.id.parse()?;
        let page = ask(|done| journal.read(id, 0, usize::MAX, done)).await?;
        let mut stored = BTreeMap::new();
        for event in &page.events {
            let fact: Value = serde_json::from_slice(&event.payload)?;
            if !fact["what"]["played"].is_null()
                && let Some(command) = fact["by"]["command"].as_str()
            {
                let before = stored.insert(command.to_owned(), event.seq);
                ensure!(before.is_none(), "move {command} of table {id} was made twice");
            }
        }
        for (command, seq) in &table.acknowledged {
            let found = stored.get(command);
            ensure!(found == Some(seq), "move {command} of table {id} was at {seq}: now {found:?}");
        }
    }
    Ok(())
}

/// Both people come back with their tokens; tells the moment they find.
async fn come_back(port: u16, table: &mut Known) -> Result<([Client; 2], String)> {
    let mut seats = [Client::connect(port).await?, Client::connect(port).await?];
    let mut found = String::new();
    for (place, seat) in seats.iter_mut().enumerate() {
        let token = &table.tokens[place];
        let attend = json!({"id": "in", "type": "attend", "table": table.id, "as": "place", "token": token});
        let entered = seat.done(attend).await?;
        if let Some(token) = entered["token"].as_str() {
            table.tokens[place] = token.into();
        }
        found = entered["snapshot"]["moment"].to_string();
    }
    Ok((seats, found))
}

/// Everything acknowledged is where it was said to be: the same command gets the same sequence again.
async fn check(table: &mut Known, seats: &mut [Client; 2]) -> Result<()> {
    // The house remembers the last answers of everybody.
    let recent: Vec<_> =
        table.acknowledged.iter().rev().take(8).map(|(id, seq)| (id.clone(), *seq)).collect();
    for (id, seq) in recent {
        let seat = usize::from(id.starts_with('1'));
        let answer = seats[seat].ask(table.sent[&id].clone()).await?;
        ensure!(answer["seq"] == seq, "move {id} of table {} was at {seq}: now {answer}", table.id);
    }
    if let Some((seat, command)) = table.unanswered.clone() {
        let answer = seats[seat].ask(command).await?;
        table.unanswered = None;
        if let (Some(id), Some(seq)) = (answer["id"].as_str(), answer["seq"].as_u64()) {
            table.acknowledged.insert(id.into(), seq);
        }
    }
    Ok(())
}

/// Plays until the server dies or the game is over; tells whether it is over.
async fn play_until_death(port: u16, mut table: Known) -> Result<(Known, bool)> {
    match play(port, &mut table).await {
        Ok(()) => Ok((table, true)),
        Err(error) if error.is::<Gone>() => Ok((table, false)),
        Err(error) => Err(error),
    }
}

/// Comes back, checks what is remembered, and plays to the end.
async fn play(port: u16, table: &mut Known) -> Result<()> {
    let (mut seats, _) = come_back(port, table).await?;
    check(table, &mut seats).await?;
    // A repeated move may have been made only now: look again.
    let (mut seats, mut moment) = come_back(port, table).await?;
    loop {
        let Some((seq, asked)) = read_moment(&moment) else { bail!("table {} has no moment", table.id) };
        ensure!(seq >= table.last_seq, "table {} went back from {} to {seq}", table.id, table.last_seq);
        table.last_seq = seq;
        let Some(asked) = asked else { return Ok(()) };
        table.next += 1;
        let mv = if table.next.is_multiple_of(2) { "flip" } else { "stop" };
        let id = format!("{asked}-{:06}", table.next);
        let play = json!({"id": id, "type": "play", "table": table.id, "after": seq, "move": mv});
        table.sent.insert(id.clone(), play.clone());
        table.unanswered = Some((asked, play.clone()));
        let answer = seats[asked].ask(play).await?;
        table.unanswered = None;
        match answer["seq"].as_u64() {
            Some(seq) => drop(table.acknowledged.insert(id, seq)),
            None => ensure!(answer["code"] == "stale", "table {}: {answer}", table.id),
        }
        moment = seats[asked].until("moment").await?;
    }
}
