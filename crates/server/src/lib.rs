//! The house that people play in: rooms, sockets and HTTP.
//!
//! [`room::Room`] is the pure heart: inputs with a time go in, what is to be stored and told comes out. [`House`] owns
//! the journal, the clock and the workers around it; [`net`] is what the world outside touches. [`protocol`] holds every
//! form that crosses a socket. A folder uses only those above it in `ARCHITECTURE.md`'s list.

pub mod fairness;
mod house;
mod identity;
pub mod net;
pub mod protocol;
pub mod room;
mod workers;

pub use house::keeping::Keeping;
pub use house::outbox::{Outbox, Parcel, Parcels};
pub use house::system::RealEnvironment;
pub use house::{BadHouse, Environment, House};
pub use net::connection::{Connection, opening_facts};
pub use net::limits::{Doorkeeper, Limits, Rate};
pub use workers::bots::{ByChance, CountingBots, HouseBots, Players, Thought};
