//! Values of `Cookie` and `Set-Cookie` headers.

use super::{Recogniser, value};
use crate::charset::{BLANK, QUOTE, SPACE, Set, URLSAFE};
use crate::scan::Scan;
use crate::span::Rank;
use crate::{entropy, placeholder};

const RULE: &str = "cookie";
const NAME: Set = URLSAFE.and(Set::of(".:[]"));
const MAX_VALUE: usize = 4096;

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &["cookie", "curl -b "],
    rules: &[RULE],
    run,
};

/// Attributes of a cookie, which hold no secret.
const ATTRIBUTES: &[&str] = &[
    "path",
    "domain",
    "expires",
    "max-age",
    "samesite",
    "httponly",
    "secure",
    "priority",
    "partitioned",
    "version",
    "comment",
];

fn run(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    if start < scan.cookie_end {
        return;
    }
    let at = if text.at(start).eq_ignore_ascii_case(&b'c')
        && text.at(start + 1).eq_ignore_ascii_case(&b'o')
    {
        let plural = end + usize::from(text.at(end) == b's');
        let Some(at) = value::after_name(text, plural) else {
            return;
        };
        at
    } else {
        end
    };
    let mut at = value::open_quote(text, at);
    for _ in 0..64 {
        let name = text.run(at, NAME, 128);
        if name == at || text.at(name) != b'=' {
            break;
        }
        let from = name + 1;
        let to = text.run(
            from,
            SPACE.and(QUOTE).and(Set::of(";,\\<>")).not(),
            MAX_VALUE,
        );
        let is_attribute = ATTRIBUTES
            .iter()
            .any(|word| text.slice(at, name).eq_ignore_ascii_case(word.as_bytes()));
        let value = text.slice(from, to);
        if !is_attribute && is_secret(value) {
            // A signed cookie of Express carries `s:` in front, encoded.
            scan.add(from, to, Rank::Structure, RULE);
        }
        scan.cookie_end = to;
        if text.at(to) != b';' {
            break;
        }
        at = text.run(to + 1, BLANK, 8);
    }
}

fn is_secret(value: &[u8]) -> bool {
    value.len() >= 8
        && !placeholder::is_placeholder(value)
        && (entropy::is_random(value) || (value.len() >= 16 && entropy::is_password_like(value)))
}
