//! A store of one transcript, for reads whose cost must not grow with it.

use sessions_core::event::{EventBody, Role, TimestampMs, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;
use sessions_core::testing::build;
use sessions_store::{Import, Masker, SessionSettings, Store, StoreOptions};
use tempfile::TempDir;

use crate::SetUpError;

/// A store that holds one transcript.
#[derive(Debug)]
pub struct OneTranscript {
    /// The store.
    pub store: Store,
    /// The session.
    pub key: SessionKey,
    _folder: TempDir,
}

/// Returns the id of the event at a place of [`transcript`].
pub fn id_at(at: usize) -> MessageId {
    build::id(&format!("m{at}"))
}

/// Returns a transcript of `n` events as real ones are: two turns in ten, runs
/// of tool rows and hidden rows between them, a reset in the middle.
pub fn transcript(n: usize) -> Vec<TranscriptEvent> {
    let event = |at: usize| {
        let id = format!("m{at}");
        let event = match at % 10 {
            _ if at == n / 2 => build::reset(&id, None),
            0 => build::message(
                &id,
                Role::User,
                "when does the rollout of the service happen",
            ),
            5 => build::message(&id, Role::Assistant, "the rollout was moved to friday"),
            1..=3 => build::event(&id, EventBody::Note),
            _ => build::message(&id, Role::Tool, "some output of a tool"),
        };
        let minute = i64::try_from(at).unwrap_or(i64::MAX / 60_000);
        TranscriptEvent {
            timestamp: TimestampMs(1_700_000_000_000 + minute * 60_000),
            ..event
        }
    };
    (0..n).map(event).collect()
}

impl OneTranscript {
    /// Makes a store with [`transcript`] of `n` events.
    ///
    /// # Errors
    ///
    /// Fails when the store cannot be made.
    pub fn of(n: usize) -> Result<Self, SetUpError> {
        let folder = tempfile::tempdir().map_err(SetUpError::Folder)?;
        let path = folder.path().join("sessions.sqlite");
        let store = Store::open(&path, StoreOptions::new(Masker::none()))?;
        let key: SessionKey = "agent:main:main".parse().map_err(|_| SetUpError::Id)?;
        let session_id = "s1".parse().map_err(|_| SetUpError::Id)?;
        let import = Import {
            key: &key,
            session_id: &session_id,
            is_current: true,
            settings: &SessionSettings::default(),
            events: &transcript(n),
        };
        store.import(&import)?;
        Ok(Self {
            store,
            key,
            _folder: folder,
        })
    }
}
