//! Values of names that promise a secret: environment, JSON, YAML, TOML, XML,
//! code, query parameters, command-line flags.
//!
//! Strong names mask any value that is no placeholder; weaker ones need a value
//! that looks random. Names about secrets (`token_count`, `password_file`) and
//! references (`$X`, `process.env.X`) stay.

use super::Recogniser;
use super::keyword::{Keyword, LITERALS, Strength, WORDS};
use super::name::{Name, is_first_on_line};
use super::separator::{self, Joint};
use super::value::Value;
use crate::charset::BLANK;
use crate::scan::Scan;
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

fn run(scan: &mut Scan<'_>, start: usize, end: usize) {
    let text = scan.text;
    // The cheapest test first: most hits are words of prose.
    let next = text.at(end);
    if next == b' ' && text.at(end + 1).is_ascii_alphabetic() && text.before(start) == b' ' {
        return;
    }
    let Some(word) = keyword(text, start, end) else {
        return;
    };
    let Some(name) = Name::around(text, word, start, end) else {
        return;
    };
    let Some((joint, at)) = separator::find(text, name.start, name.end) else {
        return;
    };
    let value = Value::at(text, at, joint);
    if judge(text, &name, joint, value) {
        scan.add(value.start, value.end, Rank::Assignment, word.rule);
    }
}

/// The key word at `start..end`; none when a longer one begins there.
fn keyword(text: Text<'_>, start: usize, end: usize) -> Option<&'static Keyword> {
    let here = text.slice(start, end);
    let word = WORDS
        .iter()
        .find(|word| here.eq_ignore_ascii_case(word.word.as_bytes()))?;
    let is_longest = !WORDS.iter().any(|other| {
        other.word.len() > word.word.len() && text.starts_any_case(start, other.word.as_bytes())
    });
    is_longest.then_some(word)
}

fn judge(text: Text<'_>, name: &Name, joint: Joint, value: Value) -> bool {
    let bytes = value.of(text);
    if bytes.len() < 4
        || placeholder::is_placeholder(bytes)
        || placeholder::is_variable_name(bytes)
        || bytes.eq_ignore_ascii_case(name.of(text))
        || placeholder::opens_angle(text, value.start)
    {
        return false;
    }
    if !value.is_quoted && joint != Joint::Equals && placeholder::is_expression(bytes) {
        return false;
    }
    let strength = if name.is_plural {
        name.strength.min(Strength::Medium)
    } else {
        name.strength
    };
    match strength {
        Strength::Strong => is_strong_value(text, name, joint, value, bytes),
        Strength::Medium => {
            bytes.len() >= 8
                && (entropy::is_random(bytes)
                    || (!value.is_quoted || !bytes.contains(&b' ')) && is_password(bytes))
                && !is_call(bytes)
        }
        Strength::Weak => {
            let looks_like_an_id = entropy::is_uuid(bytes) || entropy::is_digest(bytes);
            bytes.len() >= 8
                && entropy::is_random(bytes)
                && !(name.is_bare && looks_like_an_id)
                && !bytes.contains(&b' ')
                && !is_call(bytes)
        }
    }
}

/// A password of a person, not a path, a time or a list.
fn is_password(bytes: &[u8]) -> bool {
    entropy::is_password_like(bytes)
        && !bytes.iter().any(|byte| b"/(){}[]".contains(byte))
        && bytes.iter().filter(|byte| b":-.,_".contains(byte)).count() * 6 < bytes.len()
}

fn is_call(bytes: &[u8]) -> bool {
    bytes.ends_with(b")") && bytes.contains(&b'(')
}

fn is_strong_value(text: Text<'_>, name: &Name, joint: Joint, value: Value, bytes: &[u8]) -> bool {
    let is_wordy = placeholder::is_wordy(bytes);
    if value.is_quoted {
        // Labels and sentences of an interface: words with blanks.
        return !(bytes.contains(&b' ') && (is_wordy || is_sentence(bytes)));
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
                entropy::is_password_like(bytes)
                    || bytes.iter().any(u8::is_ascii_digit)
                    || bytes
                        .iter()
                        .filter(|byte| byte.is_ascii_punctuation())
                        .count()
                        >= 2
            }
        }
    }
}

/// Several words of letters.
fn is_sentence(bytes: &[u8]) -> bool {
    bytes
        .split(|byte| *byte == b' ')
        .filter(|word| {
            word.len() >= 2
                && word
                    .iter()
                    .all(|byte| byte.is_ascii_alphabetic() || b"'.,".contains(byte))
        })
        .count()
        >= 3
}
