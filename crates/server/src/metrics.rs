//! Counters and gauges, told in Prometheus' text form. Nothing in them tells one table from another.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! metrics {
    ($($(#[doc = $about:literal])+ $name:ident: $kind:literal,)*) => {
        /// What the house counts.
        #[derive(Debug, Default)]
        pub(crate) struct Metrics {
            $($(#[doc = $about])+ pub(crate) $name: AtomicU64,)*
        }

        impl Metrics {
            /// All of it as text.
            pub(crate) fn text(&self) -> String {
                let mut text = String::new();
                $(
                    let about = concat!($($about),+).trim();
                    let value = self.$name.load(Ordering::Relaxed);
                    let name = concat!("stackhouse_", stringify!($name));
                    writeln!(text, "# HELP {name} {about}\n# TYPE {name} {}\n{name} {value}", $kind)
                        .expect("a string takes what is written");
                )*
                text
            }
        }
    };
}

metrics! {
    /// Open connections.
    connections: "gauge",
    /// Tables in memory.
    tables: "gauge",
    /// Commands received.
    commands: "counter",
    /// Commands refused before they reached a table.
    refused: "counter",
    /// Messages put into outboxes.
    messages_out: "counter",
    /// Appends handed to the journal.
    appends: "counter",
    /// Facts in those appends.
    facts: "counter",
    /// Connections cut because they did not read.
    slow_readers: "counter",
    /// Connections refused because of their origin, host or number.
    turned_away: "counter",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_told_with_its_kind() {
        let metrics = Metrics::default();
        metrics.appends.store(3, Ordering::Relaxed);
        let text = metrics.text();
        assert!(text.contains("# TYPE stackhouse_appends counter\nstackhouse_appends 3\n"), "{text}");
    }
}
