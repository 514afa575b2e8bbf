//! The wood: boxes of pieces that owners can write themselves, the convex parts pieces are made of, and the ways a
//! piece can lie. Knows nothing of structures, turns or players.

pub mod boxes;
pub mod outline;
pub mod shape;
pub mod stance;
