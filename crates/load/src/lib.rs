//! Plays against a running server over real sockets, from a process of its own.
//!
//! [`measure`] counts what the server's time and memory buy; [`crash`] kills the server again and again and looks for
//! what was lost; [`attack`] lets people play while others do their worst. All play Stack Nabbit at tables of two.

pub mod attack;
mod attackers;
pub mod client;
pub mod crash;
pub mod measure;
pub mod process;
