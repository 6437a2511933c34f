//! Which files need no reading, since they are as they were when they were read
//! (I3).

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use sessions_core::id::AgentId;
use sessions_store::TakenSource;

use crate::error::ApiError;
use crate::sessions::Sessions;

/// How many files are noted at once: an import that is killed reads no more
/// than these again.
const AT_ONCE: usize = 64;

/// The files that were taken in before, and those of this import.
#[derive(Default)]
pub(super) struct Taken {
    before: HashMap<String, TakenSource>,
    new: BTreeMap<AgentId, Vec<TakenSource>>,
}

impl Taken {
    /// Reads what is known in all databases.
    pub(super) fn of(sessions: &Sessions) -> Result<Self, ApiError> {
        let mut before = HashMap::new();
        for agent in sessions.agents()? {
            let Some(store) = sessions.store(&agent)? else {
                continue;
            };
            let taken = store.snapshot().and_then(|it| it.taken_sources());
            let taken = taken.map_err(ApiError::of(&agent))?;
            before.extend(taken.into_iter().map(|it| (it.path.clone(), it)));
        }
        Ok(Self {
            before,
            ..Self::default()
        })
    }

    /// Returns what is known of a file that looks as it did.
    pub(super) fn unchanged(&self, path: &Path, stamp: &str) -> Option<&TakenSource> {
        let known = self.before.get(&name(path)?);
        known.filter(|it| it.stamp == stamp)
    }

    /// Notes a file that was taken in whole, for the agent whose sessions it
    /// holds.
    pub(super) fn add(
        &mut self,
        sessions: &Sessions,
        agent: AgentId,
        path: &Path,
        source: TakenSource,
    ) -> Result<(), ApiError> {
        let Some(path) = name(path) else {
            return Ok(());
        };
        let new = self.new.entry(agent).or_default();
        new.push(TakenSource { path, ..source });
        if AT_ONCE <= self.new.values().map(Vec::len).sum() {
            self.save(sessions)?;
        }
        Ok(())
    }

    /// Stores what was noted.
    pub(super) fn save(&mut self, sessions: &Sessions) -> Result<(), ApiError> {
        for (agent, sources) in std::mem::take(&mut self.new) {
            let store = sessions.store_for_writing(&agent)?;
            store.note_sources(&sources).map_err(ApiError::of(&agent))?;
        }
        Ok(())
    }
}

/// Returns the path under which a file is noted, whatever it was called by;
/// `None` where it is no text.
fn name(path: &Path) -> Option<String> {
    let path = fs::canonicalize(path).ok()?;
    path.to_str().map(str::to_owned)
}
