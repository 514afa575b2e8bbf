//! The pictures: each chart of a report as SVG, drawn with classes that the style sheet colours for day, night and paper.

use super::{
    axis::Scale,
    svg::{EDGE, LABEL, LINE, NUMBERS, RIGHT, Svg, WIDTH, tone},
};
use crate::{
    report::{Band, Bins, Cell, Dot, Series, Stack, Unit},
    stats::Estimate,
    words::{groups, plain, told, with_interval},
};

/// Dots with intervals: each label on a line of its own, below it one line for each group, its numbers to the right.
pub(super) fn dots(title: &str, unit: Unit, line: Option<f64>, dots: &[Dot]) -> String {
    let groups = groups(dots.iter().map(|dot| dot.group.as_str()));
    let labels = labels(dots);
    let bottom = 4.0 + LABEL * labels.len() as f64 + LINE * dots.len() as f64;
    let mut svg = Svg::new(bottom + 28.0, title);
    let ends = dots.iter().flat_map(|dot| [dot.estimate.low, dot.estimate.high, dot.estimate.value]);
    let scale = Scale::over(ends.chain(line), EDGE, NUMBERS);
    let scale = if unit == Unit::Share { scale.of_shares() } else { scale };
    svg.ticks(&scale, unit, LABEL, bottom);
    if let Some(x) = line {
        svg.line([scale.at(x), LABEL], [scale.at(x), bottom], "fair");
    }
    let mut y = 0.0;
    for (label, theirs) in labels {
        y += LABEL;
        svg.text(0.0, y - 6.0, "label", label);
        for dot in theirs {
            let tone = tone(groups.iter().position(|group| *group == dot.group).unwrap_or(0));
            svg.one_dot(&scale, unit, y + LINE / 2.0, dot, tone);
            y += LINE;
        }
    }
    svg.end()
}

/// The dots of each label, in the order they come.
fn labels(dots: &[Dot]) -> Vec<(&str, Vec<&Dot>)> {
    let mut found: Vec<(&str, Vec<&Dot>)> = Vec::new();
    for dot in dots {
        match found.last_mut() {
            Some((label, theirs)) if *label == dot.label => theirs.push(dot),
            _ => found.push((&dot.label, vec![dot])),
        }
    }
    found
}

/// Histograms, one below the other on one scale.
pub(super) fn histogram(title: &str, axis: &str, series: &[Bins]) -> String {
    const HIGH: f64 = 108.0;
    let bottom = HIGH * series.len() as f64;
    let mut svg = Svg::new(bottom + 46.0, title);
    let ends = series.iter().flat_map(|bins| [bins.from, bins.from + bins.width * bins.shares.len() as f64]);
    let scale = Scale::over(ends, EDGE, RIGHT);
    svg.ticks(&scale, Unit::Number, LABEL, bottom);
    svg.text((EDGE + RIGHT) / 2.0, bottom + 40.0, "tick mid", axis);
    let most = series.iter().flat_map(|bins| &bins.shares).copied().fold(0.0, f64::max).max(1e-9);
    for (place, bins) in series.iter().enumerate() {
        let (top, floor) = (HIGH * place as f64 + LABEL, HIGH * (place + 1) as f64);
        for (n, share) in bins.shares.iter().enumerate() {
            let from = bins.from + bins.width * n as f64;
            let (x, end) = (scale.at(from), scale.at(from + bins.width));
            let h = share / most * (floor - top - 6.0);
            let range = bins.range(n);
            let about = format!("{range}: {} of games", with_interval(Unit::Share, &bins.share(n)));
            svg.rect([x + 0.5, floor - h], [end - x - 1.0, h], &format!("bar {}", tone(place)), &about);
        }
        // A bar of whole numbers stands to the right of its number.
        let middle = if bins.is_whole { bins.width.min(1.0) / 2.0 } else { 0.0 };
        for (x, class) in [(bins.median.value, "marker"), (bins.most.value, "marker late")] {
            svg.line([scale.at(x + middle), top], [scale.at(x + middle), floor], class);
        }
        svg.text(0.0, top - 6.0, "label", &bins.group);
    }
    svg.end()
}

/// Parts of a whole.
pub(super) fn stacked(title: &str, bars: &[Stack]) -> String {
    const HIGH: f64 = 68.0;
    let mut svg = Svg::new(HIGH * bars.len() as f64, title);
    for (place, bar) in bars.iter().enumerate() {
        let (y, mut x) = (HIGH * place as f64 + LABEL, 0.0);
        svg.text(0.0, y - 6.0, "label", &bar.group);
        for (n, part) in bar.parts.iter().enumerate() {
            let width = part.estimate.value * WIDTH;
            let about = format!("{}: {}", part.label, with_interval(Unit::Share, &part.estimate));
            svg.rect([x, y], [width, 32.0], &format!("part {}", tone(n)), &about);
            if width > 52.0 {
                let text = format!("{:.0}%", part.estimate.value * 100.0);
                svg.text(x + width / 2.0, y + 21.5, "inside mid", &text);
            }
            x += width;
        }
    }
    svg.end()
}

