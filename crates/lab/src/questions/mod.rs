//! The questions a designer asks, in the order they are asked, a file each.

pub(crate) mod catch_up;
pub(crate) mod decide;
pub(crate) mod ending;
pub(crate) mod exciting;
pub(crate) mod fair;
pub(crate) mod length;
pub(crate) mod matters;
pub(crate) mod options;
pub(crate) mod skill;

use table::{Study, Victory};

use crate::{
    bench::Outcome,
    report::{Chart, Dot, Figure, Section},
    stats::Estimate,
    words::{listed, thousands},
};

/// A section of one question.
fn section(question: &str, answer: String, note: &str, figures: Vec<Figure>) -> Section {
    Section { question: question.to_owned(), answer, note: note.to_owned(), figures }
}

/// A figure of games that were looked at closely.
fn figure(id: &str, title: &str, outcomes: &[&Outcome], chart: Chart) -> Figure {
    figure_of(id, title, outcomes, |one| one.rows().count() as u64, chart)
}

/// A figure of so many games of each outcome.
fn figure_of(
    id: &str,
    title: &str,
    outcomes: &[&Outcome],
    games: impl Fn(&Outcome) -> u64,
    chart: Chart,
) -> Figure {
    let who: Vec<_> =
        outcomes.iter().map(|one| format!("{}: {} games", one.who(), thousands(games(one)))).collect();
    Figure { id: id.to_owned(), title: title.to_owned(), who: who.join("; "), chart }
}

fn dot(label: impl Into<String>, group: &str, estimate: Estimate) -> Dot {
    Dot { label: label.into(), group: group.to_owned(), estimate, sure: None, more: String::new() }
}

/// The bot that plays every seat, or the first of them.
fn bot(outcome: &Outcome) -> &str {
    &outcome.arm.bots[0]
}

/// Something told at each strength, as in "40% (easy) and 45% (medium)".
fn at_each(outcomes: &[&Outcome], tell: impl Fn(&Outcome) -> String) -> String {
    listed(&outcomes.iter().map(|one| format!("{} ({})", tell(one), bot(one))).collect::<Vec<_>>())
}

/// What a seat would win if nobody had an edge.
fn fair_share<G: Study>(seats: usize, victory: Victory) -> f64 {
    victory.fair(seats, if G::ROLES.is_empty() { seats } else { G::ROLES.len() })
}
