//! Invisible characters inside a secret (family 8).
//!
//! A zero-width space within a token hides it from every rule, and the index
//! folds such characters away, so that the token could be searched. A text that
//! has one between visible ASCII characters is scanned a second time without
//! them, and what is found is mapped back. The automaton tells of them in
//! passing, so other texts cost nothing more.

use crate::text::Text;

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

fn is_invisible(c: char) -> bool {
    let mut buffer = [0; 4];
    let bytes = c.encode_utf8(&mut buffer).as_bytes();
    !c.is_ascii() && MARKS.iter().any(|mark| bytes.starts_with(mark))
}

/// Whether the mark at `start` parts visible ASCII characters, alone or
/// with others beside it: elsewhere it belongs to a script or an emoji.
pub(crate) fn parts_a_word(text: Text<'_>, start: usize) -> bool {
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

/// A text without its invisible characters.
pub(crate) struct Unveiled {
    text: String,
    /// Where something was left out: the offset in `text`, and how many bytes
    /// of the original are missing up to there.
    cuts: Vec<(usize, usize)>,
}

impl Unveiled {
    pub(crate) fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut cuts: Vec<(usize, usize)> = Vec::new();
        let mut missing = 0;
        for c in original.chars() {
            if !is_invisible(c) {
                text.push(c);
                continue;
            }
            missing += c.len_utf8();
            match cuts.last_mut() {
                Some((at, total)) if *at == text.len() => *total = missing,
                _ => cuts.push((text.len(), missing)),
            }
        }
        Self { text, cuts }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Where what begins at `original` stands in the text.
    pub(crate) fn to_unveiled(&self, original: usize) -> usize {
        let missing = |at: usize| {
            let before = self.cuts.partition_point(|(cut, total)| cut + total <= at);
            before
                .checked_sub(1)
                .and_then(|last| self.cuts.get(last))
                .map_or(0, |(_, missing)| *missing)
        };
        original - missing(original)
    }

    /// The range of the original for one of the text, without the invisible
    /// characters at its ends.
    pub(crate) fn to_original(&self, start: usize, end: usize) -> (usize, usize) {
        let missing = |n_cuts: usize| {
            n_cuts
                .checked_sub(1)
                .and_then(|last| self.cuts.get(last))
                .map_or(0, |(_, missing)| *missing)
        };
        let before = self.cuts.partition_point(|(at, _)| *at <= start);
        let within = self.cuts.partition_point(|(at, _)| *at < end);
        (start + missing(before), end + missing(within))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let parts_one = text
                .char_indices()
                .any(|(at, c)| is_invisible(c) && parts_a_word(Text::new(text), at));
            assert_eq!(parts_one, parts, "{text:?}");
        }
    }
}
