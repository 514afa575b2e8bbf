//! The pictures: SVG of our own, drawn with classes that the style sheet colours for day, night and paper.
//!
//! Coordinates are those of a picture 640 wide; it shrinks with the page, and its words grow again on a phone.

use std::fmt::Write;

use super::axis::{Scale, escape, plain, told};
use crate::report::{Bins, Cell, Dot, Series, Stack, Unit};

const WIDTH: f64 = 640.0;
/// Where labels end and the picture begins.
const LEFT: f64 = 232.0;
const RIGHT: f64 = 622.0;
/// How high a line of dots is.
const LINE: f64 = 26.0;

/// A picture under way.
pub(super) struct Svg(String, f64);

impl Svg {
    fn new(height: f64, about: &str) -> Svg {
        let about = escape(about);
        Svg(format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{about}\">"), height)
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let text = escape(text);
        // Writing to a string cannot fail.
        let _ = write!(self.0, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
    }

    fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let _ = write!(
            self.0,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    fn rect(&mut self, [x, y]: [f64; 2], [w, h]: [f64; 2], class: &str, about: &str) {
        let (w, about) = (w.max(0.0), escape(about));
        let _ = write!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" class=\"{class}\"><title>{about}</title></rect>"
        );
    }

    fn dot(&mut self, x: f64, y: f64, class: &str, about: &str) {
        let about = escape(about);
        let _ = write!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"><title>{about}</title></circle>"
        );
    }

    fn path(&mut self, points: &[[f64; 2]], close: bool, class: &str) {
        let mut d = String::new();
        for (place, [x, y]) in points.iter().enumerate() {
            let _ = write!(d, "{}{x:.1} {y:.1}", if place == 0 { "M" } else { "L" });
        }
        let _ = write!(self.0, "<path d=\"{d}{}\" class=\"{class}\"/>", if close { "Z" } else { "" });
    }

    /// Ticks along the bottom.
    fn ticks(&mut self, scale: &Scale, unit: Unit, top: f64, bottom: f64) {
        for x in scale.ticks(5.0) {
            self.line([scale.at(x), top], [scale.at(x), bottom], "grid");
            let text = if unit == Unit::Share {
                format!("{}%", plain((x * 1000.0).round() / 10.0))
            } else {
                told(unit, x)
            };
            self.text(scale.at(x), bottom + 17.0, "tick mid", &text);
        }
    }

    fn end(mut self) -> String {
        self.0 += "</svg>";
        debug_assert!(self.1 > 0.0);
        self.0
    }
}

/// The class of the n-th strength.
fn tone(place: usize) -> &'static str {
    ["a", "b", "c", "d", "e", "f"][place % 6]
}

/// The groups of a list in the order they come.
pub(super) fn groups<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    all.for_each(|group| {
        if !found.contains(&group) {
            found.push(group);
        }
    });
    found
}

/// Dots with intervals, one below the other.
pub(super) fn dots(title: &str, unit: Unit, line: Option<f64>, dots: &[Dot]) -> String {
    let groups = groups(dots.iter().map(|dot| dot.group.as_str()));
    let bottom = 14.0 + LINE * dots.len() as f64;
    let mut svg = Svg::new(bottom + 28.0, title);
    let ends = dots.iter().flat_map(|dot| [dot.estimate.low, dot.estimate.high, dot.estimate.value]);
    let scale = Scale::over(ends.chain(line), LEFT, RIGHT);
    svg.ticks(&scale, unit, 6.0, bottom);
    if let Some(x) = line {
        svg.line([scale.at(x), 2.0], [scale.at(x), bottom], "fair");
    }
    for (place, dot) in dots.iter().enumerate() {
        let y = 20.0 + LINE * place as f64;
        let class = tone(groups.iter().position(|group| *group == dot.group).unwrap_or(0));
        let e = &dot.estimate;
        let about = format!("{}: {}", dot.label, super::axis::with_interval(unit, e));
        let is_unsure = dot.sure == Some(false);
        svg.text(LEFT - 10.0, y + 4.5, "label end", &dot.label);
        svg.line([scale.at(e.low), y], [scale.at(e.high), y], &format!("whisker {class}"));
        svg.dot(
            scale.at(e.value),
            y,
            &format!("dot {class}{}", if is_unsure { " open" } else { "" }),
            &about,
        );
    }
    svg.end()
}

/// Histograms, one below the other on one scale.
pub(super) fn histogram(title: &str, axis: &str, series: &[Bins]) -> String {
    const HIGH: f64 = 92.0;
    let bottom = 8.0 + HIGH * series.len() as f64;
    let mut svg = Svg::new(bottom + 40.0, title);
    let ends = series.iter().flat_map(|bins| [bins.from, bins.from + bins.width * bins.shares.len() as f64]);
    let scale = Scale::over(ends, 40.0, RIGHT);
    svg.ticks(&scale, Unit::Number, 6.0, bottom);
    svg.text((40.0 + RIGHT) / 2.0, bottom + 35.0, "tick mid", axis);
    let most = series.iter().flat_map(|bins| &bins.shares).copied().fold(0.0, f64::max).max(1e-9);
    for (place, bins) in series.iter().enumerate() {
        let floor = 8.0 + HIGH * (place + 1) as f64;
        for (n, share) in bins.shares.iter().enumerate() {
            let from = bins.from + bins.width * n as f64;
            let (x, end) = (scale.at(from), scale.at(from + bins.width));
            let h = share / most * (HIGH - 30.0);
            let about =
                format!("{} to {}: {:.1}% of games", plain(from), plain(from + bins.width), share * 100.0);
            svg.rect([x + 0.5, floor - h], [end - x - 1.0, h], &format!("bar {}", tone(place)), &about);
        }
        for (x, name) in [(bins.median.value, "median"), (bins.most.value, "95 of 100")] {
            svg.line([scale.at(x), floor - HIGH + 26.0], [scale.at(x), floor], "marker");
            svg.text(scale.at(x), floor - HIGH + 21.0, "tick mid", &format!("{name} {}", plain(x)));
        }
    }
    svg.end()
}

