//! Seed phrases without a label: 12 to 24 words of BIP-39 with a valid checksum.
//!
//! No literal announces such a phrase. But the first ten of its words are at least
//! 40 bytes long, so one look each 40 bytes meets every phrase: where the two words
//! behind that place may be of the list, the neighbours are looked at. The first
//! look has no loop and hardly a branch, since every text pays for it.

use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::charset::Set;
use crate::scan::Scan;
use crate::span::Rank;
use crate::steps;
use crate::text::Text;

/// The name in masks, the same as behind a label.
pub(crate) const RULE: &str = "seed-phrase";

const LIST: &str = include_str!("../data/bip39-english.txt");
/// Ten words of three letters and the blanks behind them.
const STEP: usize = 40;
/// The longest word of the list.
const MAX_WORD: usize = 8;
/// What may stand between two words: blanks, line ends, commas, numbering.
const GAP: Set = Set::of(" \t\r\n,;.:|\"'`*-()0123456789");
const MAX_GAP: usize = 6;
/// The longest phrase, in words.
const MOST: usize = 24;
/// So many words are looked at on either side of a sample. More words of the
/// list in a row than a phrase has are masked as they are.
const REACH: usize = 30;

/// The words of the list.
pub(crate) struct Words {
    /// In order: the first four letters, which differ in any two words, and how
    /// many letters there are.
    keys: Vec<(u32, usize)>,
    /// Where the words of each two first letters begin, so that most others
    /// are refused by one look.
    starts: Vec<u16>,
    /// A bit for each hash of four bytes with which a word may begin.
    hashes: Vec<u64>,
}

/// What may stand behind a word of three letters.
const ENDS: &[u8] = b" ,\n\r\t.;:\"'`\\)\0";
/// How many bytes a look takes: two words of eight letters with their gaps.
const LOOK: usize = 32;

