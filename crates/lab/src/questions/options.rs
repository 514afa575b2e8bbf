//! What does each option do? Tornado charts, and heat maps where two options change at once.

use table::Study;

use super::{dot, section};
use crate::{
    measure::Measure,
    report::{Cell as HeatCell, Chart, Dot, Figure, Section, Unit},
    setup::Setup,
    stats::Estimate,
    sweep::{Effect, Swept},
    target::Found,
    words::{capital, groups, listed, thousands, told, with_interval},
};

const QUESTION: &str = "What does each option do?";

/// A sweep at one strength.
pub(crate) struct Played {
    /// Who played.
    pub(crate) bot: String,
    /// What came of it.
    pub(crate) swept: Swept,
}

fn who(all: &[Played]) -> String {
    let each = |one: &Played| {
        let (games, cells) = (thousands(one.swept.games), one.swept.cells.len() + 1);
        format!("{}: {games} games at {cells} tables", one.bot)
    };
    all.iter().map(each).collect::<Vec<_>>().join("; ")
}

/// The dots of a tornado: how far each cell moves a measure, the farthest first.
fn tornado(all: &[Played], m: usize) -> Vec<Dot> {
    let effect = |one: &Played, cell: usize| one.swept.effects[cell][m];
    let reach = |cell: usize| {
        let widths = all.iter().filter_map(|one| effect(one, cell)).map(|e| e.difference.value.abs());
        widths.fold(0.0, f64::max)
    };
    let mut order: Vec<usize> =
        (0..all[0].swept.cells.len()).filter(|cell| !all[0].swept.is_base(*cell)).collect();
    order.sort_by(|a, b| reach(*b).total_cmp(&reach(*a)));
    let mut dots = Vec::new();
    for cell in order {
        for one in all {
            let Some(Effect { difference, sure, .. }) = effect(one, cell) else { continue };
            let more = format!("{} sets", thousands(one.swept.sets[cell]));
            dots.push(Dot {
                sure: Some(sure),
                more,
                ..dot(one.swept.cells[cell].label(), &one.bot, difference)
            });
        }
    }
    dots
}

/// The levels of all cells in their order; the table as it is comes first, where it is none of them.
fn levels(all: &[Played], m: usize) -> Vec<Dot> {
    let mut dots = Vec::new();
    let cells = 0..all[0].swept.cells.len();
    if !cells.clone().any(|cell| all[0].swept.is_base(cell)) {
        for one in all {
            dots.extend(one.swept.base[m].map(|level| dot("as it is", &one.bot, level)));
        }
    }
    for cell in cells {
        for one in all {
            let label = one.swept.cells[cell].label();
            let (label, is_base) = match one.swept.is_base(cell) {
                true => (format!("{label}, as it is"), true),
                false => (label, false),
            };
            if let Some((level, sure)) = one.swept.level(cell, m) {
                dots.push(Dot { sure: (!is_base).then_some(sure), ..dot(label, &one.bot, level) });
            }
        }
    }
    dots
}

/// A heat map of two options.
fn heat(one: &Played, setup: &Setup, m: usize, unit: Unit) -> Option<Chart> {
    let [down, across] = &setup.sweeps[..] else { return None };
    let word = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let cell = |n: usize| one.swept.level(n, m).map(|(estimate, sure)| HeatCell { estimate, sure });
    let cells: Option<Vec<_>> = (0..one.swept.cells.len()).map(cell).collect();
    let named = |sweep: &crate::sweep::Sweep| (sweep.key.clone(), sweep.values.iter().map(word).collect());
    Some(Chart::Heat { unit, across: named(across), down: named(down), cells: cells? })
}

/// What is sure and what is not, in one sentence for each measure.
fn sentence<G: Study>(all: &[Played], m: usize, measure: &Measure) -> String {
    const TOLD: usize = 2;
    let mut moved: Vec<String> = Vec::new();
    let mut more = 0;
    let dots = tornado(all, m);
    for label in groups(dots.iter().map(|dot| dot.label.as_str())) {
        let told = |dot: &&Dot| dot.label == label && dot.sure == Some(true);
        let each =
            |dot: &Dot| format!("{} ({})", with_interval(measure.difference(), &dot.estimate), dot.group);
        let sure: Vec<_> = dots.iter().filter(told).map(each).collect();
        match sure.is_empty() {
            true => {}
            false if moved.len() == TOLD => more += 1,
            false => moved.push(format!("{label} moves it by {}", listed(&sure))),
        }
    }
    let about = capital(&measure.about::<G>());
    let is_known = all.iter().any(|one| one.swept.base[m].is_some());
    match (moved.is_empty(), more) {
        _ if !is_known => format!("{about}: there is nothing to measure here."),
        (true, _) => format!("{about}: nothing that was tried surely moves it."),
        (false, 0) => format!("{about}: {}; nothing else surely does.", moved.join("; ")),
        (false, 1) => format!("{about}: {}; one more surely moves it, by less.", moved.join("; ")),
        (false, n) => format!("{about}: {}; {n} more surely move it, by less.", moved.join("; ")),
    }
}

