//! Inline snapshots: literals in the source, behind an `@`.
//!
//! A pending file holds one JSON object a line, one for each assertion that
//! failed, with the line of its macro and both texts.

use serde_json::Value;

/// One assertion whose snapshot differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// The line on which the macro begins, from 1.
    pub(super) line: usize,
    /// What was reviewed.
    pub(super) old: String,
    /// What the test got.
    pub(super) new: String,
}

/// A source file after its snapshots were accepted.
#[derive(Debug)]
pub(super) struct Accepted {
    /// The text of the file.
    pub(super) text: String,
    /// The line of an assertion whose literal was not found.
    pub(super) not_found: Option<usize>,
}

/// Returns the changes of the last run that a pending file holds, one for
/// each assertion. An assertion that passed in it takes its change back.
pub(super) fn changes(pending: &str) -> Vec<Change> {
    let entries: Vec<Value> = pending
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let last_run = entries.last().and_then(|it| it.get("run_id")).cloned();
    let mut changes: Vec<Change> = Vec::new();
    for entry in entries
        .iter()
        .filter(|it| it.get("run_id").cloned() == last_run)
    {
        let line = entry
            .get("line")
            .and_then(Value::as_u64)
            .and_then(|it| usize::try_from(it).ok())
            .unwrap_or_default();
        let text = |key: &str| {
            let snapshot = entry.get(key)?.get("snapshot")?;
            snapshot.as_str().map(str::to_owned)
        };
        changes.retain(|it| it.line != line);
        if let Some(new) = text("new") {
            changes.push(Change {
                line,
                old: dedented(&text("old").unwrap_or_default()),
                new,
            });
        }
    }
    changes.sort_by_key(|it| it.line);
    changes
}

/// Takes away the indentation that all lines share: the source's, which the
/// test does not compare.
fn dedented(text: &str) -> String {
    let blank = |it: &&str| it.trim().is_empty();
    let shared = text
        .lines()
        .filter(|it| !blank(it))
        .map(|it| it.len() - it.trim_start_matches(' ').len())
        .min()
        .unwrap_or_default();
    let lines: Vec<&str> = text
        .lines()
        .map(|it| it.get(shared..).unwrap_or_default())
        .collect();
    lines.join("\n")
}

/// Puts what the tests got into the literals of `source`.
pub(super) fn accept(source: &str, changes: &[Change]) -> Accepted {
    let mut text = source.to_owned();
    // From the end, so that the lines of the others stay right.
    for change in changes.iter().rev() {
        match replaced(&text, change) {
            Some(changed) => text = changed,
            None => {
                return Accepted {
                    text,
                    not_found: Some(change.line),
                };
            }
        }
    }
    Accepted {
        text,
        not_found: None,
    }
}

fn replaced(source: &str, change: &Change) -> Option<String> {
    let before: usize = source
        .split_inclusive('\n')
        .take(change.line.checked_sub(1)?)
        .map(str::len)
        .sum();
    let (head, tail) = source.split_at_checked(before)?;
    let (start, end) = literal(tail)?;
    let line = tail.get(..start)?.lines().last().unwrap_or_default();
    let indent: String = line.chars().take_while(|it| it.is_whitespace()).collect();
    Some(format!(
        "{head}{}{}{}",
        tail.get(..start)?,
        written(&change.new, &indent),
        tail.get(end..)?
    ))
}

/// Returns where the first string literal behind an `@` begins and ends.
fn literal(text: &str) -> Option<(usize, usize)> {
    for (at, _) in text.match_indices('@') {
        let start = at + 1;
        let rest = text.get(start..)?;
        let raw = rest.strip_prefix('r').unwrap_or(rest);
        let body = raw.trim_start_matches('#');
        let fence = raw.len() - body.len();
        let Some(body) = body.strip_prefix('"') else {
            continue;
        };
        let is_raw = raw.len() < rest.len();
        let length = if is_raw {
            let close = format!("\"{}", "#".repeat(fence));
            body.find(&close)? + close.len()
        } else {
            end_of_string(body)?
        };
        return Some((start, text.len() - body.len() + length));
    }
    None
}

