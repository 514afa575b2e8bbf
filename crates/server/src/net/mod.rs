//! What the world outside touches: the listener, HTTP and sockets, each within its limits.

mod assets;
pub(crate) mod connection;
mod copies;
mod failed;
mod lan;
pub(crate) mod limits;
mod listen;
pub mod local;
mod origin;
mod patient;
mod proxy;
mod routes;
mod sent;
mod socket;
mod tls;

pub use lan::lan_address;
pub use listen::{Server, ServerSettings};
pub use origin::Hosts;
pub use proxy::Proxies;
pub use routes::paths;
pub use tls::{BadCertificate, Certificate};
