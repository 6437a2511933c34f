//! Places on an active path, and runs of them.

use std::fmt;

/// A place on the active path, from 1; the wire calls it `seq`.
///
/// It stays while the row stays on the path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathPosition(pub u64);

impl PathPosition {
    /// Where a path begins.
    pub const FIRST: Self = Self(1);

    /// Returns the position before, which is no position when this is the first.
    #[must_use]
    pub fn before(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Returns the position after.
    #[must_use]
    pub fn after(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Debug for PathPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A run of positions, both ends included; empty when the last is before the
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRange {
    /// The first position.
    pub first: PathPosition,
    /// The last position.
    pub last: PathPosition,
}

impl PositionRange {
    /// Returns whether no position is inside.
    pub fn is_empty(self) -> bool {
        self.last < self.first
    }

    /// Returns whether `position` is inside.
    pub fn contains(self, position: PathPosition) -> bool {
        self.first <= position && position <= self.last
    }

    /// Returns the part before `position`.
    #[must_use]
    pub fn before(self, position: PathPosition) -> Self {
        Self {
            first: self.first,
            last: self.last.min(position.before()),
        }
    }

    /// Returns the part after `position`.
    #[must_use]
    pub fn after(self, position: PathPosition) -> Self {
        Self {
            first: self.first.max(position.after()),
            last: self.last,
        }
    }
}
