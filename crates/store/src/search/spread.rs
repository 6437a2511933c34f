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

/// The newest matches of a word that are looked at; the sessions of a rarer one
/// are all known.
const MAX_LOOKED_AT: usize = 20_000;

/// Sessions that are asked one by one whether they hold the words that stand in
/// more matches than are looked at.
const MAX_ASKED: usize = 1_000;

/// The sessions of one word, by the row of their key, with their newest match.
struct Holding {
    sessions: HashMap<i64, TimestampMs>,
    /// Whether there are no others.
    is_complete: bool,
}

/// Returns sessions that hold a match of each of `expressions`, at most `max`:
/// those first in which the rarest of them stands newest.
pub(super) fn sessions(
    conn: &Connection,
    within: &Within<'_>,
    query: &CandidateQuery<'_>,
    expressions: &[String],
    max: usize,
) -> Result<Vec<SessionKey>> {
    let mut all = Vec::new();
    for expression in expressions {
        let holding = Holding::of(
            conn,
            within,
            &CandidateQuery {
                expression,
                ..*query
            },
        )?;
        if holding.sessions.is_empty() {
            return Ok(Vec::new());
        }
        all.push((expression, holding));
    }
    all.sort_by_key(|(_, it)| (!it.is_complete, it.sessions.len()));
    let Some(((_, rarest), others)) = all.split_first() else {
        return Ok(Vec::new());
    };
    let mut keys = Vec::new();
    for (&row, &newest) in &rarest.sessions {
        let can_hold = |it: &Holding| !it.is_complete || it.sessions.contains_key(&row);
        if others.iter().all(|(_, it)| can_hold(it)) {
            keys.push((newest, row, key_of(conn, row)?));
        }
    }
    keys.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    let mut found = Vec::new();
    for (_, row, key) in keys.into_iter().take(MAX_ASKED) {
        if found.len() == max {
            break;
        }
        let unsure = others
            .iter()
            .filter(|(_, it)| !it.sessions.contains_key(&row));
        let mut holds_all = true;
        for (expression, _) in unsure {
            let one = CandidateQuery {
                expression,
                ..*query
            };
            holds_all = holds_all && 0 < count::of_session(conn, &key, &one, 1)?;
        }
        if holds_all {
            found.push(key);
        }
    }
    Ok(found)
}

impl Holding {
    fn of(conn: &Connection, within: &Within<'_>, query: &CandidateQuery<'_>) -> Result<Self> {
        let mut holding = Self {
            sessions: HashMap::new(),
            is_complete: true,
        };
        let mut n = 0;
        stream::matches(conn, within, query, Wants::Keys, |_, found| {
            let Some((session, found)) = found else {
                return Ok(ControlFlow::Continue(()));
            };
            n += 1;
            if MAX_LOOKED_AT < n {
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
