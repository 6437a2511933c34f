//! How far the newest matches have to be known.

use sessions_core::event::TimestampMs;

/// How many matches are read for each that is wanted, where most are copies of
/// others (X11).
const MAX_COPIES: usize = 8;

/// How far the newest matches of one or many readings have to be known, so that a
/// number of them can be told, and whether there are more.
///
/// It begins with one more than are wanted. Where some of these turn out to be
/// copies or to lie outside the stretch, it goes twice as far.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    max: usize,
    n: usize,
}

impl Depth {
    /// Returns the depth at which `max` and one more may be found.
    pub fn of(max: usize) -> Self {
        Self {
            max,
            n: max.saturating_add(1),
        }
    }

    /// Returns how many matches have to be known.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Returns the time of the last of so many of the times that were read, if
    /// there are as many: what is older need not be known.
    pub fn since(&self, times: impl IntoIterator<Item = TimestampMs>) -> Option<TimestampMs> {
        let mut times: Vec<_> = times.into_iter().collect();
        let index = self.n.checked_sub(1).filter(|it| *it < times.len())?;
        let (_, time, _) = times.select_nth_unstable_by(index, |a, b| b.cmp(a));
        Some(*time)
    }

    /// Returns whether there are more than are wanted, told how many were found
    /// and whether these are all; `None` where not enough are, and goes farther.
    ///
    /// Where copies are most of what there is, fewer than wanted have to do, and
    /// there may be more.
    pub fn has_more(&mut self, n_found: usize, is_all: bool) -> Option<bool> {
        let is_far = self.max.saturating_mul(MAX_COPIES) <= self.n;
        if is_all || self.max < n_found || 0 < n_found && is_far {
            return Some(!is_all || self.max < n_found);
        }
        self.n = self.n.saturating_mul(2);
        None
    }
}