/// Returns the length up to and with the quote that ends a plain literal.
fn end_of_string(body: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, it) in body.char_indices() {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Writes a literal as insta reads it: several lines begin on a line of their
/// own, with an indentation that it takes away again.
fn written(text: &str, indent: &str) -> String {
    let text = text.trim_end();
    let plain = text.lines().count() <= 1;
    let (raw, fence) = if text.contains(['"', '\\']) || !plain {
        ("r", "#".repeat(fence_for(text)))
    } else {
        ("", String::new())
    };
    if plain {
        return format!("{raw}{fence}\"{text}\"{fence}");
    }
    let lines: String = text
        .lines()
        .map(|line| match line {
            "" => "\n".to_owned(),
            line => format!("{indent}{line}\n"),
        })
        .collect();
    format!("{raw}{fence}\"\n{lines}{indent}\"{fence}")
}

/// Returns how many `#` keep the text from ending its literal.
fn fence_for(text: &str) -> usize {
    text.split('"')
        .skip(1)
        .map(|it| it.len() - it.trim_start_matches('#').len() + 1)
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(line: usize, new: &str) -> Change {
        Change {
            line,
            old: String::new(),
            new: new.to_owned(),
        }
    }

    #[test]
    fn only_the_last_run_counts_and_a_pass_takes_back() {
        let pending = concat!(
            r#"{"run_id":"1","line":3,"new":{"snapshot":"x"},"old":null}"#,
            "\n",
            r#"{"run_id":"2","line":9,"new":{"snapshot":"y"},"old":{"snapshot":"o"}}"#,
            "\n",
            r#"{"run_id":"2","line":5,"new":{"snapshot":"z"},"old":null}"#,
            "\n",
            r#"{"run_id":"2","line":5,"new":null,"old":null}"#,
            "\n",
        );
        let expected = Change {
            line: 9,
            old: "o".to_owned(),
            new: "y".to_owned(),
        };
        assert_eq!(changes(pending), [expected]);
    }

    #[test]
    fn the_indentation_of_the_source_is_no_difference() {
        assert_eq!(dedented("    a\n\n      b"), "a\n\n  b");
        assert_eq!(dedented("a\n  b"), "a\n  b");
    }

    #[test]
    fn each_literal_is_replaced_whatever_its_form() {
        for (old, new) in [
            (r#"@"a \" b""#, r#"@"n""#),
            ("@r\"a\\\"", "@\"n\""),
            ("@r##\"a\"# \n b\"##", "@\"n\""),
            ("@\"\"", "@\"n\""),
        ] {
            let source = format!("x;\nassert!(f(\"s\"), {old});\ny(@\"z\");\n");
            let accepted = accept(&source, &[change(2, "n")]);
            assert_eq!(accepted.not_found, None);
            assert_eq!(
                accepted.text,
                format!("x;\nassert!(f(\"s\"), {new});\ny(@\"z\");\n")
            );
        }
    }

    #[test]
    fn several_changes_hit_their_own_lines() {
        let source = "a!(x, @\"1\");\na!(x, @\"2\");\n";
        let accepted = accept(source, &[change(1, "p\nq"), change(2, "z")]);
        assert_eq!(accepted.text, "a!(x, @r\"\np\nq\n\");\na!(x, @\"z\");\n");
    }

    #[test]
    fn lines_are_indented_like_the_macro_and_quotes_are_fenced() {
        let accepted = accept("    a!(x, @\"\");\n", &[change(1, "p \"# q\n\nr")]);
        assert_eq!(
            accepted.text,
            "    a!(x, @r##\"\n    p \"# q\n\n    r\n    \"##);\n"
        );
    }

    #[test]
    fn a_line_without_literal_is_reported() {
        assert_eq!(accept("a!(x);\n", &[change(1, "n")]).not_found, Some(1));
    }
}
