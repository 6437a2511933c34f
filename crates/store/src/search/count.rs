//! How many messages match, of a scope or of one session (S16).

use std::collections::HashSet;
use std::ops::ControlFlow;

use rusqlite::Connection;
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionScope;

use super::filter::Wants;
use super::plan::{MAX_WORDS, Within};
use super::{CandidateQuery, rows, stream};
use crate::error::Result;
use crate::scope::SqlScope;
use crate::session;

/// Returns how many messages of a scope match, up to `max`; copies count as
/// often as they are there.
pub(super) fn all(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
    max: usize,
) -> Result<usize> {
    if max == 0 || within.is_nothing() {
        return Ok(0);
    }
    let mut n = 0;
    stream::matches(conn, within, query, Wants::Matches, i64::MAX, |_, found| {
        n += usize::from(found.is_some());
        Ok(until(n, max))
    })?;
    Ok(n)
}

/// Returns how many messages of a session match, copies aside (X11), up to
/// `max`. None of a session outside `scope` does.
pub(super) fn matches(
    conn: &Connection,
    scope: &SessionScope,
    key: &SessionKey,
    query: &CandidateQuery<'_>,
    max: usize,
) -> Result<usize> {
    let stored = session::find_key(conn, key)?;
    if stored.is_some_and(|it| scope.contains(&it.facts)) {
        of_session(conn, key, query, max)
    } else {
        Ok(0)
    }
}

/// The same of a session that is visible.
pub(super) fn of_session(
    conn: &Connection,
    key: &SessionKey,
    query: &CandidateQuery<'_>,
    max: usize,
) -> Result<usize> {
    let one = SqlScope::of(&SessionScope::one(key.clone()));
    let within = Within::of(conn, &one, MAX_WORDS)?;
    if let Within::Words(words, _) = &within
        && words.len() < 2
    {
        return all(conn, &within, query, max);
    }
    let mut names = HashSet::new();
    stream::matches(
        conn,
        &within,
        query,
        Wants::Matches,
        i64::MAX,
        |_, found| {
            if let Some((_, found)) = found {
                let place = rows::place(conn, &found)?;
                names.insert((place.message_id, found.role, place.timestamp));
            }
            Ok(until(names.len(), max))
        },
    )?;
    Ok(names.len().min(max))
}

fn until(n: usize, max: usize) -> ControlFlow<()> {
    if n < max {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}
