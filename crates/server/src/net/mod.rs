//! What the world outside touches: the listener, HTTP and sockets, each within its limits.

mod client;
mod gate;
mod lan;
mod listen;
mod routes;
mod socket;

pub use gate::Hosts;
pub use lan::lan_address;
pub use listen::{Server, ServerSettings};
pub use routes::paths;
