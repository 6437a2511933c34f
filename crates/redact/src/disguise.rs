//! Disguises inside a secret (family 8): invisible characters, escapes of HTML,
//! URLs and JSON, full-width forms, marks of emphasis.
//!
//! A zero-width space within a token hides it from every rule, and the index
//! folds such characters away, so that the token could be searched; an escape
//! shows the token to whoever reads the page. A text that has one within a word
//! is scanned a second time as it reads, and what is found is mapped back. The
//! automaton tells of them in passing, so other texts cost nothing more.

use crate::form;
use crate::text::Text;

/// How far around a disguise a text is read as it shows itself. What is longer
/// was found without, up to the disguise.
pub(crate) const REACH: usize = 16 * 1024;

/// How the UTF-8 of the invisible characters begins: those that the analysis
/// of the index drops (`Default_Ignorable_Code_Point`). Whole characters all,
/// but for the last, which covers U+E0000 to U+E0FFF.
#[rustfmt::skip]
pub(crate) const MARKS: &[&[u8]] = &[
    b"\xc2\xad", b"\xcd\x8f", b"\xd8\x9c", b"\xd9\x80",
    b"\xe1\x85\x9f", b"\xe1\x85\xa0", b"\xe1\x9e\xb4", b"\xe1\x9e\xb5",
    b"\xe1\xa0\x8b", b"\xe1\xa0\x8c", b"\xe1\xa0\x8d", b"\xe1\xa0\x8e", b"\xe1\xa0\x8f",
    b"\xe2\x80\x8b", b"\xe2\x80\x8c", b"\xe2\x80\x8d", b"\xe2\x80\x8e", b"\xe2\x80\x8f",
    b"\xe2\x80\xaa", b"\xe2\x80\xab", b"\xe2\x80\xac", b"\xe2\x80\xad", b"\xe2\x80\xae",
    b"\xe2\x81\xa0", b"\xe2\x81\xa1", b"\xe2\x81\xa2", b"\xe2\x81\xa3", b"\xe2\x81\xa4",
    b"\xe2\x81\xa5", b"\xe2\x81\xa6", b"\xe2\x81\xa7", b"\xe2\x81\xa8", b"\xe2\x81\xa9",
    b"\xe2\x81\xaa", b"\xe2\x81\xab", b"\xe2\x81\xac", b"\xe2\x81\xad", b"\xe2\x81\xae",
    b"\xe2\x81\xaf", b"\xe3\x85\xa4",
    b"\xef\xb8\x80", b"\xef\xb8\x81", b"\xef\xb8\x82", b"\xef\xb8\x83", b"\xef\xb8\x84",
    b"\xef\xb8\x85", b"\xef\xb8\x86", b"\xef\xb8\x87", b"\xef\xb8\x88", b"\xef\xb8\x89",
    b"\xef\xb8\x8a", b"\xef\xb8\x8b", b"\xef\xb8\x8c", b"\xef\xb8\x8d", b"\xef\xb8\x8e",
    b"\xef\xb8\x8f", b"\xef\xbb\xbf", b"\xef\xbe\xa0",
    b"\xf0\x9b\xb2\xa0", b"\xf0\x9b\xb2\xa1", b"\xf0\x9b\xb2\xa2", b"\xf0\x9b\xb2\xa3",
    b"\xf0\x9d\x85\xb3", b"\xf0\x9d\x85\xb4", b"\xf0\x9d\x85\xb5", b"\xf0\x9d\x85\xb6",
    b"\xf0\x9d\x85\xb7", b"\xf0\x9d\x85\xb8", b"\xf0\x9d\x85\xb9", b"\xf0\x9d\x85\xba",
    b"\xf3\xa0",
];

/// Whether `c` shows nothing.
pub(crate) fn is_invisible(c: char) -> bool {
    let mut buffer = [0; 4];
    let bytes = c.encode_utf8(&mut buffer).as_bytes();
    !c.is_ascii() && MARKS.iter().any(|mark| bytes.starts_with(mark))
}

/// Whether what begins at `start` parts a word: an invisible character
/// between visible ASCII characters, alone or with others beside it (elsewhere it
/// belongs to a script or an emoji), or another form between those of a word.
pub(crate) fn parts_a_word(text: Text<'_>, start: usize) -> bool {
    let first = text.at(start);
    // Only full-width letters share a first byte with invisible characters.
    let is_form = first < 128 || first == 0xef && !MARKS.iter().any(|it| text.starts(start, it));
    if is_form {
        return form::at(text, start).is_some_and(|form| {
            let (before, after) = (text.before(start), text.at(form.end));
            // Bold words end so before every sign of a sentence.
            let is_within = text.at(start) != b'*'
                || before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric();
            is_within && form::is_of_word(before) && form::is_of_word(after)
        });
    }
    let end = start
        + match text.at(start) {
            0xf0.. => 4,
            0xe0.. => 3,
            _ => 2,
        };
    let is_mark_before = || MARKS.iter().any(|mark| text.ends(start, mark));
    let is_mark_after = || MARKS.iter().any(|mark| text.starts(end, mark));
    let before = text.before(start).is_ascii_graphic();
    let after = text.at(end).is_ascii_graphic();
    before && (after || is_mark_after()) || after && is_mark_before()
}

