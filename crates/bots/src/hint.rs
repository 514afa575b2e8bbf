//! What each legal move is worth, with one sentence why.

use serde::Serialize;

/// A legal move, what it is estimated to be worth, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// What it is worth, in the hint's unit.
    pub value: f64,
    /// The 95% error of the value to either side; 0 where it is exact.
    pub error: f64,
    /// What the value counts.
    pub unit: Unit,
    /// Whether it is the one to advise.
    pub best: bool,
    /// One sentence in a person's words.
    pub why: String,
}

/// What a hint's value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// The chance to win, from 0 to 1.
    Chance,
    /// The chance that the move itself succeeds, from 0 to 1: a piece holds, a guess is right.
    Success,
    /// Points.
    Points,
}

/// `1 card`, `4 cards`.
pub(crate) fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
