//! The session that several processes append to at once.

#![expect(clippy::unwrap_used, reason = "ids in tests are valid")]

use sessions_core::event::{Role, TimestampMs, TranscriptEvent};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::testing::build;

/// How many events a batch has.
pub const BATCH: usize = 3;

/// The shared session.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Its key.
    pub key: SessionKey,
    /// The id of its one generation.
    pub session_id: SessionId,
}

/// Returns the shared session.
pub fn shared() -> Shared {
    Shared {
        key: "agent:shared:main".parse().unwrap(),
        session_id: "shared-1".parse().unwrap(),
    }
}

/// Returns the word that the events of a batch share with no other.
pub fn batch_word(name: &str, n: u64) -> String {
    format!("batch{name}x{n}")
}

/// Returns the batch `n` of the worker `name`: a minute of its own, ids that
/// sort by batch.
pub fn batch(name: &str, n: u64) -> Vec<TranscriptEvent> {
    let text = format!("shared {}", batch_word(name, n));
    let minute = i64::try_from(n).unwrap();
    let events = (0..BATCH).map(|i| TranscriptEvent {
        timestamp: TimestampMs(1_780_000_000_000 + minute * 60_000),
        ..build::message(&format!("{name}-{n:06}-{i}"), Role::User, &text)
    });
    events.collect()
}

/// Returns the worker and the number of the batch that an event is of.
pub fn batch_of(id: &MessageId) -> Option<(String, u64)> {
    let mut parts = id.as_str().split('-');
    let name = parts.next()?.to_owned();
    Some((name, parts.next()?.parse().ok()?))
}
