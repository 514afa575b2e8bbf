//! How long a bot may think, in iterations or in CPU time, and on how many threads.

use std::{fmt, str::FromStr, thread, time::Duration};

use rustix::time::{ClockId, clock_gettime};
use table::{
    Rng,
    nature::{Dice, dice},
};

/// When to stop thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopAfter {
    /// After this many iterations; the same seed then gives the same move.
    Iterations(u32),
    /// After this much CPU time, summed over all threads.
    CpuTime(Duration),
}

/// What one decision may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When to stop.
    pub stop: StopAfter,
    /// How many threads share the work; at least 1.
    pub threads: u32,
}

impl Budget {
    /// A number of iterations on one thread.
    pub const fn iterations(count: u32) -> Budget {
        Budget { stop: StopAfter::Iterations(count), threads: 1 }
    }

    /// Milliseconds of CPU time on one thread.
    pub const fn cpu_ms(ms: u64) -> Budget {
        Budget { stop: StopAfter::CpuTime(Duration::from_millis(ms)), threads: 1 }
    }

    /// The same cost spread over several threads.
    #[must_use]
    pub const fn on_threads(self, threads: u32) -> Budget {
        Budget { threads: if threads == 0 { 1 } else { threads }, ..self }
    }

    /// A share of it, between 0 and 1; never less than one iteration.
    #[must_use]
    pub fn part(self, share: f64) -> Budget {
        let stop = match self.stop {
            StopAfter::Iterations(count) => {
                StopAfter::Iterations(((f64::from(count) * share).ceil() as u32).max(1))
            }
            StopAfter::CpuTime(time) => StopAfter::CpuTime(time.mul_f64(share.clamp(0.0, 1.0))),
        };
        Budget { stop, ..self }
    }

    /// What each thread may spend.
    pub fn per_thread(&self) -> StopAfter {
        match self.stop {
            StopAfter::Iterations(count) => StopAfter::Iterations(count.div_ceil(self.threads)),
            StopAfter::CpuTime(time) => StopAfter::CpuTime(time / self.threads),
        }
    }

    /// Does the same work on every thread, each with its part of the budget and dice of its own; returns what each found,
    /// in the order of the threads.
    pub fn on_each_thread<T: Send>(
        &self,
        rng: &mut Dice,
        work: impl Fn(StopAfter, Dice) -> T + Sync,
    ) -> Vec<T> {
        let (seed, share, work) = (rng.next_u64(), self.per_thread(), &work);
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
            let stop = StopAfter::CpuTime(Duration::from_secs_f64(time.ok_or_else(bad)?));
            Ok(Budget { stop, threads: 1 })
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
        match self.stop {
            StopAfter::Iterations(count) => write!(f, "{count}"),
            StopAfter::CpuTime(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// Tells one thread when its part of a budget is used up; reads the CPU clock only now and then.
#[derive(Debug)]
pub struct Stopwatch {
    share: StopAfter,
    now: fn() -> Duration,
    started: Duration,
    count: u32,
    /// How many iterations pass between two readings of the clock.
    read_every: u32,
}

impl Stopwatch {
    /// Starts on the current thread.
    pub fn start(share: StopAfter) -> Stopwatch {
        Stopwatch::by(thread_cpu_time, share)
    }

    fn by(now: fn() -> Duration, share: StopAfter) -> Stopwatch {
        let started = if let StopAfter::CpuTime(_) = share { now() } else { Duration::ZERO };
        Stopwatch { share, now, started, count: 0, read_every: 32 }
    }

    /// Starts on the current thread; reads the clock at every iteration, for iterations that take milliseconds.
    pub fn start_slow(share: StopAfter) -> Stopwatch {
        Stopwatch { read_every: 1, ..Stopwatch::start(share) }
    }

    /// How many iterations were asked for so far.
    pub fn iterations(&self) -> u32 {
        self.count
    }

    /// A question to ask in the middle of a long iteration: whether CPU time is left. A budget of iterations always has time.
    pub fn has_time(&self) -> impl Fn() -> bool + Sync + use<> {
        let (share, now, started) = (self.share, self.now, self.started);
        move || match share {
            StopAfter::Iterations(_) => true,
            StopAfter::CpuTime(most) => now() - started < most,
        }
    }

    /// Whether another iteration may begin. The first always may.
    ///
    /// The clock is read after 1, 2, 4 iterations and so on, later every `read_every`; at each reading the iterations
    /// until the next one must fit into the time left, if they take as long as those before.
    #[inline]
    pub fn may_go_on(&mut self) -> bool {
        let count = self.count;
        self.count += 1;
        match self.share {
            StopAfter::Iterations(most) => count < most.max(1),
            StopAfter::CpuTime(most) => {
                let reads = count > 0 && (count.is_power_of_two() || count.is_multiple_of(self.read_every));
                let until_next = count.min(self.read_every);
                !reads || ((self.now)() - self.started) / count * (count + until_next) <= most
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
    use std::cell::Cell;

    use super::*;

    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// The clock of the tests: it stands still unless it is moved.
    fn now() -> Duration {
        NOW.get()
    }

    fn pass(ms: u64) {
        NOW.set(now() + Duration::from_millis(ms));
    }

    #[test]
    fn no_iteration_begins_that_would_end_too_late() {
        let mut clock =
            Stopwatch { read_every: 1, ..Stopwatch::by(now, StopAfter::CpuTime(Duration::from_millis(30))) };
        let mut count = 0;
        while clock.may_go_on() {
            pass(20);
            count += 1;
        }
        assert_eq!(count, 1, "a second one would have ended after 40 ms");
    }

    #[test]
    fn iterations_until_the_next_reading_are_foreseen() {
        const MOST: Duration = Duration::from_millis(40);
        let mut clock = Stopwatch::by(now, StopAfter::CpuTime(MOST));
        while clock.may_go_on() {
            pass(3);
        }
        assert!(now() <= MOST, "{:?}", now());
    }

    #[test]
    fn a_part_of_a_budget_is_never_nothing() {
        assert_eq!(Budget::cpu_ms(500).part(0.1), Budget::cpu_ms(50));
        assert_eq!(Budget::iterations(10).part(0.01), Budget::iterations(1));
        assert_eq!(Budget::iterations(10).part(1.0), Budget::iterations(10));
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
