//! Nuts for Nuts.
mod cards;
mod events;
mod imagine;
mod known;
mod menu;
mod moves;
mod rules;
mod state;
mod text;
mod view;

pub use cards::{Card, Cards, Drawn, EventId, Number, Nut};
pub use events::{Effect, EventCard, MOST_EVENTS};
pub use imagine::Notes;
pub use known::{Doubts, Known};
pub use moves::{Fate, Foul, Guess, Lot, Move};
pub use state::{Left, MOST_NUTS, Options, Phase, Pile, ROUNDS_WITHOUT_STASH, State, Stir, Team, Trace};
pub use view::{Dropped, Happened, Place, Shown, View};
