//! Numbered migrations, each applied once in its own transaction (X8).

use std::path::Path;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::error::{Result, StoreError};

const INIT: &str = include_str!("../migrations/0001_init.sql");

const VOCABULARY: &str = include_str!("../migrations/0002_vocabulary.sql");

const SOURCES: &str = include_str!("../migrations/0003_sources.sql");

const STEPS: &[M<'_>] = &[M::up(INIT), M::up(VOCABULARY), M::up(SOURCES)];

/// What the first migration writes into the header of the file: `sess`.
pub(crate) const APPLICATION_ID: i64 = 0x7365_7373;

/// Returns the statements of a migration that make the index of words, from
/// its table to its trigger: for making it anew after it was dropped.
pub(crate) fn index() -> &'static str {
    let rest = INIT.find("CREATE VIRTUAL TABLE doc_fts");
    let rest = rest.and_then(|at| INIT.get(at..)).unwrap_or_default();
    let end = "END;";
    let len = rest.find(end).map_or(rest.len(), |at| at + end.len());
    rest.get(..len).unwrap_or_default()
}

/// What a database is to this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing is in it.
    Empty,
    /// It is of an earlier version.
    Older,
    /// It is as this version writes it.
    Current,
}

/// Brings an empty or older database up to date; refuses what is not ours or
/// newer, and leaves it as it was.
pub(crate) fn migrate(conn: &mut Connection, path: &Path) -> Result<()> {
    if state(conn, path)? == State::Current {
        return Ok(());
    }
    let Err(source) = Migrations::from_slice(STEPS).to_latest(conn) else {
        return Ok(());
    };
    // Another process may have begun the same at the same time: wait until its
    // transaction has ended, and look again.
    let waited = conn.execute_batch("BEGIN IMMEDIATE; ROLLBACK");
    if waited.is_ok() && state(conn, path)? == State::Current {
        return Ok(());
    }
    Err(StoreError::Migrate { source })
}

/// Returns whether a database that should be one of ours is up to date.
///
/// # Errors
///
/// Fails when it is empty, of another program, or newer.
pub(crate) fn check(conn: &Connection, path: &Path) -> Result<bool> {
    match state(conn, path)? {
        State::Empty => Err(StoreError::Empty {
            path: path.to_owned(),
        }),
        state => Ok(state == State::Current),
    }
}

/// Returns what the database is.
///
/// # Errors
///
/// Fails when it is of another program or newer.
fn state(conn: &Connection, path: &Path) -> Result<State> {
    let failed = StoreError::opening(path);
    let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0));
    let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    let id = number("PRAGMA application_id").map_err(failed)?;
    let n_tables = number("SELECT count(*) FROM sqlite_schema").map_err(failed)?;
    let found = number("PRAGMA user_version").map_err(failed)?;
    match id {
        APPLICATION_ID if known < found => Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known,
        }),
        APPLICATION_ID if found == known => Ok(State::Current),
        APPLICATION_ID => Ok(State::Older),
        0 if n_tables == 0 && found == 0 => Ok(State::Empty),
        _ => Err(StoreError::Foreign {
            path: path.to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_memory() -> Connection {
        Connection::open_in_memory().unwrap()
    }

    #[test]
    fn every_migration_applies_in_turn() {
        Migrations::from_slice(STEPS).validate().unwrap();
    }

    #[test]
    fn migrating_twice_changes_nothing() {
        let mut conn = in_memory();
        let path = Path::new("x");
        migrate(&mut conn, path).unwrap();
        assert!(check(&conn, path).unwrap());
        migrate(&mut conn, path).unwrap();
    }

    #[test]
    fn a_newer_or_foreign_database_is_refused() {
        let path = Path::new("x");
        let mut newer = in_memory();
        migrate(&mut newer, path).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(
            migrate(&mut newer, path),
            Err(StoreError::Newer { found: 99, .. })
        ));
        for sql in [
            "CREATE TABLE x (y)",
            "CREATE TABLE x (y); PRAGMA user_version = 1",
        ] {
            let mut foreign = in_memory();
            foreign.execute_batch(sql).unwrap();
            assert!(matches!(
                migrate(&mut foreign, path),
                Err(StoreError::Foreign { .. })
            ));
        }
    }
}
