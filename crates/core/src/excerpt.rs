//! Excerpts: the bounded piece of a masked text that shows a match (`S7`).
//!
//! An excerpt is cut from the masked text, never masked after cutting (`R1`):
//! a mask is in it whole or not at all.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use crate::analysis::{is_gram, normalized};
use crate::ranking::TextMatch;

/// The length that `S7` allows, in characters.
pub const MAX_EXCERPT_CHARS: usize = 300;

/// How far a cut moves inwards to spare a word, in characters.
const WORD_SLACK: usize = 30;

/// How far back a grapheme is looked for, in bytes.
const LOOK_BACK: usize = 8_192;

/// What stands for the text that was left out.
const ELLIPSIS: char = '…';

/// A bounded piece of a masked text with its matches.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Excerpt {
    /// The text: white space and control characters folded to single spaces,
    /// an ellipsis at each end that was cut.
    pub text: String,
    /// The matches in it: half-open ranges counted in characters (Unicode
    /// scalar values), in order, disjoint.
    pub matches: Vec<(usize, usize)>,
}

// By hand: the text of messages does not go into a Debug output (`R9`).
impl std::fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Excerpt")
            .field("matches", &self.matches)
            .finish_non_exhaustive()
    }
}

/// Cuts the piece of `masked` around its best match (`S7`).
///
/// At most `max_chars` characters come out, ellipses included, cut between
/// graphemes and where possible between words. The excerpt always contains a
/// match: when the best region is too long, its first match alone; when that is
/// too long by itself, its beginning. A `max_chars` of zero gives nothing.
///
/// `matched` has to be the answer of
/// [`match_text`](crate::ranking::match_text) for the same text and masks.
///
/// # Examples
///
/// ```
/// use sessions_core::excerpt::excerpt;
/// use sessions_core::query::Query;
/// use sessions_core::ranking::match_text;
///
/// let text = "It began well.\n\nThen the deploy failed on friday, and we rolled back.";
/// let matched = match_text(&Query::parse("deploy").unwrap(), text, &[]).unwrap();
/// let shown = excerpt(text, &matched, &[], 30);
/// assert_eq!(shown.text, "… Then the deploy failed on …");
/// assert_eq!(shown.matches, [(11, 17)]);
/// ```
pub fn excerpt(
    masked: &str,
    matched: &TextMatch,
    masks: &[Range<usize>],
    max_chars: usize,
) -> Excerpt {
    let source = Source {
        text: masked,
        masks: normalized(masked, masks),
    };
    let core = source.core(matched, max_chars);
    let budget = max_chars.saturating_sub(source.count(core.clone()));
    let (left, right) = (
        source.before(core.start, budget),
        source.after(core.end, budget),
    );
    let half = budget / 2;
    let (left_room, right_room) = if left.fits(half) {
        (left.n_chars, budget - left.n_chars)
    } else if right.fits(budget - half) {
        (budget - right.n_chars, right.n_chars)
    } else {
        (half, budget - half)
    };
    let (left, right) = (left.cut(masked, left_room), right.cut(masked, right_room));
    let start = left.last.map_or(core.start, |atom| atom.start);
    let end = right.last.map_or(core.end, |atom| atom.end);
    source.render(start..end, &matched.ranges, left.ellipsis, right.ellipsis)
}

/// A masked text with its masks in order.
struct Source<'a> {
    text: &'a str,
    masks: Vec<Range<usize>>,
}

/// What lies on one side of the core: graphemes, runs of white space and whole
/// masks, from the core outwards.
struct Side {
    atoms: Vec<Range<usize>>,
    /// Their length in the excerpt.
    n_chars: usize,
    /// Whether they reach the end of the text.
    is_whole: bool,
}

/// What is kept of one side.
struct Kept {
    last: Option<Range<usize>>,
    ellipsis: Ellipsis,
}

/// How a side ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ellipsis {
    None,
    Attached,
    Spaced,
}