const NOTE: &str = "Every table is played with the luck of the table as it is and compared with it in pairs. Filled dots surely differ: of all such claims at one strength, at most one in twenty is false in the long run. The intervals allow for having looked several times.";

/// The section of a default report; `unplayed` names strengths for which there was no time.
pub(crate) fn ask<G: Study>(all: &[Played], measures: &[&Measure], unplayed: &[String]) -> Section {
    if all.is_empty() || all[0].swept.cells.is_empty() {
        return section(QUESTION, "There are no options to try here.".to_owned(), "", Vec::new());
    }
    let each = measures.iter().enumerate().map(|(m, measure)| sentence::<G>(all, m, measure));
    let answer = each.collect::<Vec<_>>().join(" ");
    let chart = |(m, measure): (usize, &&Measure)| {
        let dots = tornado(all, m);
        let title = format!("{}: how far each option moves it", capital(&measure.about::<G>()));
        let id = format!("options_{}", measure.key);
        let chart = Chart::Dots { unit: measure.difference(), line: Some(0.0), dots };
        (!chart.numbers().is_empty()).then_some(Figure { id, title, who: who(all), chart })
    };
    let figures = measures.iter().enumerate().filter_map(chart).collect();
    let note = match unplayed {
        [] => NOTE.to_owned(),
        some => {
            format!("{NOTE} {} bots take too long for this; ask for them by --sweep.", capital(&listed(some)))
        }
    };
    section(QUESTION, answer, &note, figures)
}

/// The sections of a sweep that was asked for; `question` stands for that of a measure which needs tables of its own.
pub(crate) fn ask_sweep<G: Study>(
    all: &[Played],
    setup: &Setup,
    measures: &[&Measure],
    question: Option<String>,
) -> Vec<Section> {
    let ask = |(m, measure): (usize, &&Measure)| {
        let mut figures = Vec::new();
        let mut add = |id: String, title: String, chart: Chart| {
            figures.push(Figure { id, title, who: who(all), chart });
        };
        let about = question.clone().unwrap_or_else(|| capital(&measure.about::<G>()));
        for one in all {
            if let Some(chart) = heat(one, setup, m, measure.unit) {
                let title =
                    format!("{about} ({}); ringed cells surely differ from the table as it is", one.bot);
                add(format!("heat_{}_{}", measure.key, one.bot), title, chart);
            }
        }
        let dots = levels(all, m);
        if !dots.is_empty() {
            let line = all[0].swept.base[m].map(|e| e.value);
            add(
                format!("levels_{}", measure.key),
                about.clone(),
                Chart::Dots { unit: measure.unit, line, dots },
            );
            let chart = Chart::Dots { unit: measure.difference(), line: Some(0.0), dots: tornado(all, m) };
            let title = format!("{about}: difference from the table as it is");
            add(format!("tornado_{}", measure.key), title, chart);
        }
        section(&about, range::<G>(all, m, measure), NOTE, figures)
    };
    measures.iter().enumerate().map(ask).collect()
}

/// What every cell gives, and what is sure about it.
fn range<G: Study>(all: &[Played], m: usize, measure: &Measure) -> String {
    let each = |one: &Played| {
        let level = |cell: usize| {
            let (e, _) = one.swept.level(cell, m)?;
            Some(format!("{} gives {}", one.swept.cells[cell].label(), with_interval(measure.unit, &e)))
        };
        let told: Vec<_> = (0..one.swept.cells.len()).filter_map(level).collect();
        format!("{}: {}.", capital(&one.bot), told.join(", "))
    };
    let sure = sentence::<G>(all, m, measure);
    // Many cells are read from the picture.
    if all[0].swept.cells.len() > 8 {
        return sure;
    }
    format!("{} {sure}", all.iter().map(each).collect::<Vec<_>>().join(" "))
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
            told(unit, wish.value)
        ));
    }
    let (cells, tried) = found.cells;
    let answer = format!(
        "{} comes nearest of {cells} combinations: {}.",
        capital(&found.cell.label()),
        words.join("; ")
    );
    let figures = dots.into_iter().map(|(unit, line, key, dots)| Figure {
        id: format!("target_{key}"),
        title: format!("{key}: as it is, and as it could be"),
        who: format!("{bot}: {} sets each, with luck that the search had not seen", thousands(found.sets)),
        chart: Chart::Dots { unit, line: Some(line), dots: dots.to_vec() },
    });
    let note = format!(
        "{tried} combinations were tried. The dashed line is the wish. There is no total score: look at the other questions before you take it."
    );
    section("Which options come nearest to the wish?", answer, &note, figures.collect())
}
