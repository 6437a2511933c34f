//! Connections: how they are set up, and the only ways into a transaction.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::error::{Result, StoreError};
use crate::options::{Durability, StoreOptions};
use crate::schema;

/// Kilobytes of pages that the writer keeps in memory; merging segments of the
/// index reads more than a search does.
const WRITER_CACHE_KB: i64 = 32 * 1024;
/// The same for each reader.
const READER_CACHE_KB: i64 = 8 * 1024;
/// Pages of log after which a commit checkpoints.
const CHECKPOINT_PAGES: i64 = 1000;

/// Makes a database at `path`, for its owner alone, unless there is one.
///
/// It is made whole under another name and then linked, so that nobody ever
/// finds half a database, whoever is killed or comes at the same time.
pub(crate) fn create(path: &Path, options: &StoreOptions) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = |source| StoreError::Create {
        path: path.to_owned(),
        source,
    };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(failed)?;
    let new = tempfile::Builder::new()
        .prefix(".new-")
        .suffix(".sqlite")
        .tempfile_in(folder)
        .map_err(failed)?;
    let mut conn = open_unpooled(new.path(), options)?;
    let set_up = |conn: &Connection| {
        move_log_at_close(conn, true)?;
        // Takes effect before the first table alone.
        conn.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
        conn.pragma_update(None, "journal_mode", "WAL")
    };
    set_up(&conn).map_err(StoreError::during("make a database"))?;
    schema::migrate(&mut conn, new.path())?;
    // Closing moves the log into the file.
    conn.close()
        .map_err(|(_, source)| StoreError::during("make a database")(source))?;
    match new.persist_noclobber(path) {
        Err(err) if err.error.kind() != io::ErrorKind::AlreadyExists => Err(failed(err.error)),
        _ => Ok(()),
    }
}

/// Opens the writer of an existing database, brought up to date.
pub(crate) fn open_writer(path: &Path, options: &StoreOptions) -> Result<Connection> {
    let mut conn = open_unpooled(path, options)?;
    // Looked at first, so that a foreign file stays as it was.
    schema::check(&conn, path)?;
    let synchronous = match options.durability {
        Durability::Normal => "NORMAL",
        Durability::Full => "FULL",
    };
    let set_up = |conn: &Connection| {
        conn.pragma_update(None, "synchronous", synchronous)?;
        conn.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        conn.pragma_update(None, "cache_size", -WRITER_CACHE_KB)
    };
    set_up(&conn).map_err(StoreError::opening(path))?;
    schema::migrate(&mut conn, path)?;
    Ok(conn)
}

/// Opens a connection of its own to an existing database, for what neither a
/// reader nor the writer does: copying, checking and saving what can be saved.
pub(crate) fn open_unpooled(path: &Path, options: &StoreOptions) -> Result<Connection> {
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(path, flags)?;
        conn.busy_timeout(options.busy_timeout)?;
        every_connection(&conn)?;
        Ok(conn)
    };
    open().map_err(StoreError::opening(path))
}

/// Sets whether the connection moves the log into the file if it is the last
/// to close. None does until it is known to be of a sound database of ours.
pub(crate) fn move_log_at_close(conn: &Connection, is_moved: bool) -> rusqlite::Result<()> {
    let config = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
    conn.set_db_config(config, !is_moved).map(drop)
}

/// Lets go of what a large write has left in memory.
///
/// FTS5 gathers the words of a transaction in a hash table. It never makes the
/// table smaller, and goes through all of it at every commit. Reading the
/// schema anew begins with a small table and keeps the cache of pages.
pub(crate) fn shrink(conn: &Connection) -> rusqlite::Result<()> {
    // A statement would hold on to the table that it was prepared for.
    conn.flush_prepared_statement_cache();
    conn.execute_batch("PRAGMA writable_schema = RESET")
}

fn every_connection(conn: &Connection) -> rusqlite::Result<()> {
    // Reading changes no file, and neither does refusing one: SQLite would move
    // a log that is another database's into this one.
    move_log_at_close(conn, false)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // Deleted text leaves no trace in free pages (X6).
    conn.pragma_update(None, "secure_delete", true)?;
    // More than there are statements, which the tests of `warm` hold.
    conn.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Makes the readers of one database for the pool.
#[derive(Debug)]
pub(crate) struct Readers {
    path: PathBuf,
    busy_timeout: Duration,
}

impl Readers {
    pub(crate) fn new(path: &Path, busy_timeout: Duration) -> Self {
        Self {
            path: path.to_owned(),
            busy_timeout,
        }
    }
}

impl r2d2::ManageConnection for Readers {
    type Connection = Connection;
    type Error = rusqlite::Error;

    fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(&self.path, flags)?;
        conn.busy_timeout(self.busy_timeout)?;
        every_connection(&conn)?;
        conn.pragma_update(None, "query_only", true)?;
        conn.pragma_update(None, "cache_size", -READER_CACHE_KB)?;
        Ok(conn)
    }

    fn is_valid(&self, _: &mut Connection) -> rusqlite::Result<()> {
        Ok(())
    }

    /// A connection left inside a transaction would read an old state for ever.
    fn has_broken(&self, conn: &mut Connection) -> bool {
        !conn.is_autocommit()
    }
}

/// Runs `f` in a transaction that holds the write lock from the start.
///
/// An interrupt can leave the transaction open although `BEGIN` failed, and
/// can report failure although `COMMIT` succeeded. So a connection is never
/// given back inside a transaction, and every write must bear being repeated.
pub(crate) fn write<T>(
    conn: &mut Connection,
    doing: &'static str,
    f: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let outcome = try_write(conn, doing, f);
    if !conn.is_autocommit() {
        conn.execute_batch("ROLLBACK")
            .map_err(StoreError::during("roll back"))?;
    }
    outcome
}

fn try_write<T>(
    conn: &mut Connection,
    doing: &'static str,
    f: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let tx = conn
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(StoreError::during(doing))?;
    let value = f(&tx)?;
    tx.commit().map_err(StoreError::during(doing))?;
    Ok(value)
}
