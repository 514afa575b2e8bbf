//! Is there something to decide?

use table::Study;

use super::{at_each, bot, figure, section};
use crate::{
    bench::Outcome,
    report::{Chart, Section, Series, Unit},
    row::{PARTS, Part, Row},
    stats::{Estimate, Sample},
    words::with_interval,
};

/// The mean over games of a share, where a game has one.
fn mean(outcome: &Outcome, of: impl Fn(&Row) -> Option<(f64, f64)>) -> Option<Estimate> {
    let part = |row: &Row| of(row).filter(|(_, all)| *all > 0.0).map(|(some, all)| some / all);
    let parts: Vec<f64> = outcome.rows().filter_map(part).collect();
    (!parts.is_empty()).then(|| Sample::of(&parts).share(0.05))
}

fn over_the_game(outcomes: &[&Outcome], of: impl Fn(&Part) -> (u16, u16)) -> Vec<Series> {
    let at = |outcome: &Outcome, part: usize| {
        mean(outcome, |row| row.parts.get(part).map(&of).map(|(some, all)| (some.into(), all.into())))
    };
    let series = |one: &&Outcome| Series {
        group: bot(one).to_owned(),
        points: (0..PARTS).map(|part| at(one, part)).collect(),
    };
    outcomes.iter().map(series).collect()
}

/// Some of all that a part of a game has.
type Counted = fn(&Part) -> (u16, u16);

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome]) -> Section {
    let sum = |row: &Row, of: fn(&Part) -> u16| row.parts.iter().map(|part| f64::from(of(part))).sum::<f64>();
    let share = |some: fn(&Part) -> u16, all: fn(&Part) -> u16| {
        at_each(outcomes, |one| {
            let found = mean(one, |row| Some((sum(row, some), sum(row, all))));
            found.map_or_else(|| "none".to_owned(), |e| with_interval(Unit::Share, &e))
        })
    };
    let options = at_each(outcomes, |one| {
        let moves: Vec<f64> =
            one.rows().map(|row| row.options as f64 / f64::from(row.decisions.max(1))).collect();
        with_interval(Unit::Number, &Sample::of(&moves).interval(0.05))
    });
    let lists = if G::LISTS_ALL_MOVES { "" } else { " to begin with, and any number of places" };
    let answer = format!(
        "A decision has {options} moves{lists} on average. There is only one in {} of decisions, and {} of turns have nothing to decide.",
        share(|part| part.1, |part| part.0),
        share(|part| part.3, |part| part.2),
    );
    let chart = |series| Chart::Lines {
        axis: "tenths of the game".into(),
        ends: ["beginning".into(), "end".into()],
        line: None,
        series,
    };
    let is_flat =
        |series: &[Series]| series.iter().flat_map(|one| &one.points).flatten().all(|p| p.value == 0.0);
    let pictures: [(&str, &str, Counted); 2] = [
        ("forced", "Decisions with one legal move only", |part| (part.1, part.0)),
        ("dead_turns", "Turns without anything to decide", |part| (part.3, part.2)),
    ];
    let figures = pictures.into_iter().filter_map(|(id, title, of)| {
        let series = over_the_game(outcomes, of);
        // A line along the floor is told by the sentence.
        (!is_flat(&series)).then(|| figure(id, title, outcomes, chart(series)))
    });
    let note = "A choice between several moves counts as one even where only one of them is any good.";
    section("Is there something to decide?", answer, note, figures.collect())
}
