//! Migrations of the store: numbered SQL files, each applied once.
//!
//! The store embeds the files; this task makes new ones and checks that files,
//! code and the reviewed snapshot of the schema agree. It reads the files
//! itself, so it works while the store does not compile.

mod database;
mod numbered;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use self::database::Database;
use self::numbered::Migration;
use crate::diff::unified;
use crate::error::{Error, Outcome, no_faults};
use crate::files;

const FOLDER: &str = "crates/store/migrations";
const SNAPSHOT: &str = "crates/store/migrations/schema.sql";
const INCLUDED_BY: &str = "crates/store/src/schema.rs";

/// What can be done with migrations.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Write the next numbered file
    Create {
        /// What changes, as in `add_session_kind`
        name: String,
    },
    /// Print every migration
    List,
    /// Check numbers, inclusion in the store, application and the snapshot
    Check,
    /// Write the snapshot of the schema after all migrations
    Snapshot,
    /// Apply what is pending to a database
    Apply {
        /// The database
        file: PathBuf,
        /// Leave the database alone and migrate a copy, written here
        #[arg(long, value_name = "COPY")]
        to: Option<PathBuf>,
    },
}

/// Does `task`.
///
/// # Errors
///
/// Fails when a check finds a fault, or a file or a database cannot be used.
pub(crate) fn run(root: &Path, task: &Task) -> Outcome {
    match task {
        Task::Create { name } => create(root, name),
        Task::List => list(root),
        Task::Check => check(root),
        Task::Snapshot => snapshot(root),
        Task::Apply { file, to } => apply(root, file, to.as_deref()),
    }
}

fn create(root: &Path, name: &str) -> Outcome {
    let found = numbered::read(&root.join(FOLDER))?;
    no_faults("migrate create", found.faults)?;
    if !numbered::is_name(name) {
        return Err(Error::MigrationName {
            name: name.to_owned(),
        });
    }
    let number = found.migrations.len() + 1;
    let path = root.join(FOLDER).join(format!("{number:04}_{name}.sql"));
    files::write(&path, &numbered::header(number, name))?;
    eprintln!(
        "wrote {}; include it in {INCLUDED_BY}, then run `cargo xtask migrate snapshot`",
        files::relative(root, &path)
    );
    Ok(())
}

fn list(root: &Path) -> Outcome {
    let found = numbered::read(&root.join(FOLDER))?;
    for migration in &found.migrations {
        println!("{}", migration.file);
    }
    no_faults("migrate list", found.faults)
}

fn check(root: &Path) -> Outcome {
    let found = numbered::read(&root.join(FOLDER))?;
    let mut faults = found.faults;
    let code = root.join(INCLUDED_BY);
    if found.migrations.is_empty() && !code.is_file() {
        eprintln!("note: neither {FOLDER} nor {INCLUDED_BY} exists yet, so nothing is checked");
        return no_faults("migrate check", faults);
    }
    faults.extend(numbered::check_included(
        &found.migrations,
        &files::read(&code)?,
        INCLUDED_BY,
    ));
    let path = root.join(SNAPSHOT);
    let reviewed = if path.is_file() {
        files::read(&path)?
    } else {
        String::new()
    };
    let made = schema_after(&found.migrations)?;
    if made != reviewed {
        faults.push(format!(
            "{SNAPSHOT}: not the schema after all migrations; \
             `cargo xtask migrate snapshot` writes it\n{}",
            unified(&reviewed, &made)
        ));
    }
    no_faults("migrate check", faults)?;
    eprintln!("{} migrations agree", found.migrations.len());
    Ok(())
}

fn snapshot(root: &Path) -> Outcome {
    let found = numbered::read(&root.join(FOLDER))?;
    no_faults("migrate snapshot", found.faults)?;
    files::write(&root.join(SNAPSHOT), &schema_after(&found.migrations)?)?;
    eprintln!("wrote {SNAPSHOT}; review the difference");
    Ok(())
}

fn apply(root: &Path, file: &Path, to: Option<&Path>) -> Outcome {
    let found = numbered::read(&root.join(FOLDER))?;
    no_faults("migrate apply", found.faults)?;
    let mut database = match to {
        None => Database::open(file)?,
        Some(copy) => Database::open_copy(file, copy)?,
    };
    let before = database.version()?;
    database.migrate(&found.migrations, |migration| {
        eprintln!("applying {}", migration.file);
    })?;
    eprintln!(
        "{}: version {before} to {}",
        to.unwrap_or(file).display(),
        database.version()?
    );
    Ok(())
}

/// Applies every migration in turn, from empty, and returns the schema.
fn schema_after(migrations: &[Migration]) -> Outcome<String> {
    let mut database = Database::in_memory()?;
    database.migrate(migrations, |_| {})?;
    database.schema()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "CREATE TABLE a(id INTEGER PRIMARY KEY) STRICT;";
    const SECOND: &str = "ALTER TABLE a ADD COLUMN b TEXT;";

    fn workspace(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            files::write(&root.path().join("crates/store").join(name), text).unwrap();
        }
        root
    }

    fn including(names: &[&str]) -> String {
        let lines: Vec<String> = names
            .iter()
            .map(|it| format!("M::up(include_str!(\"../migrations/{it}\")),"))
            .collect();
        lines.join("\n")
    }

    #[test]
    fn files_code_and_snapshot_that_agree_pass() {
        let code = including(&["0001_a.sql", "0002_b.sql"]);
        let root = workspace(&[
            ("migrations/0001_a.sql", FIRST),
            ("migrations/0002_b.sql", SECOND),
            ("src/schema.rs", &code),
        ]);
        snapshot(root.path()).unwrap();
        check(root.path()).unwrap();
    }

    #[test]
    fn a_schema_that_is_not_the_snapshot_fails() {
        let code = including(&["0001_a.sql"]);
        let root = workspace(&[("migrations/0001_a.sql", FIRST), ("src/schema.rs", &code)]);
        let shown = check(root.path()).unwrap_err().to_string();
        assert!(shown.contains("+CREATE TABLE a"), "{shown}");
    }

    #[test]
    fn a_migration_that_does_not_apply_is_named() {
        let code = including(&["0001_b.sql"]);
        let root = workspace(&[("migrations/0001_b.sql", SECOND), ("src/schema.rs", &code)]);
        let shown = check(root.path()).unwrap_err().to_string();
        assert_eq!(shown, "cannot apply 0001_b.sql");
    }

    #[test]
    fn code_without_migrations_fails() {
        let root = workspace(&[("src/schema.rs", &including(&["0001_a.sql"]))]);
        assert!(check(root.path()).is_err());
    }

    #[test]
    fn created_files_are_numbered_on_and_apply() {
        let root = workspace(&[("migrations/0001_a.sql", FIRST)]);
        create(root.path(), "add_kind").unwrap();
        let folder = root.path().join(FOLDER);
        assert!(folder.join("0002_add_kind.sql").is_file());
        let found = numbered::read(&folder).unwrap();
        schema_after(&found.migrations).unwrap();
    }

    #[test]
    fn a_name_that_is_no_file_name_is_refused() {
        let root = workspace(&[]);
        for name in ["", "Add", "../a", "1st", "a b"] {
            assert!(
                matches!(create(root.path(), name), Err(Error::MigrationName { .. })),
                "{name}"
            );
        }
    }
}
