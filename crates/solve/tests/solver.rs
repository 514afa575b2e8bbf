//! The solver comes near an equilibrium, and repeats itself.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

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

/// On any number of threads, and interrupted or not, a plan leads to the same strategy.
#[test]
fn a_plan_leads_to_one_strategy() {
    let deck = Deck::new(&small_deck(&[(-10, 1), (2, 2), (3, 2), (4, 1)])).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    for method in [Method::Discounted, Method::Predictive] {
        let plan = Plan { memory: 2, method, walks: 2, shards: 3, seed: 7 };
        let mut one = Solver::new(deck.clone(), plan);
        (0..6).for_each(|_| one.learn(1));
        let mut other = Solver::new(deck.clone(), plan);
        (0..3).for_each(|_| other.learn(3));
        other.save(&path).unwrap();
        let mut other = Solver::load(&path).unwrap();
        (0..3).for_each(|_| other.learn(2));
        assert_eq!(one.strategy(0.0).weights, other.strategy(0.0).weights);
    }
    std::fs::write(&path, "stacks-checkpoint 1\nnothing").unwrap();
    assert!(Solver::load(&path).is_err());
}

/// Sampled walks lead where full ones lead.
#[test]
fn both_ways_of_walking_come_near_an_equilibrium() {
    let deck = Deck::new(&small_deck(&[(-10, 1), (3, 2), (4, 1), (5, 1)])).unwrap();
    for (walks, method, most) in
        [(0, Method::Predictive, 0.015), (0, Method::Discounted, 0.05), (8, Method::Predictive, 0.05)]
    {
        let mut solver = Solver::new(deck.clone(), Plan { memory: 3, method, walks, shards: 1, seed: 3 });
        (0..150).for_each(|_| solver.learn(1));
        let found = conv(&solver) / 2.0;
        assert!((-1e-9..most).contains(&found), "{method:?}, {walks} walks: {found}");
    }
}
