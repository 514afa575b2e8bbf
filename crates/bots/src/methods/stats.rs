//! Means of what is tried again and again, with their errors.

/// Numbers that come one by one: how many, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    pub(crate) fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    pub(crate) fn join(&mut self, other: Sum) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many there are.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The chance that 0s and 1s speak of, and its 95% error; few of them never look like certainty.
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

    /// The standard error of the mean as if one more had come that was so far off: a few never look certain.
    pub(crate) fn error_with(&self, usual: f64) -> f64 {
        let about = (self.squares - self.sum * self.mean()).max(0.0) + usual * usual;
        about.sqrt() / self.count.max(1.0)
    }
}
