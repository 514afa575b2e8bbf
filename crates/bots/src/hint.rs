//! Hints for people: what a move is worth, and one sentence why.

use serde::Serialize;

/// A legal move, its estimated worth, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveHint<M> {
    /// The move that is judged.
    #[serde(rename = "move")]
    pub mv: M,
    /// The estimate, in `unit`.
    pub value: f64,
    /// Half of the 95% confidence interval of the value; 0 where the value is exact.
    pub error: f64,
    /// What the value counts.
    pub unit: HintUnit,
    /// Whether this is the move to advise.
    pub best: bool,
    /// One sentence for people.
    pub why: String,
}

/// What the value of a hint counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintUnit {
    /// The chance to win, from 0 to 1.
    Chance,
    /// The chance that the move itself succeeds, from 0 to 1: a piece holds, a guess is right.
    Success,
    /// Points of the game.
    Points,
}

/// A number and its noun: `1 card`, `4 cards`.
pub(crate) fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
