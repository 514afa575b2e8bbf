//! The house's own time: the time of day when it opened, and the even clock of the machine from then on.
//!
//! Somebody who sets the time of day forward or back changes nothing here. What was stored is never later than now. And a
//! stretch in which nothing could be done, because the process was stopped or the machine slept, is noticed by whoever
//! looks at the clock first: in it the house was away, as it is between two starts.

use crate::house::{Environment, lock};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// How often somebody looks at the clock when nothing happens.
pub(crate) const BEAT_MS: u64 = 250;
/// When nobody has looked at the clock for so long, the house was away.
const AWAY_MS: u64 = 2000;
/// Of how many absences it is remembered when they began.
const REMEMBERED: usize = 64;

/// The house's own time, and its chance.
pub(crate) struct Clock {
    world: Arc<dyn Environment>,
    /// What makes the even clock the time of day; the sum wraps.
    ahead_ms: AtomicU64,
    /// When the clock was last looked at, by the even clock.
    awake_ms: AtomicU64,
    /// How often the house was away, and, by the even clock, since when: the last times.
    absences: Mutex<VecDeque<u64>>,
    count: AtomicU64,
}

impl Clock {
    pub(crate) fn new(world: Arc<dyn Environment>) -> Self {
        let even_ms = world.even_ms();
        Self {
            ahead_ms: AtomicU64::new(world.now_ms().wrapping_sub(even_ms)),
            awake_ms: AtomicU64::new(even_ms),
            world,
            absences: Mutex::default(),
            count: AtomicU64::new(0),
        }
    }

    /// Milliseconds since 1970, never fewer than before.
    pub(crate) fn now_ms(&self) -> u64 {
        let even_ms = self.world.even_ms();
        let awake_ms = self.awake_ms.load(Ordering::Acquire);
        if even_ms.saturating_sub(awake_ms) > AWAY_MS {
            self.notice(even_ms);
        } else if even_ms > awake_ms {
            self.awake_ms.fetch_max(even_ms, Ordering::AcqRel);
        }
        self.told(even_ms)
    }

    fn told(&self, even_ms: u64) -> u64 {
        even_ms.wrapping_add(self.ahead_ms.load(Ordering::Relaxed))
    }

    /// Notes an absence before anybody can take the time after it for the present.
    fn notice(&self, even_ms: u64) {
        let mut absences = lock(&self.absences);
        let awake_ms = self.awake_ms.load(Ordering::Acquire);
        if even_ms.saturating_sub(awake_ms) > AWAY_MS {
            absences.truncate(REMEMBERED - 1);
            absences.push_front(awake_ms);
            self.count.fetch_add(1, Ordering::Release);
            self.awake_ms.fetch_max(even_ms, Ordering::AcqRel);
        }
    }

    /// How often the house was away.
    pub(crate) fn absences(&self) -> u64 {
        self.count.load(Ordering::Acquire)
    }

    /// Since when the house was away, for somebody who knows of so many absences; they know of all then.
    pub(crate) fn away_since_ms(&self, known: &mut u64) -> Option<u64> {
        let missed = self.absences() - *known;
        if missed == 0 {
            return None;
        }
        let absences = lock(&self.absences);
        *known += missed;
        let first = absences.get(missed as usize - 1).or(absences.back());
        first.map(|even_ms| self.told(*even_ms))
    }

    /// Goes on from this time at the least: what is stored is never later than now.
    pub(crate) fn set_forward(&self, at_ms: u64) {
        self.ahead_ms.fetch_add(at_ms.saturating_sub(self.now_ms()), Ordering::Relaxed);
    }

    /// 256 bits nobody can guess.
    pub(crate) fn entropy(&self) -> [u8; 32] {
        self.world.entropy()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Hands {
        wall_ms: AtomicU64,
        even_ms: AtomicU64,
    }

    impl Environment for Hands {
        fn now_ms(&self) -> u64 {
            self.wall_ms.load(Ordering::Relaxed)
        }

        fn even_ms(&self) -> u64 {
            self.even_ms.load(Ordering::Relaxed)
        }

        fn entropy(&self) -> [u8; 32] {
            [0; 32]
        }
    }

    fn hands() -> (Arc<Hands>, Clock) {
        let hands = Arc::new(Hands::default());
        hands.wall_ms.store(9_000_000, Ordering::Relaxed);
        hands.even_ms.store(700, Ordering::Relaxed);
        (hands.clone(), Clock::new(hands))
    }

    #[test]
    fn the_time_of_day_may_be_set_and_the_house_goes_on() {
        let (hands, clock) = hands();
        for wall_ms in [9_000_100, 5_400_000, 12_600_000, 0] {
            hands.wall_ms.store(wall_ms, Ordering::Relaxed);
            hands.even_ms.fetch_add(100, Ordering::Relaxed);
            clock.now_ms();
        }
        assert_eq!((clock.now_ms(), clock.absences()), (9_000_400, 0));
    }

    #[test]
    fn every_absence_is_told_once_to_everybody_from_its_beginning() {
        let (hands, clock) = hands();
        let (mut one, mut other) = (0, 0);
        hands.even_ms.fetch_add(AWAY_MS, Ordering::Relaxed);
        assert_eq!((clock.now_ms(), clock.away_since_ms(&mut one)), (9_002_000, None), "slow, not away");
        hands.even_ms.fetch_add(60_000, Ordering::Relaxed);
        assert_eq!((clock.now_ms(), clock.away_since_ms(&mut one)), (9_062_000, Some(9_002_000)));
        assert_eq!((clock.now_ms(), clock.away_since_ms(&mut one)), (9_062_000, None));
        for _ in 0..2 * REMEMBERED {
            hands.even_ms.fetch_add(3000, Ordering::Relaxed);
            clock.now_ms();
        }
        assert_eq!(clock.away_since_ms(&mut other), Some(9_062_000 + 3000 * REMEMBERED as u64));
        assert_eq!((clock.away_since_ms(&mut other), other), (None, 1 + 2 * REMEMBERED as u64));
    }

    #[test]
    fn what_is_stored_is_never_later_than_now_and_that_is_no_absence() {
        let (hands, clock) = hands();
        clock.set_forward(9_500_000);
        assert_eq!(clock.now_ms(), 9_500_000);
        clock.set_forward(9_400_000);
        hands.even_ms.fetch_add(10, Ordering::Relaxed);
        assert_eq!((clock.now_ms(), clock.absences()), (9_500_010, 0));
    }
}
