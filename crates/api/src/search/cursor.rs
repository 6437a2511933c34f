//! Cursors: where a search goes on (S1).
//!
//! Matches are ranked in windows: of the newest ones first, of the next older
//! ones then. A cursor names the window that a page is of and the last hit that
//! was shown. Both are places in orders that new messages do not change: a
//! window's newest end is pinned when its first page is answered. So no hit
//! comes twice, and none is lost while messages arrive. A message that arrives
//! late, with an old time, may stand in a window that was passed.
//!
//! A cursor holds keys and times that its receiver has seen, and no row numbers
//! (S9).

use std::ops::Bound;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sessions_core::event::TimestampMs;
use sessions_store::{Recency, Stretch};
use sha2::{Digest as _, Sha256};

use crate::bounds::MAX_SEARCH_BYTES;
use crate::error::ApiError;
use crate::wire::SearchRequest;

/// The longest cursor that is looked at: as long as a whole answer, so that every
/// cursor that was given out is taken.
const MAX_LEN: usize = MAX_SEARCH_BYTES;

/// A window of the matches, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) newest: Bound<Recency>,
    pub(super) oldest: Bound<Recency>,
    /// The newest match of all when the search began; newer ones do not count.
    pub(super) as_of: Bound<Recency>,
    /// Whether there were matches behind the window when it was opened; says
    /// nothing where its oldest end is open.
    pub(super) has_more: bool,
    /// The last hit that was shown.
    pub(super) last: Option<Shown>,
}

/// Where a hit stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// The score in ten-thousandths, which is as exact as scores are.
    pub(super) score: u16,
    pub(super) place: Recency,
}

impl Window {
    /// The window of the newest matches.
    pub(super) const FIRST: Self = Self {
        newest: Bound::Unbounded,
        oldest: Bound::Unbounded,
        as_of: Bound::Unbounded,
        has_more: false,
        last: None,
    };

    pub(super) fn stretch(&self) -> Stretch<'_> {
        Stretch {
            newest: self.newest.as_ref(),
            oldest: self.oldest.as_ref(),
        }
    }

    /// Returns whether its end is known: it was looked into before.
    pub(super) fn is_closed(&self) -> bool {
        self.oldest != Bound::Unbounded
    }

    /// Returns the cursor of the search that goes on here.
    pub(super) fn cursor(&self, request: &SearchRequest) -> String {
        let cursor = Cursor(
            digest(request),
            end(&self.newest),
            end(&self.oldest),
            end(&self.as_of),
            self.has_more,
            self.last.as_ref().map(|it| (it.score, tuple(&it.place))),
        );
        // Text keys and numbers, which always can be written.
        let json = serde_json::to_vec(&cursor).unwrap_or_default();
        URL_SAFE_NO_PAD.encode(json)
    }

    /// Returns where a search goes on.
    ///
    /// # Errors
    ///
    /// [`ApiError::Cursor`] where the text is no cursor of ours,
    /// [`ApiError::CursorOfAnother`] where it belongs to another search.
    pub(super) fn of(request: &SearchRequest) -> Result<Self, ApiError> {
        let Some(text) = &request.cursor else {
            return Ok(Self::FIRST);
        };
        let Cursor(of, newest, oldest, as_of, has_more, last) = Some(text)
            .filter(|text| text.len() <= MAX_LEN)
            .and_then(|text| URL_SAFE_NO_PAD.decode(text).ok())
            .and_then(|json| serde_json::from_slice::<Cursor>(&json).ok())
            .ok_or(ApiError::Cursor)?;
        if of != digest(request) {
            return Err(ApiError::CursorOfAnother);
        }
        let last = match last {
            Some((score, place)) => Some(Shown {
                score,
                place: recency(place)?,
            }),
            None => None,
        };
        Ok(Self {
            newest: bound(newest)?,
            oldest: bound(oldest)?,
            as_of: bound(as_of)?,
            has_more,
            last,
        })
    }
}

/// Time, session key, session id, message id.
type Place = (i64, String, String, String);

/// An end of a stretch, and whether it is inside.
type End = Option<(bool, Place)>;

/// What a cursor holds: the digest of the request, the newest and the oldest end
/// of the window, as of when, whether there is more, and the last hit shown.
#[derive(Serialize, Deserialize)]
struct Cursor(u64, End, End, End, bool, Option<(u16, Place)>);

fn tuple(place: &Recency) -> Place {
    (
        place.timestamp.0,
        place.session_key.as_str().to_owned(),
        place.session_id.as_str().to_owned(),
        place.message_id.as_str().to_owned(),
    )
}

fn recency((time, key, session, message): Place) -> Result<Recency, ApiError> {
    Ok(Recency {
        timestamp: TimestampMs(time),
        session_key: key.parse().map_err(|_| ApiError::Cursor)?,
        session_id: session.parse().map_err(|_| ApiError::Cursor)?,
        message_id: message.parse().map_err(|_| ApiError::Cursor)?,
    })
}

fn end(bound: &Bound<Recency>) -> End {
    match bound {
        Bound::Included(place) => Some((true, tuple(place))),
        Bound::Excluded(place) => Some((false, tuple(place))),
        Bound::Unbounded => None,
    }
}

fn bound(end: End) -> Result<Bound<Recency>, ApiError> {
    Ok(match end {
        Some((true, place)) => Bound::Included(recency(place)?),
        Some((false, place)) => Bound::Excluded(recency(place)?),
        None => Bound::Unbounded,
    })
}

/// Returns a digest of what a search asks for. Pages may differ in their limit,
/// and in the times, which a command line counts from now.
fn digest(request: &SearchRequest) -> u64 {
    let SearchRequest {
        query,
        limit: _,
        session_key,
        agents,
        role,
        kind,
        since: _,
        until: _,
        order,
        per_session,
        prefix,
        relaxed,
        exclude_current,
        cursor: _,
    } = request;
    let asked = format!(
        "{:?}",
        (
            query.trim(),
            session_key,
            agents,
            role,
            kind,
            order,
            (per_session, prefix, relaxed, exclude_current),
        )
    );
    let hash = Sha256::digest(asked);
    hash.iter()
        .take(8)
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}
