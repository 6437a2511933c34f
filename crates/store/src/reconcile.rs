//! Background reconciliation in bounded steps (X5).
//!
//! A step either gives some rows of a marked session their docs, or removes
//! some hidden docs of a session, or merges some pages of the index where
//! nothing else is left. Texts are masked and analysed on a reader,
//! outside the write lock; the write that follows checks by `n_changes` that
//! nothing moved in between and gives up otherwise. Each step is one short
//! transaction that leaves everything valid: a crash between two steps loses
//! no more than one step's work.

use rusqlite::{Connection, OptionalExtension as _, params};
use sessions_core::event::RowClass;
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::event::searchable_in;
use crate::index::{self, Doc, Leaving};
use crate::scope::{KeyRows, sessions_of};
use crate::session::{self, SessionRow};
use crate::store::Store;

/// How much one step does at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepBudget {
    /// Rows that a step indexes or removes.
    pub max_rows: usize,
}

impl Default for StepBudget {
    /// About a hundredth of a second of the writer's time.
    fn default() -> Self {
        Self { max_rows: 256 }
    }
}

/// Text that a step reads at most, the last message of it aside.
const MAX_CHUNK_BYTES: usize = 1 << 20;

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// Nothing: no session awaits indexing, no hidden doc is left, and merging
    /// the index would gain little.
    Idle,
    /// It worked on a session; `n_rows` rows were indexed or looked over.
    Worked {
        /// The rows.
        n_rows: usize,
    },
    /// It merged segments of the index, and there may be more to merge. Every
    /// row is indexed: who waits for that need not wait for more.
    Merged,
    /// A writer was faster; the next step starts from what it left.
    Overtaken,
}

/// A chunk of rows with their words, and what the session was when they were
/// read.
struct Chunk {
    docs: Vec<Doc>,
    /// Where the chunk ends; `None` when it reaches the end of the path.
    last: Option<u64>,
    n_rows: usize,
}

impl Store {
    /// Does one bounded step of reconciliation.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read or written, or another process
    /// keeps writing for longer than the busy timeout. What earlier steps did
    /// stays.
    pub fn reconcile_step(&self, budget: StepBudget) -> Result<StepOutcome> {
        self.reconcile_step_first(budget, &SessionScope::Nothing)
    }

    /// Does one bounded step of reconciliation, for a session of `waiting`
    /// before any other: that of a search which waits for its answer to be
    /// complete.
    ///
    /// # Errors
    ///
    /// See [`Self::reconcile_step`].
    pub fn reconcile_step_first(
        &self,
        budget: StepBudget,
        waiting: &SessionScope,
    ) -> Result<StepOutcome> {
        if !self.mark_rules()? {
            // Whoever came with the rules of today indexes.
            return Ok(StepOutcome::Idle);
        }
        let snapshot = self.snapshot()?;
        let conn = snapshot.conn();
        let session = match next_in_scope(conn, waiting)? {
            Some(session) => Some(session),
            None => next_session(conn, "s.awaits_index = 1")?,
        };
        if let Some(session) = session {
            let chunk = self.read_chunk(conn, &session, budget.max_rows.max(1))?;
            drop(snapshot);
            return self.write_chunk(&session, &chunk);
        }
        drop(snapshot);
        match self.remove_stale_step(budget)? {
            StepOutcome::Idle => self.merge_idly(),
            outcome => Ok(outcome),
        }
    }

    /// Removes some docs of rows that left their path, if there are any.
    pub(crate) fn remove_stale_step(&self, budget: StepBudget) -> Result<StepOutcome> {
        let stale = next_session(self.snapshot()?.conn(), "s.has_stale = 1")?;
        match stale {
            Some(session) => self.remove_stale(&session, budget.max_rows.max(1)),
            None => Ok(StepOutcome::Idle),
        }
    }

