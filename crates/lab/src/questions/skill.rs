//! Does skill pay? A ladder of bots, each step one of the better among the worse.

use table::{Study, Victory};

use super::{dot, figure, section};
use crate::{
    arm::Arm,
    bench::Outcome,
    page::axis::with_interval,
    report::{Chart, Dot, Section, Unit},
    setup::Setup,
    stats::{Estimate, Sample},
};

/// The steps of the ladder: the better, the worse, and how many sets they play.
pub(crate) fn ladder<G: Study>(setup: &Setup) -> Vec<(Arm, u64)> {
    let table = Arm::alike(setup.seats, &setup.options, "random", setup.seed);
    let (iterations, hard_sets) = G::HARD;
    let sets = (setup.games_at::<G>(1) / 8).max(16);
    let hard = |times: u32| format!("hard@{}", iterations * times);
    let mut steps = vec![(table.among("easy", "random"), sets), (table.among("medium", "easy"), sets)];
    if hard_sets > 0 {
        steps.push((table.among(&hard(1), "medium"), hard_sets));
        steps.push((table.among(&hard(2), &hard(1)), hard_sets));
    }
    steps
}

/// What the one better bot won, set by set.
fn one_among(outcome: &Outcome) -> Estimate {
    let of = |set: &Vec<crate::row::Row>| {
        set.iter().enumerate().map(|(seat, row)| row.share(seat)).sum::<f64>() / set.len() as f64
    };
    Sample::of(&outcome.sets.iter().map(of).collect::<Vec<_>>()).share(0.05)
}

/// Points of a rating: 400 for odds ten times better than fair.
fn elo(share: f64, fair: f64) -> f64 {
    let odds = |p: f64| p / (1.0 - p);
    400.0 * (odds(share.clamp(0.002, 0.998)) / odds(fair)).log10()
}

/// The section.
pub(crate) fn ask<G: Study>(steps: &[&Outcome], victory: Victory) -> Section {
    let seats = steps[0].arm.seats;
    let fair = victory.fair(seats, if G::ROLES.is_empty() { seats } else { G::ROLES.len() });
    let found: Vec<Estimate> = steps.iter().map(|step| one_among(step)).collect();
    let label = |step: &Outcome| format!("{} among {}", step.arm.bots[0], step.arm.bots[1]);
    let more = |e: &Estimate| {
        format!("{:+.0} Elo [{:+.0}, {:+.0}]", elo(e.value, fair), elo(e.low, fair), elo(e.high, fair))
            .replace('-', "−")
    };
    let dots: Vec<Dot> = steps
        .iter()
        .zip(&found)
        .map(|(step, e)| Dot { more: more(e), sure: Some(e.excludes(fair)), ..dot(label(step), "", *e) })
        .collect();
    let sure: Vec<bool> = found.iter().map(|e| e.low > fair).collect();
    let (last, e) = (steps.last().expect("there is a ladder"), found.last().expect("there is a ladder"));
    let mut answer =
        format!("{} of {} steps surely pay.", sure.iter().filter(|yes| **yes).count(), sure.len());
    answer +=
        &format!(" {} wins {}", super::capital(&label(steps[1])), with_interval(Unit::Share, &found[1]));
    if G::HARD.1 > 0 {
        answer += &format!(
            "; twice the thought ({}) wins {}, {}",
            label(last),
            with_interval(Unit::Share, e),
            more(e)
        );
    }
    answer += &format!("; {} would be no better than the others.", with_no_interval(fair));
    let note = "Each set has one game for every seat of the better bot, all with the same luck. Where victories are shared by teams, one better player is one of a team.";
    let chart = Chart::Dots { unit: Unit::Share, line: Some(fair), dots };
    section(
        "Does skill pay?",
        answer,
        note,
        vec![figure("ladder", "What one better bot wins among worse ones", steps, chart)],
    )
}

fn with_no_interval(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
