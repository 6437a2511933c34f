//! What a search has read of one database so far.

use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;

use rusqlite::Connection;
use sessions_core::event::TimestampMs;
use sessions_core::scope::SessionScope;

use super::filter::Wants;
use super::plan::{self, Within};
use super::rows::{self, Named};
use super::stream::{self, Match};
use super::{Candidate, CandidateQuery, Recency};
use crate::error::{Result, StoreError};
use crate::read::{Snapshot, SnapshotId};
use crate::scope::SqlScope;

/// What a search has read of one database so far, newest first: messages that
/// match, or sessions by their newest match (S16).
///
/// Reading goes on from where it stopped, so of many databases each can be
/// asked for a few matches first, and for more where these may be among the
/// newest of all. It holds numbers and times of matches, neither names nor
/// texts: those are read of what is chosen in the end.
///
/// A reading belongs to the snapshot that it was made of, and to its scope; under
/// another one it fails. It is meant for one query.
///
/// See [`Snapshot::read_on`].
#[derive(Debug)]
pub struct Reading {
    snapshot: SnapshotId,
    scope: SqlScope,
    /// See [`plan::MAX_WORDS`].
    max_words: usize,
    /// By session; else each match by itself.
    by_key: Option<HashMap<i64, usize>>,
    groups: Vec<Group>,
    settled: Settled,
    /// What is left to read; nothing when all has been read.
    rest: Option<Rest>,
}

/// The docs that were not read yet.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// They have this id or a lower one.
    from: i64,
    /// They are older than this.
    before: TimestampMs,
}

impl Rest {
    const ALL: Self = Self {
        from: i64::MAX,
        before: TimestampMs(i64::MAX),
    };
}

/// Matches that count as one.
#[derive(Debug)]
struct Group {
    newest: TimestampMs,
    first: Match,
    others: Vec<Match>,
}

impl Group {
    fn matches(&self) -> impl Iterator<Item = Match> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

/// What a search found: a message, or a session by its newest match.
#[derive(Clone, Debug)]
pub struct Found {
    snapshot: SnapshotId,
    newest: Named,
    /// All matches of the session that were read; none where messages are
    /// searched.
    of_session: Vec<Match>,
}

impl Found {
    /// Returns the place of the message, or of the session's newest match.
    pub fn place(&self) -> &Recency {
        &self.newest.place
    }
}

impl Reading {
    /// Returns a reading of the messages of a scope that has not begun.
    pub fn of_messages(snapshot: &Snapshot<'_>, scope: &SessionScope) -> Self {
        Self::new(snapshot, scope, None)
    }

    /// Returns a reading of the sessions of a scope that has not begun.
    pub fn of_sessions(snapshot: &Snapshot<'_>, scope: &SessionScope) -> Self {
        Self::new(snapshot, scope, Some(HashMap::new()))
    }

    fn new(
        snapshot: &Snapshot<'_>,
        scope: &SessionScope,
        by_key: Option<HashMap<i64, usize>>,
    ) -> Self {
        Self {
            snapshot: snapshot.id(),
            scope: SqlScope::of(scope),
            max_words: plan::MAX_WORDS,
            by_key,
            groups: Vec::new(),
            settled: Settled::default(),
            rest: Some(Rest::ALL),
        }
    }

    /// The same with at most so many words for its scope.
    #[cfg(test)]
    pub(super) fn with_max_words(self, max_words: usize) -> Self {
        Self { max_words, ..self }
    }

    /// Returns whether all was read.
    pub fn is_whole(&self) -> bool {
        self.rest.is_none()
    }

    /// Returns whether what was not read may hold something of `time` or newer.
    pub fn may_hold(&self, time: Option<TimestampMs>) -> bool {
        let is_newer = |rest: Rest| time.is_none_or(|time| time < rest.before);
        self.rest.is_some_and(is_newer)
    }

    /// Returns the times of what was read, of sessions those of their newest
    /// match. What is newer than the stretch of `query` is left out.
    pub fn times(&self, query: &CandidateQuery<'_>) -> impl Iterator<Item = TimestampMs> {
        let edge = query.stretch.newest_time();
        let times = self.groups.iter().map(|it| it.newest);
        times.filter(move |&time| edge.is_none_or(|edge| time <= edge))
    }

