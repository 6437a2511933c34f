//! Places in the order newest first, and stretches of it.

use std::cmp::Ordering;
use std::ops::Bound;

use sessions_core::event::TimestampMs;
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;

/// Where a message stands in the order of S10: the less, the newer; ties by
/// session key, session id and message id.
///
/// It names no row, so one that was kept means the same whatever is stored
/// meanwhile (S9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recency {
    /// When it was said.
    pub timestamp: TimestampMs,
    /// The session.
    pub session_key: SessionKey,
    /// The generation.
    pub session_id: SessionId,
    /// The message.
    pub message_id: MessageId,
}

impl Ord for Recency {
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .timestamp
            .cmp(&self.timestamp)
            .then_with(|| self.session_key.cmp(&other.session_key))
            .then_with(|| self.session_id.cmp(&other.session_id))
            .then_with(|| self.message_id.cmp(&other.message_id))
    }
}

impl PartialOrd for Recency {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A stretch of that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch<'a> {
    /// Its newest end.
    pub newest: Bound<&'a Recency>,
    /// Its oldest end.
    pub oldest: Bound<&'a Recency>,
}

impl Stretch<'_> {
    /// The whole order.
    pub const ALL: Self = Self {
        newest: Bound::Unbounded,
        oldest: Bound::Unbounded,
    };

    /// Returns whether a place is in it.
    pub fn contains(&self, place: &Recency) -> bool {
        let is_old_enough = match self.newest {
            Bound::Included(newest) => newest <= place,
            Bound::Excluded(newest) => newest < place,
            Bound::Unbounded => true,
        };
        is_old_enough
            && match self.oldest {
                Bound::Included(oldest) => place <= oldest,
                Bound::Excluded(oldest) => place < oldest,
                Bound::Unbounded => true,
            }
    }

    /// Returns the time of the newest end.
    pub(super) fn newest_time(&self) -> Option<TimestampMs> {
        time(self.newest)
    }

    /// Returns the time of the oldest end.
    pub(super) fn oldest_time(&self) -> Option<TimestampMs> {
        time(self.oldest)
    }
}

fn time(end: Bound<&Recency>) -> Option<TimestampMs> {
    match end {
        Bound::Included(place) | Bound::Excluded(place) => Some(place.timestamp),
        Bound::Unbounded => None,
    }
}
