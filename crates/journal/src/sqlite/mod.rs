//! The journal in one SQLite file.
//!
//! One thread owns the connection. It takes whatever requests wait, of any tables, into one transaction, commits
//! it (WAL, `synchronous=FULL`: one sync for all), and answers them; while it syncs, the next group gathers. Events of
//! all tables lie one behind the other, each with the place of its table's event before it, so that a group writes as few
//! pages as its events fill.
//! The file is locked to one process, and to one user of the machine. Beside it lies a witness file (see `witness`) that
//! shows when the file was put back to an earlier state or lost its `-wal` file.

mod private;
mod schema;
mod store;
mod witness;
mod writer;

use crate::health::Pulse;
use crate::watch::Watchers;
use crate::{
    Append, Done, Entry, Head, Health, Journal, JournalError, Page, Seq, TableId, Tell, Watch, Which,
};
use schema::House;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::thread::JoinHandle;
use store::{Request, Store};
use witness::{Said, Witness};
use writer::Writer;

/// How a SQLite journal is opened.
#[derive(Clone, Debug)]
pub struct SqliteSettings {
    /// The database file; it is made where there is none.
    pub path: PathBuf,
    /// The witness file; none means that a lost end of the whole store goes unseen.
    pub witness: Option<PathBuf>,
    /// The most requests that wait before the journal answers that it is busy.
    pub queue: usize,
    /// The name of the file layer SQLite goes through instead of its own.
    pub vfs: Option<String>,
    /// Whether a commit waits until the disk has it. Only a test that must lose data turns this off.
    pub is_durable: bool,
    /// Whether a store that is not whole is opened all the same, and what it lacks is given up.
    pub accepts_loss: bool,
}

impl SqliteSettings {
    /// The settings of a journal in the file `path` with a witness beside it.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let witness = Some(path.with_extension("witness"));
        Self { path, witness, queue: 1 << 16, vfs: None, is_durable: true, accepts_loss: false }
    }
}

/// Why a SQLite journal could not be opened.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "fields are named by what they hold")]
pub enum OpenError {
    /// The linked SQLite can lose data.
    #[error("SQLite {found} can corrupt its write-ahead log: build with {needed} or newer")]
    OldSqlite { found: String, needed: &'static str },
    /// The file belongs to another program.
    #[error("{path} is a database of another program: choose another file")]
    Foreign { path: PathBuf },
    /// The file was written by a later release.
    #[error("{path} has form {found}, this release reads up to {known}: start the newer release")]
    Newer { path: PathBuf, found: i64, known: i64 },
    /// A setting that durability rests on could not be made.
    #[error("SQLite kept {name} at {found} where {needed} is needed: use a local file system")]
    Setting { name: &'static str, found: String, needed: &'static str },
    /// Another process holds the file.
    #[error("{path} is in use: stop the other server, or choose another data directory")]
    InUse { path: PathBuf },
    /// The store as a whole ends earlier than it did.
    #[error(
        "{path} holds {found} commits, but {expected} had been acknowledged: its -wal file is missing or an older \
         copy was put in its place; bring the newer files back, or start once with --accept-loss to go on without them"
    )]
    TailLost { path: PathBuf, found: u64, expected: u64 },
    /// The file was taken away from its witness.
    #[error(
        "{path} is not whole without {witness}, and may lack the last games: copy the whole directory, with the house \
         stopped, or start once with --accept-loss to go on with what is there"
    )]
    NoWitness { path: PathBuf, witness: PathBuf },
    /// The witness cannot be read.
    #[error(
        "{witness} is damaged, so nobody can tell whether {path} lacks the last games: bring both back from one copy of \
         the directory, or start once with --accept-loss to go on with what is there"
    )]
    BadWitness { path: PathBuf, witness: PathBuf },
    /// The file itself is missing beside what belongs to it.
    #[error(
        "{path} is missing, but its -wal file is there, and it holds the last games: bring {path} back, or start once \
         with --accept-loss to give them up"
    )]
    NoFile { path: PathBuf },
    /// The witness saw another journal.
    #[error(
        "{witness} was written beside another journal than {path}: bring that one back, or start once with \
         --accept-loss to go on with this one"
    )]
    OtherHouse { path: PathBuf, witness: PathBuf },
    /// This user may not write there.
    #[error(
        "{path} is read-only: make it writable for the user who runs the house, or choose another data directory"
    )]
    ReadOnly { path: PathBuf },
    /// SQLite failed otherwise.
    #[error("cannot open {path}: {error}")]
    Sqlite { path: PathBuf, error: rusqlite::Error },
    /// The directory or the witness file failed.
    #[error("cannot open {path}: {error}")]
    File { path: PathBuf, error: std::io::Error },
}

impl OpenError {
    fn of_file(path: &Path, error: std::io::Error) -> Self {
        match private::is_refusal(&error) {
            true => Self::read_only(path),
            false => Self::File { path: path.into(), error },
        }
    }

    fn read_only(path: &Path) -> Self {
        Self::ReadOnly { path: private::directory(path).unwrap_or(path).into() }
    }
}

/// A journal in one SQLite file; dropping it answers what waits and closes the file.
pub struct Sqlite {
    requests: Option<SyncSender<Request>>,
    writer: Option<JoinHandle<()>>,
    watchers: Watchers,
    pulse: Pulse,
    remarks: Vec<String>,
}

