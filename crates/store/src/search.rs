//! Finding the newest rows that hold some words, within a scope.
//!
//! The store answers with candidates: the newest matches by stored time, at
//! most a bounded number (S11), each with its text. Whoever asks masks the
//! texts, checks the match and ranks, so nothing here depends on rows outside
//! the scope (S9).
//!
//! Docs are read backwards by id, which is newest first to the minute. A scope
//! is matched inside the index, by the words that stand for its sessions and
//! their owners.

mod count;
mod depth;
mod filter;
mod plan;
mod reading;
mod recency;
mod rows;
mod spread;
mod stream;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Bound;
use std::time::Instant;

use rusqlite::Connection;
use sessions_core::event::{Role, TimestampMs};
use sessions_core::key::{SessionKey, SessionKind};
use sessions_core::scope::SessionScope;

pub use self::depth::Depth;
use self::plan::Within;
pub use self::reading::{Found, Reading};
pub use self::recency::{Recency, Stretch};
pub use self::spread::SpreadBounds;
use crate::error::{Result, StoreError};
use crate::read::Snapshot;
use crate::scope::SqlScope;

/// How many steps of SQLite's virtual machine run between two looks at the
/// deadline.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// What is searched for.
#[derive(Clone, Copy, Debug)]
pub struct CandidateQuery<'a> {
    /// An FTS5 expression over the column `body`, as
    /// [`sessions_core::query::Query::fts_expression`] makes it.
    pub expression: &'a str,
    /// A way to the same messages without the index.
    pub by_text: Option<ByText<'a>>,
    /// Only messages of this role.
    pub role: Option<Role>,
    /// Only sessions of these kinds; empty admits all.
    pub kinds: &'a [SessionKind],
    /// Only messages at or after this time.
    pub since: Option<TimestampMs>,
    /// Only messages before this time.
    pub until: Option<TimestampMs>,
    /// Only these: of matches, or of sessions by their newest match.
    pub stretch: Stretch<'a>,
    /// Where one searches for sessions: matches that are newer do not count,
    /// so that pages agree while new messages arrive.
    pub as_of: Bound<&'a Recency>,
    /// A session whose current view is left out (S19).
    pub except_view_of: Option<&'a SessionKey>,
    /// The version of the rules of masking that docs must be made under. Words
    /// of older docs are promises that the text does not keep: where the index
    /// itself answers, and no text is matched again, they could tell what the
    /// rules of today mask (R6).
    pub under_rules: Option<u64>,
    /// The most candidates; the newest are taken.
    pub max_candidates: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl<'a> CandidateQuery<'a> {
    /// Returns a search for all that matches an expression, with no deadline.
    pub fn new(expression: &'a str, max_candidates: usize) -> Self {
        Self {
            expression,
            by_text: None,
            role: None,
            kinds: &[],
            since: None,
            until: None,
            stretch: Stretch::ALL,
            as_of: Bound::Unbounded,
            except_view_of: None,
            under_rules: None,
            max_candidates,
            deadline: None,
        }
    }

    /// Returns from when and until when matches of the stretch can be.
    fn times(&self) -> (Option<TimestampMs>, Option<TimestampMs>) {
        let newest = self.stretch.newest_time().map(behind);
        let until = [self.until, newest].into_iter().flatten().min();
        (self.since.max(self.stretch.oldest_time()), until)
    }

    /// Returns the matches that count where one searches for sessions: those
    /// that are not newer than the search.
    fn counted(&self) -> Stretch<'a> {
        Stretch {
            newest: self.as_of,
            ..Stretch::ALL
        }
    }

    /// Returns from when and until when matches of sessions of the stretch can
    /// be.
    fn times_of_all(&self) -> (Option<TimestampMs>, Option<TimestampMs>) {
        let newest = self.counted().newest_time().map(behind);
        (self.since, [self.until, newest].into_iter().flatten().min())
    }
}

