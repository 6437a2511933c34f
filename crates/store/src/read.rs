//! Reading one unchanging view of a database (H9).

use std::fmt;

use r2d2::PooledConnection;
use rusqlite::Connection;
use sessions_core::event::{Role, RowClass, TimestampMs};
use sessions_core::history::{EmptyReason, HistoryRows, HistoryWindow, RowLimit, read};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::path::PathPosition;
use sessions_core::scope::SessionFacts;
use sessions_core::view::View;

use crate::connection::Readers;
use crate::error::{Result, StoreError};
use crate::event;
use crate::masker::Masker;
use crate::path::SqlPath;
use crate::session::{self, SessionRow};

/// One view of the database that no writer changes.
pub struct Snapshot<'s> {
    conn: PooledConnection<Readers>,
    masker: &'s Masker,
}

/// One generation of a session, as a snapshot found it.
#[derive(Clone, Debug)]
pub struct Generation {
    row: SessionRow,
}

impl Generation {
    /// Returns its id.
    pub fn session_id(&self) -> &SessionId {
        &self.row.session_id
    }

    /// Returns whether it is the current one of its key.
    pub fn is_current(&self) -> bool {
        self.row.is_current
    }
}

/// One row of a read, with its text as stored: it is not masked.
#[derive(Clone, PartialEq, Eq)]
pub struct HistoryRow {
    /// The event.
    pub message_id: MessageId,
    /// Where it stands on the active path.
    pub position: PathPosition,
    /// What it is to a reader.
    pub class: RowClass,
    /// Who speaks, if it is a message.
    pub role: Option<Role>,
    /// When it was said.
    pub timestamp: TimestampMs,
    /// What a reader is shown of it, before masking.
    pub text: String,
}

impl fmt::Debug for HistoryRow {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistoryRow")
            .field("message_id", &self.message_id)
            .field("position", &self.position)
            .field("class", &self.class)
            .finish_non_exhaustive()
    }
}

/// What a read of a generation shows; see [`HistoryRows`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryPage {
    /// The sequence that the rows come from.
    pub view: View,
    /// The rows, in reading order.
    pub rows: Vec<HistoryRow>,
    /// Where the anchor is, if one was asked for and found.
    pub anchor: Option<PathPosition>,
    /// Whether older rows exist in the sequence.
    pub has_older: bool,
    /// Whether newer rows exist in the sequence.
    pub has_newer: bool,
    /// The number of rows in the view, where an offset was given.
    pub total: Option<u64>,
    /// Why there is nothing, where an anchor was asked for and is not shown.
    pub empty_reason: Option<EmptyReason>,
}

impl<'s> Snapshot<'s> {
    pub(crate) fn begin(conn: PooledConnection<Readers>, masker: &'s Masker) -> Result<Self> {
        let snapshot = Self { conn, masker };
        // The first read fixes what the transaction sees.
        snapshot
            .conn
            .execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
            .map_err(StoreError::during("open a snapshot"))?;
        Ok(snapshot)
    }

    pub(crate) fn conn(&self) -> &Connection {
        &self.conn
    }

    pub(crate) fn masker(&self) -> &Masker {
        self.masker
    }

    /// Returns what is stored of a session, or `None` where there is none.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read; so do all below.
    pub fn facts(&self, key: &SessionKey) -> Result<Option<SessionFacts>> {
        Ok(session::find_key(&self.conn, key)?.map(|row| row.facts))
    }

    /// Returns a generation of a session: the named one, else the current one
    /// (H7). `None` where the key has no such generation, whether the id exists
    /// elsewhere or not.
    ///
    /// # Errors
    ///
    /// See [`Self::facts`].
    pub fn generation(
        &self,
        key: &SessionKey,
        session_id: Option<&SessionId>,
    ) -> Result<Option<Generation>> {
        let Some(stored) = session::find_key(&self.conn, key)? else {
            return Ok(None);
        };
        let row = session::generation(&self.conn, stored.id, session_id)?;
        Ok(row.map(|row| Generation { row }))
    }

    /// Reads rows of a generation (H2 to H6, H8).
    ///
    /// # Errors
    ///
    /// See [`Self::facts`].
    pub fn history(
        &self,
        generation: &Generation,
        window: &HistoryWindow,
        limit: RowLimit,
        include_tools: bool,
    ) -> Result<HistoryPage> {
        let mut path = SqlPath {
            conn: &self.conn,
            session: &generation.row,
        };
        let shown = read(&mut path, window, limit, include_tools)?;
        let HistoryRows {
            view,
            rows,
            anchor,
            has_older,
            has_newer,
            total,
            empty_reason,
        } = shown;
        let rows = rows
            .into_iter()
            .map(|row| {
                let shown = event::shown(&self.conn, row.node)?;
                Ok(HistoryRow {
                    message_id: shown.message_id,
                    position: row.position,
                    class: row.class,
                    role: row.role,
                    timestamp: shown.timestamp,
                    text: row.class.marker_text().map_or(shown.text, str::to_owned),
                })
            })
            .collect::<Result<_>>()?;
        Ok(HistoryPage {
            view,
            rows,
            anchor,
            has_older,
            has_newer,
            total,
            empty_reason,
        })
    }
}

impl Drop for Snapshot<'_> {
    fn drop(&mut self) {
        // Where this fails the pool drops the connection: it is not in
        // autocommit.
        drop(self.conn.execute_batch("ROLLBACK"));
    }
}

impl fmt::Debug for Snapshot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}
