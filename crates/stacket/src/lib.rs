//! Stacket: take turns putting wooden pieces on one structure; whoever lets another piece fall loses.

pub mod boxes;
pub mod film;
pub mod hand;
mod imagine;
pub mod judge;
mod moves;
pub mod place;
pub mod pose;
mod rules;
pub mod scene;
pub mod settle;
pub mod shape;
pub mod sight;
pub mod stance;
mod state;
mod text;
pub mod touch;
mod view;
pub mod world;

pub use boxes::{BadBox, BoxData, Piece, PieceBox, PieceData, PieceId};
pub use moves::{AS_IN_THE_BOX, Foul, Move};
pub use pose::Pose;
pub use rules::Verdict;
pub use settle::{Cause, End, Fate, settle};
pub use state::{Held, Options, Phase, State};
pub use view::{Shown, View};
pub use world::{Standing, World};
