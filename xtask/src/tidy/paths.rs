//! No path of the machine that a file was written on.
//!
//! Such a path works for its author alone. Homes are allowed where they are
//! data or an example: in transcripts and snapshots, and in the code blocks
//! of a page.

use std::fs;
use std::path::{Path, PathBuf};

use super::Findings;
use crate::error::{Error, Outcome};
use crate::files;

/// Allowed nowhere.
const MACHINE: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/")];
/// Allowed in data and examples.
const HOME: &str = concat!("/ho", "me/");

/// Folders and endings of what is data.
const DATA_FOLDERS: &[&str] = &["data", "examples", "golden", "testdata"];
const DATA_ENDINGS: &[&str] = &["jsonl", "snap"];

/// Checks every file of the project that is text.
pub(super) fn check(root: &Path, files: &[PathBuf], found: &mut Findings) -> Outcome {
    for path in files {
        let bytes = fs::read(path).map_err(Error::io("read", path))?;
        if let Ok(text) = std::str::from_utf8(&bytes) {
            check_text(&files::relative(root, path), text, found);
        }
    }
    Ok(())
}

fn check_text(at: &str, text: &str, found: &mut Findings) {
    let page = files::ends(Path::new(at), "md");
    let data = at.split('/').any(|it| DATA_FOLDERS.contains(&it))
        || DATA_ENDINGS.iter().any(|it| files::ends(Path::new(at), it));
    let mut in_block = false;
    for (number, line) in (1_usize..).zip(text.lines()) {
        if page && line.trim_start().starts_with("```") {
            in_block = !in_block;
        }
        let home = (!data && !in_block).then_some(&HOME);
        for path in MACHINE.iter().chain(home) {
            if names(line, path) {
                found.fault(
                    &format!("{at}:{number}"),
                    format!("a machine's path, `{path}`"),
                );
            }
        }
    }
}

/// Tells whether `line` holds an absolute path below `folder`: what precedes
/// it is no part of a longer path or address.
fn names(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line.get(..start).unwrap_or_default();
        !before.ends_with(|it: char| it.is_alphanumeric() || "._-~}*/".contains(it))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(at: &str, text: &str) -> usize {
        let mut found = Findings::default();
        check_text(at, text, &mut found);
        found.faults.len()
    }

    #[test]
    fn a_machine_path_fails_everywhere() {
        for folder in MACHINE {
            let line = format!("see {folder}notes");
            for at in ["a.rs", "a.md", "tests/data/a.jsonl"] {
                assert_eq!(faults(at, &line), 1, "{at}: {line}");
            }
        }
    }

    #[test]
    fn a_home_is_allowed_in_data_and_examples_only() {
        let line = format!("\"{HOME}ada/notes\"");
        assert_eq!(faults("src/a.rs", &line), 1);
        assert_eq!(faults("README.md", &line), 1);
        assert_eq!(faults("README.md", &format!("```\n{line}\n```\n")), 0);
        assert_eq!(faults("README.md", &format!("```\n```\n{line}\n")), 1);
        assert_eq!(faults("tests/data/a.json", &line), 0);
        assert_eq!(faults("src/snapshots/a.snap", &line), 0);
    }

    #[test]
    fn a_part_of_a_longer_path_is_no_machine_path() {
        for before in ["~", "crates", "$HOME}", "https://a.example", "*"] {
            for folder in MACHINE {
                assert_eq!(faults("a.rs", &format!("{before}{folder}x")), 0, "{before}");
            }
        }
    }
}
