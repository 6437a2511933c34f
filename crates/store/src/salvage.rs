//! Saving what can be read of a damaged database into a new one (X9).
//!
//! The damaged file is only read. Rows are taken one by one, stepping over
//! what cannot be read; an event whose text is gone stays in its place without
//! it, so that the tree around it holds. Paths are walked anew from each leaf,
//! and the index is left to reconciliation.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row};
use sessions_core::leaf::{Effect, LeafState, Placement};

use crate::connection;
use crate::error::{Result, StoreError};
use crate::event::{self, Origin};
use crate::options::StoreOptions;
use crate::session::{self, SessionRow};
use crate::store::Store;
use crate::write::{Indexing, Writing, mark};

/// How many leaps over unreadable rows are tried before the rest of a table is
/// given up, each twice as wide as the one before.
const MAX_LEAPS: u32 = 40;

/// What was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// Generations of sessions.
    pub n_sessions: usize,
    /// Events.
    pub n_events: usize,
    /// Of these, events whose text could not be read.
    pub n_without_text: usize,
    /// Places where rows could not be read, each of one row or many.
    pub n_gaps: usize,
}

impl Store {
    /// Copies what can be read of the database at `damaged` into a new one at
    /// `new`, which must not exist.
    ///
    /// # Errors
    ///
    /// Fails when `damaged` cannot be opened as a database of this version, or
    /// when `new` exists or cannot be written.
    pub fn salvage(damaged: &Path, new: &Path, options: StoreOptions) -> Result<(Self, Salvaged)> {
        if new.exists() {
            return Err(StoreError::Create {
                path: new.to_owned(),
                source: std::io::ErrorKind::AlreadyExists.into(),
            });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let old = Connection::open_with_flags(damaged, flags)
            .and_then(|conn| {
                // The damaged file stays as it is, its log too.
                connection::move_log_at_close(&conn, false)?;
                conn.pragma_update(None, "query_only", true)?;
                Ok(conn)
            })
            .map_err(StoreError::opening(damaged))?;
        let store = Self::open(new, options)?;
        let mut salvage = Salvage {
            old: &old,
            saved: Salvaged::default(),
        };
        salvage.run(&store)?;
        Ok((store, salvage.saved))
    }
}

/// A copy under way.
struct Salvage<'c> {
    old: &'c Connection,
    saved: Salvaged,
}

/// A generation of the damaged database.
struct OldSession {
    id: i64,
    key: i64,
    row: SessionRow,
    is_replaced: bool,
}

/// An event of the damaged database.
struct OldEvent {
    id: i64,
    session: i64,
    placed: Placement<i64>,
    origin: Origin,
}

