//! Finding the newest rows that hold some words, within a scope.
//!
//! The store answers with candidates: the newest matches by stored time, at
//! most a bounded number (S11), each with its text. Whoever asks masks the
//! texts, checks the match and ranks, so nothing here depends on rows outside
//! the scope (S9).
//!
//! Docs are read backwards by id, which is newest first to the minute. A scope
//! of few sessions is matched inside the index, by the word that stands for
//! each session; a larger one is held against the rows as they stream by.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension as _, params};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::scope::SessionScope;

use crate::doc_id::latest_time;
use crate::error::{Result, StoreError};
use crate::event::{role_in, role_number};
use crate::index::scope_token;
use crate::read::Snapshot;
use crate::scope::{KeyRows, sessions_of};
use crate::session::{parsed, stored_mask_version};

/// The most sessions that are matched inside the index. Measured: the tokens
/// of 64 sessions cost a quarter of the time of a stream that finds none of
/// them, and more than the stream from some hundreds on.
const MAX_SCOPE_TOKENS: usize = 64;

/// How many steps of SQLite's virtual machine run between two looks at the
/// deadline.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// Streams the docs that hold some words, newest first. The index is read
/// backwards; nothing is sorted.
const NEWEST_MATCHES: &str = "SELECT f.rowid AS id, d.session, d.event, d.ts, d.role
    FROM doc_fts f JOIN doc d ON d.id = f.rowid
    WHERE doc_fts MATCH ?1 AND d.is_stale = 0
      AND (?2 IS NULL OR d.role = ?2)
      AND (?3 IS NULL OR d.ts >= ?3) AND (?4 IS NULL OR d.ts < ?4)
    ORDER BY f.rowid DESC";

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub struct CandidateQuery<'a> {
    /// An FTS5 expression over the column `body`, as
    /// [`sessions_core::query::Query::fts_expression`] makes it.
    pub expression: &'a str,
    /// Only messages of this role.
    pub role: Option<Role>,
    /// Only sessions of these kinds; empty admits all.
    pub kinds: &'a [SessionKind],
    /// Only messages at or after this time.
    pub since: Option<TimestampMs>,
    /// Only messages before this time.
    pub until: Option<TimestampMs>,
    /// The most candidates; the newest are taken.
    pub max_candidates: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
}

/// A row that holds the words. Its text is as stored: it is not masked.
#[derive(Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The session.
    pub session_key: SessionKey,
    /// The generation.
    pub session_id: SessionId,
    /// The message.
    pub message_id: MessageId,
    /// When it was said.
    pub timestamp: TimestampMs,
    /// Who said it.
    pub role: Role,
    /// The text before masking.
    pub text: String,
}

impl fmt::Debug for Candidate {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate")
            .field("session_key", &self.session_key)
            .field("session_id", &self.session_id)
            .field("message_id", &self.message_id)
            .finish_non_exhaustive()
    }
}

impl Candidate {
    /// Compares by the order of S10: newer first, then session key, session id
    /// and message id.
    pub fn newest_first(&self, other: &Self) -> Ordering {
        other
            .timestamp
            .cmp(&self.timestamp)
            .then_with(|| self.session_key.cmp(&other.session_key))
            .then_with(|| self.session_id.cmp(&other.session_id))
            .then_with(|| self.message_id.cmp(&other.message_id))
    }
}

/// What a search of one database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// The newest matches, newest first; ties by session key, session id and
    /// message id.
    pub rows: Vec<Candidate>,
    /// Whether there are matches that were not taken.
    pub has_more: bool,
}

/// A doc that matched.
struct Match {
    session: i64,
    event: i64,
    timestamp: TimestampMs,
    role: Role,
}

