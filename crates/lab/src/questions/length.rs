//! How long does it take?

use table::Study;

use super::{bot, dot, figure, section};
use crate::{
    bench::Outcome,
    measure::minutes,
    report::{Bins, Chart, Dot, Section, Unit},
    row::Row,
    stats::{Estimate, quantile},
    words::with_interval,
};

/// About how many bins a histogram has.
const BINS: f64 = 24.0;

/// The histograms of all outcomes, on bins of one round width.
pub(super) fn histograms(outcomes: &[&Outcome], of: impl Fn(&Row) -> Option<f64>) -> Vec<Bins> {
    let all: Vec<Vec<f64>> = outcomes.iter().map(|one| one.rows().filter_map(&of).collect()).collect();
    let ends = |f: fn(f64, f64) -> f64, start: f64| all.iter().flatten().copied().fold(start, f);
    let (least, most) = (ends(f64::min, f64::MAX), ends(f64::max, f64::MIN));
    let is_whole = all.iter().flatten().all(|x| x.fract() == 0.0);
    let rough = ((most - least) / BINS).max(if is_whole { 1.0 } else { 1e-6 });
    let power = 10f64.powf(rough.log10().floor());
    let width =
        [1.0, 2.0, 5.0, 10.0].map(|s| s * power).into_iter().find(|w| *w >= rough - 1e-12).unwrap_or(rough);
    let from = (least / width).floor() * width;
    let count = if least > most { 0 } else { ((most - from) / width).floor() as usize + 1 };
    let bins = |(outcome, mut values): (&&Outcome, Vec<f64>)| {
        let mut shares = vec![0.0; count];
        for x in &values {
            shares[((x - from) / width).floor() as usize] += 1.0 / values.len() as f64;
        }
        let (median, most) = (quantile(&mut values, 0.5), quantile(&mut values, 0.95));
        let (group, games) = (bot(outcome).to_owned(), values.len() as u64);
        Bins { group, from, width, shares, games, is_whole, median, most }
    };
    outcomes.iter().zip(all).map(bins).collect()
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome]) -> Section {
    let turns = histograms(outcomes, |row| Some(row.turns()));
    let time = histograms(outcomes, |row| Some(minutes(row, &G::PACE)));
    let told = |e: &Estimate| with_interval(Unit::Minutes, e);
    let each = turns.iter().zip(&time).map(|(turns, time)| {
        format!(
            "Half of all games among {} bots end within {} turns, about {} minutes at a human pace, and 95 of 100 within {} minutes.",
            turns.group,
            with_interval(Unit::Number, &turns.median),
            told(&time.median),
            told(&time.most),
        )
    });
    let answer = each.collect::<Vec<_>>().join(" ");
    let note = format!(
        "Minutes are counted, not played: {} seconds for a decision and {} for a card, a die or a piece. Your table may talk more.",
        G::PACE.decision,
        G::PACE.fate
    );
    let count = |label: &str, of: fn(&Row) -> u32| -> Vec<Dot> {
        let median =
            |one: &&Outcome| quantile(&mut one.rows().map(|row| of(row).into()).collect::<Vec<_>>(), 0.5);
        outcomes.iter().map(|one| dot(label, bot(one), median(one))).collect()
    };
    let events = [
        count("Decisions", |row| row.decisions),
        count("Events: decisions, cards, dice and pieces", |row| row.decisions + row.fates),
    ];
    let chart = |unit, axis: &str, series| Chart::Histogram { unit, axis: axis.into(), series };
    let dots = Chart::Dots { unit: Unit::Number, line: None, dots: events.concat() };
    let charts = vec![
        figure("turns", "Turns a game", outcomes, chart(Unit::Number, "turns", turns)),
        figure("minutes", "Minutes a game", outcomes, chart(Unit::Minutes, "minutes", time)),
        figure("events", "What happens in a game: medians", outcomes, dots),
    ];
    section("How long does it take?", answer, &note, charts)
}
