//! Sessions that hold several words in messages of any number (S18).

use std::collections::HashMap;
use std::ops::ControlFlow;

use rusqlite::Connection;
use sessions_core::event::TimestampMs;
use sessions_core::key::SessionKey;

use super::filter::Wants;
use super::plan::Within;
use super::{CandidateQuery, count, stream};
use crate::error::{Result, StoreError};
use crate::session::parsed;

/// How much is looked at to find sessions that hold several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpreadBounds {
    /// The most sessions that are found.
    pub sessions: usize,
    /// The newest matches of a word that are looked at; the sessions of a rarer
    /// one are all known.
    pub matches: usize,
    /// The most sessions that are asked one by one whether they hold the words.
    pub asked: usize,
}

/// The sessions of one word, by the row of their key, with their newest match.
struct Holding {
    sessions: HashMap<i64, TimestampMs>,
    /// Whether there are no others.
    is_complete: bool,
}

/// Returns sessions that hold a match of each of `expressions`: those first in
/// which the first of them stands newest.
pub(super) fn sessions(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
    expressions: &[String],
    bounds: SpreadBounds,
) -> Result<Vec<SessionKey>> {
    let of = |expression| CandidateQuery {
        expression,
        ..*query
    };
    let Some((first, others)) = expressions.split_first() else {
        return Ok(Vec::new());
    };
    let holding = |expression| Holding::of(conn, within, &of(expression), bounds.matches);
    let first = holding(first)?;
    // Few sessions are asked at once; of many the others tell some first.
    let known: Vec<_> = if first.sessions.len() <= bounds.asked {
        others.iter().map(|_| None).collect()
    } else {
        let known = others.iter().map(|it| holding(it).map(Some));
        known.collect::<Result<_>>()?
    };
    let others: Vec<_> = others.iter().zip(&known).collect();
    let mut keys = Vec::new();
    for (&row, &newest) in &first.sessions {
        let can_hold = |it: &Holding| !it.is_complete || it.sessions.contains_key(&row);
        if known.iter().flatten().all(can_hold) {
            keys.push((newest, row, key_of(conn, row)?));
        }
    }
    keys.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    let mut found = Vec::new();
    let mut n_asked = 0;
    for (_, row, key) in keys {
        if found.len() == bounds.sessions {
            break;
        }
        let is_sure = |it: &Holding| it.sessions.contains_key(&row);
        let mut unsure = others
            .iter()
            .filter(|(_, known)| !known.as_ref().is_some_and(is_sure))
            .peekable();
        if unsure.peek().is_some() {
            n_asked += 1;
            if bounds.asked < n_asked {
                break;
            }
        }
        let mut holds_all = true;
        for (expression, _) in unsure {
            holds_all = holds_all && 0 < count::of_session(conn, &key, &of(expression), 1)?;
        }
        if holds_all {
            found.push(key);
        }
    }
    Ok(found)
}

impl Holding {
    fn of(
        conn: &Connection,
        within: &Within<'_>,
        query: &CandidateQuery<'_>,
        max: usize,
    ) -> Result<Self> {
        let mut holding = Self {
            sessions: HashMap::new(),
            is_complete: true,
        };
        let mut n = 0;
        stream::matches(conn, within, query, Wants::Keys, i64::MAX, |_, found| {
            let Some((session, found)) = found else {
                return Ok(ControlFlow::Continue(()));
            };
            n += 1;
            if max < n {
                holding.is_complete = false;
                return Ok(ControlFlow::Break(()));
            }
            let newest = holding.sessions.entry(session.key.unwrap_or_default());
            let newest = newest.or_insert(found.timestamp);
            *newest = found.timestamp.max(*newest);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(holding)
    }
}

fn key_of(conn: &Connection, row: i64) -> Result<SessionKey> {
    conn.prepare_cached("SELECT session_key FROM session_key WHERE id = ?1")
        .and_then(|mut stmt| stmt.query_row([row], |row| parsed(row, "session_key")))
        .map_err(StoreError::during("look up a session"))
}
