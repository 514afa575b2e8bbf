//! What the house needs beyond the Rust toolchain and Node, installed where that is possible.

use std::{
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Result, bail};

use crate::shell::{cargo, command, root, run};

/// Makes sure a program from Debian's packages is there: installs it as root, or says what to install.
pub(crate) fn program(name: &str, package: &str) -> Result<()> {
    if is_there(name) {
        return Ok(());
    }
    if !is_root() {
        bail!("`{name}` is needed; install it with `sudo apt-get install {package}`");
    }
    run(command("apt-get", &["update", "-qq"]))?;
    run(command("apt-get", &["install", "-y", "-qq", "--no-install-recommends", package]))?;
    if !is_there(name) {
        bail!("the package {package} is installed, but there is still no `{name}`");
    }
    Ok(())
}

/// Where a program from crates.io is, in this version; it is built once and kept in `target/tools`.
pub(crate) fn tool(name: &str, version: &str) -> Result<PathBuf> {
    let folder = root().join("target/tools").join(format!("{name}-{version}"));
    let program = folder.join("bin").join(name);
    if !program.exists() {
        let mut install = cargo(&["install", name, "--version", version, "--locked", "--root"]);
        // It runs for a second, so it need not be fast.
        install.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
        install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16").arg(&folder);
        run(install)?;
    }
    Ok(program)
}

/// Whether a program can be started.
fn is_there(name: &str) -> bool {
    let mut asked = Command::new(name);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}
