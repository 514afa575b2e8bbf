//! The list of games, and any table of any of them behind one object.
//!
//! Programs that want one game's own types pass a [`Visit`] to [`with_game`] and are compiled once a game;
//! programs that treat all games alike hold an [`AnyTable`] and speak JSON to it. Adding a game to the shelf is
//! its name in the list `games!`.

mod any;
pub mod probe;
mod step;
#[cfg(feature = "ts")]
pub mod typescript;

use table::{About, Game, Imagine, Odds};

pub use any::{AnyFoul, AnyTable, ShownEvent, all_options, open, state_of};
pub use step::{AnyStep, Seen};

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`; the games are {names}", names = names())]
pub struct UnknownGame(pub String);

fn names() -> String {
    GAMES.iter().map(|about| about.id).collect::<Vec<_>>().join(", ")
}

/// Something done with a game whose types are known.
pub trait Visit {
    /// What comes out of it.
    type Out;
    /// Does it with game `G`.
    fn visit<G: Game + Odds + Imagine>(self) -> Self::Out;
}

/// Lists the games by their short names, which are also the names of their crates.
macro_rules! games {
    ($($game:ident),*) => {
        /// Every game on the shelf.
        pub const GAMES: &[About] = &[$($game::State::ABOUT),*];

        /// Does something with the game of that name.
        pub fn with_game<V: Visit>(id: &str, visit: V) -> Result<V::Out, UnknownGame> {
            match id {
                $(stringify!($game) => Ok(visit.visit::<$game::State>()),)*
                _ => Err(UnknownGame(id.chars().take(40).collect())),
            }
        }
    };
}

games!(nabbit, push, stacks, nuts, stacket);

/// How a game introduces itself.
pub fn about(id: &str) -> Result<&'static About, UnknownGame> {
    GAMES.iter().find(|about| about.id == id).ok_or_else(|| UnknownGame(id.chars().take(40).collect()))
}
