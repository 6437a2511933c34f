//! Event logs of the Copilot command line: JSON lines, one event a line, each
//! hanging on the one before.
//!
//! What a person and the agent said are two kinds of event among many; the text
//! as it was typed counts, not what the program made of it for the model.

mod record;

pub(crate) use record::is_record;
use sessions_core::event::{Append, EventBody, Parent, TimestampMs, TranscriptEvent};
use sessions_core::id::AgentId;

use self::record::{Body, Record, Start};
use crate::error::ImportError;
use crate::format::Format;
use crate::id::{Ids, Place};
use crate::imported::{ImportedFile, ImportedSession, SkipReason};
use crate::source::Source;
use crate::walk::TakeRecord;
use crate::{ImportOptions, file, naming};

/// Reads one event log.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let reading = Reading::default();
    file::read(
        source,
        options,
        Format::Copilot,
        &record::DECODER,
        reading,
        |reading, agent| reading.session(agent).into_iter().collect(),
    )
}

/// An event log while it is read.
#[derive(Default)]
struct Reading {
    start: Option<Start>,
    /// Of the first line that is not blank; names a session without an id.
    fingerprint: String,
    ids: Ids,
    last_time: Option<TimestampMs>,
    events: Vec<TranscriptEvent>,
}

impl TakeRecord<Record> for Reading {
    fn fingerprint(&mut self, fingerprint: String) {
        self.fingerprint = fingerprint;
    }

    fn record(&mut self, record: Record, place: Place) -> Option<SkipReason> {
        self.last_time = record.time.or(self.last_time);
        match record.body {
            // A session that is taken up again says so again.
            Body::Start(start) => {
                self.start.get_or_insert(start);
            }
            Body::Said { role, text } => {
                // An agent that only calls tools says nothing.
                if !text.trim().is_empty() {
                    let id = self.ids.give(record.id.as_deref(), place);
                    self.events.push(TranscriptEvent {
                        id,
                        parent: Parent::Unsaid,
                        append: Append::Normal,
                        timestamp: self.last_time.unwrap_or_default(),
                        body: EventBody::Message {
                            role,
                            text,
                            is_hidden: false,
                        },
                    });
                }
            }
            Body::BadContent => return Some(SkipReason::BadContent),
            Body::Unknown if !record.has_type => return Some(SkipReason::NotARecord),
            Body::Unknown => {}
        }
        None
    }
}

impl Reading {
    /// Returns the session that was read, `None` when there was none.
    fn session(self, agent: &AgentId) -> Option<ImportedSession> {
        if self.events.is_empty() && self.start.is_none() {
            return None;
        }
        let start = self.start.unwrap_or_default();
        let made = || format!("events-{}", self.fingerprint);
        let id = start.id.unwrap_or_else(made);
        let key = naming::key(agent, &start.project, &id, None)?;
        let first = self.events.first().map(|event| event.timestamp);
        Some(ImportedSession {
            started: start.time.or(first),
            events: self.events,
            ..ImportedSession::new(key, naming::id(&id)?)
        })
    }
}
