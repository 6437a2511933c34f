//! Finds where a value begins and ends, in and without quotes.

use super::separator::Joint;
use crate::charset::{ALNUM, ALPHA, BLANK, QUOTE, SPACE, Set, WORD};
use crate::text::Text;

const MAX_QUOTED: usize = 4096;
const MAX_PLAIN: usize = 512;
/// No value without quotes is longer.
const MAX_WHOLE: usize = 64 * 1024;
/// How many signs may have been cut off at the end of a long value.
const TRIMMED: usize = 64;

/// A value in the text.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_quoted: bool,
}

/// Where the value of a header begins, behind its name that ends at `end`.
pub(super) fn after_name(text: Text<'_>, end: usize) -> Option<usize> {
    let closing = text.run(end, QUOTE.and(Set::of("\\])")), 6);
    let at = text.run(closing, BLANK, 8);
    let at = match text.at(at) {
        b':' | b'=' => text.run(at + 1, Set::of(">="), 2),
        b',' if closing > end => at + 1,
        _ => return None,
    };
    let blank = text.run(at, BLANK, 16);
    // A folded header goes on in an indented line.
    let line = text.run(blank, Set::of("\r\n"), 2);
    let folded = text.run(line, BLANK, 16);
    Some(if line > blank && folded > line {
        folded
    } else {
        blank
    })
}

/// Behind an opening quote at `at`, with a string prefix of a language.
pub(super) fn open_quote(text: Text<'_>, at: usize) -> usize {
    let prefix = text.run(at, Set::of("fbruFBRU$@"), 2);
    let slashes = text.run(prefix, Set::of("\\"), 3);
    let quote = text.at(slashes);
    if !QUOTE.has(quote) {
        return at;
    }
    let tripled = text.run(slashes, Set::of("\"'`"), 3);
    if tripled == slashes + 3 && text.at(slashes + 1) == quote && text.at(slashes + 2) == quote {
        tripled
    } else {
        slashes + 1
    }
}

impl Value {
    /// The value that begins at `at`.
    pub(super) fn at(text: Text<'_>, at: usize, joint: Joint) -> Self {
        let wrapped = text.run(at, Set::of("("), 2);
        let at = if QUOTE.has(text.at(wrapped)) {
            wrapped
        } else {
            at
        };
        for form in [
            b"&quot;".as_slice(),
            b"&#34;",
            b"\\u0022",
            b"%22",
            "“".as_bytes(),
            "„".as_bytes(),
            "«".as_bytes(),
            "「".as_bytes(),
        ] {
            if text.starts_any_case(at, form) {
                let close: &[u8] = match form {
                    b"&quot;" | b"&#34;" => b"&",
                    b"\\u0022" => b"\\u",
                    b"%22" => b"%22",
                    _ => &[0xe2, 0x80],
                };
                let start = at + form.len();
                let mut end = start;
                while end - start < MAX_PLAIN
                    && !SPACE.has(text.at(end))
                    && end < text.len()
                    && !text.starts(end, close)
                {
                    end += 1;
                }
                return Self {
                    start,
                    end,
                    is_quoted: true,
                };
            }
        }
        let start = open_quote(text, at);
        if start > at
            && let Some(end) = Self::closing(text, start)
        {
            return Self {
                start,
                end,
                is_quoted: true,
            };
        }
        Self {
            start,
            end: Self::plain(text, start, joint, MAX_PLAIN),
            is_quoted: false,
        }
    }

    /// Where the quote that opened before `start` closes, on the same line.
    fn closing(text: Text<'_>, start: usize) -> Option<usize> {
        let quote = text.before(start);
        let opened = start - 1;
        let slashes = opened - text.run_back(opened, Set::of("\\"), 3);
        let mut at = start;
        while at < text.len() && at - start < MAX_QUOTED {
            let byte = text.at(at);
            if byte == quote {
                let before = at - text.run_back(at, Set::of("\\"), (at - start).min(7));
                if slashes == 0 && before.is_multiple_of(2) {
                    return Some(at);
                }
                if slashes > 0 && before <= slashes {
                    return Some(at - before);
                }
            }
            if byte == b'\n' || byte == b'\r' {
                return None;
            }
            at += 1;
        }
        None
    }

    /// Where an unquoted value ends.
    fn plain(text: Text<'_>, start: usize, joint: Joint, max: usize) -> usize {
        let stop = SPACE.and(QUOTE).and(Set::of("\0"));
        let mut at = start;
        while at < text.len() && at - start < max {
            let byte = text.at(at);
            if stop.has(byte)
                || (byte == b'<' && (joint == Joint::Element || text.at(at + 1) == b'/'))
                || (matches!(byte, b',' | b';' | b'&' | b'|') && ends_pair(text, at + 1))
                || (byte == b'\\'
                    && (matches!(text.at(at + 1), b'n' | b'r' | b't' | b'"' | b'\'')
                        || text.starts(at, b"\\u00")))
                || (byte >= 128
                    && (text.starts(at, "，".as_bytes()) || text.starts(at, "。".as_bytes())))
            {
                break;
            }
            at += 1;
        }
        Self::trim(text, start, at)
    }

    /// The value to its end, if it is longer than what is read to judge one:
    /// of a secret nothing may stay (R1).
    pub(super) fn whole(self, text: Text<'_>, joint: Joint) -> Self {
        if self.is_quoted || self.end - self.start + TRIMMED < MAX_PLAIN {
            return self;
        }
        Self {
            end: Self::plain(text, self.start, joint, MAX_WHOLE).max(self.end),
            ..self
        }
    }

    /// The end without the punctuation of the sentence around.
    pub(super) fn trim(text: Text<'_>, start: usize, end: usize) -> usize {
        let mut end = end;
        while end > start {
            let last = text.before(end);
            let opened =
                |open: u8, close: u8| last == close && !text.slice(start, end - 1).contains(&open);
            if b".,;:*".contains(&last)
                || opened(b'(', b')')
                || opened(b'[', b']')
                || opened(b'{', b'}')
                || opened(b'<', b'>')
            {
                end -= 1;
            } else {
                break;
            }
        }
        end
    }

    pub(super) fn of<'t>(&self, text: Text<'t>) -> &'t [u8] {
        text.slice(self.start, self.end)
    }
}

/// Whether the sign before `at` ends a pair: the text ends, or the next pair,
/// quote or blank follows.
fn ends_pair(text: Text<'_>, at: usize) -> bool {
    let next = text.at(at);
    if next == 0
        || SPACE.has(next)
        || QUOTE.has(next)
        || next == b'\\'
        || next == b'&'
        || next == b'|'
    {
        return true;
    }
    let name = text.run(at, WORD.and(Set::of("-.")), 64);
    name > at && ALPHA.has(next) && matches!(text.at(name), b'=' | b':')
        || !ALNUM.has(next) && next < 128 && text.at(at + 1) == 0
}
