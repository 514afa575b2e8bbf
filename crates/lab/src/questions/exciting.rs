//! Is it exciting? How the winner's chance grew, how often the lead changed, when it was decided.

use table::Study;

use super::{dot, figure, length::histograms, section};
use crate::{
    arm::Chances,
    bench::Outcome,
    page::axis::with_interval,
    report::{Chart, Section, Unit},
    row::{PARTS, Row},
    stats::{Estimate, Sample, quantile},
};

/// The chance at which a game counts as decided, in thousandths.
const DECIDED: u16 = 900;

/// How the chance of a winner went, turn by turn.
fn winners_chances(row: &Row, chances: &Chances) -> Option<Vec<u16>> {
    let winner = (0..row.won.len()).max_by_key(|seat| row.won[*seat])?;
    (!chances.is_empty()).then(|| chances.iter().map(|all| all[winner]).collect())
}

/// The part of the game after which the winner's chance stayed above nine in ten.
fn decided(chances: &[u16]) -> f64 {
    let open = chances.iter().rposition(|chance| *chance < DECIDED).map_or(0, |last| last + 1);
    open as f64 / chances.len() as f64
}

/// The section; `watched` was played with somebody who looked at the chances.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome], watched: &[&Outcome]) -> Section {
    let mut figures = Vec::new();
    let mut answer = String::new();
    let mut dots = Vec::new();
    for (place, outcome) in watched.iter().enumerate() {
        let games: Vec<Vec<u16>> = outcome
            .rows()
            .zip(&outcome.chances)
            .filter_map(|(row, chances)| winners_chances(row, chances))
            .collect();
        let when = Sample::of(&games.iter().map(|game| decided(game)).collect::<Vec<_>>()).share(0.05);
        let bot = &outcome.arm.bots[0];
        let late = share(&games, |game| decided(game) > 0.9);
        let behind = share(&games, |game| {
            let n = outcome.arm.seats as u16;
            game.iter().any(|chance| *chance < 500 / n)
        });
        dots.push(dot("decided after this part", bot, when));
        dots.push(dot("open in the last tenth", bot, late));
        dots.push(dot("winner once under half a fair chance", bot, behind));
        if place == 0 {
            answer = format!(
                "On average a game is decided (the winner has nine chances in ten for good) after {} of its turns; {} are open until the last tenth ({bot}).",
                with_interval(Unit::Share, &when),
                with_interval(Unit::Share, &late),
            );
            let title = "The later winner's chance: the middle game, half of all, four in five";
            let chart = Chart::Fan { axis: "over the game".into(), bands: bands(&games) };
            figures.push(figure("chances", title, &[outcome], chart));
        }
    }
    figures.push(figure(
        "decided",
        "When it was decided",
        watched,
        Chart::Dots { unit: Unit::Share, line: None, dots },
    ));
    if outcomes[0].rows().any(|row| !row.half.is_empty()) {
        let series = histograms(outcomes, |row| Some(row.lead_changes.into()));
        answer += &format!(
            " The lead changes hands {} times in the middle game.",
            with_interval(Unit::Number, &series[0].median)
        );
        figures.push(figure(
            "lead_changes",
            "How often somebody else took the lead",
            outcomes,
            Chart::Histogram { axis: "changes of the lead".into(), series },
        ));
    }
    let note = "Chances are found by playing each position out by sensible habits, all cards seen: the players themselves know less, so to them it feels open longer.";
    section("Is it exciting?", answer, note, figures)
}

fn share(games: &[Vec<u16>], is: impl Fn(&Vec<u16>) -> bool) -> Estimate {
    Sample::of(&games.iter().map(|game| f64::from(u8::from(is(game)))).collect::<Vec<_>>()).share(0.05)
}

/// The quantiles at eleven moments of the game.
fn bands(games: &[Vec<u16>]) -> Vec<[f64; 5]> {
    let moment = |part: usize| {
        let at = |game: &Vec<u16>| f64::from(game[(game.len() - 1) * part / PARTS]) / 1000.0;
        let mut chances: Vec<f64> = games.iter().map(at).collect();
        [0.1, 0.25, 0.5, 0.75, 0.9].map(|q| quantile(&mut chances, q).value)
    };
    (0..=PARTS).map(moment).collect()
}
