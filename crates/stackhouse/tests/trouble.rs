//! The real binary in trouble: files that may not grow, a process that is stopped, a data directory that is not whole or
//! cannot be written.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use journal::{Journal as _, Sqlite, TableId, ask};
use load::client::{Client, Table, read_moment, seat};
use load::process::Server;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{ChildStderr, Command, Stdio};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const BINARY: &str = env!("CARGO_BIN_EXE_stackhouse");

fn serve(data: &Path) -> Command {
    let mut command = Command::new(BINARY);
    command.args(["serve", "--port", "0", "--no-limits", "--data"]).arg(data).stderr(Stdio::piped());
    command
}

fn start(data: &Path) -> (Server, Pid) {
    let mut server = Server::of(serve(data)).unwrap();
    let pid = Pid::from_child(server.process());
    (server, pid)
}

/// A server that asks quiet connections every second whether they are there.
fn asks_every_second(data: &Path) -> Server {
    let mut command = serve(data);
    command.args(["--quiet-ms", "1000"]);
    Server::of(command).unwrap()
}

/// Returns when a server that runs has asked a quiet connection four times.
async fn three_seconds_pass_elsewhere() {
    let data = tempfile::tempdir().unwrap();
    let server = asks_every_second(data.path());
    let mut client = Client::connect(server.port).await.unwrap();
    for _ in 0..4 {
        client.is_asked().await.unwrap();
    }
}

/// What a server says to whoever runs it.
struct Log {
    stderr: BufReader<ChildStderr>,
    said: String,
}

impl Log {
    fn of(server: &mut Server) -> Self {
        Self { stderr: BufReader::new(server.process().stderr.take().unwrap()), said: String::new() }
    }

    /// Waits until something is said.
    fn wait_for(&mut self, text: &str) {
        while !self.said.contains(text) {
            assert_ne!(self.stderr.read_line(&mut self.said).unwrap(), 0, "it ended: {}", self.said);
        }
    }

    /// Ends the server and tells all it said.
    fn end(mut self, mut server: Server) -> String {
        server.kill().unwrap();
        self.stderr.read_to_string(&mut self.said).unwrap();
        self.said
    }
}

/// Starts a server that must not come up, and returns why.
fn refused(mut command: Command) -> String {
    let output = command.stdout(Stdio::null()).output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

async fn get(port: u16, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.into())
}

