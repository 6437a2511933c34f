//! The parts of a text that lie outside its masks.

use std::ops::Range;

/// Returns `masks` sorted, merged, within `text` and on character boundaries.
///
/// A range that begins or ends inside a character is widened, so that nothing
/// of what was to be covered comes out.
pub(crate) fn normalized(text: &str, masks: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = masks
        .iter()
        .filter(|mask| mask.start < mask.end && mask.start < text.len())
        .map(|mask| text.floor_char_boundary(mask.start)..text.ceil_char_boundary(mask.end))
        .collect();
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    ranges.dedup_by(|next, kept| {
        let overlaps = next.start < kept.end;
        if overlaps {
            kept.end = kept.end.max(next.end);
        }
        overlaps
    });
    ranges
}

/// Returns the parts of `text` outside `masks`, in order, the empty ones too.
pub(super) fn segments(text: &str, masks: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut parts = Vec::with_capacity(masks.len() + 1);
    let mut at = 0;
    for mask in normalized(text, masks) {
        parts.push(at..mask.start);
        at = mask.end;
    }
    parts.push(at..text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_sorted_merged_and_widened() {
        let text = "aéb[x]c";
        let merged = normalized(text, &[4..6, 2..3, 5..7, 90..99, 3..3]);
        assert_eq!(merged, [1..3, 4..7]);
        assert_eq!(segments(text, &[2..3, 4..7]), [0..1, 3..4, 7..8]);
        assert_eq!(segments("", &[0..4, 1..2]), vec![0..0; 1]);
    }
}
