//! Pictures of a structure that stands: one to print as SVG, one of letters for a terminal.

mod faces;
mod order;
pub mod render;
pub(crate) mod sketch;
