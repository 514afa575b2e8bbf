//! Programs that play: one JSON line a message over standard input and output.
//!
//! `docs/bot-protocol.md` describes the messages. A program is never waited for beyond its limit: its output is read
//! and its input written by threads of their own, and it is ended with everything it started.

use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;
use serde_json::json;
use table::{Imagine, Seat, Seating, Standings, nature::Dice};

use super::arena::Player;
use crate::Sight;

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;

/// How many lines are read ahead of the questions they answer; a program that says more has to wait.
const READ_AHEAD: usize = 2;

/// How many messages a program may leave unread.
const MOST_UNREAD: usize = 1 << 14;

/// A program that plays.
pub struct Exec {
    command: String,
    limit: Duration,
    running: Option<Running>,
    /// Why it plays no more.
    out: Option<String>,
    answered: bool,
}

struct Running {
    child: Child,
    lines: Receiver<String>,
    messages: SyncSender<String>,
}

#[derive(Deserialize)]
struct Answer<M> {
    #[serde(rename = "move")]
    mv: M,
}

impl Exec {
    /// A program that the shell starts; `limit` is the time it gets for each move.
    pub fn new(command: impl Into<String>, limit: Duration) -> Exec {
        Exec { command: command.into(), limit, running: None, out: None, answered: false }
    }

    fn start(&mut self) {
        let spawned = Command::new("sh")
            .args(["-c", &self.command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(error) => return self.out = Some(format!("cannot be started: {error}")),
        };
        let (line_out, lines) = sync_channel(READ_AHEAD);
        let (messages, message_in) = sync_channel::<String>(MOST_UNREAD);
        let output = child.stdout.take().expect("standard output is piped");
        let mut input = child.stdin.take().expect("standard input is piped");
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..))
                    || line_out.send(String::from_utf8_lossy(&line).into_owned()).is_err()
                {
                    return;
                }
            }
        });
        thread::spawn(move || {
            for message in message_in {
                if writeln!(input, "{message}").and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        self.running = Some(Running { child, lines, messages });
    }

    fn tell(&mut self, message: &serde_json::Value) {
        let Some(running) = &self.running else { return };
        // A program that has ended is noticed when it does not answer.
        if let Err(TrySendError::Full(_)) = running.messages.try_send(message.to_string()) {
            self.stop();
            self.out = Some("it does not read what it is told; it forfeits all further games".to_owned());
        }
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            if let Some(group) = i32::try_from(running.child.id()).ok().and_then(Pid::from_raw) {
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = running.child.wait();
        }
    }

    fn answer(&mut self) -> Result<String, String> {
        let Some(running) = &self.running else { return Err("it is not running".to_owned()) };
        match running.lines.recv_timeout(self.limit) {
            Ok(line) => {
                self.answered = true;
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => {
                let reason = format!("no answer within {:.1} s", self.limit.as_secs_f64());
                self.stop();
                self.out = Some(format!("{reason}; it forfeits all further games"));
                Err(reason)
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.stop();
                let reason = "it ended without an answer".to_owned();
                if !self.answered {
                    self.out = Some(format!("{reason}; it forfeits all further games"));
                }
                Err(reason)
            }
        }
    }
}

impl Drop for Exec {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<G: Imagine> Player<G> for Exec {
    fn begin(&mut self, seat: Seat, seating: &Seating, options: &G::Options) {
        if self.out.is_none() && self.running.is_none() {
            self.start();
        }
        let seats = seating.seats();
        self.tell(&json!({
            "type": "begin", "game": G::ABOUT.id, "seat": seat, "seats": seats, "seating": seating,
            "options": options, "limit_ms": self.limit.as_millis() as u64,
        }));
    }

    fn show(&mut self, shown: &G::Shown) {
        self.tell(&json!({ "type": "shown", "event": shown }));
    }

    fn ask(&mut self, sight: &Sight<'_, G>, _: &mut Dice) -> Result<G::Move, String> {
        if let Some(reason) = &self.out {
            return Err(reason.clone());
        }
        let (view, notes) = (sight.view(), sight.notes());
        self.tell(&json!({
            "type": "move", "seat": sight.seat(), "view": view, "notes": notes, "moves": sight.moves(),
        }));
        let line = match &self.out {
            Some(reason) => return Err(reason.clone()),
            None => self.answer()?,
        };
        let answer: Result<Answer<G::Move>, _> = serde_json::from_str(&line);
        answer.map(|answer| answer.mv).map_err(|error| {
            // What else it has said would be taken for answers to later questions: it begins anew.
            self.stop();
            let start: String = line.trim_end().chars().take(80).collect();
            format!(
                "unreadable answer {start:?}: {error}; answer {{\"move\": ...}} with one of the moves offered"
            )
        })
    }

    fn end(&mut self, standings: Option<&Standings>) {
        self.tell(&json!({ "type": "end", "standings": standings }));
    }

    fn watches(&self) -> bool {
        true
    }
}
