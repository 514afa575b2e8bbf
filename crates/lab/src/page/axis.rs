//! Scales, and the letters that HTML takes for its own.

/// Makes a text safe inside HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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

    /// The same scale, cut where shares end.
    pub(super) fn of_shares(self) -> Scale {
        Scale { from: self.from.max(0.0), to: self.to.min(1.0), ..self }
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
    fn ticks_are_round_and_inside() {
        let scale = Scale::over([0.21, 0.29].into_iter(), 0.0, 100.0);
        let ticks = scale.ticks(5.0);
        assert!((3..=7).contains(&ticks.len()), "{ticks:?}");
        assert!(ticks.iter().all(|x| (scale.from..=scale.to).contains(x)));
    }
}
