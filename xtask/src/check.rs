//! Checks that no compiler makes: licences of dependencies, and documents that name what exists.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::shell::{cargo, output, root};

/// Licences that code in this repository may depend on.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "0BSD",
    "CDLA-Permissive-2.0",
    "MPL-2.0",
];

/// Every dependency has a licence we can live with.
///
/// Advisories are not looked up: their database is not to be had without the network.
pub(crate) fn licences() -> Result<()> {
    let metadata = output(cargo(&["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists packages")?;
    let mut refused = Vec::new();
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_allowed(licence) {
            refused.push(format!("{} {}: {licence}", package["name"], package["version"]));
        }
    }
    if !refused.is_empty() {
        bail!("licences that are not on the list in xtask/src/check.rs:\n{}", refused.join("\n"));
    }
    eprintln!("{} packages, all under licences on the list", packages.len());
    Ok(())
}

/// Whether an SPDX expression can be satisfied by allowed licences: every part of an AND, one part of an OR.
fn is_allowed(expression: &str) -> bool {
    let flat = expression.replace('/', " OR ").replace(['(', ')'], "");
    flat.split(" AND ").all(|part| part.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim())))
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
    fn an_expression_is_allowed_when_every_part_can_be() {
        assert!(is_allowed("MIT OR Apache-2.0"));
        assert!(is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("(MIT OR GPL-3.0-only) AND Unicode-3.0"));
        assert!(!is_allowed("GPL-3.0-only"));
        assert!(!is_allowed("MIT AND GPL-3.0-only"));
        assert!(!is_allowed("none"));
    }

    #[test]
    fn paths_are_told_from_other_words() {
        assert!(is_path("crates/table/src/game.rs"));
        assert!(!is_path("Turn::Seats"));
        assert!(!is_path("/healthz"));
    }
}
