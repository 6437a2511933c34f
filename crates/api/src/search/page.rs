//! Pages: which hits of a window an answer holds, and where the next begins.

use std::ops::Bound;

use sessions_store::Recency;

use super::cursor::Window;
use super::gather::{Gathered, Group, place};
use super::rank::Ranked;
use crate::bounds::{FLAG_BYTES, FRAME_BYTES, MAX_SEARCH_BYTES, json_len};
use crate::wire::{Order, SearchAnswer, TruncatedBy};

/// The places of the candidates of a window.
#[derive(Clone, Default)]
pub(super) struct Extent {
    pub(super) newest: Option<Recency>,
    pub(super) oldest: Option<Recency>,
    pub(super) has_more: bool,
    pub(super) is_by_session: bool,
}

impl Extent {
    pub(super) fn of(found: &Gathered, is_by_session: bool) -> Self {
        let place = |group: Option<&Group>| place(group?).cloned();
        Self {
            newest: place(found.groups.first()),
            oldest: place(found.groups.last()),
            has_more: found.has_more,
            is_by_session,
        }
    }
}

impl Window {
    /// Keeps what comes behind the last hit that was shown.
    pub(super) fn rest(&self, ranked: Vec<Ranked>, order: Order) -> Vec<Ranked> {
        let mut ranked = ranked;
        if let Some(last) = &self.last {
            ranked.retain(|it| last.cmp(&it.shown(), order).is_lt());
        }
        ranked
    }

    /// Returns where the search goes on when some hits of the window are left.
    pub(super) fn after(&self, last: &Ranked, extent: &Extent) -> Self {
        Self {
            oldest: match &extent.oldest {
                Some(oldest) if !self.is_closed() => Bound::Included(oldest.clone()),
                _ => self.oldest.clone(),
            },
            has_more: extent.has_more,
            last: Some(last.shown()),
            ..self.pinned(extent)
        }
    }

    /// Returns the window with its newest end where it is now: new messages are
    /// not of it, and new matches do not make a session newer.
    fn pinned(&self, extent: &Extent) -> Self {
        let mut window = self.clone();
        let end = if extent.is_by_session {
            &mut window.as_of
        } else {
            &mut window.newest
        };
        if let (Bound::Unbounded, Some(newest)) = (&*end, &extent.newest) {
            *end = Bound::Included(newest.clone());
        }
        window
    }

    /// Returns the window behind this one, if there is anything.
    pub(super) fn next(&self, extent: &Extent) -> Option<Self> {
        if !extent.has_more {
            return None;
        }
        let oldest = match &self.oldest {
            Bound::Included(oldest) | Bound::Excluded(oldest) => Some(oldest),
            Bound::Unbounded => extent.oldest.as_ref(),
        };
        Some(Self {
            newest: Bound::Excluded(oldest?.clone()),
            as_of: self.pinned(extent).as_of,
            ..Self::FIRST
        })
    }
}

/// Puts hits into the answer as long as it stays within its bound, at most
/// `limit`, and returns how many of `ranked` it is done with. The first hit
/// always fits (S13).
pub(super) fn fill(answer: &mut SearchAnswer, ranked: &[Ranked], limit: usize) -> usize {
    let bound = MAX_SEARCH_BYTES - FRAME_BYTES - FLAG_BYTES;
    let mut size = json_len(answer);
    for (n, it) in ranked.iter().enumerate() {
        if answer.results.len() == limit {
            answer.truncated_by.push(TruncatedBy::Limit);
            return n;
        }
        let Some(hit) = it.hit() else { continue };
        let more = json_len(&hit) + MORE_BYTES;
        if bound < size + more && !answer.results.is_empty() {
            answer.truncated_by.push(TruncatedBy::Bytes);
            return n;
        }
        size += more;
        answer.results.push(hit);
    }
    ranked.len()
}

/// Room for a comma and a count of more hits in the session.
const MORE_BYTES: usize = 32;
