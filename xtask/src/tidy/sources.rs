//! Form of the source files: module doc, size, no unowned reminders.

use std::path::{Path, PathBuf};

use super::Findings;
use crate::error::Outcome;
use crate::files;

/// Longest source file, tests included.
const MAX_LINES: usize = 800;
/// From here on the next addition should be a split.
const MANY_LINES: usize = 600;

/// Words that promise work. Each needs the number of its issue: `(#12)`.
const REMINDERS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];

/// Files by their endings in which a reminder is one, rather than a quotation.
const CODE: &[&str] = &[
    "rs", "toml", "sql", "sh", "yml", "yaml", "js", "css", "html",
];

/// Checks every source file of the project.
pub(super) fn check(root: &Path, files: &[PathBuf], found: &mut Findings) -> Outcome {
    for path in files {
        let at = files::relative(root, path);
        if at.split('/').any(|it| it == "data" || it == "testdata") {
            continue;
        }
        let in_ci = at.starts_with(".ci/");
        if !in_ci && !CODE.iter().any(|it| files::ends(path, it)) {
            continue;
        }
        let text = files::read(path)?;
        check_reminders(&at, &text, found);
        if files::ends(path, "rs") {
            check_form(&at, &text, found);
        }
    }
    Ok(())
}

fn check_form(at: &str, text: &str, found: &mut Findings) {
    if !text.starts_with("//!") {
        found.fault(at, "no module doc at the top");
    }
    let lines = text.lines().count();
    if MAX_LINES < lines {
        found.fault(at, format!("{lines} lines, more than {MAX_LINES}"));
    } else if MANY_LINES < lines {
        found.note(
            at,
            format!("{lines} lines, and {MAX_LINES} are the most; split it soon"),
        );
    }
}

fn check_reminders(at: &str, text: &str, found: &mut Findings) {
    for (number, line) in (1_usize..).zip(text.lines()) {
        for reminder in REMINDERS {
            if has_unowned(line, reminder) {
                found.fault(
                    &format!("{at}:{number}"),
                    format!(
                        "`{reminder}` without the number of its issue, as in `{reminder}(#12)`"
                    ),
                );
            }
        }
    }
}

fn has_unowned(line: &str, reminder: &str) -> bool {
    let part_of_word = |it: char| it.is_alphanumeric() || it == '_';
    line.match_indices(reminder).any(|(start, _)| {
        let before = line.get(..start).unwrap_or_default();
        let after = line.get(start + reminder.len()..).unwrap_or_default();
        if before.ends_with(part_of_word) || after.starts_with(part_of_word) {
            return false;
        }
        let number = after.strip_prefix("(#").and_then(|it| it.split_once(')'));
        number.is_none_or(|(digits, _)| digits.parse::<u32>().is_err())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Findings {
        let mut found = Findings::default();
        check_form("a.rs", text, &mut found);
        found
    }

    #[test]
    fn a_file_without_module_doc_fails() {
        assert!(form("//! Why.\n").faults.is_empty());
        assert_eq!(form("use x;\n").faults, ["a.rs: no module doc at the top"]);
        assert_eq!(form("").faults, ["a.rs: no module doc at the top"]);
    }

    #[test]
    fn a_long_file_is_noted_and_a_longer_one_fails() {
        let of = |lines: usize| form(&"//! Why.\n".repeat(lines));
        assert!(of(600).notes.is_empty());
        assert_eq!(of(601).notes.len(), 1);
        assert!(of(800).faults.is_empty());
        assert_eq!(of(801).faults, ["a.rs: 801 lines, more than 800"]);
    }

    #[test]
    fn a_reminder_needs_the_number_of_its_issue() {
        for (suffix, unowned) in [
            (": later", true),
            (" #12", true),
            ("(me): later", true),
            ("(#): later", true),
            ("(#12): later", false),
            ("S are words", false),
        ] {
            for reminder in REMINDERS {
                let mut found = Findings::default();
                check_reminders("a.rs", &format!("ok\n// {reminder}{suffix}\n"), &mut found);
                assert_eq!(found.faults.len(), usize::from(unowned), "{suffix}");
            }
        }
    }

    #[test]
    fn test_data_is_not_source() {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("tests/data/a.rs");
        let source = root.path().join("tests/suite/a.rs");
        for path in [&data, &source] {
            files::write(path, "fn a() {}\n").unwrap();
        }
        let mut found = Findings::default();
        check(root.path(), &[data, source], &mut found).unwrap();
        assert_eq!(found.faults, ["tests/suite/a.rs: no module doc at the top"]);
    }
}
