//! `cargo xtask fuzz`: cargo-fuzz on every target for a while.

use anyhow::{Result, bail};

use crate::shell::{self, cargo, command, output};

const TARGETS: [&str; 3] = ["text", "json", "events"];

pub(crate) fn run(seconds: u32) -> Result<()> {
    if output(cargo(&["fuzz", "--version"])).is_err() {
        shell::run(cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    if output(command("cargo", &["+nightly", "--version"])).is_err() {
        bail!("fuzzing needs a nightly toolchain: install one with `rustup toolchain install nightly`");
    }
    for target in TARGETS {
        let limit = format!("-max_total_time={seconds}");
        shell::run(command("cargo", &["+nightly", "fuzz", "run", target, "--", &limit]))?;
    }
    Ok(())
}
