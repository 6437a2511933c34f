//! Files that were taken in, and need no reading while they stay as they are
//! (I3).
//!
//! The store knows no format and reads no file: whoever imports says what a
//! file looked like, and asks for it the next time.

use rusqlite::params;

use crate::error::{Result, StoreError};
use crate::read::Snapshot;
use crate::store::Store;

/// A file that was taken in whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenSource {
    /// Its path.
    pub path: String,
    /// What it looked like from outside.
    pub stamp: String,
    /// Sessions in it.
    pub n_sessions: usize,
    /// User and assistant messages with words in it.
    pub n_messages: u64,
    /// Events of any kind in it.
    pub n_events: u64,
}

impl Snapshot<'_> {
    /// Returns the files that were taken in and of which nothing was deleted
    /// since.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub fn taken_sources(&self) -> Result<Vec<TakenSource>> {
        let sql = "SELECT path, stamp, n_sessions, n_messages, n_events FROM source";
        self.conn()
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                let rows = stmt.query_map([], |row| {
                    Ok(TakenSource {
                        path: row.get("path")?,
                        stamp: row.get("stamp")?,
                        n_sessions: row.get("n_sessions")?,
                        n_messages: row.get("n_messages")?,
                        n_events: row.get("n_events")?,
                    })
                })?;
                rows.collect()
            })
            .map_err(StoreError::during("look up what was imported"))
    }
}

impl Store {
    /// Notes that files were taken in, each over what was noted of it before.
    ///
    /// # Errors
    ///
    /// Fails when the write fails; the files are then read again the next time.
    pub fn note_sources(&self, sources: &[TakenSource]) -> Result<()> {
        let doing = "note what was imported";
        self.write(doing, |writing| {
            let sql = "INSERT OR REPLACE INTO source
                           (path, stamp, n_sessions, n_messages, n_events)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            let note = || -> rusqlite::Result<()> {
                let mut stmt = writing.tx.prepare_cached(sql)?;
                for it in sources {
                    stmt.execute(params![
                        it.path,
                        it.stamp,
                        it.n_sessions,
                        it.n_messages,
                        it.n_events
                    ])?;
                }
                Ok(())
            };
            note().map_err(StoreError::during(doing))
        })
    }
}
