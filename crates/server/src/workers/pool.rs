//! The pool: a few threads of their own for bots, physics and questions, so that a long thought delays no socket.
//!
//! What is done next, and how much of its time it gets, is decided by the [`Schedule`].

use crate::house::analysis::Work;
use crate::house::metrics::Metrics;
use crate::house::timing::Timing;
use crate::house::{House, lock};
use crate::protocol::{Answer, Hint, Outcome, RefusalCode};
use crate::room::{ConnectionId, Input, Position, refuse};
use crate::workers::bots::{HARD_MS, Players};
use crate::workers::odds;
use crate::workers::schedule::{Kind, Schedule, Taken};
use journal::{Seq, TableId};
use rand_chacha::ChaCha20Rng;
use shelf::AnyTable;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Instant;
use table::Seat;
use tokio::sync::{mpsc, oneshot};

/// The most thoughts that wait.
const WAITING: usize = 4096;
/// How much sockets go before bots where both want a processor, as `nice` counts.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

enum Job {
    Think(TableId, Position),
    Hint(ConnectionId, String, Position),
    Odds(ConnectionId, String, Position),
    Weigh(Position, oneshot::Sender<Option<Hint>>),
    Search(TableId, Seat, Seq, Box<dyn AnyTable>),
    Draw(TableId, u64, Box<dyn AnyTable>, Box<ChaCha20Rng>),
    Analyse(Box<Work>),
}

/// What waits for a thread.
struct Queue {
    waiting: Mutex<Waiting>,
    bell: Condvar,
    opened: Instant,
}

struct Waiting {
    schedule: Schedule<Job>,
    is_closed: bool,
}

impl Queue {
    fn now_ms(&self) -> u64 {
        self.opened.elapsed().as_millis() as u64
    }

    /// Adds a job, or gives it back when too many wait.
    fn put(&self, kind: Kind, job: Job) -> Result<(), Job> {
        let mut waiting = lock(&self.waiting);
        let is_skipped = matches!(job, Job::Think(..)) && waiting.schedule.thoughts() >= WAITING;
        if is_skipped {
            return Err(job);
        }
        waiting.schedule.put(self.now_ms(), kind, job)?;
        self.bell.notify_one();
        Ok(())
    }

    /// The next thing to do; none when the house is gone.
    fn take(&self) -> Option<Taken<Job>> {
        let mut waiting = lock(&self.waiting);
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(taken) = waiting.schedule.take(self.now_ms()) {
                return Some(taken);
            }
            waiting = self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, kind: Kind) {
        lock(&self.waiting).schedule.done(kind);
        // Something may wait for just this to be done.
        self.bell.notify_one();
    }

    fn thoughts(&self) -> u64 {
        lock(&self.waiting).schedule.thoughts() as u64
    }
}

/// The threads that think.
pub(crate) struct Pool {
    queue: Arc<Queue>,
    house: Weak<House>,
    inputs: mpsc::UnboundedSender<(TableId, Input)>,
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.queue.waiting).is_closed = true;
        self.queue.bell.notify_all();
    }
}

/// Too many questions wait.
pub(crate) struct Busy;

impl Pool {
    pub(crate) fn new(
        players: Arc<dyn Players>,
        house: Weak<House>,
        inputs: mpsc::UnboundedSender<(TableId, Input)>,
    ) -> Self {
        // Two at least: one of them is always left to thoughts that are quick.
        let count = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 4);
        let waiting = Mutex::new(Waiting { schedule: Schedule::new(count, HARD_MS), is_closed: false });
        let queue = Arc::new(Queue { waiting, bell: Condvar::new(), opened: Instant::now() });
        for number in 0..count {
            let worker = Worker {
                queue: queue.clone(),
                players: players.clone(),
                house: house.clone(),
                inputs: inputs.clone(),
            };
            std::thread::Builder::new()
                .name(format!("bots-{number}"))
                .spawn(move || worker.run())
                .expect("the system starts a few threads");
        }
        Self { queue, house, inputs }
    }

    pub(crate) fn think(&self, table: TableId, position: Position) {
        let kind = kind_of(&*position.table);
        if let Err(Job::Think(table, position)) = self.queue.put(kind, Job::Think(table, position)) {
            // Too much to think about: the room lets the bot play the first thing it may.
            let (seat, since) = (position.seat, position.since);
            drop(self.inputs.send((table, Input::Thought { seat, since, mv: None })));
        }
    }

    pub(crate) fn hint(&self, to: ConnectionId, id: String, position: Position) {
        self.ponder(to, Job::Hint(to, id, position));
    }

    pub(crate) fn odds(&self, to: ConnectionId, id: String, position: Position) {
        self.ponder(to, Job::Odds(to, id, position));
    }

    /// Takes a question, or answers at once that too many wait.
    fn ponder(&self, from: ConnectionId, job: Job) {
        let Some(house) = self.house.upgrade() else { return };
        let household = house.household(from);
        let refused = self.queue.put(Kind::Question((household, from)), job);
        if let Err(Job::Hint(to, id, _) | Job::Odds(to, id, _)) = refused {
            house.metrics.questions_refused.inc();
            let refusal = refuse(RefusalCode::Busy, "many questions wait already: ask again in a moment");
            house.answer_question(to, id, Answer::Refused(refusal));
        }
    }

    /// What the strongest bot weighs before a decision, for somebody who asks from an address.
    pub(crate) async fn weigh(&self, household: IpAddr, position: Position) -> Result<Option<Hint>, Busy> {
        let (send, receive) = oneshot::channel();
        // Connections are counted from 1.
        let asker = (Some(household), 0);
        self.queue.put(Kind::Question(asker), Job::Weigh(position, send)).map_err(|_| Busy)?;
        Ok(receive.await.ok().flatten())
    }

    pub(crate) fn search(&self, table: TableId, seat: Seat, since: Seq, play: Box<dyn AnyTable>) {
        // One a decision at most, and a bot may wait for it.
        drop(self.queue.put(Kind::Slow, Job::Search(table, seat, since, play)));
    }

    pub(crate) fn draw(&self, table: TableId, number: u64, play: Box<dyn AnyTable>, rng: Box<ChaCha20Rng>) {
        // Nature is never skipped: its jobs are few, one a table at most.
        drop(self.queue.put(Kind::Slow, Job::Draw(table, number, play, rng)));
    }

    pub(crate) fn analyse(&self, work: Box<Work>) {
        drop(self.queue.put(Kind::Spare, Job::Analyse(work)));
    }
}

