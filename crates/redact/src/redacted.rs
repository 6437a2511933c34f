//! Masked text as a type: the only thing that excerpts accept (R1, S7).

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::mask;
use crate::span::{RuleName, Span};

/// A mask in masked text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Byte range of the mask in the masked text.
    pub range: Range<usize>,
    /// Byte range of what it hides in the original text.
    pub original: Range<usize>,
    /// The rule whose name the mask carries.
    pub rule: RuleName,
}

/// Text with every secret masked.
///
/// Only [`Redactor::redact`](crate::Redactor::redact) makes one, so whoever
/// holds it may show it. Clean text is borrowed. Debug shows lengths, no text.
#[derive(Clone, PartialEq, Eq)]
pub struct Redacted<'t> {
    // INVARIANT: `masks` is ordered and disjoint in both coordinates, and
    // between masks the masked text equals the original.
    text: Cow<'t, str>,
    masks: Vec<Mask>,
}

impl<'t> Redacted<'t> {
    pub(crate) fn new(text: &'t str, spans: &[Span]) -> Self {
        if spans.is_empty() {
            return Self {
                text: Cow::Borrowed(text),
                masks: Vec::new(),
            };
        }
        let mut out = String::with_capacity(text.len() + 16);
        let mut masks = Vec::with_capacity(spans.len());
        let mut copied = 0;
        for span in spans {
            out.push_str(text.get(copied..span.range.start).unwrap_or_default());
            let start = out.len();
            mask::push(&mut out, span.rule.as_str());
            masks.push(Mask {
                range: start..out.len(),
                original: span.range.clone(),
                rule: span.rule.clone(),
            });
            copied = span.range.end;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Self {
            text: Cow::Owned(out),
            masks,
        }
    }

    /// The masked text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The masked text as a value, without a copy when it already is one.
    pub fn into_string(self) -> String {
        self.text.into_owned()
    }

    /// The same masked text without a borrow from the original.
    pub fn into_owned(self) -> Redacted<'static> {
        Redacted {
            text: Cow::Owned(self.text.into_owned()),
            masks: self.masks,
        }
    }

    /// Whether nothing was masked, so that the text equals the original.
    pub fn is_clean(&self) -> bool {
        self.masks.is_empty()
    }

    /// The masks in reading order. Masks that already stood in the original
    /// are ordinary text and are not among them.
    pub fn masks(&self) -> &[Mask] {
        &self.masks
    }

    /// The offset in the original text for an offset in the masked text.
    ///
    /// An offset inside a mask answers the start of what the mask hides, its
    /// end the end. An offset past the masked text answers the original length.
    pub fn to_original(&self, masked_offset: usize) -> usize {
        let offset = masked_offset.min(self.text.len());
        let next = self.masks.partition_point(|mask| mask.range.end <= offset);
        if let Some(mask) = self.masks.get(next)
            && mask.range.start <= offset
        {
            return mask.original.start;
        }
        match next
            .checked_sub(1)
            .and_then(|before| self.masks.get(before))
        {
            Some(mask) => mask.original.end + (offset - mask.range.end),
            None => offset,
        }
    }

    /// The offset in the masked text for an offset in the original text.
    ///
    /// An offset inside a masked secret answers the start of its mask.
    pub fn to_masked(&self, original_offset: usize) -> usize {
        let next = self
            .masks
            .partition_point(|mask| mask.original.end <= original_offset);
        if let Some(mask) = self.masks.get(next)
            && mask.original.start <= original_offset
        {
            return mask.range.start;
        }
        let masked = match next
            .checked_sub(1)
            .and_then(|before| self.masks.get(before))
        {
            Some(mask) => mask.range.end + (original_offset - mask.original.end),
            None => original_offset,
        };
        masked.min(self.text.len())
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redacted")
            .field("len", &self.text.len())
            .field("n_masks", &self.masks.len())
            .finish_non_exhaustive()
    }
}

impl AsRef<str> for Redacted<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Redacted<'static> {
        let rule = RuleName::built_in("x");
        let spans = [
            Span {
                range: 2..5,
                rule: rule.clone(),
            },
            Span { range: 7..8, rule },
        ];
        Redacted::new("abCDEfgHi", &spans)
    }

    #[test]
    fn offsets_map_both_ways_around_masks() {
        let redacted = sample();
        assert_eq!(redacted.as_str(), "ab[redacted:x]fg[redacted:x]i");
        let pairs = [(0, 0), (1, 1), (14, 5), (15, 6), (28, 8), (29, 9)];
        for (masked, original) in pairs {
            assert_eq!(redacted.to_original(masked), original);
            assert_eq!(redacted.to_masked(original), masked);
        }
        assert_eq!(redacted.to_original(7), 2);
        assert_eq!(redacted.to_masked(4), 2);
        assert_eq!(redacted.to_original(1000), 9);
    }

    #[test]
    fn debug_shows_no_text() {
        let shown = format!("{:?}", sample());
        assert_eq!(shown, "Redacted { len: 29, n_masks: 2, .. }");
    }

    #[test]
    fn clean_text_is_borrowed() {
        let redacted = Redacted::new("plain", &[]);
        assert!(matches!(redacted.text, Cow::Borrowed(_)) && redacted.is_clean());
    }
}
