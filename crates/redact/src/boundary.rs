//! Decides whether a token may begin at a place.
//!
//! A letter in front means that the literal is the middle of a word, unless
//! that letter ends an escape: `\n`, `\u0022`, `%3D`, or a colour code.

use crate::charset::{ALNUM, DIGIT, HEX, Set};
use crate::text::Text;

/// Whether nothing of `forbidden` stands before `at`, escapes aside.
pub(crate) fn is_open(text: Text<'_>, at: usize, forbidden: Set) -> bool {
    !forbidden.has(text.before(at)) || follows_escape(text, at)
}

/// Whether an escape ends at `at`.
fn follows_escape(text: Text<'_>, at: usize) -> bool {
    let back = |n: usize| at.checked_sub(n).map_or(0, |at| text.at(at));
    let is_hex = |n: usize| HEX.has(back(n));
    if matches!(back(1), b'n' | b't' | b'r' | b'f' | b'b') && back(2) == b'\\' {
        return true;
    }
    if is_hex(1) && is_hex(2) {
        if back(3) == b'%' || (back(3) == b'x' && back(4) == b'\\') {
            return true;
        }
        if is_hex(3) && is_hex(4) && back(5) == b'u' && back(6) == b'\\' {
            return true;
        }
    }
    if back(1) == b'm' {
        let codes = text.run_back(at - 1, DIGIT.and(Set::of(";")), 12);
        return text.before(codes) == b'[' && codes >= 2 && {
            let escape = codes - 1;
            text.before(escape) == 0x1b
                || text.ends(escape, b"\\x1b")
                || text.ends(escape, b"\\033")
                || text.ends(escape, b"\\e")
                || text.ends(escape, b"\\u001b")
        };
    }
    false
}

/// Whether the byte at `at` continues a run of letters and digits.
pub(crate) fn continues(text: Text<'_>, at: usize) -> bool {
    ALNUM.has(text.at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_closes_and_an_escape_opens() {
        for (text, at, open) in [
            ("aX", 1, false),
            (" X", 1, true),
            ("X", 0, true),
            ("\\nX", 2, true),
            ("\\u0022X", 6, true),
            ("%3DX", 3, true),
            ("\u{1b}[32mX", 5, true),
            ("[32mX", 4, false),
            ("密X", 3, true),
        ] {
            assert_eq!(is_open(Text::new(text), at, ALNUM), open, "{text:?}");
        }
    }
}
