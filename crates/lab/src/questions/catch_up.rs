//! Can one catch up? What becomes of each place at half-time.

use table::{Study, Victory};

use super::{at_each, bot, fair_share, figure, section};
use crate::{
    bench::Outcome,
    report::{Chart, Section, Series, Unit},
    row::Row,
    stats::{Estimate, Sample},
    words::{share_in_words, with_interval},
};

/// What the place of that number at half-time won in a game; seats with equal points have their places in common.
fn place_won(row: &Row, place: usize) -> Option<f64> {
    if row.half.is_empty() {
        return None;
    }
    let (mut sum, mut count) = (0.0, 0.0);
    for (seat, points) in row.half.iter().enumerate() {
        let ahead = row.half.iter().filter(|other| *other > points).count();
        let level = row.half.iter().filter(|other| *other == points).count();
        if (ahead..ahead + level).contains(&place) {
            sum += row.share(seat) / level as f64;
            count += 1.0 / level as f64;
        }
    }
    (count > 0.0).then(|| sum / count)
}

/// What whoever was last at half-time won.
fn last_won(outcome: &Outcome) -> Estimate {
    let won = |row: &Row| {
        let last = row.last_at_half();
        (!last.is_empty()).then(|| last.iter().map(|seat| row.share(*seat)).sum::<f64>() / last.len() as f64)
    };
    Sample::of(&outcome.rows().filter_map(won).collect::<Vec<_>>()).share(0.05)
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome], victory: Victory) -> Section {
    const QUESTION: &str = "Can one catch up?";
    if outcomes[0].rows().all(|row| row.half.is_empty()) {
        let answer =
            "There are no points to be behind in: everybody is in the game until somebody loses.".to_owned();
        return section(QUESTION, answer, "", Vec::new());
    }
    let seats = outcomes[0].arm.seats;
    let fair = fair_share::<G>(seats, victory);
    let won = at_each(outcomes, |one| with_interval(Unit::Share, &last_won(one)));
    let mut answer = format!("Whoever is last at half-time still wins {won}.");
    // Where sides differ, the weaker one is last more often, half-time or not.
    let line = G::ROLES.is_empty().then_some(fair);
    if line.is_some() {
        answer += &format!(" A {} would mean that the first half decides nothing.", share_in_words(fair));
    }
    let curve = |outcome: &&Outcome| {
        let at = |place| {
            let won: Vec<_> = outcome.rows().filter_map(|row| place_won(row, place)).collect();
            (!won.is_empty()).then(|| Sample::of(&won).share(0.05))
        };
        Series { group: bot(outcome).to_owned(), points: (0..seats).map(at).collect() }
    };
    let chart = Chart::Lines {
        axis: "place at half-time".into(),
        ends: ["first".into(), "last".into()],
        line,
        series: outcomes.iter().map(curve).collect(),
    };
    let note = "Half-time is after half of the turns. Places go by the points one would have if the game ended there.";
    section(
        QUESTION,
        answer,
        note,
        vec![figure("places", "What each place at half-time wins", outcomes, chart)],
    )
}
