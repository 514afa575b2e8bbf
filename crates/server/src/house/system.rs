//! The real clocks and the system's generator.

use crate::house::Environment;
use rustix::time::{ClockId, clock_gettime};
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock that runs on evenly, also while the machine sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const EVEN: ClockId = ClockId::Boottime;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const EVEN: ClockId = ClockId::Monotonic;

/// The world as it is.
pub struct RealEnvironment;

impl Environment for RealEnvironment {
    fn now_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
    }

    fn even_ms(&self) -> u64 {
        let now = clock_gettime(EVEN);
        now.tv_sec.cast_unsigned() * 1000 + now.tv_nsec.cast_unsigned() / 1_000_000
    }

    fn entropy(&self) -> [u8; 32] {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits).expect("the system has a generator");
        bits
    }
}
