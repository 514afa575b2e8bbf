//! Means with their errors, the best of several values, and choices drawn by weight.

use table::{Rng, nature::unit};

/// Statistics of numbers that come one by one: how many, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningStats {
    count: f64,
    sum: f64,
    squares: f64,
}

impl RunningStats {
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    pub(crate) fn join(&mut self, other: RunningStats) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many numbers came.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// The mean; 0 as long as there is none.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The mean of 0s and 1s as a chance, and half of its 95% confidence interval; a few of them never look certain.
    pub fn chance(&self) -> (f64, f64) {
        // Agresti and Coull: as if two more had come of either kind.
        let count = self.count + 4.0;
        let middle = (self.sum + 2.0) / count;
        (self.mean(), 1.96 * (middle * (1.0 - middle) / count).sqrt())
    }

    /// The standard error of the mean; infinite as long as there are too few to tell.
    pub fn error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.mean();
        let spread = (self.squares / self.count - mean * mean).max(0.0);
        (spread / (self.count - 1.0)).sqrt()
    }

    /// The standard error of the mean as if one more number had come, `usual` away from the mean; a few numbers that
    /// happen to be equal then do not look certain.
    pub(crate) fn error_with(&self, usual: f64) -> f64 {
        let about = (self.squares - self.sum * self.mean()).max(0.0) + usual * usual;
        about.sqrt() / self.count.max(1.0)
    }
}

/// The index of the highest value; the first of several.
pub fn argmax(values: &[f64]) -> usize {
    (0..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best })
}

/// Draws one of several choices, each as often as its weight says; `None` where nothing has weight.
pub(crate) fn draw_weighted<T>(
    choices: impl Iterator<Item = (T, f64)> + Clone,
    rng: &mut (impl Rng + ?Sized),
) -> Option<T> {
    let mut left = unit(rng) * choices.clone().map(|(_, weight)| weight).sum::<f64>();
    let mut drawn = None;
    for (choice, weight) in choices.filter(|(_, weight)| *weight > 0.0) {
        drawn = Some(choice);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    drawn
}
