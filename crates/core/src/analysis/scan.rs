//! The scanner: puts characters together to words, pairs and symbols.
//!
//! One pass over the text, one reused buffer, no look-back further than a
//! word. It calls a function for every token instead of building a list, so
//! that matching a long message allocates next to nothing.

use std::ops::Range;

use unicode_normalization::char::compose;

use super::fold::{
    BREVE, Class, can_follow, classify, combining_class, decompose, is_voicing, push_folded,
};
use super::{LONG_RUN, TokenKind};

/// A token in the scanner's buffer.
#[derive(Debug)]
pub(crate) struct RawToken<'a> {
    /// The folded form.
    pub(crate) text: &'a str,
    /// Where it stands in the source, in bytes.
    pub(crate) range: Range<usize>,
    /// Where its first character ends in the source: differs from the end of
    /// `range` for a pair only.
    pub(crate) head_end: usize,
    /// What it is.
    pub(crate) kind: TokenKind,
}

/// What the scanner reports.
#[derive(Debug)]
pub(crate) enum Scanned<'a> {
    /// A token.
    Token(RawToken<'a>),
    /// A place that no phrase crosses: a very long run that is left out.
    Break,
}

/// Reports the tokens of `text` in order. `offset` is added to every range.
pub(crate) fn scan(text: &str, offset: usize, report: impl FnMut(Scanned<'_>)) {
    let mut scanner = Scanner {
        report,
        open: Open::Nothing,
        buffer: String::new(),
        n_chars: 0,
        range: 0..0,
        bare_i: None,
        joins_next: false,
        before: None,
        last: None,
        pair: String::new(),
    };
    let bytes = text.as_bytes();
    let mut at = 0;
    // Runs of base64 are looked for once each, not once a word in them.
    let mut run_checked = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_alphanumeric() {
            if at >= run_checked {
                let (end, is_long) = long_run(bytes, at);
                run_checked = end;
                if is_long {
                    scanner.close();
                    (scanner.report)(Scanned::Break);
                    at = end;
                    continue;
                }
            }
            let end = end_of(bytes, at, u8::is_ascii_alphanumeric);
            scanner.take_ascii(text.get(at..end).unwrap_or_default(), offset + at);
            at = end;
        } else if byte.is_ascii() {
            scanner.close();
            at += 1;
        } else {
            let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                break;
            };
            scanner.take(c, offset + at..offset + at + c.len_utf8());
            at += c.len_utf8();
        }
    }
    scanner.close();
}

/// Returns the first position from `at` on whose byte does not pass `is_in`.
fn end_of(bytes: &[u8], at: usize, is_in: impl Fn(&u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest
        .iter()
        .position(|byte| !is_in(byte))
        .unwrap_or(rest.len())
}

/// Returns up to where it is known of the runs of base64 characters from `at` on
/// whether they have more than [`LONG_RUN`] letters and digits, and whether the
/// first has: then that is where it ends.
fn long_run(bytes: &[u8], at: usize) -> (usize, bool) {
    let is_in = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
    };
    // Seen from behind, most stretches end at once: no run before that is long.
    let stretch = bytes.get(at..).unwrap_or_default();
    let stretch = stretch.get(..=LONG_RUN).unwrap_or(stretch);
    if let Some(last) = stretch.iter().rposition(|byte| !is_in(byte)) {
        return (at + last, false);
    }
    let end = end_of(bytes, at, is_in);
    let run = bytes.get(at..end).unwrap_or_default();
    let n_word = run
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .count();
    (end, n_word > LONG_RUN)
}

/// What is being put together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Word,
    Grams,
    Symbol,
}

/// A character of a run that is found by substring.
struct Unit {
    c: char,
    range: Range<usize>,
}

struct Scanner<F> {
    report: F,
    open: Open,
    /// The word or symbol so far. INVARIANT: not longer than `LONG_RUN`
    /// characters and one folding; `n_chars` counts on.
    buffer: String,
    n_chars: usize,
    range: Range<usize>,
    /// Where the last letter is in the buffer, when it is an и that no mark
    /// above has followed yet: a breve makes it й.
    bare_i: Option<usize>,
    /// The open symbol ends in a joiner.
    joins_next: bool,
    /// The last two units of an open run; `last` can still be composed with
    /// what follows.
    before: Option<Unit>,
    last: Option<Unit>,
    pair: String,
}

