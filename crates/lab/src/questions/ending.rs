//! How does it end? Which ending, how close, how many ties.

use table::Study;

use super::{bot, dot, figure, section};
use crate::{
    bench::Outcome,
    report::{Chart, Section, Stack, Unit},
    row::Row,
    stats::{Estimate, Sample},
    words::{listed, with_interval},
};

/// How close a game was.
const CLOSE: [&str; 4] = ["a tie", "up to a tenth of the points", "up to a third", "more"];

fn closeness(row: &Row) -> Option<usize> {
    if row.won.iter().any(|won| *won != 0 && *won != 60) {
        return Some(0);
    }
    let margin = row.margin()?;
    Some(if margin <= 0.1 {
        1
    } else if margin <= 1.0 / 3.0 {
        2
    } else {
        3
    })
}

fn share(outcome: &Outcome, is: impl Fn(&Row) -> Option<bool>) -> Estimate {
    let values: Vec<f64> =
        outcome.rows().filter_map(|row| is(row).map(|yes| f64::from(u8::from(yes)))).collect();
    Sample::of(&values).share(0.05)
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome]) -> Section {
    let stacks = |names: &[&str], of: &dyn Fn(&Row) -> Option<usize>| -> Vec<Stack> {
        let parts = |outcome: &&Outcome| {
            let part = |n: usize| dot(names[n], "", share(outcome, |row| of(row).map(|found| found == n)));
            Stack { group: bot(outcome).to_owned(), parts: (0..names.len()).map(part).collect() }
        };
        outcomes.iter().map(parts).collect()
    };
    let mut figures = Vec::new();
    let mut sentences = Vec::new();
    let told = |stacks: &[Stack], part: usize| {
        let each = |stack: &Stack| {
            format!("{} ({})", with_interval(Unit::Share, &stack.parts[part].estimate), stack.group)
        };
        listed(&stacks.iter().map(each).collect::<Vec<_>>())
    };
    if outcomes[0].rows().any(|row| closeness(row).is_some_and(|n| n > 0)) {
        let bars = stacks(&CLOSE, &closeness);
        sentences.push(format!(
            "{} of games end in a tie. In {} the winner is ahead by no more than a tenth of the points.",
            told(&bars, 0),
            told(&bars, 1)
        ));
        figures.push(figure("margins", "How far the winner was ahead", outcomes, Chart::Stacked { bars }));
    }
    if G::ENDINGS.len() > 1 {
        let bars = stacks(G::ENDINGS, &|row| (!row.forfeit).then_some(row.ending.into()));
        let size = |part: &usize| bars[0].parts[*part].estimate.value;
        let most = (0..G::ENDINGS.len()).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(0);
        sentences.push(format!("The usual end: {}, in {} of games.", G::ENDINGS[most], told(&bars, most)));
        figures.push(figure("endings", "Which ending", outcomes, Chart::Stacked { bars }));
    } else if sentences.is_empty() {
        sentences.push(format!("Always the same way: {}.", G::ENDINGS[0]));
    }
    let answer = sentences.join(" ");
    let forfeits = outcomes.iter().flat_map(|one| one.rows()).filter(|row| row.forfeit).count();
    let note = if forfeits > 0 {
        format!("{forfeits} games were broken off because a bot did not end its turn.")
    } else {
        String::new()
    };
    section("How does it end?", answer, &note, figures)
}
