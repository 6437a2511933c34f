//! Which files need no reading, since they are as they were when they were read
//! (I3).

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use sessions_core::id::{AgentId, SessionId};
use sessions_store::TakenSource;

use crate::error::ApiError;
use crate::sessions::Sessions;

/// How many files are noted at once: an import that is killed reads no more
/// than these again.
const AT_ONCE: usize = 64;

/// The files, and the sessions of files, that were taken in before.
#[derive(Default)]
pub(super) struct Before(HashMap<String, Known>);

/// What is known of one of them: the agent of its sessions, and what it gave.
pub(super) type Known = (AgentId, TakenSource);

/// Those of this import, not stored yet.
#[derive(Default)]
pub(super) struct Taken(BTreeMap<AgentId, Vec<TakenSource>>);

impl Before {
    /// Reads what is known in all databases.
    pub(super) fn of(sessions: &Sessions) -> Result<Self, ApiError> {
        let mut before = HashMap::new();
        for agent in sessions.agents()? {
            let Some(store) = sessions.store(&agent)? else {
                continue;
            };
            let taken = store.snapshot().and_then(|it| it.taken_sources());
            let taken = taken.map_err(ApiError::of(&agent))?;
            before.extend(
                taken
                    .into_iter()
                    .map(|it| (it.path.clone(), (agent.clone(), it))),
            );
        }
        Ok(Self(before))
    }

    /// Returns what is known of a file, or of a session in it, that looks as it
    /// did.
    pub(super) fn unchanged(
        &self,
        path: &Path,
        session: Option<&SessionId>,
        stamp: &str,
    ) -> Option<&Known> {
        let known = self.0.get(&name(path, session)?);
        known.filter(|(_, it)| it.stamp == stamp)
    }
}

impl Taken {
    /// Notes a file, or a session in it, that was taken in whole, for the agent
    /// whose sessions it holds.
    pub(super) fn add(
        &mut self,
        sessions: &Sessions,
        agent: AgentId,
        (path, session): (&Path, Option<&SessionId>),
        source: TakenSource,
    ) -> Result<(), ApiError> {
        let Some(path) = name(path, session) else {
            return Ok(());
        };
        let new = self.0.entry(agent).or_default();
        new.push(TakenSource { path, ..source });
        if AT_ONCE <= self.0.values().map(Vec::len).sum() {
            self.save(sessions)?;
        }
        Ok(())
    }

    /// Stores what was noted.
    pub(super) fn save(&mut self, sessions: &Sessions) -> Result<(), ApiError> {
        for (agent, sources) in std::mem::take(&mut self.0) {
            let store = sessions.store_for_writing(&agent)?;
            store.note_sources(&sources).map_err(ApiError::of(&agent))?;
        }
        Ok(())
    }
}

/// Returns the path under which a file is noted, whatever it was called by, with
/// a session of it behind that; `None` where it is no text.
fn name(path: &Path, session: Option<&SessionId>) -> Option<String> {
    let path = fs::canonicalize(path).ok()?;
    let path = path.to_str()?;
    Some(match session {
        Some(id) => format!("{path}#{id}"),
        None => path.to_owned(),
    })
}
