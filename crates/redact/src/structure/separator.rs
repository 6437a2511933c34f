//! What stands between a name and its value.

use crate::charset::{ALNUM, BLANK, QUOTE, Set};
use crate::text::Text;

/// How a name and its value are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// `NAME=value`, tight.
    Equals,
    /// `name = value` or any sign with an equals sign, spaced.
    Spaced,
    /// `name: value`.
    Colon,
    /// `"name", "value"`.
    Comma,
    /// `<name>value`.
    Element,
    /// `--name value`.
    Flag,
}

const SIGNS: Set = Set::of(":=!.+?|>-~");
const MAX_BLANKS: usize = 24;

/// The joint behind the name `start..end`, and where the value begins.
pub(super) fn find(text: Text<'_>, start: usize, end: usize) -> Option<(Joint, usize)> {
    let closing = text.run(end, QUOTE.and(Set::of("\\])*")), 6);
    let is_quoted = closing > end;
    let closing = if is_quoted {
        closing
    } else {
        entity(text, end)
    };
    let is_flag = text.before(start) == b'-' || text.at(start) == b'-' && !is_quoted;
    let at = text.run(closing, BLANK, MAX_BLANKS);
    let first = text.at(at);
    if first == b'>' && text.at(at + 1) != b'=' && is_element(text, start) {
        return Some((
            Joint::Element,
            text.run(at + 1, BLANK.and(Set::of("\r\n")), 64),
        ));
    }
    if first == b',' && is_quoted {
        let value = text.run(at + 1, BLANK.and(Set::of("\r\n")), MAX_BLANKS);
        return matches!(text.at(value), b'"' | b'\'' | b'\\').then_some((Joint::Comma, value));
    }
    if is_quoted && text.starts(at, b"value=") {
        return Some((Joint::Equals, at + 6));
    }
    if first == b'{' && is_quoted {
        return terraform_default(text, at + 1);
    }
    if text.starts(at, "：".as_bytes()) || text.starts(at, "＝".as_bytes()) {
        return Some((Joint::Colon, text.run(at + 3, BLANK, MAX_BLANKS)));
    }
    let signs = text.run(at, SIGNS, 4);
    let sign = text.slice(at, signs);
    let has_equals = sign.contains(&b'=');
    if sign.is_empty() || !(has_equals || matches!(sign, b":" | b"?:" | b"->" | b"::")) {
        if is_flag && at > closing && signs == at {
            return Some((Joint::Flag, at));
        }
        return typed(text, closing, at);
    }
    if sign == b"::" {
        return None;
    }
    // `=-x`: the sign may begin the value.
    let signs = at
        + sign
            .iter()
            .rposition(|byte| *byte == b'=' || *byte == b':' || *byte == b'>')
            .unwrap_or(0)
        + 1;
    let value = text.run(signs, BLANK, MAX_BLANKS);
    if !has_equals {
        if let Some(found) = annotated(text, value) {
            return Some((Joint::Spaced, found));
        }
        return Some((Joint::Colon, folded(text, value)));
    }
    let is_tight = at == closing && value == signs;
    Some((
        if is_tight {
            Joint::Equals
        } else {
            Joint::Spaced
        },
        folded(text, value),
    ))
}

/// Behind `&quot;` and `\u0022`, which close a name in escaped text.
fn entity(text: Text<'_>, at: usize) -> usize {
    for form in [
        b"&quot;".as_slice(),
        b"&#34;",
        b"&#39;",
        b"\\u0022",
        b"\\u0027",
        b"%22",
        b"%5D",
    ] {
        if text.starts_any_case(at, form) {
            return at + form.len();
        }
    }
    at
}

fn is_element(text: Text<'_>, start: usize) -> bool {
    text.before(start) == b'<'
        || (text.before(start) == b':' && text.run_back(start - 1, ALNUM, 16) > 0)
}

/// A value on the next line, when that line begins with a quote or the sign
/// was followed by a block mark of YAML.
fn folded(text: Text<'_>, at: usize) -> usize {
    let mark = text.run(at, Set::of("|>-\\"), 2);
    let line = text.run(mark, Set::of("\r\n"), 2);
    if line == mark {
        return at;
    }
    let value = text.run(line, BLANK, 80);
    if mark > at || QUOTE.has(text.at(value)) {
        value
    } else {
        at
    }
}

/// `name string = `, `name: &str = `: a type stands in between.
fn typed(text: Text<'_>, closing: usize, at: usize) -> Option<(Joint, usize)> {
    if at == closing {
        return None;
    }
    let kind = text.run(at, ALNUM.and(Set::of("*&<>[]")), 24);
    let sign = text.run(kind, BLANK, 4);
    let is_assignment = text.at(sign) == b'=' || text.starts(sign, b":=");
    if kind == at || !is_assignment || text.at(sign + 1) == b'=' || text.at(sign + 1) == b'>' {
        return None;
    }
    let value = text.run(sign, Set::of(":= \t"), 8);
    QUOTE.has(text.at(value)).then_some((Joint::Spaced, value))
}

/// The value behind a type annotation that begins at `at`.
fn annotated(text: Text<'_>, at: usize) -> Option<usize> {
    let kind = text.run(at, ALNUM.and(Set::of("*&<>[]'_ |.:")), 48);
    let name = text.run_back(kind, BLANK, 4);
    if text.at(kind) != b'=' || name == at {
        return None;
    }
    let value = text.run(kind + 1, BLANK, 8);
    QUOTE.has(text.at(value)).then_some(value)
}

/// `variable "name" { default = "value" }`.
fn terraform_default(text: Text<'_>, at: usize) -> Option<(Joint, usize)> {
    let word = text.run(at, BLANK.and(Set::of("\r\n")), 64);
    if !text.starts(word, b"default") {
        return None;
    }
    let value = text.run(word + 7, Set::of(" \t="), 32);
    QUOTE.has(text.at(value)).then_some((Joint::Spaced, value))
}
