//! What does each option do? Tornado charts, and heat maps where two options change at once.

use super::{dot, section};
use crate::{
    measure::Measure,
    page::axis::with_interval,
    report::{Cell as HeatCell, Chart, Dot, Figure, Section, Unit},
    setup::Setup,
    stats::Estimate,
    sweep::{Effect, Swept},
    target::Found,
};

const QUESTION: &str = "What does each option do?";

/// A sweep at one strength.
pub(crate) struct Played {
    /// Who played.
    pub(crate) bot: String,
    /// What came of it.
    pub(crate) swept: Swept,
}

fn who(all: &[Played], games_a_set: u64) -> String {
    let sets = |one: &Played| one.swept.sets.iter().sum::<u64>() * games_a_set;
    all.iter()
        .map(|one| format!("{}: {} games in {} cells", one.bot, sets(one), one.swept.cells.len()))
        .collect::<Vec<_>>()
        .join("; ")
}

/// The dots of a tornado: how far each cell moves a measure, the farthest first.
fn tornado(all: &[Played], m: usize) -> Vec<Dot> {
    let effect = |one: &Played, cell: usize| one.swept.effects[cell][m];
    let reach = |cell: usize| {
        let widths = all.iter().filter_map(|one| effect(one, cell)).map(|e| e.difference.value.abs());
        widths.fold(0.0, f64::max)
    };
    let mut order: Vec<usize> = (0..all[0].swept.cells.len()).collect();
    order.sort_by(|a, b| reach(*b).total_cmp(&reach(*a)));
    let mut dots = Vec::new();
    for cell in order {
        for one in all {
            let Some(Effect { level, difference, sure, .. }) = effect(one, cell) else { continue };
            let more = format!("{} sets", one.swept.sets[cell]);
            let _ = level;
            dots.push(Dot {
                sure: Some(sure),
                more,
                ..dot(one.swept.cells[cell].label(), &one.bot, difference)
            });
        }
    }
    dots
}

/// The levels of all cells, in their order, the table as it is first.
fn levels(all: &[Played], m: usize) -> Vec<Dot> {
    let mut dots = Vec::new();
    for one in all {
        dots.extend(one.swept.base[m].map(|level| dot("as it is", &one.bot, level)));
    }
    for cell in 0..all[0].swept.cells.len() {
        for one in all {
            if let Some(effect) = one.swept.effects[cell][m] {
                dots.push(Dot {
                    sure: Some(effect.sure),
                    ..dot(one.swept.cells[cell].label(), &one.bot, effect.level)
                });
            }
        }
    }
    dots
}

/// A heat map of two options.
fn heat(one: &Played, setup: &Setup, m: usize, unit: Unit) -> Option<Chart> {
    let [down, across] = &setup.sweeps[..] else { return None };
    let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let cells: Option<Vec<_>> = one
        .swept
        .effects
        .iter()
        .map(|effects| effects[m].map(|e| HeatCell { estimate: e.level, sure: e.sure }))
        .collect();
    let named = |sweep: &crate::sweep::Sweep| (sweep.key.clone(), sweep.values.iter().map(word).collect());
    Some(Chart::Heat { unit, across: named(across), down: named(down), cells: cells? })
}

/// What is sure and what is not, in one sentence for each measure.
fn sentence(all: &[Played], m: usize, measure: &Measure) -> String {
    let mut words = Vec::new();
    for one in all {
        let moved: Vec<String> = (0..one.swept.cells.len())
            .filter_map(|cell| one.swept.effects[cell][m].filter(|e| e.sure).map(|e| (cell, e.difference)))
            .map(|(cell, difference)| {
                format!(
                    "{} by {}",
                    one.swept.cells[cell].label(),
                    with_interval(measure.difference(), &difference)
                )
            })
            .collect();
        let known = (0..one.swept.cells.len()).filter(|cell| one.swept.effects[*cell][m].is_some()).count();
        words.push(match moved.len() {
            0 if known == 0 => format!("nothing to measure ({})", one.bot),
            0 => format!("nothing surely changes it ({})", one.bot),
            _ => format!("surely changed by {} ({})", moved.join(", "), one.bot),
        });
    }
    format!("{}: {}.", super::capital(measure.about), words.join("; "))
}

