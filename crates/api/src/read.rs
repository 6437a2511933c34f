//! A request for history, checked.

use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};

use crate::error::ApiError;
use crate::wire::HistoryRequest;

/// A request, checked: an anchor with an offset cannot be written here (H1).
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) window: HistoryWindow,
    pub(crate) session_id: Option<SessionId>,
    pub(crate) limit: RowLimit,
    pub(crate) include_tools: bool,
}

impl Read {
    /// Checks a request.
    ///
    /// # Errors
    ///
    /// Fails on an id that is none, on a limit out of range, and on fields that
    /// do not go together.
    pub(crate) fn of(request: &HistoryRequest) -> Result<Self, ApiError> {
        let limit = match request.limit {
            Some(limit) => RowLimit::try_from(limit)?,
            None => RowLimit::default(),
        };
        let message_id = request.message_id.as_deref();
        let message_id = message_id
            .map(|it| id::<MessageId>(it, "message id"))
            .transpose()?;
        let session_id = request.session_id.as_deref();
        let session_id = session_id
            .map(|it| id::<SessionId>(it, "session id"))
            .transpose()?;
        let window = match (message_id, request.offset) {
            (Some(_), Some(_)) => return Err(ApiError::AnchorWithOffset),
            (Some(id), None) => HistoryWindow::Around(id),
            (None, _) if session_id.is_some() => return Err(ApiError::SessionIdAlone),
            (None, offset) => HistoryWindow::Newest { offset },
        };
        Ok(Self {
            window,
            session_id,
            limit,
            include_tools: request.include_tools,
        })
    }
}

fn id<T>(text: &str, what: &'static str) -> Result<T, ApiError>
where
    T: std::str::FromStr<Err = sessions_core::id::ParseIdError>,
{
    text.parse().map_err(|source| ApiError::Id { what, source })
}
