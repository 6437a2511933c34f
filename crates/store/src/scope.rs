//! A session scope as sessions of this database (S8).
//!
//! The sets are looked up by index; how many sessions the database has does
//! not matter. [`SessionScope::contains`] says what a scope means, and a
//! property test holds the look-ups to it.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};
use sessions_core::scope::{SessionScope, SessionSet};

use crate::error::{Result, StoreError};
use crate::session;

/// The session keys that a scope admits, as rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyRows {
    /// All but incognito ones.
    All,
    /// These; maybe none.
    Some(BTreeSet<i64>),
}

impl KeyRows {
    /// Looks a scope up.
    pub(crate) fn of(conn: &Connection, scope: &SessionScope) -> Result<Self> {
        match scope {
            SessionScope::Nothing => Ok(Self::Some(BTreeSet::new())),
            SessionScope::Everything => Ok(Self::All),
            SessionScope::Of(set) => set_rows(conn, set).map(Self::Some),
        }
    }
}

fn set_rows(conn: &Connection, set: &SessionSet) -> Result<BTreeSet<i64>> {
    let mut rows = BTreeSet::new();
    for key in &set.keys {
        if let Some(row) = session::find_key(conn, key)?
            && !row.facts.is_incognito()
        {
            rows.insert(row.id);
        }
    }
    if let Some(owned) = &set.owned {
        let sql = "SELECT id FROM session_key
                   WHERE (spawned_by = ?1 OR parent_session = ?1 OR owner_session = ?1)
                     AND is_incognito = 0 AND (is_child = 1 OR ?2 = 0)";
        let values = params![owned.owner.as_str(), owned.is_children_only];
        let found = conn
            .prepare_cached(sql)
            .and_then(|mut stmt| {
                stmt.query_map(values, |row| row.get(0))?
                    .collect::<rusqlite::Result<Vec<i64>>>()
            })
            .map_err(StoreError::during("look up a scope"))?;
        rows.extend(found);
    }
    Ok(rows)
}

/// Returns the generations of some keys.
pub(crate) fn sessions_of(conn: &Connection, keys: &BTreeSet<i64>) -> Result<BTreeSet<i64>> {
    let doing = "look up a scope";
    let mut stmt = conn
        .prepare_cached("SELECT id FROM session WHERE session_key = ?1")
        .map_err(StoreError::during(doing))?;
    let mut sessions = BTreeSet::new();
    for key in keys {
        let found = stmt
            .query_map([key], |row| row.get(0))
            .and_then(Iterator::collect::<rusqlite::Result<Vec<i64>>>)
            .map_err(StoreError::during(doing))?;
        sessions.extend(found);
    }
    Ok(sessions)
}
