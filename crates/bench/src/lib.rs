//! What the benchmarks share: stores of a given size, and times that bear a
//! noisy machine.

use std::time::{Duration, Instant};

use sessions_core::event::{EventBody, Role, TimestampMs, TranscriptEvent};
use sessions_core::id::MessageId;
use sessions_core::key::SessionKey;
use sessions_core::testing::build;
use sessions_store::{Import, Masker, SessionSettings, Store, StoreError, StoreOptions};
use tempfile::TempDir;

/// A store that holds one transcript.
#[derive(Debug)]
pub struct OneTranscript {
    /// The store.
    pub store: Store,
    /// The session.
    pub key: SessionKey,
    _folder: TempDir,
}

/// Why a benchmark could not be set up.
#[derive(Debug)]
pub enum SetUpError {
    /// No temporary folder.
    Folder(std::io::Error),
    /// The store failed.
    Store(StoreError),
    /// An id of the benchmark is none.
    Id,
}

impl From<StoreError> for SetUpError {
    fn from(err: StoreError) -> Self {
        Self::Store(err)
    }
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

/// Times `a` and `b` in turn, `n` times each, and returns the medians: what
/// slows the machine down slows both.
pub fn in_turn(n: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> (Duration, Duration) {
    let mut of_a = Vec::with_capacity(n);
    let mut of_b = Vec::with_capacity(n);
    for _ in 0..n {
        of_a.push(timed(&mut a));
        of_b.push(timed(&mut b));
    }
    (median(of_a), median(of_b))
}

fn timed(f: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    f();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
