//! Players: one file a method, one file a game.
//!
//! A bot is handed a [`Sight`] and nothing else: what its seat sees, what a seat that watched remembers, what it
//! may do, and what it was shown. There is no way from a sight to the true state. What the methods need to know of
//! a game beyond its rules is its [`Tactics`].

pub mod any;
pub mod arena;
pub mod belief;
pub mod blueprint;
mod budget;
pub mod cfr;
pub mod chances;
pub mod claims;
mod company;
pub mod elo;
pub mod exact;
pub mod exec;
pub mod greedy;
pub mod habits;
pub mod hint;
pub mod level;
pub mod nabbit;
pub mod nuts;
pub mod push;
pub mod random;
pub mod reading;
pub mod response;
pub mod rule;
pub mod search;
mod season;
mod sight;
pub mod stacket;
pub mod stacks;
pub mod sum;
mod tactics;
pub mod train;
pub mod tree;
pub mod trials;
pub mod weigh;

pub use budget::{BadBudget, Budget, Clock, Think};
pub use company::Company;
pub use level::{Level, Played};
pub use sight::{Bot, Sight};
pub use tactics::Tactics;
