//! Numbered migrations, each applied once in its own transaction (X8).

use std::path::Path;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::error::{Result, StoreError};

const STEPS: &[M<'_>] = &[M::up(include_str!("../migrations/0001_init.sql"))];

/// Says in the header of the file whose database it is: `sess`.
pub(crate) const APPLICATION_ID: i64 = 0x7365_7373;

/// Brings an empty or older database up to date; refuses what is not ours or
/// newer, and leaves it as it was.
pub(crate) fn migrate(conn: &mut Connection, path: &Path) -> Result<()> {
    if is_current(conn, path)? {
        return Ok(());
    }
    Migrations::from_slice(STEPS)
        .to_latest(conn)
        .map_err(|source| StoreError::Migrate { source })?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)
        .map_err(StoreError::during("mark the database as ours"))
}

/// Returns whether the schema is the newest known.
///
/// # Errors
///
/// Fails when the database is of another program or newer.
pub(crate) fn is_current(conn: &Connection, path: &Path) -> Result<bool> {
    let number = |pragma: &str| {
        conn.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0))
            .map_err(|source| StoreError::Open {
                path: path.to_owned(),
                source,
            })
    };
    let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    let found = number("user_version")?;
    let is_ours = number("application_id")? == APPLICATION_ID;
    // A process killed between the migration and the mark leaves 0 there.
    let is_unmarked = number("application_id")? == 0;
    let n_tables: i64 = conn
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|source| StoreError::Open {
            path: path.to_owned(),
            source,
        })?;
    if !is_ours && (!is_unmarked || (found == 0 && 0 < n_tables)) {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
        });
    }
    if known < found {
        return Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known,
        });
    }
    Ok(is_ours && found == known)
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
        assert!(is_current(&conn, path).unwrap());
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
        let mut foreign = in_memory();
        foreign.execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(matches!(
            migrate(&mut foreign, path),
            Err(StoreError::Foreign { .. })
        ));
    }
}
