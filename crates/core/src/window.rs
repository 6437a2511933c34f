//! How many rows an anchored read shows on each side of its anchor (H5).

/// How many rows on each side of an anchor are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Rows before the anchor.
    pub older: usize,
    /// Rows after the anchor.
    pub newer: usize,
}

/// Returns how many of the rows around an anchor a window of `limit` rows
/// shows, the anchor counted in.
///
/// `available` says how many rows there are on each side; more than
/// `limit - 1` on a side need not be counted, so a window is chosen without
/// knowing how long the sequence is (H12). The newer side gets the larger half;
/// what one side lacks slides to the other. A limit of 0 shows nothing.
///
/// # Examples
///
/// ```
/// use sessions_core::window::{Sides, sides};
///
/// let many = Sides { older: 9, newer: 9 };
/// assert_eq!(sides(4, many), Sides { older: 1, newer: 2 });
/// let at_the_end = Sides { older: 9, newer: 0 };
/// assert_eq!(sides(4, at_the_end), Sides { older: 3, newer: 0 });
/// ```
pub fn sides(limit: usize, available: Sides) -> Sides {
    let others = limit.saturating_sub(1);
    let wanted_newer = limit / 2;
    let wanted_older = others - wanted_newer.min(others);
    let newer = available
        .newer
        .min(wanted_newer.max(others.saturating_sub(available.older)))
        .min(others);
    let older = available
        .older
        .min(wanted_older.max(others.saturating_sub(available.newer)))
        .min(others - newer);
    Sides { older, newer }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule as the contract writes it, over whole sequences.
    fn by_the_rule(total: usize, k: usize, limit: usize) -> (usize, usize) {
        let older = limit - limit / 2 - 1;
        let start = k.saturating_sub(older).min(total.saturating_sub(limit));
        (start, total.min(start + limit))
    }

    #[test]
    fn sides_equal_the_rule_for_all_small_sequences() {
        for total in 1..14 {
            for k in 0..total {
                for limit in 1..17 {
                    let (start, end) = by_the_rule(total, k, limit);
                    // Counting further than the limit must not matter.
                    for cap in [limit - 1, limit, 99] {
                        let shown = sides(
                            limit,
                            Sides {
                                older: k.min(cap),
                                newer: (total - 1 - k).min(cap),
                            },
                        );
                        assert_eq!(
                            (k - shown.older, k + 1 + shown.newer),
                            (start, end),
                            "{total} rows, anchor {k}, limit {limit}, counted to {cap}"
                        );
                    }
                }
            }
        }
        let none = Sides { older: 5, newer: 5 };
        assert_eq!(sides(0, none), Sides { older: 0, newer: 0 });
    }
}