/// What the bytes at `at` stand for, and where that ends, when they are an
/// invisible character or a form.
fn reads_otherwise(text: Text<'_>, at: usize) -> Option<(Option<char>, usize)> {
    let byte = text.at(at);
    if form::is_head(byte)
        && let Some(form) = form::at(text, at)
    {
        return Some((form.shown, form.end));
    }
    if byte < 0xc2 {
        return None;
    }
    let mark = MARKS.iter().find(|mark| text.starts(at, mark))?;
    // The mark of plane 14 is the beginning of its characters.
    let len = if byte >= 0xf0 { 4 } else { mark.len() };
    Some((None, at + len))
}

/// A text as it reads: without invisible characters, escapes resolved.
pub(crate) struct Unveiled {
    text: String,
    /// What stands otherwise in the original, in order.
    changes: Vec<Change>,
}

/// A stretch of the original that reads otherwise.
struct Change {
    /// Where it is, or was, in the text.
    at: usize,
    /// How many bytes it has there: one, or none where it was left out.
    len: usize,
    /// Where the stretch begins and ends in the original.
    original: (usize, usize),
}

impl Change {
    fn end(&self) -> usize {
        self.at + self.len
    }
}

impl Unveiled {
    pub(crate) fn new(original: &str) -> Self {
        let bytes = Text::new(original);
        let mut text = String::with_capacity(original.len());
        let mut changes: Vec<Change> = Vec::new();
        let mut copied = 0;
        let mut at = 0;
        while at < original.len() {
            let Some((shown, end)) = reads_otherwise(bytes, at) else {
                at += 1;
                continue;
            };
            text.push_str(original.get(copied..at).unwrap_or_default());
            let len = shown.map_or(0, char::len_utf8);
            match changes.last_mut() {
                // Of many left out in a row only the stretch is kept.
                Some(last) if len == 0 && last.len == 0 && last.original.1 == at => {
                    last.original.1 = end;
                }
                _ => changes.push(Change {
                    at: text.len(),
                    len,
                    original: (at, end),
                }),
            }
            text.extend(shown);
            (at, copied) = (end, end);
        }
        text.push_str(original.get(copied..).unwrap_or_default());
        Self { text, changes }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Where what begins at `original` stands in the text.
    pub(crate) fn to_unveiled(&self, original: usize) -> usize {
        let next = self
            .changes
            .partition_point(|change| change.original.1 <= original);
        match self.changes.get(next) {
            Some(change) if change.original.0 <= original => change.at,
            _ => self
                .behind(next)
                .map_or(original, |last| last.end() + (original - last.original.1)),
        }
    }

    /// The range of the original for one of the text: escapes whole, without
    /// what was left out at its ends.
    pub(crate) fn to_original(&self, start: usize, end: usize) -> (usize, usize) {
        let next = self.changes.partition_point(|change| change.end() <= start);
        let from = match self.changes.get(next) {
            Some(change) if change.at <= start => change.original.0,
            _ => self.shifted(next, start),
        };
        let next = self
            .changes
            .partition_point(|change| change.at < end && change.end() <= end);
        (from, self.shifted(next, end))
    }

    /// The change before the one with the number `next`.
    fn behind(&self, next: usize) -> Option<&Change> {
        next.checked_sub(1).and_then(|last| self.changes.get(last))
    }

    fn shifted(&self, next: usize, at: usize) -> usize {
        self.behind(next)
            .map_or(at, |last| last.original.1 + (at - last.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_mark(text: &str, at: usize) -> bool {
        MARKS.iter().any(|mark| Text::new(text).starts(at, mark))
    }

    #[test]
    fn ranges_map_back_around_what_was_left_out() {
        let original = "\u{200b}ab\u{200d}\u{ad}cd\u{e0041}e\u{feff}";
        let unveiled = Unveiled::new(original);
        assert_eq!(unveiled.as_str(), "abcde");
        let back = |start, end| {
            let (start, end) = unveiled.to_original(start, end);
            original.get(start..end)
        };
        assert_eq!(unveiled.to_unveiled(3), 0);
        assert_eq!(unveiled.to_unveiled(10), 2);
        assert_eq!(back(0, 2), Some("ab"));
        assert_eq!(back(0, 3), Some("ab\u{200d}\u{ad}c"));
        assert_eq!(back(2, 5), Some("cd\u{e0041}e"));
    }

    #[test]
    fn ranges_map_back_around_escapes() {
        let original = "a&#95;b%2Dc<wbr>d\\\\u0045ｆ";
        let unveiled = Unveiled::new(original);
        assert_eq!(unveiled.as_str(), "a_b-cdEf");
        let back = |start, end| {
            let (start, end) = unveiled.to_original(start, end);
            original.get(start..end)
        };
        assert_eq!(back(0, 2), Some("a&#95;"));
        assert_eq!(back(1, 4), Some("&#95;b%2D"));
        assert_eq!(back(3, 5), Some("%2Dc"));
        assert_eq!(back(4, 6), Some("c<wbr>d"));
        assert_eq!(back(5, 8), original.get(16..));
        assert_eq!(unveiled.to_unveiled(1), 1);
        assert_eq!(unveiled.to_unveiled(6), 2);
    }

    #[test]
    fn marks_of_scripts_and_emoji_part_no_word() {
        for (text, parts) in [
            ("a\u{200b}b", true),
            ("a\u{200b}\u{200d}b", true),
            ("می\u{200c}خواهم", false),
            ("👩\u{200d}💻", false),
            ("\u{feff}a", false),
            ("a \u{200b}b", false),
            ("**⚠\u{fe0f}**", false),
        ] {
            let parts_one = text.char_indices().any(|(at, c)| {
                !c.is_ascii() && is_mark(text, at) && parts_a_word(Text::new(text), at)
            });
            assert_eq!(parts_one, parts, "{text:?}");
        }
    }
}
