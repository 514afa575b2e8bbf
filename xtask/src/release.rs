//! `cargo xtask release`: the program as it is given to others, and its symbols in a file beside it.

use std::fs;

use anyhow::Result;

use crate::{
    shell::{self, cargo, command, root},
    web,
};

/// Where the profile `dist` puts what it builds.
const FOLDER: &str = "target/dist";

/// A backtrace has names and lines where `stackhouse.debug` lies beside the program.
pub(crate) fn run() -> Result<()> {
    web::build()?;
    shell::run(cargo(&["build", "--profile", "dist", "--package", "stackhouse", "--locked"]))?;
    let in_folder = |program, arguments: &[&str]| {
        let mut command = command(program, arguments);
        command.current_dir(root().join(FOLDER));
        shell::run(command)
    };
    in_folder("objcopy", &["--only-keep-debug", "stackhouse", "stackhouse.debug"])?;
    let link = ["--strip-all", "--add-gnu-debuglink=stackhouse.debug", "stackhouse"];
    in_folder("objcopy", &link)?;
    for file in ["stackhouse", "stackhouse.debug"] {
        let bytes = fs::metadata(root().join(FOLDER).join(file))?.len();
        eprintln!("{FOLDER}/{file}: {:.1} MB", bytes as f64 / 1e6);
    }
    Ok(())
}
