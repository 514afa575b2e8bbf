//! Checks that no compiler makes: what comes in from elsewhere, and documents that name what exists.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{
    setup,
    shell::{command, root, run},
};

/// Every dependency has a licence, a version and a source that `deny.toml` allows.
///
/// Advisories are not looked up here: a test that passes today must pass tomorrow, and without the network.
pub(crate) fn dependencies() -> Result<()> {
    let deny = setup::tool("cargo-deny", "0.20.2")?;
    let mut check = command(&deny.to_string_lossy(), &["--locked", "--workspace", "check"]);
    check.args(["--hide-inclusion-graph", "licenses", "bans", "sources"]);
    run(check)
}

/// ARCHITECTURE.md names only paths that exist, and stays short enough to read.
pub(crate) fn documents() -> Result<()> {
    let text =
        fs::read_to_string(root().join("ARCHITECTURE.md")).context("ARCHITECTURE.md cannot be read")?;
    let lines = text.lines().count();
    if lines > 250 {
        bail!("ARCHITECTURE.md has {lines} lines; keep it under 250");
    }
    let named = text.split('`').skip(1).step_by(2).filter(|word| is_path(word));
    let gone: Vec<_> = named.filter(|path| !root().join(path).exists()).collect();
    if !gone.is_empty() {
        bail!("ARCHITECTURE.md names what does not exist: {}", gone.join(", "));
    }
    Ok(())
}

fn is_path(word: &str) -> bool {
    word.contains('/')
        && word.starts_with(|c: char| c.is_ascii_lowercase() || c == '.')
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_other_words() {
        assert!(is_path("crates/table/src/game.rs"));
        assert!(!is_path("Turn::Seats"));
        assert!(!is_path("/healthz"));
    }
}
