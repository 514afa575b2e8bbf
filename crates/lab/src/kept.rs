//! The default reports of all games, kept in the repository; `cargo xtask lab` makes them anew.

use std::sync::OnceLock;

use crate::report::Report;

const KEPT: [&str; 5] = [
    include_str!("../data/nabbit.json"),
    include_str!("../data/push.json"),
    include_str!("../data/stacks.json"),
    include_str!("../data/nuts.json"),
    include_str!("../data/stacket.json"),
];

/// The default reports, in the order of the shelf.
pub fn kept() -> &'static [Report] {
    static READ: OnceLock<Vec<Report>> = OnceLock::new();
    READ.get_or_init(|| KEPT.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
}
