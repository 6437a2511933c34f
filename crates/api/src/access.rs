//! From a requester to what it may read: proof first, then the read (V9).

use sessions_core::history::{HistoryWindow, RowLimit};
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_core::scope::SessionFacts;
use sessions_policy::authorized::{Authorized, Target, VisibleSessions};
use sessions_policy::decision::{self, decide, decide_key, resolve};
use sessions_policy::requester::Requester;
use sessions_store::{Generation, Snapshot, StoreError};

use crate::error::ApiError;
use crate::read::Read;
use crate::sessions::Sessions;
use crate::wire::HistoryRequest;

/// A read of one generation of a session, checked; what
/// [`Sessions::history`] reads once it is authorised.
///
/// It is bound to what was stored when it was checked: where the session has
/// been deleted, replaced or given to another since, the read fails.
#[derive(Clone, Debug)]
pub struct SessionRead {
    facts: SessionFacts,
    /// The generation; none where the session id is not one of the key's.
    generation: Option<Generation>,
    read: Read,
}

impl Target for SessionRead {
    fn facts(&self) -> &SessionFacts {
        &self.facts
    }
}

impl SessionRead {
    /// Returns the session.
    pub fn session_key(&self) -> &SessionKey {
        &self.facts.key
    }

    pub(crate) fn window(&self) -> &HistoryWindow {
        &self.read.window
    }

    pub(crate) fn limit(&self) -> RowLimit {
        self.read.limit
    }

    pub(crate) fn include_tools(&self) -> bool {
        self.read.include_tools
    }

    pub(crate) fn offset(&self) -> Option<u64> {
        match self.read.window {
            HistoryWindow::Newest { offset } => offset,
            HistoryWindow::Around(_) => None,
        }
    }

    /// Returns the generation as `snapshot` has it, the session being what it
    /// was when this was authorised.
    ///
    /// # Errors
    ///
    /// [`ApiError::Replaced`] where it is not (V9).
    pub(crate) fn generation(&self, snapshot: &Snapshot<'_>) -> Result<Generation, ApiError> {
        let key = &self.facts.key;
        let failed = |source| ApiError::of(key.agent())(source);
        let is_same = snapshot.facts(key).map_err(failed)?.as_ref() == Some(&self.facts);
        let named = self.read.session_id.as_ref();
        match snapshot.generation(key, named).map_err(failed)? {
            Some(it) if is_same && self.generation.iter().any(|was| was.is_same(&it)) => Ok(it),
            _ => Err(ApiError::Replaced),
        }
    }
}

impl Sessions {
    /// Returns what `requester` may see of all sessions; searches and lists
    /// answer within it.
    pub fn visible_to(&self, requester: &Requester) -> Authorized<VisibleSessions> {
        decision::visible_to(requester, self.rules())
    }

    /// Returns what is stored of a session, whoever may see it.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read.
    pub(crate) fn facts(&self, key: &SessionKey) -> Result<Option<SessionFacts>, ApiError> {
        let Some(store) = self.store(key.agent())? else {
            return Ok(None);
        };
        let facts = store.snapshot().and_then(|it| it.facts(key));
        facts.map_err(ApiError::of(key.agent()))
    }

    /// Checks a read of one session, and that `requester` may do it.
    ///
    /// # Errors
    ///
    /// Fails on a bad request, on a session that the requester may not read,
    /// on a session id that does not belong to the key, or when the database
    /// cannot be read. A hidden session and a missing one fail alike (V7).
    pub fn authorize(
        &self,
        requester: &Requester,
        request: &HistoryRequest,
    ) -> Result<Authorized<SessionRead>, ApiError> {
        let read = Read::of(request)?;
        let key = self.key(requester, &request.session_key)?;
        let authorized = self.in_snapshot(requester, &key, |snapshot| {
            let found = match snapshot {
                Some(snapshot) => stored(&snapshot, &key, read.session_id.as_ref())?,
                None => None,
            };
            let target = found.map(|(facts, generation)| SessionRead {
                facts,
                generation,
                read: read.clone(),
            });
            Ok(self.allowed(requester, &key, target))
        })??;
        match authorized.target().generation {
            Some(_) => Ok(authorized),
            None => Err(no_generation(&key, read.session_id.as_ref())),
        }
    }

