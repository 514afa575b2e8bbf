//! Is it exciting? How the winner's chance grew, how often the lead changed, when it was decided.

use table::{Study, Victory};

use super::{bot, dot, fair_share, figure, length::histograms, section};
use crate::{
    arm::Chances,
    bench::Outcome,
    report::{Band, Bins, Chart, Dot, Section, Unit},
    row::{PARTS, Row},
    stats::{Estimate, Sample, quantile},
    words::{listed, with_interval},
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

/// The winner's chances in all games of an outcome, game by game.
fn all_chances(outcome: &Outcome) -> Vec<Vec<u16>> {
    let each = outcome.rows().zip(&outcome.chances);
    each.filter_map(|(row, chances)| winners_chances(row, chances)).collect()
}

/// The section; `watched` was played with somebody who looked at the chances.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome], watched: &[&Outcome], victory: Victory) -> Section {
    const QUESTION: &str = "Is it exciting?";
    if watched.is_empty() {
        let answer =
            "It is open to the very end: everybody is in the game until one seat loses it.".to_owned();
        return section(QUESTION, answer, "", Vec::new());
    }
    let mut figures = Vec::new();
    let mut dots: [Vec<Dot>; 3] = Default::default();
    for outcome in watched {
        let games = all_chances(outcome);
        let when = Sample::of(&games.iter().map(|game| decided(game)).collect::<Vec<_>>()).share(0.05);
        let late = share(&games, |game| decided(game) > 0.9);
        let half = (fair_share::<G>(outcome.arm.seats, victory) * 500.0) as u16;
        let behind = share(&games, |game| game.iter().any(|chance| *chance < half));
        let told = [
            ("Part of the turns after which it was decided", when),
            ("Games still open in the last tenth", late),
            ("Winner once had under half a fair chance", behind),
        ];
        told.into_iter().zip(&mut dots).for_each(|((label, e), all)| all.push(dot(label, bot(outcome), e)));
        let title =
            format!("The later winner's chance: median, half of all games, four in five ({})", bot(outcome));
        let chart = Chart::Fan { axis: "over the game".into(), bands: bands(&games) };
        figures.push(figure(&format!("chances_{}", bot(outcome)), &title, &[outcome], chart));
    }
    let told = |dots: &[Dot]| {
        let each = |dot: &Dot| format!("{} ({})", with_interval(Unit::Share, &dot.estimate), dot.group);
        listed(&dots.iter().map(each).collect::<Vec<_>>())
    };
    let mut answer = format!(
        "A game is decided, nine chances in ten for good, after {} of its turns on average; {} of games are open until the last tenth.",
        told(&dots[0]),
        told(&dots[1])
    );
    let chart = Chart::Dots { unit: Unit::Share, line: None, dots: dots.concat() };
    figures.push(figure("decided", "When it was decided", watched, chart));
    if outcomes[0].rows().any(|row| !row.half.is_empty()) {
        let series = histograms(outcomes, |row| Some(row.lead_changes.into()));
        let each = |bins: &Bins| format!("{} ({})", with_interval(Unit::Number, &bins.median), bins.group);
        let medians: Vec<_> = series.iter().map(each).collect();
        answer +=
            &format!(" In half of all games the lead changes hands at most {} times.", listed(&medians));
        let chart = Chart::Histogram { unit: Unit::Number, axis: "changes of the lead".into(), series };
        figures.push(figure("lead_changes", "How often somebody else took the lead", outcomes, chart));
    }
    let note = "Chances are found by playing each position out by sensible habits, with all cards known. The players know less, so to them it feels open for longer.";
    section(QUESTION, answer, note, figures)
}

fn share(games: &[Vec<u16>], is: impl Fn(&Vec<u16>) -> bool) -> Estimate {
    Sample::of(&games.iter().map(|game| f64::from(u8::from(is(game)))).collect::<Vec<_>>()).share(0.05)
}

/// How the chances lie at eleven moments of the game.
fn bands(games: &[Vec<u16>]) -> Vec<Band> {
    let moment = |part: usize| {
        let at = |game: &Vec<u16>| f64::from(game[(game.len() - 1) * part / PARTS]) / 1000.0;
        let mut chances: Vec<f64> = games.iter().map(at).collect();
        let mut at = |q: f64| quantile(&mut chances, q);
        let [a, b, middle, c, d] = [0.1, 0.25, 0.5, 0.75, 0.9].map(&mut at);
        Band { middle, half: [b.value, c.value], most: [a.value, d.value] }
    };
    (0..=PARTS).map(moment).collect()
}
