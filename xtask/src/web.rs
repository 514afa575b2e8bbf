//! The browser client: its packages, its build, its checks, and the browser that plays it.

use std::process::Command;

use anyhow::Result;

use crate::{
    setup,
    shell::{self, cargo, root, step},
};

/// npm in the client's folder.
fn npm(arguments: &[&str]) -> Command {
    let mut command = shell::command("npm", arguments);
    command.current_dir(root().join("web")).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

/// Fetches the packages, unless they are there already.
fn packages() -> Result<()> {
    let lock = root().join("web/package-lock.json");
    let mark = root().join("web/node_modules/.package-lock.json");
    let changed = |path: &std::path::Path| path.metadata().and_then(|meta| meta.modified()).ok();
    if changed(&mark) >= changed(&lock) && mark.exists() {
        return Ok(());
    }
    setup::program("npm", "npm")?;
    shell::run(npm(&["ci", "--no-audit", "--no-fund"]))
}

/// Builds the client that the server embeds, and weighs it.
pub(crate) fn build() -> Result<()> {
    packages()?;
    shell::run(npm(&["run", "build"]))
}

/// Checks the client, tests its pure code, and plays every game in a real browser against the real server.
pub(crate) fn test() -> Result<()> {
    step("client: build", build)?;
    step("client: types and lints", || shell::run(npm(&["run", "check"])))?;
    step("client: unit tests", || shell::run(npm(&["run", "test"])))?;
    step("client: browser", || {
        setup::program("chromium", "chromium")?;
        shell::run(cargo(&["build", "--release", "--package", "stackhouse"]))?;
        shell::run(npm(&["run", "e2e", "--", "--project=tables"]))
    })
}

/// Makes the pictures of the README: every table as a browser shows it.
pub(crate) fn pictures() -> Result<()> {
    setup::program("chromium", "chromium")?;
    build()?;
    shell::run(cargo(&["build", "--release", "--package", "stackhouse"]))?;
    shell::run(npm(&["run", "pictures"]))
}