    /// Reads the database of the one session that a requester means by `text`
    /// under a snapshot in which the requester may read it: facts, decision and
    /// what is read are of one moment.
    ///
    /// # Errors
    ///
    /// As [`Self::authorize`].
    pub(crate) fn in_session<T>(
        &self,
        requester: &Requester,
        text: &str,
        read: impl FnOnce(&Authorized<SessionFacts>, Snapshot<'_>) -> Result<T, StoreError>,
    ) -> Result<T, ApiError> {
        let key = self.key(requester, text)?;
        self.in_snapshot(requester, &key, |snapshot| {
            let Some(snapshot) = snapshot else {
                return Ok(Err(self.refusal(requester, &key)));
            };
            let session = self.allowed(requester, &key, snapshot.facts(&key)?);
            Ok(session.and_then(|it| read(&it, snapshot).map_err(ApiError::of(key.agent()))))
        })?
    }

    /// Runs `read` on a snapshot of the database that a key belongs to, if
    /// there is one.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be read. Where the key alone is denied,
    /// that is not told (V7).
    fn in_snapshot<T>(
        &self,
        requester: &Requester,
        key: &SessionKey,
        read: impl FnOnce(Option<Snapshot<'_>>) -> Result<T, StoreError>,
    ) -> Result<T, ApiError> {
        let store = self.opened(key.agent());
        let outcome = store.and_then(|store| match store {
            Some(store) => read(Some(store.snapshot()?)),
            None => read(None),
        });
        outcome.map_err(|source| match decide_key(requester, key, self.rules()) {
            Err(denial) => ApiError::denied(Some(denial)),
            Ok(_) => ApiError::of(key.agent())(source),
        })
    }

    /// Returns proof that `requester` may read what is stored under `key`.
    fn allowed<T: Target>(
        &self,
        requester: &Requester,
        key: &SessionKey,
        target: Option<T>,
    ) -> Result<Authorized<T>, ApiError> {
        target
            .and_then(|it| decide(requester, it, self.rules()).ok())
            .ok_or_else(|| self.refusal(requester, key))
    }

    /// Returns what a requester is told of a session that it may not read, a
    /// hidden one or a missing one: it follows from the requester, the rules
    /// and the key alone (V7).
    fn refusal(&self, requester: &Requester, key: &SessionKey) -> ApiError {
        match (decide_key(requester, key, self.rules()), requester) {
            (Err(denial), _) => ApiError::denied(Some(denial)),
            (Ok(_), Requester::Operator) => ApiError::UnknownSession {
                key: key.to_string(),
            },
            (Ok(_), Requester::Session(_)) => ApiError::denied(None),
        }
    }

    /// Returns the key that a requester means by `text`.
    ///
    /// The operator is told what is wrong with a malformed one; a session is
    /// told what it is told of every key that has no owner (V1.2).
    fn key(&self, requester: &Requester, text: &str) -> Result<SessionKey, ApiError> {
        match requester {
            Requester::Operator => self.operator_key(text),
            Requester::Session(_) => resolve(requester, text, self.rules())
                .map_err(|denial| ApiError::denied(Some(denial))),
        }
    }
}

/// Returns what is stored under a key, and the generation that is meant.
fn stored(
    snapshot: &Snapshot<'_>,
    key: &SessionKey,
    session_id: Option<&SessionId>,
) -> Result<Option<(SessionFacts, Option<Generation>)>, StoreError> {
    let Some(facts) = snapshot.facts(key)? else {
        return Ok(None);
    };
    let generation = snapshot.generation(key, session_id)?;
    Ok(Some((facts, generation)))
}

/// Returns the error of a generation that a key does not have.
fn no_generation(key: &SessionKey, session_id: Option<&SessionId>) -> ApiError {
    let key = key.to_string();
    match session_id {
        Some(session_id) => ApiError::SessionMismatch {
            key,
            session_id: session_id.to_string(),
        },
        None => ApiError::UnknownSession { key },
    }
}
