//! `cargo xtask load`, `cargo xtask attack` and `cargo xtask crash`: the release binary under load, from a process of its own.

use anyhow::Result;

use crate::shell::{self, cargo, command, root};

pub(crate) fn run(task: &str, arguments: &[String]) -> Result<()> {
    shell::run(cargo(&["build", "--release", "--package", "stackhouse", "--package", "load"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let (server, load) = (target.join("release/stackhouse"), target.join("release/load"));
    let mut run = command(&load.to_string_lossy(), &[task]);
    run.arg(server).args(arguments);
    shell::run(run)
}
