//! A picture under way: SVG of our own.
//!
//! Coordinates are those of a picture 640 wide; it shrinks with the page, and its words grow again on a phone.

use std::fmt::Write;

use super::axis::{Scale, escape};
use crate::{
    report::{Dot, Unit},
    words::{plain, told, with_interval},
};

pub(super) const WIDTH: f64 = 640.0;
pub(super) const EDGE: f64 = 32.0;
pub(super) const RIGHT: f64 = 622.0;
/// Where the numbers beside dots begin.
pub(super) const NUMBERS: f64 = 405.0;
/// How high a label is, and a line of dots.
pub(super) const LABEL: f64 = 30.0;
pub(super) const LINE: f64 = 24.0;

/// A picture under way.
pub(super) struct Svg(String);

impl Svg {
    pub(super) fn new(height: f64, about: &str) -> Svg {
        let about = escape(about);
        Svg(format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{about}\">"))
    }

    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let text = escape(text);
        // Writing to a string cannot fail.
        let _ = write!(self.0, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
    }

    pub(super) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
        let _ = write!(
            self.0,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    pub(super) fn rect(&mut self, [x, y]: [f64; 2], [w, h]: [f64; 2], class: &str, about: &str) {
        let (w, about) = (w.max(0.0), escape(about));
        let _ = write!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" class=\"{class}\"><title>{about}</title></rect>"
        );
    }

    pub(super) fn dot(&mut self, x: f64, y: f64, class: &str, about: &str) {
        let about = escape(about);
        let _ = write!(
            self.0,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"><title>{about}</title></circle>"
        );
    }

    pub(super) fn path(&mut self, points: &[[f64; 2]], close: bool, class: &str) {
        let mut d = String::new();
        for (place, [x, y]) in points.iter().enumerate() {
            let _ = write!(d, "{}{x:.1} {y:.1}", if place == 0 { "M" } else { "L" });
        }
        let _ = write!(self.0, "<path d=\"{d}{}\" class=\"{class}\"/>", if close { "Z" } else { "" });
    }

    /// A dot, its interval, and both in numbers.
    pub(super) fn one_dot(&mut self, scale: &Scale, unit: Unit, y: f64, dot: &Dot, tone: &str) {
        let e = &dot.estimate;
        let numbers = with_interval(unit, e);
        let open = if dot.sure == Some(false) { " open" } else { "" };
        self.line([scale.at(e.low), y], [scale.at(e.high), y], &format!("whisker {tone}"));
        self.dot(scale.at(e.value), y, &format!("dot {tone}{open}"), &format!("{}: {numbers}", dot.label));
        self.text(WIDTH, y + 4.5, "value end", &numbers);
    }

    /// Ticks along the bottom.
    pub(super) fn ticks(&mut self, scale: &Scale, unit: Unit, top: f64, bottom: f64) {
        for x in scale.ticks(5.0) {
            self.line([scale.at(x), top], [scale.at(x), bottom], "grid");
            let text = if unit == Unit::Share {
                format!("{}%", plain((x * 1000.0).round() / 10.0))
            } else {
                told(unit, x)
            };
            self.text(scale.at(x), bottom + 20.0, "tick mid", &text);
        }
    }

    pub(super) fn end(mut self) -> String {
        self.0 += "</svg>";
        self.0
    }
}

/// The class of the n-th strength.
pub(super) fn tone(place: usize) -> &'static str {
    ["a", "b", "c", "d", "e", "f"][place % 6]
}

/// How pictures look, on a page and alone.
pub(super) const COLOURS: &str = include_str!("charts.css");

/// A picture as a file of its own: on a card, below its title and the key to its colours, above two lines of where it is from.
pub(super) fn alone(picture: &str, title: &str, names: &[String], under: [&str; 2]) -> String {
    let height: f64 = picture
        .strip_prefix(&format!("<svg viewBox=\"0 0 {WIDTH} "))
        .and_then(|rest| rest.split_once('"')?.0.parse().ok())
        .expect("every picture begins with its size");
    let mut frame = Svg(String::new());
    frame.text(0.0, 20.0, "title", title);
    let [mut x, mut y] = [0.0, 38.0];
    for (place, name) in names.iter().enumerate() {
        let wide = 40.0 + 6.5 * name.chars().count() as f64;
        if x > 0.0 && x + wide > WIDTH {
            [x, y] = [0.0, y + 20.0];
        }
        frame.rect([x, y - 11.0], [12.0, 12.0], &format!("bar {}", tone(place)), name);
        frame.text(x + 18.0, y, "tick", name);
        x += wide;
    }
    let top = if names.is_empty() { 34.0 } else { y + 14.0 };
    for (line, text) in under.iter().enumerate() {
        frame.text(0.0, top + height + 22.0 + 18.0 * line as f64, "tick", text);
    }
    let (wide, high) = (WIDTH + 32.0, top + height + 66.0);
    let inner = picture.replacen(
        "<svg ",
        &format!("<svg x=\"0\" y=\"{top}\" width=\"{WIDTH}\" height=\"{height}\" "),
        1,
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-16 -12 {wide} {high}\" width=\"{wide}\" height=\"{high}\">\
         <style>{COLOURS}svg{{font-family:system-ui,sans-serif}}</style>\
         <rect x=\"-16\" y=\"-12\" width=\"{wide}\" height=\"{high}\" class=\"card\"/>{}{inner}</svg>\n",
        frame.0
    )
}
