//! What stands in a secret's place: `[redacted:github-token]` (R2).
//!
//! A mask is recognised when it is met again, so that masked text passes
//! through unchanged (R3).

use crate::text::Text;

/// How every mask begins.
pub(crate) const HEAD: &str = "[redacted:";
/// How every mask ends.
pub(crate) const TAIL: &str = "]";

/// Whether a rule's name may hold `byte`.
pub(crate) const fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')
}

/// Writes the mask of `rule` to the end of `out`.
pub(crate) fn push(out: &mut String, rule: &str) {
    out.push_str(HEAD);
    out.push_str(rule);
    out.push_str(TAIL);
}

/// Where the mask that begins at `at` ends, or `None` when none begins there.
pub(crate) fn end(text: Text<'_>, at: usize) -> Option<usize> {
    if !text.starts(at, HEAD.as_bytes()) {
        return None;
    }
    let name = at + HEAD.len();
    let end = (name..name + 65).find(|at| !is_name_byte(text.at(*at)))?;
    (end > name && text.starts(end, TAIL.as_bytes())).then_some(end + TAIL.len())
}

/// Every mask of `text`, in order.
pub(crate) fn all(text: &str) -> Vec<(usize, usize)> {
    text.match_indices(HEAD)
        .filter_map(|(start, _)| Some((start, end(Text::new(text), start)?)))
        .collect()
}

/// Where the first mask that begins in `start..limit` begins.
pub(crate) fn next(text: Text<'_>, start: usize, limit: usize) -> Option<usize> {
    (start..limit).find(|at| end(text, *at).is_some())
}

/// Whether a mask begins inside `start..end` or runs into it.
pub(crate) fn meets(masks: &[(usize, usize)], start: usize, end: usize) -> bool {
    let next = masks.partition_point(|mask| mask.1 <= start);
    masks.get(next).is_some_and(|mask| mask.0 < end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_masks_are_recognised() {
        let whole = "a [redacted:x-1] b";
        assert_eq!(end(Text::new(whole), 2), Some(16));
        for broken in ["[redacted:]", "[redacted:X]", "[redacted:x", "[redacted x]"] {
            assert_eq!(end(Text::new(broken), 0), None, "{broken}");
        }
    }

    #[test]
    fn a_range_meets_a_mask_when_they_share_a_byte() {
        let masks = [(2, 5), (8, 9)];
        assert!(meets(&masks, 4, 6) && meets(&masks, 0, 3) && meets(&masks, 3, 4));
        assert!(!meets(&masks, 5, 8) && !meets(&masks, 0, 2) && !meets(&masks, 9, 12));
    }
}
