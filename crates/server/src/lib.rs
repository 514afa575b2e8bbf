//! The house that people play in: rooms, sockets and HTTP.
//!
//! [`room::Room`] is the pure heart: inputs with a time go in, what is to be stored and told comes out. [`House`] owns
//! the journal, the clock and the bots' pool around it; [`net`] is what the world outside touches. [`wire`] holds every
//! form that crosses a socket.

mod analysis;
pub mod fact;
pub mod fair;
mod house;
mod limit;
mod lobby;
mod metrics;
mod name;
pub mod net;
mod notes;
mod odds;
mod outbox;
mod players;
mod pool;
pub mod room;
mod session;
mod token;
pub mod verify;
pub mod wire;
mod world;

pub use analysis::Course;
pub use house::{BadHouse, House, World};
pub use limit::{Doorkeeper, Limits, Rate};
pub use outbox::{Outbox, Parcel};
pub use players::{ByChance, CountingBots, HouseBots, Players, Thought, shown_to_bot};
pub use session::{Session, opening_facts};
pub use world::RealWorld;
