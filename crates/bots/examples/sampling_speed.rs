//! How many external-sampling iterations (one walk for each seat) Leduc poker gets per CPU-second, and what it learns.
//!
//! `cargo run --release -p bots --example sampling_speed`

#[allow(dead_code, missing_docs)]
#[path = "../tests/small/mod.rs"]
mod small;

use bots::methods::cfr::{
    CfrSolver,
    best_response::{expected_value, exploitability},
};
use rustix::time::{ClockId, clock_gettime};
use table::nature::dice;

fn main() {
    let tree = small::tree(small::Rules::Leduc);
    let mut solver = CfrSolver::<3>::new(&tree);
    let mut rng = dice(1, 0);
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    for _ in 0..5 {
        let (rounds, began) = (2_000_000, now());
        solver.sample(rounds, &mut rng);
        let speed = rounds as f64 / (now() - began);
        let [first, second] = &solver.strategies();
        println!(
            "{speed:.0} iterations per CPU-second, value {:.4}, exploitability {:.5}",
            expected_value(&tree, [first, second]),
            exploitability(&tree, [first, second])
        );
    }
}
