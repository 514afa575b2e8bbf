//! The witness: a small file that notes how many commits were acknowledged.
//!
//! A database file that lost its `-wal` file, or that was replaced by an older copy, is sound in itself: no check
//! inside can tell. The witness lies outside and is written after each commit, without a sync of its own, which
//! costs two microseconds. A witness that says more than the file holds shows the loss, and so does one that is missing
//! where the file says that it had one; one that says less, or is unreadable, shows nothing. Someone who rolls back both
//! files together goes unseen.

use super::private;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

const LENGTH: usize = 54;

pub(super) struct Witness {
    file: File,
    house: u128,
}

/// What a witness file says: of which house, and how many commits it saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Testimony {
    pub(super) house: u128,
    pub(super) commits: u64,
}

impl Witness {
    /// Makes an empty witness file, which is there for good when this returns.
    pub(super) fn make(path: &Path) -> io::Result<()> {
        private::new_file(path)?.sync_all()?;
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

impl Testimony {
    /// Reads what a witness file says: nothing if it is not whole.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let mut text = Vec::new();
        File::open(path)?.take(LENGTH as u64 + 1).read_to_end(&mut text)?;
        Ok(std::str::from_utf8(&text).ok().and_then(parse))
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
