//! `stackhouse papers`: pages of the manual and what shells complete, for whoever makes a package.

use clap_complete::{Shell, generate_to};
use std::path::PathBuf;

/// Write the pages of the manual and the completions of shells into a directory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The directory; it is made where there is none.
    to: PathBuf,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<()> {
    let [man, completions] = ["man", "completions"].map(|name| args.to.join(name));
    for directory in [&man, &completions] {
        std::fs::create_dir_all(directory)?;
    }
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut command, "stackhouse", &completions)?;
    }
    clap_mangen::generate_to(command, &man)?;
    Ok(())
}
