//! Snapshots of insta: run, review, and nothing pending or stale.
//!
//! A failing snapshot test leaves what it got beside what was reviewed: a
//! `.snap.new` file, or a `.pending-snap` file beside the source of an inline
//! snapshot. A snapshot file is stale when no test reads it any more. Tests
//! note what they read in the file that `INSTA_SNAPSHOT_REFERENCES_FILE`
//! names, so stale ones are known only after a whole run.

mod inline;
mod pending;
mod stale;

use std::path::Path;

use clap::Subcommand;
use tempfile::NamedTempFile;

use self::pending::Pending;
use crate::cargo::Cargo;
use crate::error::{Error, Outcome, no_faults};

/// What can be done with snapshots.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Run the tests and write what they got beside what was reviewed
    Run {
        /// Passed to the test runner, as in `run -- -p sessions-core`
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Show how pending snapshots differ; accept or reject them
    Review {
        /// Take what the tests got
        #[arg(long)]
        accept: bool,
        /// Delete what the tests got
        #[arg(long, conflicts_with = "accept")]
        reject: bool,
        /// Only these pending files, or those in these folders
        paths: Vec<String>,
    },
    /// Fail if a snapshot is pending, or stale after a run of all tests
    Check,
    /// Delete the snapshots that no test reads, after a run of all tests
    RejectStale,
}

/// Does `task`.
///
/// # Errors
///
/// Fails when a test fails for another reason than its snapshot, when a check
/// finds a fault, or a file cannot be used.
pub(crate) fn run(root: &Path, task: &Task) -> Outcome {
    match task {
        Task::Run { arguments } => run_tests(root, arguments),
        Task::Review {
            accept,
            reject,
            paths,
        } => review(root, paths, *accept, *reject),
        Task::Check => check(root),
        Task::RejectStale => reject_stale(root),
    }
}

/// Fails if a snapshot is pending.
///
/// # Errors
///
/// Names each of them.
pub(crate) fn check_pending(root: &Path) -> Outcome {
    let faults = pending::find(root)?
        .iter()
        .map(|it| format!("{}: pending", it.name()))
        .collect();
    no_faults("snapshots check", faults)
}

/// What a run of all tests read.
#[derive(Debug)]
pub(crate) struct References {
    file: NamedTempFile,
}

impl References {
    /// Begins an empty list.
    pub(crate) fn new() -> Outcome<Self> {
        let file = NamedTempFile::new().map_err(Error::io("create", &std::env::temp_dir()))?;
        Ok(Self { file })
    }

    /// Lets the tests that `cargo` runs note what they read, and write nothing.
    pub(crate) fn noted_by(&self, cargo: Cargo) -> Cargo {
        cargo
            .env("INSTA_UPDATE", "no")
            .env("INSTA_SNAPSHOT_REFERENCES_FILE", self.file.path())
    }

    /// Fails if a snapshot file was not read.
    ///
    /// # Errors
    ///
    /// Names each of them.
    pub(crate) fn check_stale(&self, root: &Path) -> Outcome {
        let faults = stale::find(root, self.file.path())?
            .iter()
            .map(|it| format!("{}: no test reads it", crate::files::relative(root, it)))
            .collect();
        no_faults("snapshots check", faults)
    }
}

fn all_tests(root: &Path) -> Cargo {
    Cargo::new(
        root,
        "nextest run --workspace --all-features --no-fail-fast",
    )
}

fn run_tests(root: &Path, arguments: &[String]) -> Outcome {
    let chosen = arguments.iter().any(|it| {
        ["-p", "--package", "--workspace"].contains(&it.as_str()) || it.starts_with("-p")
    });
    let mut cargo = Cargo::new(root, "nextest run --all-features --no-fail-fast");
    if !chosen {
        cargo = cargo.arg("--workspace");
    }
    for argument in arguments {
        cargo = cargo.arg(argument);
    }
    // Passing on makes one run show all of a test's snapshots.
    cargo
        .env("INSTA_UPDATE", "new")
        .env("INSTA_FORCE_PASS", "1")
        .run()?;
    let found = pending::find(root)?;
    for it in &found {
        eprintln!("pending: {}", it.name());
    }
    eprintln!(
        "{} pending; `cargo xtask snapshots review` shows them",
        found.len()
    );
    Ok(())
}

fn review(root: &Path, paths: &[String], accept: bool, reject: bool) -> Outcome {
    let found = pending::find(root)?;
    for path in paths {
        if !found.iter().any(|it| it.is_at(path)) {
            return Err(Error::NotPending { path: path.clone() });
        }
    }
    let chosen: Vec<&Pending> = found
        .iter()
        .filter(|it| paths.is_empty() || paths.iter().any(|path| it.is_at(path)))
        .collect();
    for it in &chosen {
        println!("{}\n{}", it.name(), it.diff()?);
        if accept {
            it.accept()?;
        } else if reject {
            it.reject()?;
        }
    }
    let done = match (accept, reject) {
        (true, _) => "accepted",
        (_, true) => "rejected",
        _ => "pending; add --accept or --reject, and paths for some of them",
    };
    eprintln!("{} {done}", chosen.len());
    Ok(())
}

fn check(root: &Path) -> Outcome {
    check_pending(root)?;
    after_all_tests(root)?.check_stale(root)
}

fn reject_stale(root: &Path) -> Outcome {
    let references = after_all_tests(root)?;
    for path in stale::find(root, references.file.path())? {
        crate::files::delete(&path)?;
        eprintln!("deleted {}", crate::files::relative(root, &path));
    }
    Ok(())
}

/// Runs all tests. A test that fails may not have reached its snapshots, so
/// nothing can be called stale then.
fn after_all_tests(root: &Path) -> Outcome<References> {
    let references = References::new()?;
    references.noted_by(all_tests(root)).run()?;
    Ok(references)
}
