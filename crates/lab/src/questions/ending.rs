//! How does it end? Which ending, how close, how many ties.

use table::Study;

use super::{dot, figure, section};
use crate::{
    bench::Outcome,
    page::axis::with_interval,
    report::{Chart, Section, Stack, Unit},
    row::Row,
    stats::{Estimate, Sample},
};

/// How close a game was.
const CLOSE: [&str; 4] = ["a tie", "by up to a tenth of the points", "by up to a third", "by more"];

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
            Stack { group: outcome.arm.bots[0].clone(), parts: (0..names.len()).map(part).collect() }
        };
        outcomes.iter().map(parts).collect()
    };
    let mut figures = Vec::new();
    let has_points = outcomes[0].rows().any(|row| closeness(row).is_some_and(|n| n > 0));
    let mut answer = String::new();
    if has_points {
        let bars = stacks(&CLOSE, &closeness);
        answer = format!(
            "{} of games end in a tie, and in {} the winner is ahead by a tenth of the points or less ({}).",
            with_interval(Unit::Share, &bars[0].parts[0].estimate),
            with_interval(Unit::Share, &bars[0].parts[1].estimate),
            bars[0].group
        );
        figures.push(figure("margins", "How far the winner was ahead", outcomes, Chart::Stacked { bars }));
    }
    if G::ENDINGS.len() > 1 {
        let bars = stacks(G::ENDINGS, &|row| (!row.forfeit).then_some(row.ending.into()));
        let most = bars[0].parts.iter().max_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value));
        if let Some(most) = most {
            let space = if answer.is_empty() { "" } else { " " };
            answer += &format!(
                "{space}The usual ending: {}, {}.",
                most.label,
                with_interval(Unit::Share, &most.estimate)
            );
        }
        figures.push(figure("endings", "Which ending", outcomes, Chart::Stacked { bars }));
    } else if answer.is_empty() {
        answer = format!("Always the same way: {}.", G::ENDINGS[0]);
    }
    let forfeits = outcomes.iter().flat_map(|one| one.rows()).filter(|row| row.forfeit).count();
    let note = if forfeits > 0 {
        format!("{forfeits} games were broken off because a bot did not end its turn.")
    } else {
        String::new()
    };
    section("How does it end?", answer, &note, figures)
}
