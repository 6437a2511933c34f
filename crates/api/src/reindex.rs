//! Bringing the index up to date.

use sessions_core::scope::SessionScope;
use sessions_policy::authorized::{Authorized, VisibleSessions};
use sessions_store::{StepBudget, StepOutcome};

use crate::error::ApiError;
use crate::sessions::Sessions;

/// How far reindexing has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReindexProgress {
    /// Rows indexed or looked over so far.
    pub n_done: u64,
    /// Rows that awaited indexing at the beginning.
    pub n_total: u64,
}

impl Sessions {
    /// Throws the index of every agent away, to be made anew by
    /// [`Self::reconcile`].
    ///
    /// # Errors
    ///
    /// Fails when a database cannot be written.
    pub fn rebuild_index(&self) -> Result<(), ApiError> {
        for agent in self.agents()? {
            if let Some(store) = self.store(&agent)? {
                store.rebuild_index().map_err(ApiError::of(&agent))?;
            }
        }
        Ok(())
    }

    /// Reconciles all databases, at most `max_steps` bounded steps; `None`
    /// goes on to the end. Returns whether all work is done.
    ///
    /// `waiting` is whoever waits for its searches to be complete: sessions
    /// that it may read come first, and it does not wait for more than one step
    /// of merging in each database. Where nobody waits, the end is an index
    /// that is merged, too. `progress` is called after each step.
    ///
    /// # Errors
    ///
    /// Fails when a database cannot be read or written; what was done stays.
    pub fn reconcile(
        &self,
        waiting: Option<&Authorized<VisibleSessions>>,
        max_steps: Option<usize>,
        progress: &mut dyn FnMut(ReindexProgress),
    ) -> Result<bool, ApiError> {
        let mut stores = Vec::new();
        let mut done = ReindexProgress::default();
        for agent in self.agents()? {
            if let Some(store) = self.store(&agent)? {
                done.n_total += store.n_awaiting().map_err(ApiError::of(&agent))?;
                stores.push((agent, store));
            }
        }
        progress(done);
        let mut n_steps = 0;
        for (agent, store) in stores {
            let scope = waiting.map_or(SessionScope::Nothing, |it| it.scope(&agent));
            loop {
                if max_steps.is_some_and(|max| max <= n_steps) {
                    return Ok(false);
                }
                n_steps += 1;
                let step = store.reconcile_step_first(StepBudget::default(), &scope);
                match step.map_err(ApiError::of(&agent))? {
                    StepOutcome::Idle => break,
                    StepOutcome::Merged if waiting.is_some() => break,
                    StepOutcome::Merged | StepOutcome::Overtaken => {}
                    StepOutcome::Worked { n_rows } => done.n_done += n_rows as u64,
                }
                progress(done);
            }
        }
        Ok(true)
    }
}
