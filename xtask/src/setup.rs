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

/// Where a program from one of Debian's packages is: on this machine, or unpacked into `target/tools`, where nothing starts
/// it and nobody else meets it.
pub(crate) fn unpacked(package: &str, path: &str) -> Result<PathBuf> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if is_there(name) {
        return Ok(name.into());
    }
    let folder = root().join("target/tools/debian").join(package);
    let program = folder.join(path);
    if program.exists() {
        return Ok(program);
    }
    std::fs::create_dir_all(&folder)?;
    let download = || {
        let mut download = command("apt-get", &["download", "-qq", package]);
        download.current_dir(&folder);
        run(download)
    };
    // The list of packages may be missing or old, and only root may fetch another.
    if download().is_err() {
        if !is_root() {
            bail!("`{name}` is needed; install it with `sudo apt-get install {package}`");
        }
        run(command("apt-get", &["update", "-qq"]))?;
        download()?;
    }
    let files = std::fs::read_dir(&folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "deb")) {
        run(command("dpkg", &["-x", &file.to_string_lossy(), &folder.to_string_lossy()]))?;
    }
    if !program.exists() {
        bail!("the package {package} holds no {path}");
    }
    Ok(program)
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

pub(crate) fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}