impl Words {
    pub(crate) fn new() -> Self {
        let keys: Vec<(u32, usize)> = LIST
            .lines()
            .map(|word| (key(word.as_bytes()), word.len()))
            .collect();
        let mut starts = vec![0_u16; 26 * 26 + 1];
        for word in LIST.lines() {
            let next = pair(word.as_bytes()).and_then(|pair| starts.get_mut(pair + 1));
            if let Some(count) = next {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut hashes = vec![0_u64; 1 << 10];
        for word in LIST.lines().map(str::as_bytes) {
            for end in ENDS {
                let first = std::array::from_fn(|at| word.get(at).copied().unwrap_or(*end));
                let hash = hash(first);
                if let Some(bits) = hashes.get_mut(hash / 64) {
                    *bits |= 1 << (hash % 64);
                }
            }
        }
        Self {
            keys,
            starts,
            hashes,
        }
    }

    /// Where the word begins behind the next blank, if it and the one behind it
    /// may be of the list.
    fn sample(&self, text: Text<'_>, at: usize) -> Option<usize> {
        let mut look = [b' '; LOOK];
        let near = text.slice(at, (at + LOOK).min(text.len()));
        if near.len() == LOOK {
            look.copy_from_slice(near);
        } else {
            for (to, from) in look.iter_mut().zip(near) {
                *to = *from;
            }
        }
        let first = self.next(&look, 0)?;
        self.next(&look, first + 3)?;
        Some(at + first)
    }

    /// Behind the first blank or line end of the 9 bytes from `from` on, if what
    /// stands there may be a word of the list.
    fn next(&self, look: &[u8; LOOK], from: usize) -> Option<usize> {
        let eight = look.get(from..from + 8)?;
        let eight = u64::from_le_bytes(eight.try_into().ok()?);
        let blanks = bytes_equal(eight, b' ') | bytes_equal(eight, b'\n');
        // Without any the ninth byte is as good a guess as all others.
        let start = from + usize::try_from(blanks.trailing_zeros() / 8).ok()? + 1;
        let hash = hash(look.get(start..start + 4)?.try_into().ok()?);
        let bits = self.hashes.get(hash / 64)?;
        (bits >> (hash % 64) & 1 == 1).then_some(start)
    }

    /// Whether a word of the list begins with the first two letters of `word`.
    fn may_begin(&self, word: &[u8]) -> bool {
        let starts = |pair: usize| self.starts.get(pair..pair + 2);
        matches!(pair(word).and_then(starts), Some([from, to]) if from < to)
    }

    /// The place in the list of `word`, in any case.
    ///
    /// Four letters and the length tell the words apart from one another, and
    /// from others well enough: twelve in a row with a checksum must agree.
    fn index(&self, word: &[u8]) -> Option<u16> {
        if word.len() < 3 {
            return None;
        }
        let pair = pair(word)?;
        let from = *self.starts.get(pair)?;
        let to = *self.starts.get(pair + 1)?;
        let key = key(word);
        let mut known = self.keys.get(usize::from(from)..usize::from(to))?.iter();
        steps::count(known.len());
        let nth = known.position(|known| *known == (key, word.len()))?;
        Some(from + u16::try_from(nth).ok()?)
    }
}

/// A hash of four bytes in any case.
fn hash(first: [u8; 4]) -> usize {
    let folded = u32::from_le_bytes(first) | 0x2020_2020;
    usize::try_from(folded.wrapping_mul(0x9e37_79b1) >> 16).unwrap_or(0)
}

/// The high bit of the lowest byte that equals `byte`, and maybe of others above.
const fn bytes_equal(eight: u64, byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let rest = eight ^ (ONES * byte as u64);
    rest.wrapping_sub(ONES) & !rest & (ONES << 7)
}

/// The number of the first two letters.
fn pair(word: &[u8]) -> Option<usize> {
    let letter = |at: usize| {
        let byte = word.get(at)?.to_ascii_lowercase();
        byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'))
    };
    Some(letter(0)? * 26 + letter(1)?)
}

/// The first four letters in lower case; shorter words end in zeros.
fn key(word: &[u8]) -> u32 {
    (0..4).fold(0, |key, at| {
        key << 8 | u32::from(word.get(at).map_or(0, u8::to_ascii_lowercase))
    })
}

/// Notes the phrases of `window`.
pub(crate) fn find(words: &Words, scan: &mut Scan<'_>, window: &Range<usize>) {
    let mut at = window.start;
    // Up to where words have been read, so that none is read by each look.
    let mut read = 0;
    while at < window.end {
        if at >= read
            && let Some(start) = words.sample(scan.text, at)
            && let Some(run) = Run::around(words, scan.text, start)
        {
            run.judge(scan);
            read = run.words.last().map_or(0, |word| word.1.end);
        }
        at += STEP;
    }
}

/// Words of the list in a row.
struct Run {
    /// Each with where it stands.
    words: Vec<(u16, Range<usize>)>,
}

impl Run {
    /// A word begins at `start`.
    fn around(words: &Words, text: Text<'_>, start: usize) -> Option<Self> {
        let mut start = start;
        let mut n_before = 0;
        while n_before < REACH {
            let near = before(text, start);
            match word(words, text, near.start) {
                Some(found) if near.end < start && found.1 == near => start = near.start,
                _ => break,
            }
            n_before += 1;
        }
        let first = word(words, text, start)?;
        let mut edge = first.1.end;
        // Most words that are listed stand alone: nothing is kept of them.
        if n_before == 0 && word(words, text, behind(text, edge)).is_none() {
            return None;
        }
        let mut all = vec![first];
        while all.len() <= n_before + REACH {
            let next = behind(text, edge);
            match word(words, text, next) {
                Some(found) if next > edge => {
                    edge = found.1.end;
                    all.push(found);
                }
                _ => break,
            }
        }
        (all.len() >= 12).then_some(Self { words: all })
    }

    fn judge(&self, scan: &mut Scan<'_>) {
        let mut add = |from: usize, to: usize| {
            if let (Some(first), Some(last)) = (self.words.get(from), self.words.get(to - 1)) {
                scan.add(first.1.start, last.1.end, Rank::Structure, RULE);
            }
        };
        // An extract of the list itself is no phrase.
        if self.words.is_sorted_by(|one, two| one.0 < two.0) {
            return;
        }
        // No sentence does without `the`, `a` and `of`, which are not listed.
        if self.words.len() > MOST && is_varied(&self.words) {
            add(0, self.words.len());
            return;
        }
        for len in [24, 21, 18, 15, 12] {
            for from in 0..=self.words.len().saturating_sub(len) {
                let phrase = self.words.get(from..from + len).unwrap_or_default();
                if phrase.len() == len && !is_one_word(phrase) && is_checked(phrase) {
                    add(from, from + len);
                    return;
                }
            }
        }
    }
}

/// The word of the list that begins at `start`.
fn word(words: &Words, text: Text<'_>, start: usize) -> Option<(u16, Range<usize>)> {
    let near = text.slice(start, (start + MAX_WORD + 1).min(text.len()));
    if !words.may_begin(near) || text.before(start).is_ascii_alphabetic() {
        return None;
    }
    let len = near
        .iter()
        .position(|byte| !byte.is_ascii_alphabetic())
        .unwrap_or(near.len());
    Some((words.index(near.get(..len)?)?, start..start + len))
}

/// Where the gap behind a word ends that ends at `at`.
fn behind(text: Text<'_>, at: usize) -> usize {
    if text.at(at) == b' ' && text.at(at + 1).is_ascii_alphabetic() {
        at + 1
    } else {
        text.run(at, GAP, MAX_GAP)
    }
}

/// Where the word before a gap begins and ends, the gap ending at `at`.
fn before(text: Text<'_>, at: usize) -> Range<usize> {
    let end = text.run_back(at, GAP, MAX_GAP);
    let near = text.slice(end.saturating_sub(MAX_WORD + 1), end);
    let letters = near
        .iter()
        .rev()
        .position(|byte| !byte.is_ascii_alphabetic())
        .unwrap_or(near.len());
    end - letters..end
}

/// Whether one word stands there over and over.
fn is_one_word(phrase: &[(u16, Range<usize>)]) -> bool {
    phrase
        .iter()
        .all(|word| phrase.first().is_some_and(|first| first.0 == word.0))
}

/// Whether most words differ, as drawn ones do.
fn is_varied(phrase: &[(u16, Range<usize>)]) -> bool {
    let is_first = |nth: usize, index: u16| {
        let before = phrase.get(..nth).unwrap_or_default();
        before.iter().all(|word| word.0 != index)
    };
    let firsts = phrase
        .iter()
        .enumerate()
        .filter(|(nth, word)| is_first(*nth, word.0));
    firsts.count() * 2 > phrase.len()
}

/// Whether the last bits of a phrase are the first of the hash of the others.
fn is_checked(phrase: &[(u16, Range<usize>)]) -> bool {
    // 24 words have 264 bits.
    let mut bytes = [0_u8; 33];
    for (nth, (index, _)) in phrase.iter().enumerate() {
        for bit in 0..11 {
            if index >> (10 - bit) & 1 == 1 {
                let at = nth * 11 + bit;
                if let Some(byte) = bytes.get_mut(at / 8) {
                    *byte |= 0x80 >> (at % 8);
                }
            }
        }
    }
    let n_check = phrase.len() / 3;
    let n_entropy = (phrase.len() * 11 - n_check) / 8;
    let entropy = bytes.get(..n_entropy).unwrap_or_default();
    let check = bytes.get(n_entropy).copied().unwrap_or(0);
    let shift = 8 - n_check;
    steps::count(64);
    let hash = Sha256::digest(entropy).first().copied().unwrap_or(0);
    hash >> shift == check >> shift
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn four_letters_tell_the_words_apart() {
        let keys: BTreeSet<u32> = LIST.lines().map(|word| key(word.as_bytes())).collect();
        assert_eq!(keys.len(), 2048);
        let words = Words::new();
        for (nth, word) in LIST.lines().enumerate() {
            assert_eq!(words.index(word.as_bytes()).map(usize::from), Some(nth));
        }
        assert_eq!(words.index(b"the"), None);
    }

    #[test]
    fn phrases_of_the_standard_pass_and_others_do_not() {
        let words = Words::new();
        let of = |last: &str, n: usize| -> Vec<(u16, Range<usize>)> {
            let mut phrase = vec!["abandon"; n - 1];
            phrase.push(last);
            let index = |word: &str| (words.index(word.as_bytes()).unwrap_or(0), 0..0);
            phrase.into_iter().map(index).collect()
        };
        for (n, last) in [(12, "about"), (18, "agent"), (24, "art")] {
            assert!(is_checked(&of(last, n)), "{n}");
            assert!(!is_checked(&of("zoo", n)), "{n}");
        }
    }
}
