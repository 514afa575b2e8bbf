//! The real clock and the system's generator.

use crate::house::World;
use std::time::{SystemTime, UNIX_EPOCH};

/// The world as it is.
pub struct RealWorld;

impl World for RealWorld {
    fn now_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
    }

    fn entropy(&self) -> [u8; 32] {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).expect("the system has a generator");
        bits
    }
}