impl<F: FnMut(Scanned<'_>)> Scanner<F> {
    /// Takes a run of ASCII letters and digits.
    fn take_ascii(&mut self, run: &str, start: usize) {
        self.open_word(start);
        self.bare_i = None;
        self.range.end = start + run.len();
        self.n_chars += run.len();
        if self.n_chars <= LONG_RUN {
            let from = self.buffer.len();
            self.buffer.push_str(run);
            if let Some(added) = self.buffer.get_mut(from..) {
                added.make_ascii_lowercase();
            }
        }
    }

    /// Takes a character outside ASCII.
    fn take(&mut self, c: char, range: Range<usize>) {
        match classify(c) {
            Class::Separator => self.close(),
            Class::Ignorable => self.take_ignorable(c, range),
            Class::Symbol => self.take_symbol(c, range),
            class @ (Class::Word | Class::Gram | Class::Mark | Class::Accent) => {
                decompose(c, |part| {
                    let class = if part == c { class } else { classify(part) };
                    self.take_part(part, class, &range);
                });
            }
        }
    }

    /// Takes a decomposed letter, number or mark that stands at `range`.
    fn take_part(&mut self, c: char, class: Class, range: &Range<usize>) {
        match class {
            _ if is_voicing(c) => self.take_voicing(c, range),
            Class::Word => self.take_letter(c, range),
            Class::Gram => self.take_gram(c, range),
            Class::Accent => self.take_accent(c, range),
            Class::Mark => self.take_mark(c, range),
            // Nothing of what comes here decomposes into one of these.
            Class::Symbol | Class::Ignorable | Class::Separator => {}
        }
    }

    fn take_letter(&mut self, c: char, range: &Range<usize>) {
        self.open_word(range.start);
        self.range.end = range.end;
        self.bare_i = matches!(c, 'и' | 'И').then_some(self.buffer.len());
        if self.n_chars < LONG_RUN {
            self.n_chars += push_folded(c, &mut self.buffer);
        } else {
            self.n_chars += 1;
        }
    }

    /// Takes a mark that folding removes. At the start of a word it is nothing.
    fn take_accent(&mut self, c: char, range: &Range<usize>) {
        if self.open != Open::Word {
            return;
        }
        self.range.end = range.end;
        if combining_class(c) == combining_class(BREVE)
            && let Some(at) = self.bare_i.take()
            && c == BREVE
            && self.n_chars <= LONG_RUN
        {
            self.buffer.replace_range(at..at + 'и'.len_utf8(), "й");
        }
    }

    /// Takes a mark that stays in its word, in canonical order. On a gram it
    /// is a stranger, and gives way to what composes with the gram.
    fn take_mark(&mut self, c: char, range: &Range<usize>) {
        if self.open == Open::Grams
            && combining_class(c) > 0
            && let Some(last) = &mut self.last
        {
            last.range.end = range.end;
            return;
        }
        self.open_word(range.start);
        self.range.end = range.end;
        self.n_chars += 1;
        if self.n_chars > LONG_RUN {
            return;
        }
        let class = combining_class(c);
        if class == 0 || class == combining_class(BREVE) {
            self.bare_i = None;
        }
        if class == 0 {
            self.buffer.push(c);
            return;
        }
        let at = self
            .buffer
            .char_indices()
            .rev()
            .take_while(|&(_, before)| combining_class(before) > class)
            .last()
            .map_or(self.buffer.len(), |(at, _)| at);
        self.buffer.insert(at, c);
    }

    fn take_gram(&mut self, c: char, range: &Range<usize>) {
        if self.open != Open::Grams {
            self.close();
            self.open = Open::Grams;
        }
        if can_follow(c) && self.compose_last(c, range) {
            return;
        }
        if let Some(last) = self.last.take() {
            self.report_pair(&last);
            self.before = Some(last);
        }
        self.last = Some(Unit {
            c,
            range: range.clone(),
        });
    }

    fn take_voicing(&mut self, c: char, range: &Range<usize>) {
        if self.open != Open::Grams {
            // Without kana before it, it is a mark without a letter.
            self.take_accent(c, range);
        } else if !self.compose_last(c, range)
            && let Some(last) = &mut self.last
        {
            last.range.end = range.end;
        }
    }

    /// Joins `c` to the last unit where the two compose (NFC): Hangul from
    /// jamo, voiced kana.
    fn compose_last(&mut self, c: char, range: &Range<usize>) -> bool {
        if let Some(last) = &mut self.last
            && let Some(composed) = compose(last.c, c)
        {
            last.c = composed;
            last.range.end = range.end;
            return true;
        }
        false
    }

    /// Reports the pair of the unit before and `last`.
    fn report_pair(&mut self, last: &Unit) {
        let Some(before) = self.before.take() else {
            return;
        };
        self.pair.clear();
        self.pair.push(before.c);
        self.pair.push(last.c);
        (self.report)(Scanned::Token(RawToken {
            text: &self.pair,
            range: before.range.start..last.range.end,
            head_end: before.range.end,
            kind: TokenKind::Gram,
        }));
    }

    fn take_ignorable(&mut self, c: char, range: Range<usize>) {
        if self.open == Open::Symbol {
            self.range.end = range.end;
            self.joins_next |= c == '\u{200D}';
        }
    }

    /// Takes an emoji or a private character: one symbol with what belongs to
    /// it. Skin tones and the signs of gender are left out, flags are pairs.
    fn take_symbol(&mut self, c: char, range: Range<usize>) {
        if self.open == Open::Symbol {
            let is_tone = ('\u{1F3FB}'..='\u{1F3FF}').contains(&c);
            let is_gender = matches!(c, '♀' | '♂');
            let ends_flag =
                is_regional(c) && self.n_chars == 1 && self.buffer.chars().all(is_regional);
            if is_tone || (self.joins_next && is_gender) {
                self.joins_next = false;
                self.range.end = range.end;
                return;
            }
            if self.joins_next || ends_flag {
                self.joins_next = false;
                self.range.end = range.end;
                self.n_chars += 1;
                if self.n_chars <= LONG_RUN {
                    self.buffer.push(c);
                }
                return;
            }
        }
        self.close();
        self.open = Open::Symbol;
        self.buffer.push(c);
        self.n_chars = 1;
        self.range = range;
    }

    fn open_word(&mut self, start: usize) {
        if self.open != Open::Word {
            self.close();
            self.open = Open::Word;
            self.range = start..start;
        }
    }

    /// Reports what is open.
    fn close(&mut self) {
        match self.open {
            Open::Nothing => return,
            Open::Grams => {
                if let Some(last) = self.last.take() {
                    self.report_pair(&last);
                    self.pair.clear();
                    self.pair.push(last.c);
                    (self.report)(Scanned::Token(RawToken {
                        text: &self.pair,
                        head_end: last.range.end,
                        range: last.range,
                        kind: TokenKind::Gram,
                    }));
                }
                self.before = None;
            }
            Open::Word | Open::Symbol if self.n_chars > LONG_RUN => {
                (self.report)(Scanned::Break);
            }
            Open::Word | Open::Symbol => (self.report)(Scanned::Token(RawToken {
                text: &self.buffer,
                range: self.range.clone(),
                head_end: self.range.end,
                kind: if self.open == Open::Word {
                    TokenKind::Word
                } else {
                    TokenKind::Symbol
                },
            })),
        }
        self.open = Open::Nothing;
        self.buffer.clear();
        self.n_chars = 0;
        self.bare_i = None;
        self.joins_next = false;
    }
}

/// Returns whether `c` is one of the letters that flags are made of.
fn is_regional(c: char) -> bool {
    ('\u{1F1E6}'..='\u{1F1FF}').contains(&c)
}
