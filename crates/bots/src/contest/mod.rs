//! Bots at tables.
//!
//! [`table_bots`] seats bots at one table, [`arena`] plays many games between them, [`entry`] reads who takes part,
//! [`exec`] lets programs take part, and [`rating`] says who is better.

pub mod arena;
pub mod entry;
pub mod exec;
pub mod rating;
mod report;
pub mod table_bots;

pub use entry::{BadContest, ContestSetup, contestant, run_contest, table_of};
pub use report::{BotResult, ContestReport, Forfeit, wilson};
