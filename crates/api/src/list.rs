//! Lists of sessions.

use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::ListQuery;

use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::{ListAnswer, ListRequest, ListedSession};

/// The most sessions that a list may ask for.
pub const MAX_LISTED: usize = 1_000;

/// How many sessions a list answers with unless told.
pub const DEFAULT_LISTED: usize = 50;

impl Sessions {
    /// Lists the sessions that a requester may see ([`Self::visible_to`]), by
    /// their last message, newest first.
    ///
    /// # Errors
    ///
    /// Fails on a limit out of range or when a database cannot be read.
    pub fn list(
        &self,
        visible: &Authorized<VisibleSessions>,
        request: &ListRequest,
    ) -> Result<ListAnswer, ApiError> {
        let limit = match request.limit {
            None => DEFAULT_LISTED,
            Some(limit) => match usize::try_from(limit) {
                Ok(n @ 1..=MAX_LISTED) => n,
                _ => {
                    return Err(ApiError::SearchLimit {
                        limit,
                        max: MAX_LISTED,
                    });
                }
            },
        };
        let query = ListQuery {
            kinds: &request.kind,
            include_archived: request.archived,
            // One more tells whether there are more.
            limit: limit + 1,
        };
        let listed = self.with_readable(visible, &request.agents, |databases| {
            databases.each(|_, it| it.snapshot.list(&it.scope, &query))
        })?;
        let mut sessions = listed.concat();
        sessions.sort_by(sessions_store::ListedSession::newest_first);
        let truncated = limit < sessions.len();
        sessions.truncate(limit);
        Ok(ListAnswer {
            sessions: sessions.into_iter().map(|it| self.listed(it)).collect(),
            scope: visible.name().as_str(),
            truncated,
        })
    }

    fn listed(&self, session: sessions_store::ListedSession) -> ListedSession {
        let title = session
            .title
            .map(|title| self.redactor().redact(&title).into_string());
        ListedSession {
            agent_id: session.session_key.agent().clone(),
            kind: session.session_key.kind(),
            session_key: session.session_key,
            session_id: session.session_id,
            title,
            first_message: session.first_message,
            last_message: session.last_message,
            messages: session.n_messages,
            archived: session.is_archived,
        }
    }
}
