//! `cargo xtask test`: every check and every test, as CI runs them.

use anyhow::Result;

use crate::{
    check, setup,
    shell::{self, cargo, step},
    web,
};

pub(crate) fn run() -> Result<()> {
    step("formatting", || shell::run(cargo(&["fmt", "--all", "--check"])))?;
    step("lints", || shell::run(cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])))?;
    step("dependencies", check::dependencies)?;
    step("documents", check::documents)?;
    step("wire types", || {
        shell::run(cargo(&["test", "-p", "server", "--features", "ts,openapi", "--lib", "types"]))
    })?;
    step("tests", || {
        let mut tests = cargo(&["test", "--workspace"]);
        tests.env("NGINX", setup::unpacked("nginx", "usr/sbin/nginx")?);
        tests.env("CADDY", setup::unpacked("caddy", "usr/bin/caddy")?);
        shell::run(tests)
    })?;
    web::test()?;
    eprintln!("\nEverything holds.");
    Ok(())
}
