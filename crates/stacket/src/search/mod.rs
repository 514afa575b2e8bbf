//! Looking for places: where a piece can go, and what a hand of some steadiness makes of it. Only here are places
//! searched for; the rules judge a given one.

pub mod hand;
pub mod place;
