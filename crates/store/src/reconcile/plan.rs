//! Which sessions a step takes.

use rusqlite::Connection;
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::scope::KeyRows;

/// Returns sessions that await indexing, those first that come first, at most
/// `max`: only sessions of `waiting` where there are any.
///
/// Whoever waits looks for what is new first. Where nobody does, the oldest
/// come first: ids of docs carry the time, and rising ids fill pages to their
/// end.
pub(super) fn plan(conn: &Connection, waiting: &SessionScope, max: usize) -> Result<Vec<i64>> {
    // Where every session is waited for there is none to prefer.
    if let KeyRows::Some(keys) = KeyRows::of(conn, waiting)? {
        let of_key = "SELECT id FROM session WHERE session_key = ?1 AND awaits_index = 1";
        let mut waited_for = Vec::new();
        for key in keys {
            waited_for.extend(ids(conn, of_key, [key])?);
        }
        if !waited_for.is_empty() {
            waited_for.sort_unstable_by(|a, b| b.cmp(a));
            waited_for.truncate(max);
            return Ok(waited_for);
        }
    }
    let all = match waiting {
        SessionScope::Everything => {
            "SELECT id FROM session WHERE awaits_index = 1 ORDER BY id DESC LIMIT ?1"
        }
        _ => "SELECT id FROM session WHERE awaits_index = 1 ORDER BY id LIMIT ?1",
    };
    ids(conn, all, [max])
}

/// Returns a session that has docs of rows that left its path.
pub(super) fn next_stale(conn: &Connection) -> Result<Option<i64>> {
    let newest = "SELECT id FROM session WHERE has_stale = 1 ORDER BY id DESC LIMIT 1";
    ids(conn, newest, []).map(|ids| ids.first().copied())
}

fn ids(conn: &Connection, sql: &str, params: impl rusqlite::Params) -> Result<Vec<i64>> {
    conn.prepare_cached(sql)
        .and_then(|mut stmt| stmt.query_map(params, |row| row.get(0))?.collect())
        .map_err(StoreError::during("look for work"))
}
