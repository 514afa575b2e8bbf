//! Nature: a structure in motion, from a release to its rest, and the film of it. Knows pieces and geometry, and
//! nothing of turns or players. Its numbers never change: recorded games must come out bit for bit.

pub mod film;
pub mod settle;
mod spare;
pub mod world;
