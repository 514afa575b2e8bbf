//! Regret minimisation finds the known solutions of Kuhn and Leduc poker.

#![allow(clippy::unwrap_used)]

mod small;

use bots::methods::cfr::{
    CfrSolver, CfrVariant,
    best_response::{best_response, expected_value, exploitability},
    tree::GameTree,
};
use small::{Rules, poker, tree};
use table::{Game, Seat, Seating, nature::dice};

#[test]
fn kuhn_has_12_information_sets_and_leduc_without_suits_288() {
    let sets = |rules| tree(rules).sets.iter().map(Vec::len).sum::<usize>();
    assert_eq!(sets(Rules::Kuhn), 12);
    assert_eq!(sets(Rules::Leduc), 288);
}

#[test]
fn vanilla_finds_the_value_of_kuhn() {
    let tree = tree(Rules::Kuhn);
    let mut solver = CfrSolver::<3>::new(&tree);
    solver.solve(CfrVariant::Vanilla, 20_000);
    let [first, second] = &solver.strategies();
    assert!((expected_value(&tree, [first, second]) + 1.0 / 18.0).abs() < 1e-3);
    assert!(exploitability(&tree, [first, second]) < 1e-3);
}

#[test]
fn plus_finds_the_value_of_kuhn() {
    let tree = tree(Rules::Kuhn);
    let mut solver = CfrSolver::<3>::new(&tree);
    solver.solve(CfrVariant::Plus, 2_000);
    let [first, second] = &solver.strategies();
    assert!((expected_value(&tree, [first, second]) + 1.0 / 18.0).abs() < 1e-4);
    assert!(exploitability(&tree, [first, second]) < 1e-4);
}

#[test]
fn plus_finds_the_value_of_leduc() {
    let tree = tree(Rules::Leduc);
    let mut solver = CfrSolver::<3>::new(&tree);
    solver.solve(CfrVariant::Plus, 600);
    let [first, second] = &solver.strategies();
    let (found, exploited) = (expected_value(&tree, [first, second]), exploitability(&tree, [first, second]));
    assert!((found + 0.0856).abs() < 5e-4, "{found}");
    assert!(exploited < 1e-3, "{exploited}");
}

#[test]
fn sampling_comes_close_to_the_value_of_leduc() {
    let tree = tree(Rules::Leduc);
    let mut solver = CfrSolver::<3>::new(&tree);
    let before = {
        let [a, b] = &solver.strategies();
        exploitability(&tree, [a, b])
    };
    solver.sample(300_000, &mut dice(1, 0));
    let [first, second] = &solver.strategies();
    let (found, exploited) = (expected_value(&tree, [first, second]), exploitability(&tree, [first, second]));
    assert!((found + 0.0856).abs() < 0.02, "{found}");
    assert!(exploited < 0.05 && exploited < before / 20.0, "{exploited} after {before}");
}

#[test]
fn the_same_seed_samples_the_same_strategy() {
    let tree = tree(Rules::Kuhn);
    let learnt = |seed| {
        let mut solver = CfrSolver::<3>::new(&tree);
        solver.sample(1_000, &mut dice(seed, 0));
        solver.strategies()
    };
    assert_eq!(learnt(5), learnt(5));
    assert_ne!(learnt(5), learnt(6));
}

#[test]
fn a_best_response_to_one_who_always_folds_takes_the_ante() {
    let tree = tree(Rules::Kuhn);
    let mut folding = tree.uniform(1);
    folding.0.fill(0.0);
    for (base, count) in &tree.sets[1] {
        // Fold comes first where it is allowed; two actions everywhere.
        assert_eq!(*count, 2);
        folding.0[*base as usize] = 1.0;
    }
    let (answer, points) = best_response(&tree, 0, &folding);
    assert!((points - 1.0).abs() < 1e-9, "{points}");
    assert!((expected_value(&tree, [&answer, &folding]) - points).abs() < 1e-9);
}

#[test]
fn a_game_too_big_to_lay_out_is_refused() {
    assert!(
        GameTree::of(&poker(Rules::Leduc), 1_000, |s, seat| s.legal_moves(seat).collect(), |_| None).is_err()
    );
}

/// A round of Stacks for two with few cards, and Bids that are true or from 1 to 8.
#[test]
fn a_round_of_stacks_with_a_small_deck_is_solved() {
    let deck = stacks::Deck::new([(-10, 1), (1, 1), (3, 1), (4, 2)]).unwrap();
    let options = stacks::Options { deck, ..stacks::Options::default() };
    let start = stacks::State::open(&options, &Seating::ascending(2).unwrap()).unwrap();
    let moves = |state: &stacks::State, seat: Seat| {
        let sum = state.stack(seat).sum();
        let looked_at = |mv: &stacks::Move| match mv {
            stacks::Move::Play { cards, bid } => {
                i32::from(*bid) == sum + cards.sum() || (1..=8).contains(bid)
            }
            _ => true,
        };
        state.legal_moves(seat).filter(looked_at).collect()
    };
    let margin = |state: &stacks::State| {
        let points = state.last_round()?.points;
        Some(f64::from(points[Seat::new(0)?] - points[Seat::new(1)?]))
    };
    let tree = GameTree::of(&start, 400_000, moves, margin).unwrap();
    let mut solver = CfrSolver::<40>::new(&tree);
    solver.solve(CfrVariant::Plus, 300);
    let [first, second] = &solver.strategies();
    let exploited = exploitability(&tree, [first, second]);
    assert!(exploited < 0.01, "{exploited} points with {} positions", tree.nodes.len());
    println!(
        "{} positions, value {}, exploited {exploited}",
        tree.nodes.len(),
        expected_value(&tree, [first, second])
    );
}
