//! Levels of play, and what every game on the shelf offers to those who play against bots.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};
use table::{Imagine, nature::Dice};

use crate::{Bot, Budget, Sight, Tactics, hint::Hint};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// Any legal move.
    Random,
    /// The most points at the end of the own turn.
    Greedy,
    /// Plays by impulse, answers at once.
    Easy,
    /// Plays by sound habits.
    Medium,
    /// Thinks.
    Hard,
}

impl Level {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The time a level takes at most for a decision, unless told otherwise.
    pub fn budget(self) -> Budget {
        match self {
            Level::Hard => Budget::cpu_ms(950),
            Level::Medium => Budget::cpu_ms(45),
            _ => Budget::iterations(1),
        }
    }
}

/// A name that no level has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot `{0}`; choose easy, medium, hard, greedy or random")]
pub struct UnknownLevel(String);

impl UnknownLevel {
    pub(crate) fn of(text: &str) -> UnknownLevel {
        UnknownLevel(text.chars().take(40).collect())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::iter().find(|level| level.name() == text);
        found.ok_or_else(|| UnknownLevel::of(text))
    }
}

/// A game with bots of every level and hints for people.
pub trait Played: Tactics + Imagine {
    /// A bot of a level.
    fn bot(level: Level) -> Box<dyn Bot<Self>>;

    /// What a bot of a level may spend on a decision unless told otherwise.
    fn budget(level: Level) -> Budget {
        level.budget()
    }

    /// How a level plays, in a sentence.
    fn character(level: Level) -> &'static str;

    /// What each legal move is worth, and why.
    fn hints(sight: &Sight<'_, Self>, budget: &Budget, rng: &mut Dice) -> Vec<Hint<Self::Move>>;

    /// Fixed simple strategies that hard must not lose to.
    fn simple() -> Vec<(&'static str, Maker<Self>)>;
}

/// Makes a bot.
pub type Maker<G> = fn() -> Box<dyn Bot<G>>;