    fn read_chunk(&self, conn: &Connection, session: &SessionRow, limit: usize) -> Result<Chunk> {
        if !session.is_searchable {
            return Ok(Chunk {
                docs: Vec::new(),
                last: None,
                n_rows: 0,
            });
        }
        let sql = "SELECT e.id, e.position, e.ts, e.role, b.text
                   FROM event e JOIN body b ON b.event = e.id
                   WHERE e.session = ?1 AND e.class = ?2 AND e.position > ?3
                   ORDER BY e.position LIMIT ?4";
        let values = params![
            session.id,
            RowClass::Turn.as_u8(),
            session.index.indexed_to,
            limit
        ];
        let mut rows = conn
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_map(values, |row| {
                    let id: i64 = row.get("id")?;
                    let position: u64 = row.get("position")?;
                    Ok((id, position, searchable_in(row)?))
                })?
                .collect::<rusqlite::Result<Vec<_>>>()
            })
            .map_err(StoreError::during("read messages to index"))?;
        // A chunk ends where its texts are many or long.
        let mut n_bytes = 0;
        let n_short = rows
            .iter()
            .take_while(|(_, _, row)| {
                let is_short = n_bytes < MAX_CHUNK_BYTES;
                n_bytes += row.as_ref().map_or(0, |it| it.text.len());
                is_short
            })
            .count();
        let is_cut = n_short < rows.len();
        rows.truncate(n_short);
        let last = rows
            .last()
            .map(|row| row.1)
            .filter(|_| is_cut || rows.len() == limit);
        let n_rows = rows.len();
        let masker = &self.options().masker;
        let docs = rows
            .into_iter()
            .filter_map(|(event, _, row)| {
                row.map(|row| Doc {
                    event,
                    timestamp: row.timestamp,
                    role: row.role,
                    words: index::words(masker, &row.text),
                })
            })
            .collect();
        Ok(Chunk { docs, last, n_rows })
    }

    fn write_chunk(&self, read: &SessionRow, chunk: &Chunk) -> Result<StepOutcome> {
        self.write("index messages", |writing| {
            let Some(mut session) = session::by_row(writing.tx, read.id)? else {
                return Ok(StepOutcome::Overtaken);
            };
            if session.n_changes != read.n_changes
                || session.index.indexed_to != read.index.indexed_to
            {
                return Ok(StepOutcome::Overtaken);
            }
            let version = writing.masker.stored_version();
            if session.index.mask_version != version {
                // Words that today's rules mask are among the old docs.
                let after = session.index.indexed_to;
                let deleted = Leaving::Deleted;
                index::take_out(writing.tx, session.id, after, chunk.last, deleted)?;
            }
            for doc in &chunk.docs {
                index::put(writing.tx, writing.ids, session.id, doc)?;
            }
            if let Some(position) = chunk.last {
                session.index.indexed_to = position;
            } else {
                session.index.is_awaited = false;
                session.index.mask_version = version;
            }
            session::save(writing.tx, &session)?;
            Ok(StepOutcome::Worked {
                n_rows: chunk.n_rows,
            })
        })
    }

    fn remove_stale(&self, read: &SessionRow, limit: usize) -> Result<StepOutcome> {
        self.write("remove rewound messages from the index", |writing| {
            let Some(mut session) = session::by_row(writing.tx, read.id)? else {
                return Ok(StepOutcome::Overtaken);
            };
            session.index.has_stale = index::remove_stale(writing.tx, session.id, limit)?;
            session::save(writing.tx, &session)?;
            Ok(StepOutcome::Worked { n_rows: limit })
        })
    }
}

/// Returns a session of `scope` that awaits indexing.
fn next_in_scope(conn: &Connection, scope: &SessionScope) -> Result<Option<SessionRow>> {
    let KeyRows::Some(keys) = KeyRows::of(conn, scope)? else {
        // Every session: there is none to prefer.
        return Ok(None);
    };
    for id in sessions_of(conn, &keys)? {
        let session = session::by_row(conn, id)?;
        if let Some(session) = session.filter(|it| it.index.is_awaited) {
            return Ok(Some(session));
        }
    }
    Ok(None)
}

