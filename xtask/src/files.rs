//! Reading, writing and walking, with the path in every error.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Outcome};

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(Error::io("read", path))
}

/// Writes a file, and the folders above it.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
    }
    fs::write(path, text).map_err(Error::io("write", path))
}

/// Deletes a file.
pub(crate) fn delete(path: &Path) -> Outcome {
    fs::remove_file(path).map_err(Error::io("delete", path))
}

/// Returns `path` as seen from `root`, with `/` between its parts.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    let parts: Vec<_> = path
        .strip_prefix(root)
        .unwrap_or(path)
        .iter()
        .map(|it| it.to_string_lossy())
        .collect();
    parts.join("/")
}

/// Returns the name of a file or folder, or nothing for `..` and the like.
pub(crate) fn name(path: &Path) -> String {
    path.file_name()
        .map(|it| it.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Tells whether the file's name ends in `.` and `ending`.
pub(crate) fn ends(path: &Path, ending: &str) -> bool {
    name(path)
        .strip_suffix(ending)
        .is_some_and(|it| it.ends_with('.'))
}

/// Returns what lies directly in `dir`, by name; a missing folder is empty.
pub(crate) fn entries(dir: &Path) -> Outcome<Vec<PathBuf>> {
    if !dir.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(Error::io("list", dir))? {
        found.push(entry.map_err(Error::io("list", dir))?.path());
    }
    found.sort();
    Ok(found)
}

/// Returns the folders directly in `dir`, by name.
pub(crate) fn subfolders(dir: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = entries(dir)?;
    found.retain(|it| it.is_dir());
    Ok(found)
}

/// Returns every file below `dir`, by path, without following links.
pub(crate) fn below(dir: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    walk(dir, &[], &mut found)?;
    Ok(found)
}

/// Returns the project's own files: all below `root` but the repository's
/// metadata and the folders of the root that `.gitignore` names.
///
/// The files are found without asking git: it refuses to answer in a clone
/// that another user owns, as happens in containers.
pub(crate) fn of_project(root: &Path) -> Outcome<Vec<PathBuf>> {
    let ignored = match fs::read_to_string(root.join(".gitignore")) {
        Ok(text) => ignored_at_root(&text),
        Err(_) => Vec::new(),
    };
    let left_out: Vec<PathBuf> = ignored
        .iter()
        .map(String::as_str)
        .chain([".git"])
        .map(|it| root.join(it))
        .collect();
    let mut found = Vec::new();
    walk(root, &left_out, &mut found)?;
    Ok(found)
}

fn ignored_at_root(gitignore: &str) -> Vec<String> {
    gitignore
        .lines()
        .filter_map(|line| line.trim().strip_prefix('/'))
        .map(|it| it.trim_end_matches('/').to_owned())
        .collect()
}

fn walk(dir: &Path, left_out: &[PathBuf], found: &mut Vec<PathBuf>) -> Outcome {
    for path in entries(dir)? {
        if left_out.contains(&path) || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, left_out, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn project_files_leave_out_what_gitignore_names_at_the_root() {
        let root = tempfile::tempdir().unwrap();
        for file in ["target/a", ".git/b", "src/target/c", "d"] {
            write(&root.path().join(file), "").unwrap();
        }
        write(&root.path().join(".gitignore"), "/target/\n*.bak\n").unwrap();
        let found: Vec<String> = of_project(root.path())
            .unwrap()
            .iter()
            .map(|it| relative(root.path(), it))
            .collect();
        assert_eq!(found, [".gitignore", "d", "src/target/c"]);
    }

    #[test]
    fn an_ending_is_whole() {
        assert!(ends(Path::new("a/b.snap.new"), "snap.new"));
        assert!(!ends(Path::new("a/b.snap.new"), "snap"));
        assert!(!ends(Path::new("a/snap"), "snap"));
    }
}
