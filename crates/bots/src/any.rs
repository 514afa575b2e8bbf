//! Bots, hints and contests for any game on the shelf, by the game's name.

use std::time::Duration;

use serde_json::Value;
use table::{BadTable, Game, Imagine, Seat, Seating, nature::dice};

use crate::{
    Budget, Level, Played, Sight,
    arena::{Contest, Entry, Player, Report, Thinker},
    budget::BadBudget,
    exec::Exec,
    level::UnknownLevel,
};

/// Something done with a game that bots can play.
pub trait Visit {
    /// What comes out of it.
    type Out;
    /// Does it with game `G`.
    fn visit<G: Played>(self) -> Self::Out;
}

/// Does something with the game of that name, if bots can play it.
pub fn with_game<V: Visit>(id: &str, visit: V) -> Option<V::Out> {
    match id {
        "nabbit" => Some(visit.visit::<nabbit::State>()),
        "push" => Some(visit.visit::<push::State>()),
        "stacks" => Some(visit.visit::<stacks::State>()),
        "nuts" => Some(visit.visit::<nuts::State>()),
        "stacket" => Some(visit.visit::<stacket::State>()),
        _ => None,
    }
}

/// Why a bot or a contest cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// No bot plays the game.
    #[error("no bot plays `{0}`")]
    Game(String),
    /// The table cannot be opened.
    #[error(transparent)]
    Table(#[from] BadTable),
    /// No such bot.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// No such budget.
    #[error(transparent)]
    Budget(#[from] BadBudget),
    /// The state of the table cannot be read.
    #[error("the state of the table cannot be read: {0}")]
    State(#[from] serde_json::Error),
    /// The seat has nothing to decide.
    #[error("{0} has nothing to decide now")]
    NothingToDecide(Seat),
}

struct Ask<'a> {
    state: &'a str,
    seat: Seat,
    level: Level,
    budget: Option<Budget>,
    seed: u64,
}

impl Ask<'_> {
    fn sight<G: Played>(&self, state: &G) -> Result<(), Refused> {
        if state.legal_moves(self.seat).len() == 0 {
            Err(Refused::NothingToDecide(self.seat))
        } else {
            Ok(())
        }
    }
}

/// The move a bot of a level chooses at a table whose full state is given as JSON; it is shown its seat's part only.
pub fn decide(
    game: &str,
    state: &str,
    seat: Seat,
    level: Level,
    budget: Option<Budget>,
    seed: u64,
) -> Result<String, Refused> {
    struct Decide<'a>(Ask<'a>);
    impl Visit for Decide<'_> {
        type Out = Result<String, Refused>;
        fn visit<G: Played>(self) -> Self::Out {
            let Ask { state, seat, level, budget, seed } = self.0;
            let table: G = serde_json::from_str(state)?;
            self.0.sight(&table)?;
            let sight = Sight::of(&table, seat, &[]);
            let budget = budget.unwrap_or_else(|| G::budget(level));
            let mv = G::bot(level).decide(&sight, &budget, &mut dice(seed, 0));
            Ok(serde_json::to_string(&mv)?)
        }
    }
    let ask = Ask { state, seat, level, budget, seed };
    with_game(game, Decide(ask)).ok_or_else(|| Refused::Game(game.to_owned()))?
}

/// What each legal move of a seat is worth and why, as a JSON list, at a table whose full state is given as JSON.
pub fn hints(game: &str, state: &str, seat: Seat, budget: Budget, seed: u64) -> Result<Value, Refused> {
    struct Hints<'a>(Ask<'a>);
    impl Visit for Hints<'_> {
        type Out = Result<Value, Refused>;
        fn visit<G: Played>(self) -> Self::Out {
            let Ask { state, seat, level, budget, seed } = self.0;
            let table: G = serde_json::from_str(state)?;
            self.0.sight(&table)?;
            let sight = Sight::of(&table, seat, &[]);
            let budget = budget.unwrap_or_else(|| G::budget(level));
            Ok(serde_json::to_value(G::hints(&sight, &budget, &mut dice(seed, 0)))?)
        }
    }
    let ask = Ask { state, seat, level: Level::Hard, budget: Some(budget), seed };
    with_game(game, Hints(ask)).ok_or_else(|| Refused::Game(game.to_owned()))?
}