impl Snapshot<'_> {
    /// Returns the newest messages of `scope` that match `query`.
    ///
    /// # Errors
    ///
    /// Fails when the deadline strikes ([`StoreError::Deadline`]) or the
    /// database cannot be read.
    pub fn search(&self, scope: &SessionScope, query: &CandidateQuery<'_>) -> Result<Candidates> {
        let _guard = self.watch(query.deadline)?;
        let keys = KeyRows::of(self.conn(), scope)?;
        let sessions = match &keys {
            KeyRows::All => None,
            KeyRows::Some(keys) => Some(sessions_of(self.conn(), keys)?),
        };
        if sessions.as_ref().is_some_and(BTreeSet::is_empty) || query.max_candidates == 0 {
            return Ok(Candidates::default());
        }
        let (matches, has_more) = self.newest_matches(sessions.as_ref(), query)?;
        let mut rows = Vec::with_capacity(matches.len());
        for found in matches {
            rows.push((found.session, self.candidate(&found)?));
        }
        rows.sort_by(|(_, a), (_, b)| a.newest_first(b));
        let mut rows = self.without_copies(rows)?;
        let has_more = has_more || query.max_candidates < rows.len();
        rows.truncate(query.max_candidates);
        Ok(Candidates { rows, has_more })
    }

    /// Returns whether a session of `scope` still awaits indexing (S14).
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub fn awaits_index(&self, scope: &SessionScope) -> Result<bool> {
        let doing = "look at the state of the index";
        let keys = KeyRows::of(self.conn(), scope)?;
        // Rules that changed since the last write concern every session.
        let is_marked = stored_mask_version(self.conn())? == Some(self.masker().stored_version());
        let condition = if is_marked {
            "s.awaits_index = 1"
        } else {
            "s.path_len > 0"
        };
        let of_key = match &keys {
            KeyRows::All => {
                let sql = format!(
                    "SELECT 1 FROM session s JOIN session_key k ON k.id = s.session_key
                     WHERE {condition} AND k.is_incognito = 0 LIMIT 1"
                );
                return self
                    .conn()
                    .prepare_cached(&sql)
                    .and_then(|mut stmt| stmt.exists([]))
                    .map_err(StoreError::during(doing));
            }
            KeyRows::Some(keys) => keys,
        };
        let sql = format!("SELECT 1 FROM session s WHERE s.session_key = ?1 AND {condition}");
        let mut stmt = self
            .conn()
            .prepare_cached(&sql)
            .map_err(StoreError::during(doing))?;
        for key in of_key {
            if stmt.exists([key]).map_err(StoreError::during(doing))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Streams matches newest first until the newest `max_candidates` are
    /// known for sure.
    fn newest_matches(
        &self,
        sessions: Option<&BTreeSet<i64>>,
        query: &CandidateQuery<'_>,
    ) -> Result<(Vec<Match>, bool)> {
        let inside = sessions.filter(|it| it.len() <= MAX_SCOPE_TOKENS);
        let expression = match inside {
            None => query.expression.to_owned(),
            Some(sessions) => {
                let tokens: Vec<_> = sessions.iter().map(|&id| scope_token(id)).collect();
                format!(
                    "({}) AND scope : ({})",
                    query.expression,
                    tokens.join(" OR ")
                )
            }
        };
        let mut kinds = KindFilter::new(self.conn(), query.kinds);
        let mut search = || -> rusqlite::Result<(Vec<Match>, bool)> {
            let mut stmt = self.conn().prepare_cached(NEWEST_MATCHES)?;
            let mut rows = stmt.query(params![
                expression,
                query.role.map(role_number),
                query.since.map(|it| it.0),
                query.until.map(|it| it.0),
            ])?;
            let mut matches: Vec<Match> = Vec::new();
            // One more than asked tells whether more were left out.
            let enough = query.max_candidates + 1;
            while let Some(row) = rows.next()? {
                let id: i64 = row.get("id")?;
                // Everything from here on is older than this.
                if enough <= matches.len() && is_settled(&matches, latest_time(id), enough) {
                    return Ok((matches, true));
                }
                let session: i64 = row.get("session")?;
                let is_in = sessions.is_none_or(|it| it.contains(&session));
                if is_in && kinds.admits(session)? {
                    matches.push(Match {
                        session,
                        event: row.get("event")?,
                        timestamp: TimestampMs(row.get("ts")?),
                        role: role_in(row)?.unwrap_or(Role::Tool),
                    });
                }
            }
            Ok((matches, false))
        };
        search().map_err(StoreError::during("search"))
    }

    fn candidate(&self, found: &Match) -> Result<Candidate> {
        let sql = "SELECT k.session_key, s.session_id, e.message_id, b.text
                   FROM event e JOIN session s ON s.id = e.session
                   JOIN session_key k ON k.id = s.session_key
                   JOIN body b ON b.event = e.id
                   WHERE e.id = ?1";
        self.conn()
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_row([found.event], |row| {
                    Ok(Candidate {
                        session_key: parsed(row, "session_key")?,
                        session_id: parsed(row, "session_id")?,
                        message_id: parsed(row, "message_id")?,
                        timestamp: found.timestamp,
                        role: found.role,
                        text: row.get("text")?,
                    })
                })
            })
            .map_err(StoreError::during("read a match"))
    }

    /// Leaves out rows that a rewind or fork copied under one key: the one in
    /// the current generation stays, else the one in the newest (X11).
    fn without_copies(&self, rows: Vec<(i64, Candidate)>) -> Result<Vec<Candidate>> {
        let mut kept: Vec<(i64, Candidate)> = Vec::with_capacity(rows.len());
        let mut by_row: HashMap<(SessionKey, MessageId), Vec<usize>> = HashMap::new();
        for (session, row) in rows {
            let name = (row.session_key.clone(), row.message_id.clone());
            let same = by_row.entry(name).or_default();
            let copy = same.iter().copied().find(|&index| {
                kept.get(index).is_some_and(|(_, other)| {
                    other.role == row.role
                        && other.timestamp == row.timestamp
                        && other.text == row.text
                })
            });
            match copy.and_then(|index| kept.get_mut(index)) {
                None => {
                    same.push(kept.len());
                    kept.push((session, row));
                }
                Some(other) if self.is_before(other.0, session)? => *other = (session, row),
                Some(_) => {}
            }
        }
        Ok(kept.into_iter().map(|(_, row)| row).collect())
    }

    /// Returns whether generation `a` yields to generation `b` of its key.
    fn is_before(&self, a: i64, b: i64) -> Result<bool> {
        let is_current = |id: i64| {
            self.conn()
                .prepare_cached("SELECT is_current FROM session WHERE id = ?1")
                .and_then(|mut stmt| stmt.query_row([id], |row| row.get::<_, bool>(0)).optional())
                .map_err(StoreError::during("look up a session"))
        };
        Ok((is_current(a)?, a) < (is_current(b)?, b))
    }

    /// Interrupts what runs on this snapshot once the deadline has struck.
    fn watch(&self, deadline: Option<Instant>) -> Result<Watch<'_>> {
        let watch = Watch { conn: self.conn() };
        if let Some(deadline) = deadline {
            self.conn()
                .progress_handler(
                    STEPS_BETWEEN_LOOKS,
                    Some(move || deadline <= Instant::now()),
                )
                .map_err(StoreError::during("set a deadline"))?;
        }
        Ok(watch)
    }
}

