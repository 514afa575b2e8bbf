//! The form of the file, and the checks before a journal is trusted with it.

use super::{OpenError, SqliteSettings, private};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _};
use std::path::Path;

/// SQLite before this version can corrupt its write-ahead log when it is reset.
const OLDEST: (i32, &str) = (3_051_003, "3.51.3");
/// Marks the file as a journal of this program: "STJL".
const APPLICATION: i64 = 0x53_54_4a_4c;
/// The form of the tables below. Form 2 had the same tables, and need not have had a witness from its first day on.
const FORM: i64 = 3;

/// Events lie in the order in which they came, whatever their table, so that a commit of many tables writes few pages.
/// A table's log is read backwards from its last event.
const TABLES: &str = "
    CREATE TABLE house (
        id BLOB NOT NULL,          -- drawn at random when the file was made
        commits INTEGER NOT NULL   -- transactions that changed a log
    );
    INSERT INTO house VALUES (randomblob(16), 0);

    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE,
        seq INTEGER NOT NULL,      -- the head: the last event,
        hash BLOB NOT NULL,        -- the chain's value after it,
        closed INTEGER NOT NULL,
        place INTEGER NOT NULL DEFAULT 0 -- and where it lies
    );

    CREATE TABLE events (
        place INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,   -- of the table
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        payload BLOB NOT NULL,
        hash BLOB NOT NULL,
        before INTEGER NOT NULL    -- where the table's event before it lies; 0 before the first
    );
";

/// Form 1 kept each table's events together, which cost a page a table in every commit.
const FROM_FORM_1: &str = "
    ALTER TABLE events RENAME TO old;
    ALTER TABLE tables ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE events (
        place INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        payload BLOB NOT NULL,
        hash BLOB NOT NULL,
        before INTEGER NOT NULL
    );
    INSERT INTO events SELECT place, number, seq, version, payload, hash,
            coalesce(lag(place) OVER (PARTITION BY number ORDER BY seq), 0)
        FROM (SELECT row_number() OVER (ORDER BY number, seq) AS place, * FROM old);
    UPDATE tables SET place = coalesce((SELECT max(place) FROM events WHERE events.number = tables.number), 0);
    DROP TABLE old;
";

/// What the file says of itself as a whole.
#[derive(Clone, Copy)]
pub(super) struct House {
    pub(super) id: u128,
    pub(super) commits: u64,
    form: i64,
}

impl House {
    /// Whether a witness has lain beside the file ever since it was made.
    pub(super) fn has_witness(&self) -> bool {
        self.form == FORM
    }
}

pub(super) fn check_version(number: i32, text: &str) -> Result<(), OpenError> {
    if number < OLDEST.0 {
        return Err(OpenError::OldSqlite { found: text.into(), needed: OLDEST.1 });
    }
    Ok(())
}

/// Opens the file, makes the settings that durability rests on, and reads each of them back.
pub(super) fn connect(settings: &SqliteSettings, may_make: bool) -> Result<Connection, OpenError> {
    let path = &settings.path;
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, may_make);
    let connection = match &settings.vfs {
        Some(vfs) => Connection::open_with_flags_and_vfs(path, flags, vfs.as_str()),
        None => Connection::open_with_flags(path, flags),
    };
    let connection = connection.map_err(|error| sqlite(path, error))?;
    // SQLite opens a file that it may not write for reading, and says nothing.
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(|error| sqlite(path, error))? {
        return Err(OpenError::read_only(path));
    }
    connection.busy_timeout(std::time::Duration::ZERO).map_err(|error| sqlite(path, error))?;
    // The lock comes before WAL: then the log's index is kept in this process and nobody else can write.
    set(&connection, path, "locking_mode", "exclusive", "exclusive")?;
    check_owner(&connection, path)?;
    if pragma(&connection, path, "page_count")? == 0 {
        // Pages that are given back can then be cut off the file's end. In a file with something in it this would write.
        connection.pragma_update(None, "auto_vacuum", "incremental").map_err(|error| sqlite(path, error))?;
    }
    let sync = if settings.is_durable { ("full", "2") } else { ("off", "0") };
    for (name, value, needed) in [
        ("journal_mode", "wal", "wal"),
        ("synchronous", sync.0, sync.1),
        ("wal_autocheckpoint", "4000", "4000"),
        // In KiB: the heads of some 10,000 tables and the last events stay at hand.
        ("cache_size", "-1024", "-1024"),
        ("cell_size_check", "on", "1"),
        ("trusted_schema", "off", "0"),
    ] {
        set(&connection, path, name, value, needed)?;
    }
    Ok(connection)
}

