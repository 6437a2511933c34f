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

mod plan;
mod rows;
mod stream;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;
use std::time::Instant;

use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::read::Snapshot;

/// How many steps of SQLite's virtual machine run between two looks at the
/// deadline.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

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

impl Snapshot<'_> {
    /// Returns the newest messages of `scope` that match `query`.
    ///
    /// # Errors
    ///
    /// Fails when the deadline strikes ([`StoreError::Deadline`]) or the
    /// database cannot be read.
    pub fn search(&self, scope: &SessionScope, query: &CandidateQuery<'_>) -> Result<Candidates> {
        let _watch = self.watch(query.deadline)?;
        if query.max_candidates == 0 {
            return Ok(Candidates::default());
        }
        let matches = plan::matches(self.conn(), scope, query, plan::MAX_WORDS)?;
        rows::newest(self.conn(), matches, query.max_candidates)
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
