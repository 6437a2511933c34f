//! Candidates of all databases, merged.

use std::ops::Bound;

use sessions_store::{Candidate, CandidateQuery, Found, Recency};

use super::cursor::Window;
use super::rounds::{Newest, newest};
use super::{RANKING_BOUND, Searched};
use crate::error::ApiError;

/// The most matches that are ranked of a window that was looked into before:
/// some may have arrived in it late.
const MAX_IN_CLOSED: usize = 2 * RANKING_BOUND;

/// Matches of which one hit comes each: one match, or those of one session.
pub(super) type Group = Vec<Candidate>;

/// What the databases found.
pub(super) struct Gathered {
    /// By the newest of each, newest first.
    pub(super) groups: Vec<Group>,
    pub(super) has_more: bool,
}

impl Searched<'_, '_> {
    /// Returns the candidates of a window, of all databases that are searched.
    ///
    /// Where one hit of each session is wanted, as many matches of each are
    /// taken as make the bound in all. Where there are sessions behind the
    /// window, matches older than its end do not count, so that the answer does
    /// not depend on how far each database was read.
    pub(super) fn gather(
        &self,
        asked: &CandidateQuery<'_>,
        window: &Window,
    ) -> Result<Gathered, ApiError> {
        let is_by_session = self.request.per_session;
        let max_candidates = if window.is_closed() {
            MAX_IN_CLOSED
        } else {
            RANKING_BOUND
        };
        let asked = CandidateQuery {
            stretch: window.stretch(),
            as_of: window.as_of.as_ref(),
            max_candidates,
            ..*asked
        };
        let closed_end = match &window.oldest {
            Bound::Included(end) => Some(end),
            _ => None,
        };
        let floor = closed_end.filter(|_| window.has_more);
        let floor = floor.map(|it| it.timestamp);
        let Newest { found, has_more } = newest(self.databases, &asked, is_by_session, floor)?;
        let has_more = if window.is_closed() {
            window.has_more
        } else {
            has_more
        };
        let n_each = (RANKING_BOUND / found.len().max(1)).max(1);
        let last = found.last().map(|(_, it)| it.place().clone());
        let end = closed_end.or(last.as_ref());
        let end = end.filter(|_| is_by_session && has_more);
        let (n, n_databases) = (found.len(), self.databases.len());
        tracing::debug!(n, n_databases, has_more, "searched");
        let groups = self.texts(found, n_each, end)?;
        Ok(Gathered { groups, has_more })
    }

    /// Returns the messages of what was found, newest first: of a session its
    /// newest `n_each` matches that are not older than `end`.
    pub(super) fn texts(
        &self,
        mut found: Vec<(usize, Found)>,
        n_each: usize,
        end: Option<&Recency>,
    ) -> Result<Vec<Group>, ApiError> {
        found.sort_by_key(|(nth, _)| *nth);
        let groups = self.databases.each(|nth, database| {
            let first = found.partition_point(|(of, _)| *of < nth);
            let of_one = found.iter().skip(first).take_while(|(of, _)| *of == nth);
            let group = |(_, it): &(_, _)| database.snapshot.candidates(it, n_each, end);
            of_one.map(group).collect::<Result<Vec<Group>, _>>()
        })?;
        let mut groups = groups.concat();
        groups.sort_by(|a, b| place(a).cmp(&place(b)));
        Ok(groups)
    }
}

/// Returns the place of a group's newest match.
pub(super) fn place(group: &Group) -> Option<&Recency> {
    group.first().map(|it| &it.place)
}
