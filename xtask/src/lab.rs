//! `cargo xtask lab`: makes the default reports that the house shows, and keeps their data.

use std::fs;

use anyhow::{Context, Result};

use crate::shell::{self, cargo, command, root};

/// The games on the shelf.
const GAMES: [&str; 5] = ["nabbit", "push", "stacks", "nuts", "stacket"];

pub(crate) fn run(only: Option<&str>) -> Result<()> {
    shell::run(cargo(&["build", "--release", "--package", "stackhouse"]))?;
    let made = root().join("target/lab");
    fs::create_dir_all(&made).context("target/lab cannot be made")?;
    for game in GAMES.iter().filter(|game| only.is_none_or(|only| only == **game)) {
        let page = made.join(format!("{game}.html"));
        let page = page.to_str().context("the path of the repository is not plain text")?;
        shell::run(command("target/release/stackhouse", &["lab", game, "-o", page]))?;
        let kept = root().join(format!("crates/lab/data/{game}.json"));
        fs::copy(made.join(format!("{game}.json")), &kept)
            .with_context(|| format!("{} cannot be written", kept.display()))?;
    }
    Ok(())
}
