//! Means with intervals, tests, and claims that stay honest when there are many.
//!
//! The unit of every interval is a set of games that share their luck: one number a set goes in.

use bots::contest::wilson;
use serde::{Deserialize, Serialize};

/// A figure and its 95% interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Estimate {
    /// Whether a value lies outside the interval.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }

    /// The same with every number changed by a rising function.
    #[must_use]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }

    /// The same with seven digits after the point, which is what reports store.
    #[must_use]
    pub fn rounded(self) -> Estimate {
        self.map(round)
    }
}

/// A number with seven digits after the point.
pub fn round(x: f64) -> f64 {
    let rounded = (x * 1e7).round() / 1e7;
    // No report shows a negative nothing.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// The mean of independent numbers, and how far they differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// How many numbers.
    pub n: f64,
    /// Their mean.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
    /// How many of them are not zero.
    pub nonzero: f64,
}

impl Sample {
    /// Of these numbers.
    pub fn of(values: &[f64]) -> Sample {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n.max(1.0);
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Sample { n, mean, variance, nonzero: values.iter().filter(|x| **x != 0.0).count() as f64 }
    }

    /// The variance of the mean.
    pub fn spread(&self) -> f64 {
        self.variance / self.n.max(1.0)
    }

    /// The mean with its interval by Student's distribution; `doubt` is 0.05 for 95%.
    pub fn interval(&self, doubt: f64) -> Estimate {
        if self.n < 2.0 {
            return Estimate { value: self.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let half = student(1.0 - doubt / 2.0, self.n - 1.0) * self.spread().sqrt();
        Estimate { value: self.mean, low: self.mean - half, high: self.mean + half }
    }

    /// The mean of numbers from 0 to 1 with Wilson's interval, which stays inside.
    pub fn share(&self, doubt: f64) -> Estimate {
        if self.n < 1.0 {
            return Estimate { value: 0.0, low: 0.0, high: 1.0 };
        }
        let z = if self.n > 2.0 { student(1.0 - doubt / 2.0, self.n - 1.0) } else { 12.7 };
        let [low, high] = wilson(self.mean, self.spread(), self.n, 1.0, z);
        Estimate { value: self.mean, low, high }
    }

    /// How likely a mean this far from zero is if the truth is zero; 1 where too few numbers differ from it to tell.
    pub fn p_value(&self) -> f64 {
        if self.nonzero < 12.0 || self.variance == 0.0 {
            return 1.0;
        }
        let t = (self.mean / self.spread().sqrt()).abs();
        2.0 * (1.0 - normal(normal_of_student(t, self.n - 1.0)))
    }
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    // erfc by a Chebyshev fit, good to 1e-7 of its value.
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    let fit = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let tail = 0.5 * t * (-z * z + fit.iter().rev().fold(0.0, |sum, c| sum * t + c)).exp();
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// The normal number that is as extreme as a Student's t of so many degrees of freedom (Wallace).
fn normal_of_student(t: f64, freedom: f64) -> f64 {
    (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0) * (freedom * (1.0 + t * t / freedom).ln()).sqrt()
}

/// The quantile of Student's distribution.
pub fn student(p: f64, freedom: f64) -> f64 {
    // Found by halving: the distribution is monotone, and nothing here is hot.
    let (mut low, mut high) = (0.0, 400.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if normal(normal_of_student(middle, freedom)) < p { low = middle } else { high = middle }
    }
    low
}

/// How looks share the doubt: half for the last, the rest in equal parts for those before.
pub fn look_weight(look: usize, looks: usize) -> f64 {
    match () {
        () if looks == 1 => 1.0,
        () if look + 1 == looks => 0.5,
        () => 0.5 / (looks - 1) as f64,
    }
}

/// Which of many comparisons are sure, by Benjamini and Hochberg: of those named, at most this share is wrong in the long
/// run; where nothing differs anywhere, something is named in at most this share of all reports.
pub fn discoveries(p_values: &[f64], share: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let count = order.len() as f64;
    let is_small = |rank: usize| p_values[order[rank]] <= share * (rank + 1) as f64 / count;
    let named = (0..order.len()).rev().find(|rank| is_small(*rank)).map_or(0, |rank| rank + 1);
    let mut sure = vec![false; p_values.len()];
    order[..named].iter().for_each(|place| sure[*place] = true);
    sure
}

/// A quantile of numbers with the interval that their order gives; the numbers get sorted.
pub fn quantile(values: &mut [f64], q: f64) -> Estimate {
    if values.is_empty() {
        return Estimate::default();
    }
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let at = |rank: f64| values[rank.clamp(0.0, n - 1.0) as usize];
    let half = 1.96 * (n * q * (1.0 - q)).sqrt();
    Estimate { value: at((n * q).floor()), low: at((n * q - half).floor()), high: at((n * q + half).ceil()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_and_normal_have_the_values_of_the_tables() {
        for (freedom, expected) in [(10.0, 2.228), (30.0, 2.042), (100.0, 1.984), (1e6, 1.960)] {
            let found = student(0.975, freedom);
            assert!((found - expected).abs() < 0.004, "{freedom}: {found}");
        }
        assert!((normal(1.6449) - 0.95).abs() < 1e-4 && (normal(-1.6449) - 0.05).abs() < 1e-4);
    }

    #[test]
    fn the_classic_example_of_benjamini_and_hochberg_names_the_first_four() {
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0,
        ];
        assert_eq!(discoveries(&p, 0.05).iter().filter(|sure| **sure).count(), 4);
        assert!(discoveries(&[], 0.05).is_empty());
    }

    #[test]
    fn looks_spend_the_doubt_once() {
        for looks in 1..8 {
            let spent: f64 = (0..looks).map(|look| look_weight(look, looks)).sum();
            assert!((spent - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_median_lies_in_its_interval() {
        let mut values: Vec<f64> = (0..101).map(f64::from).collect();
        let found = quantile(&mut values, 0.5);
        assert_eq!(found.value, 50.0);
        assert!(found.low >= 39.0 && found.high <= 61.0, "{found:?}");
    }
}
