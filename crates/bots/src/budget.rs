//! How long a bot may think, in iterations or in CPU time, and on how many threads.

use std::{fmt, str::FromStr, thread, time::Duration};

use rustix::time::{ClockId, clock_gettime};
use table::{
    Rng,
    nature::{Dice, dice},
};

/// When to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// After so many iterations; the same seed then gives the same move.
    Iterations(u32),
    /// After so much CPU time, summed over all threads.
    CpuTime(Duration),
}

/// What one decision may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When to stop.
    pub think: Think,
    /// How many threads share the work; at least 1.
    pub threads: u32,
}

impl Budget {
    /// So many iterations on one thread.
    pub const fn iterations(count: u32) -> Budget {
        Budget { think: Think::Iterations(count), threads: 1 }
    }

    /// So many milliseconds of CPU time on one thread.
    pub const fn cpu_ms(ms: u64) -> Budget {
        Budget { think: Think::CpuTime(Duration::from_millis(ms)), threads: 1 }
    }

    /// The same cost spread over several threads.
    #[must_use]
    pub const fn on_threads(self, threads: u32) -> Budget {
        Budget { threads: if threads == 0 { 1 } else { threads }, ..self }
    }

    /// What each thread gets.
    pub fn share(&self) -> Think {
        match self.think {
            Think::Iterations(count) => Think::Iterations(count.div_ceil(self.threads)),
            Think::CpuTime(time) => Think::CpuTime(time / self.threads),
        }
    }

    /// Does its share of some work on each thread, each with dice of its own, and collects what comes out in order.
    pub fn spread<T: Send>(&self, rng: &mut Dice, work: impl Fn(Think, Dice) -> T + Sync) -> Vec<T> {
        let (seed, share, work) = (rng.next_u64(), self.share(), &work);
        if self.threads <= 1 {
            return vec![work(share, dice(seed, 0))];
        }
        thread::scope(|scope| {
            let start = |i: u64| scope.spawn(move || work(share, dice(seed, i)));
            let workers: Vec<_> = (0..u64::from(self.threads)).map(start).collect();
            workers.into_iter().map(|worker| worker.join().expect("a search does not panic")).collect()
        })
    }
}

/// A text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {0:?} as time to think: write `500ms`, `1s`, or a number of iterations such as `2000`")]
pub struct BadBudget(String);

impl FromStr for Budget {
    type Err = BadBudget;

    fn from_str(text: &str) -> Result<Budget, BadBudget> {
        let bad = || BadBudget(text.chars().take(40).collect());
        let seconds = |number: &str, unit: f64| {
            let time = number.parse::<f64>().ok().map(|n| n * unit).filter(|s| (0.0..=3600.0).contains(s));
            let think = Think::CpuTime(Duration::from_secs_f64(time.ok_or_else(bad)?));
            Ok(Budget { think, threads: 1 })
        };
        if let Some(number) = text.strip_suffix("ms") {
            seconds(number, 0.001)
        } else if let Some(number) = text.strip_suffix('s') {
            seconds(number, 1.0)
        } else {
            text.parse().ok().filter(|n| *n > 0).map(Budget::iterations).ok_or_else(bad)
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.think {
            Think::Iterations(count) => write!(f, "{count}"),
            Think::CpuTime(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// Says when a thread has used up its share; looks at the CPU clock only now and then.
#[derive(Debug)]
pub struct Clock {
    share: Think,
    started: Duration,
    count: u32,
    /// How many iterations pass between two looks at the clock.
    look_every: u32,
}

impl Clock {
    /// Starts the clock of the current thread.
    pub fn start(share: Think) -> Clock {
        let started = if let Think::CpuTime(_) = share { thread_cpu_time() } else { Duration::ZERO };
        Clock { share, started, count: 0, look_every: 32 }
    }

    /// Starts the clock of the current thread for iterations that take milliseconds.
    pub fn start_slow(share: Think) -> Clock {
        Clock { look_every: 1, ..Clock::start(share) }
    }

    /// How often it was asked so far.
    pub fn iterations(&self) -> u32 {
        self.count
    }

    /// Asks, in the middle of an iteration, whether time is left; iterations alone take the time they take.
    pub fn patience(&self) -> impl Fn() -> bool + Sync + use<> {
        let (share, started) = (self.share, self.started);
        move || match share {
            Think::Iterations(_) => true,
            Think::CpuTime(most) => thread_cpu_time() - started < most,
        }
    }

    /// Whether another iteration may begin: those until the next look, as long as those so far, would end in time.
    /// The first always may; looks come after 1, 2, 4 iterations and so on, and in the end at even steps.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        let count = self.count;
        self.count += 1;
        match self.share {
            Think::Iterations(most) => count < most.max(1),
            Think::CpuTime(most) => {
                let looks = count > 0 && (count.is_power_of_two() || count.is_multiple_of(self.look_every));
                let until_next = count.min(self.look_every);
                !looks || (thread_cpu_time() - self.started) / count * (count + until_next) <= most
            }
        }
    }
}

/// The CPU time this thread has used since it began.
pub(crate) fn thread_cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_iteration_begins_that_would_end_too_late() {
        let mut clock = Clock::start_slow(Think::CpuTime(Duration::from_millis(30)));
        let mut count = 0;
        while clock.goes_on() {
            let start = thread_cpu_time();
            while thread_cpu_time() - start < Duration::from_millis(20) {}
            count += 1;
        }
        assert_eq!(count, 1, "a second one would have ended after 40 ms");
    }

    #[test]
    fn iterations_until_the_next_look_are_foreseen() {
        const MOST: Duration = Duration::from_millis(40);
        let start = thread_cpu_time();
        let mut clock = Clock::start(Think::CpuTime(MOST));
        while clock.goes_on() {
            let start = thread_cpu_time();
            while thread_cpu_time() - start < Duration::from_millis(3) {}
        }
        assert!(thread_cpu_time() - start <= MOST, "{:?}", thread_cpu_time() - start);
    }

    #[test]
    fn a_budget_reads_as_time_or_as_iterations() {
        assert_eq!("50ms".parse(), Ok(Budget::cpu_ms(50)));
        assert_eq!("1.5s".parse(), Ok(Budget::cpu_ms(1500)));
        assert_eq!("2000".parse(), Ok(Budget::iterations(2000)));
        for bad in ["", "0", "-1s", "fast", "1e9s", "nans"] {
            assert!(bad.parse::<Budget>().is_err(), "{bad}");
        }
    }
}
