//! Is it a good game? What somebody who changes a rule wants to know by tonight, honestly and in pictures.
//!
//! There are no rules of any game in here: what a game can tell beyond its rules it answers itself ([`table::Study`]). An
//! [`arm`] is a table and who plays there; the [`bench`] plays arms on all cores and keeps what came of them; the questions
//! make sections of a [`report`] out of it, and [`page`] draws the report. Imports run in that order.

pub mod arm;
pub mod bench;
mod error;
mod kept;
pub mod measure;
pub mod page;
mod questions;
pub mod report;
pub mod row;
pub mod series;
mod setup;
pub mod stats;
mod study;
pub mod sweep;
mod target;
mod words;

pub use error::BadLab;
pub use kept::kept;
pub use setup::{Setup, Wish};
pub use study::study;
