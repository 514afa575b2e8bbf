//! Contests as they are written down: a game by name, and one bot a seat as text.

use std::time::Duration;

use serde_json::Value;
use table::{BadTable, Game, Imagine, MAX_SEATS, Seating};

use super::{
    arena::{BotPlayer, Contest, Contestant, Player},
    exec::Exec,
    report::ContestReport,
};
use crate::{
    BadBudget, Bot, Budget, Level, Played,
    level::UnknownLevel,
    registry::{PlayedVisitor, with_bots},
};

/// Why a contest cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum BadContest {
    /// No bot plays the game.
    #[error("no bot plays `{0}`")]
    Game(String),
    /// The table cannot be opened.
    #[error(transparent)]
    Table(#[from] BadTable),
    /// There is no such bot.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// A budget cannot be read.
    #[error(transparent)]
    Budget(#[from] BadBudget),
}

/// How a contest is set up: one bot a seat, written `hard`, `hard@200ms`, `simple:NAME` or `exec:COMMAND`.
#[derive(Clone, Debug)]
pub struct ContestSetup<'a> {
    /// The game's short name.
    pub game: &'a str,
    /// The bots, one a seat.
    pub seats: &'a [String],
    /// Options that differ from the defaults, as a JSON object.
    pub options: Value,
    /// How many games.
    pub games: u64,
    /// The seed of nature and of the bots' dice.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Whether the bots move around the table; otherwise each keeps its seat.
    pub rotate: bool,
    /// The budget of bots that name none.
    pub think: Option<Budget>,
    /// How long a program may take for a move.
    pub limit: Duration,
}

/// Plays a contest; `progress` is told the number of games finished so far.
pub fn run_contest(
    setup: &ContestSetup<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<ContestReport, BadContest> {
    struct Run<'a, 'b>(&'a ContestSetup<'b>, &'a (dyn Fn(u64) + Sync));
    impl PlayedVisitor for Run<'_, '_> {
        type Out = Result<ContestReport, BadContest>;
        fn visit<G: Played>(self) -> Self::Out {
            let setup = self.0;
            let (options, seating) = table_of::<G>(&setup.options, setup.seats.len())?;
            let contestants = setup
                .seats
                .iter()
                .map(|seat| contestant::<G>(seat, setup.think, setup.limit))
                .collect::<Result<_, _>>()?;
            let ContestSetup { games, seed, threads, rotate, .. } = *setup;
            Ok(Contest { options, seating, contestants, games, seed, threads, rotate }.run(self.1))
        }
    }
    with_bots(setup.game, Run(setup, progress)).ok_or_else(|| BadContest::Game(setup.game.to_owned()))?
}

/// Options and seating of a table where seat 0 begins, some options replaced.
pub fn table_of<G: Game>(replaced: &Value, seats: usize) -> Result<(G::Options, Seating), BadContest> {
    if !(2..=MAX_SEATS).contains(&seats) {
        return Err(BadTable::Seating(format!("a contest has 2 to 6 seats, not {seats}")).into());
    }
    let (options, seating) = G::seat_zero_begins(seats)?;
    let mut options = serde_json::to_value(options).expect("options have a JSON form");
    if let (Some(options), Some(replaced)) = (options.as_object_mut(), replaced.as_object()) {
        replaced.iter().for_each(|(key, value)| drop(options.insert(key.clone(), value.clone())));
    }
    let options = serde_json::from_value(options).map_err(|e| BadTable::Options(e.to_string()))?;
    G::open(&options, &seating)?;
    Ok((options, seating))
}

/// The contestant a text names; `think` is the budget of bots that name none, `limit` the time a program has for a move.
pub fn contestant<G: Played>(
    name: &str,
    think: Option<Budget>,
    limit: Duration,
) -> Result<Contestant<'static, G>, BadContest> {
    if let Some(command) = name.strip_prefix("exec:") {
        let command = command.to_owned();
        return Ok(Contestant::new(name, move || {
            Box::new(Exec::new(command.clone(), limit)) as Box<dyn Player<G>>
        }));
    }
    if let Some(simple) = name.strip_prefix("simple:") {
        let found = G::simple_strategies().into_iter().find(|(known, _)| *known == simple);
        let (_, make) = found.ok_or_else(|| UnknownLevel::of(name))?;
        return Ok(Contestant::new(name, move || bot_player(make(), Budget::iterations(1))));
    }
    let (level, budget) = match name.split_once('@') {
        Some((level, own)) => (level.parse::<Level>()?, Some(own.parse()?)),
        None => (name.parse::<Level>()?, think),
    };
    let budget = budget.unwrap_or_else(|| G::budget(level));
    Ok(Contestant::new(name, move || bot_player(G::bot(level), budget)))
}

fn bot_player<G: Imagine>(bot: Box<dyn Bot<G>>, budget: Budget) -> Box<dyn Player<G>> {
    Box::new(BotPlayer(bot, budget))
}
