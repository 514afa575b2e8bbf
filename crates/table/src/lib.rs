//! The vocabulary every game shares.
//!
//! A [`Game`] is a pure value. Two kinds of [`Event`] change it: a move by a [`Seat`], and a fate by nature (a
//! card turned up, a die rolled, how a piece came to rest). A [`Record`] is the list of those events. What a
//! [`Viewer`] sees is built from what that viewer may know. The module `kit` (feature `kit`) holds the
//! properties that every game's tests call.

mod about;
mod bag;
mod event;
mod game;
#[cfg(feature = "kit")]
pub mod kit;
pub mod nature;
mod play;
mod record;
mod seat;
mod standings;
mod study;

pub use about::{About, OptionAbout, OptionKind};
pub use bag::Bag;
pub use event::{BadText, Event};
pub use game::{EventOf, Form, Game, Imagine, Limit, Numbered, Odds, Turn, Typed, Viewer};
pub use nature::Rng;
pub use play::{play_at_random, random_event};
pub use record::{BadRecord, FORMAT, Record, check_event};
pub use seat::{BadTable, MAX_SEATS, PerSeat, Seat, SeatSet, Seating};
pub use standings::Standings;
pub use study::{Denial, Mark, Pace, Study, Victory};