/// Returns a session that a condition names.
fn next_session(conn: &Connection, condition: &str) -> Result<Option<SessionRow>> {
    let sql = format!("SELECT s.id FROM session s WHERE {condition} ORDER BY s.id DESC LIMIT 1");
    let id: Option<i64> = conn
        .prepare_cached(&sql)
        .and_then(|mut stmt| stmt.query_row([], |row| row.get(0)).optional())
        .map_err(StoreError::during("look for work"))?;
    match id {
        Some(id) => session::by_row(conn, id),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use sessions_core::event::Role;
    use sessions_core::testing::build;

    use super::*;
    use crate::{AppendRequest, Import, Mark, Masker, SessionSettings, StoreOptions};

    /// A store with an imported session of six messages that awaits indexing.
    fn awaiting() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
        let events: Vec<_> = (1..=6)
            .map(|n| build::message(&format!("m{n}"), Role::User, "alpha"))
            .collect();
        let import = Import {
            key: &"agent:main:main".parse().unwrap(),
            session_id: &"s1".parse().unwrap(),
            is_current: true,
            settings: &SessionSettings::default(),
            events: &events,
        };
        store.import(&import).unwrap();
        (folder, store)
    }

    /// Reads a chunk, lets a writer in, and writes the chunk.
    fn with_a_writer_between(
        store: &Store,
        max_rows: usize,
        writer: impl FnOnce(&Store),
    ) -> StepOutcome {
        let snapshot = store.snapshot().unwrap();
        let session = next_session(snapshot.conn(), "s.awaits_index = 1")
            .unwrap()
            .unwrap();
        let chunk = store
            .read_chunk(snapshot.conn(), &session, max_rows)
            .unwrap();
        drop(snapshot);
        writer(store);
        store.write_chunk(&session, &chunk).unwrap()
    }

    fn n_docs(store: &Store) -> i64 {
        let snapshot = store.snapshot().unwrap();
        snapshot
            .conn()
            .query_row(
                "SELECT count(*) FROM doc d JOIN event e ON e.id = d.event
                 WHERE d.is_stale = 0 AND e.position IS NOT NULL",
                [],
                |row| row.get(0),
            )
            .unwrap()
    }

    fn finish(store: &Store) {
        while store.reconcile_step(StepBudget { max_rows: 2 }).unwrap() != StepOutcome::Idle {}
        assert!(
            !store
                .snapshot()
                .unwrap()
                .awaits_index(&SessionScope::Everything)
                .unwrap()
        );
    }

    #[test]
    fn a_step_gives_way_to_what_moved_the_path_meanwhile() {
        let (_folder, store) = awaiting();
        let outcome = with_a_writer_between(&store, 10, |store| {
            let mark = Mark {
                key: &"agent:main:main".parse().unwrap(),
                session_id: None,
                message_id: &build::id("l1"),
                timestamp: sessions_core::event::TimestampMs(0),
            };
            store.rewind(&mark, &build::id("m2")).unwrap();
        });
        assert_eq!(outcome, StepOutcome::Overtaken);
        assert_eq!(n_docs(&store), 0);
        finish(&store);
        assert_eq!(n_docs(&store), 2);
    }

    #[test]
    fn a_step_gives_way_to_another_reconciler() {
        let (_folder, store) = awaiting();
        let outcome = with_a_writer_between(&store, 2, |store| {
            store.reconcile_step(StepBudget { max_rows: 3 }).unwrap();
        });
        assert_eq!(outcome, StepOutcome::Overtaken);
        finish(&store);
        assert_eq!(n_docs(&store), 6);
    }

    #[test]
    fn an_append_meanwhile_is_kept_and_found() {
        let (_folder, store) = awaiting();
        let key = "agent:main:main".parse().unwrap();
        let id = "s1".parse().unwrap();
        let event = [build::message("m7", Role::User, "alpha")];
        let outcome = with_a_writer_between(&store, 10, |store| {
            store.append(&AppendRequest::to(&key, &id, &event)).unwrap();
        });
        assert_eq!(outcome, StepOutcome::Worked { n_rows: 6 });
        finish(&store);
        assert_eq!(n_docs(&store), 7);
    }

    #[test]
    fn a_session_that_is_waited_for_comes_first() {
        let (_folder, store) = awaiting();
        let other: sessions_core::key::SessionKey = "agent:main:later".parse().unwrap();
        let import = Import {
            key: &other,
            session_id: &"s2".parse().unwrap(),
            is_current: true,
            settings: &SessionSettings::default(),
            events: &[build::message("m1", Role::User, "alpha")],
        };
        store.import(&import).unwrap();
        let first: sessions_core::key::SessionKey = "agent:main:main".parse().unwrap();
        for (waited_for, unwaited) in [(&other, &first), (&first, &other)] {
            store.rebuild_index().unwrap();
            let budget = StepBudget { max_rows: 100 };
            let scope = SessionScope::one(waited_for.clone());
            store.reconcile_step_first(budget, &scope).unwrap();
            let snapshot = store.snapshot().unwrap();
            assert!(!snapshot.awaits_index(&scope).unwrap());
            let unwaited = SessionScope::one(unwaited.clone());
            assert!(snapshot.awaits_index(&unwaited).unwrap());
        }
    }

    #[test]
    fn a_deleted_session_is_not_indexed_again() {
        let (_folder, store) = awaiting();
        let outcome = with_a_writer_between(&store, 10, |store| {
            assert!(store.delete(&"agent:main:main".parse().unwrap()).unwrap());
        });
        assert_eq!(outcome, StepOutcome::Overtaken);
        assert_eq!(n_docs(&store), 0);
    }
}
