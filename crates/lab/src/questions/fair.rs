//! Is it fair? What each seat wins, and each side where there are sides.

use table::{Study, Victory};

use super::{bot, dot, figure, figure_of, section};
use crate::{
    bench::Outcome,
    report::{Chart, Dot, Section, Unit},
    row::WHOLE,
    stats::{Estimate, Sample},
    words::{capital, share_in_words, with_interval},
};

/// What a seat wins, over all games; the unit is a game, because all seats play alike.
fn seat_share(outcome: &Outcome, seat: usize, doubt: f64) -> Estimate {
    let rows = outcome.rows().map(|row| u64::from(row.won[seat]));
    let (mut n, mut sum, mut squares) = (0u64, 0u64, 0u64);
    rows.for_each(|won| (n, sum, squares) = (n + 1, sum + won, squares + won * won));
    if let (Some(won), Some(square)) = (outcome.sums.won.get(seat), outcome.sums.squares.get(seat)) {
        (n, sum, squares) = (n + outcome.sums.games, sum + won, squares + square);
    }
    let (n, mean) = (n as f64, sum as f64 / n.max(1) as f64 / WHOLE);
    let variance =
        (squares as f64 / WHOLE / WHOLE / n.max(1.0) - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
    Sample { n, mean, variance, nonzero: n }.share(doubt)
}

/// What a role wins.
fn role_share(outcome: &Outcome, role: usize, doubt: f64) -> Estimate {
    let of = |row: &crate::row::Row| {
        let seat = row.roles.iter().position(|one| usize::from(*one) == role)?;
        Some(row.share(seat))
    };
    Sample::of(&outcome.rows().filter_map(of).collect::<Vec<_>>()).share(doubt)
}

/// The line that means fair for seats: with roles drawn by lot a seat is now one, now the other.
fn fair_for_seats<G: Study>(outcome: &Outcome, victory: Victory) -> f64 {
    let seats = outcome.arm.seats;
    if G::ROLES.is_empty() {
        return victory.fair(seats, seats);
    }
    // No seat is better off than another where all get what the seats get on average.
    (0..seats).map(|seat| seat_share(outcome, seat, 0.05).value).sum::<f64>() / seats as f64
}

/// Who is compared with which line, and how sure.
struct Claim {
    who: String,
    line: f64,
    estimate: Estimate,
    sure: bool,
}

fn claims<G: Study>(outcome: &Outcome, victory: Victory) -> Vec<Claim> {
    let seats = outcome.arm.seats;
    let count = if G::ROLES.is_empty() { seats } else { 1 };
    // Several seats are several chances to be misled.
    let doubt = 0.05 / count as f64;
    if !G::ROLES.is_empty() {
        let line = victory.fair(seats, G::ROLES.len());
        let estimate = role_share(outcome, 0, 0.05);
        let sure = role_share(outcome, 0, doubt).excludes(line);
        return vec![Claim { who: format!("the {}", G::ROLES[0]), line, estimate, sure }];
    }
    let line = fair_for_seats::<G>(outcome, victory);
    let claim = |seat: usize| Claim {
        who: format!("seat {}", seat + 1),
        line,
        estimate: seat_share(outcome, seat, 0.05),
        sure: seat_share(outcome, seat, doubt).excludes(line),
    };
    (0..seats).map(claim).collect()
}

/// One sentence for one strength.
fn sentence(claims: &[Claim], victory: Victory, bot: &str) -> String {
    let far = |claim: &&Claim| (claim.estimate.value - claim.line).abs();
    let sure = claims.iter().filter(|claim| claim.sure).max_by(|a, b| far(a).total_cmp(&far(b)));
    let verb = if victory == Victory::Survival { "does not lose in" } else { "wins" };
    let Some(claim) = sure else {
        let widest = claims.iter().max_by(|a, b| far(a).total_cmp(&far(b))).expect("there is a seat");
        return format!(
            "Nobody is surely better off among {bot} bots: farthest from a fair {} is {} with {}.",
            share_in_words(widest.line),
            widest.who,
            with_interval(Unit::Share, &widest.estimate)
        );
    };
    let size = match far(&claim) {
        gap if gap < 0.03 => "a little ",
        gap if gap > 0.12 => "far ",
        _ => "",
    };
    let more = if claim.estimate.value > claim.line { "more" } else { "less" };
    format!(
        "{} {verb} {}, {size}{more} than its fair {}, among {bot} bots.",
        capital(&claim.who),
        with_interval(Unit::Share, &claim.estimate),
        share_in_words(claim.line)
    )
}

/// The section.
pub(crate) fn ask<G: Study>(outcomes: &[&Outcome], victory: Victory) -> Section {
    let found: Vec<Vec<Claim>> = outcomes.iter().map(|one| claims::<G>(one, victory)).collect();
    let each = found.iter().zip(outcomes).map(|(claims, one)| sentence(claims, victory, bot(one)));
    let answer = each.collect::<Vec<_>>().join(" ");
    let line = fair_for_seats::<G>(outcomes[0], victory);
    let mut dots = Vec::new();
    for seat in 0..outcomes[0].arm.seats {
        for (claims, outcome) in found.iter().zip(outcomes) {
            let sure = if G::ROLES.is_empty() { Some(claims[seat].sure) } else { None };
            let label = format!(
                "Seat {}{}",
                seat + 1,
                if seat == 0 && G::ROLES.is_empty() { ", begins" } else { "" }
            );
            dots.push(Dot { sure, ..dot(label, bot(outcome), seat_share(outcome, seat, 0.05)) });
        }
    }
    let what = if victory == Victory::Survival { "Games not lost" } else { "Share of the victory" };
    let by_seat = figure_of(
        "share_by_seat",
        &format!("{what}, by seat in the order of turns"),
        outcomes,
        Outcome::games,
        Chart::Dots { unit: Unit::Share, line: G::ROLES.is_empty().then_some(line), dots },
    );
    let mut figures = vec![by_seat];
    if !G::ROLES.is_empty() {
        let mut dots = Vec::new();
        for (role, name) in G::ROLES.iter().enumerate() {
            for (claims, outcome) in found.iter().zip(outcomes) {
                dots.push(Dot {
                    sure: Some(claims[0].sure),
                    ..dot(*name, bot(outcome), role_share(outcome, role, 0.05))
                });
            }
        }
        let line = Some(victory.fair(outcomes[0].arm.seats, G::ROLES.len()));
        let sides = figure(
            "share_by_side",
            "Games won, by side",
            outcomes,
            Chart::Dots { unit: Unit::Share, line, dots },
        );
        figures.insert(0, sides);
    }
    let note = match (G::ROLES.is_empty(), victory) {
        (false, _) => {
            "One side plays the other, so fair is half, however many sit on each side. Roles go by lot, so seats are compared with each other."
        }
        (_, Victory::Survival) => {
            "One seat loses and all others win, so the dashed line is not one in so many seats: it is all but one of them."
        }
        _ => {
            "The dashed line is what everybody would get if no seat had an edge. A shared victory counts in equal parts."
        }
    };
    section("Is it fair?", answer, note, figures)
}
