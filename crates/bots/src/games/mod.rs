//! Which methods play which game at which level, and what fits one game alone.

pub mod nabbit;
pub mod nuts;
pub mod push;
pub mod stacket;
pub mod stacks;

use table::{Imagine, Study, nature::Dice};

use crate::{Bot, Budget, Heuristics, Level, Sight, hint::MoveHint};

/// A game with bots of every level and hints for people.
pub trait Played: Heuristics + Imagine + Study {
    /// Whether its bots simulate physics to decide, so that hard needs its whole budget of seconds.
    const SIMULATES_TO_DECIDE: bool = false;

    /// Makes a bot of a level.
    fn bot(level: Level) -> Box<dyn Bot<Self>>;

    /// What a bot of a level may spend on a decision unless told otherwise.
    fn budget(level: Level) -> Budget {
        level.budget()
    }

    /// How a level plays, in a sentence.
    fn character(level: Level) -> &'static str;

    /// What each legal move is worth, and why.
    fn hints(sight: &Sight<'_, Self>, budget: &Budget, rng: &mut Dice) -> Vec<MoveHint<Self::Move>>;

    /// Simple fixed strategies by name; hard must not lose to any of them.
    fn simple_strategies() -> Vec<(&'static str, MakeBot<Self>)>;
}

/// Makes a bot.
pub type MakeBot<G> = fn() -> Box<dyn Bot<G>>;
