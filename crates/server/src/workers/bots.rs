//! Those who decide for bots: the house's own, or chance.

use crate::protocol::{BotLevel, HintLine, Json};
use crate::room::Position;
use bots::hint::HintUnit;
use bots::registry::{PlayedVisitor, with_bots};
use bots::{Budget, Level, Played, Sight};
use shelf::{AnyTable, state_of};
use std::pin::Pin;
use table::nature::dice;

/// A move that is thought about elsewhere.
pub type Thought = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

/// Those who decide for bots.
pub trait Players: Send + Sync {
    /// The move a bot makes, as JSON; none when it knows no better than the first it may.
    fn choose(&self, position: &Position) -> Option<String>;

    /// The same within a share of the time it usually takes, above 0 and at most 1.
    fn choose_within(&self, position: &Position, _share: f64) -> Option<String> {
        self.choose(position)
    }

    /// The levels there are for a game.
    fn levels(&self, game: &str) -> Vec<BotLevel>;

    /// What the strongest bot weighs before a decision, best first.
    fn weigh(&self, position: &Position) -> Vec<HintLine>;

    /// The same within a share of the time it usually takes.
    fn weigh_within(&self, position: &Position, _share: f64) -> Vec<HintLine> {
        self.weigh(position)
    }

    /// Decides in a time of its own; none lets a thread of the house [`choose`](Self::choose).
    fn in_own_time(&self, _position: &Position) -> Option<Thought> {
        None
    }

    /// Whether time is made up, so that no thread of the house may take any: searches are done at once.
    fn is_time_made_up(&self) -> bool {
        false
    }

    /// Simulates nature in a time of its own, as an event; none lets a thread of the house do it.
    fn nature_in_own_time(&self, _table: &dyn AnyTable) -> Option<Thought> {
        None
    }
}

/// Bots that play by chance.
pub struct ByChance;

impl Players for ByChance {
    fn choose(&self, position: &Position) -> Option<String> {
        position.table.pick(position.seat, &mut dice(position.seed, 0))
    }

    fn levels(&self, _game: &str) -> Vec<BotLevel> {
        vec![BotLevel::Easy]
    }

    fn weigh(&self, _position: &Position) -> Vec<HintLine> {
        Vec::new()
    }
}

/// The bots of the house; a game they do not know is played by chance.
pub struct HouseBots;

impl Players for HouseBots {
    fn choose(&self, position: &Position) -> Option<String> {
        self.choose_within(position, 1.0)
    }

    fn choose_within(&self, position: &Position, share: f64) -> Option<String> {
        with_bots(position.table.about().id, Choose(position, share))
            .unwrap_or_else(|| ByChance.choose(position))
    }

    fn levels(&self, game: &str) -> Vec<BotLevel> {
        match with_bots(game, IsPlayed) {
            Some(()) => vec![BotLevel::Easy, BotLevel::Medium, BotLevel::Hard],
            None => ByChance.levels(game),
        }
    }

    fn weigh(&self, position: &Position) -> Vec<HintLine> {
        self.weigh_within(position, 1.0)
    }

    fn weigh_within(&self, position: &Position, share: f64) -> Vec<HintLine> {
        with_bots(position.table.about().id, Weigh(position, Err(share))).unwrap_or_default()
    }
}

/// The bots of the house, whose hints take so many iterations and not so much time: asked the same, they tell the same.
pub struct CountingBots(pub u32);

impl Players for CountingBots {
    fn choose(&self, position: &Position) -> Option<String> {
        ByChance.choose(position)
    }

    fn levels(&self, game: &str) -> Vec<BotLevel> {
        HouseBots.levels(game)
    }

    fn weigh(&self, position: &Position) -> Vec<HintLine> {
        let budget = Ok(Budget::iterations(self.0));
        with_bots(position.table.about().id, Weigh(position, budget)).unwrap_or_default()
    }
}

struct IsPlayed;

impl PlayedVisitor for IsPlayed {
    type Out = ();
    fn visit<G: Played>(self) {}
}

struct Choose<'a>(&'a Position, f64);

impl PlayedVisitor for Choose<'_> {
    type Out = Option<String>;
    fn visit<G: Played>(self) -> Option<String> {
        choose::<G>(self.0, self.1)
    }
}

/// A decision, and what may be spent on it: so much, or a share of what a hard bot spends.
struct Weigh<'a>(&'a Position, Result<Budget, f64>);

impl PlayedVisitor for Weigh<'_> {
    type Out = Vec<HintLine>;
    fn visit<G: Played>(self) -> Vec<HintLine> {
        weigh::<G>(self.0, &self.1.unwrap_or_else(|share| G::budget(Level::Hard).part(share)))
    }
}

fn level(level: BotLevel) -> Level {
    match level {
        BotLevel::Easy => Level::Easy,
        BotLevel::Medium => Level::Medium,
        BotLevel::Hard => Level::Hard,
    }
}

/// What a hard bot may think about cards at a table with people, in milliseconds of CPU time; see [`crate::room::Pace`].
pub(crate) const HARD_MS: u64 = 550;

/// What a bot of a game may know of a position; none where the position is of another game.
fn sight<G: Played>(position: &Position) -> Option<Sight<'_, G>> {
    let Position { seat, table, seen, .. } = position;
    Some(Sight::of(state_of(&**table)?, *seat, seen.events::<G>()?))
}

fn choose<G: Played>(position: &Position, share: f64) -> Option<String> {
    let sight = sight::<G>(position)?;
    let level = level(position.level);
    // Nobody waits longer for a bot that counts cards than for a person; one that simulates gets its whole time.
    let is_hasty = level == Level::Hard && !G::SIMULATES_TO_DECIDE;
    let budget = if is_hasty { Budget::cpu_ms(HARD_MS) } else { G::budget(level) };
    let mv = G::bot(level).decide(&sight, &budget.part(share), &mut dice(position.seed, 0));
    serde_json::to_string(&mv).ok()
}

fn weigh<G: Played>(position: &Position, budget: &Budget) -> Vec<HintLine> {
    let Some(sight) = sight::<G>(position) else { return Vec::new() };
    let hints = G::hints(&sight, budget, &mut dice(position.seed, 0));
    let mut lines: Vec<_> = hints
        .into_iter()
        .map(|hint| HintLine {
            text: hint.mv.to_string(),
            r#move: Json::from_text(serde_json::to_string(&hint.mv).expect("moves have a JSON form")),
            value: hint.value,
            error: hint.error,
            unit: match hint.unit {
                HintUnit::Chance => "chance".into(),
                HintUnit::Success => "success".into(),
                HintUnit::Points => "points".into(),
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
