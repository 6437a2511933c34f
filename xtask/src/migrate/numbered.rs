//! The files of the migrations: `NNNN_name.sql`, from 0001, without gaps.

use std::path::Path;

use crate::error::Outcome;
use crate::files;

/// One file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Migration {
    /// The file's name.
    pub(super) file: String,
    /// What it does.
    pub(super) sql: String,
}

/// What lies in the folder.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// In the order of their numbers.
    pub(super) migrations: Vec<Migration>,
    /// Names that are none, and numbers that are missing or taken twice.
    pub(super) faults: Vec<String>,
}

/// Reads all migrations in `folder`; a missing folder has none.
pub(super) fn read(folder: &Path) -> Outcome<Folder> {
    let mut found = Folder::default();
    // The paths come sorted, and four digits sort as their numbers do.
    for path in files::entries(folder)? {
        let file = files::name(&path);
        if file == "schema.sql" {
            continue;
        }
        let expected = found.migrations.len() + 1;
        match number(&file) {
            None => {
                found
                    .faults
                    .push(format!("{file}: not named like 0001_name.sql"));
                continue;
            }
            Some(number) if number != expected => found
                .faults
                .push(format!("{file}: number {number} where {expected} is next")),
            Some(_) => {}
        }
        let sql = files::read(&path)?;
        found.migrations.push(Migration { file, sql });
    }
    Ok(found)
}

/// Tells whether `name` may stand behind the number.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_lowercase())
        && name
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_')
}

/// Returns the text that a new migration begins with.
pub(super) fn header(number: usize, name: &str) -> String {
    let subject = name.replace('_', " ");
    format!(
        "-- Migration {number:04}: {subject}.\n\
         --\n\
         -- Runs once, inside a transaction that the store begins. A released\n\
         -- migration never changes: correct it with the next one.\n"
    )
}

/// Checks that `code` includes exactly these files, in this order.
pub(super) fn check_included(migrations: &[Migration], code: &str, at: &str) -> Vec<String> {
    let included = included(code);
    let files: Vec<&str> = migrations.iter().map(|it| it.file.as_str()).collect();
    if included == files {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for file in files.iter().filter(|it| !included.contains(it)) {
        faults.push(format!("{at}: does not include {file}"));
    }
    for file in included.iter().filter(|it| !files.contains(it)) {
        faults.push(format!("{at}: includes {file}, which does not exist"));
    }
    if faults.is_empty() {
        faults.push(format!(
            "{at}: includes the migrations as {}, not each once in their order",
            included.join(", ")
        ));
    }
    faults
}

fn number(file: &str) -> Option<usize> {
    let (digits, name) = file.strip_suffix(".sql")?.split_once('_')?;
    let four = digits.len() == 4 && digits.chars().all(|it| it.is_ascii_digit());
    (four && is_name(name)).then(|| digits.parse().ok())?
}

/// Returns the files of the migrations folder that `code` includes, comments
/// aside.
fn included(code: &str) -> Vec<&str> {
    code.lines()
        .filter(|it| !it.trim_start().starts_with("//"))
        .flat_map(|it| it.split("include_str!").skip(1))
        .filter_map(|it| it.split('"').nth(1))
        .filter_map(|it| it.strip_prefix("../migrations/"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(names: &[&str]) -> Folder {
        let root = tempfile::tempdir().unwrap();
        for name in names {
            files::write(&root.path().join(name), "").unwrap();
        }
        read(root.path()).unwrap()
    }

    fn migrations(names: &[&str]) -> Vec<Migration> {
        names
            .iter()
            .map(|it| Migration {
                file: (*it).to_owned(),
                sql: String::new(),
            })
            .collect()
    }

    #[test]
    fn files_come_in_the_order_of_their_numbers_without_the_snapshot() {
        let found = folder(&["0002_b.sql", "schema.sql", "0001_a.sql"]);
        assert_eq!(found.migrations, migrations(&["0001_a.sql", "0002_b.sql"]));
        assert_eq!(found.faults, Vec::<String>::new());
    }

    #[test]
    fn a_gap_a_double_and_a_foreign_file_are_faults() {
        for (names, fault) in [
            (
                ["0001_a.sql", "0003_c.sql"],
                "0003_c.sql: number 3 where 2 is next",
            ),
            (
                ["0001_a.sql", "0001_b.sql"],
                "0001_b.sql: number 1 where 2 is next",
            ),
            (
                ["0001_a.sql", "001_b.sql"],
                "001_b.sql: not named like 0001_name.sql",
            ),
            (
                ["0001_a.sql", "notes"],
                "notes: not named like 0001_name.sql",
            ),
        ] {
            assert_eq!(folder(&names).faults, [fault]);
        }
    }

    #[test]
    fn code_includes_each_file_once_in_order() {
        let files = migrations(&["0001_a.sql", "0002_b.sql"]);
        let code = |names: &[&str]| -> String {
            let lines: Vec<String> = names
                .iter()
                .map(|it| format!("    M::up(include_str!(\"../migrations/{it}\")),"))
                .collect();
            lines.join("\n")
        };
        let of = |names: &[&str]| check_included(&files, &code(names), "schema.rs");
        assert_eq!(of(&["0001_a.sql", "0002_b.sql"]), Vec::<String>::new());
        assert_eq!(
            of(&["0001_a.sql"]),
            ["schema.rs: does not include 0002_b.sql"]
        );
        assert_eq!(
            of(&["0001_a.sql", "0002_b.sql", "0003_c.sql"]),
            ["schema.rs: includes 0003_c.sql, which does not exist"]
        );
        assert_eq!(of(&["0002_b.sql", "0001_a.sql"]).len(), 1);
        let commented = code(&["0001_a.sql"]) + "\n// " + &code(&["0002_b.sql"]);
        assert_eq!(check_included(&files, &commented, "schema.rs").len(), 1);
    }
}
