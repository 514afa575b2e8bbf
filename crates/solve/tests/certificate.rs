//! Certificates of reduced decks, computed twice by programs that share no code.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
};

use common::{random_strategy, small_deck};
use flate2::read::GzDecoder;
use solve::{
    deck::Deck,
    file::BadFile,
    response::best_response,
    solver::{Method, Plan, Solver},
    strategy::Strategy,
};

fn packed(strategy: &Strategy) -> Vec<u8> {
    let mut file = Vec::new();
    strategy.write(&mut file).unwrap();
    file
}

fn unpacked(file: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// What the independent checker says of an unpacked file: the points of both best responses, or why it refuses.
fn checked(bytes: &[u8]) -> Result<[f64; 2], String> {
    let mut checker = Command::new(env!("CARGO_BIN_EXE_check_stacks"));
    let mut checker =
        checker.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may stop reading when it has seen enough.
    let _ = checker.stdin.take().unwrap().write_all(bytes);
    let said = checker.wait_with_output().unwrap();
    if !said.status.success() {
        return Err(String::from_utf8(said.stderr).unwrap());
    }
    let text = String::from_utf8(said.stdout).unwrap();
    let mut points = text.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap());
    Ok([points.next().unwrap(), points.next().unwrap()])
}

fn measured(strategy: &Strategy) -> [f64; 2] {
    [0, 1].map(|seat| best_response(strategy, seat, 2).points)
}

fn is_same(a: [f64; 2], b: [f64; 2]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
}

fn solved(cards: &[(i64, u64)], memory: usize, epochs: u32) -> Strategy {
    let plan = Plan { memory, method: Method::Predictive, walks: 0, shards: 1, seed: 1 };
    let mut solver = Solver::new(Deck::new(&small_deck(cards)).unwrap(), plan);
    (0..epochs).for_each(|_| solver.learn(2));
    solver.strategy(0.003)
}

#[test]
fn both_programs_measure_the_same() {
    for (cards, memory) in [
        (&[(-10, 1), (2, 2), (3, 2), (4, 1)][..], 2),
        (&[(-10, 2), (1, 1), (4, 3), (5, 2)], 1),
        (&[(-10, 1), (1, 2), (2, 2), (3, 1), (4, 1)], 3),
    ] {
        let strategy = random_strategy(&small_deck(cards), memory, 5);
        let (ours, theirs) = (measured(&strategy), checked(&unpacked(&packed(&strategy))).unwrap());
        assert!(is_same(ours, theirs), "{cards:?}: {ours:?}, but {theirs:?}");
    }
}

#[test]
fn a_reduced_deck_is_solved_and_certified() {
    let strategy = solved(&[(-10, 1), (2, 2), (3, 2), (4, 1)], 3, 300);
    let ours = measured(&strategy);
    assert!(is_same(ours, checked(&unpacked(&packed(&strategy))).unwrap()));
    let exploitability = (ours[0] + ours[1]) / 2.0;
    assert!((0.0..0.01).contains(&exploitability), "{exploitability}");
}

#[test]
fn a_file_comes_back_as_it_was() {
    let strategy = random_strategy(&small_deck(&[(-10, 1), (2, 2), (3, 2), (4, 1)]), 2, 6);
    let again = Strategy::read_file(packed(&strategy).as_slice()).unwrap();
    assert_eq!(strategy.weights, again.weights);
    assert_eq!(strategy.deck, again.deck);
}

/// Every byte of a small file is changed in turn: it is refused by both, or both measure the same; and nobody panics.
#[test]
fn damaged_files_are_refused_or_measured_alike() {
    let strategy = random_strategy(&small_deck(&[(1, 2), (2, 2)]), 1, 3);
    let bytes = unpacked(&packed(&strategy));
    let repack = |bytes: &[u8]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(bytes).unwrap();
        out.finish().unwrap()
    };
    for at in (0..bytes.len()).step_by(3) {
        let mut bad = bytes.clone();
        bad[at] = bad[at].wrapping_add(1);
        if let Ok(strategy) = Strategy::read_file(repack(&bad).as_slice()) {
            let theirs = checked(&bad).unwrap();
            assert!(is_same(measured(&strategy), theirs), "byte {at}");
        }
    }
    let short = Strategy::read_file(repack(&bytes[..bytes.len() - 1]).as_slice());
    assert!(matches!(short, Err(BadFile::Unreadable(_))));
    assert!(matches!(Strategy::read_file(&b"nothing"[..]), Err(BadFile::Unreadable(_))));
}

#[test]
fn the_checker_shares_no_code_with_the_solver() {
    let checker = include_str!("../src/bin/check_stacks.rs");
    let uses = checker.split("use ").skip(1).filter(|used| !used.starts_with("std::"));
    assert_eq!(uses.filter(|used| used.contains("::") && used.starts_with(char::is_lowercase)).count(), 0);
    for word in ["solve::", "stacks::", "table::", "crate::", "super::", "include"] {
        assert!(!checker.contains(word), "{word}");
    }
    let code = checker.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 300, "small enough to be read in one go");
}