/// A way to find messages by reading texts, for words that very many messages
/// hold and that the index answers slowly: the beginning of a word with a letter
/// or two.
///
/// Texts are read newest first as long as many of them hold the words; then the
/// index is asked. Which way is taken follows from texts of the whole database,
/// whoever may see them, so both must find the same: give it only where all of
/// the scope is indexed under the rules of masking by which `holds` judges
/// ([`Snapshot::awaits_index`]), else hidden texts would leave a trace (S9).
#[derive(Clone, Copy)]
pub struct ByText<'a> {
    /// An expression of words that all the messages hold besides, if there is
    /// one: only its matches are read.
    pub others: Option<&'a str>,
    /// Guesses whether a text holds the words; costs little.
    pub seems: &'a (dyn Fn(&str) -> bool + Sync),
    /// Tells whether a text, as it is stored, matches the whole query.
    pub holds: &'a (dyn Fn(&str) -> bool + Sync),
}

impl fmt::Debug for ByText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByText").finish_non_exhaustive()
    }
}

/// Returns the time behind `time`.
fn behind(time: TimestampMs) -> TimestampMs {
    TimestampMs(time.0.saturating_add(1))
}

/// A row that holds the words. Its text is as stored: it is not masked.
#[derive(Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Which message it is, and where it stands.
    pub place: Recency,
    /// Who said it.
    pub role: Role,
    /// The text before masking.
    pub text: String,
}

impl fmt::Debug for Candidate {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate")
            .field("place", &self.place)
            .finish_non_exhaustive()
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

/// A session that holds the words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionMatches {
    /// Its newest matches, newest first; at least one.
    pub rows: Vec<Candidate>,
}

