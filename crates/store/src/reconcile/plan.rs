//! Which sessions a step takes.

use rusqlite::Connection;
use sessions_core::scope::SessionScope;

use crate::error::{Result, StoreError};
use crate::scope::{SqlScope, bind, condition};

/// Returns sessions that await indexing, those first that come first, at most
/// `max`: only sessions of `waiting` where there are any.
///
/// Whoever waits looks for what is new first. Where nobody does, the oldest
/// come first: ids of docs carry the time, and rising ids fill pages to their
/// end.
pub(super) fn plan(conn: &Connection, waiting: &SessionScope, max: usize) -> Result<Vec<i64>> {
    let waited_for = match waiting {
        SessionScope::Nothing => Vec::new(),
        scope => {
            let scope = SqlScope::of(scope);
            ids(conn, WAITED_FOR, bind!(scope, ":most": max))?
        }
    };
    if !waited_for.is_empty() {
        return Ok(waited_for);
    }
    let oldest = "SELECT id FROM session WHERE awaits_index = 1 ORDER BY id LIMIT +?1";
    ids(conn, oldest, [max])
}

/// The newest sessions of a scope that await indexing.
const WAITED_FOR: &str = concat!(
    "SELECT s.id FROM session s JOIN session_key k ON k.id = s.session_key
     WHERE s.awaits_index = 1 AND ",
    condition!(),
    " ORDER BY s.id DESC LIMIT +:most"
);

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
