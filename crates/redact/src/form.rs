//! Forms in which a character of a word may stand: escapes of HTML, URLs and
//! JSON, full-width letters, and the marks of emphasis that show nothing.
//!
//! Only characters that tokens and key words are made of count. Quotes, blanks
//! and brackets keep their escapes, since what surrounds a value depends on them.

use crate::charset::{DIGIT, HEX, Set, URLSAFE};
use crate::disguise;
use crate::text::Text;

/// What tokens and their surroundings are made of.
const SHOWN: Set = URLSAFE.and(Set::of(".~+/=:@"));

/// The literals that tell of a form.
#[rustfmt::skip]
pub(crate) const LITERALS: &[&str] = &[
    "&#", "&lowbar;", "&underbar;", "&hyphen;", "&dash;", "&period;", "&colon;", "&sol;",
    "&equals;", "&plus;", "&commat;", "&shy;", "&zwj;", "&zwnj;", "&zerowidthspace;", "&nobreak;",
    "%2", "%3", "%4", "%5", "%6", "%7", "\\u00", "\\u20", "\\ufeff", "\\x",
    "<wbr", "<b>", "</b>", "<i>", "</i>", "<em>", "</em>", "<mark>", "</mark>", "<strong>",
    "</strong>", "<u>", "</u>", "<span", "</span>", "**",
];

/// How the UTF-8 of full-width letters and digits begins.
pub(crate) const FULL_WIDTH: &[&[u8]] = &[b"\xef\xbc", b"\xef\xbd"];

/// Entities with a name.
const NAMED: &[(&str, char)] = &[
    ("&lowbar;", '_'),
    ("&underbar;", '_'),
    ("&hyphen;", '-'),
    ("&dash;", '-'),
    ("&period;", '.'),
    ("&colon;", ':'),
    ("&sol;", '/'),
    ("&equals;", '='),
    ("&plus;", '+'),
    ("&commat;", '@'),
    ("&shy;", '\u{ad}'),
    ("&zwj;", '\u{200d}'),
    ("&zwnj;", '\u{200c}'),
    ("&zerowidthspace;", '\u{200b}'),
    ("&nobreak;", '\u{2060}'),
];

/// Tags that show nothing of their own.
const TAGS: &[&str] = &[
    "<wbr>",
    "<wbr/>",
    "<wbr />",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<em>",
    "</em>",
    "<mark>",
    "</mark>",
    "<strong>",
    "</strong>",
    "<u>",
    "</u>",
    "</span>",
    "**",
];
/// How long the attributes of a tag may be.
const MAX_TAG: usize = 80;

/// A form in a text.
pub(crate) struct Form {
    /// The character that it stands for, if any.
    pub(crate) shown: Option<char>,
    /// Where it ends.
    pub(crate) end: usize,
}

/// Whether a form may begin with `byte`.
pub(crate) const fn is_head(byte: u8) -> bool {
    matches!(byte, b'&' | b'%' | b'\\' | b'<' | b'*' | 0xef)
}

/// Whether `byte` is of a word, or ends or begins another form.
pub(crate) fn is_of_word(byte: u8) -> bool {
    SHOWN.has(byte) || matches!(byte, b';' | b'>' | 128..) || is_head(byte)
}

/// The form that begins at `at`.
pub(crate) fn at(text: Text<'_>, at: usize) -> Option<Form> {
    let (code, end) = match text.at(at) {
        b'&' => entity(text, at)?,
        b'%' => (hex(text, at + 1, 2)?, at + 3),
        b'\\' => escape(text, at)?,
        0xef => (u32::from(full_width(text, at)?), at + 3),
        b'<' | b'*' => {
            return Some(Form {
                shown: None,
                end: tag(text, at)?,
            });
        }
        _ => return None,
    };
    let c = char::from_u32(code)?;
    let shown = match u8::try_from(code) {
        Ok(byte) if SHOWN.has(byte) => Some(c),
        _ if disguise::is_invisible(c) => None,
        _ => return None,
    };
    Some(Form { shown, end })
}

/// `&#95;`, `&#x5f;` or `&lowbar;`.
fn entity(text: Text<'_>, at: usize) -> Option<(u32, usize)> {
    if text.at(at + 1) != b'#' {
        let (name, shown) = NAMED
            .iter()
            .find(|(name, _)| text.starts_any_case(at, name.as_bytes()))?;
        return Some((u32::from(*shown), at + name.len()));
    }
    let is_hex = matches!(text.at(at + 2), b'x' | b'X');
    let (start, set, base) = if is_hex {
        (at + 3, HEX, 16)
    } else {
        (at + 2, DIGIT, 10)
    };
    let end = text.run(start, set, 7);
    let number = text.slice(start, end).iter().try_fold(0_u32, |sum, byte| {
        Some(sum * base + char::from(*byte).to_digit(base)?)
    })?;
    if end == start || text.at(end) != b';' {
        return None;
    }
    Some((number, end + 1))
}

/// `\u005f` behind any number of backslashes, as text in text has it, or `\x5f`.
fn escape(text: Text<'_>, at: usize) -> Option<(u32, usize)> {
    let sign = text.run(at, Set::of("\\"), 8);
    match text.at(sign) {
        b'u' => Some((hex(text, sign + 1, 4)?, sign + 5)),
        b'x' => Some((hex(text, sign + 1, 2)?, sign + 3)),
        _ => None,
    }
}

fn hex(text: Text<'_>, at: usize, n: usize) -> Option<u32> {
    (at..at + n).try_fold(0_u32, |sum, at| {
        let digit = char::from(text.at(at)).to_digit(16)?;
        Some(sum << 4 | digit)
    })
}

/// U+FF01 to U+FF5E, which stand for `!` to `~`.
fn full_width(text: Text<'_>, at: usize) -> Option<u8> {
    match (text.at(at + 1), text.at(at + 2)) {
        (0xbc, last @ 0x81..=0xbf) => Some(last - 0x81 + b'!'),
        (0xbd, last @ 0x80..=0x9e) => Some(last - 0x80 + b'`'),
        _ => None,
    }
}

/// Where the tag or mark at `at` ends.
fn tag(text: Text<'_>, at: usize) -> Option<usize> {
    if let Some(tag) = TAGS
        .iter()
        .find(|tag| text.starts_any_case(at, tag.as_bytes()))
    {
        return Some(at + tag.len());
    }
    if !text.starts_any_case(at, b"<span") || !matches!(text.at(at + 5), b'>' | b' ') {
        return None;
    }
    let end = text.run(at, Set::of(">\r\n").not(), MAX_TAG);
    (text.at(end) == b'>').then_some(end + 1)
}
