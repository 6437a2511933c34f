//! Taking an act on a store.

use sessions_core::event::TranscriptEvent;
use sessions_core::history::{EmptyReason, HistoryWindow, RowLimit};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::testing::steps::Step;
use sessions_store::{
    AppendRequest, Import, Imported, Mark, SessionSettings, StepBudget, Store, StoreError,
};

use super::{Act, Outcome};

/// Rows of a reconcile step in a run of short sessions, so that it leaves work.
const FEW_ROWS: usize = 3;

impl Act {
    /// Takes the act on a store. To close and open it is left to the caller.
    ///
    /// # Errors
    ///
    /// Fails when the database fails or is busy; a refusal is an outcome.
    pub fn take(&self, store: &Store) -> Result<Outcome, StoreError> {
        match self.try_take(store) {
            Err(error) if is_refusal(&error) => Ok(Outcome::Refused),
            outcome => outcome,
        }
    }

    fn try_take(&self, store: &Store) -> Result<Outcome, StoreError> {
        match self {
            Self::Step(step) => take_step(store, step),
            Self::Batch {
                key,
                new_session_id,
                events,
            } => append(store, key, new_session_id, events),
            Self::Rewind {
                key,
                id,
                timestamp,
                target,
            } => {
                let mark = Mark {
                    key,
                    session_id: None,
                    message_id: id,
                    timestamp: *timestamp,
                };
                store.rewind(&mark, target).map(|_| Outcome::Changed)
            }
            Self::Reconcile { max_rows } => reconcile(store, *max_rows),
            Self::Merge => store.merge_step().map(|_| Outcome::Unchanged),
            Self::Checkpoint => store.checkpoint().map(|()| Outcome::Unchanged),
        }
    }
}

/// Returns whether the store says that the act makes no sense, rather than
/// that it could not do it.
fn is_refusal(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::UnknownSession { .. }
            | StoreError::SessionMismatch { .. }
            | StoreError::SessionTaken { .. }
            | StoreError::Ended { .. }
            | StoreError::Taken { .. }
            | StoreError::RewindTarget { .. }
            | StoreError::Incognito { .. }
    )
}

fn changed_if(is_changed: bool) -> Outcome {
    if is_changed {
        Outcome::Changed
    } else {
        Outcome::Unchanged
    }
}

fn take_step(store: &Store, step: &Step) -> Result<Outcome, StoreError> {
    match step {
        Step::Open {
            key,
            new_session_id,
            links,
            is_incognito,
        } => {
            let settings = SessionSettings {
                links: links.clone(),
                is_incognito: *is_incognito,
                ..SessionSettings::default()
            };
            let request = AppendRequest {
                settings: &settings,
                ..AppendRequest::to(key, new_session_id, &[])
            };
            store.append(&request).map(|_| Outcome::Changed)
        }
        Step::Append {
            key,
            new_session_id,
            event,
        } => append(store, key, new_session_id, std::slice::from_ref(event)),
        Step::Reset {
            key,
            policy,
            id,
            timestamp,
        } => {
            let mark = Mark {
                key,
                session_id: None,
                message_id: id,
                timestamp: *timestamp,
            };
            // The answer does not tell a retry, which is what a reset with the
            // id of an earlier one is.
            let is_there = is_stored(store, key, id)?;
            store.reset(&mark, *policy)?;
            Ok(changed_if(!is_there))
        }
        Step::RollOver { key, session_id } => {
            store.rollover(key, session_id).map(|()| Outcome::Changed)
        }
        Step::Delete { key } => {
            if store.delete(key)? {
                return Ok(Outcome::Changed);
            }
            Err(StoreError::UnknownSession { key: key.clone() })
        }
        Step::Import {
            key,
            session_id,
            becomes_current,
            events,
        } => import(store, key, session_id, *becomes_current, events),
        Step::Reconcile => reconcile(store, FEW_ROWS),
        Step::Fork {
            key,
            session_id,
            through,
        } => store
            .fork(key, session_id, through)
            .map(|()| Outcome::Changed),
        // To reopen is the caller's.
        Step::Reopen => Ok(Outcome::Unchanged),
    }
}

/// Returns whether the current generation has an event of this id.
fn is_stored(store: &Store, key: &SessionKey, id: &MessageId) -> Result<bool, StoreError> {
    let snapshot = store.snapshot()?;
    let Some(generation) = snapshot.generation(key, None)? else {
        return Ok(false);
    };
    let window = HistoryWindow::Around(id.clone());
    let page = snapshot.history(&generation, &window, RowLimit::default(), true)?;
    Ok(page.empty_reason != Some(EmptyReason::UnknownMessage))
}

fn append(
    store: &Store,
    key: &SessionKey,
    new_session_id: &SessionId,
    events: &[TranscriptEvent],
) -> Result<Outcome, StoreError> {
    let done = store.append(&AppendRequest::to(key, new_session_id, events))?;
    Ok(changed_if(0 < done.n_new))
}

fn import(
    store: &Store,
    key: &SessionKey,
    session_id: &SessionId,
    is_current: bool,
    events: &[TranscriptEvent],
) -> Result<Outcome, StoreError> {
    let is_new = {
        let snapshot = store.snapshot()?;
        snapshot.generation(key, Some(session_id))?.is_none()
    };
    let import = Import {
        key,
        session_id,
        is_current,
        settings: &SessionSettings::default(),
        events,
    };
    let is_changed = match store.import(&import)? {
        Imported::Unchanged | Imported::Differs => false,
        Imported::Added { .. } | Imported::Replaced { .. } => true,
    };
    Ok(changed_if(is_new || is_changed))
}

fn reconcile(store: &Store, max_rows: usize) -> Result<Outcome, StoreError> {
    let budget = StepBudget { max_rows };
    store.reconcile_step(budget).map(|_| Outcome::Unchanged)
}
