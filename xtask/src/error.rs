//! Why a task failed, in words for the person who ran it.

use std::path::{Path, PathBuf};

/// What every task answers.
pub(crate) type Outcome<T = ()> = Result<T, Error>;

/// A task that did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A file or folder could not be read or written.
    #[error("cannot {doing} `{}`", path.display())]
    Io {
        doing: &'static str,
        path: PathBuf,
        source: std::io::Error,
    },
    /// A program could not be started, or could not be waited for.
    #[error("cannot run `{line}`")]
    Start {
        line: String,
        source: std::io::Error,
    },
    /// A program ran and reported failure.
    #[error("`{line}` failed")]
    Failed { line: String },
    /// A manifest is not TOML.
    #[error("cannot read the manifest `{}`", path.display())]
    Manifest {
        path: PathBuf,
        source: Box<toml::de::Error>,
    },
    /// SQLite refused.
    #[error("cannot {doing}")]
    Sqlite {
        doing: String,
        source: rusqlite::Error,
    },
    /// The database was migrated by a newer version of the project.
    #[error("the database has version {found}, newer than {known}, the last that is known here")]
    Newer { found: usize, known: usize },
    /// The name of a new migration is not usable in a file name.
    #[error("`{name}` is no name for a migration: use a to z, 0 to 9 and _, a letter first")]
    MigrationName { name: String },
    /// A path that the user named leads to no pending snapshot.
    #[error("no pending snapshot at `{path}`")]
    NotPending { path: String },
    /// Checks that found something, one line a fault.
    #[error("{task}: {} to repair\n{}", faults_in_words(.faults), .faults.join("\n"))]
    Faults {
        task: &'static str,
        faults: Vec<String>,
    },
}

impl Error {
    /// Returns a function that puts `doing` and `path` around an I/O error.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io {
            doing,
            path,
            source,
        }
    }

    /// Returns a function that puts `doing` before an error of SQLite.
    pub(crate) fn sqlite(doing: impl Into<String>) -> impl FnOnce(rusqlite::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Sqlite { doing, source }
    }
}

/// Fails with `faults`, if there are any.
pub(crate) fn no_faults(task: &'static str, faults: Vec<String>) -> Outcome {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Faults { task, faults })
    }
}

fn faults_in_words(faults: &[String]) -> String {
    match faults.len() {
        1 => "1 fault".to_owned(),
        count => format!("{count} faults"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_faults_is_success_and_each_fault_is_a_line() {
        assert!(no_faults("tidy", Vec::new()).is_ok());
        let failed = no_faults("tidy", vec!["a: b".to_owned(), "c: d".to_owned()]);
        assert_eq!(
            failed.unwrap_err().to_string(),
            "tidy: 2 faults to repair\na: b\nc: d"
        );
    }
}
