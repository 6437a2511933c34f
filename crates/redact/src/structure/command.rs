//! Passwords on command lines, in `.netrc` and in SQL: `curl -u user:password`,
//! `sshpass -p …`, `mysql -p…`, `IDENTIFIED BY '…'`.

use super::Recogniser;
use super::separator::Joint;
use super::value::Value;
use crate::charset::{BLANK, QUOTE, SPACE, Set, WORD};
use crate::placeholder;
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;

const RULE: &str = "command-password";

pub(super) const USER: Recogniser = Recogniser {
    literals: &[" -u", " --user", " --proxy-user"],
    rules: &[RULE],
    run: user,
};
pub(super) const PASSWORD: Recogniser = Recogniser {
    literals: &[
        "sshpass -p",
        "mysql -p",
        "redis-cli -a",
        " -p'",
        " -p\"",
        "--pass ",
    ],
    rules: &[RULE],
    run: password,
};

pub(super) const NETRC: Recogniser = Recogniser {
    literals: &["login ", "machine ", "default "],
    rules: &["password"],
    run: netrc,
};
pub(super) const MYSQL: Recogniser = Recogniser {
    literals: &["mysql ", "mysqldump ", "mysqladmin "],
    rules: &[RULE],
    run: mysql,
};
pub(super) const IDENTIFIED: Recogniser = Recogniser {
    literals: &["identified"],
    rules: &["password"],
    run: identified,
};
pub(super) const SECURE_STRING: Recogniser = Recogniser {
    literals: &["convertto-securestring"],
    rules: &["password"],
    run: secure_string,
};

/// `IDENTIFIED BY 'VALUE'` and `IDENTIFIED WITH plugin BY 'VALUE'` of SQL.
fn identified(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let word = text.run(end, SPACE, 16);
    let by = if text.starts_any_case(word, b"with") {
        let plugin = text.run(word + 4, SPACE, 16);
        let behind = text.run(plugin, WORD.and(QUOTE), 64);
        text.run(behind, SPACE, 16)
    } else {
        word
    };
    if word == end || !text.starts_any_case(by, b"by") {
        return;
    }
    let kind = text.run(by + 2, SPACE, 16);
    let from = if text.starts_any_case(kind, b"password") {
        text.run(kind + 8, SPACE, 16)
    } else {
        kind
    };
    let value = Value::at(text, from, Joint::Comma);
    let bytes = value.of(text);
    // Backquotes hold names in SQL, and code in comments.
    if value.is_quoted
        && text.at(from) != b'`'
        && bytes.len() >= 4
        && !placeholder::is_placeholder(bytes)
    {
        scan.add(value.start, value.end, Rank::Structure, "password");
    }
}

/// The words of an entry of a `.netrc`, each with a value behind it.
const ENTRY: &[&[u8]] = &[b"login", b"password", b"account", b"machine"];

/// `machine HOST login NAME password VALUE`, `default login NAME password VALUE`,
/// or the pairs alone, in any order and on any lines.
fn netrc(scan: &mut Scan<'_>, which: usize, start: usize, end: usize) {
    let text = scan.text;
    if WORD.has(text.before(start)) {
        return;
    }
    // `login NAME` counts as the first pair; a machine has a name to skip.
    let mut at = match which {
        0 => start,
        1 => text.run(text.run(end, SPACE.not(), 256), SPACE, 32),
        _ => text.run(end, SPACE, 32),
    };
    for _ in 0..4 {
        let Some(word) = ENTRY.iter().find(|word| text.starts(at, word)) else {
            return;
        };
        let from = text.run(at + word.len(), SPACE, 8);
        let to = text.run(from, SPACE.and(QUOTE).not(), 256);
        if from == at + word.len() || to == from {
            return;
        }
        let value = text.slice(from, to);
        if *word == b"password" {
            // The pair of a sentence about passwords names no machine.
            let least = if which == 0 { 4 } else { 1 };
            if value.len() >= least && !placeholder::is_placeholder(value) {
                scan.add(from, to, Rank::Structure, "password");
            }
            return;
        }
        // A sign ends a part of a sentence.
        if b",.;:".contains(&text.before(to)) {
            return;
        }
        at = text.run(to, SPACE, 32);
    }
}

/// `mysql … -pVALUE`, glued as the client wants it.
fn mysql(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let line = text.run(end, Set::of("\r\n|;").not(), 200);
    for at in end..line {
        if text.starts(at, b"-p") && text.before(at) == b' ' {
            let from = at + 2;
            let to = text.run(from, SPACE.and(QUOTE).not(), 128);
            let value = text.slice(from, to);
            if value.len() >= 4
                && !value.starts_with(b"ort")
                && !placeholder::is_placeholder(value)
                && value
                    .iter()
                    .any(|byte| !byte.is_ascii_lowercase() && *byte != b'-')
            {
                scan.add(from, to, Rank::Structure, RULE);
            }
            return;
        }
    }
}

/// The quoted argument of PowerShell's `ConvertTo-SecureString`.
fn secure_string(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let at = text.run(end, Set::of("\"'\\\r\n").not(), 60);
    let value = Value::at(text, at, Joint::Comma);
    let bytes = value.of(text);
    if value.is_quoted && bytes.len() >= 4 && !placeholder::is_placeholder(bytes) {
        scan.add(value.start, value.end, Rank::Structure, "password");
    }
}

/// The argument behind an option that ends at `end`.
fn argument(text: Text<'_>, end: usize) -> Option<Value> {
    let sign = text.run(end, Set::of("= \t"), 4);
    (sign > end || matches!(text.at(end), b'\'' | b'"')).then(|| Value::at(text, sign, Joint::Flag))
}

fn user(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let Some(value) = argument(text, end) else {
        return;
    };
    let Some(colon) = (value.start..value.end).find(|at| text.at(*at) == b':') else {
        return;
    };
    let password = text.slice(colon + 1, value.end);
    let name = text.slice(value.start, colon);
    let is_ids = name.iter().all(u8::is_ascii_digit) || password.iter().all(u8::is_ascii_digit);
    if name.is_empty()
        || is_ids
        || password.len() < 4
        || placeholder::is_placeholder(password)
        || placeholder::is_placeholder(name) && placeholder::is_wordy(password)
        || placeholder::is_reference(name)
        || password.starts_with(b"//")
        || name.contains(&b'/')
        || name.contains(&b'{')
        || BLANK.has(text.at(colon + 1))
    {
        return;
    }
    scan.add(colon + 1, value.end, Rank::Structure, RULE);
}

fn password(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    let value = if matches!(text.before(end), b'\'' | b'"') {
        Value::at(text, end - 1, Joint::Flag)
    } else {
        let Some(value) = argument(text, end) else {
            return;
        };
        value
    };
    let bytes = value.of(text);
    let is_sure = text.slice(start, end).contains(&b's');
    if bytes.len() >= 4
        && !placeholder::is_placeholder(bytes)
        && !bytes.contains(&b' ')
        && (crate::entropy::is_password_like(bytes)
            || is_sure && !bytes.starts_with(b"-") && value.is_quoted)
    {
        scan.add(value.start, value.end, Rank::Structure, RULE);
    }
}
