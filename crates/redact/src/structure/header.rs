//! Authorization headers in any scheme, and bearer tokens on their own.

use super::Recogniser;
use super::value::{self, Value};
use crate::charset::{ALNUM, ALPHA, BLANK, Set, WORD};
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;
use crate::{boundary, entropy, placeholder};

const RULE: &str = "authorization-header";
const BEARER: &str = "bearer-token";
const MAX_VALUE: usize = 8192;
/// How many bytes of a value are looked at.
const JUDGED: usize = 512;
/// Bytes of credentials: those of tokens, and the parameters of schemes.
const CREDENTIAL: Set = ALNUM.and(Set::of("-._~+/=:%!*$&|@#^;"));

pub(super) const AUTHORIZATION: Recogniser = Recogniser {
    literals: &["authorization"],
    rules: &[RULE],
    run: authorization,
};
pub(super) const SCHEME: Recogniser = Recogniser {
    literals: &["bearer ", "basic ", "bearer%20", "token token="],
    rules: &[BEARER, RULE],
    run: scheme,
};

fn authorization(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    if start < scan.header_end {
        return;
    }
    if ALPHA.has(text.before(start)) && !text.before(start).is_ascii_lowercase() {
        return;
    }
    let Some(at) = value::after_name(text, end) else {
        return;
    };
    let first = at;
    let at = value::open_quote(text, at);
    let quoted = at > first;
    let word = text.run(at, WORD.and(Set::of("-")), 32);
    let (from, has_scheme) = if BLANK.has(text.at(word)) && word > at && ALPHA.has(text.at(at)) {
        (text.run(word, BLANK, 4), true)
    } else {
        (at, false)
    };
    if has_scheme && text.starts(from, b"'+") {
        return;
    }
    let mut to = text.run(from, CREDENTIAL, MAX_VALUE);
    if has_scheme {
        to = parameters(text, from, to);
    }
    while to > from && b".,;:".contains(&text.before(to)) {
        to -= 1;
    }
    if to - from > JUDGED {
        scan.header_end = to;
    }
    let value = text.slice(from, to.min(from + JUDGED));
    if value.len() < 4 || placeholder::is_placeholder(value) {
        return;
    }
    let is_secret = if has_scheme {
        entropy::is_password_like(value) || is_long(value)
    } else {
        entropy::is_random(value) || (quoted && entropy::is_password_like(value))
    };
    if is_secret {
        scan.add(from, to, Rank::Structure, RULE);
    }
}

/// A token of one case, or one that is long enough for any.
fn is_long(value: &[u8]) -> bool {
    value.len() >= 12 && !placeholder::is_wordy(value)
        || value.len() >= 24 && !value.contains(&b'.')
}

/// Schemes with parameters (`Digest a="b", c="d"`) end with the line.
fn parameters(text: Text<'_>, from: usize, to: usize) -> usize {
    let name = text.run(from, WORD, 40);
    if text.at(name) != b'=' || name == to {
        return to;
    }
    let mut end = to;
    loop {
        let quote = text.at(end) == b'"' && text.before(end) == b'=';
        let next = if quote {
            let close = text.run(end + 1, Set::of("\"\n\r").not(), MAX_VALUE);
            if text.at(close) != b'"' {
                return end;
            }
            close + 1
        } else {
            end
        };
        let gap = text.run(next, Set::of(", "), 3);
        let name = text.run(gap, WORD.and(Set::of("-")), 40);
        if gap == next || name == gap || text.at(name) != b'=' || gap - from > MAX_VALUE {
            return next;
        }
        end = text.run(name, CREDENTIAL, MAX_VALUE);
    }
}

/// `Bearer …` and `Basic …` anywhere.
fn scheme(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    if !boundary::is_open(text, start, ALNUM) || start < scan.header_end {
        return;
    }
    let from = value::open_quote(text, text.run(end, BLANK, 4));
    let to = text.run(from, ALNUM.and(Set::of("-._~+/=%")), MAX_VALUE);
    let to = Value::trim(text, from, to);
    if to - from > JUDGED {
        scan.header_end = to;
    }
    let value = text.slice(from, to.min(from + JUDGED));
    if value.len() < 12 || placeholder::is_placeholder(value) || scan.is_covered(start) {
        return;
    }
    let is_basic = text.at(start).eq_ignore_ascii_case(&b'b')
        && text.at(start + 1).eq_ignore_ascii_case(&b'a');
    if entropy::is_random(value)
        && (!is_basic || value.len().is_multiple_of(4) || value.len() >= 20)
    {
        scan.add(
            from,
            to,
            Rank::Structure,
            if is_basic { RULE } else { BEARER },
        );
    }
}
