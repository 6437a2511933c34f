//! A SQLite database whose `user_version` counts its applied migrations.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::numbered::Migration;
use crate::error::{Error, Outcome};

/// Shadow tables of FTS5 are SQLite's own business and change with it.
const SCHEMA: &str = "
SELECT sql FROM sqlite_schema
WHERE sql IS NOT NULL
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 WHEN 'view' THEN 2 ELSE 3 END, name";

/// Pages a step while copying; the source is locked for reading meanwhile.
const PAGES_A_STEP: i32 = 1024;

/// An open database.
#[derive(Debug)]
pub(super) struct Database {
    connection: Connection,
}

impl Database {
    /// Makes an empty database that leaves nothing behind.
    pub(super) fn in_memory() -> Outcome<Self> {
        let connection =
            Connection::open_in_memory().map_err(Error::sqlite("make an empty database"))?;
        Ok(Self { connection })
    }

    /// Opens a database that exists.
    pub(super) fn open(path: &Path) -> Outcome<Self> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Copies the database at `from`, pending log included, to the new file
    /// `to`, and opens the copy. An existing file is not overwritten.
    pub(super) fn open_copy(from: &Path, to: &Path) -> Outcome<Self> {
        // A log left by another process can be read by a writer only.
        let source = Self::open(from)?;
        std::fs::File::create_new(to).map_err(Error::io("create", to))?;
        let mut copy = Self::open(to)?;
        let doing = || Error::sqlite(format!("copy `{}`", from.display()));
        Backup::new(&source.connection, &mut copy.connection)
            .map_err(doing())?
            .run_to_completion(PAGES_A_STEP, Duration::ZERO, None)
            .map_err(doing())?;
        Ok(copy)
    }

    /// Returns how many migrations were applied.
    pub(super) fn version(&self) -> Outcome<usize> {
        self.connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(Error::sqlite("read the version of the database"))
    }

    /// Applies those of `migrations` that are pending, each in a transaction
    /// of its own, after telling `progress` about it.
    ///
    /// # Errors
    ///
    /// Refuses a database with a version beyond the last migration, before
    /// touching it. Names the migration that fails; those before it stay.
    pub(super) fn migrate(
        &mut self,
        migrations: &[Migration],
        progress: impl Fn(&Migration),
    ) -> Outcome {
        let found = self.version()?;
        let known = migrations.len();
        if known < found {
            return Err(Error::Newer { found, known });
        }
        for (version, migration) in (1_usize..).zip(migrations).skip(found) {
            progress(migration);
            self.apply(migration, version)
                .map_err(Error::sqlite(format!("apply {}", migration.file)))?;
        }
        Ok(())
    }

    /// Returns the schema as SQL that makes it anew: tables, indexes, views,
    /// triggers, each by name, and the version.
    pub(super) fn schema(&self) -> Outcome<String> {
        let version = self.version()?;
        let statements = self
            .connection
            .prepare(SCHEMA)
            .and_then(|mut it| {
                it.query_map([], |row| row.get::<_, String>(0))?
                    .collect::<Result<Vec<_>, _>>()
            })
            .map_err(Error::sqlite("read the schema"))?;
        let mut text = format!(
            "-- The schema after {version} migrations. Made by `cargo xtask migrate snapshot`;\n\
             -- change it with a new migration, never here.\n\n\
             PRAGMA user_version = {version};\n"
        );
        for statement in statements {
            text.push('\n');
            text.push_str(&statement);
            text.push_str(";\n");
        }
        Ok(text)
    }

    fn open_with(path: &Path, flags: OpenFlags) -> Outcome<Self> {
        let connection = Connection::open_with_flags(path, flags)
            .map_err(Error::sqlite(format!("open `{}`", path.display())))?;
        Ok(Self { connection })
    }