/// Lines with bands.
pub(super) fn lines(
    title: &str,
    axis: &str,
    ends: &[String; 2],
    line: Option<f64>,
    series: &[Series],
) -> String {
    let (top, bottom, left) = (10.0, 200.0, 66.0);
    let mut svg = Svg::new(246.0, title);
    let values = series.iter().flat_map(|one| &one.points).flatten().flat_map(|p| [p.low, p.high]);
    let scale = Scale::over(values.chain(line), bottom, top).of_shares();
    for y in scale.ticks(4.0) {
        svg.line([left, scale.at(y)], [RIGHT, scale.at(y)], "grid");
        svg.text(
            left - 8.0,
            scale.at(y) + 4.0,
            "tick end",
            &format!("{}%", plain((y * 1000.0).round() / 10.0)),
        );
    }
    if let Some(y) = line {
        svg.line([left, scale.at(y)], [RIGHT, scale.at(y)], "fair");
    }
    svg.text(left, bottom + 20.0, "tick", &ends[0]);
    svg.text(RIGHT, bottom + 20.0, "tick end", &ends[1]);
    svg.text((left + RIGHT) / 2.0, bottom + 40.0, "tick mid", axis);
    for (place, one) in series.iter().enumerate() {
        let n = (one.points.len().max(2) - 1) as f64;
        let x = |at: usize| left + 12.0 + at as f64 / n * (RIGHT - left - 24.0);
        let points: Vec<_> =
            one.points.iter().enumerate().filter_map(|(at, p)| Some((x(at), (*p)?))).collect();
        let low = points.iter().map(|(x, p)| [*x, scale.at(p.low)]);
        let high = points.iter().rev().map(|(x, p)| [*x, scale.at(p.high)]);
        svg.path(&low.chain(high).collect::<Vec<_>>(), true, &format!("band {}", tone(place)));
        let middle: Vec<_> = points.iter().map(|(x, p)| [*x, scale.at(p.value)]).collect();
        svg.path(&middle, false, &format!("curve {}", tone(place)));
        for (x, p) in points {
            let about = format!("{}: {}", one.group, with_interval(Unit::Share, &p));
            svg.dot(x, scale.at(p.value), &format!("dot {}", tone(place)), &about);
        }
    }
    svg.end()
}

/// A fan of quantiles.
pub(super) fn fan(title: &str, axis: &str, bands: &[Band]) -> String {
    let (top, bottom, left) = (10.0, 200.0, 66.0);
    let mut svg = Svg::new(246.0, title);
    let scale = Scale { from: 0.0, to: 1.0, start: bottom, end: top };
    for y in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.line([left, scale.at(y)], [RIGHT, scale.at(y)], "grid");
        svg.text(left - 8.0, scale.at(y) + 4.0, "tick end", &format!("{:.0}%", y * 100.0));
    }
    let n = (bands.len().max(2) - 1) as f64;
    let x = |at: usize| left + at as f64 / n * (RIGHT - left);
    let mut between = |low: fn(&Band) -> f64, high: fn(&Band) -> f64, class: &str| {
        let under = bands.iter().enumerate().map(|(at, band)| [x(at), scale.at(low(band))]);
        let over = bands.iter().enumerate().rev().map(|(at, band)| [x(at), scale.at(high(band))]);
        svg.path(&under.chain(over).collect::<Vec<_>>(), true, class);
    };
    between(|band| band.most[0], |band| band.most[1], "band wide a");
    between(|band| band.half[0], |band| band.half[1], "band a");
    between(|band| band.middle.low, |band| band.middle.high, "band near a");
    let middle: Vec<_> =
        bands.iter().enumerate().map(|(at, band)| [x(at), scale.at(band.middle.value)]).collect();
    svg.path(&middle, false, "curve a");
    svg.text(left, bottom + 20.0, "tick", "first turn");
    svg.text(RIGHT, bottom + 20.0, "tick end", "end");
    svg.text((left + RIGHT) / 2.0, bottom + 40.0, "tick mid", axis);
    svg.end()
}

/// Two options at once: the darker, the more; a ring means that it surely differs from the table as it is.
pub(super) fn heat(
    title: &str,
    unit: Unit,
    across: &(String, Vec<String>),
    down: &(String, Vec<String>),
    cells: &[Cell],
) -> String {
    const HIGH: f64 = 54.0;
    let (left, top) = (120.0, 60.0);
    let wide = (RIGHT - left) / across.1.len() as f64;
    let mut svg = Svg::new(top + HIGH * down.1.len() as f64 + 4.0, title);
    let values = || cells.iter().map(|cell| cell.estimate.value);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    svg.text(0.0, 18.0, "tick", &format!("{} from left to right, {} from top to bottom", across.0, down.0));
    for (n, value) in across.1.iter().enumerate() {
        svg.text(left + wide * (n as f64 + 0.5), top - 10.0, "label mid", value);
    }
    for (place, cell) in cells.iter().enumerate() {
        let (column, row) = (place % across.1.len(), place / across.1.len());
        let (x, y) = (left + wide * column as f64, top + HIGH * row as f64);
        if column == 0 {
            svg.text(left - 10.0, y + 32.0, "label end", &down.1[row]);
        }
        let level = ((cell.estimate.value - least) / (most - least).max(1e-12) * 4.0).round();
        let ring = if cell.sure { " sure" } else { "" };
        let class = format!("heat h{level:.0}{ring}");
        svg.rect([x + 2.0, y + 2.0], [wide - 4.0, HIGH - 4.0], &class, &with_interval(unit, &cell.estimate));
        let Estimate { value, low, high } = cell.estimate;
        svg.text(x + wide / 2.0, y + 25.0, "cell mid", &told(unit, value));
        let half = (high - low) / 2.0 * if unit == Unit::Share { 100.0 } else { 1.0 };
        svg.text(x + wide / 2.0, y + 43.0, "cell tick mid", &format!("±{half:.1}"));
    }
    svg.end()
}
