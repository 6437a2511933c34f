//! Payment card numbers: 13 to 19 digits with a valid check digit, near a word
//! that says so.

use super::Recogniser;
use crate::charset::{ALNUM, DIGIT, Set};
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;

const RULE: &str = "payment-card";
const REACH: usize = 48;

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: &[
        "card", "visa", "amex", "maestro", "cvv", "cvc", "pan:", "pan=",
    ],
    rules: &[RULE],
    run,
};

fn run(scan: &mut Scan<'_>, _: usize, _: usize, end: usize) {
    let text = scan.text;
    let mut at = end;
    let limit = end + REACH;
    while at < limit && at < text.len() {
        if DIGIT.has(text.at(at)) {
            if !ALNUM.has(text.before(at))
                && let Some(to) = number(text, at)
            {
                scan.add(at, to, Rank::Structure, RULE);
                return;
            }
            at = text.run(at, DIGIT, 64);
        }
        at += 1;
    }
}

/// Where the card number that begins at `at` ends.
fn number(text: Text<'_>, at: usize) -> Option<usize> {
    let mut end = text.run(at, DIGIT.and(Set::of(" -")), 23);
    end = text.run_back(end, Set::of(" -"), 23).max(at);
    if ALNUM.has(text.at(end)) || !matches!(text.at(at), b'2'..=b'6') {
        return None;
    }
    let mut sum = 0_u32;
    let mut count = 0_usize;
    let mut distinct = 0_u16;
    for byte in text
        .slice(at, end)
        .iter()
        .rev()
        .filter(|byte| DIGIT.has(**byte))
    {
        let digit = u32::from(byte - b'0');
        distinct |= 1 << digit;
        let doubled = if count.is_multiple_of(2) {
            digit
        } else {
            digit * 2
        };
        sum += if doubled > 9 { doubled - 9 } else { doubled };
        count += 1;
    }
    ((13..=19).contains(&count) && sum.is_multiple_of(10) && distinct.count_ones() > 1)
        .then_some(end)
}
