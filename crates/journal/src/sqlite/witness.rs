//! The witness: a small file that notes how many commits were acknowledged.
//!
//! A database file that lost its `-wal` file, or that was replaced by an older copy, is sound in itself: no check
//! inside can tell. The witness lies outside and is written after each commit, without a sync of its own, which
//! costs two microseconds. A witness that says more than the file holds shows the loss, and so does one that is missing
//! or cannot be read where the file says that it had one; one that says less shows nothing. Someone who rolls back both
//! files together goes unseen.

use super::private;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

const LENGTH: usize = 54;
/// What a witness says that has seen nothing yet.
const NEW: &str = "new\n";

pub(super) struct Witness {
    file: File,
    house: u128,
}

/// What a witness file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// It was made, and has seen nothing.
    Nothing,
    Seen(Testimony),
    /// It cannot be read.
    Nonsense,
}

/// What a witness saw: of which house, and how many commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Testimony {
    pub(super) house: u128,
    pub(super) commits: u64,
}

impl Witness {
    /// Makes a witness file that has seen nothing, in the place of any other; it is there for good when this returns.
    pub(super) fn make(path: &Path) -> io::Result<()> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = private::new_file(path)?;
        file.write_all(NEW.as_bytes())?;
        file.sync_all()?;
        File::open(private::directory(path).unwrap_or(Path::new(".")))?.sync_all()
    }

    /// Opens the witness file of a house.
    pub(super) fn open(path: &Path, house: u128) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().write(true).open(path)?, house })
    }

    /// Notes that the commits up to this one are durable.
    pub(super) fn note(&mut self, commits: u64) -> io::Result<()> {
        self.file.write_all_at(write(self.house, commits).as_bytes(), 0)
    }
}

impl Said {
    /// Reads what a witness file says.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let mut text = Vec::new();
        File::open(path)?.take(LENGTH as u64 + 1).read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        Ok(match parse(&text) {
            Some(testimony) => Self::Seen(testimony),
            None if text == NEW => Self::Nothing,
            None => Self::Nonsense,
        })
    }
}

fn write(house: u128, commits: u64) -> String {
    format!("{house:032x} {commits:020}\n")
}

fn parse(text: &str) -> Option<Testimony> {
    let (house, commits) = text.strip_suffix('\n')?.split_once(' ')?;
    let testimony =
        Testimony { house: u128::from_str_radix(house, 16).ok()?, commits: commits.parse().ok()? };
    (text.len() == LENGTH).then_some(testimony)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_witness_counts() {
        let line = write(7, 12);
        assert_eq!(line.len(), LENGTH);
        assert_eq!(parse(&line), Some(Testimony { house: 7, commits: 12 }));
        for torn in [&line[..40], "", "\0\0\0", "hello world\n"] {
            assert_eq!(parse(torn), None);
        }
    }
}
