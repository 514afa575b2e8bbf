//! The games that bots play, found by name.

use table::nature::dice;

use crate::{Played, methods::rollout::win_shares};

/// Something to do with a game that bots play, compiled once for each game.
pub trait PlayedVisitor {
    /// What it returns.
    type Out;
    /// Does it with game `G`.
    fn visit<G: Played>(self) -> Self::Out;
}

/// Lists the games that bots play, by their short names, which are also the names of their crates.
macro_rules! played {
    ($($game:ident),*) => {
        /// The short names of the games that bots play.
        pub const GAMES: &[&str] = &[$(stringify!($game)),*];

        /// Does something with the game of that name, if bots play it.
        pub fn with_bots<V: PlayedVisitor>(game: &str, visitor: V) -> Option<V::Out> {
            match game {
                $(stringify!($game) => Some(visitor.visit::<$game::State>()),)*
                _ => None,
            }
        }
    };
}

played!(nabbit, push, stacks, nuts, stacket);

/// The names of a game's simple strategies; a contest takes each as `simple:NAME`.
pub fn simple_strategies(game: &str) -> Vec<&'static str> {
    struct Names;
    impl PlayedVisitor for Names {
        type Out = Vec<&'static str>;
        fn visit<G: Played>(self) -> Self::Out {
            G::simple_strategies().into_iter().map(|(name, _)| name).collect()
        }
    }
    with_bots(game, Names).unwrap_or_default()
}

/// Each seat's expected share of the victory at a table whose full state is given as JSON, by rollouts; `None`
/// where no bot plays the game or the state cannot be read.
pub fn win_shares_of(game: &str, state: &str, rollouts: u32, seed: u64) -> Option<Vec<f64>> {
    struct Look<'a>(&'a str, u32, u64);
    impl PlayedVisitor for Look<'_> {
        type Out = Option<Vec<f64>>;
        fn visit<G: Played>(self) -> Self::Out {
            let Look(state, rollouts, seed) = self;
            let state: G = serde_json::from_str(state).ok()?;
            Some(win_shares(&state, rollouts, &mut dice(seed, 0)).to_vec())
        }
    }
    with_bots(game, Look(state, rollouts, seed))?
}

#[cfg(test)]
mod tests {
    use table::Game;

    use super::*;

    #[test]
    fn the_win_shares_of_a_seed_are_the_same_again() {
        let (options, seating) = push::State::seat_zero_begins(3).unwrap();
        let state = serde_json::to_string(&push::State::open(&options, &seating).unwrap()).unwrap();
        let look = |seed| win_shares_of("push", &state, 50, seed);
        assert_eq!(look(1), look(1));
        assert_ne!(look(1), look(2));
        assert_eq!(win_shares_of("chess", &state, 50, 1), None);
    }
}
