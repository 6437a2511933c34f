//! How many messages of one session match (S16).

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

/// Returns how many messages of a session match, copies aside (X11), up to
/// `max`. None of a session outside `scope` does.
pub(super) fn matches(
    conn: &Connection,
    scope: &SessionScope,
    key: &SessionKey,
    query: &CandidateQuery<'_>,
    max: usize,
) -> Result<usize> {
    let is_visible = session::find_key(conn, key)?.is_some_and(|it| scope.contains(&it.facts));
    let one = SqlScope::of(&SessionScope::one(key.clone()));
    let within = Within::of(conn, &one, MAX_WORDS)?;
    if max == 0 || !is_visible || within.is_nothing() {
        return Ok(0);
    }
    let can_have_copies = !matches!(&within, Within::Words(words, _) if words.len() == 1);
    let mut names = HashSet::new();
    let mut n = 0;
    stream::matches(conn, &within, query, Wants::Matches, |_, found| {
        if let Some((_, found)) = found {
            let is_new = !can_have_copies || {
                let place = rows::place(conn, &found)?;
                names.insert((place.message_id, found.role, place.timestamp))
            };
            n += usize::from(is_new);
        }
        Ok(if n < max {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    })?;
    Ok(n)
}
