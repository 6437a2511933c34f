//! A test file that no module declares is never compiled, so it proves nothing.

use std::path::{Path, PathBuf};

use super::Findings;
use crate::error::Outcome;
use crate::files;

/// Checks every `crates/*/tests/suite`.
pub(super) fn check(root: &Path, found: &mut Findings) -> Outcome {
    for folder in files::subfolders(&root.join("crates"))? {
        check_suite(root, &folder.join("tests/suite"), found)?;
    }
    Ok(())
}

fn check_suite(root: &Path, suite: &Path, found: &mut Findings) -> Outcome {
    for path in files::below(suite)? {
        if !files::ends(&path, "rs") || path == suite.join("main.rs") {
            continue;
        }
        let Some((parents, module)) = declaration(suite, &path) else {
            continue;
        };
        let mut declared = false;
        for parent in parents.iter().filter(|it| it.is_file()) {
            declared |= declares(&files::read(parent)?, &module);
        }
        if !declared {
            let parents: Vec<String> = parents.iter().map(|it| files::relative(root, it)).collect();
            found.fault(
                &files::relative(root, &path),
                format!("no `mod {module};` in {}", parents.join(" or ")),
            );
        }
    }
    Ok(())
}

/// Returns where the module of `path` is to be declared, and its name.
fn declaration(suite: &Path, path: &Path) -> Option<(Vec<PathBuf>, String)> {
    let folder = path.parent()?;
    // `a/mod.rs` is the module `a`, declared one folder up.
    let (module, scope) = if path.file_name()? == "mod.rs" {
        (folder.file_name()?, folder.parent()?)
    } else {
        (path.file_stem()?, folder)
    };
    let parents = if scope == suite {
        vec![suite.join("main.rs")]
    } else {
        vec![scope.join("mod.rs"), scope.with_extension("rs")]
    };
    Some((parents, module.to_string_lossy().into_owned()))
}

fn declares(text: &str, module: &str) -> bool {
    let declaration = format!("mod {module};");
    text.lines().any(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.starts_with(&declaration)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undeclared_test_file_fails() {
        let root = tempfile::tempdir().unwrap();
        let suite = root.path().join("crates/core/tests/suite");
        for (file, text) in [
            (
                "main.rs",
                "//! Tests.\nmod windows;\nmod world;\n// mod lost;\n",
            ),
            ("windows.rs", ""),
            ("lost.rs", ""),
            ("world/mod.rs", "pub(crate) mod small;"),
            ("world/small.rs", ""),
            ("world/large.rs", ""),
            ("alone/mod.rs", ""),
            ("data.json", ""),
        ] {
            files::write(&suite.join(file), text).unwrap();
        }
        let mut found = Findings::default();
        check(root.path(), &mut found).unwrap();
        let suite = "crates/core/tests/suite";
        assert_eq!(
            found.faults,
            [
                format!("{suite}/alone/mod.rs: no `mod alone;` in {suite}/main.rs"),
                format!("{suite}/lost.rs: no `mod lost;` in {suite}/main.rs"),
                format!(
                    "{suite}/world/large.rs: no `mod large;` in {suite}/world/mod.rs or {suite}/world.rs"
                ),
            ]
        );
    }
}
