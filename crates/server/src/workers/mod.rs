//! What takes long and is done on threads of its own: bots, hints, odds, physics and searches, each in its turn.

pub(crate) mod bots;
pub(crate) mod odds;
pub(crate) mod pool;
pub(crate) mod schedule;
