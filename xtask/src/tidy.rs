//! Checks that no lint makes: layering, file size, module docs.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates that each crate may depend on. A crate not named here fails.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("policy", &["core"]),
    ("store", &["core"]),
    ("testkit", &["core"]),
];

/// Longest source file, tests included.
const MAX_LINES: usize = 800;

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    for dir in subdirs(&root.join("crates"))? {
        check_layering(&dir, &mut faults)?;
        for file in sources(&dir)? {
            let text = read(&file)?;
            let at = file.strip_prefix(root).unwrap_or(&file).display();
            if !text.starts_with("//!") {
                faults.push(format!("{at}: no module doc at the top"));
            }
            let lines = text.lines().count();
            if MAX_LINES < lines {
                faults.push(format!("{at}: {lines} lines, more than {MAX_LINES}"));
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

fn check_layering(dir: &Path, faults: &mut Vec<String>) -> Result<(), String> {
    let name = dir
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(it, _)| *it == name) else {
        faults.push(format!("crates/{name}: not in xtask's layering table"));
        return Ok(());
    };
    let manifest = read(&dir.join("Cargo.toml"))?;
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let Some(rest) = line.strip_prefix("sessions-") else {
            continue;
        };
        let dep = rest.split([' ', '.', '=']).next().unwrap_or_default();
        if section == "[dependencies]" && !allowed.contains(&dep) {
            faults.push(format!("crates/{name}: must not depend on {dep}"));
        }
    }
    Ok(())
}

fn sources(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for sub in ["src", "tests", "benches"] {
        walk(&dir.join(sub), &mut found)?;
    }
    Ok(found)
}

fn walk(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(dir).map_err(|err| format!("{}: {err}", dir.display()))? {
        let path = entry.map_err(|err| err.to_string())?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

fn subdirs(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|err| format!("{}: {err}", dir.display()))?;
    Ok(entries
        .filter_map(Result::ok)
        .map(|it| it.path())
        .filter(|it| it.is_dir())
        .collect())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|err| format!("{}: {err}", path.display()))
}
