//! Is there something to decide?

use table::Study;

use super::{figure, section};
use crate::{
    bench::Outcome,
    page::axis::with_interval,
    report::{Chart, Section, Series, Unit},
    row::{PARTS, Part, Row},
    stats::{Estimate, Sample},
};

/// The mean over games of a share, where a game has one.
fn mean(outcome: &Outcome, of: impl Fn(&Row) -> Option<(f64, f64)>) -> Estimate {
    let part = |row: &Row| of(row).filter(|(_, all)| *all > 0.0).map(|(some, all)| some / all);
    Sample::of(&outcome.rows().filter_map(part).collect::<Vec<_>>()).share(0.05)
}

fn over_the_game(outcomes: &[&Outcome], of: impl Fn(&Part) -> (u16, u16)) -> Vec<Series> {
    let at = |outcome: &Outcome, part: usize| {
        mean(outcome, |row| row.parts.get(part).map(&of).map(|(some, all)| (some.into(), all.into())))
    };
    let series = |one: &&Outcome| Series {
        group: one.arm.bots[0].clone(),
        points: (0..PARTS).map(|part| at(one, part)).collect(),
    };
    outcomes.iter().map(series).collect()
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome]) -> Section {
    let sum = |row: &Row, of: fn(&Part) -> u16| row.parts.iter().map(|part| f64::from(of(part))).sum::<f64>();
    let forced = mean(outcomes[0], |row| Some((sum(row, |p| p.1), sum(row, |p| p.0))));
    let dead = mean(outcomes[0], |row| Some((sum(row, |p| p.3), sum(row, |p| p.2))));
    let options: Vec<f64> =
        outcomes[0].rows().map(|row| row.options as f64 / f64::from(row.decisions.max(1))).collect();
    let options = Sample::of(&options).interval(0.05);
    let lists = if G::LISTS_ALL_MOVES { "" } else { " at hand, and any number of places" };
    let answer = format!(
        "A decision has {} moves{lists} on average; {} of decisions leave no choice, and {} of turns have nothing to decide ({}).",
        with_interval(Unit::Number, &options),
        with_interval(Unit::Share, &forced),
        with_interval(Unit::Share, &dead),
        outcomes[0].arm.bots[0],
    );
    let chart = |series| Chart::Lines {
        axis: "tenths of the game".into(),
        ends: ["beginning".into(), "end".into()],
        line: None,
        series,
    };
    let figures = vec![
        figure(
            "forced",
            "Decisions with one legal move only",
            outcomes,
            chart(over_the_game(outcomes, |p| (p.1, p.0))),
        ),
        figure(
            "dead_turns",
            "Turns without anything to decide",
            outcomes,
            chart(over_the_game(outcomes, |p| (p.3, p.2))),
        ),
    ];
    let note = "A choice between several moves is counted as one even where only one of them is any good.";
    section("Is there something to decide?", answer, note, figures)
}
