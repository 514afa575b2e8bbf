//! Files in memory that tell synced from unsynced writes, and lose the latter when the power goes; and a disk that is
//! full or fails for a while.

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
    trouble: Option<Spell>,
}

/// What is wrong with a disk for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// No file can grow; half of what was to be added is there.
    Full,
    /// Nothing can be written or synced.
    Dead,
    /// What is written is there, and an error is told all the same.
    Late,
    /// Syncs fail, and what they were to sync stays in memory alone, though later ones succeed.
    Unsynced,
}

/// Trouble after some operations that succeed, for some that fail.
struct Spell {
    trouble: Trouble,
    good: u64,
    bad: u64,
}

impl Spell {
    /// Whether an operation fails that this trouble can spoil, or cannot.
    fn strikes(&mut self, can: bool) -> bool {
        if self.good > 0 {
            self.good -= 1;
            return false;
        }
        let is_struck = can && self.bad > 0;
        self.bad -= u64::from(is_struck);
        is_struck
    }
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
        let disk = Self(Arc::new(Mutex::new(State { left: u64::MAX, ..State::default() })));
        sqlite_vfs::register(name, disk.clone(), false).unwrap();
        disk
    }

    /// Lets that many writes and syncs through, then fails all of them.
    pub(crate) fn cut_after(&self, operations: u64) {
        self.0.lock().unwrap().left = operations;
    }

    /// Lets that many writes and syncs through, then spoils so many.
    pub(crate) fn trouble(&self, trouble: Trouble, good: u64, bad: u64) {
        self.0.lock().unwrap().trouble = Some(Spell { trouble, good, bad });
    }

    /// Whether all the trouble is over.
    pub(crate) fn is_well(&self) -> bool {
        self.0.lock().unwrap().trouble.as_ref().is_none_or(|spell| spell.bad == 0)
    }

    /// The trouble that spoils an operation now.
    fn spoils(&self, can: impl FnOnce(Trouble) -> bool) -> Option<Trouble> {
        let mut state = self.0.lock().unwrap();
        let spell = state.trouble.as_mut()?;
        spell.strikes(can(spell.trouble)).then_some(spell.trouble)
    }

    /// Whether the power has gone.
    pub(crate) fn is_cut(&self) -> bool {
        self.0.lock().unwrap().left == 0
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
        let length = self.size()? as usize;
        let grows = match &change {
            Change::Write(offset, bytes) => offset + bytes.len() > length,
            Change::Length(new) => *new > length,
        };
        let trouble = self.disk.spoils(|trouble| match trouble {
            Trouble::Full => grows,
            Trouble::Dead | Trouble::Late => true,
            Trouble::Unsynced => false,
        });
        let (change, answer) = match (trouble, change) {
            (Some(Trouble::Full), Change::Write(offset, bytes)) => {
                (Change::Write(offset, bytes[..bytes.len() / 2].to_vec()), Err(ErrorKind::WriteZero.into()))
            }
            (Some(Trouble::Late), change) => (change, Err(Error::other("an error after the fact"))),
            (Some(_), _) => return Err(Error::other("the disk is dead")),
            (None, change) => (change, Ok(())),
        };
        self.change(|file| {
            change.apply(&mut file.now);
            file.unsynced.push(change);
        })?;
        answer
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
        let can = |trouble| matches!(trouble, Trouble::Dead | Trouble::Unsynced);
        match self.disk.spoils(can) {
            Some(Trouble::Unsynced) => {
                self.with(|file| {
                    file.unsynced.clear();
                    Ok(())
                })?;
                return Err(Error::other("the sync failed"));
            }
            Some(_) => return Err(Error::other("the disk is dead")),
            None => {}
        }
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
