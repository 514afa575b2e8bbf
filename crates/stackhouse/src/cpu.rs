//! CPU time, which other programs on the machine disturb less than the clock on the wall.

use rustix::time::{ClockId, clock_gettime};

/// CPU seconds this process has used.
pub(crate) fn of_process() -> f64 {
    seconds(ClockId::ProcessCPUTime)
}

/// CPU seconds this thread has used.
pub(crate) fn of_thread() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
