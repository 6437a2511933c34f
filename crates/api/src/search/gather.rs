//! Candidates of all databases, merged.

use std::ops::Bound;

use sessions_core::id::AgentId;
use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::{Candidate, CandidateQuery, Snapshot, StoreError};

use super::RANKING_BOUND;
use super::cursor::Window;
use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::SearchRequest;

/// The most matches that are ranked of a window that was looked into before:
/// some may have arrived in it late.
const MAX_IN_CLOSED: usize = 2 * RANKING_BOUND;

/// Matches of which one hit comes each: one match, or those of one session.
pub(super) type Group = Vec<Candidate>;

/// What the databases found.
#[derive(Default)]
pub(super) struct Gathered {
    /// By the newest of each, newest first.
    pub(super) groups: Vec<Group>,
    pub(super) has_more: bool,
    pub(super) awaits_index: bool,
}

impl Gathered {
    /// Finds sessions in one database.
    fn of(
        snapshot: &Snapshot<'_>,
        scope: &SessionScope,
        asked: &CandidateQuery<'_>,
    ) -> Result<Self, StoreError> {
        let found = snapshot.search_sessions(scope, asked)?;
        let groups = found.sessions.into_iter().map(|it| it.rows).collect();
        Ok(Self {
            groups,
            has_more: found.has_more,
            awaits_index: snapshot.awaits_index(scope)?,
        })
    }

    fn and(mut self, other: Self) -> Self {
        self.groups.extend(other.groups);
        self.has_more |= other.has_more;
        self.awaits_index |= other.awaits_index;
        self
    }

    /// Keeps the newest of `window`, at most `max`, and of each session no more
    /// matches than make the bound in all.
    ///
    /// Where there are sessions behind the window, matches older than its end
    /// do not count: databases differ in how far they looked.
    fn newest(mut self, window: &Window, max: usize) -> Self {
        let newest = |it: &Group| it.first().map(|it| it.place.clone());
        self.groups.sort_by_cached_key(newest);
        if window.is_closed() {
            self.has_more = window.has_more;
        } else {
            self.has_more |= max < self.groups.len();
        }
        self.groups.truncate(max);
        let n_each = (RANKING_BOUND / self.groups.len().max(1)).max(1);
        let end = match &window.oldest {
            Bound::Included(end) => Some(end.clone()),
            _ => self.groups.last().and_then(newest),
        };
        for group in &mut self.groups {
            if self.has_more {
                group.retain(|it| end.as_ref().is_none_or(|end| it.place <= *end));
            }
            group.truncate(n_each);
        }
        let (n, has_more) = (self.groups.len(), self.has_more);
        tracing::debug!(n, has_more, "searched");
        self
    }
}

impl Sessions {
    /// Returns the candidates of a window, of all databases that a search reads.
    pub(super) fn gather(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        asked: &CandidateQuery<'_>,
        window: &Window,
    ) -> Result<Gathered, ApiError> {
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
        let all = if request.per_session {
            let each = self.each_asked(visible, request, |snapshot, scope| {
                Gathered::of(snapshot, scope, &asked)
            })?;
            each.into_iter().fold(Gathered::default(), Gathered::and)
        } else {
            self.newest_matches(visible, request, &asked)?
        };
        Ok(all.newest(window, max_candidates))
    }

    /// Reads every database that a search reads: that of the session it names,
    /// or those of all agents it asks for.
    pub(super) fn each_asked<T: Send>(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        read: impl Fn(&Snapshot<'_>, &SessionScope) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, ApiError> {
        self.each_of_agents(visible, request, |_, snapshot, scope| read(snapshot, scope))
    }

    /// The same, told whose each is.
    pub(super) fn each_of_agents<T: Send>(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &SearchRequest,
        read: impl Fn(&AgentId, &Snapshot<'_>, &SessionScope) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, ApiError> {
        let agents = &request.agents;
        let Some(text) = &request.session_key else {
            return self.each_readable(visible, agents, read);
        };
        self.in_session(visible.requester(), text, |session, snapshot| {
            let key = &session.target().key;
            let agent = key.agent();
            if agents.is_empty() || agents.contains(agent) {
                let one = SessionScope::one(key.clone());
                read(agent, snapshot, &one).map(|it| vec![it])
            } else {
                Ok(Vec::new())
            }
        })
    }
}
