//! Every rule of the contract names the tests that hold it.
//!
//! A rule is a list item `- **T1** …`. It ends with `Held by:` and the names
//! of tests in backticks, or with `Not built yet`. A name that is no test is
//! a promise that nobody keeps.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Findings, words};
use crate::error::Outcome;
use crate::files;

const PAGE: &str = "docs/contract.md";
const HELD_BY: &str = "Held by:";
const NOT_BUILT: &str = "Not built yet";

/// Checks the page against the tests of the crates.
pub(super) fn check(root: &Path, found: &mut Findings) -> Outcome {
    let page = root.join(PAGE);
    if !page.is_file() {
        found.note(PAGE, "not written yet, so no rule is checked");
        return Ok(());
    }
    let mut tests = BTreeSet::new();
    for folder in files::subfolders(&root.join("crates"))? {
        for part in ["src", "tests"] {
            for path in files::below(&folder.join(part))? {
                if files::ends(&path, "rs") {
                    collect_tests(&files::read(&path)?, &mut tests);
                }
            }
        }
    }
    check_page(&files::read(&page)?, &tests, found);
    Ok(())
}

fn check_page(text: &str, tests: &BTreeSet<String>, found: &mut Findings) {
    let rules = rules(text);
    if rules.is_empty() {
        found.fault(PAGE, "no rule found; one begins with `- **T1**`");
    }
    let mut seen = BTreeSet::new();
    for rule in rules {
        let at = format!("{PAGE}:{}", rule.line);
        let id = rule.id;
        if !seen.insert(id) {
            found.fault(&at, format!("a second rule {id}"));
        }
        match rule.held_by() {
            Some(names) if names.is_empty() => {
                found.fault(&at, format!("{id} is held by no test"));
            }
            Some(names) => {
                for name in names.iter().filter(|it| !tests.contains(**it)) {
                    found.fault(&at, format!("{id} is held by `{name}`, which is no test"));
                }
            }
            None if rule.body.iter().any(|it| it.trim().starts_with(NOT_BUILT)) => {}
            None => found.fault(
                &at,
                format!("{id} has neither `{HELD_BY}` nor `{NOT_BUILT}`"),
            ),
        }
    }
}

/// A rule as it stands on the page.
#[derive(Debug)]
struct Rule<'a> {
    id: &'a str,
    line: usize,
    body: Vec<&'a str>,
}

impl<'a> Rule<'a> {
    /// Returns the names after `Held by:`, or `None` without such a line. The
    /// list may go on over the lines that follow, up to a blank one or `Not
    /// built yet`.
    fn held_by(&self) -> Option<Vec<&'a str>> {
        let start = self
            .body
            .iter()
            .position(|it| it.trim().starts_with(HELD_BY))?;
        let names = self
            .body
            .iter()
            .skip(start)
            .map(|it| it.trim())
            .take_while(|it| !it.is_empty() && !it.starts_with(NOT_BUILT))
            .flat_map(|it| it.split('`').skip(1).step_by(2))
            .map(|it| it.rsplit("::").next().unwrap_or(it))
            .collect();
        Some(names)
    }
}

/// Returns the rules of the page. A heading ends a rule.
fn rules(text: &str) -> Vec<Rule<'_>> {
    let mut found: Vec<Rule<'_>> = Vec::new();
    let mut open = false;
    for (number, line) in (1_usize..).zip(text.lines()) {
        if let Some(id) = rule_id(line) {
            open = true;
            found.push(Rule {
                id,
                line: number,
                body: Vec::new(),
            });
        } else if line.starts_with('#') {
            open = false;
        } else if let (true, Some(rule)) = (open, found.last_mut()) {
            rule.body.push(line);
        }
    }
    found
}

/// Returns the id of the rule that begins in `line`: a capital letter, a
/// number, and perhaps a small letter.
fn rule_id(line: &str) -> Option<&str> {
    let (id, _) = line.strip_prefix("- **")?.split_once("**")?;
    let rest = id.strip_prefix(|it: char| it.is_ascii_uppercase())?;
    let digits = rest.trim_end_matches(|it: char| it.is_ascii_lowercase());
    let numbered = !digits.is_empty() && digits.chars().all(|it| it.is_ascii_digit());
    (numbered && rest.len() <= digits.len() + 1).then_some(id)
}