/// What a search for sessions in one database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionsFound {
    /// The sessions, by their newest match.
    pub sessions: Vec<SessionMatches>,
    /// Whether there are sessions that were not taken.
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
        self.messages(query, Reading::of_messages(self, scope))
    }

    fn messages(&self, query: &CandidateQuery<'_>, reading: Reading) -> Result<Candidates> {
        let (found, has_more) = self.newest(query, reading)?;
        let rows = found.iter().map(|it| self.candidates(it, 1, None));
        let rows: Vec<_> = rows.collect::<Result<_>>()?;
        Ok(Candidates {
            rows: rows.into_iter().flatten().collect(),
            has_more,
        })
    }

    /// Returns the sessions of `scope` that hold messages which match `query`:
    /// those with the newest matches, at most `max_candidates`, and of each as
    /// many of its newest matches as make that number in all, at least one
    /// (S16).
    ///
    /// All matches are looked at until as many sessions are known: a word that
    /// stands very often in few sessions costs a look at all its matches.
    ///
    /// # Errors
    ///
    /// See [`Self::search`].
    pub fn search_sessions(
        &self,
        scope: &SessionScope,
        query: &CandidateQuery<'_>,
    ) -> Result<SessionsFound> {
        let (found, has_more) = self.newest(query, Reading::of_sessions(self, scope))?;
        let n_each = (query.max_candidates / found.len().max(1)).max(1);
        let session = |it| {
            let rows = self.candidates(it, n_each, None)?;
            Ok(SessionMatches { rows })
        };
        Ok(SessionsFound {
            sessions: found.iter().map(session).collect::<Result<_>>()?,
            has_more,
        })
    }

    /// Returns the newest `max_candidates` of a reading, and whether there are
    /// more.
    fn newest(
        &self,
        query: &CandidateQuery<'_>,
        mut reading: Reading,
    ) -> Result<(Vec<Found>, bool)> {
        let mut depth = Depth::of(query.max_candidates);
        loop {
            self.read_on(query, &mut reading, depth.n(), None)?;
            let since = depth.since(reading.times(query));
            let mut found = self.found(query, &reading, since)?;
            let is_all = reading.is_whole() && since.is_none();
            if let Some(has_more) = depth.has_more(found.len(), is_all) {
                found.truncate(query.max_candidates);
                return Ok((found, has_more));
            }
        }
    }

    /// Reads matches on from where `reading` stopped, until at least `n` of it are
    /// known for sure, nothing of `until` or newer is left, or all was read.
    ///
    /// The first read costs about what the index takes to find the newest match;
    /// each match costs one more step.
    ///
    /// # Errors
    ///
    /// [`StoreError::OtherSnapshot`] for a reading of another snapshot, and as
    /// [`Self::search`].
    pub fn read_on(
        &self,
        query: &CandidateQuery<'_>,
        reading: &mut Reading,
        n: usize,
        until: Option<TimestampMs>,
    ) -> Result<()> {
        let _watch = self.watch(query.deadline)?;
        reading.read_on(self, query, n, until)
    }

    /// Returns what a reading found in the stretch of `query`, `since` a time or
    /// later, with keys and without copies (X11), in order.
    ///
    /// # Errors
    ///
    /// See [`Self::read_on`].
    pub fn found(
        &self,
        query: &CandidateQuery<'_>,
        reading: &Reading,
        since: Option<TimestampMs>,
    ) -> Result<Vec<Found>> {
        let _watch = self.watch(query.deadline)?;
        reading.found(self, query, since)
    }

    /// Returns the messages of what was found, with their texts: of a session
    /// its newest matches, at most `n_each`, that are not older than `oldest`.
    ///
    /// # Errors
    ///
    /// [`StoreError::OtherSnapshot`] for what was found under another snapshot;
    /// fails when the database cannot be read.
    pub fn candidates(
        &self,
        found: &Found,
        n_each: usize,
        oldest: Option<&Recency>,
    ) -> Result<Vec<Candidate>> {
        reading::candidates(self, found, n_each, oldest)
    }

    /// Returns how many messages of one session match `query`, up to `max`;
    /// none of a session outside `scope` does. Copies count once (X11).
    ///
    /// # Errors
    ///
    /// See [`Self::search`].
    pub fn count_matches(
        &self,
        scope: &SessionScope,
        key: &SessionKey,
        query: &CandidateQuery<'_>,
        max: usize,
    ) -> Result<usize> {
        let _watch = self.watch(query.deadline)?;
        count::matches(self.conn(), scope, key, query, max)
    }

    /// Returns how many messages of `scope` match `query`, up to `max`.
    ///
    /// # Errors
    ///
    /// See [`Self::search`].
    pub fn count(
        &self,
        scope: &SessionScope,
        query: &CandidateQuery<'_>,
        max: usize,
    ) -> Result<usize> {
        let _watch = self.watch(query.deadline)?;
        let scope = SqlScope::of(scope);
        let within = Within::of(self.conn(), &scope, plan::MAX_WORDS)?;
        count::all(self.conn(), &within, query, max)
    }

    /// Returns sessions of `scope` that hold a match of each of `expressions`,
    /// whatever messages they stand in (S18): those first in which the first
    /// expression stands newest. The rest of `query` holds for each.
    ///
    /// What is looked at is bounded, so of words that stand in very many
    /// messages not all sessions are found. It costs least where the first
    /// expression is the rarest.
    ///
    /// # Errors
    ///
    /// See [`Self::search`].
    pub fn sessions_with_all(
        &self,
        scope: &SessionScope,
        query: &CandidateQuery<'_>,
        expressions: &[String],
        bounds: SpreadBounds,
    ) -> Result<Vec<SessionKey>> {
        let _watch = self.watch(query.deadline)?;
        let scope = SqlScope::of(scope);
        let within = Within::of(self.conn(), &scope, plan::MAX_WORDS)?;
        if within.is_nothing() {
            return Ok(Vec::new());
        }
        spread::sessions(self.conn(), &within, query, expressions, bounds)
    }

    /// Calls `f` with the words of the index from `first` on and before `end`,
    /// in order, each once: folded, of masked text, whoever may see it. Whether
    /// one is visible a search has to say.
    ///
    /// # Errors
    ///
    /// See [`Self::search`].
    pub fn words_between(
        &self,
        first: &str,
        end: &str,
        deadline: Option<Instant>,
        mut f: impl FnMut(&str),
    ) -> Result<()> {
        let _watch = self.watch(deadline)?;
        let sql = "SELECT term FROM doc_word WHERE term >= ?1 AND term < ?2 AND col = 'body'";
        let mut each = || -> rusqlite::Result<()> {
            let mut stmt = self.conn().prepare_cached(sql)?;
            let mut rows = stmt.query([first, end])?;
            while let Some(row) = rows.next()? {
                f(row.get_ref(0)?.as_str()?);
            }
            Ok(())
        };
        each().map_err(StoreError::during("look for words"))
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
