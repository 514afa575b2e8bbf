//! What the house counts and times, told in Prometheus' form. Nothing in it tells one table from another.
//!
//! Everybody may ask for it, so it tells no more of what bots think about than a table does: thoughts are timed no
//! finer than the pace that hides them.

use super::timing::Timing;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Metric, Registry, Unit};
use std::sync::atomic::AtomicU64;

/// A number that goes up and down.
type Count = Gauge<u64, AtomicU64>;
/// A part of a whole, 0 to 1.
type Share = Gauge<f64, AtomicU64>;

/// What the house counts and times; `default` says what each is.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) connections: Count,
    pub(crate) tables: Count,
    pub(crate) commands: Counter,
    pub(crate) refused: Counter,
    pub(crate) messages_out: Counter,
    pub(crate) appends: Counter,
    pub(crate) facts: Counter,
    pub(crate) journal_writable: Count,
    pub(crate) journal_failures: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) turned_away: Counter,
    pub(crate) cut: Counter,
    pub(crate) too_many_requests: Counter,
    pub(crate) thoughts_waiting: Count,
    pub(crate) thinking: Share,
    pub(crate) thoughts_shortened: Counter,
    pub(crate) thoughts_late: Counter,
    pub(crate) questions_refused: Counter,
    pub(crate) forgotten: Counter,
    pub(crate) command_time: Timing,
    pub(crate) append_time: Timing,
    pub(crate) thought_time: Timing,
    pub(crate) settling_time: Timing,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("stackhouse");
        let it = &mut registry;
        Self {
            connections: told(it, "connections", "Open connections"),
            tables: told(it, "tables", "Tables in memory"),
            commands: told(it, "commands", "Commands received"),
            refused: told(it, "refused", "Commands refused before they reached a table"),
            messages_out: told(it, "messages_out", "Messages put into outboxes"),
            appends: told(it, "appends", "Appends handed to the journal"),
            facts: told(it, "facts", "Facts in those appends"),
            journal_writable: told(
                it,
                "journal_writable",
                "Whether the last thing the journal tried to keep was kept: 1, or 0 while it tries again",
            ),
            journal_failures: told(it, "journal_failures", "Requests the journal could not keep"),
            slow_readers: told(it, "slow_readers", "Connections cut because they did not read"),
            turned_away: told(
                it,
                "turned_away",
                "Connections refused because of their origin, host or number",
            ),
            cut: told(
                it,
                "cut",
                "Connections cut because of what they sent: too much, or too much that cannot be read",
            ),
            too_many_requests: told(
                it,
                "too_many_requests",
                "Requests refused because their address made too many",
            ),
            thoughts_waiting: told(it, "thoughts_waiting", "Thoughts of bots that wait for a thread"),
            thinking: told(
                it,
                "thinking_ratio",
                "What the last bot was given of the time it is meant to think: less when many wait",
            ),
            thoughts_shortened: told(
                it,
                "thoughts_shortened",
                "Thoughts that were shortened because others waited",
            ),
            thoughts_late: told(
                it,
                "thoughts_late",
                "Thoughts that took longer than the pace that hides them",
            ),
            questions_refused: told(
                it,
                "questions_refused",
                "Questions that were not taken because too many waited",
            ),
            forgotten: told(it, "forgotten", "Closed tables forgotten because they were older than --keep"),
            command_time: timed(
                it,
                "command_duration",
                "From a command that reached its connection to the answer in the outbox",
                Timing::fine(),
            ),
            append_time: timed(
                it,
                "append_duration",
                "From an append handed to the journal to its answer",
                Timing::fine(),
            ),
            thought_time: timed(
                it,
                "thought_duration",
                "What bots took to decide, each rounded up to its bucket",
                Timing::rounded(),
            ),
            settling_time: timed(
                it,
                "settling_duration",
                "What it took to simulate what falls in Stacket",
                Timing::fine(),
            ),
            registry,
        }
    }
}

fn told<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, about: &str) -> M {
    let metric = M::default();
    registry.register(name, about, metric.clone());
    metric
}

fn timed(registry: &mut Registry, name: &str, about: &str, timing: Timing) -> Timing {
    registry.register_with_unit(name, about, Unit::Seconds, timing.clone());
    timing
}

impl Metrics {
    /// The form of [`text`](Self::text).
    pub(crate) const FORM: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        text::encode(&mut text, &self.registry).expect("a string takes what is written");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_metric_is_told_with_its_kind() {
        let metrics = Metrics::default();
        metrics.appends.inc_by(3);
        metrics.append_time.add(Duration::from_millis(2));
        let text = metrics.text();
        for told in [
            "# TYPE stackhouse_appends counter\nstackhouse_appends_total 3\n",
            "# TYPE stackhouse_append_duration_seconds histogram\n",
            "stackhouse_append_duration_seconds_sum 0.002\n",
            "stackhouse_append_duration_seconds_bucket{le=\"0.001\"} 0\n",
            "stackhouse_append_duration_seconds_bucket{le=\"0.0025\"} 1\n",
        ] {
            assert!(text.contains(told), "{told}{text}");
        }
    }

    #[test]
    fn thoughts_within_the_pace_that_hides_them_look_the_same() {
        let text_of = |took_ms| {
            let metrics = Metrics::default();
            metrics.thought_time.add(Duration::from_millis(took_ms));
            metrics.text()
        };
        assert_eq!(text_of(1), text_of(crate::room::Pace::HUMAN.least_ms - 1));
    }
}
