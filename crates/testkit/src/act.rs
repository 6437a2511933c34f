//! Acts: the steps of the core's random runs, and those that only a store can
//! be told.

mod rename;
mod take;

use serde::{Deserialize, Serialize};
use sessions_core::event::{EventBody, LeafTarget, TimestampMs, TranscriptEvent};
use sessions_core::id::{MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::testing::build;
use sessions_core::testing::model::{Answer, ModelStore, ModelTranscript, Rejection};
use sessions_core::testing::steps::Step;

/// The most message ids that a line names.
const MAX_IDS: usize = 64;

/// One thing done to a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A step of the core's random runs.
    Step(Step),
    /// An append of several events in one request: all of them or none.
    Batch {
        /// The key.
        key: SessionKey,
        /// The id of the first generation of a new key.
        new_session_id: SessionId,
        /// The events.
        events: Vec<TranscriptEvent>,
    },
    /// A rewind by the call of that name, which refuses what a leaf control
    /// would ignore.
    Rewind {
        /// The key.
        key: SessionKey,
        /// The id of the leaf control.
        id: MessageId,
        /// Its time.
        timestamp: TimestampMs,
        /// The row that the path then ends in.
        target: MessageId,
    },
    /// A reconcile step of a certain size.
    Reconcile {
        /// The most rows.
        max_rows: usize,
    },
    /// A step of merging the index.
    Merge,
    /// A checkpoint.
    Checkpoint,
}

/// What became of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is stored.
    Changed,
    /// It was there already, or there was nothing to change.
    Unchanged,
    /// It made no sense; nothing changed.
    Refused,
}

impl Outcome {
    /// Returns whether a store may answer so where the model expects `self`.
    ///
    /// An event that repeats only kind, role and text is a retry to a store
    /// and another event to the model; both leave what is there.
    pub fn admits(self, done: Self) -> bool {
        self == done || (self == Self::Refused && done == Self::Unchanged)
    }
}

impl From<Result<Answer, Rejection>> for Outcome {
    fn from(answer: Result<Answer, Rejection>) -> Self {
        match answer {
            Ok(Answer::Changed) => Self::Changed,
            Ok(Answer::Unchanged) => Self::Unchanged,
            Err(_) => Self::Refused,
        }
    }
}

impl Act {
    /// Applies the act to the model and returns what a store should answer.
    pub fn apply(&self, model: &mut ModelStore) -> Outcome {
        match self {
            Self::Step(step) => model.apply(step).into(),
            Self::Batch {
                key,
                new_session_id,
                events,
            } => apply_batch(model, key, new_session_id, events).into(),
            Self::Rewind {
                key,
                id,
                timestamp,
                target,
            } => {
                if !rewind_targets(model, key).contains(target) {
                    return Outcome::Refused;
                }
                let body = EventBody::LeafControl {
                    target: LeafTarget::Event(target.clone()),
                    append_parent: None,
                };
                let event = TranscriptEvent {
                    timestamp: *timestamp,
                    ..build::event(id.as_str(), body)
                };
                let Some(session) = model.session(key) else {
                    return Outcome::Refused;
                };
                let current = session.current_id().clone();
                model.append(key, &current, &event).into()
            }
            Self::Reconcile { .. } | Self::Merge | Self::Checkpoint => Outcome::Unchanged,
        }
    }

    /// Returns whether the store is to be closed and opened.
    pub fn is_reopen(&self) -> bool {
        *self == Self::Step(Step::Reopen)
    }

    /// Returns the word for what is done.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Step(step) => match step {
                Step::Open { .. } => "open",
                Step::Append { .. } => "append",
                Step::Reset { .. } => "reset",
                Step::RollOver { .. } => "roll over",
                Step::Fork { .. } => "fork",
                Step::Delete { .. } => "delete",
                Step::Import { .. } => "import",
                Step::Reconcile => "reconcile",
                Step::Reopen => "reopen",
            },
            Self::Batch { .. } => "append a batch",
            Self::Rewind { .. } => "rewind",
            Self::Reconcile { .. } => "reconcile",
            Self::Merge => "merge",
            Self::Checkpoint => "checkpoint",
        }
    }

    /// Returns the ids that the act names: key, session id, message ids. Of
    /// many messages it is their number and the first ids.
    pub fn ids(&self) -> Vec<String> {
        // A pipe holds a line of few ids, so that a worker never waits in one.
        fn texts(events: &[TranscriptEvent]) -> Vec<String> {
            let all = events.iter().map(|event| event.id.to_string());
            if events.len() <= MAX_IDS {
                return all.collect();
            }
            let mut some = vec![events.len().to_string()];
            some.extend(all.take(MAX_IDS));
            some
        }
        let (key, rest) = match self {
            Self::Step(step) => match step {
                Step::Open {
                    key,
                    new_session_id,
                    ..
                } => (key, vec![new_session_id.to_string()]),
                Step::Append { key, event, .. } => (key, vec![event.id.to_string()]),
                Step::Reset { key, id, .. } => (key, vec![id.to_string()]),
                Step::RollOver { key, session_id } => (key, vec![session_id.to_string()]),
                Step::Fork {
                    key,
                    session_id,
                    through,
                } => (key, vec![session_id.to_string(), through.to_string()]),
                Step::Delete { key } => (key, Vec::new()),
                Step::Import {
                    key,
                    session_id,
                    events,
                    ..
                } => {
                    let mut ids = vec![session_id.to_string()];
                    ids.extend(texts(events));
                    (key, ids)
                }
                Step::Reconcile | Step::Reopen => return Vec::new(),
            },
            Self::Batch { key, events, .. } => (key, texts(events)),
            Self::Rewind {
                key, id, target, ..
            } => (key, vec![id.to_string(), target.to_string()]),
            Self::Reconcile { .. } | Self::Merge | Self::Checkpoint => return Vec::new(),
        };
        let mut ids = vec![key.to_string()];
        ids.extend(rest);
        ids
    }
}

/// Appends all events or none.
fn apply_batch(
    model: &mut ModelStore,
    key: &SessionKey,
    new_session_id: &SessionId,
    events: &[TranscriptEvent],
) -> Result<Answer, Rejection> {
    let mut after = model.clone();
    let mut answer = Answer::Unchanged;
    for event in events {
        if after.append(key, new_session_id, event)? == Answer::Changed {
            answer = Answer::Changed;
        }
    }
    *model = after;
    Ok(answer)
}

/// Returns the rows of the active path that a rewind may name for certain:
/// the latest reset on it, and what is behind that.
pub(crate) fn rewind_targets(model: &ModelStore, key: &SessionKey) -> Vec<MessageId> {
    let events = model.session(key).and_then(|it| it.events(None));
    let transcript = ModelTranscript::of(events.unwrap_or_default());
    let path = transcript.path();
    let is_reset = |event: &&TranscriptEvent| matches!(event.body, EventBody::Reset { .. });
    let from = path.iter().rposition(is_reset).unwrap_or(0);
    let ids = path.iter().skip(from).map(|event| event.id.clone());
    ids.collect()
}