impl Sqlite {
    /// Opens the journal in the file `path`, and makes it where there is none.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::with(&SqliteSettings::new(path.as_ref()))
    }

    /// Opens a journal with the given settings.
    pub fn with(settings: &SqliteSettings) -> Result<Self, OpenError> {
        schema::check_version(rusqlite::version_number(), rusqlite::version())?;
        let mut remarks = match settings.vfs {
            // SQLite would take the file for a new one, and the rest for what an old one left behind.
            None if !settings.accepts_loss && private::is_beheaded(settings) => {
                return Err(OpenError::NoFile { path: settings.path.clone() });
            }
            None => private::prepare(settings)?,
            Some(_) => Vec::new(),
        };
        let connection = schema::connect(settings, true)?;
        let found = schema::house(&connection, &settings.path)?;
        if let Some(witness) = &settings.witness {
            remarks.extend(hear(settings, witness, found.as_ref())?);
        }
        let house = schema::make(&connection, &settings.path, found)?;
        let witness = match &settings.witness {
            Some(path) => {
                let opened = Witness::open(path, house.id).and_then(|mut witness| {
                    witness.note(house.commits)?;
                    Ok(witness)
                });
                Some(opened.map_err(|error| OpenError::of_file(path, error))?)
            }
            None => None,
        };
        let store = Store::new(connection, house.commits);
        // A file that stays larger than it could be is no harm.
        drop(store.rewrite());
        Ok(Self::start(settings, house.id, store, witness, remarks))
    }

    fn start(
        settings: &SqliteSettings,
        house: u128,
        store: Store,
        witness: Option<Witness>,
        remarks: Vec<String>,
    ) -> Self {
        let (send, receive) = mpsc::sync_channel(settings.queue);
        let (watchers, pulse) = (Watchers::default(), Pulse::new());
        let writer = Writer::new(settings.clone(), house, store, witness, watchers.clone(), pulse.clone());
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run(&receive))
            .expect("the system starts one thread");
        Self { requests: Some(send), writer: Some(thread), watchers, pulse, remarks }
    }

    /// What whoever runs the house should know of how it was opened, a sentence each.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn send(&self, request: Request) {
        let requests = self.requests.as_ref().expect("the queue is open until the journal is dropped");
        match requests.try_send(request) {
            Ok(()) => {}
            Err(TrySendError::Full(request)) => request.refuse(JournalError::Busy),
            Err(TrySendError::Disconnected(request)) => {
                request.refuse(JournalError::NotKept("the journal has ended".into()));
            }
        }
    }
}

/// Hears the witness of a file before anything in the file is changed, and makes one where none is missed; returns what
/// is given up or cannot be told.
fn hear(
    settings: &SqliteSettings,
    witness: &Path,
    found: Option<&House>,
) -> Result<Option<String>, OpenError> {
    let path = || settings.path.clone();
    let commits = found.map_or(0, |house| house.commits);
    let said = match Said::read(witness) {
        Ok(said) => Some(said),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(OpenError::of_file(witness, error)),
    };
    let trouble = match said {
        None | Some(Said::Nonsense) => {
            let is_missed = found.is_some_and(House::has_witness);
            if !is_missed || settings.accepts_loss {
                Witness::make(witness).map_err(|error| OpenError::of_file(witness, error))?;
            }
            if !is_missed {
                return Ok(found.map(|_| {
                    let (path, witness) = (settings.path.display(), witness.display());
                    format!(
                        "{path} came without {witness}: nobody can tell whether its last games are missing"
                    )
                }));
            }
            match said {
                None => OpenError::NoWitness { path: path(), witness: witness.into() },
                Some(_) => OpenError::BadWitness { path: path(), witness: witness.into() },
            }
        }
        Some(Said::Seen(seen)) if seen.commits > commits => {
            OpenError::TailLost { path: path(), found: commits, expected: seen.commits }
        }
        Some(Said::Seen(seen)) if seen.commits > 0 && found.is_some_and(|house| house.id != seen.house) => {
            OpenError::OtherHouse { path: path(), witness: witness.into() }
        }
        Some(Said::Seen(_) | Said::Nothing) => return Ok(None),
    };
    match settings.accepts_loss {
        true => Ok(Some(format!("accepted: {trouble}"))),
        false => Err(trouble),
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        drop(self.requests.take());
        if let Some(writer) = self.writer.take() {
            // The last handle may be dropped by a callback, on the journal's own thread, which cannot wait for itself.
            if writer.thread().id() != std::thread::current().id() {
                drop(writer.join());
            }
        }
    }
}

impl Journal for Sqlite {
    fn append(&self, append: Append, done: Done<Head>) {
        self.send(Request::Append(append, done));
    }

    fn read(&self, table: TableId, after: Seq, limit: usize, done: Done<Page>) {
        self.send(Request::Read { table, after, limit, done });
    }

    fn list(&self, which: Which, after: Option<TableId>, limit: usize, done: Done<Vec<Head>>) {
        self.send(Request::List { which, after, limit, done });
    }

    fn forget(&self, table: TableId, done: Done<()>) {
        self.send(Request::Forget(table, done));
    }

    fn note(&self, table: TableId, entry: Entry, done: Done<()>) {
        self.send(Request::Note(Append::after(0, table, [entry]).closing(), done));
    }

    fn shrink(&self, done: Done<()>) {
        self.send(Request::Shrink(done));
    }

    fn watch(&self, table: TableId, tell: Tell) -> Watch {
        self.watchers.add(table, tell)
    }

    fn health(&self) -> Health {
        let (health, is_due) = self.pulse.read();
        if is_due {
            self.send(Request::Probe);
        }
        health
    }
}
