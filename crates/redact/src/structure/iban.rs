//! Bank account numbers (IBAN): the length of the country, and a remainder of
//! 97 that is 1 (ISO 13616). They need no word beside them.

use super::Recogniser;
use crate::boundary;
use crate::charset::{ALNUM, UPNUM};
use crate::scan::Scan;
use crate::span::Rank;
use crate::text::Text;

const RULE: &str = "iban";

/// Each country with the length of its numbers, and the literals that wake the
/// recogniser: the country and the first of its two check digits.
macro_rules! countries {
    ($($code:literal $len:literal),+ $(,)?) => {
        const LENGTHS: &[usize] = &[$($len),+];
        const LITERALS: &[&str] = &[$(
            concat!($code, "0"), concat!($code, "1"), concat!($code, "2"), concat!($code, "3"),
            concat!($code, "4"), concat!($code, "5"), concat!($code, "6"), concat!($code, "7"),
            concat!($code, "8"), concat!($code, "9"),
        )+];
    };
}

// The register of SWIFT, release 99.
#[rustfmt::skip]
countries![
    "AD" 24, "AE" 23, "AL" 28, "AT" 20, "AZ" 28, "BA" 20, "BE" 16, "BG" 22, "BH" 22, "BI" 27,
    "BR" 29, "BY" 28, "CH" 21, "CR" 22, "CY" 28, "CZ" 24, "DE" 22, "DJ" 27, "DK" 18, "DO" 28,
    "EE" 20, "EG" 29, "ES" 24, "FI" 18, "FK" 18, "FO" 18, "FR" 27, "GB" 22, "GE" 22, "GI" 23,
    "GL" 18, "GR" 27, "GT" 28, "HN" 28, "HR" 21, "HU" 28, "IE" 22, "IL" 23, "IQ" 23, "IS" 26,
    "IT" 27, "JO" 30, "KW" 30, "KZ" 20, "LB" 28, "LC" 32, "LI" 21, "LT" 20, "LU" 20, "LV" 21,
    "LY" 25, "MC" 27, "MD" 24, "ME" 22, "MK" 19, "MN" 20, "MR" 27, "MT" 31, "MU" 30, "NI" 28,
    "NL" 18, "NO" 15, "OM" 23, "PK" 24, "PL" 28, "PS" 29, "PT" 25, "QA" 29, "RO" 24, "RS" 22,
    "RU" 33, "SA" 24, "SC" 31, "SD" 18, "SE" 24, "SI" 19, "SK" 24, "SM" 27, "SO" 23, "ST" 25,
    "SV" 28, "TL" 23, "TN" 24, "TR" 26, "UA" 29, "VA" 22, "VG" 24, "XK" 20, "YE" 30,
];

pub(super) const RECOGNISER: Recogniser = Recogniser {
    literals: LITERALS,
    rules: &[RULE],
    run,
};

fn run(scan: &mut Scan<'_>, which: usize, start: usize, _: usize) {
    let text = scan.text;
    let Some(len) = LENGTHS.get(which / 10) else {
        return;
    };
    if !text.at(start).is_ascii_uppercase()
        || !text.at(start + 3).is_ascii_digit()
        || !boundary::is_open(text, start, ALNUM)
    {
        return;
    }
    if let Some(end) = number(text, start, *len) {
        scan.add(start, end, Rank::Structure, RULE);
    }
}

/// Where the number of `len` letters and digits that begins at `start` ends, if
/// its check digits agree.
fn number(text: Text<'_>, start: usize, len: usize) -> Option<usize> {
    // The first four are counted last.
    let (mut head, mut rest) = ([0_u8; 4], 0_u32);
    let mut at = start;
    for nth in 0..len {
        // Groups are parted by one blank or hyphen.
        if nth > 0 && matches!(text.at(at), b' ' | b'-') {
            at += 1;
        }
        let byte = text.at(at);
        if !UPNUM.has(byte) {
            return None;
        }
        match head.get_mut(nth) {
            Some(slot) => *slot = byte,
            None => rest = push(rest, byte),
        }
        at += 1;
    }
    let remainder = head.iter().fold(rest, |rest, byte| push(rest, *byte));
    (remainder == 1 && !ALNUM.has(text.at(at))).then_some(at)
}

/// The remainder of 97 with one more letter or digit; letters count from 10.
fn push(remainder: u32, byte: u8) -> u32 {
    let value = u32::from(match byte {
        b'0'..=b'9' => byte - b'0',
        _ => byte - b'A' + 10,
    });
    let shifted = if value < 10 {
        remainder * 10
    } else {
        remainder * 100
    };
    (shifted + value) % 97
}
