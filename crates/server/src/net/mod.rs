//! What the world outside touches: the listener, HTTP and sockets, each within its limits.

mod assets;
pub(crate) mod connection;
mod copies;
mod failed;
mod lab;
mod lan;
pub(crate) mod limits;
mod listen;
mod origin;
mod patient;
mod routes;
mod sent;
mod socket;

pub use lan::lan_address;
pub use listen::{Server, ServerSettings};
pub use origin::Hosts;
pub use routes::paths;
