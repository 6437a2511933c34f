//! What tests got and nobody has reviewed yet.

use std::path::{Path, PathBuf};

use super::inline;
use crate::diff::unified;
use crate::error::{Error, Outcome};
use crate::files;

/// One pending file.
#[derive(Debug)]
pub(super) struct Pending {
    path: PathBuf,
    name: String,
}

/// Returns every pending file of the project, by path.
pub(super) fn find(root: &Path) -> Outcome<Vec<Pending>> {
    let found = files::of_project(root)?
        .into_iter()
        .filter(|it| files::ends(it, "snap.new") || files::ends(it, "pending-snap"))
        .map(|path| Pending {
            name: files::relative(root, &path),
            path,
        })
        .collect();
    Ok(found)
}

impl Pending {
    /// Returns the path below the root.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Tells whether `path` names this file or a folder above it.
    pub(super) fn is_at(&self, path: &str) -> bool {
        let path = path.strip_prefix("./").unwrap_or(path);
        let rest = self.name.strip_prefix(path.trim_end_matches('/'));
        rest.is_some_and(|it| it.is_empty() || it.starts_with('/'))
    }

    /// Returns how what the tests got differs from what was reviewed.
    pub(super) fn diff(&self) -> Outcome<String> {
        if self.is_inline() {
            let changes = inline::changes(&files::read(&self.path)?);
            let shown: Vec<String> = changes
                .iter()
                .map(|it| format!("line {}\n{}", it.line, unified(&it.old, &it.new)))
                .collect();
            return Ok(shown.join("\n"));
        }
        let reviewed = self.reviewed();
        let old = if reviewed.is_file() {
            kept(&files::read(&reviewed)?)
        } else {
            String::new()
        };
        Ok(unified(&old, &kept(&files::read(&self.path)?)))
    }

    /// Puts what the tests got in the place of what was reviewed.
    pub(super) fn accept(&self) -> Outcome {
        let reviewed = self.reviewed();
        if self.is_inline() {
            let changes = inline::changes(&files::read(&self.path)?);
            let source = inline::accept(&files::read(&reviewed)?, &changes);
            files::write(&reviewed, &source.text)?;
            if let Some(line) = source.not_found {
                return Err(Error::NotPending {
                    path: format!("{}:{line}", reviewed.display()),
                });
            }
        } else {
            files::write(&reviewed, &kept(&files::read(&self.path)?))?;
        }
        files::delete(&self.path)
    }

    /// Deletes what the tests got.
    pub(super) fn reject(&self) -> Outcome {
        files::delete(&self.path)
    }

    fn is_inline(&self) -> bool {
        files::ends(&self.path, "pending-snap")
    }

    /// Returns the snapshot file, or the source file with the inline snapshot.
    fn reviewed(&self) -> PathBuf {
        let name = files::name(&self.path);
        let name = match name.strip_suffix(".pending-snap") {
            Some(hidden) => hidden.trim_start_matches('.'),
            None => name.trim_end_matches(".new"),
        };
        self.path.with_file_name(name)
    }
}

/// Returns the snapshot without the line number that insta keeps only while
/// it is pending: it would change with every edit above the test.
fn kept(snapshot: &str) -> String {
    let mut fences = 0;
    snapshot
        .split_inclusive('\n')
        .filter(|line| {
            fences += usize::from(line.trim_end() == "---");
            2 <= fences || !line.starts_with("assertion_line:")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "---\nsource: a.rs\nexpression: x\n---\none\n";
    const NEW: &str = "---\nsource: a.rs\nassertion_line: 7\nexpression: x\n---\n\
                       assertion_line: stays\n";

    fn project(name: &str, text: &str) -> (tempfile::TempDir, Pending) {
        let root = tempfile::tempdir().unwrap();
        files::write(&root.path().join(name), text).unwrap();
        let mut found = find(root.path()).unwrap();
        assert_eq!(found.len(), 1);
        (root, found.remove(0))
    }

    #[test]
    fn accepting_a_file_replaces_the_reviewed_one() {
        let (root, pending) = project("tests/snapshots/a.snap.new", NEW);
        let reviewed = root.path().join("tests/snapshots/a.snap");
        files::write(&reviewed, OLD).unwrap();
        let shown = pending.diff().unwrap();
        assert!(
            shown.contains("-one\n+assertion_line: stays\n") && !shown.contains(": 7"),
            "{shown}"
        );
        pending.accept().unwrap();
        assert_eq!(
            files::read(&reviewed).unwrap(),
            "---\nsource: a.rs\nexpression: x\n---\nassertion_line: stays\n"
        );
        assert!(find(root.path()).unwrap().is_empty());
    }

    #[test]
    fn rejecting_a_file_keeps_the_reviewed_one() {
        let (root, pending) = project("a.snap.new", NEW);
        files::write(&root.path().join("a.snap"), OLD).unwrap();
        pending.reject().unwrap();
        assert_eq!(files::read(&root.path().join("a.snap")).unwrap(), OLD);
        assert!(find(root.path()).unwrap().is_empty());
    }

    #[test]
    fn a_first_snapshot_is_all_new() {
        let (root, pending) = project("a.snap.new", NEW);
        assert!(pending.diff().unwrap().contains("+source: a.rs"));
        pending.accept().unwrap();
        assert!(root.path().join("a.snap").is_file());
    }

    #[test]
    fn accepting_inline_edits_the_source() {
        let line = r#"{"run_id":"1","line":1,"new":{"snapshot":"b"},"old":{"snapshot":"a"}}"#;
        let (root, pending) = project("src/.a.rs.pending-snap", line);
        let source = root.path().join("src/a.rs");
        files::write(&source, "assert_snapshot!(x, @\"a\");\n").unwrap();
        assert!(pending.diff().unwrap().contains("-a\n"));
        pending.accept().unwrap();
        assert_eq!(
            files::read(&source).unwrap(),
            "assert_snapshot!(x, @\"b\");\n"
        );
        assert!(find(root.path()).unwrap().is_empty());
    }

    #[test]
    fn paths_name_files_and_folders_whole() {
        let (_root, pending) = project("a/b.snap.new", "");
        for path in ["a/b.snap.new", "a", "a/", "./a"] {
            assert!(pending.is_at(path), "{path}");
        }
        for path in ["a/b", "b.snap.new", "a/b.snap.new/c"] {
            assert!(!pending.is_at(path), "{path}");
        }
    }
}
