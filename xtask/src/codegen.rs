//! References that are made from the command line's definition, so that they
//! cannot disagree with it: the page of commands, completions and man pages.
//!
//! The binary itself writes them; this task puts them into `docs/reference`
//! or compares. Everything in that folder is generated.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::cargo::Cargo;
use crate::error::{Error, Outcome, no_faults};
use crate::files;

const FOLDER: &str = "docs/reference";
const MADE_BY: &str = "crates/cli";

/// How the references are made.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail if a file differs from what would be written
    #[arg(long)]
    check: bool,
}

impl Arguments {
    /// Returns the arguments of `codegen --check`.
    pub(crate) const fn checking() -> Self {
        Self { check: true }
    }
}

/// The files below a folder, by path.
type Tree = BTreeMap<String, Vec<u8>>;

/// Writes the references, or compares them.
///
/// # Errors
///
/// Fails when the binary cannot be built or fails, and with `--check` when
/// any file is missing, stale or different.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Outcome {
    let folder = root.join(FOLDER);
    if !root.join(MADE_BY).is_dir() && !folder.is_dir() {
        eprintln!("note: {MADE_BY} does not exist yet, so there is nothing to generate");
        return Ok(());
    }
    let made = generate(root)?;
    let kept = tree(&folder)?;
    if arguments.check {
        no_faults("codegen --check", differences(&kept, &made))?;
        eprintln!("{} generated files agree", made.len());
        return Ok(());
    }
    replace(&folder, &kept, &made)
}

fn generate(root: &Path) -> Outcome<Tree> {
    let temporary = TempDir::new().map_err(Error::io("create", &std::env::temp_dir()))?;
    Cargo::new(
        root,
        "run --quiet --package sessions-cli --bin sessions -- codegen",
    )
    .arg(temporary.path())
    // The same bytes on every machine.
    .env("NO_COLOR", "1")
    .env("COLUMNS", "100")
    .run()?;
    tree(temporary.path())
}

fn tree(folder: &Path) -> Outcome<Tree> {
    let mut found = Tree::new();
    for path in files::below(folder)? {
        let bytes = fs::read(&path).map_err(Error::io("read", &path))?;
        found.insert(files::relative(folder, &path), bytes);
    }
    Ok(found)
}

fn differences(kept: &Tree, made: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    for (name, bytes) in made {
        match kept.get(name) {
            None => found.push(format!("{FOLDER}/{name}: missing")),
            Some(it) if it != bytes => found.push(format!("{FOLDER}/{name}: differs")),
            Some(_) => {}
        }
    }
    for name in kept.keys().filter(|it| !made.contains_key(*it)) {
        found.push(format!("{FOLDER}/{name}: no longer generated"));
    }
    if !found.is_empty() {
        found.push("`cargo xtask codegen` writes them".to_owned());
    }
    found
}

fn replace(folder: &Path, kept: &Tree, made: &Tree) -> Outcome {
    for name in kept.keys().filter(|it| !made.contains_key(*it)) {
        files::delete(&folder.join(name))?;
        eprintln!("deleted {FOLDER}/{name}");
    }
    for (name, bytes) in made
        .iter()
        .filter(|(name, bytes)| kept.get(*name) != Some(bytes))
    {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
        }
        fs::write(&path, bytes).map_err(Error::io("write", &path))?;
        eprintln!("wrote {FOLDER}/{name}");
    }
    eprintln!("{} generated files", made.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entries: &[(&str, &str)]) -> Tree {
        entries
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn every_kind_of_difference_is_named() {
        let kept = of(&[("a", "1"), ("b", "1"), ("old", "1")]);
        let made = of(&[("a", "1"), ("b", "2"), ("man/new", "1")]);
        assert_eq!(
            differences(&kept, &made),
            [
                "docs/reference/b: differs",
                "docs/reference/man/new: missing",
                "docs/reference/old: no longer generated",
                "`cargo xtask codegen` writes them",
            ]
        );
        assert_eq!(differences(&made, &made), Vec::<String>::new());
    }

    #[test]
    fn replacing_leaves_exactly_what_was_made() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b", "old"] {
            files::write(&root.path().join(name), "1").unwrap();
        }
        let made = of(&[("b", "2"), ("man/new", "1")]);
        replace(root.path(), &tree(root.path()).unwrap(), &made).unwrap();
        assert_eq!(tree(root.path()).unwrap(), made);
    }
}
