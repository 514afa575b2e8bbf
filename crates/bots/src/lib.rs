//! Players for every game, their hints, and contests between them.
//!
//! A bot is handed a [`Sight`] and nothing else: what its seat sees and remembers, what it may do, and what it was
//! shown. No way leads from a sight to the true state. A method of [`methods`] plays any game through that game's
//! [`Heuristics`]; [`games`] says which methods play which game at which level, and what fits one game alone.
//!
//! Imports run one way: bot, budget, level and hint know only the `table` crate; methods know those; games know
//! methods; the registry knows games; contests know all of them.

mod bot;
mod budget;
pub mod contest;
pub mod games;
pub mod hint;
pub mod level;
pub mod methods;
pub mod registry;

pub use bot::{Bot, Sight};
pub use budget::{BadBudget, Budget, StopAfter, Stopwatch};
pub use contest::table_bots::TableBots;
pub use games::Played;
pub use level::Level;
pub use methods::heuristics::Heuristics;
