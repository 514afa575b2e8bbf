//! Those who decide for bots: the house's own, or chance.

use crate::room::Think;
use crate::wire::{BotLevel, HintLine, Json};
use bots::any::{Visit, with_game};
use bots::hint::Unit;
use bots::{Budget, Level, Played, Sight};
use shelf::AnyTable;
use std::pin::Pin;
use table::{EventOf, Viewer, nature::dice};

/// A move that is thought about elsewhere.
pub type Thought = Pin<Box<dyn Future<Output = Option<String>> + Send>>;

/// Those who decide for bots.
pub trait Players: Send + Sync {
    /// The move a bot makes, as JSON; none when it knows no better than the first it may.
    fn choose(&self, think: &Think) -> Option<String>;

    /// The levels there are for a game.
    fn levels(&self, game: &str) -> Vec<BotLevel>;

    /// What the strongest bot weighs before a decision, best first.
    fn weigh(&self, think: &Think) -> Vec<HintLine>;

    /// Decides in a time of its own; none lets a thread of the house [`choose`](Self::choose).
    fn in_own_time(&self, _think: &Think) -> Option<Thought> {
        None
    }

    /// Whether time is made up, so that no thread of the house may take any: searches are done at once.
    fn is_simulated(&self) -> bool {
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

/// What the seat of the bot that is asked was shown so far.
pub fn shown_to_bot<G: Played>(think: &Think) -> Vec<G::Shown> {
    let Ok(mut table) = serde_json::from_str::<G>(&think.opened.state()) else { return Vec::new() };
    let events = think.events.iter().map_while(|(_, event)| serde_json::from_str::<EventOf<G>>(event).ok());
    let show = |event| {
        let shown = table.show(&event, Viewer::Seat(think.seat));
        table.apply(&event);
        shown
    };
    events.map(show).collect()
}

/// What a hard bot may think about cards at a table with people, in milliseconds of CPU time; see [`crate::room::Pace`].
const HARD_MS: u64 = 550;

fn choose<G: Played>(think: &Think) -> Option<String> {
    let state: G = serde_json::from_str(&think.table.state()).ok()?;
    let shown = shown_to_bot::<G>(think);
    let sight = Sight::of(&state, think.seat, &shown);
    let level = level(think.level);
    // Nobody waits longer for a bot that counts cards than for a person; one that looks for places gets its whole time.
    let is_hasty = level == Level::Hard && think.table.lists_all_moves();
    let budget = if is_hasty { Budget::cpu_ms(HARD_MS) } else { G::budget(level) };
    let mv = G::bot(level).decide(&sight, &budget, &mut dice(think.seed, 0));
    serde_json::to_string(&mv).ok()
}

fn weigh<G: Played>(think: &Think, budget: &Budget) -> Vec<HintLine> {
    let Ok(state) = serde_json::from_str::<G>(&think.table.state()) else { return Vec::new() };
    let shown = shown_to_bot::<G>(think);
    let sight = Sight::of(&state, think.seat, &shown);
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
                Unit::Success => "success".into(),
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