    /// Reads on until at least `n` are known for sure, nothing of `until` or
    /// newer is left, or all was read.
    pub(super) fn read_on(
        &mut self,
        snapshot: &Snapshot<'_>,
        query: &CandidateQuery<'_>,
        n: usize,
        until: Option<TimestampMs>,
    ) -> Result<()> {
        let conn = of_same(snapshot, self.snapshot)?;
        let scope = self.scope.clone();
        let within = Within::of(conn, &scope, self.max_words)?;
        let Some(rest) = self.rest.filter(|_| !within.is_nothing()) else {
            self.rest = None;
            return Ok(());
        };
        let wants = match self.by_key {
            Some(_) => Wants::Keys,
            None => Wants::Matches,
        };
        let mut stopped = None;
        stream::matches(conn, &within, query, wants, rest.from, |at, found| {
            let is_enough = n <= self.settled.count(at.before);
            if is_enough || until.is_some_and(|until| at.before <= until) {
                stopped = Some(Rest {
                    from: at.id,
                    before: at.before,
                });
                return Ok(ControlFlow::Break(()));
            }
            if let Some((session, found)) = found {
                self.take(conn, query, session.key, found)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        self.rest = stopped;
        Ok(())
    }

    fn take(
        &mut self,
        conn: &Connection,
        query: &CandidateQuery<'_>,
        key: Option<i64>,
        found: Match,
    ) -> Result<()> {
        let time = found.timestamp;
        let index = self.groups.len();
        if let Some(by_key) = &mut self.by_key {
            // Of the newest time that counts some may be too new.
            let as_of = query.counted();
            if as_of.newest_time() == Some(time) && !as_of.contains(&rows::place(conn, &found)?) {
                return Ok(());
            }
            let at = *by_key.entry(key.unwrap_or_default()).or_insert(index);
            if let Some(group) = self.groups.get_mut(at) {
                group.newest = time.max(group.newest);
                group.others.push(found);
                return Ok(());
            }
        }
        // A session counts once. Were a newer match of it to follow, the time of
        // this one would not be settled yet.
        if query.stretch.newest_time().is_none_or(|edge| time <= edge) {
            self.settled.add(time);
        }
        self.groups.push(Group {
            newest: time,
            first: found,
            others: Vec::new(),
        });
        Ok(())
    }

    /// Returns what is in the stretch of `query` and not older than `since`,
    /// without copies (X11), in order.
    pub(super) fn found(
        &self,
        snapshot: &Snapshot<'_>,
        query: &CandidateQuery<'_>,
        since: Option<TimestampMs>,
    ) -> Result<Vec<Found>> {
        let conn = of_same(snapshot, self.snapshot)?;
        let edge = query.stretch.newest_time();
        let chosen = self.groups.iter().filter(|it| {
            since.is_none_or(|since| since <= it.newest)
                && edge.is_none_or(|edge| it.newest <= edge)
        });
        let mut found = Vec::new();
        if self.by_key.is_none() {
            let matches: Vec<_> = chosen.map(|it| it.first).collect();
            let message = |newest| Found {
                snapshot: self.snapshot,
                newest,
                of_session: Vec::new(),
            };
            found.extend(rows::named(conn, &matches)?.into_iter().map(message));
        } else {
            for group in chosen {
                let newest = group.matches().filter(|it| it.timestamp == group.newest);
                let newest: Vec<_> = newest.collect();
                // Those that do not count were not taken.
                if let Some(newest) = rows::named(conn, &newest)?.into_iter().next() {
                    let of_session = group.matches().collect();
                    found.push(Found {
                        snapshot: self.snapshot,
                        newest,
                        of_session,
                    });
                }
            }
            found.sort_by(|a, b| a.place().cmp(b.place()));
        }
        found.retain(|it| query.stretch.contains(it.place()));
        Ok(found)
    }
}

/// Returns the messages of what was found, with their texts: of a session its
/// newest `n_each` matches that are not older than `oldest`.
pub(super) fn candidates(
    snapshot: &Snapshot<'_>,
    found: &Found,
    n_each: usize,
    oldest: Option<&Recency>,
) -> Result<Vec<Candidate>> {
    let conn = of_same(snapshot, found.snapshot)?;
    let mut rows = if found.of_session.is_empty() {
        vec![found.newest.clone()]
    } else {
        rows::newest(conn, found.of_session.clone(), n_each)?
    };
    rows.retain(|it| oldest.is_none_or(|oldest| it.place <= *oldest));
    rows::with_texts(conn, rows)
}

/// Returns the database of a snapshot, which must be the one that was read.
fn of_same<'c>(snapshot: &'c Snapshot<'_>, read: SnapshotId) -> Result<&'c Connection> {
    if snapshot.id() == read {
        Ok(snapshot.conn())
    } else {
        Err(StoreError::OtherSnapshot)
    }
}

/// Counts times that nothing newer can follow.
#[derive(Debug, Default)]
struct Settled {
    open: BinaryHeap<TimestampMs>,
    n: usize,
}

impl Settled {
    fn add(&mut self, time: TimestampMs) {
        self.open.push(time);
    }

    /// Returns how many there are when all that follows is older than `before`.
    fn count(&mut self, before: TimestampMs) -> usize {
        while self.open.peek().is_some_and(|&time| before <= time) {
            self.open.pop();
            self.n += 1;
        }
        self.n
    }
}
