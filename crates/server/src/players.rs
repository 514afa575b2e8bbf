//! The bots' pool: a few threads of their own, so that a long thought delays no socket.

use crate::house::House;
use crate::odds;
use crate::room::{ConnectionId, Input, Think};
use crate::wire::{BotLevel, Hint, HintLine, Json, Outcome};
use bots::any::{Visit, with_game};
use bots::hint::Unit;
use bots::{Budget, Level, Played, Sight};
use journal::TableId;
use rand_chacha::ChaCha20Rng;
use shelf::AnyTable;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, Weak};
use table::nature::dice;
use tokio::sync::mpsc;

/// The most thoughts that wait.
const WAITING: usize = 4096;

/// Those who decide for bots.
pub trait Players: Send + Sync {
    /// The move a bot makes, as JSON; none when it knows no better than the first it may.
    fn choose(&self, think: &Think) -> Option<String>;

    /// The levels there are for a game.
    fn levels(&self, game: &str) -> Vec<BotLevel>;

    /// What the strongest bot weighs before a decision, best first.
    fn weigh(&self, think: &Think) -> Vec<HintLine>;
}

/// Bots that play by chance.
pub struct ByChance;

impl Players for ByChance {
    fn choose(&self, think: &Think) -> Option<String> {
        think.table.pick(think.seat, &mut dice(think.seed, 0))
    }

    fn levels(&self, _game: &str) -> Vec<BotLevel> {
        vec![BotLevel::Easy]
    }

    fn weigh(&self, _think: &Think) -> Vec<HintLine> {
        Vec::new()
    }
}

/// The bots of the house; a game they do not know is played by chance.
pub struct HouseBots;

impl Players for HouseBots {
    fn choose(&self, think: &Think) -> Option<String> {
        with_game(think.table.about().id, Choose(think)).unwrap_or_else(|| ByChance.choose(think))
    }

    fn levels(&self, game: &str) -> Vec<BotLevel> {
        match with_game(game, IsPlayed) {
            Some(()) => vec![BotLevel::Easy, BotLevel::Medium, BotLevel::Hard],
            None => ByChance.levels(game),
        }
    }

    fn weigh(&self, think: &Think) -> Vec<HintLine> {
        with_game(think.table.about().id, Weigh(think, None)).unwrap_or_default()
    }
}

/// The bots of the house, whose hints take so many iterations and not so much time: asked the same, they tell the same.
pub struct CountingBots(pub u32);

impl Players for CountingBots {
    fn choose(&self, think: &Think) -> Option<String> {
        ByChance.choose(think)
    }

    fn levels(&self, game: &str) -> Vec<BotLevel> {
        HouseBots.levels(game)
    }

    fn weigh(&self, think: &Think) -> Vec<HintLine> {
        let budget = Some(Budget::iterations(self.0));
        with_game(think.table.about().id, Weigh(think, budget)).unwrap_or_default()
    }
}

struct IsPlayed;

impl Visit for IsPlayed {
    type Out = ();
    fn visit<G: Played>(self) {}
}

struct Choose<'a>(&'a Think);

impl Visit for Choose<'_> {
    type Out = Option<String>;
    fn visit<G: Played>(self) -> Option<String> {
        choose::<G>(self.0)
    }
}

struct Weigh<'a>(&'a Think, Option<Budget>);

impl Visit for Weigh<'_> {
    type Out = Vec<HintLine>;
    fn visit<G: Played>(self) -> Vec<HintLine> {
        weigh::<G>(self.0, &self.1.unwrap_or_else(|| G::budget(Level::Hard)))
    }
}

fn level(level: BotLevel) -> Level {
    match level {
        BotLevel::Easy => Level::Easy,
        BotLevel::Medium => Level::Medium,
        BotLevel::Hard => Level::Hard,
    }
}

fn choose<G: Played>(think: &Think) -> Option<String> {
    let state: G = serde_json::from_str(&think.table.state()).ok()?;
    let sight = Sight::of(&state, think.seat, &[]);
    let level = level(think.level);
    let mv = G::bot(level).decide(&sight, &G::budget(level), &mut dice(think.seed, 0));
    serde_json::to_string(&mv).ok()
}

