//! Does skill pay? A ladder of bots, each step one of the better among the worse.

use table::{Study, Victory};

use super::{dot, fair_share, figure, section};
use crate::{
    arm::Arm,
    bench::Outcome,
    report::{Chart, Dot, Section, Unit},
    setup::Setup,
    stats::{Estimate, Sample},
    words::{capital, listed, with_interval},
};

/// The steps of the ladder: the better, the worse, and how many sets they play.
pub(crate) fn ladder<G: Study>(setup: &Setup) -> Vec<(Arm, u64)> {
    let table = Arm::alike(setup.seats, &setup.options, "random", setup.seed);
    let (iterations, hard_sets) = G::HARD;
    let sets = (setup.games_at::<G>(1) / 8).clamp(8, 500);
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
    let fair = fair_share::<G>(steps[0].arm.seats, victory);
    let found: Vec<Estimate> = steps.iter().map(|step| one_among(step)).collect();
    let label = |step: &Outcome| format!("one {} among {}", step.arm.bots[0], step.arm.bots[1]);
    let more = |e: &Estimate| {
        format!("{:+.0} Elo [{:+.0}, {:+.0}]", elo(e.value, fair), elo(e.low, fair), elo(e.high, fair))
            .replace('-', "−")
    };
    let dots: Vec<Dot> = steps
        .iter()
        .zip(&found)
        .map(|(step, e)| Dot { more: more(e), sure: Some(e.excludes(fair)), ..dot(label(step), "", *e) })
        .collect();
    let paying = found.iter().filter(|e| e.low > fair).count();
    let pays = match paying {
        n if n == found.len() => format!("Yes: all {n} steps up surely pay."),
        0 => "No step up surely pays.".to_owned(),
        n => format!("{n} of {} steps up surely pay.", found.len()),
    };
    let won: Vec<String> = steps
        .iter()
        .zip(&found)
        .map(|(step, e)| format!("{} wins {}", label(step), with_interval(Unit::Share, e)))
        .collect();
    let mut answer = format!("{pays} {}; {:.0}% would be no gain.", capital(&listed(&won)), fair * 100.0);
    if let Some(e) = found.last().filter(|_| G::HARD.1 > 0) {
        answer += &format!(" A doubling of thought is worth {}.", more(e));
    }
    let note = "Each set has one game for every seat of the better bot, all with the same luck. Where teams win together, one better player is one of a team. Elo counts odds: 400 points are ten times the odds of an equal.";
    let chart = Chart::Dots { unit: Unit::Share, line: Some(fair), dots };
    let title = "What one better bot wins among worse ones";
    section("Does skill pay?", answer, note, vec![figure("ladder", title, steps, chart)])
}
