//! How long things take, counted in buckets by atomics alone: the client's own histogram takes a lock, and commands of all
//! connections would meet at it.

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of buckets, in microseconds.
const FINE: &[u64] = &[
    50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];
/// The first is the pace of bots: what it hides, a bucket must not show.
const ROUNDED: &[u64] = &[650_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 30_000_000];

/// How long something took, each time it was done.
#[derive(Clone, Debug)]
pub(crate) struct Timing(Arc<Buckets>);

#[derive(Debug)]
struct Buckets {
    bounds: &'static [u64],
    /// How often, by bucket; the last is for all that took longer.
    counts: Box<[AtomicU64]>,
    sum_ns: AtomicU64,
    is_rounded: bool,
}

impl Timing {
    /// In fine buckets, with an exact sum.
    pub(crate) fn fine() -> Self {
        Self::of(FINE, false)
    }

    /// In coarse buckets, each time counted as the bound of its bucket.
    pub(crate) fn rounded() -> Self {
        Self::of(ROUNDED, true)
    }

    fn of(bounds: &'static [u64], is_rounded: bool) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self(Arc::new(Buckets { bounds, counts, sum_ns: AtomicU64::new(0), is_rounded }))
    }

    /// Counts one more.
    pub(crate) fn add(&self, took: Duration) {
        let Buckets { bounds, counts, sum_ns, is_rounded } = &*self.0;
        let took_ns = took.as_nanos() as u64;
        let place = bounds.partition_point(|bound_us| bound_us * 1000 < took_ns);
        let bound_ns = bounds.get(place).or(bounds.last()).map(|bound_us| bound_us * 1000);
        counts[place].fetch_add(1, Ordering::Relaxed);
        sum_ns.fetch_add(bound_ns.filter(|_| *is_rounded).unwrap_or(took_ns), Ordering::Relaxed);
    }
}

impl EncodeMetric for Timing {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let Buckets { bounds, counts, sum_ns, .. } = &*self.0;
        let bounds = bounds.iter().map(|bound_us| *bound_us as f64 / 1e6).chain([f64::INFINITY]);
        let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<(f64, u64)> = bounds.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum = sum_ns.load(Ordering::Relaxed) as f64 / 1e9;
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rounded_bucket_is_the_pace_of_bots() {
        assert_eq!(ROUNDED[0], crate::room::Pace::HUMAN.least_ms * 1000);
    }
}