/// Refuses a file of another program or a later release before anything in it is changed.
fn check_owner(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let application = pragma(connection, path, "application_id")?;
    let form = pragma(connection, path, "user_version")?;
    let objects: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| sqlite(path, error))?;
    match (application, form) {
        (APPLICATION, 1..=FORM) => Ok(()),
        (APPLICATION, found) if found > FORM => {
            Err(OpenError::Newer { path: path.into(), found, known: FORM })
        }
        (0, 0) if objects == 0 => Ok(()),
        _ => Err(OpenError::Foreign { path: path.into() }),
    }
}

/// Reads what the file says of itself; a new one says nothing.
pub(super) fn house(connection: &Connection, path: &Path) -> Result<Option<House>, OpenError> {
    if pragma(connection, path, "application_id")? == 0 {
        return Ok(None);
    }
    let form = pragma(connection, path, "user_version")?;
    let row = connection
        .query_row("SELECT id, commits FROM house", [], |row| {
            let commits = row.get::<_, i64>(1)?.cast_unsigned();
            Ok(House { id: u128::from_be_bytes(row.get(0)?), commits, form })
        })
        .optional()
        .map_err(|error| sqlite(path, error))?;
    row.ok_or_else(|| OpenError::Foreign { path: path.into() }).map(Some)
}

/// Fills a new file, or gives an older one the present form.
pub(super) fn make(connection: &Connection, path: &Path, found: Option<House>) -> Result<House, OpenError> {
    let fail = |error| sqlite(path, error);
    let steps = match found.map(|house| house.form) {
        None => format!("{TABLES} PRAGMA application_id = {APPLICATION};"),
        Some(1) => FROM_FORM_1.into(),
        Some(_) => String::new(),
    };
    if found.is_none_or(|house| house.form != FORM) {
        let made = format!("BEGIN IMMEDIATE; {steps} PRAGMA user_version = {FORM}; COMMIT;");
        connection.execute_batch(&made).map_err(fail)?;
        // The file alone says this much, so that the loss of its -wal file cannot make it look new or old.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).map_err(fail)?;
    }
    house(connection, path)?.ok_or_else(|| OpenError::Foreign { path: path.into() })
}

fn pragma(connection: &Connection, path: &Path, name: &str) -> Result<i64, OpenError> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|error| sqlite(path, error))
}

fn set(
    connection: &Connection,
    path: &Path,
    name: &'static str,
    value: &str,
    needed: &'static str,
) -> Result<(), OpenError> {
    let fail = |error| sqlite(path, error);
    // Some settings answer with their new value and some with nothing: set, then read back.
    connection.pragma_update_and_check(None, name, value, |_| Ok(())).optional().map_err(fail)?;
    let found: rusqlite::types::Value =
        connection.pragma_query_value(None, name, |row| row.get(0)).map_err(fail)?;
    let found = match found {
        rusqlite::types::Value::Integer(number) => number.to_string(),
        rusqlite::types::Value::Text(text) => text,
        other => format!("{other:?}"),
    };
    if found != needed {
        return Err(OpenError::Setting { name, found, needed });
    }
    Ok(())
}

fn sqlite(path: &Path, error: rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse { path: path.into() },
        Some(ErrorCode::NotADatabase) => OpenError::Foreign { path: path.into() },
        Some(ErrorCode::ReadOnly) => OpenError::read_only(path),
        Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure) if private::is_read_only(path) => {
            OpenError::read_only(path)
        }
        _ => OpenError::Sqlite { path: path.into(), error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_sqlite_is_refused_by_name() {
        assert!(check_version(3_051_003, "3.51.3").is_ok());
        let error = check_version(3_040_001, "3.40.1").unwrap_err().to_string();
        assert!(error.contains("3.40.1") && error.contains("3.51.3"), "{error}");
    }

    #[test]
    fn a_setting_sqlite_does_not_take_is_an_error() {
        let connection = Connection::open_in_memory().unwrap();
        let error = set(&connection, Path::new("x"), "journal_mode", "wal", "wal").unwrap_err();
        assert!(matches!(error, OpenError::Setting { name: "journal_mode", .. }), "{error}");
    }
}
