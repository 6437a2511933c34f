//! Listing sessions, newest first.

use std::cmp::Ordering;
use std::fmt;

use rusqlite::{OptionalExtension as _, params};
use sessions_core::event::{RowClass, TimestampMs};
use sessions_core::id::SessionId;
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::path::n_up_to;
use crate::read::Snapshot;
use crate::scope::{SqlScope, bind, condition};
use crate::session::{self, parsed};

/// One session of a list.
#[derive(Clone, PartialEq, Eq)]
pub struct ListedSession {
    /// The session.
    pub session_key: SessionKey,
    /// Its current generation.
    pub session_id: SessionId,
    /// What people call it, as stored: it is not masked.
    pub title: Option<String>,
    /// Whether it is archived (T1b).
    pub is_archived: bool,
    /// When the first user or assistant message on the path was said.
    pub first_message: Option<TimestampMs>,
    /// When the last one was.
    pub last_message: Option<TimestampMs>,
    /// How many there are.
    pub n_messages: u64,
}

impl fmt::Debug for ListedSession {
    /// Omits the title (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListedSession")
            .field("session_key", &self.session_key)
            .field("session_id", &self.session_id)
            .field("n_messages", &self.n_messages)
            .finish_non_exhaustive()
    }
}

impl ListedSession {
    /// Compares by the last message, newer first, then by session key; sessions
    /// without a message come last.
    pub fn newest_first(&self, other: &Self) -> Ordering {
        other
            .last_message
            .cmp(&self.last_message)
            .then_with(|| self.session_key.cmp(&other.session_key))
    }
}

/// Which sessions are listed.
#[derive(Clone, Copy, Debug)]
pub struct ListQuery<'a> {
    /// Only sessions of these kinds; empty admits all.
    pub kinds: &'a [SessionKind],
    /// Whether archived sessions are listed too.
    pub include_archived: bool,
    /// The most sessions.
    pub limit: usize,
}

impl Snapshot<'_> {
    /// Lists the sessions of `scope` by their last message, newest first; ties
    /// by session key, and sessions without a message last.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub fn list(&self, scope: &SessionScope, query: &ListQuery<'_>) -> Result<Vec<ListedSession>> {
        let mut listed = Vec::new();
        for (key, session) in self.listable(scope, query)? {
            listed.extend(self.listed(key, session)?);
        }
        listed.sort_by(ListedSession::newest_first);
        listed.truncate(query.limit);
        Ok(listed)
    }

    /// Returns the rows of the keys in scope with their current generations.
    fn listable(&self, scope: &SessionScope, query: &ListQuery<'_>) -> Result<Vec<(i64, i64)>> {
        let kinds: Vec<_> = query.kinds.iter().map(|it| it.as_str()).collect();
        let sql = concat!(
            "SELECT k.id, s.id, k.kind FROM session_key k
             JOIN session s ON s.session_key = k.id AND s.is_current = 1
             WHERE (k.is_archived = 0 OR :include_archived) AND ",
            condition!()
        );
        let scope = SqlScope::of(scope);
        let rows = self
            .conn()
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                let values = bind!(scope, ":include_archived": query.include_archived);
                stmt.query_map(values, |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?))
                })?
                .collect::<rusqlite::Result<Vec<(i64, i64, String)>>>()
            })
            .map_err(StoreError::during("list sessions"))?;
        Ok(rows
            .into_iter()
            .filter(|(_, _, kind)| kinds.is_empty() || kinds.contains(&kind.as_str()))
            .map(|(key, session, _)| (key, session))
            .collect())
    }

    fn listed(&self, key: i64, session: i64) -> Result<Option<ListedSession>> {
        let doing = "list sessions";
        let Some(row) = session::by_row(self.conn(), session)? else {
            return Ok(None);
        };
        let (session_key, title, is_archived) = self
            .conn()
            .prepare_cached("SELECT session_key, title, is_archived FROM session_key WHERE id = ?1")
            .and_then(|mut stmt| {
                stmt.query_row([key], |row| {
                    Ok((
                        parsed::<SessionKey>(row, "session_key")?,
                        row.get::<_, Option<String>>("title")?,
                        row.get::<_, bool>("is_archived")?,
                    ))
                })
            })
            .map_err(StoreError::during(doing))?;
        let time = |order: &str| {
            let sql = format!(
                "SELECT ts FROM event WHERE session = ?1 AND class = ?2 AND position > 0
                 ORDER BY position {order} LIMIT 1"
            );
            self.conn()
                .prepare_cached(&sql)
                .and_then(|mut stmt| {
                    stmt.query_row(params![session, RowClass::Turn.as_u8()], |row| row.get(0))
                        .optional()
                })
                .map_err(StoreError::during(doing))
                .map(|ts| ts.map(TimestampMs))
        };
        Ok(Some(ListedSession {
            session_key,
            session_id: row.session_id,
            title,
            is_archived,
            first_message: time("ASC")?,
            last_message: time("DESC")?,
            n_messages: n_up_to(self.conn(), session, RowClass::Turn, row.path_len)?,
        }))
    }
}
