//! The databases that one request reads, each as it was when the request began.

use std::sync::{Mutex, PoisonError};

use sessions_core::id::AgentId;
use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::{Snapshot, StoreError};

use crate::error::ApiError;
use crate::parallel::side_by_side;
use crate::sessions::Sessions;

/// A database under one snapshot, and what the requester may see of it.
pub(crate) struct Database<'s> {
    pub(crate) agent: AgentId,
    pub(crate) scope: SessionScope,
    pub(crate) snapshot: Snapshot<'s>,
    /// Whether the requester is told when it fails.
    is_told: bool,
}

/// The databases of a request.
///
/// They are read side by side, each by one thread at a time. Of another agent a
/// requester may see only what belongs to it; such a database that fails is left
/// out from then on, so that a hidden one tells nothing (S9).
pub(crate) struct Databases<'s> {
    all: Vec<Mutex<Option<Database<'s>>>>,
}

impl<'s> Databases<'s> {
    /// Returns the database of one session that the requester may read.
    pub(crate) fn one(agent: AgentId, scope: SessionScope, snapshot: Snapshot<'s>) -> Self {
        let database = Database {
            agent,
            scope,
            snapshot,
            is_told: true,
        };
        Self {
            all: vec![Mutex::new(Some(database))],
        }
    }

    /// Returns no database.
    pub(crate) fn none() -> Self {
        Self { all: Vec::new() }
    }

    /// Returns how many there are, those among them that were left out.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Reads each of them, told its number below [`Self::len`]. What was read
    /// comes in the order of the agents.
    ///
    /// # Errors
    ///
    /// Fails when a database cannot be read whose agent the requester may see,
    /// and when the deadline strikes.
    pub(crate) fn each<T: Send>(
        &self,
        read: impl Fn(usize, &Database<'_>) -> Result<T, StoreError> + Sync,
    ) -> Result<Vec<T>, ApiError> {
        let numbers: Vec<_> = (0..self.len()).collect();
        let outcomes = side_by_side(&numbers, |&nth| {
            let mut slot = self
                .all
                .get(nth)?
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let database = slot.as_ref()?;
            match read(nth, database) {
                Ok(found) => Some(Ok(found)),
                Err(source) => {
                    let failed = told(&database.agent, database.is_told, source);
                    *slot = None;
                    failed.err().map(Err)
                }
            }
        });
        outcomes.into_iter().flatten().collect()
    }
}

/// Returns the failure of a database as the requester is told it, if it is.
fn told(agent: &AgentId, is_told: bool, source: StoreError) -> Result<(), ApiError> {
    match source {
        StoreError::Deadline => Err(StoreError::Deadline.into()),
        source if is_told => Err(ApiError::of(agent)(source)),
        source => {
            tracing::warn!(%agent, %source, "left a database out");
            Ok(())
        }
    }
}

impl Sessions {
    /// Reads the databases that a requester may see some of, within the scope
    /// of each (S8): those of `agents`, or of all where it is empty.
    ///
    /// # Errors
    ///
    /// Fails as `read` does, and as [`Databases::each`] where a database cannot
    /// be opened.
    pub(crate) fn with_readable<T>(
        &self,
        visible: &Authorized<VisibleSessions>,
        agents: &[AgentId],
        read: impl FnOnce(&Databases<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let wanted = |agent: &AgentId| agents.is_empty() || agents.contains(agent);
        let readable: Vec<_> = self
            .agents()?
            .into_iter()
            .filter(wanted)
            .map(|agent| (visible.scope(&agent), agent))
            .filter(|(scope, _)| *scope != SessionScope::Nothing)
            .collect();
        let requester = visible.requester();
        let is_told = |scope: &SessionScope, agent: &AgentId| {
            *scope == SessionScope::Everything
                || requester.key().is_none_or(|key| key.agent() == agent)
        };
        let mut stores = Vec::new();
        for ((scope, agent), store) in readable
            .iter()
            .zip(side_by_side(&readable, |(_, agent)| self.opened(agent)))
        {
            match store {
                Ok(store) => stores.extend(store.map(|it| (scope, agent, it))),
                Err(source) => told(agent, is_told(scope, agent), source)?,
            }
        }
        let mut all = Vec::new();
        for (scope, agent, store) in &stores {
            let is_told = is_told(scope, agent);
            match store.snapshot() {
                Ok(snapshot) => all.push(Mutex::new(Some(Database {
                    agent: (*agent).clone(),
                    scope: (*scope).clone(),
                    snapshot,
                    is_told,
                }))),
                Err(source) => told(agent, is_told, source)?,
            }
        }
        read(&Databases { all })
    }
}