impl Source<'_> {
    fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// Returns how many characters `range` has in the excerpt, at most.
    fn count(&self, range: Range<usize>) -> usize {
        folded(self.slice(range)).count()
    }

    /// Returns what has to be in the excerpt: the best region if it leaves room
    /// for two ellipses and their spaces, else one match, whole or clipped.
    fn core(&self, matched: &TextMatch, max_chars: usize) -> Range<usize> {
        let region = self.widened(&matched.best);
        if self.count(region.clone()).saturating_add(4) <= max_chars {
            return region;
        }
        let first = matched
            .ranges
            .iter()
            .find(|range| range.end > matched.best.start);
        let first = first.unwrap_or(&matched.best);
        let widened = self.widened(first);
        if self.count(widened.clone()) <= max_chars {
            return widened;
        }
        let room = if max_chars > 4 {
            max_chars - 2
        } else {
            max_chars
        };
        // Too long by itself: its beginning, if need be inside a grapheme.
        let mut end = first.start;
        let mut n_chars = 0;
        for grapheme in self.slice(first.clone()).graphemes(true) {
            n_chars += grapheme.chars().count();
            if n_chars > room {
                break;
            }
            end += grapheme.len();
        }
        if end == first.start {
            end += self
                .slice(first.clone())
                .chars()
                .take(room)
                .map(char::len_utf8)
                .sum::<usize>();
        }
        first.start..end
    }

    /// Returns `range` widened to grapheme boundaries, but into no mask.
    fn widened(&self, range: &Range<usize>) -> Range<usize> {
        let len = self.text.len();
        let boundary = |at: usize, forward: bool| {
            let mut cursor = GraphemeCursor::new(at, len, true);
            if cursor.is_boundary(self.text, 0) == Ok(true) {
                return at;
            }
            let next = if forward {
                cursor.next_boundary(self.text, 0)
            } else {
                cursor.prev_boundary(self.text, 0)
            };
            next.ok().flatten().unwrap_or(at)
        };
        let start = boundary(range.start, false).max(self.mask_end_before(range.start));
        let end = boundary(range.end, true).min(self.mask_start_after(range.end));
        start..end
    }

    fn mask_end_before(&self, at: usize) -> usize {
        let n = self.masks.partition_point(|mask| mask.end <= at);
        n.checked_sub(1)
            .and_then(|n| self.masks.get(n))
            .map_or(0, |mask| mask.end)
    }

    fn mask_start_after(&self, at: usize) -> usize {
        let n = self.masks.partition_point(|mask| mask.start < at);
        self.masks.get(n).map_or(self.text.len(), |mask| mask.start)
    }

    /// Collects what follows `at` until it is more than `budget`.
    fn after(&self, mut at: usize, budget: usize) -> Side {
        let mut side = Side {
            atoms: Vec::new(),
            n_chars: 0,
            is_whole: false,
        };
        while side.n_chars <= budget {
            let limit = self.mask_start_after(at);
            let rest = self.slice(at..limit);
            let len = if rest.is_empty() {
                let n = self.masks.partition_point(|mask| mask.start < at);
                self.masks.get(n).map_or(0, |mask| mask.end - mask.start)
            } else {
                match rest.len() - rest.trim_start_matches(is_blank).len() {
                    0 => rest.graphemes(true).next().map_or(0, str::len),
                    n => n,
                }
            };
            if len == 0 {
                side.is_whole = true;
                break;
            }
            side.push(self, at..at + len);
            at += len;
        }
        side.trim_end(self);
        side
    }

    /// Collects what precedes `at` until it is more than `budget`.
    fn before(&self, mut at: usize, budget: usize) -> Side {
        let mut side = Side {
            atoms: Vec::new(),
            n_chars: 0,
            is_whole: false,
        };
        while side.n_chars <= budget {
            let limit = self.mask_end_before(at);
            let rest = self.slice(limit..at);
            let len = if rest.is_empty() {
                let n = self.masks.partition_point(|mask| mask.end <= at);
                n.checked_sub(1)
                    .and_then(|n| self.masks.get(n))
                    .map_or(0, |mask| mask.end - mask.start)
            } else {
                match rest.len() - rest.trim_end_matches(is_blank).len() {
                    0 => last_grapheme(rest),
                    n => n,
                }
            };
            if len == 0 {
                side.is_whole = true;
                break;
            }
            side.push(self, at - len..at);
            at -= len;
        }
        side.trim_end(self);
        side
    }

    /// Writes `range` with its matches.
    fn render(
        &self,
        range: Range<usize>,
        matches: &[Range<usize>],
        left: Ellipsis,
        right: Ellipsis,
    ) -> Excerpt {
        let is_within = |m: &&Range<usize>| range.start <= m.start && m.end <= range.end;
        let is_touched = |m: &&Range<usize>| range.start < m.end && m.start < range.end;
        let mut shown: Vec<&Range<usize>> = matches.iter().filter(is_within).collect();
        if shown.is_empty() {
            shown = matches.iter().filter(is_touched).collect();
        }
        let mut text = String::new();
        let mut n_chars = 0;
        for c in left.chars(false) {
            text.push(c);
            n_chars += 1;
        }
        let mut pending = shown.into_iter().peekable();
        let mut open = None;
        let mut found = Vec::new();
        for (at, c) in folded(self.slice(range.clone())) {
            let at = range.start + at;
            // A mask that begins with a space meets that of the ellipsis.
            if c == ' ' && text.ends_with(' ') {
                continue;
            }
            if let Some(start) = open
                && pending.peek().is_some_and(|m| m.end <= at)
            {
                found.push((start, n_chars));
                open = None;
                pending.next();
            }
            if open.is_none() && pending.peek().is_some_and(|m| m.start <= at) {
                open = Some(n_chars);
            }
            text.push(c);
            n_chars += 1;
        }
        if let Some(start) = open {
            found.push((start, n_chars));
        }
        let has_space = text.ends_with(' ');
        text.extend(right.chars(true).filter(|&c| !(has_space && c == ' ')));
        Excerpt {
            text,
            matches: found,
        }
    }
}