    fn apply(&mut self, migration: &Migration, version: usize) -> rusqlite::Result<()> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(&migration.sql)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migrations(statements: &[&str]) -> Vec<Migration> {
        (1..)
            .zip(statements)
            .map(|(number, sql)| Migration {
                file: format!("{number:04}_a.sql"),
                sql: (*sql).to_owned(),
            })
            .collect()
    }

    fn new_file(folder: &tempfile::TempDir, name: &str) -> std::path::PathBuf {
        let path = folder.path().join(name);
        std::fs::File::create_new(&path).unwrap();
        path
    }

    #[test]
    fn only_pending_migrations_are_applied() {
        let all = migrations(&["CREATE TABLE a(x)", "CREATE TABLE b(x)"]);
        let mut database = Database::in_memory().unwrap();
        database.migrate(&all[..1], |_| {}).unwrap();
        assert_eq!(database.version().unwrap(), 1);
        database.migrate(&all, |_| {}).unwrap();
        assert_eq!(database.version().unwrap(), 2);
    }

    #[test]
    fn a_newer_database_is_refused_and_left_alone() {
        let all = migrations(&["CREATE TABLE a(x)", "CREATE TABLE b(x)"]);
        let mut database = Database::in_memory().unwrap();
        database.migrate(&all, |_| {}).unwrap();
        let refused = database.migrate(&all[..1], |_| {});
        assert!(matches!(refused, Err(Error::Newer { found: 2, known: 1 })));
        assert_eq!(database.version().unwrap(), 2);
    }

    #[test]
    fn a_failing_migration_leaves_no_half() {
        let all = migrations(&["CREATE TABLE a(x)", "CREATE TABLE b(x); CREATE TABLE a(x)"]);
        let mut database = Database::in_memory().unwrap();
        let failed = database.migrate(&all, |_| {}).unwrap_err();
        assert_eq!(failed.to_string(), "cannot apply 0002_a.sql");
        assert_eq!(database.version().unwrap(), 1);
        assert!(!database.schema().unwrap().contains("TABLE b"));
    }

    #[test]
    fn the_schema_is_ordered_without_shadow_tables_and_can_be_run() {
        let all = migrations(&[
            "CREATE TABLE b(x); CREATE TRIGGER t AFTER INSERT ON b BEGIN DELETE FROM a; END;
             CREATE VIEW v AS SELECT x FROM a; CREATE INDEX i ON b(x); CREATE TABLE a(x);
             CREATE VIRTUAL TABLE f USING fts5(x);",
        ]);
        let mut database = Database::in_memory().unwrap();
        database.migrate(&all, |_| {}).unwrap();
        let schema = database.schema().unwrap();
        let firsts: Vec<&str> = schema
            .lines()
            .filter(|it| it.starts_with("CREATE"))
            .filter_map(|it| it.split(['(', ' ']).find(|it| it.len() == 1))
            .collect();
        assert_eq!(firsts, ["a", "b", "f", "i", "v", "t"], "{schema}");
        let again = Database::in_memory().unwrap();
        again.connection.execute_batch(&schema).unwrap();
        assert_eq!(again.schema().unwrap(), schema);
    }

    #[test]
    fn a_copy_is_migrated_and_its_source_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let from = new_file(&folder, "from");
        let all = migrations(&["CREATE TABLE a(x)", "CREATE TABLE b(x)"]);
        let mut source = Database::open(&from).unwrap();
        source.migrate(&all[..1], |_| {}).unwrap();
        let to = folder.path().join("to");
        let mut copy = Database::open_copy(&from, &to).unwrap();
        copy.migrate(&all, |_| {}).unwrap();
        assert_eq!(copy.version().unwrap(), 2);
        assert_eq!(source.version().unwrap(), 1);
        assert!(Database::open_copy(&from, &to).is_err(), "overwritten");
    }

    #[test]
    fn a_missing_database_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none");
        assert!(Database::open(&path).is_err());
        assert!(!path.exists());
    }
}
