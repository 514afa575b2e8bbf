//! Builds, checks and set-up: what people and CI run.
fn main() {}
