//! The house that people play in: rooms, sockets and HTTP.

pub mod wire;
