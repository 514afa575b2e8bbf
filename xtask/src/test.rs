//! `cargo xtask test`: every check and every test, as CI runs them.

use anyhow::Result;

use crate::{
    check,
    shell::{self, cargo, step},
    web,
};

/// What makes the client's types and `docs/openapi.json` from ours, so that tests can hold them together.
const SEAM: &str = "server/ts,server/openapi";

pub(crate) fn run() -> Result<()> {
    step("formatting", || shell::run(cargo(&["fmt", "--all", "--check"])))?;
    step("lints", || {
        let lints = ["clippy", "--workspace", "--all-targets", "--features", SEAM, "--", "-D", "warnings"];
        shell::run(cargo(&lints))
    })?;
    step("dependencies", check::dependencies)?;
    step("documents", check::documents)?;
    step("tests", || shell::run(cargo(&["test", "--workspace", "--features", SEAM])))?;
    web::test()?;
    eprintln!("\nEverything holds.");
    Ok(())
}
