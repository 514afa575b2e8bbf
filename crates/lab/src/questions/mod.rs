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

use crate::{
    bench::Outcome,
    report::{Chart, Dot, Figure, Section},
    stats::Estimate,
};

/// A section of one question.
fn section(question: &str, answer: String, note: &str, figures: Vec<Figure>) -> Section {
    Section { question: question.to_owned(), answer, note: note.to_owned(), figures }
}

/// A figure of some outcomes.
fn figure(id: &str, title: &str, outcomes: &[&Outcome], chart: Chart) -> Figure {
    let who: Vec<_> = outcomes.iter().map(|one| format!("{}: {} games", one.who(), one.games())).collect();
    Figure { id: id.to_owned(), title: title.to_owned(), who: who.join("; "), chart }
}

fn dot(label: impl Into<String>, group: &str, estimate: Estimate) -> Dot {
    Dot { label: label.into(), group: group.to_owned(), estimate, sure: None, more: String::new() }
}

/// A share as a word, where there is one.
fn share_in_words(share: f64) -> String {
    for (value, word) in
        [(0.5, "half"), (1.0 / 3.0, "third"), (0.25, "quarter"), (0.2, "fifth"), (1.0 / 6.0, "sixth")]
    {
        if (share - value).abs() < 1e-9 {
            return word.to_owned();
        }
    }
    format!("{:.0}%", share * 100.0)
}

/// The first letter large.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