fn weigh<G: Played>(think: &Think, budget: &Budget) -> Vec<HintLine> {
    let Ok(state) = serde_json::from_str::<G>(&think.table.state()) else { return Vec::new() };
    let sight = Sight::of(&state, think.seat, &[]);
    let hints = G::hints(&sight, budget, &mut dice(think.seed, 0));
    let mut lines: Vec<_> = hints
        .into_iter()
        .map(|hint| HintLine {
            text: hint.mv.to_string(),
            r#move: Json::from_text(serde_json::to_string(&hint.mv).expect("moves have a JSON form")),
            value: hint.value,
            error: hint.error,
            unit: match hint.unit {
                Unit::Chance => "chance".into(),
                Unit::Points => "points".into(),
            },
            is_best: hint.best,
            why: hint.why,
        })
        .collect();
    lines.sort_by(|a, b| {
        (b.is_best, b.value).partial_cmp(&(a.is_best, a.value)).unwrap_or(std::cmp::Ordering::Equal)
    });
    lines
}

enum Job {
    Think(TableId, Think),
    Hint(ConnectionId, String, Think),
    Odds(ConnectionId, String, Think),
    Draw(TableId, u64, Box<dyn AnyTable>, Box<ChaCha20Rng>),
}

/// The threads that think.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    house: Weak<House>,
    inputs: mpsc::UnboundedSender<(TableId, Input)>,
}

impl Pool {
    pub(crate) fn new(
        players: Arc<dyn Players>,
        house: Weak<House>,
        inputs: mpsc::UnboundedSender<(TableId, Input)>,
    ) -> Self {
        let (jobs, queue) = sync_channel(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let count = std::thread::available_parallelism().map_or(1, usize::from).clamp(1, 4);
        for number in 0..count {
            let (queue, players, house, inputs) =
                (queue.clone(), players.clone(), house.clone(), inputs.clone());
            std::thread::Builder::new()
                .name(format!("bots-{number}"))
                .spawn(move || work(&queue, &*players, &house, &inputs))
                .expect("the system starts a few threads");
        }
        Self { jobs, house, inputs }
    }

    pub(crate) fn think(&self, table: TableId, think: Think) {
        if let Err(TrySendError::Full(Job::Think(table, think))) =
            self.jobs.try_send(Job::Think(table, think))
        {
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
        if let Err(TrySendError::Full(Job::Hint(to, id, _) | Job::Odds(to, id, _))) = self.jobs.try_send(job)
            && let Some(house) = self.house.upgrade()
        {
            house.pondered(to, id, None);
        }
    }

    pub(crate) fn draw(&self, table: TableId, number: u64, play: Box<dyn AnyTable>, rng: Box<ChaCha20Rng>) {
        // Nature is never skipped: its jobs are few, one a table at most, and wait for their place.
        let jobs = self.jobs.clone();
        let job = Job::Draw(table, number, play, rng);
        if let Err(TrySendError::Full(job)) = self.jobs.try_send(job) {
            tokio::task::spawn_blocking(move || drop(jobs.send(job)));
        }
    }
}

fn work(
    queue: &Mutex<Receiver<Job>>,
    players: &dyn Players,
    house: &Weak<House>,
    inputs: &mpsc::UnboundedSender<(TableId, Input)>,
) {
    loop {
        let job = crate::house::lock(queue).recv();
        match job {
            Err(_) => return,
            Ok(Job::Think(table, think)) => {
                let (seat, since, mv) = (think.seat, think.since, players.choose(&think));
                drop(inputs.send((table, Input::Thought { seat, since, mv })));
            }
            Ok(Job::Hint(to, id, think)) => answer(house, to, id, hint(players, &think)),
            Ok(Job::Odds(to, id, think)) => answer(house, to, id, odds::odds(&think)),
            Ok(Job::Draw(table, number, play, mut rng)) => {
                if let Some(event) = play.draw(&mut rng) {
                    drop(inputs.send((table, Input::Drawn { number, event })));
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

fn hint(players: &dyn Players, think: &Think) -> Option<Outcome> {
    let lines = players.weigh(think);
    (!lines.is_empty()).then(|| Outcome::Hint(Box::new(Hint { seq: think.since, lines })))
}
