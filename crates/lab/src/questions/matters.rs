//! Which card or move matters? What goes with winning, and what a bot loses that is denied something.

use table::Study;

use super::{bot, dot, figure, section};
use crate::{
    arm::Arm,
    bench::Outcome,
    report::{Chart, Dot, Section, Unit},
    row::Row,
    setup::Setup,
    stats::{Estimate, Sample, discoveries},
    words::{capital, with_interval},
};

/// The arms of denial at one strength: nobody denied first, then each thing; and how many sets each plays.
pub(crate) fn arms<G: Study>(setup: &Setup, place: usize) -> Vec<(Arm, u64)> {
    let bot = &setup.strengths[place];
    let free = Arm::alike(setup.seats, &setup.options, bot, setup.seed).among(bot, bot);
    let sets = (setup.games_at::<G>(place) / 16).clamp(16, 160);
    let all: Vec<usize> = setup.denials.clone().unwrap_or_else(|| (0..G::DENIALS.len()).collect());
    if all.is_empty() {
        return Vec::new();
    }
    let denied = all.into_iter().map(|denial| Arm { denial: Some(denial), ..free.clone() });
    std::iter::once(free.clone()).chain(denied).map(|arm| (arm, sets)).collect()
}

/// How much more of the victory goes with one more of a mark: the slope over seats, centred by role.
fn slope<G: Study>(outcome: &Outcome, mark: usize) -> Option<(Estimate, f64)> {
    let count = |row: &Row, seat: usize| f64::from(row.marks[seat * G::MARKS.len() + mark]);
    let roles = G::ROLES.len().max(1);
    let mut sums = vec![[0.0f64; 3]; roles];
    for row in outcome.rows() {
        for seat in 0..row.won.len() {
            let [n, c, w] = &mut sums[usize::from(row.roles[seat])];
            (*n, *c, *w) = (*n + 1.0, *c + count(row, seat), *w + row.share(seat));
        }
    }
    let centred = |row: &Row, seat: usize| {
        let [n, c, w] = sums[usize::from(row.roles[seat])];
        (count(row, seat) - c / n, row.share(seat) - w / n)
    };
    let each = || outcome.rows().flat_map(|row| (0..row.won.len()).map(|seat| centred(row, seat)));
    let squares: f64 = each().map(|(c, _)| c * c).sum();
    if squares < 1e-9 {
        return None;
    }
    let slope = each().map(|(c, w)| c * w).sum::<f64>() / squares;
    // A game is one observation: its seats share one victory.
    let residual = |row: &Row| {
        (0..row.won.len()).map(|seat| centred(row, seat)).map(|(c, w)| c * (w - slope * c)).sum::<f64>()
    };
    let games = outcome.rows().count() as f64;
    let scores: Vec<f64> = outcome.rows().map(|row| residual(row) * games / squares).collect();
    let sample = Sample { mean: slope, ..Sample::of(&scores) };
    Some((sample.interval(0.05), sample.p_value()))
}

/// What contestant 0 won in a set.
fn of_set(set: &[Row]) -> f64 {
    set.iter().enumerate().map(|(seat, row)| row.share(seat)).sum::<f64>() / set.len() as f64
}

fn denial_dots<G: Study>(groups: &[Vec<&Outcome>]) -> Vec<(Dot, f64)> {
    let mut dots = Vec::new();
    for outcomes in groups {
        let Some((free, denied)) = outcomes.split_first() else { continue };
        for outcome in denied {
            let pairs =
                outcome.sets.iter().zip(&free.sets).map(|(mine, theirs)| of_set(mine) - of_set(theirs));
            let sample = Sample::of(&pairs.collect::<Vec<_>>());
            let denial = G::DENIALS[outcome.arm.denial.expect("all but the first are denied something")];
            let nothing = if sample.nonzero == 0.0 { "it would never have done it" } else { "" };
            let dot = Dot {
                more: nothing.to_owned(),
                ..dot(denial.about, &outcome.arm.bots[1], sample.interval(0.05))
            };
            dots.push((dot, sample.p_value()));
        }
    }
    dots.sort_by_key(|(dot, _)| G::DENIALS.iter().position(|denial| denial.about == dot.label));
    dots
}

fn with_certainty(dots: Vec<(Dot, f64)>) -> Vec<Dot> {
    let sure = discoveries(&dots.iter().map(|(_, p)| *p).collect::<Vec<_>>(), 0.05);
    dots.into_iter().zip(sure).map(|((dot, _), sure)| Dot { sure: Some(sure), ..dot }).collect()
}

/// What costs the most at one strength, in a sentence.
fn loss(denied: &[Dot], bot: &str) -> String {
    let theirs = denied.iter().filter(|dot| dot.group == bot && dot.sure == Some(true));
    let worst = theirs.min_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value));
    match worst.filter(|dot| dot.estimate.value < 0.0) {
        Some(dot) => format!(
            "Among {bot} bots the one that {} loses the most: its share of the victory moves by {} points.",
            dot.label,
            with_interval(Unit::Points, &dot.estimate)
        ),
        None => format!("Among {bot} bots none was surely worse off for what it was denied."),
    }
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome], denials: &[Vec<&Outcome>]) -> Section {
    let mut marks = Vec::new();
    for (mark, about) in G::MARKS.iter().enumerate() {
        for outcome in outcomes {
            if let Some((estimate, p)) = slope::<G>(outcome, mark) {
                marks.push((dot(capital(about.name), bot(outcome), estimate), p));
            }
        }
    }
    let marks = with_certainty(marks);
    let denied = with_certainty(denial_dots::<G>(denials));
    let answer = if denied.is_empty() {
        "Every turn asks for the same move, so there is nothing that a bot could do without.".to_owned()
    } else {
        let each = outcomes.iter().map(|one| loss(&denied, bot(one)));
        each.collect::<Vec<_>>().join(" ")
    };
    let mut figures = Vec::new();
    if !denied.is_empty() {
        let played: Vec<&Outcome> = denials.iter().filter_map(|group| group.get(1).copied()).collect();
        let chart = Chart::Dots { unit: Unit::Points, line: Some(0.0), dots: denied };
        figures.push(figure(
            "denied",
            "What a bot gains or loses that is denied something, in percentage points",
            &played,
            chart,
        ));
    }
    if !marks.is_empty() {
        let chart = Chart::Dots { unit: Unit::Points, line: Some(0.0), dots: marks };
        figures.push(figure(
            "marks",
            "What goes with winning: percentage points for one more of it",
            outcomes,
            chart,
        ));
    }
    let note = "What goes with winning need not be its cause: whoever is ahead does more of many things. What a bot loses without something is caused by it, for that bot.";
    section("Which card or move matters?", answer, note, figures)
}
