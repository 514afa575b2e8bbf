//! Does skill pay? A ladder of bots, each step one of the better among the worse.

use table::{Study, Victory};

use super::{dot, fair_share, figure, section};
use crate::{
    arm::Arm,
    bench::Outcome,
    report::{Chart, Dot, Section, Unit},
    row::Row,
    setup::Setup,
    stats::{Estimate, Sample},
    words::{capital, listed, with_interval},
};

/// The steps of the ladder: the better, the worse, and how many sets they play.
pub(crate) fn ladder<G: Study>(setup: &Setup) -> Vec<(Arm, u64)> {
    let table = Arm::alike(setup.seats, &setup.options, "random", setup.seed);
    let (iterations, hard_sets) = G::HARD;
    let sets = (setup.games_at::<G>(1) / 8).clamp(8, 500);
    let hard_sets = setup.games.map_or(hard_sets, |games| hard_sets.min((games / 8).max(4)));
    let hard = |times: u32| format!("hard@{}", iterations * times);
    let mut steps = vec![(table.among("easy", "random"), sets), (table.among("medium", "easy"), sets)];
    if hard_sets > 0 {
        steps.push((table.among(&hard(1), "medium"), hard_sets));
        steps.push((table.among(&hard(2), &hard(1)), hard_sets));
    }
    // Where sides differ, what an equal would win is known only of the bots that the report plays alike.
    let is_known = |arm: &Arm| G::ROLES.is_empty() || setup.strengths.contains(&arm.bots[1]);
    steps.retain(|(arm, _)| is_known(arm));
    steps
}

/// What an equal would win in the place of the better bot: a fair share, or, where sides differ, what the seats win on average
/// at a table where all play like the others.
fn equal<G: Study>(step: &Outcome, alike: &[&Outcome], victory: Victory) -> Estimate {
    let fair = fair_share::<G>(step.arm.seats, victory);
    let same = alike.iter().find(|one| !G::ROLES.is_empty() && one.arm.bots[0] == step.arm.bots[1]);
    let mean = |row: &Row| (0..row.won.len()).map(|seat| row.share(seat)).sum::<f64>() / row.won.len() as f64;
    match same {
        Some(one) => Sample::of(&one.rows().map(mean).collect::<Vec<_>>()).share(0.05),
        None => Estimate { value: fair, low: fair, high: fair },
    }
}

/// How much more the one wins than the other, both measured in games of their own.
fn gain(won: &Estimate, equal: &Estimate) -> Estimate {
    let value = won.value - equal.value;
    let down = (won.value - won.low).hypot(equal.high - equal.value);
    let up = (won.high - won.value).hypot(equal.value - equal.low);
    Estimate { value, low: value - down, high: value + up }
}

/// What the one better bot won, set by set.
fn one_among(outcome: &Outcome) -> Estimate {
    let of = |set: &Vec<Row>| {
        set.iter().enumerate().map(|(seat, row)| row.share(seat)).sum::<f64>() / set.len() as f64
    };
    Sample::of(&outcome.sets.iter().map(of).collect::<Vec<_>>()).share(0.05)
}

/// Points of a rating: 400 for odds ten times better than fair.
fn elo(share: f64, fair: f64) -> f64 {
    let odds = |p: f64| p / (1.0 - p);
    400.0 * (odds(share.clamp(0.002, 0.998)) / odds(fair)).log10()
}

/// The section; `alike` are the tables where all play the same.
pub(crate) fn ask<G: Study>(steps: &[&Outcome], alike: &[&Outcome], victory: Victory) -> Section {
    const QUESTION: &str = "Does skill pay?";
    if steps.is_empty() {
        let answer =
            "These bots alone do not tell: name medium among them, as in --bots medium,hard@50.".to_owned();
        return section(QUESTION, answer, "", Vec::new());
    }
    let found: Vec<Estimate> = steps.iter().map(|step| one_among(step)).collect();
    let equals: Vec<Estimate> = steps.iter().map(|step| equal::<G>(step, alike, victory)).collect();
    let gains: Vec<Estimate> = found.iter().zip(&equals).map(|(won, equal)| gain(won, equal)).collect();
    let label = |step: &Outcome| format!("one {} among {}", step.arm.bots[0], step.arm.bots[1]);
    let more = |e: &Estimate, fair: f64| {
        let elo = e.map(|share| elo(share, fair));
        format!("{:+.0} Elo [{:+.0}, {:+.0}]", elo.value, elo.low, elo.high).replace('-', "−")
    };
    let pays = match gains.iter().filter(|gain| gain.low > 0.0).count() {
        n if n == gains.len() => "Yes: every step up surely pays.".to_owned(),
        0 => "No step up surely pays.".to_owned(),
        n => format!("{n} of {} steps up surely pay.", gains.len()),
    };
    let has_sides = !G::ROLES.is_empty();
    let wins = |n: usize| {
        let instead = if has_sides {
            format!(" (an equal {})", with_interval(Unit::Share, &equals[n]))
        } else {
            String::new()
        };
        format!("{} wins {}{instead}", label(steps[n]), with_interval(Unit::Share, &found[n]))
    };
    let won: Vec<String> = (0..steps.len()).map(wins).collect();
    let mut answer = format!("{pays} {}", capital(&listed(&won)));
    match found.last().filter(|_| G::HARD.1 > 0 && !has_sides) {
        _ if has_sides => answer += ".",
        Some(e) => {
            let fair = equals[0].value;
            answer += &format!(
                "; {:.0}% would be no gain. A doubling of thought is worth {}.",
                fair * 100.0,
                more(e, fair)
            );
        }
        None => answer += &format!("; {:.0}% would be no gain.", equals[0].value * 100.0),
    }
    let note = "Each set has one game for every seat of the better bot, all with the same luck. Where teams win together, one better player is one of a team. Elo counts odds: 400 points are ten times the odds of an equal.";
    let each = |n: usize| {
        let sure = Some(gains[n].excludes(0.0));
        match has_sides {
            true => Dot { sure, ..dot(label(steps[n]), "", gains[n]) },
            false => {
                Dot { sure, more: more(&found[n], equals[n].value), ..dot(label(steps[n]), "", found[n]) }
            }
        }
    };
    let dots = (0..steps.len()).map(each).collect();
    let (title, chart) = match has_sides {
        true => (
            "What one better bot wins more than an equal would, in percentage points",
            Chart::Dots { unit: Unit::Points, line: Some(0.0), dots },
        ),
        false => (
            "What one better bot wins among worse ones",
            Chart::Dots { unit: Unit::Share, line: Some(equals[0].value), dots },
        ),
    };
    section(QUESTION, answer, note, vec![figure("ladder", title, steps, chart)])
}
