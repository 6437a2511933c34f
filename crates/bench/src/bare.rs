//! Bare databases that the store is compared with: the same texts without what
//! makes them a transcript, or without an index, or in a plain one.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};
use sessions_core::analysis;
use sessions_core::event::{Role, TranscriptEvent};
use tempfile::TempDir;

use crate::SetUpError;
use crate::filled::Told;

/// What a bare database holds of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A row of one table with no index.
    Table,
    /// The rows of `event` and `body` with the indexes that the store has on
    /// them, without its look-ups.
    Rows,
    /// The text in an FTS5 table of its own, tokenized by `unicode61`.
    PlainFts,
    /// The words as the store makes them, in an FTS5 table as the store's.
    OurFts,
}

impl Layout {
    fn schema(self) -> &'static str {
        match self {
            Self::Table => {
                "CREATE TABLE message (
                     id INTEGER PRIMARY KEY, session INTEGER NOT NULL, ts INTEGER NOT NULL,
                     role INTEGER NOT NULL, text TEXT NOT NULL) STRICT"
            }
            Self::Rows => {
                "CREATE TABLE event (
                     id INTEGER PRIMARY KEY, session INTEGER NOT NULL, message_id TEXT NOT NULL,
                     parent INTEGER, control INTEGER NOT NULL, fence INTEGER,
                     kind INTEGER NOT NULL, role INTEGER, class INTEGER NOT NULL,
                     ts INTEGER NOT NULL, first_kept TEXT, digest INTEGER NOT NULL,
                     position INTEGER, nth INTEGER) STRICT;
                 CREATE UNIQUE INDEX event_message ON event (session, message_id);
                 CREATE UNIQUE INDEX event_path ON event (session, class, position, nth)
                     WHERE position IS NOT NULL;
                 CREATE TABLE body (event INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"
            }
            Self::PlainFts => "CREATE VIRTUAL TABLE message USING fts5 (text)",
            Self::OurFts => {
                "CREATE VIRTUAL TABLE message USING fts5 (
                     body, scope, content = '', contentless_delete = 1, detail = full,
                     tokenize = 'ascii')"
            }
        }
    }
}

/// A bare database in a folder of its own.
#[derive(Debug)]
pub struct Bare {
    conn: Connection,
    layout: Layout,
    n_rows: i64,
    n_sessions: i64,
    path: PathBuf,
    _folder: TempDir,
}

/// Opens a database as the store does its writer, without `secure_delete`.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let conn = Connection::open_with_flags(path, flags)?;
    conn.pragma_update(None, "journal_mode", "WAL")?;
    conn.pragma_update(None, "synchronous", "NORMAL")?;
    conn.pragma_update(None, "cache_size", -32 * 1024)?;
    Ok(conn)
}

impl Bare {
    /// Makes an empty database.
    ///
    /// # Errors
    ///
    /// Fails when there is no folder or SQLite fails.
    pub fn empty(layout: Layout) -> Result<Self, SetUpError> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("bare.sqlite");
        let conn = open(&path)?;
        conn.execute_batch(layout.schema())?;
        Ok(Self {
            conn,
            layout,
            n_rows: 0,
            n_sessions: 0,
            path,
            _folder: folder,
        })
    }

    /// Puts conversations in, in one transaction; their sessions are counted
    /// from 1.
    ///
    /// # Errors
    ///
    /// Fails when SQLite does.
    pub fn take(&mut self, all: &[Told]) -> Result<(), SetUpError> {
        let tx = self
            .conn
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        for told in all {
            self.n_sessions += 1;
            for event in &told.events {
                self.n_rows += 1;
                insert(&tx, self.layout, self.n_rows, self.n_sessions, event)?;
            }
        }
        tx.commit()?;
        Ok(())
    }

    /// Puts one message in, in a transaction of its own.
    ///
    /// # Errors
    ///
    /// Fails when SQLite does.
    pub fn append(&mut self, session: i64, event: &TranscriptEvent) -> Result<(), SetUpError> {
        let tx = self
            .conn
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        self.n_rows += 1;
        insert(&tx, self.layout, self.n_rows, session, event)?;
        tx.commit()?;
        Ok(())
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes the rows of a session and returns how many there were.
    ///
    /// # Errors
    ///
    /// Fails when SQLite does, and where the layout has no sessions.
    pub fn delete(&mut self, session: i64) -> Result<usize, SetUpError> {
        let tx = self
            .conn
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        if self.layout == Layout::Rows {
            tx.execute(
                "DELETE FROM body WHERE event IN (SELECT id FROM event WHERE session = ?1)",
                [session],
            )?;
        }
        let sql = match self.layout {
            Layout::Rows => "DELETE FROM event WHERE session = ?1",
            _ => "DELETE FROM message WHERE session = ?1",
        };
        let n = tx.execute(sql, [session])?;
        tx.commit()?;
        Ok(n)
    }
}

fn insert(
    conn: &Connection,
    layout: Layout,
    id: i64,
    session: i64,
    event: &TranscriptEvent,
) -> rusqlite::Result<()> {
    let text = event.body.display_text();
    let role = match event.body.role() {
        Some(Role::User) => 0,
        _ => 1,
    };
    let ts = event.timestamp.0;
    match layout {
        Layout::Table => conn
            .prepare_cached(
                "INSERT INTO message (id, session, ts, role, text) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![id, session, ts, role, text]),
        Layout::Rows => {
            conn.prepare_cached(
                "INSERT INTO event (id, session, message_id, parent, control, kind, role, class,
                                    ts, digest, position, nth)
                 VALUES (?1, ?2, ?3, ?4, 0, 0, ?5, 2, ?6, ?7, ?1, ?1)",
            )?
            .execute(params![
                id,
                session,
                event.id.as_str(),
                id - 1,
                role,
                ts,
                i64::MAX - id
            ])?;
            conn.prepare_cached("INSERT INTO body (event, text) VALUES (?1, ?2)")?
                .execute(params![id, text])
        }
        Layout::PlainFts => conn
            .prepare_cached("INSERT INTO message (rowid, text) VALUES (?1, ?2)")?
            .execute(params![id, text]),
        Layout::OurFts => {
            let words = analysis::index_text(text, &[]);
            conn.prepare_cached("INSERT INTO message (rowid, body, scope) VALUES (?1, ?2, ?3)")?
                .execute(params![id, words, format!("s{session}")])
        }
    }
    .map(drop)
}
