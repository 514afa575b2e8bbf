//! Ways to choose a move, one file each.
//!
//! A method knows no particular game: it asks a game's rules, and its [`heuristics`] for what the rules do not say.

pub mod cfr;
pub mod exact;
pub mod fixed;
pub mod greedy;
pub mod heuristics;
pub mod ismcts;
pub mod paired_trials;
pub mod random;
pub mod rollout;
pub mod stats;
