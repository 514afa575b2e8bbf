//! Numbers in words and on scales, and the letters that HTML takes for its own.

use crate::{report::Unit, stats::Estimate};

/// Makes a text safe inside HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number as people read it.
pub(crate) fn told(unit: Unit, x: f64) -> String {
    match unit {
        Unit::Share => format!("{:.1}%", x * 100.0),
        Unit::Points => signed(x * 100.0, 1),
        Unit::Number => plain(x),
        Unit::Difference => signed(x, if x.abs() < 10.0 { 2 } else { 1 }),
    }
}

fn signed(x: f64, digits: usize) -> String {
    let text = format!("{x:+.digits$}");
    // What rounds to nothing has no sign.
    if text.chars().any(|c| c.is_ascii_digit() && c != '0') {
        text.replace('-', "−")
    } else {
        text[1..].to_owned()
    }
}

/// A plain number with as many digits as are worth reading.
pub(super) fn plain(x: f64) -> String {
    let digits = match x.abs() {
        a if a >= 100.0 || x.fract() == 0.0 => 0,
        a if a >= 10.0 => 1,
        _ => 2,
    };
    format!("{x:.digits$}").replace('-', "−")
}

/// A number and its interval, as in `27.4% [26.9, 27.9]`.
pub(crate) fn with_interval(unit: Unit, e: &Estimate) -> String {
    let bare = |x: f64| told(unit, x).replace('%', "");
    format!("{} [{}, {}]", told(unit, e.value), bare(e.low), bare(e.high))
}

/// A scale from numbers to places.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) start: f64,
    pub(super) end: f64,
}

impl Scale {
    /// A scale that holds all numbers, with a little room.
    pub(super) fn over(numbers: impl Iterator<Item = f64>, start: f64, end: f64) -> Scale {
        let finite = numbers.filter(|x| x.is_finite());
        let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let room = ((high - low) * 0.06).max(1e-6);
        Scale { from: low - room, to: high + room, start, end }
    }

    pub(super) fn at(&self, x: f64) -> f64 {
        let part = (x.clamp(self.from, self.to) - self.from) / (self.to - self.from);
        self.start + part * (self.end - self.start)
    }

    /// Round numbers along it, about so many.
    pub(super) fn ticks(&self, about: f64) -> Vec<f64> {
        let rough = (self.to - self.from) / about;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|s| s * power)
            .into_iter()
            .find(|s| *s >= rough)
            .unwrap_or(power * 10.0);
        let first = (self.from / step).ceil() as i64;
        (first..).map(|n| n as f64 * step).take_while(|x| *x <= self.to + step * 1e-9).take(40).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        let e = Estimate { value: 0.274, low: 0.269, high: 0.279 };
        assert_eq!(with_interval(Unit::Share, &e), "27.4% [26.9, 27.9]");
        assert_eq!(told(Unit::Points, -0.0312), "−3.1");
        assert_eq!(told(Unit::Points, -0.0001), "0.0");
        assert_eq!(told(Unit::Number, 42.0), "42");
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::over([0.21, 0.29].into_iter(), 0.0, 100.0);
        let ticks = scale.ticks(5.0);
        assert!((3..=7).contains(&ticks.len()), "{ticks:?}");
        assert!(ticks.iter().all(|x| (scale.from..=scale.to).contains(x)));
    }
}
