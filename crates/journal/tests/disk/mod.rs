//! Files in memory that tell synced from unsynced writes, and lose the latter when the power goes.

use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs, WalDisabled};
use std::collections::HashMap;
use std::io::{Error, ErrorKind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A disk of its own, known to SQLite by name.
#[derive(Clone)]
pub(crate) struct Disk(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    files: HashMap<String, Contents>,
    /// Writes and syncs until the power goes.
    left: u64,
    /// Handles of an earlier boot are dead.
    boot: u64,
}

#[derive(Default)]
struct Contents {
    synced: Vec<u8>,
    now: Vec<u8>,
    unsynced: Vec<Change>,
}

enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Self::Write(offset, bytes) => {
                let end = offset + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*offset..end].copy_from_slice(bytes);
            }
            Self::Length(length) => file.resize(*length, 0),
        }
    }
}

impl Disk {
    pub(crate) fn register(name: &str) -> Self {
        let disk = Self(Arc::default());
        sqlite_vfs::register(name, disk.clone(), false).unwrap();
        disk
    }

    /// Lets that many writes and syncs through, then fails all of them.
    pub(crate) fn cut_after(&self, operations: u64) {
        self.0.lock().unwrap().left = operations;
    }

    /// Starts again after a cut: of what was not synced, a part drawn from `seed` is lost.
    pub(crate) fn restore(&self, seed: u64) {
        let mut state = self.0.lock().unwrap();
        let mut luck = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for file in state.files.values_mut() {
            for change in std::mem::take(&mut file.unsynced) {
                luck ^= luck << 13;
                luck ^= luck >> 7;
                luck ^= luck << 17;
                if luck.is_multiple_of(3) {
                    change.apply(&mut file.synced);
                }
            }
            file.now = file.synced.clone();
        }
        state.left = u64::MAX;
        state.boot += 1;
    }
}

pub(crate) struct Handle {
    disk: Disk,
    name: String,
    boot: u64,
    lock: LockKind,
}

impl Handle {
    fn with<T>(&self, act: impl FnOnce(&mut Contents) -> Result<T, Error>) -> Result<T, Error> {
        let mut state = self.disk.0.lock().unwrap();
        if state.boot != self.boot {
            return Err(Error::other("the power went"));
        }
        act(state.files.get_mut(&self.name).ok_or(ErrorKind::NotFound)?)
    }

    fn change(&self, act: impl FnOnce(&mut Contents)) -> Result<(), Error> {
        {
            let mut state = self.disk.0.lock().unwrap();
            state.left = state.left.checked_sub(1).ok_or_else(|| Error::other("the power went"))?;
        }
        self.with(|file| {
            act(file);
            Ok(())
        })
    }

    fn alter(&self, change: Change) -> Result<(), Error> {
        self.change(|file| {
            change.apply(&mut file.now);
            file.unsynced.push(change);
        })
    }
}

impl DatabaseHandle for Handle {
    type WalIndex = WalDisabled;

    fn size(&self) -> Result<u64, Error> {
        self.with(|file| Ok(file.now.len() as u64))
    }

    fn read_exact_at(&mut self, bytes: &mut [u8], offset: u64) -> Result<(), Error> {
        self.with(|file| {
            let offset = offset as usize;
            let part = file.now.get(offset..offset + bytes.len()).ok_or(ErrorKind::UnexpectedEof)?;
            bytes.copy_from_slice(part);
            Ok(())
        })
    }

    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> Result<(), Error> {
        self.alter(Change::Write(offset as usize, bytes.to_vec()))
    }

    fn set_len(&mut self, length: u64) -> Result<(), Error> {
        self.alter(Change::Length(length as usize))
    }

    fn sync(&mut self, _data_only: bool) -> Result<(), Error> {
        self.change(|file| {
            for change in file.unsynced.drain(..) {
                change.apply(&mut file.synced);
            }
        })
    }

    fn lock(&mut self, lock: LockKind) -> Result<bool, Error> {
        self.lock = lock;
        Ok(true)
    }

    fn reserved(&mut self) -> Result<bool, Error> {
        Ok(matches!(self.lock, LockKind::Reserved | LockKind::Pending | LockKind::Exclusive))
    }

    fn current_lock(&self) -> Result<LockKind, Error> {
        Ok(self.lock)
    }

    fn wal_index(&self, _readonly: bool) -> Result<WalDisabled, Error> {
        Err(Error::other("the index is kept by the one process"))
    }
}

impl Vfs for Disk {
    type Handle = Handle;

    fn open(&self, name: &str, options: OpenOptions) -> Result<Handle, Error> {
        let mut state = self.0.lock().unwrap();
        let is_new = !state.files.contains_key(name);
        if is_new && matches!(options.access, OpenAccess::Read | OpenAccess::Write) {
            return Err(ErrorKind::NotFound.into());
        }
        state.files.entry(name.into()).or_default();
        Ok(Handle { disk: self.clone(), name: name.into(), boot: state.boot, lock: LockKind::None })
    }

    fn delete(&self, name: &str) -> Result<(), Error> {
        self.0.lock().unwrap().files.remove(name);
        Ok(())
    }

    fn exists(&self, name: &str) -> Result<bool, Error> {
        Ok(self.0.lock().unwrap().files.contains_key(name))
    }

    fn temporary_name(&self) -> String {
        "temporary".into()
    }

    fn random(&self, buffer: &mut [i8]) {
        for (place, byte) in buffer.iter_mut().enumerate() {
            *byte = place as i8;
        }
    }

    fn sleep(&self, _duration: Duration) -> Duration {
        Duration::ZERO
    }
}
