//! Who asks.

use sessions_core::key::SessionKey;

/// Who asks: the operator, who owns the files, or an agent's session.
///
/// The interface establishes it from its process or token; no field of a
/// request chooses it (V11), so it has no reader for any wire format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requester {
    /// The owner of the files: every session but incognito ones.
    Operator,
    /// A session, under the configured visibility.
    Session(SessionRequester),
}

/// An agent's session that asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRequester {
    /// The session that asks.
    pub key: SessionKey,
    /// Whether its agent runs in a sandbox (V4).
    pub is_sandboxed: bool,
}

impl Requester {
    /// Returns a session that asks and is not sandboxed.
    pub fn session(key: SessionKey) -> Self {
        Self::Session(SessionRequester {
            key,
            is_sandboxed: false,
        })
    }

    /// Returns a sandboxed session that asks.
    pub fn sandboxed(key: SessionKey) -> Self {
        Self::Session(SessionRequester {
            key,
            is_sandboxed: true,
        })
    }

    /// Returns the session that asks; `None` for the operator.
    pub fn key(&self) -> Option<&SessionKey> {
        match self {
            Self::Operator => None,
            Self::Session(asking) => Some(&asking.key),
        }
    }
}