/// Parts of a whole.
pub(super) fn stacked(title: &str, bars: &[Stack]) -> String {
    let mut svg = Svg::new(10.0 + 46.0 * bars.len() as f64, title);
    for (place, bar) in bars.iter().enumerate() {
        let (y, mut x) = (8.0 + 46.0 * place as f64, 110.0);
        svg.text(100.0, y + 22.0, "label end", &bar.group);
        for (n, part) in bar.parts.iter().enumerate() {
            let width = part.estimate.value * (RIGHT - 110.0);
            let about =
                format!("{}: {}", part.label, super::axis::with_interval(Unit::Share, &part.estimate));
            svg.rect([x, y], [width, 32.0], &format!("part {}", tone(n)), &about);
            if width > 44.0 {
                svg.text(
                    x + width / 2.0,
                    y + 21.0,
                    "inside mid",
                    &format!("{:.0}%", part.estimate.value * 100.0),
                );
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
    let (top, bottom, left) = (10.0, 200.0, 56.0);
    let mut svg = Svg::new(246.0, title);
    let values = series.iter().flat_map(|one| &one.points).flat_map(|p| [p.low, p.high]);
    let scale = Scale::over(values.chain(line), bottom, top);
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
    svg.text((left + RIGHT) / 2.0, bottom + 38.0, "tick mid", axis);
    for (place, one) in series.iter().enumerate() {
        let n = (one.points.len().max(2) - 1) as f64;
        let x = |at: usize| left + 12.0 + at as f64 / n * (RIGHT - left - 24.0);
        let low = one.points.iter().enumerate().map(|(at, p)| [x(at), scale.at(p.low)]);
        let high = one.points.iter().enumerate().rev().map(|(at, p)| [x(at), scale.at(p.high)]);
        svg.path(&low.chain(high).collect::<Vec<_>>(), true, &format!("band {}", tone(place)));
        let middle: Vec<_> =
            one.points.iter().enumerate().map(|(at, p)| [x(at), scale.at(p.value)]).collect();
        svg.path(&middle, false, &format!("curve {}", tone(place)));
        for (at, p) in one.points.iter().enumerate() {
            let about = format!("{}: {}", one.group, super::axis::with_interval(Unit::Share, p));
            svg.dot(x(at), scale.at(p.value), &format!("dot {}", tone(place)), &about);
        }
    }
    svg.end()
}

/// A fan of quantiles.
pub(super) fn fan(title: &str, axis: &str, bands: &[[f64; 5]]) -> String {
    let (top, bottom, left) = (10.0, 200.0, 56.0);
    let mut svg = Svg::new(246.0, title);
    let scale = Scale { from: 0.0, to: 1.0, start: bottom, end: top };
    for y in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.line([left, scale.at(y)], [RIGHT, scale.at(y)], "grid");
        svg.text(left - 8.0, scale.at(y) + 4.0, "tick end", &format!("{:.0}%", y * 100.0));
    }
    let n = (bands.len().max(2) - 1) as f64;
    let x = |at: usize| left + at as f64 / n * (RIGHT - left);
    for (outer, class) in [(0usize, "band wide a"), (1, "band a")] {
        let low = bands.iter().enumerate().map(|(at, band)| [x(at), scale.at(band[outer])]);
        let high = bands.iter().enumerate().rev().map(|(at, band)| [x(at), scale.at(band[4 - outer])]);
        svg.path(&low.chain(high).collect::<Vec<_>>(), true, class);
    }
    let middle: Vec<_> = bands.iter().enumerate().map(|(at, band)| [x(at), scale.at(band[2])]).collect();
    svg.path(&middle, false, "curve a");
    svg.text(left, bottom + 20.0, "tick", "the first turn");
    svg.text(RIGHT, bottom + 20.0, "tick end", "the end");
    svg.text((left + RIGHT) / 2.0, bottom + 38.0, "tick mid", axis);
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
    let (left, top) = (120.0, 34.0);
    let wide = (RIGHT - left) / across.1.len() as f64;
    let mut svg = Svg::new(top + 40.0 * down.1.len() as f64 + 12.0, title);
    let values = || cells.iter().map(|cell| cell.estimate.value);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    svg.text(left - 10.0, 20.0, "tick end", &format!("{} ↓  {} →", down.0, across.0));
    for (n, value) in across.1.iter().enumerate() {
        svg.text(left + wide * (n as f64 + 0.5), 24.0, "label mid", value);
    }
    for (place, cell) in cells.iter().enumerate() {
        let (column, row) = (place % across.1.len(), place / across.1.len());
        let (x, y) = (left + wide * column as f64, top + 40.0 * row as f64);
        if column == 0 {
            svg.text(left - 10.0, y + 24.0, "label end", &down.1[row]);
        }
        let level = ((cell.estimate.value - least) / (most - least).max(1e-12) * 4.0).round();
        let about = super::axis::with_interval(unit, &cell.estimate);
        let ring = if cell.sure { " sure" } else { "" };
        svg.rect([x + 2.0, y + 2.0], [wide - 4.0, 36.0], &format!("heat h{level:.0}{ring}"), &about);
        svg.text(
            x + wide / 2.0,
            y + 25.0,
            &format!("cell mid h{level:.0}"),
            &told(unit, cell.estimate.value),
        );
    }
    svg.end()
}
