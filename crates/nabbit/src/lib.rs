//! Stack Nabbit.
mod imagine;
mod moves;
mod rules;
mod state;
mod text;
mod view;

pub use imagine::Notes;
pub use moves::{Fate, Foul, Move, Number};
pub use state::{COPIES, Cards, MOST_FLIPS, Options, Phase, State};
pub use view::{Haul, Place, Shown, View};