impl Side {
    fn push(&mut self, source: &Source<'_>, atom: Range<usize>) {
        self.n_chars += source.count(atom.clone());
        self.atoms.push(atom);
    }

    /// Drops white space at the end of the text.
    fn trim_end(&mut self, source: &Source<'_>) {
        if self.is_whole
            && let Some(last) = self.atoms.last()
            && source.slice(last.clone()).chars().all(is_blank)
        {
            self.n_chars = self.n_chars.saturating_sub(1);
            self.atoms.pop();
        }
    }

    /// Returns whether all of the side goes into `room`.
    fn fits(&self, room: usize) -> bool {
        self.is_whole && self.n_chars <= room
    }

    /// Keeps what goes into `room` characters, an ellipsis included.
    fn cut(mut self, text: &str, room: usize) -> Kept {
        if self.fits(room) {
            return Kept {
                last: self.atoms.pop(),
                ellipsis: Ellipsis::None,
            };
        }
        let slice = |atom: &Range<usize>| text.get(atom.clone()).unwrap_or_default();
        let is_space = |atom: &Range<usize>| slice(atom).chars().all(is_blank);
        let in_word = |atom: &Range<usize>| {
            slice(atom)
                .chars()
                .next()
                .is_some_and(|c| !is_blank(c) && !is_gram(c))
        };
        let Some(mut room) = room.checked_sub(1) else {
            return Kept {
                last: None,
                ellipsis: Ellipsis::None,
            };
        };
        let mut n_kept = 0;
        for atom in &self.atoms {
            let n_chars = folded(slice(atom)).count();
            if n_chars > room {
                break;
            }
            room -= n_chars;
            n_kept += 1;
        }
        let next = self.atoms.get(n_kept);
        let cuts_word = next.is_some_and(in_word)
            && n_kept
                .checked_sub(1)
                .and_then(|n| self.atoms.get(n))
                .is_some_and(in_word);
        let is_at_space = next.is_some_and(is_space);
        let kept = self.atoms.get(..n_kept).unwrap_or_default();
        let space = if cuts_word {
            kept.iter().rev().take(WORD_SLACK).position(is_space)
        } else {
            None
        };
        let n_kept = match space {
            Some(back) => n_kept - back,
            None => n_kept,
        };
        self.atoms.truncate(n_kept);
        // A space before the ellipsis says that no word was cut.
        let ends_in_space = self.atoms.last().is_some_and(is_space);
        if ends_in_space {
            self.atoms.pop();
        }
        let ellipsis = if ends_in_space || (is_at_space && room > 0) {
            Ellipsis::Spaced
        } else {
            Ellipsis::Attached
        };
        Kept {
            last: self.atoms.pop(),
            ellipsis,
        }
    }
}

impl Ellipsis {
    /// Returns the characters at the end or at the begin of the excerpt.
    fn chars(self, at_end: bool) -> impl Iterator<Item = char> {
        let chars = match (self, at_end) {
            (Self::None, _) => [None, None],
            (Self::Attached, _) => [Some(ELLIPSIS), None],
            (Self::Spaced, true) => [Some(' '), Some(ELLIPSIS)],
            (Self::Spaced, false) => [Some(ELLIPSIS), Some(' ')],
        };
        chars.into_iter().flatten()
    }
}

/// Returns the length of the last grapheme of `text` in bytes.
///
/// Looks back a bounded way only: a flag is told from two halves by counting
/// back to where a run of flags begins, and a text can be nothing but flags.
fn last_grapheme(text: &str) -> usize {
    let from = text.floor_char_boundary(text.len().saturating_sub(LOOK_BACK));
    let near = text.get(from..).unwrap_or_default();
    near.graphemes(true).next_back().map_or(0, str::len)
}

/// Returns whether `c` is shown as a space. Control characters are, so that no
/// excerpt can steer a terminal.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Returns the characters of `text` with their positions, each run of white
/// space as one space at the position of its first character.
fn folded(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut was_blank = false;
    text.char_indices().filter_map(move |(at, c)| {
        let is_first = !was_blank;
        was_blank = is_blank(c);
        match (was_blank, is_first) {
            (false, _) => Some((at, c)),
            (true, true) => Some((at, ' ')),
            (true, false) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::ranking::match_text;

    #[test]
    fn no_mask_and_no_cut_leaves_two_spaces_together() {
        let text = "one  two \n three match four  five \t six";
        let query = Query::parse("match").unwrap();
        for start in 0..text.len() {
            for end in start + 1..text.len() {
                let mask = start..end;
                let masks = std::slice::from_ref(&mask);
                let Some(found) = match_text(&query, text, masks) else {
                    continue;
                };
                for max_chars in 1..text.len() {
                    let shown = excerpt(text, &found, masks, max_chars).text;
                    assert!(!shown.contains("  "), "{masks:?} {max_chars}: {shown:?}");
                    assert!(shown.chars().count() <= max_chars);
                }
            }
        }
    }
}
