//! A series of numbered jobs done by all cores, handed back in order whatever finishes first.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

/// How many threads to use: what was asked for, or one a core.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get)).max(1)
}

/// Does jobs `0..jobs` on so many threads and gives their results to `take` in order.
///
/// At most a few results a thread wait for their turn, so that long series stay small in memory.
pub fn run<T: Send, E>(
    jobs: u64,
    threads: usize,
    job: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let (send, results) = mpsc::sync_channel(4 * threads);
        for _ in 0..threads {
            let (send, next, job) = (send.clone(), &next, &job);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone when taking a result failed.
                    if number >= jobs || send.send((number, job(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&turn) {
                take(result)?;
                turn += 1;
            }
        }
        Ok(())
    })
}
