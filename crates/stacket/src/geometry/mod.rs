//! A structure that does not move: where its pieces are, what a piece would run into, who touches whom, and what can
//! be seen from around the table. Knows the pieces and nothing else.

pub mod pose;
pub mod scene;
pub mod sight;
pub mod touch;
