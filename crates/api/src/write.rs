//! Writing to sessions. These are the operator's operations: they take no
//! requester, and no tool of a model reaches them.

use sessions_core::event::{Append, EventBody, Parent, Role, TimestampMs, TranscriptEvent};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::reset::ResetPolicy;
use sessions_store::{AppendRequest, Mark, SessionSettings};
use uuid::Uuid;

use crate::error::ApiError;
use crate::sessions::Sessions;
use crate::wire::WrittenKeys;

/// A message to append.
#[derive(Clone)]
pub struct NewMessage {
    /// The session.
    pub key: SessionKey,
    /// The generation that is meant; `None` means the current one.
    pub session_id: Option<SessionId>,
    /// The id of the message; minted where there is none.
    pub message_id: Option<MessageId>,
    /// What it hangs on; the leaf where nothing is said.
    pub parent: Option<MessageId>,
    /// Who speaks.
    pub role: Role,
    /// The text.
    pub text: String,
    /// When it was said.
    pub timestamp: TimestampMs,
    /// What else is said of the session.
    pub settings: SessionSettings,
}

impl std::fmt::Debug for NewMessage {
    /// Omits the text (R9).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewMessage")
            .field("key", &self.key)
            .field("session_id", &self.session_id)
            .field("message_id", &self.message_id)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// Returns a new session id; it sorts by the time at which it was made.
fn new_session_id() -> Result<SessionId, ApiError> {
    minted(&Uuid::now_v7().to_string(), "session id")
}

/// Returns a new message id: 12 hexadecimal digits, short enough to read out,
/// long enough not to meet another of its session.
fn new_message_id() -> Result<MessageId, ApiError> {
    let digits: String = Uuid::new_v4()
        .simple()
        .to_string()
        .chars()
        .take(12)
        .collect();
    minted(&digits, "message id")
}

fn minted<T>(text: &str, what: &'static str) -> Result<T, ApiError>
where
    T: std::str::FromStr<Err = sessions_core::id::ParseIdError>,
{
    text.parse().map_err(|source| ApiError::Id { what, source })
}

impl Sessions {
    /// Appends a message; when this returns, it is stored and searchable (X1).
    ///
    /// # Errors
    ///
    /// Fails as [`sessions_store::Store::append`] does; nothing is then stored.
    pub fn append(&self, message: &NewMessage) -> Result<WrittenKeys, ApiError> {
        let message_id = match &message.message_id {
            Some(id) => id.clone(),
            None => new_message_id()?,
        };
        let event = TranscriptEvent {
            id: message_id.clone(),
            parent: match &message.parent {
                Some(parent) => Parent::Event(parent.clone()),
                None => Parent::Unsaid,
            },
            append: Append::Normal,
            timestamp: message.timestamp,
            body: EventBody::Message {
                role: message.role,
                text: message.text.clone(),
                is_hidden: false,
            },
        };
        let new_session_id = new_session_id()?;
        let append = AppendRequest {
            key: &message.key,
            session_id: message.session_id.as_ref(),
            new_session_id: &new_session_id,
            settings: &message.settings,
            events: std::slice::from_ref(&event),
        };
        let store = self.store_for_writing(message.key.agent())?;
        let appended = store.append(&append)?;
        Ok(WrittenKeys {
            session_key: message.key.clone(),
            session_id: appended.session_id,
            message_id: Some(message_id),
        })
    }

    /// Appends a reset marker under `policy` (T7).
    ///
    /// # Errors
    ///
    /// Fails when there is no such session or the write fails.
    pub fn reset(
        &self,
        key: &SessionKey,
        policy: ResetPolicy,
        timestamp: TimestampMs,
    ) -> Result<WrittenKeys, ApiError> {
        let message_id = new_message_id()?;
        let mark = Mark {
            key,
            session_id: None,
            message_id: &message_id,
            timestamp,
        };
        let (session_id, _) = self.known_store(key)?.reset(&mark, policy)?;
        Ok(WrittenKeys {
            session_key: key.clone(),
            session_id,
            message_id: Some(message_id),
        })
    }

    /// Moves the leaf of a session to `target`.
    ///
    /// # Errors
    ///
    /// Fails when there is no such session, when `target` cannot be rewound to,
    /// or when the write fails.
    pub fn rewind(
        &self,
        key: &SessionKey,
        target: &MessageId,
        timestamp: TimestampMs,
    ) -> Result<WrittenKeys, ApiError> {
        let message_id = new_message_id()?;
        let mark = Mark {
            key,
            session_id: None,
            message_id: &message_id,
            timestamp,
        };
        let session_id = self.known_store(key)?.rewind(&mark, target)?;
        Ok(WrittenKeys {
            session_key: key.clone(),
            session_id,
            message_id: Some(target.clone()),
        })
    }

    /// Begins a new generation under a key (T8), under a minted id unless one
    /// is given.
    ///
    /// # Errors
    ///
    /// Fails when there is no such session, when the id is taken, or when the
    /// write fails.
    pub fn rollover(
        &self,
        key: &SessionKey,
        session_id: Option<&SessionId>,
    ) -> Result<WrittenKeys, ApiError> {
        let session_id = match session_id {
            Some(id) => id.clone(),
            None => new_session_id()?,
        };
        self.known_store(key)?.rollover(key, &session_id)?;
        Ok(WrittenKeys {
            session_key: key.clone(),
            session_id,
            message_id: None,
        })
    }

    /// Deletes a session with all its generations.
    ///
    /// # Errors
    ///
    /// Fails when there is no such session or the write fails.
    pub fn delete(&self, key: &SessionKey) -> Result<(), ApiError> {
        if self.known_store(key)?.delete(key)? {
            Ok(())
        } else {
            Err(unknown(key))
        }
    }

    fn known_store(
        &self,
        key: &SessionKey,
    ) -> Result<std::sync::Arc<sessions_store::Store>, ApiError> {
        self.store(key.agent())?.ok_or_else(|| unknown(key))
    }
}

fn unknown(key: &SessionKey) -> ApiError {
    ApiError::UnknownSession {
        key: key.to_string(),
    }
}
