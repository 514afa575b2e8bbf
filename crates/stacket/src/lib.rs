//! Stacket: take turns putting wooden pieces on one structure; whoever lets another piece fall loses.

pub mod boxes;
pub mod film;
pub mod pose;
pub mod scene;
pub mod settle;
pub mod shape;
pub mod sight;
pub mod touch;
pub mod world;

pub use boxes::{BadBox, BoxData, Piece, PieceBox, PieceData, PieceId};
pub use pose::Pose;
pub use settle::{Cause, End, Outcome, settle};
pub use world::{Standing, World};
