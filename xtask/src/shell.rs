//! Running other programs from the repository's root.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, bail};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// A command that runs in the repository's root.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), arguments)
}

/// Runs a command and fails when it does.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let line = line(&command);
    eprintln!("> {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}

/// Runs a command and gives back what it prints.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let line = line(&command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed");
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Does one step of a longer task and says how long it took.
pub(crate) fn step(what: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    eprintln!("\n== {what}");
    let start = Instant::now();
    work().with_context(|| format!("{what} failed"))?;
    eprintln!("== {what}: good, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
