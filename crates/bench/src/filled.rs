//! Stores that are filled with a corpus.

use std::sync::Arc;

use sessions_core::event::TranscriptEvent;
use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_redact::Redactor;
use sessions_store::{
    AppendRequest, Import, MaskedText, Masker, SessionSettings, StepBudget, StepOutcome, Store,
    StoreOptions,
};
use tempfile::TempDir;

use crate::SetUpError;
use crate::corpus::Corpus;

/// One session and what was said in it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The session.
    pub key: SessionKey,
    /// Its only generation.
    pub session_id: SessionId,
    /// Its events.
    pub events: Vec<TranscriptEvent>,
}

/// Returns conversations of `n_each` messages, `n_messages` in all.
///
/// # Errors
///
/// Fails when an id of ours is none.
pub fn conversations(
    corpus: &mut Corpus,
    n_messages: usize,
    n_each: usize,
) -> Result<Vec<Told>, SetUpError> {
    (0..n_messages.div_ceil(n_each))
        .map(|nth| {
            let first = nth * n_each;
            let n = n_each.min(n_messages - first);
            Ok(Told {
                key: format!("agent:main:talk-{nth}")
                    .parse()
                    .map_err(|_| SetUpError::Id)?,
                session_id: format!("s{nth}").parse().map_err(|_| SetUpError::Id)?,
                events: corpus.conversation(n),
            })
        })
        .collect()
}

/// Returns the masker of the product: every rule about secrets.
pub fn redacting() -> Masker {
    let redactor = Arc::new(Redactor::new());
    Masker::new(redactor.version(), move |text| {
        let redacted = redactor.redact(text);
        MaskedText {
            masks: redacted.masks().iter().map(|it| it.range.clone()).collect(),
            text: redacted.into_string(),
        }
    })
}

/// Reconciles to the end and returns how many steps it took.
///
/// # Errors
///
/// Fails when the store does.
pub fn reconcile(store: &Store, budget: StepBudget) -> Result<usize, SetUpError> {
    let mut n_steps = 0;
    while store.reconcile_step(budget)? != StepOutcome::Idle {
        n_steps += 1;
    }
    Ok(n_steps)
}

/// A store in a folder of its own.
#[derive(Debug)]
pub struct Filled {
    /// The store.
    pub store: Store,
    /// What every write says of its session.
    pub settings: SessionSettings,
    folder: TempDir,
}

impl Filled {
    /// Makes an empty store.
    ///
    /// # Errors
    ///
    /// Fails when there is no folder or the store cannot be made.
    pub fn empty(masker: Masker) -> Result<Self, SetUpError> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("sessions.sqlite");
        Ok(Self {
            store: Store::open(&path, StoreOptions::new(masker))?,
            settings: SessionSettings::default(),
            folder,
        })
    }

    /// Opens the same store with other rules.
    ///
    /// # Errors
    ///
    /// Fails when the store cannot be opened.
    pub fn reopened(self, masker: Masker) -> Result<Self, SetUpError> {
        let Self {
            store,
            settings,
            folder,
        } = self;
        let path = store.path().to_owned();
        drop(store);
        Ok(Self {
            store: Store::open(&path, StoreOptions::new(masker))?,
            settings,
            folder,
        })
    }

    /// Makes every session incognito: stored as the others, never indexed.
    #[must_use]
    pub fn without_index(mut self) -> Self {
        self.settings.is_incognito = true;
        self
    }

    /// Imports conversations; the index follows by [`reconcile`].
    ///
    /// # Errors
    ///
    /// Fails when the store does.
    pub fn import(&self, all: &[Told]) -> Result<(), SetUpError> {
        for told in all {
            self.store.import(&Import {
                key: &told.key,
                session_id: &told.session_id,
                is_current: true,
                settings: &self.settings,
                events: &told.events,
            })?;
        }
        Ok(())
    }

    /// Imports conversations and indexes them.
    ///
    /// # Errors
    ///
    /// Fails when the store does.
    pub fn take(&self, all: &[Told]) -> Result<(), SetUpError> {
        self.import(all)?;
        reconcile(&self.store, StepBudget::default()).map(drop)
    }

    /// Appends one event to a session, as a writer at work does.
    ///
    /// # Errors
    ///
    /// Fails when the store does.
    pub fn append(&self, told: &Told, event: &TranscriptEvent) -> Result<(), SetUpError> {
        let events = std::slice::from_ref(event);
        let request = AppendRequest {
            settings: &self.settings,
            ..AppendRequest::to(&told.key, &told.session_id, events)
        };
        self.store.append(&request)?;
        Ok(())
    }
}
