//! The solver comes near an equilibrium, and repeats itself.

mod common;

use common::small_deck;
use solve::{
    deck::Deck,
    response::best_response,
    solver::{Method, Plan, Solver},
};

fn conv(solver: &Solver) -> f64 {
    let strategy = solver.strategy(0.0);
    (0..2).map(|seat| best_response(&strategy, seat, 1).points).sum()
}

#[test]
#[ignore = "a comparison to look at; run with --release -- --ignored --nocapture"]
fn compare_methods_on_a_reduced_deck() {
    let deck = small_deck(&[(-10, 1), (1, 2), (2, 2), (3, 2), (4, 1)]);
    for memory in [1, 2, 3, 5] {
        for (method, walks) in [
            (Method::Discounted, 0),
            (Method::Predictive, 0),
            (Method::Discounted, 8),
            (Method::Predictive, 8),
        ] {
            let plan = Plan { memory, method, walks, shards: 2, seed: 1 };
            let mut solver = Solver::new(Deck::new(&deck).unwrap(), plan);
            print!(
                "{memory} {method:?} {walks}: {} rows, {} numbers:",
                solver.rows.rows.len(),
                solver.rows.len
            );
            let begin = std::time::Instant::now();
            for _ in 0..5 {
                (0..80).for_each(|_| solver.learn(1));
                print!(" {:.4}", conv(&solver) / 2.0);
            }
            println!(" {:?}", begin.elapsed());
        }
    }
}