impl Salvage<'_> {
    fn run(&mut self, store: &Store) -> Result<()> {
        let keys = self.rows(
            "SELECT id, session_key, spawned_by, parent_session, owner_session, is_incognito,
                    is_archived, title
             FROM session_key WHERE id >= ?1 ORDER BY id",
            session::stored_settings,
        )?;
        let keys: HashMap<_, _> = keys.into_iter().collect();
        let sessions = self.rows(
            "SELECT s.id, s.session_key AS key_row, s.session_id, s.is_current, s.is_replaced,
                    0 AS is_incognito, s.leaf, s.append_point, s.last_reset, s.path_len,
                    s.n_changes, s.awaits_index, s.indexed_to, s.has_stale, s.mask_version,
                    NULL AS spawned_by, NULL AS parent_session, NULL AS owner_session
             FROM session s WHERE s.id >= ?1 ORDER BY s.id",
            |row| {
                let old = OldSession {
                    id: row.get("id")?,
                    key: row.get("key_row")?,
                    row: session::session_row(row)?,
                    is_replaced: row.get("is_replaced")?,
                };
                Ok((old.id, old))
            },
        )?;
        let mut events: HashMap<i64, Vec<OldEvent>> = HashMap::new();
        let all = self.rows(
            "SELECT id, session, parent, control, fence, digest, is_imported FROM event
             WHERE id >= ?1 ORDER BY id",
            old_event,
        )?;
        for (_, event) in all {
            events.entry(event.session).or_default().push(event);
        }
        for (_, old) in sessions {
            let Some((key, settings)) = keys.get(&old.key) else {
                self.saved.n_gaps += 1;
                continue;
            };
            let events = events.remove(&old.id).unwrap_or_default();
            store.write("save a session", |writing| {
                let key = writing.save_key(key, settings)?;
                let mut new = writing.begin(key, &old.row.session_id, old.row.is_current)?;
                if old.is_replaced {
                    session::set_replaced(writing.tx, new.id)?;
                }
                self.session(writing, &old, &mut new, &events)?;
                session::save(writing.tx, &new)
            })?;
            self.saved.n_sessions += 1;
        }
        Ok(())
    }

    /// Copies the events of a session and walks its path anew.
    fn session(
        &mut self,
        writing: &mut Writing<'_>,
        old: &OldSession,
        new: &mut SessionRow,
        events: &[OldEvent],
    ) -> Result<()> {
        let mut ids: HashMap<i64, i64> = HashMap::new();
        for event in events {
            let said = match event::on_path(self.old, event.id) {
                Ok(said) => said,
                Err(err) if err.is_corrupt() => {
                    self.saved.n_without_text += 1;
                    match event::without_text(self.old, event.id) {
                        Ok(said) => said,
                        Err(_) => continue,
                    }
                }
                Err(err) => return Err(err),
            };
            let mapped = |id: Option<i64>| id.and_then(|id| ids.get(&id).copied());
            let placed = Placement {
                parent: mapped(event.placed.parent),
                fence: mapped(event.placed.fence),
                ..event.placed
            };
            let id = event::insert(writing.tx, new.id, &said, event.origin, &placed, None)?;
            ids.insert(event.id, id);
            self.saved.n_events += 1;
        }
        let mapped = |id: Option<i64>| id.and_then(|id| ids.get(&id).copied());
        let state = old.row.state;
        // A leaf that is gone: the path ends in the last event that is left.
        let leaf = match (state.leaf, mapped(state.leaf)) {
            (Some(_), None) => events.iter().rev().find_map(|it| mapped(Some(it.id))),
            (_, leaf) => leaf,
        };
        new.state = LeafState {
            leaf,
            append_point: mapped(state.append_point).or(leaf),
            last_reset: mapped(state.last_reset),
        };
        writing.end_in(new, leaf, Indexing::Later)?;
        mark(new, 0);
        Ok(())
    }

    /// Reads rows in the order of their ids, leaping over what cannot be read.
    fn rows<T>(
        &mut self,
        sql: &str,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<(i64, T)>,
    ) -> Result<Vec<(i64, T)>> {
        let doing = "read a damaged database";
        let mut found = Vec::new();
        let mut from = 0_i64;
        let mut n_leaps = 0;
        loop {
            let mut stmt = self.old.prepare(sql).map_err(StoreError::during(doing))?;
            let mut rows = stmt.query([from]).map_err(StoreError::during(doing))?;
            let outcome = loop {
                match rows.next().and_then(|row| row.map(&read).transpose()) {
                    Ok(Some(row)) => {
                        from = row.0.saturating_add(1);
                        n_leaps = 0;
                        found.push(row);
                    }
                    Ok(None) => break Ok(()),
                    Err(err) => break Err(StoreError::during(doing)(err)),
                }
            };
            match outcome {
                Ok(()) => return Ok(found),
                Err(err) if !err.is_corrupt() => return Err(err),
                Err(_) if MAX_LEAPS <= n_leaps => return Ok(found),
                Err(_) => {
                    self.saved.n_gaps += usize::from(n_leaps == 0);
                    from = from.saturating_add(1 << n_leaps);
                    n_leaps += 1;
                }
            }
        }
    }
}

fn old_event(row: &Row<'_>) -> rusqlite::Result<(i64, OldEvent)> {
    let is_imported: bool = row.get("is_imported")?;
    let digest = row.get("digest")?;
    let event = OldEvent {
        id: row.get("id")?,
        session: row.get("session")?,
        placed: Placement {
            parent: row.get("parent")?,
            control: event::control_of(row.get("control")?),
            fence: row.get("fence")?,
            effect: Effect::Stays,
        },
        origin: if is_imported {
            Origin::Imported { digest }
        } else {
            Origin::Written
        },
    };
    Ok((event.id, event))
}