/// The section of a default report.
pub(crate) fn ask(all: &[Played], measures: &[&Measure]) -> Section {
    if all.is_empty() || all[0].swept.cells.is_empty() {
        return section(QUESTION, "The game has no options to try here.".to_owned(), "", Vec::new());
    }
    let answer = measures
        .iter()
        .enumerate()
        .map(|(m, measure)| sentence(all, m, measure))
        .collect::<Vec<_>>()
        .join(" ");
    let chart = |(m, measure): (usize, &&Measure)| {
        let dots = tornado(all, m);
        let title = format!("{}: how far each option moves it", super::capital(measure.about));
        let chart = Chart::Dots { unit: measure.difference(), line: Some(0.0), dots };
        let id = format!("options_{}", measure.key);
        (!is_empty(&chart)).then_some(Figure { id, title, who: who(all, 1), chart })
    };
    let figures = measures.iter().enumerate().filter_map(chart).collect();
    section(QUESTION, answer, NOTE, figures)
}

fn is_empty(chart: &Chart) -> bool {
    chart.numbers().is_empty()
}

const NOTE: &str = "Every cell is played with the luck of the table as it is and compared with it in pairs. Filled dots surely differ: over all comparisons of one strength at most one claim in twenty is false in the long run. Intervals are wide enough for having looked several times.";

/// The sections of a sweep that was asked for.
pub(crate) fn ask_sweep(
    all: &[Played],
    setup: &Setup,
    measures: &[&Measure],
    games_a_set: u64,
) -> Vec<Section> {
    let ask = |(m, measure): (usize, &&Measure)| {
        let mut figures = Vec::new();
        let figure = |id: &str, title: String, chart: Chart| Figure {
            id: format!("{id}_{}", measure.key),
            title,
            who: who(all, games_a_set),
            chart,
        };
        let about = super::capital(measure.about);
        if setup.sweeps.len() == 2 {
            for one in all {
                if let Some(chart) = heat(one, setup, m, measure.unit) {
                    figures.push(figure(
                        "heat",
                        format!("{about} ({}); ringed cells surely differ from the table as it is", one.bot),
                        chart,
                    ));
                }
            }
        }
        let dots = levels(all, m);
        if !dots.is_empty() {
            figures.push(figure(
                "levels",
                about.clone(),
                Chart::Dots { unit: measure.unit, line: all[0].swept.base[m].map(|e| e.value), dots },
            ));
            let dots = tornado(all, m);
            figures.push(figure(
                "tornado",
                format!("{about}: difference from the table as it is"),
                Chart::Dots { unit: measure.difference(), line: Some(0.0), dots },
            ));
        }
        section(&format!("What happens to {}?", measure.key), sentence(all, m, measure), NOTE, figures)
    };
    measures.iter().enumerate().map(ask).collect()
}

/// The section of a search.
pub(crate) fn ask_target(found: &Found, setup: &Setup, bot: &str) -> Section {
    let mut dots = Vec::new();
    let mut words = Vec::new();
    for (place, wish) in setup.wishes.iter().enumerate() {
        let (now, then): (Estimate, Estimate) = (found.as_it_is[place], found.levels[place]);
        let unit = wish.measure.unit;
        dots.push((
            unit,
            wish.value,
            wish.measure.key,
            [dot("as it is", bot, now), dot(found.cell.label(), bot, then)],
        ));
        let is_met =
            if then.excludes(wish.value) { "surely still off" } else { "the wish lies in its interval" };
        words.push(format!(
            "{} is {} (as it is {}), wished {}: {is_met}",
            wish.measure.key,
            with_interval(unit, &then),
            with_interval(unit, &now),
            crate::page::axis::told(unit, wish.value)
        ));
    }
    let (cells, tried) = found.cells;
    let answer = format!(
        "{} comes nearest of {cells} combinations: {}.",
        super::capital(&found.cell.label()),
        words.join("; ")
    );
    let figures = dots.into_iter().map(|(unit, line, key, dots)| Figure {
        id: format!("target_{key}"),
        title: format!("{key}: as it is, and as it could be"),
        who: format!("{bot}: {} sets each, with luck that the search had not seen", found.sets),
        chart: Chart::Dots { unit, line: Some(line), dots: dots.to_vec() },
    });
    let note = format!(
        "{tried} combinations were tried. The dashed line is the wish. There is no total score: look at the other questions before you take it."
    );
    section("Which options come nearest to the wish?", answer, &note, figures.collect())
}
