//! Snapshot files that no test reads any more.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::Outcome;
use crate::files;

/// Returns the snapshot files of the project that `references` does not name:
/// one path a line, as the tests wrote it, relative parts included.
pub(super) fn find(root: &Path, references: &Path) -> Outcome<Vec<PathBuf>> {
    let read: BTreeSet<PathBuf> = files::read(references)?
        .lines()
        .map(|line| resolved(&root.join(line)))
        .collect();
    let mut found = files::of_project(root)?;
    found.retain(|it| files::ends(it, "snap") && !read.contains(&resolved(it)));
    Ok(found)
}

/// A path to a snapshot that was read but does not exist stays as it is.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_that_no_test_reads_is_stale() {
        let root = tempfile::tempdir().unwrap();
        let snapshots = root.path().join("crates/a/tests/suite/snapshots");
        for name in ["read.snap", "read_too.snap", "left.snap", "b.snap.new"] {
            files::write(&snapshots.join(name), "").unwrap();
        }
        let references = root.path().join("references");
        let text = format!(
            "{}\n{}\ncrates/a/tests/suite/../suite/snapshots/read_too.snap\n",
            snapshots.join("read.snap").display(),
            snapshots.join("missing.snap").display(),
        );
        files::write(&references, &text).unwrap();
        assert_eq!(
            find(root.path(), &references).unwrap(),
            [snapshots.join("left.snap")]
        );
    }
}
