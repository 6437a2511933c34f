//! Takes the name around a key word apart.

use super::keyword::{HARMLESS_AFTER, HARMLESS_BEFORE, KEY_STRONG, Keyword, Strength};
use crate::charset::{ALNUM, ALPHA, BLANK, LOWER, Set, UPPER};
use crate::text::Text;

/// What a name may hold.
const NAME: Set = ALNUM.and(Set::of("_-."));
const MAX_NAME: usize = 80;
/// A name has no more words than this behind its key word.
const MAX_TAIL: usize = 6;

/// A name that holds a key word.
pub(super) struct Name {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) strength: Strength,
    /// Whether there is nothing but the key word.
    pub(super) is_bare: bool,
    /// Whether it is plural, as in `tokens`.
    pub(super) is_plural: bool,
}

impl Name {
    /// The name around the key word at `start..end`, unless the word is part of
    /// another word or the name says that it holds something else.
    pub(super) fn around(text: Text<'_>, word: &Keyword, start: usize, end: usize) -> Option<Self> {
        let first = text.at(start);
        let before = text.before(start);
        let is_word = !ALPHA.has(before) || (UPPER.has(first) && LOWER.has(before));
        let head = text.run_back(start, NAME, MAX_NAME);
        let previous = previous_word(text, start);
        if !is_word && !word.is_glued && !ends_in(previous, KEY_STRONG_GLUED) {
            return None;
        }
        let mut strength = word.strength;
        if word.word == "key"
            && (is_any(previous, KEY_STRONG) || ends_in(previous, KEY_STRONG_GLUED))
        {
            strength = Strength::Strong;
        }
        if is_any(previous, HARMLESS_BEFORE) && !(strength == Strength::Strong && is_word) {
            return None;
        }
        if is_any(previous, &["public", "pub", "session", "no", "is", "has"])
            && word.word != "token"
        {
            return None;
        }
        let mut at = end;
        let mut is_plural = false;
        let next = text.at(end);
        let continues = if UPPER.has(first) && UPPER.has(text.before(end)) && end - start > 1 {
            ALPHA.has(next) && !(LOWER.has(text.at(end + 1)) && UPPER.has(next))
        } else {
            LOWER.has(next)
        };
        if continues {
            if (next == b's' || next == b'S') && !ALPHA.has(text.at(end + 1)) {
                is_plural = true;
                at += 1;
            } else {
                return None;
            }
        }
        let tail = text.run(at, NAME, MAX_NAME);
        if is_file(text.slice(at, tail)) {
            return None;
        }
        if !is_harmless_tail(text, at, tail, word) {
            let end = text.run_back(tail, Set::of(".-"), 3).max(at);
            let is_bare = head == start && end == at;
            return Some(Self {
                start: head,
                end,
                strength,
                is_bare,
                is_plural,
            });
        }
        None
    }

    /// The whole name.
    pub(super) fn of<'t>(&self, text: Text<'t>) -> &'t [u8] {
        text.slice(self.start, self.end)
    }
}

/// Whether the rest of a name is the ending of a file's name.
fn is_file(tail: &[u8]) -> bool {
    const ENDINGS: &[&str] = &[
        "md", "rs", "ts", "tsx", "js", "jsx", "mjs", "py", "go", "java", "rb", "json", "yaml",
        "yml", "toml", "txt", "lock", "sh", "html", "css", "c", "h", "cpp", "cs", "kt", "swift",
        "sql", "log", "pem", "test", "spec", "vue", "php",
    ];
    tail.rsplit(|byte| *byte == b'.')
        .next()
        .is_some_and(|last| last.len() < tail.len() && is_any(last, ENDINGS))
}

/// Words that count in front of `key` without a border (`APIKEY`).
const KEY_STRONG_GLUED: &[&str] = &[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "master",
    "signing",
    "encryption",
    "ssh",
    "app",
    "license",
];

/// The word of the name before `at`, or of the line when a blank divides them.
fn previous_word(text: Text<'_>, at: usize) -> &[u8] {
    let end = text.run_back(at, Set::of("_-. "), 1);
    let letters = text.run_back(end, ALNUM, 24);
    // Of camel case, only the last hump.
    let mut start = letters;
    for place in letters..end {
        if UPPER.has(text.at(place)) && LOWER.has(text.before(place)) && place > letters {
            start = place;
        }
    }
    text.slice(start, end)
}

fn is_any(word: &[u8], words: &[&str]) -> bool {
    !word.is_empty()
        && words
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

fn ends_in(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|known| {
        word.len() >= known.len()
            && word
                .get(word.len() - known.len()..)
                .is_some_and(|end| end.eq_ignore_ascii_case(known.as_bytes()))
    })
}

/// Whether a word between `start` and `end` cancels the name.
fn is_harmless_tail(text: Text<'_>, start: usize, end: usize, word: &Keyword) -> bool {
    let mut at = start;
    let mut pieces = 0;
    while at < end {
        pieces += 1;
        if pieces > MAX_TAIL {
            return true;
        }
        let from = text.run(at, Set::of("_-."), end - at);
        let mut to = from;
        while to < end && ALNUM.has(text.at(to)) {
            if to > from && UPPER.has(text.at(to)) && LOWER.has(text.before(to)) {
                break;
            }
            to += 1;
        }
        let piece = text.slice(from, to);
        if is_any(piece, HARMLESS_AFTER) {
            return true;
        }
        // A long rest is a sentence without blanks, or no name at all.
        if piece.is_empty() || (word.word == "pass" && piece.len() > 12) {
            return false;
        }
        at = to;
    }
    false
}

/// Whether the name stands first on its line, as in YAML and `.env` files.
pub(super) fn is_first_on_line(text: Text<'_>, start: usize) -> bool {
    let mut at = text.run_back(start, BLANK.and(Set::of("-\"'>|")), 80);
    for lead in [b"export".as_slice(), b"set", b"ENV", b"env"] {
        if text.ends(at, lead) {
            at = text.run_back(at - lead.len(), BLANK, 80);
        }
    }
    at == 0 || matches!(text.before(at), b'\n' | b'\r') || text.ends(at, b"\\n")
}