/// The fixed simple strategies of a game, each entered as `simple:NAME`.
pub fn simple(game: &str) -> Vec<&'static str> {
    struct Names;
    impl Visit for Names {
        type Out = Vec<&'static str>;
        fn visit<G: Played>(self) -> Self::Out {
            G::simple().into_iter().map(|(name, _)| name).collect()
        }
    }
    with_game(game, Names).unwrap_or_default()
}

/// How a contest is set up: one bot a seat, written `hard`, `hard@200ms`, `simple:NAME` or `exec:COMMAND`.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The game's short name.
    pub game: &'a str,
    /// The bots, one a seat.
    pub seats: &'a [String],
    /// Options that differ from the defaults, as a JSON object.
    pub options: Value,
    /// How many games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Whether the bots move around the table; otherwise each keeps its seat.
    pub rotate: bool,
    /// The time to think of bots that name none.
    pub think: Option<Budget>,
    /// How long a program may take for a move.
    pub limit: Duration,
}

/// Plays a contest; `progress` is told the number of games finished so far.
pub fn contest(setup: &Setup<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Report, Refused> {
    struct Run<'a, 'b>(&'a Setup<'b>, &'a (dyn Fn(u64) + Sync));
    impl Visit for Run<'_, '_> {
        type Out = Result<Report, Refused>;
        fn visit<G: Played>(self) -> Self::Out {
            let setup = self.0;
            let (options, seating) = table_of::<G>(&setup.options, setup.seats.len())?;
            let entries = setup.seats.iter().map(|seat| entry::<G>(seat, setup)).collect::<Result<_, _>>()?;
            let Setup { games, seed, threads, rotate, .. } = *setup;
            Ok(Contest { options, seating, entries, games, seed, threads, rotate }.run(self.1))
        }
    }
    with_game(setup.game, Run(setup, progress)).ok_or_else(|| Refused::Game(setup.game.to_owned()))?
}

/// Options and seating of a table where seat 0 begins, some options replaced.
fn table_of<G: Game>(replaced: &Value, seats: usize) -> Result<(G::Options, Seating), Refused> {
    if !(2..=table::MAX_SEATS).contains(&seats) {
        return Err(BadTable::Seating(format!("a contest has 2 to 6 seats, not {seats}")).into());
    }
    let (options, seating) = G::seat_zero_begins(seats)?;
    let mut options = serde_json::to_value(options)?;
    if let (Some(options), Some(replaced)) = (options.as_object_mut(), replaced.as_object()) {
        replaced.iter().for_each(|(key, value)| drop(options.insert(key.clone(), value.clone())));
    }
    let options = serde_json::from_value(options).map_err(|e| BadTable::Options(e.to_string()))?;
    G::open(&options, &seating)?;
    Ok((options, seating))
}

fn entry<G: Played>(name: &str, setup: &Setup<'_>) -> Result<Entry<'static, G>, Refused> {
    let limit = setup.limit;
    if let Some(command) = name.strip_prefix("exec:") {
        let command = command.to_owned();
        return Ok(Entry::new(name, move || {
            Box::new(Exec::new(command.clone(), limit)) as Box<dyn Player<G>>
        }));
    }
    if let Some(simple) = name.strip_prefix("simple:") {
        let found = G::simple().into_iter().find(|(known, _)| *known == simple);
        let (_, make) = found.ok_or_else(|| UnknownLevel::of(name))?;
        return Ok(Entry::new(name, move || thinker(make(), Budget::iterations(1))));
    }
    let (level, think) = match name.split_once('@') {
        Some((level, think)) => (level.parse::<Level>()?, Some(think.parse()?)),
        None => (name.parse::<Level>()?, setup.think),
    };
    let budget = think.unwrap_or_else(|| G::budget(level));
    Ok(Entry::new(name, move || thinker(G::bot(level), budget)))
}

fn thinker<G: Imagine>(bot: Box<dyn crate::Bot<G>>, budget: Budget) -> Box<dyn Player<G>> {
    Box::new(Thinker(bot, budget))
}
