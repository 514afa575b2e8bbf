//! How long does it take?

use table::Study;

use super::{figure, section};
use crate::{
    bench::Outcome,
    measure::minutes,
    page::axis::with_interval,
    report::{Bins, Chart, Section, Unit},
    row::Row,
    stats::quantile,
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
        Bins { group: outcome.arm.bots[0].clone(), from, width, shares, median, most }
    };
    outcomes.iter().zip(all).map(bins).collect()
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome]) -> Section {
    let turns = histograms(outcomes, |row| Some(row.turns()));
    let time = histograms(outcomes, |row| Some(minutes(row, &G::PACE)));
    let answer = format!(
        "Half of all games take at most {} turns, about {} minutes at a human pace; 95 of 100 are over after {} turns ({}).",
        with_interval(Unit::Number, &turns[0].median),
        with_interval(Unit::Number, &time[0].median),
        with_interval(Unit::Number, &turns[0].most),
        turns[0].group,
    );
    let note = format!(
        "Minutes are counted, not played: {} seconds for a decision and {} for a card, a die or a piece. Your table may talk more.",
        G::PACE.decision,
        G::PACE.fate
    );
    let charts = vec![
        figure("turns", "Turns a game", outcomes, Chart::Histogram { axis: "turns".into(), series: turns }),
        figure(
            "minutes",
            "Minutes a game",
            outcomes,
            Chart::Histogram { axis: "minutes".into(), series: time },
        ),
    ];
    section("How long does it take?", answer, &note, charts)
}
