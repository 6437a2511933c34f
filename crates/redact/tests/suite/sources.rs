//! This repository holds no secret, so none of its files is changed (R5): code,
//! prose, hashes and word lists of which nothing was chosen for the rules.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sample::REDACTOR;

/// Files whose subject is what secrets look like, so that they hold some.
const ABOUT_SECRETS: &[&str] = &[
    "crates/redact/src",
    "crates/redact/tests",
    "crates/cli/tests",
    "fuzz/seeds",
];

/// Every text file of the workspace, in the order of their paths.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            let is_made = matches!(name.as_str(), "target" | "out" | "corpus" | "artifacts");
            if !name.starts_with('.') && !is_made {
                files(&path, into);
            }
        } else {
            into.push(path);
        }
    }
}

#[test]
fn the_sources_of_this_workspace_stay() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let (mut n_bytes, mut changed) = (0, Vec::new());
    for path in all {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let at = path
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        if ABOUT_SECRETS.iter().any(|it| at.starts_with(it)) {
            continue;
        }
        n_bytes += text.len();
        for mask in REDACTOR.redact(&text).masks() {
            let line = text[..mask.original.start].lines().count();
            changed.push(format!("{at}:{line} {}", mask.rule));
        }
    }
    assert!(n_bytes > 1_000_000, "{n_bytes} bytes");
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
