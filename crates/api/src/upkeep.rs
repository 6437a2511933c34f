//! Keeping databases healthy: checks, repairs, checkpoints and backups. These
//! are the operator's operations; they take no requester.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sessions_core::id::AgentId;
use sessions_store::{Finding, Salvaged, Store, StoreError};

use crate::error::{ApiError, store_hint};
use crate::sessions::Sessions;

/// What a check found in the database of one agent.
#[derive(Debug)]
#[non_exhaustive]
pub struct Health {
    /// The agent.
    pub agent: AgentId,
    /// What was found; nothing where all is well.
    pub findings: Vec<Finding>,
    /// Why the database could not even be checked.
    pub failure: Option<StoreError>,
}

impl Health {
    /// Returns whether something is broken, and not only unfinished.
    pub fn is_damaged(&self) -> bool {
        self.failure.as_ref().is_some_and(StoreError::is_corrupt)
            || self.findings.iter().any(Finding::is_damage)
    }

    /// Returns whether the database may be sound or not: it could not be read,
    /// for want of permission or because it is newer.
    pub fn is_unknown(&self) -> bool {
        self.failure.is_some() && !self.is_damaged()
    }

    /// Returns what can be done about a failure, if that is known.
    pub fn hint(&self) -> Option<String> {
        self.failure.as_ref().and_then(store_hint)
    }
}

/// What a repair did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "repair")]
#[non_exhaustive]
pub enum Repair {
    /// Nothing was to be done.
    None,
    /// The index was thrown away; it is made anew from the rows.
    Index,
    /// What could be read was saved into a new database, which took the place
    /// of the damaged one.
    #[serde(rename_all = "camelCase")]
    Salvaged {
        /// Where the damaged file is now.
        kept_as: PathBuf,
        /// Generations of sessions that were saved.
        sessions: usize,
        /// Events that were saved.
        events: usize,
        /// Of these, events whose text was lost.
        without_text: usize,
        /// Places where rows were lost.
        gaps: usize,
    },
}

impl Sessions {
    /// Checks the databases of all agents.
    ///
    /// # Errors
    ///
    /// Fails when the folder of the agents cannot be listed. A database that
    /// cannot be checked is an answer, not an error.
    pub fn check(&self) -> Result<Vec<Health>, ApiError> {
        let mut all = Vec::new();
        for agent in self.agents()? {
            let checked = self.opened(&agent).and_then(|store| match store {
                Some(store) => store.check(),
                None => Ok(Vec::new()),
            });
            let (findings, failure) = match checked {
                Ok(findings) => (findings, None),
                Err(err) => (Vec::new(), Some(err)),
            };
            all.push(Health {
                agent,
                findings,
                failure,
            });
        }
        Ok(all)
    }

    /// Repairs what a check found. The index is made anew by a following
    /// [`Self::reconcile`]; a damaged file is kept beside the new one.
    ///
    /// # Errors
    ///
    /// Fails when the database cannot be written, or is damaged so that nothing
    /// can be read of it; it is then left as it is.
    pub fn repair(&self, health: &Health) -> Result<Repair, ApiError> {
        let agent = &health.agent;
        let is_of_file = match &health.failure {
            Some(failure) => failure.is_corrupt(),
            None => health
                .findings
                .iter()
                .any(|it| it.is_damage() && !it.is_of_index()),
        };
        if is_of_file {
            return self.salvage(agent).map_err(ApiError::of(agent));
        }
        if !health.findings.iter().any(Finding::is_damage) {
            return Ok(Repair::None);
        }
        if let Some(store) = self.store(agent)? {
            store.rebuild_index().map_err(ApiError::of(agent))?;
        }
        Ok(Repair::Index)
    }

    /// Puts a new database with what could be read in the place of a damaged
    /// one.
    fn salvage(&self, agent: &AgentId) -> Result<Repair, StoreError> {
        let path = self.database(agent);
        let new = path.with_extension("sqlite.salvaged");
        let beside = |n: u32| path.with_extension(format!("sqlite.damaged-{n}"));
        let damaged = (1..10_000).map(beside).find(|it| !it.exists());
        let damaged = damaged.unwrap_or_else(|| beside(0));
        // What an earlier attempt left is worth nothing.
        discard(&new);
        self.close(agent);
        let saved = Store::salvage(&path, &new, self.options().clone())
            .and_then(|(store, saved)| store.checkpoint().map(|()| saved))
            .inspect_err(|_| discard(&new))?;
        move_aside(&path, &damaged)?;
        rename(&new, &path)?;
        let Salvaged {
            n_sessions,
            n_events,
            n_without_text,
            n_gaps,
        } = saved;
        Ok(Repair::Salvaged {
            kept_as: damaged,
            sessions: n_sessions,
            events: n_events,
            without_text: n_without_text,
            gaps: n_gaps,
        })
    }

    /// Checkpoints the databases of all agents: no byte of a deleted text is
    /// left in them or their logs (X6).
    ///
    /// # Errors
    ///
    /// Fails when a database cannot be written, or a reader holds its log.
    pub fn checkpoint(&self) -> Result<(), ApiError> {
        for agent in self.agents()? {
            if let Some(store) = self.store(&agent)? {
                store.checkpoint().map_err(ApiError::of(&agent))?;
            }
        }
        Ok(())
    }

    /// Writes a consistent copy of an agent's database to a new file.
    ///
    /// # Errors
    ///
    /// Fails when the agent has no database, when the file exists, or when
    /// reading or writing fails.
    pub fn backup(&self, agent: &AgentId, file: &Path) -> Result<(), ApiError> {
        let Some(store) = self.store(agent)? else {
            return Err(ApiError::UnknownAgent {
                agent: agent.clone(),
            });
        };
        store.backup(file).map_err(ApiError::of(agent))
    }
}

/// Returns the files of a database: its log first, itself last.
fn files_of(path: &Path) -> [PathBuf; 3] {
    ["-wal", "-shm", ""].map(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    })
}

/// Removes a database that is of no use; that it stays is no further harm.
fn discard(path: &Path) {
    for file in files_of(path) {
        drop(fs::remove_file(file));
    }
}

/// Renames a database with its log.
fn move_aside(from: &Path, to: &Path) -> Result<(), StoreError> {
    for (from, to) in files_of(from).into_iter().zip(files_of(to)) {
        if from.exists() {
            rename(&from, &to)?;
        }
    }
    Ok(())
}

fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).map_err(|source| StoreError::Create {
        path: to.to_owned(),
        source,
    })
}