/// Takes the deadline off a connection that goes back to the pool.
struct Watch<'c> {
    conn: &'c Connection,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        drop(self.conn.progress_handler(0, None::<fn() -> bool>));
    }
}

/// Returns whether at least `enough` matches are newer than all that is older
/// than `time`.
fn is_settled(matches: &[Match], time: TimestampMs, enough: usize) -> bool {
    enough <= matches.iter().filter(|it| time <= it.timestamp).count()
}

/// Says whether a session is of a wanted kind, remembering what it looked up.
struct KindFilter<'c> {
    conn: &'c Connection,
    kinds: Vec<&'static str>,
    known: HashMap<i64, bool>,
}

impl<'c> KindFilter<'c> {
    fn new(conn: &'c Connection, kinds: &[SessionKind]) -> Self {
        Self {
            conn,
            kinds: kinds.iter().map(|it| it.as_str()).collect(),
            known: HashMap::new(),
        }
    }

    fn admits(&mut self, session: i64) -> rusqlite::Result<bool> {
        if self.kinds.is_empty() {
            return Ok(true);
        }
        if let Some(&is_admitted) = self.known.get(&session) {
            return Ok(is_admitted);
        }
        let sql = "SELECT k.kind FROM session s JOIN session_key k ON k.id = s.session_key
                   WHERE s.id = ?1";
        let kind: String = self
            .conn
            .prepare_cached(sql)?
            .query_row([session], |row| row.get(0))?;
        let is_admitted = self.kinds.contains(&kind.as_str());
        self.known.insert(session, is_admitted);
        Ok(is_admitted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::SqlPath;
    use crate::{Masker, Store, StoreOptions};

    /// Returns how SQLite goes about a statement.
    fn plan(conn: &Connection, sql: &str) -> String {
        let mut stmt = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let n = stmt.parameter_count();
        let steps = stmt
            .query_map(rusqlite::params_from_iter(vec![1; n]), |row| {
                row.get::<_, String>("detail")
            })
            .unwrap();
        let steps: Vec<String> = steps.map(|step| step.unwrap()).collect();
        steps.join("\n")
    }

    #[test]
    fn reads_and_searches_go_by_their_indexes_and_sort_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.sqlite");
        let store = Store::open(&path, StoreOptions::new(Masker::none())).unwrap();
        let snapshot = store.snapshot().unwrap();
        insta::assert_snapshot!(plan(snapshot.conn(), NEWEST_MATCHES), @r"
        SCAN f VIRTUAL TABLE INDEX 192:M2
        SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
        ");
        insta::assert_snapshot!(plan(snapshot.conn(), SqlPath::FIRST_ROWS), @"SEARCH event USING INDEX event_path (session=? AND class=? AND position>? AND position<?)");
        insta::assert_snapshot!(plan(snapshot.conn(), SqlPath::LAST_ROWS), @"SEARCH event USING INDEX event_path (session=? AND class=? AND position>? AND position<?)");
    }
}
