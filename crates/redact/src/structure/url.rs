//! User information in URLs of any scheme: `scheme://user:password@host`.

use super::Recogniser;
use crate::charset::{ALNUM, DIGIT, QUOTE, SPACE, Set};
use crate::scan::{LONG, Scan};
use crate::span::Rank;
use crate::text::Text;
use crate::{entropy, placeholder};

const RULE: &str = "url-password";
const MAX_AUTHORITY: usize = 1024;
const STOP: Set = SPACE.and(QUOTE).and(Set::of("<>\\|,"));
const HOST: Set = ALNUM.and(Set::of("[$%{_"));

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &["://"],
    rules: &[RULE],
    run,
};

fn run(scan: &mut Scan<'_>, _: usize, start: usize, at: usize) {
    let text = scan.text;
    if !ALNUM.has(text.before(start)) {
        return;
    }
    let limit = text.run(at, STOP.not(), MAX_AUTHORITY);
    let plain = text.run(at, STOP.and(Set::of("/?#")).not(), MAX_AUTHORITY);
    let Some(sign) = last_at(text, at, plain).or_else(|| beyond(text, at, plain, limit)) else {
        if limit - at >= LONG {
            scan.in_vain(start, RULE);
        }
        return;
    };
    let colon = (at..sign).find(|at| text.at(*at) == b':');
    let (start, end) = match colon {
        Some(colon) if is_marker(text.slice(colon + 1, sign)) => (at, colon),
        Some(colon) => (colon + 1, sign),
        None => (at, sign),
    };
    let value = text.slice(start, end);
    let user = colon.map_or(&[] as &[u8], |colon| text.slice(at, colon));
    if colon.is_none() || start == at {
        if value.len() < 16 || !entropy::is_random(value) || placeholder::is_placeholder(value) {
            return;
        }
    } else if is_example(user, value) {
        return;
    }
    scan.add(start, end, Rank::Structure, RULE);
}

/// The last `@` of `start..end` that a host follows.
fn last_at(text: Text<'_>, start: usize, end: usize) -> Option<usize> {
    (start..end)
        .rev()
        .find(|at| text.at(*at) == b'@' && HOST.has(text.at(at + 1)))
}

/// An `@` behind a `/`, `?` or `#` that belongs to a password: what precedes
/// the sign begins with `user:` and is no host with a port.
fn beyond(text: Text<'_>, start: usize, plain: usize, limit: usize) -> Option<usize> {
    let colon = (start..plain).find(|at| text.at(*at) == b':')?;
    if colon == start || text.run(colon + 1, DIGIT, 6) == plain {
        return None;
    }
    let mut at = plain;
    while at < limit {
        if text.at(at) == b'@' && HOST.has(text.at(at + 1)) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// A fixed word in the place of a password beside a token as user.
fn is_marker(password: &[u8]) -> bool {
    [b"x-oauth-basic".as_slice(), b"", b"x-token-auth"].contains(&password)
}

/// `user:password`, `<user>:<pass>`, `${USER}:${PASS}` and the like.
fn is_example(user: &[u8], password: &[u8]) -> bool {
    let plain_pair = [b"user".as_slice(), b"username", b"u", b"usr"]
        .iter()
        .any(|word| user.eq_ignore_ascii_case(word))
        && [
            b"password".as_slice(),
            b"pass",
            b"passwd",
            b"pwd",
            b"p",
            b"secret",
            b"pw",
        ]
        .iter()
        .any(|word| password.eq_ignore_ascii_case(word));
    let is_name = password
        .iter()
        .all(|byte| byte.is_ascii_uppercase() || *byte == b'_');
    // As the value of nothing but itself, `password` is what examples write.
    plain_pair && !(user == b"username" && password == b"password")
        || is_name
        || placeholder::is_reference(password)
        || placeholder::is_example(password)
        || password.is_empty()
        || password.contains(&b'{') && password.contains(&b'}')
}
