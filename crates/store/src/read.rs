//! Reading one unchanging view of a database (H9).

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use r2d2::PooledConnection;
use rusqlite::Connection;
use sessions_core::event::{Role, RowClass, TimestampMs};
use sessions_core::history::{EmptyReason, HistoryRows, HistoryWindow, RowLimit, read};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::position::PathPosition;
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
    id: SnapshotId,
}

/// Tells snapshots apart: rows that one found are others, or none, in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SnapshotId(u64);

impl SnapshotId {
    fn next() -> Self {
        static N_SNAPSHOTS: AtomicU64 = AtomicU64::new(0);
        Self(N_SNAPSHOTS.fetch_add(1, Ordering::Relaxed))
    }
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

    /// Returns whether two snapshots of one database found the same generation,
    /// and not one that was made under the same id after it was deleted.
    pub fn is_same(&self, other: &Self) -> bool {
        self.row.id == other.row.id
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
        let snapshot = Self {
            conn,
            masker,
            id: SnapshotId::next(),
        };
        // The first read fixes what the transaction sees.
        snapshot
            .run("BEGIN")
            .and_then(|()| {
                let sql = "SELECT 1 FROM sqlite_schema LIMIT 1";
                let mut stmt = snapshot.conn.prepare_cached(sql)?;
                stmt.query_row([], |_| Ok(()))
            })
            .map_err(StoreError::during("open a snapshot"))?;
        Ok(snapshot)
    }

    /// Runs a statement that a connection keeps compiled.
    fn run(&self, sql: &str) -> rusqlite::Result<()> {
        self.conn.prepare_cached(sql)?.execute([]).map(drop)
    }

    pub(crate) fn conn(&self) -> &Connection {
        &self.conn
    }

    pub(crate) fn id(&self) -> SnapshotId {
        self.id
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

    /// Returns the key that a session id belongs to (T1).
    ///
    /// This looks through every session, whoever may see it: it is for writers.
    ///
    /// # Errors
    ///
    /// See [`Self::facts`].
    pub fn owner_of(&self, session_id: &SessionId) -> Result<Option<SessionKey>> {
        session::owner_of(&self.conn, session_id)
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
        drop(self.run("ROLLBACK"));
    }
}

impl fmt::Debug for Snapshot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use sessions_core::event::TranscriptEvent;
    use sessions_core::testing::build;

    use super::*;
    use crate::{Import, SessionSettings, Store, StoreOptions};

    /// Returns a transcript of `n` events: mostly runs of tool rows and hidden
    /// rows, as real ones are, a reset in the middle.
    fn transcript(n: usize) -> Vec<TranscriptEvent> {
        use sessions_core::event::EventBody;
        let event = |at: usize| {
            let id = format!("m{at}");
            match at % 10 {
                _ if at == n / 2 => build::reset(&id, None),
                0 => build::message(&id, Role::User, "words"),
                5 => build::message(&id, Role::Assistant, "words"),
                1..=3 => build::event(&id, EventBody::Note),
                _ => build::message(&id, Role::Tool, "output"),
            }
        };
        (0..n).map(event).collect()
    }

    struct Subject {
        store: Store,
        key: SessionKey,
        _folder: tempfile::TempDir,
    }

    fn subject(n: usize) -> Subject {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
        let key: SessionKey = "agent:main:main".parse().unwrap();
        let import = Import {
            key: &key,
            session_id: &"s1".parse().unwrap(),
            is_current: true,
            settings: &SessionSettings::default(),
            events: &transcript(n),
        };
        store.import(&import).unwrap();
        Subject {
            store,
            key,
            _folder: folder,
        }
    }

    impl Subject {
        /// Returns how many steps of SQLite's virtual machine a read takes.
        fn steps(&self, window: &HistoryWindow, include_tools: bool) -> u64 {
            let steps = Arc::new(AtomicU64::new(0));
            let counter = Arc::clone(&steps);
            let count = move || {
                counter.fetch_add(1, Ordering::Relaxed);
                false
            };
            let snapshot = self.store.snapshot().unwrap();
            snapshot.conn.progress_handler(1, Some(count)).unwrap();
            let generation = snapshot.generation(&self.key, None).unwrap().unwrap();
            let limit = RowLimit::try_from(20).unwrap();
            let page = snapshot
                .history(&generation, window, limit, include_tools)
                .unwrap();
            assert_eq!(page.rows.len(), 20);
            snapshot
                .conn
                .progress_handler(0, None::<fn() -> bool>)
                .unwrap();
            steps.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn an_anchored_read_takes_the_same_steps_at_any_length() {
        let (short, long) = (subject(1_000), subject(40_000));
        let around = |at: usize| HistoryWindow::Around(build::id(&format!("m{at}")));
        for include_tools in [false, true] {
            // In the current view, and in the interval that the reset closed.
            for (in_short, in_long) in [(800, 30_000), (200, 10_000)] {
                let few = short.steps(&around(in_short), include_tools);
                let many = long.steps(&around(in_long), include_tools);
                assert!(
                    many <= few + few / 20,
                    "{few} steps among 1,000 events, {many} among 40,000"
                );
            }
        }
        // A deep page finds its place by halving.
        let deep = |n| HistoryWindow::Newest { offset: Some(n) };
        let few = short.steps(&deep(60), false);
        let many = long.steps(&deep(3_000), false);
        assert!(many < few * 3, "{few} steps and {many}");
    }
}
