//! `cargo xtask lab`: makes the default reports that the house shows, and keeps their data and a few of their pictures.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::shell::{self, cargo, command, root};

/// The games on the shelf.
const GAMES: [&str; 5] = ["nabbit", "push", "stacks", "nuts", "stacket"];

/// The pictures that `docs/lab.md` shows.
const PICTURES: [&str; 5] =
    ["nabbit-share-by-seat", "push-chances-hard-8", "stacks-minutes", "nuts-share-by-side", "nabbit-denied"];

pub(crate) fn run(only: Option<&str>) -> Result<()> {
    ensure!(
        only.is_none_or(|only| GAMES.contains(&only)),
        "there is no such game; choose from {}",
        GAMES.join(", ")
    );
    shell::run(cargo(&["build", "--release", "--package", "stackhouse"]))?;
    let made = root().join("target/lab");
    fs::create_dir_all(&made).context("target/lab cannot be made")?;
    let made = made.to_str().context("the path of the repository is not plain text")?;
    for game in GAMES.iter().filter(|game| only.is_none_or(|only| only == **game)) {
        let page = format!("{made}/{game}.html");
        let study = ["lab", game, "-o", &page, "--pictures", made];
        shell::run(command("target/release/stackhouse", &study))?;
        keep(&format!("{made}/{game}.json"), &format!("crates/lab/data/{game}.json"))?;
        for name in PICTURES.iter().filter(|name| name.starts_with(&format!("{game}-"))) {
            keep(&format!("{made}/{name}.svg"), &format!("docs/pictures/lab-{name}.svg"))?;
        }
    }
    Ok(())
}

fn keep(made: &str, kept: &str) -> Result<()> {
    fs::copy(made, root().join(kept)).with_context(|| format!("{kept} cannot be written"))?;
    Ok(())
}
