//! The log beside a database (SQLite's WAL): emptied when asked, and kept from
//! growing for ever.
//!
//! A commit that finds the log long moves it into the file, but SQLite begins
//! it anew only in a moment when nobody reads from it. Where the snapshots of
//! readers overlap there is no such moment, so now and then it has to be waited
//! for.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rusqlite::Connection;

use crate::error::{Result, StoreError};

/// How long one try to empty the log waits for readers, and how long after it
/// writers have free way.
const MOMENT: Duration = Duration::from_millis(20);

/// Bytes from which on a log is emptied after a write.
const LONG: u64 = 32 * 1024 * 1024;

/// Bytes by which it may grow before the next try, where a reader was in the
/// way for all the time.
const GROWTH: u64 = 4 * 1024 * 1024;

/// How long such a try waits: about as long as a step of reconciliation takes.
const PATIENCE: Duration = Duration::from_millis(100);

/// Empties the log, trying again while a reader or another process is in the
/// way.
///
/// Each try waits only a moment: while it waits it keeps every writer out.
///
/// # Errors
///
/// Fails when a reader is in the way for longer than `patience`, or the
/// database cannot be written.
pub(crate) fn truncate(conn: &Connection, patience: Duration) -> Result<()> {
    let failed = || StoreError::during("checkpoint");
    let deadline = Instant::now() + patience;
    is_blocked(conn, "PASSIVE").map_err(failed())?;
    conn.busy_timeout(MOMENT).map_err(failed())?;
    let outcome = loop {
        match is_blocked(conn, "TRUNCATE") {
            Ok(false) => break Ok(()),
            Ok(true) => {}
            Err(err) => {
                let err = failed()(err);
                if !err.is_busy() {
                    break Err(err);
                }
            }
        }
        if deadline <= Instant::now() {
            break Err(StoreError::Readers);
        }
        thread::sleep(MOMENT);
    };
    conn.busy_timeout(patience).map_err(failed())?;
    outcome
}

fn is_blocked(conn: &Connection, mode: &str) -> rusqlite::Result<bool> {
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    conn.query_row(&sql, [], |row| row.get(0))
}

/// Keeps the log from growing for ever.
#[derive(Debug)]
pub(crate) struct LogBound {
    log: PathBuf,
    /// Bytes of log from which on it is emptied.
    long: u64,
}

impl LogBound {
    /// Returns the bound of a database's log.
    pub(crate) fn of(database: &Path) -> Self {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        Self {
            log: log.into(),
            long: LONG,
        }
    }

    /// Empties the log if it has become long; called after a commit. A log that
    /// stays long is no failure of what was written.
    pub(crate) fn keep(&mut self, conn: &Connection, busy_timeout: Duration) {
        let Ok(file) = fs::metadata(&self.log) else {
            return;
        };
        if file.len() < LONG {
            self.long = LONG;
        }
        if file.len() < self.long {
            return;
        }
        let is_emptied = conn.busy_timeout(PATIENCE).is_ok()
            && is_blocked(conn, "TRUNCATE").is_ok_and(|is_blocked| !is_blocked);
        self.long = if is_emptied {
            LONG
        } else {
            file.len() + GROWTH
        };
        // It is the same call as when the connection was opened.
        let _set = conn.busy_timeout(busy_timeout);
    }
}
