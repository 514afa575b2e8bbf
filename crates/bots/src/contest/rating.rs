//! Ratings from games of any number of bots, and their picture.
//!
//! A Bradley-Terry model: in every game each two seats of different bots are compared by how they came out. Strengths
//! are fitted so that a bot of strength `s` comes out ahead of one of strength `t` with chance `s / (s + t)`; 400 points
//! stand for odds of ten to one.

use std::{cmp::Ordering, fmt::Write};

/// A rating and its error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// The rating in Elo points; the mean of all bots is 0.
    pub elo: f64,
    /// Half of the 95% confidence interval.
    pub error: f64,
}

/// Rates bots, numbered from 0, by games; a game is the bot and the result of every seat, and higher results are better.
pub fn rate(bots: usize, games: impl Iterator<Item = Vec<(usize, f64)>>) -> Vec<Rating> {
    let mut counted = vec![vec![0.0; bots]; bots];
    for game in games {
        for (i, (one, result)) in game.iter().enumerate() {
            for (other, theirs) in game[i + 1..].iter().filter(|(other, _)| other != one) {
                let won = match result.total_cmp(theirs) {
                    Ordering::Greater => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Less => 0.0,
                };
                counted[*one][*other] += won;
                counted[*other][*one] += 1.0 - won;
            }
        }
    }
    let met = |i: usize, j: usize| counted[i][j] + counted[j][i];
    // A quarter of a win either way keeps a bot that never lost from soaring.
    let won = |i: usize, j: usize| if i != j && met(i, j) > 0.0 { counted[i][j] + 0.25 } else { 0.0 };
    let mut strengths = vec![1.0f64; bots];
    for _ in 0..2_000 {
        for i in 0..bots {
            let won: f64 = (0..bots).map(|j| won(i, j)).sum();
            let weight: f64 =
                (0..bots).filter(|j| *j != i).map(|j| met(i, j) / (strengths[i] + strengths[j])).sum();
            if weight > 0.0 {
                strengths[i] = won / weight;
            }
        }
        let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / bots.max(1) as f64;
        strengths.iter_mut().for_each(|s| *s /= mean.exp());
    }
    let points = 400.0 / std::f64::consts::LN_10;
    (0..bots)
        .map(|i| {
            let known: f64 = (0..bots)
                .filter(|j| *j != i)
                .map(|j| met(i, j) * strengths[i] * strengths[j] / (strengths[i] + strengths[j]).powi(2))
                .sum();
            let error = if known > 0.0 { 1.96 * points / known.sqrt() } else { 0.0 };
            Rating { elo: points * strengths[i].ln(), error }
        })
        .collect()
}

/// A picture of ratings: a dot and its error bar for each bot, the best on top.
pub fn picture(title: &str, ratings: &[(String, Rating)]) -> String {
    let mut rows: Vec<_> = ratings.iter().collect();
    rows.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let reach = rows.iter().map(|(_, r)| r.elo.abs() + r.error).fold(100.0, f64::max);
    let x = |elo: f64| 560.0 + elo / reach * 220.0;
    let height = 70 + 32 * rows.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 {height}\" font-family=\"sans-serif\" \
         font-size=\"14\"><rect width=\"820\" height=\"{height}\" fill=\"#fbf8f2\"/>\
         <text x=\"20\" y=\"30\" font-size=\"18\" fill=\"#222\">{}</text>\
         <line x1=\"560\" x2=\"560\" y1=\"44\" y2=\"{}\" stroke=\"#bbb\"/>",
        escape(title),
        height - 16
    );
    for (i, (name, rating)) in rows.iter().enumerate() {
        let y = 66 + 32 * i;
        let (low, high) = (x(rating.elo - rating.error), x(rating.elo + rating.error));
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<text x=\"20\" y=\"{}\" fill=\"#222\">{}</text><text x=\"330\" y=\"{}\" text-anchor=\"end\" \
             fill=\"#555\">{:+.0}</text><line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\" \
             stroke=\"#4b6a88\" stroke-width=\"3\"/><circle cx=\"{:.1}\" cy=\"{y}\" r=\"6\" fill=\"#20456b\"/>",
            y + 5,
            escape(&name.chars().take(36).collect::<String>()),
            y + 5,
            rating.elo,
            x(rating.elo),
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_ten_to_one_is_worth_400_points() {
        let games = (0..1100)
            .map(|i| vec![(0, f64::from(u8::from(i % 11 != 0))), (1, f64::from(u8::from(i % 11 == 0)))]);
        let [first, second] = rate(2, games)[..] else { panic!("two ratings") };
        assert!((first.elo - second.elo - 400.0).abs() < 2.0, "{first:?} {second:?}");
    }

    #[test]
    fn a_name_in_the_picture_cannot_break_it() {
        let svg = picture("a & b", &[("<script>".to_owned(), Rating::default())]);
        assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script>"));
    }
}
