//! Personal data: e-mail addresses and telephone numbers.
//!
//! Off unless an operator asks for it: an address is no secret, and agents work
//! with addresses all day.

use super::Recogniser;
use crate::boundary;
use crate::charset::{ALNUM, ALPHA, DIGIT, Set, URLSAFE, WORD};
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;

const EMAIL_RULE: &str = "email-address";
const PHONE_RULE: &str = "telephone-number";

/// The recognisers of this class.
pub(crate) const ALL: &[&Recogniser] = &[&EMAIL, &PHONE];

const EMAIL: Recogniser = Recogniser {
    literals: &["@", "%40"],
    rules: &[EMAIL_RULE],
    run: email,
};
/// `+` and a country, or a word that announces a number.
const PHONE: Recogniser = Recogniser {
    literals: &[
        "+1",
        "+2",
        "+3",
        "+4",
        "+5",
        "+6",
        "+7",
        "+8",
        "+9",
        "tel",
        "phone",
        "mobile",
        "cell",
        "whatsapp",
        "fax",
        "call",
        "sms",
        "handy",
        "móvil",
        "teléfono",
        "téléphone",
        "телефон",
        "Телефон",
        "电话",
        "電話",
        "手机",
        "전화",
    ],
    rules: &[PHONE_RULE],
    run: phone,
};

/// What stands in front of the `@`, letters of other scripts aside.
const LOCAL: Set = ALNUM.and(Set::of("._+-%"));
const HOST: Set = URLSAFE.and(Set::of("."));
/// Host names that belong to nobody (RFC 2606).
const RESERVED: &[&[u8]] = &[
    b"example.com",
    b"example.org",
    b"example.net",
    b".example",
    b".test",
    b".invalid",
    b".localhost",
];

fn email(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    let head = text.run_back(start, LOCAL, 64);
    // A full stop of the sentence before belongs to no address.
    let head = text.run(head, Set::of(".-%+"), start - head);
    let mut tail = text.run(end, HOST, 253);
    while tail > end && !ALNUM.has(text.before(tail)) {
        tail -= 1;
    }
    let host = text.slice(end, tail);
    let top = host.rsplit(|byte| *byte == b'.').next().unwrap_or(host);
    let is_host = host.contains(&b'.')
        && ALNUM.has(text.at(end))
        && top.len() >= 2
        && top.iter().all(u8::is_ascii_alphabetic)
        && !host.windows(2).any(|pair| pair == b"..");
    // `git@host:path` names a repository, not a person.
    let is_remote = text.slice(head, start) == b"git";
    if head < start && is_host && !is_remote && !RESERVED.iter().any(|it| host.ends_with(it)) {
        scan.add(head, tail, Rank::Structure, EMAIL_RULE);
    }
}

/// How far behind a word a number may stand.
const REACH: usize = 24;
const PHONE_BYTES: Set = DIGIT.and(Set::of(" -./()"));

fn phone(scan: &mut Scan<'_>, _: usize, start: usize, end: usize) {
    let text = scan.text;
    if text.at(start) == b'+' {
        if boundary::is_open(text, start, WORD.and(Set::of("+")))
            && let Some(to) = number(text, start + 1, 8)
        {
            scan.add(start, to, Rank::Structure, PHONE_RULE);
        }
        return;
    }
    if ALPHA.has(text.before(start)) {
        return;
    }
    let mut at = end;
    while at < (end + REACH).min(text.len()) {
        if DIGIT.has(text.at(at)) || text.at(at) == b'(' && DIGIT.has(text.at(at + 1)) {
            if let Some(to) = number(text, at, 7) {
                scan.add(at, to, Rank::Structure, PHONE_RULE);
            }
            return;
        }
        if text.at(at) == b'+' {
            return;
        }
        at += 1;
    }
}

/// Where the number of at least `least` digits that begins at `at` ends.
fn number(text: Text<'_>, at: usize, least: usize) -> Option<usize> {
    let mut end = text.run(at, PHONE_BYTES, 28);
    while end > at && !DIGIT.has(text.before(end)) {
        end -= 1;
    }
    let digits = text.slice(at, end);
    let n = digits.iter().filter(|byte| DIGIT.has(**byte)).count();
    // The year of a date.
    let is_date = matches!(
        digits,
        [b'1' | b'2', b'9' | b'0', _, _, b'-' | b'/' | b'.', ..]
    );
    let is_spaced = digits
        .windows(2)
        .any(|pair| pair.iter().all(|byte| *byte == b' '));
    ((least..=15).contains(&n) && !is_spaced && !is_date && !WORD.has(text.at(end))).then_some(end)
}
