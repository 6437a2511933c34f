//! Passwords on command lines: `curl -u user:password`, `sshpass -p …`.

use super::Recogniser;
use super::separator::Joint;
use super::value::Value;
use crate::charset::BLANK;
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

/// The argument behind an option that ends at `end`.
fn argument(text: Text<'_>, end: usize) -> Option<Value> {
    let sign = text.run(end, crate::charset::Set::of("= \t"), 4);
    (sign > end || matches!(text.at(end), b'\'' | b'"')).then(|| Value::at(text, sign, Joint::Flag))
}

fn user(scan: &mut Scan<'_>, _: usize, end: usize) {
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

fn password(scan: &mut Scan<'_>, start: usize, end: usize) {
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
