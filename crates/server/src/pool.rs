//! The pool: a few threads of their own for bots, physics and questions, so that a long thought delays no socket.
//!
//! Bots and nature go first, then questions. The analysis of ended games is done in small steps while nothing else waits, and never
//! by all threads at once.

use crate::analysis::Work;
use crate::house::{House, lock};
use crate::odds;
use crate::players::Players;
use crate::room::{ConnectionId, Input, Think};
use crate::wire::{Hint, Outcome};
use journal::{Seq, TableId};
use rand_chacha::ChaCha20Rng;
use shelf::AnyTable;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use table::Seat;
use tokio::sync::{mpsc, oneshot};

/// The most thoughts that wait.
const WAITING: usize = 4096;
/// The most questions that wait.
const QUESTIONS: usize = 64;

enum Job {
    Think(TableId, Think),
    Hint(ConnectionId, String, Think),
    Odds(ConnectionId, String, Think),
    Weigh(Think, oneshot::Sender<Option<Hint>>),
    Search(TableId, Seat, Seq, Box<dyn AnyTable>),
    Draw(TableId, u64, Box<dyn AnyTable>, Box<ChaCha20Rng>),
    Analyse(Box<Work>),
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    questions: VecDeque<Job>,
    analyses: VecDeque<Box<Work>>,
    analysing: usize,
    is_closed: bool,
}

/// What waits for a thread.
struct Queue {
    waiting: Mutex<Waiting>,
    bell: Condvar,
    /// The most threads that analyse at once.
    analysts: usize,
}

impl Queue {
    /// Adds a job, or gives it back when too many wait.
    fn put(&self, job: Job, most: usize) -> Result<(), Job> {
        let mut waiting = lock(&self.waiting);
        if waiting.jobs.len() >= most {
            return Err(job);
        }
        waiting.jobs.push_back(job);
        self.bell.notify_one();
        Ok(())
    }

    /// Adds a question, or gives it back when too many wait.
    fn put_question(&self, question: Job) -> Result<(), Job> {
        let mut waiting = lock(&self.waiting);
        if waiting.questions.len() >= QUESTIONS {
            return Err(question);
        }
        waiting.questions.push_back(question);
        self.bell.notify_one();
        Ok(())
    }

    fn put_analysis(&self, work: Box<Work>) {
        lock(&self.waiting).analyses.push_back(work);
        self.bell.notify_one();
    }

    /// The next thing to do; none when the house is gone.
    fn take(&self) -> Option<Job> {
        let mut waiting = lock(&self.waiting);
        loop {
            if waiting.is_closed {
                return None;
            }
            let Waiting { jobs, questions, .. } = &mut *waiting;
            if let Some(job) = jobs.pop_front().or_else(|| questions.pop_front()) {
                return Some(job);
            }
            if waiting.analysing < self.analysts
                && let Some(work) = waiting.analyses.pop_front()
            {
                waiting.analysing += 1;
                return Some(Job::Analyse(work));
            }
            waiting = self.bell.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
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

impl Pool {
    pub(crate) fn new(
        players: Arc<dyn Players>,
        house: Weak<House>,
        inputs: mpsc::UnboundedSender<(TableId, Input)>,
    ) -> Self {
        let count = std::thread::available_parallelism().map_or(1, usize::from).clamp(1, 4);
        let (waiting, bell, analysts) = (Mutex::default(), Condvar::new(), (count - 1).max(1));
        let queue = Arc::new(Queue { waiting, bell, analysts });
        for number in 0..count {
            let (queue, players, house, inputs) =
                (queue.clone(), players.clone(), house.clone(), inputs.clone());
            std::thread::Builder::new()
                .name(format!("bots-{number}"))
                .spawn(move || work(&queue, &*players, &house, &inputs))
                .expect("the system starts a few threads");
        }
        Self { queue, house, inputs }
    }

    pub(crate) fn think(&self, table: TableId, think: Think) {
        if let Err(Job::Think(table, think)) = self.queue.put(Job::Think(table, think), WAITING) {
            // Too much to think about: the room lets the bot play the first thing it may.
            let (seat, since) = (think.seat, think.since);
            drop(self.inputs.send((table, Input::Thought { seat, since, mv: None })));
        }
    }

    pub(crate) fn hint(&self, to: ConnectionId, id: String, think: Think) {
        self.ponder(Job::Hint(to, id, think));
    }

    pub(crate) fn odds(&self, to: ConnectionId, id: String, think: Think) {
        self.ponder(Job::Odds(to, id, think));
    }

    /// Takes a question, or answers at once that there is nothing to tell when too many wait.
    fn ponder(&self, job: Job) {
        if let Err(Job::Hint(to, id, _) | Job::Odds(to, id, _)) = self.queue.put_question(job) {
            answer(&self.house, to, id, None);
        }
    }

    /// What the strongest bot weighs before a decision; none when too many ask.
    pub(crate) async fn weigh(&self, think: Think) -> Option<Hint> {
        let (send, receive) = oneshot::channel();
        self.queue.put_question(Job::Weigh(think, send)).ok()?;
        receive.await.ok().flatten()
    }

    pub(crate) fn search(&self, table: TableId, seat: Seat, since: Seq, play: Box<dyn AnyTable>) {
        // One a decision at most, and a bot may wait for it.
        drop(self.queue.put(Job::Search(table, seat, since, play), usize::MAX));
    }

    pub(crate) fn draw(&self, table: TableId, number: u64, play: Box<dyn AnyTable>, rng: Box<ChaCha20Rng>) {
        // Nature is never skipped: its jobs are few, one a table at most.
        drop(self.queue.put(Job::Draw(table, number, play, rng), usize::MAX));
    }

    pub(crate) fn analyse(&self, work: Box<Work>) {
        self.queue.put_analysis(work);
    }
}

fn work(
    queue: &Queue,
    players: &dyn Players,
    house: &Weak<House>,
    inputs: &mpsc::UnboundedSender<(TableId, Input)>,
) {
    while let Some(job) = queue.take() {
        match job {
            Job::Think(table, think) => {
                let (seat, since, mv) = (think.seat, think.since, players.choose(&think));
                drop(inputs.send((table, Input::Thought { seat, since, mv })));
            }
            Job::Hint(to, id, think) => {
                answer(house, to, id, hint(players, &think).map(|hint| Outcome::Hint(Box::new(hint))));
            }
            Job::Weigh(think, send) => drop(send.send(hint(players, &think))),
            Job::Odds(to, id, think) => answer(house, to, id, odds::odds(&think)),
            Job::Search(table, seat, since, play) => {
                let moves = play.legal_moves(seat);
                drop(inputs.send((table, Input::Found { seat, since, moves })));
            }
            Job::Draw(table, number, play, mut rng) => {
                if let Some(event) = play.draw(&mut rng) {
                    drop(inputs.send((table, Input::Drawn { number, event })));
                }
            }
            Job::Analyse(mut work) => {
                let found = work.step();
                let is_wanted = house.upgrade().is_some_and(|house| house.analysed(work.table(), found));
                lock(&queue.waiting).analysing -= 1;
                if is_wanted {
                    queue.put_analysis(work);
                }
            }
        }
    }
}

fn answer(house: &Weak<House>, to: ConnectionId, id: String, outcome: Option<Outcome>) {
    if let Some(house) = house.upgrade() {
        house.pondered(to, id, outcome);
    }
}

fn hint(players: &dyn Players, think: &Think) -> Option<Hint> {
    let lines = players.weigh(think);
    (!lines.is_empty()).then_some(Hint { seq: think.since, lines })
}
