//! Values of names that promise a secret: environment, JSON, YAML, TOML, XML,
//! code, query parameters, command-line flags.
//!
//! Strong names mask any value that is no placeholder; weaker ones need a value
//! that looks random. Names about secrets (`token_count`, `password_file`) and
//! references (`$X`, `process.env.X`) stay.

use super::keyword::{Keyword, LITERALS, Strength, WORDS};
use super::name::{Name, is_first_on_line};
use super::separator::{self, Joint};
use super::value::Value;
use super::{Recogniser, phrase};
use crate::charset::{BLANK, SPACE};
use crate::scan::{LONG, Scan};
use crate::span::Rank;
use crate::text::Text;
use crate::{entropy, placeholder};

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: LITERALS,
    rules: &[
        "password",
        "secret",
        "token",
        "credential",
        "api-key",
        "session",
        "signature",
    ],
    run,
};

fn run(scan: &mut Scan<'_>, which: usize, start: usize, end: usize) {
    let text = scan.text;
    if scan.assigned.contains(&start) {
        return;
    }
    // The cheapest test first: most hits are words of prose.
    let next = text.at(end);
    if next == b' ' && text.at(end + 1).is_ascii_alphabetic() && text.before(start) == b' ' {
        return;
    }
    if next.is_ascii_lowercase() && (next != b's' || text.at(end + 1).is_ascii_alphabetic()) {
        return;
    }
    let Some(word) = WORDS.get(which) else { return };
    let Some(name) = Name::around(text, word, start, end) else {
        return;
    };
    // `api` says something only at the end of a name.
    if word.word == "api" && name.end != end {
        return;
    }
    let Some((joint, at)) = separator::find(text, name.start, name.end) else {
        return;
    };
    let value = Value::at(text, at, joint);
    if judge(text, word, &name, joint, value) {
        let value = value.whole(text, joint);
        scan.assigned = value.start..value.end;
        scan.add(value.start, value.end, Rank::Assignment, word.rule);
    } else if value.end - value.start >= LONG && !value.is_quoted {
        scan.in_vain(start, word.rule);
    }
}

/// How many bytes of a value are looked at.
const JUDGED: usize = 256;

fn judge(text: Text<'_>, word: &Keyword, name: &Name, joint: Joint, value: Value) -> bool {
    // What a value is shows in its beginning; judging no more bounds the work.
    let whole = value.of(text);
    let bytes = whole.get(..JUDGED).unwrap_or(whole);
    let strength = if name.is_plural {
        name.strength.min(Strength::Medium)
    } else {
        name.strength
    };
    if bytes.len() < 4
        || (strength == Strength::Weak && (is_compound(bytes) || !entropy::is_random(bytes)))
        || placeholder::is_placeholder(bytes)
        || placeholder::is_variable_name(bytes)
        || bytes.eq_ignore_ascii_case(name.of(text))
        || placeholder::opens_angle(text, value.start)
        || closes_string(text, name, value, bytes)
        || text.starts(value.end, b"...")
        || text.starts(value.end, "…".as_bytes())
        || (joint == Joint::Element && !text.starts(text.run(value.end, SPACE, 80), b"</"))
    {
        return false;
    }
    if !value.is_quoted && joint != Joint::Equals && placeholder::is_expression(bytes) {
        return false;
    }
    match strength {
        Strength::Strong => is_strong_value(text, name, joint, value, bytes, word.rule),
        Strength::Medium => {
            bytes.len() >= 8
                && (entropy::is_random(bytes)
                    || is_long_number(bytes)
                    || (!value.is_quoted || !bytes.contains(&b' ')) && is_password(bytes))
                && !is_call(bytes)
        }
        Strength::Weak => {
            let looks_like_an_id = entropy::is_uuid(bytes) || entropy::is_digest(bytes);
            bytes.len() >= 8
                && !(name.is_bare && (looks_like_an_id || word.word == "login"))
                && !bytes.contains(&b' ')
                && !is_call(bytes)
        }
    }
}

/// Whether what looks like the opening quote of the value ends a text of code that
/// began with the name, as in `("API_KEY=", key)`.
fn closes_string(text: Text<'_>, name: &Name, value: Value, bytes: &[u8]) -> bool {
    value.is_quoted
        && text.before(name.start) == text.before(value.start)
        && matches!(
            bytes.first(),
            Some(b',' | b')' | b';' | b']' | b'}' | b'+' | b'.')
        )
}

/// A path of Windows, or pairs within the value.
fn is_compound(bytes: &[u8]) -> bool {
    let inner = bytes
        .get(..bytes.len().saturating_sub(2))
        .unwrap_or_default();
    inner.iter().any(|byte| matches!(byte, b'\\' | b'='))
}

/// A password of a person, not a path, a time or a list.
fn is_password(bytes: &[u8]) -> bool {
    entropy::is_password_like(bytes)
        && !bytes.windows(2).any(|pair| pair == b"::")
        && !bytes.iter().any(|byte| b"/(){}[]".contains(byte))
        && bytes.iter().filter(|byte| b":-.,_".contains(byte)).count() * 6 < bytes.len()
}

/// Digits alone, too many for an identifier.
fn is_long_number(bytes: &[u8]) -> bool {
    bytes.len() >= 24 && bytes.iter().all(u8::is_ascii_digit)
}

fn is_call(bytes: &[u8]) -> bool {
    bytes.ends_with(b")") && bytes.contains(&b'(')
}

/// A name in capitals, as of environment variables; no label is called so.
fn is_constant(name: &[u8]) -> bool {
    !name.iter().any(u8::is_ascii_lowercase)
}

fn is_strong_value(
    text: Text<'_>,
    name: &Name,
    joint: Joint,
    value: Value,
    bytes: &[u8],
    rule: &str,
) -> bool {
    let is_wordy = placeholder::is_wordy(bytes);
    if value.is_quoted {
        let is_shell = joint == Joint::Equals && is_constant(name.of(text));
        return (is_shell || phrase::may_be_secret(bytes))
            && (joint != Joint::Comma || is_password(bytes) || entropy::is_random(bytes));
    }
    if is_call(bytes) || placeholder::is_expression(bytes) && bytes.contains(&b'.') {
        return false;
    }
    match joint {
        Joint::Equals => {
            let is_argument = matches!(text.at(value.end), b',' | b')' | b';')
                && !is_first_on_line(text, name.start);
            !(is_wordy && (is_argument || placeholder::is_expression(bytes)))
        }
        Joint::Element => !bytes.contains(&b'<'),
        Joint::Flag => !is_wordy && !bytes.starts_with(b"-"),
        Joint::Colon | Joint::Spaced | Joint::Comma => {
            if is_wordy {
                let rest = text.run(value.end, BLANK, 80);
                let ends = matches!(text.at(rest), 0 | b'\n' | b'\r');
                joint == Joint::Colon
                    && ends
                    && value.end == rest
                    && is_first_on_line(text, name.start)
                    && !bytes.iter().any(|byte| b".:/".contains(byte))
                    && name.start != name.end
                    && !bytes.contains(&b'_')
                    && bytes
                        .iter()
                        .all(|byte| byte.is_ascii_lowercase() || *byte == b'-')
                    && bytes.len() >= 6
            } else {
                let signs = bytes
                    .iter()
                    .filter(|byte| byte.is_ascii_punctuation())
                    .count();
                entropy::is_random(bytes)
                    || signs >= 4
                    || rule != "api-key" && (signs >= 2 || bytes.iter().any(u8::is_ascii_digit))
            }
        }
    }
}
