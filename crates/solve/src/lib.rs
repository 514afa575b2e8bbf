//! The two-player round of Stacks, solved: a strategy, and an exact measure of what can be won from it.
//!
//! Utility is the margin of points in one round. `docs/solved.md` has the claim and the method.

pub mod certificate;
pub mod checkpoint;
pub mod deck;
pub mod file;
pub mod picture;
pub mod player;
pub mod private;
pub mod public;
pub mod response;
pub mod round;
pub mod rows;
pub mod solver;
pub mod strategy;
