//! How well a bot plays, from random to hard.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use crate::Budget;

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, EnumIter, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// Any legal move.
    Random,
    /// The move that promises the most points at the end of its own turn.
    Greedy,
    /// Plays by impulse, answers at once.
    Easy,
    /// Plays by sound habits.
    Medium,
    /// Thinks.
    Hard,
}

impl Level {
    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What a decision may cost at most, unless the game or the caller says otherwise.
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
