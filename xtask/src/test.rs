//! `cargo xtask test`: every check and every test, as CI runs them.

use anyhow::Result;

use crate::{
    check,
    shell::{self, cargo, step},
    web,
};

pub(crate) fn run() -> Result<()> {
    step("formatting", || shell::run(cargo(&["fmt", "--all", "--check"])))?;
    step("lints", || {
        shell::run(cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
        shell::run(cargo(&[
            "clippy",
            "--workspace",
            "--lib",
            "--bins",
            "--",
            "-D",
            "warnings",
            "-D",
            "clippy::unwrap_used",
        ]))
    })?;
    step("licences", check::licences)?;
    step("documents", check::documents)?;
    step("wire types", || {
        shell::run(cargo(&["test", "-p", "server", "--features", "ts", "--lib", "types"]))
    })?;
    step("tests", || shell::run(cargo(&["test", "--workspace"])))?;
    web::test()?;
    eprintln!("\nEverything holds.");
    Ok(())
}