/// Bots that search for their moves take longer than those that count cards.
fn kind_of(play: &dyn AnyTable) -> Kind {
    if play.needs_search() { Kind::Slow } else { Kind::Quick }
}

struct Worker {
    queue: Arc<Queue>,
    players: Arc<dyn Players>,
    house: Weak<House>,
    inputs: mpsc::UnboundedSender<(TableId, Input)>,
}

impl Worker {
    fn run(&self) {
        // Where the system does not allow it, all are served alike.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, NICE);
        while let Some(taken) = self.queue.take() {
            let kind = taken.kind;
            let again = self.work(taken);
            self.queue.done(kind);
            if let Some(work) = again {
                drop(self.queue.put(Kind::Spare, Job::Analyse(work)));
            }
        }
    }

    /// Does one thing; returns an analysis that has more to do.
    fn work(&self, Taken { job, kind, share, since_ms }: Taken<Job>) -> Option<Box<Work>> {
        match job {
            Job::Think(table, position) => {
                let mv = self
                    .timed(|metrics| &metrics.thought_time, || self.players.choose_within(&position, share));
                let (seat, since) = (position.seat, position.since);
                drop(self.inputs.send((table, Input::Thought { seat, since, mv })));
                if kind == Kind::Quick {
                    self.count(share, since_ms);
                }
            }
            Job::Hint(to, id, position) => {
                let hint = self.hint(&position, share).map(|hint| Outcome::Hint(Box::new(hint)));
                self.answer(to, id, hint);
            }
            Job::Weigh(position, send) => drop(send.send(self.hint(&position, share))),
            Job::Odds(to, id, position) => self.answer(to, id, odds::odds(&position, share)),
            Job::Search(table, seat, since, play) => {
                let moves = play.legal_moves(seat);
                drop(self.inputs.send((table, Input::Found { seat, since, moves })));
            }
            Job::Draw(table, number, play, mut rng) => {
                let drawn = self.timed(|metrics| &metrics.settling_time, || play.draw(&mut rng));
                if let Some(event) = drawn {
                    drop(self.inputs.send((table, Input::Drawn { number, event })));
                }
            }
            Job::Analyse(mut work) => {
                let found = work.step();
                let is_wanted = self.house.upgrade().is_some_and(|house| house.analysed(work.table(), found));
                return is_wanted.then_some(work);
            }
        }
        None
    }

    /// Does something and tells the metrics how long it took.
    fn timed<T>(&self, of: impl FnOnce(&Metrics) -> &Timing, act: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        let done = act();
        if let Some(house) = self.house.upgrade() {
            of(&house.metrics).add(since.elapsed());
        }
        done
    }

    /// Tells the metrics how a thought went.
    fn count(&self, share: f64, since_ms: u64) {
        let Some(house) = self.house.upgrade() else { return };
        let metrics = &house.metrics;
        metrics.thoughts_waiting.set(self.queue.thoughts());
        metrics.thinking.set(share);
        metrics.thoughts_shortened.inc_by(u64::from(share < 1.0));
        let took_ms = self.queue.now_ms().saturating_sub(since_ms);
        let is_late = house.pace.least_ms > 0 && took_ms > house.pace.least_ms;
        metrics.thoughts_late.inc_by(u64::from(is_late));
    }

    fn answer(&self, to: ConnectionId, id: String, outcome: Option<Outcome>) {
        if let Some(house) = self.house.upgrade() {
            house.pondered(to, id, outcome);
        }
    }

    fn hint(&self, position: &Position, share: f64) -> Option<Hint> {
        let lines = self.players.weigh_within(position, share);
        (!lines.is_empty()).then_some(Hint { seq: position.seq, lines })
    }
}