/// Lets the process write files of so many bytes, or as large as it likes.
fn limit_files(pid: Pid, bytes: Option<u64>) {
    let maximum =
        prlimit(Some(pid), Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap().maximum;
    assert_eq!(maximum, None, "this test needs to lift its own limit again");
}

/// Who is asked at a table, as the first seat sees it now.
async fn look(table: &mut Table) -> (u64, usize) {
    let (moment, _) = look_again(table).await;
    let (seq, asked) = read_moment(&moment).unwrap();
    (seq, asked.unwrap())
}

/// The moment and the whole table, as the first seat sees it now.
async fn look_again(table: &mut Table) -> (String, Value) {
    let token = &table.tokens[0];
    let attend = json!({"id": token, "type": "attend", "table": table.id, "as": "place", "token": token});
    let entered = table.seats[0].done(attend).await.unwrap();
    table.tokens[0] = entered["token"].as_str().unwrap().into();
    (entered["snapshot"]["moment"].to_string(), entered["snapshot"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_on_file_sizes_ends_nothing_and_is_over_when_it_is_lifted() {
    let data = tempfile::tempdir().unwrap();
    let (mut server, pid) = start(data.path());
    let mut log = Log::of(&mut server);
    let mut table = seat(server.port).await.unwrap();
    let (seq, asked) = look(&mut table).await;
    let play = |id: &str| json!({"id": id, "type": "play", "table": table.id, "after": seq, "move": "flip"});
    let (first, again) = (play("first"), play("again"));

    limit_files(pid, Some(1));
    let answer = table.seats[asked].ask(first).await.unwrap();
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("cannot write to its disk") && !text.contains("SQL"), "{answer}");
    assert_eq!(answer["code"], "busy");
    let (status, body) = get(server.port, "/readyz").await;
    assert!(status == 503 && body.contains("disk"), "{status} {body}");
    let place = data.path().to_str().unwrap();
    assert!(!body.contains(place), "where the files lie is the house's own business: {body}");
    let quick = json!({"id": "q", "type": "quick-match", "game": "push", "name": "Moss"});
    let say = json!({"id": "say", "type": "chat", "table": table.id, "text": "hello"});
    for command in [quick, say.clone()] {
        let answer = table.seats[asked].ask(command).await.unwrap();
        assert!(answer["code"] == "busy" && !answer["text"].as_str().unwrap().contains(place), "{answer}");
    }
    let (_, metrics) = get(server.port, "/metrics").await;
    assert!(metrics.contains("\nstackhouse_journal_writable 0\n"), "{metrics}");
    log.wait_for("nothing can be kept");
    // It is told once, however often it is tried.
    let failures = |metrics: &str| -> u64 {
        let line =
            metrics.lines().find(|line| line.starts_with("stackhouse_journal_failures_total")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    while failures(&get(server.port, "/metrics").await.1) < 5 {
        tokio::task::yield_now().await;
    }

    limit_files(pid, None);
    while get(server.port, "/readyz").await.0 != 200 {
        tokio::task::yield_now().await;
    }
    let answer = table.seats[asked].ask(again).await.unwrap();
    assert_eq!(answer["outcome"], "stored", "{answer}");
    let (_, metrics) = get(server.port, "/metrics").await;
    assert!(metrics.contains("\nstackhouse_journal_writable 1\n") && failures(&metrics) >= 5, "{metrics}");
    log.wait_for("everything is kept again");
    // What was not kept was said to nobody, and is said once.
    for _ in 0..2 {
        assert_eq!(table.seats[asked].ask(say.clone()).await.unwrap()["outcome"], "done");
    }
    let (_, snapshot) = look_again(&mut table).await;
    assert_eq!(snapshot["chat"].as_array().unwrap().len(), 1, "{snapshot}");
    let log = log.end(server);
    assert_eq!((log.matches("nothing can be kept").count(), log.contains("panicked")), (1, false), "{log}");

    let journal = Sqlite::open(data.path().join("journal.db")).unwrap();
    let id: TableId = table.id.parse().unwrap();
    let page = ask(|done| journal.read(id, 0, usize::MAX, done)).await.unwrap();
    let fact = |seq: u64| serde_json::from_slice::<Value>(&page.events[seq as usize - 1].payload).unwrap();
    assert_eq!(fact(answer["seq"].as_u64().unwrap())["by"]["command"], "again");
    assert!(page.events.iter().all(|event| !event.payload.windows(7).any(|part| part == b"\"first\"")));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_a_turn_to_a_process_that_was_stopped() {
    let data = tempfile::tempdir().unwrap();
    let (mut server, pid) = start(data.path());
    let mut log = Log::of(&mut server);
    let mut seats =
        [Client::connect(server.port).await.unwrap(), Client::connect(server.port).await.unwrap()];
    let create = json!({"id": "a", "type": "create", "game": "nabbit", "seats": 2, "name": "One", "sit": 0,
        "clocks": {"turn_s": 600}});
    let table = seats[0].done(create).await.unwrap()["table"].as_str().unwrap().to_owned();
    seats[1].done(json!({"id": "b", "type": "join", "table": table, "name": "Two"})).await.unwrap();
    for seat in &mut seats {
        seat.done(json!({"id": "c", "type": "ready", "table": table, "ready": true})).await.unwrap();
    }
    let moment = seats[0].until("moment").await.unwrap();
    let (seq, asked) = read_moment(&moment).unwrap();
    let asked = asked.unwrap();
    let ends_at_ms = |moment: &str| {
        let moment: Value = serde_json::from_str(moment).unwrap();
        moment["clocks"]["turn_ends_at_ms"].as_u64().unwrap()
    };
    let before_ms = ends_at_ms(&moment);

    kill_process(pid, Signal::STOP).unwrap();
    three_seconds_pass_elsewhere().await;
    kill_process(pid, Signal::CONT).unwrap();

    let after_ms = ends_at_ms(&seats[0].until("moment").await.unwrap());
    assert!(after_ms >= before_ms + 3000, "{before_ms} became {after_ms}");
    let play = json!({"id": "d", "type": "play", "table": table, "after": seq, "move": "stop"});
    assert_eq!(seats[asked].ask(play).await.unwrap()["outcome"], "stored");
    log.wait_for("stood still");
    log.end(server);

    let journal = Sqlite::open(data.path().join("journal.db")).unwrap();
    let page = ask(|done| journal.read(table.parse().unwrap(), 0, usize::MAX, done)).await.unwrap();
    let facts: Vec<Value> =
        page.events.iter().map(|event| serde_json::from_slice(&event.payload).unwrap()).collect();
    assert!(facts.iter().all(|fact| fact["what"]["stand-in"].is_null()), "{facts:?}");
    assert!(facts.iter().any(|fact| fact["what"] == "resumed"), "{facts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_cut_off_by_a_process_that_was_stopped() {
    // Three questions without an answer end a connection: those of three seconds here.
    let data = tempfile::tempdir().unwrap();
    let mut server = asks_every_second(data.path());
    let pid = Pid::from_child(server.process());
    let mut log = Log::of(&mut server);
    let mut tasks = tokio::task::JoinSet::new();
    let (stop, stopped) = tokio::sync::watch::channel(false);
    for _ in 0..4 {
        let (mut client, mut stopped) = (Client::connect(server.port).await.unwrap(), stopped.clone());
        tasks.spawn(async move {
            client.is_asked().await.unwrap();
            // Answers while the process runs, and is asked and answers as before once it goes on.
            while !*stopped.borrow_and_update() {
                tokio::select! {
                    asked = client.is_asked() => asked.unwrap(),
                    changed = stopped.changed() => changed.unwrap(),
                }
            }
            for _ in 0..2 {
                client.is_asked().await.unwrap();
            }
            client.ask(json!({"id": "still here", "type": "ping"})).await.unwrap()
        });
    }
    kill_process(pid, Signal::STOP).unwrap();
    three_seconds_pass_elsewhere().await;
    stop.send(true).unwrap();
    kill_process(pid, Signal::CONT).unwrap();
    log.wait_for("stood still");
    while let Some(answer) = tasks.join_next().await {
        assert_eq!(answer.expect("it was not cut off")["outcome"], "pong");
    }
    log.end(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_taken_away_from_its_other_files_is_not_served_quietly() {
    let (data, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (server, _) = start(data.path());
    let table = seat(server.port).await.unwrap();
    std::fs::copy(data.path().join("journal.db"), copy.path().join("journal.db")).unwrap();
    drop(server);
    let why = refused(serve(copy.path()));
    assert!(why.contains("journal.witness") && why.contains("--accept-loss"), "{why}");
    // A log that cannot be written is no reason to end either.
    let (deaf, full) = (tempfile::tempdir().unwrap(), File::options().write(true).open("/dev/full").unwrap());
    std::fs::copy(copy.path().join("journal.db"), deaf.path().join("journal.db")).unwrap();
    let mut command = serve(deaf.path());
    command.arg("--accept-loss").stderr(full);
    let server = Server::of(command).unwrap();
    assert_eq!(get(server.port, "/readyz").await.0, 200);
    drop(server);
    let mut command = serve(copy.path());
    command.arg("--accept-loss");
    let mut server = Server::of(command).unwrap();
    Log::of(&mut server).wait_for("accepted");
    assert_eq!(get(server.port, &format!("/api/tables/{}", table.id)).await.0, 404);
    drop(server);
    // All files together are whole, also after a kill.
    let (server, _) = start(data.path());
    assert_eq!(get(server.port, &format!("/api/tables/{}", table.id)).await.0, 200);
}

#[test]
fn a_read_only_directory_is_called_that() {
    let data = tempfile::tempdir().unwrap();
    let made = Sqlite::open(data.path().join("journal.db")).unwrap();
    drop(made);
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = serve(data.path());
    if rustix::process::getuid().is_root() {
        // Rights do not bind the superuser.
        for file in std::fs::read_dir(data.path()).unwrap().flatten() {
            std::os::unix::fs::chown(file.path(), Some(65534), Some(65534)).unwrap();
        }
        command.uid(65534).gid(65534);
    }
    let why = refused(command);
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(why.contains("read-only") && !why.contains("SQL"), "{why}");
}
