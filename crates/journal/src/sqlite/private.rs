//! Keeps the directory and the files of a journal to the user who runs it: tokens lie there as hashes only, but names,
//! chat and hidden cards lie there as they are.
//!
//! An existing file is changed by its path and never opened here: closing it would take SQLite's lock away.

use super::{OpenError, SqliteSettings};
use std::io;
use std::path::{Path, PathBuf};

/// Makes the directory and an empty database where there is none, takes from others what they could do with those that
/// are there, and returns what was changed, in words for whoever runs the house.
///
/// SQLite gives its other files the rights that the database has.
pub(super) fn prepare(settings: &SqliteSettings) -> Result<Vec<String>, OpenError> {
    let fail = |path: &Path, error| OpenError::of_file(path, error);
    let mut remarks = Vec::new();
    if let Some(directory) = directory(&settings.path) {
        make_directory(directory).map_err(|error| fail(directory, error))?;
        if holds_only(directory, &files(settings)) {
            remarks.extend(tighten(directory, 0o700));
        }
    }
    match new_file(&settings.path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            return Err(fail(&settings.path, error));
        }
        _ => {}
    }
    remarks.extend(files(settings).iter().filter_map(|path| tighten(path, 0o600)));
    Ok(remarks)
}

/// Whether the database is missing or empty while there is something in the file of what was last written.
pub(super) fn is_beheaded(settings: &SqliteSettings) -> bool {
    let bytes = |path: &Path| path.metadata().map_or(0, |meta| meta.len());
    let [database, wal, ..] = &files(settings)[..] else { return false };
    bytes(database) == 0 && bytes(wal) > 0
}

/// The directory of a file, unless it is the one the program was started in.
pub(super) fn directory(path: &Path) -> Option<&Path> {
    path.parent().filter(|directory| !directory.as_os_str().is_empty())
}

/// Whether nothing can be made beside a file.
pub(super) fn is_read_only(path: &Path) -> bool {
    let probe = path.with_extension("probe");
    let made = new_file(&probe);
    drop(std::fs::remove_file(&probe));
    made.is_err_and(|error| is_refusal(&error))
}

/// Whether the system says that this user may not write there.
pub(super) fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Every file a journal may have.
fn files(settings: &SqliteSettings) -> Vec<PathBuf> {
    let beside = |end: &str| {
        let mut name = settings.path.clone().into_os_string();
        name.push(end);
        PathBuf::from(name)
    };
    ["", "-wal", "-shm", "-journal"].map(beside).into_iter().chain(settings.witness.clone()).collect()
}

/// Whether a directory is the journal's own: one that holds other things may be meant to be read by others.
fn holds_only(directory: &Path, files: &[PathBuf]) -> bool {
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    let is_known = |name: &std::ffi::OsStr| name == "lost+found" || names.contains(&name);
    std::fs::read_dir(directory)
        .is_ok_and(|entries| entries.flatten().all(|entry| is_known(&entry.file_name())))
}

#[cfg(unix)]
fn make_directory(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

#[cfg(not(unix))]
fn make_directory(directory: &Path) -> io::Result<()> {
    std::fs::create_dir_all(directory)
}

/// Makes an empty file that only its owner can read; fails where there is one.
pub(super) fn new_file(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.read(true).write(true).create_new(true).open(path)
}

/// Takes from others whatever `mode` does not give them; tells what came of it where there was something to take.
#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> Option<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let found = std::fs::metadata(path).ok()?.permissions().mode();
    if found & 0o077 == 0 {
        return None;
    }
    let path_text = path.display();
    Some(match std::fs::set_permissions(path, std::fs::Permissions::from_mode(found & mode)) {
        Ok(()) => format!("{path_text} was open to other users of this machine: it is its owner's alone now"),
        Err(error) => format!("{path_text} is open to other users of this machine and stays so: {error}"),
    })
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) -> Option<String> {
    None
}