/// Adds the names of the functions of `source` that an attribute with the
/// word `test` marks.
fn collect_tests(source: &str, tests: &mut BTreeSet<String>) {
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[") && line.ends_with(']') {
            marked |= words(line).any(|it| it == "test");
            continue;
        }
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if marked {
            tests.extend(
                words(line)
                    .skip_while(|it| *it != "fn")
                    .nth(1)
                    .map(str::to_owned),
            );
        }
        marked = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(page: &str) -> Vec<String> {
        let source = "#[test]\nfn held() {}\n#[test]\nfn also_held() {}\nfn helper() {}";
        let mut tests = BTreeSet::new();
        collect_tests(source, &mut tests);
        let mut found = Findings::default();
        check_page(page, &tests, &mut found);
        found.faults
    }

    #[test]
    fn a_rule_held_by_tests_passes() {
        for page in [
            "- **T1** A rule.\n  Held by: `held`, `also_held`.\n",
            "- **T1a** A rule\n  of two lines.\n  Held by: `suite::held`,\n  `also_held`.\n",
            "- **T1** A rule.\n  Not built yet: soon.\n",
            "- **T1** A rule.\n\n| a | `b` |\n\n  Held by: `held`.\n\n## `U`\n",
        ] {
            assert_eq!(faults(page), Vec::<String>::new(), "{page}");
        }
    }

    #[test]
    fn a_rule_without_a_holder_fails() {
        for (page, what) in [
            (
                "- **T1** A.\n",
                "T1 has neither `Held by:` nor `Not built yet`",
            ),
            ("- **T1** A.\n  Held by: held.\n", "T1 is held by no test"),
            (
                "- **T1** A.\n  Held by: `lost`.\n",
                "T1 is held by `lost`, which is no test",
            ),
            (
                "- **T1** A.\n  Held by: `helper`.\n",
                "T1 is held by `helper`, which is no test",
            ),
            (
                "- **T1** A.\n# Other\n  Held by: `held`.\n",
                "T1 has neither `Held by:` nor `Not built yet`",
            ),
        ] {
            assert_eq!(
                faults(page),
                [format!("docs/contract.md:1: {what}")],
                "{page}"
            );
        }
    }

    #[test]
    fn a_rule_named_twice_and_a_page_without_rules_fail() {
        let rule = "- **T1** A.\n  Held by: `held`.\n";
        assert_eq!(
            faults(&rule.repeat(2)),
            ["docs/contract.md:3: a second rule T1"]
        );
        assert_eq!(faults("# Contract\n").len(), 1);
    }

    #[test]
    fn only_numbered_items_are_rules() {
        assert_eq!(rule_id("- **S21** A."), Some("S21"));
        assert_eq!(rule_id("- **T1a** A."), Some("T1a"));
        for line in ["- **Note** A.", "- **T** A.", "- **T1ab** A.", "**T1** A."] {
            assert_eq!(rule_id(line), None, "{line}");
        }
    }

    #[test]
    fn tests_are_found_behind_attributes_and_inside_macros() {
        let source = "proptest! {\n    #[test]\n    /// Doc.\n    #[ignore]\n    \
                      fn inside(a in 0..1) {}\n}\n#[tokio::test]\nasync fn later() {}\n\
                      #[cfg(feature = \"x\")]\nfn none() {}";
        let mut tests = BTreeSet::new();
        collect_tests(source, &mut tests);
        assert_eq!(tests.into_iter().collect::<Vec<_>>(), ["inside", "later"]);
    }

    #[test]
    fn a_missing_page_is_said() {
        let root = tempfile::tempdir().unwrap();
        let mut found = Findings::default();
        check(root.path(), &mut found).unwrap();
        assert_eq!(
            found.notes,
            ["docs/contract.md: not written yet, so no rule is checked"]
        );
    }
}
