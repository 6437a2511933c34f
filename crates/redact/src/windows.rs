//! Stretches of a text that are worth a second look.
//!
//! A mask changes what stands around it, so masked text is scanned again, but
//! only as near to a new mask as any rule looks. The rest cannot have changed.

use std::ops::Range;

/// No recogniser looks farther from its literal: a web token of five parts is
/// the longest, a private key comes next.
pub(crate) const REACH: usize = 72 * 1024;

/// The stretches of `reach` around `places`, which must be in order, merged.
pub(crate) fn around(
    places: impl IntoIterator<Item = Range<usize>>,
    len: usize,
    reach: usize,
) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    for place in places {
        let start = place.start.saturating_sub(reach);
        let end = (place.end + reach).min(len);
        match windows.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => windows.push(start..end),
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_places_share_a_window_and_far_ones_do_not() {
        let len = REACH * 10;
        let far = REACH * 5;
        assert_eq!(
            around([5..9, 20..30, far..far + 4], len, REACH),
            [0..REACH + 30, far - REACH..far + 4 + REACH]
        );
        assert_eq!(around(Some(0..1), 4, REACH), [Range { start: 0, end: 4 }]);
        assert!(around([], 4, REACH).is_empty());
    }
}
