//! Transcripts of OpenClaw and pi: JSON lines, versions 1 to 3.
//!
//! Each record is an event, and core's tree rules (T5) are theirs, so a record
//! is passed on with the parent that it names. What is added here: ids where
//! they are missing, times, and the session key, which stands in a file beside.

mod index;
mod name;
mod record;

use std::path::Path;
use std::sync::Arc;

pub(crate) use index::SessionIndex;
pub(crate) use name::FileName;
pub(crate) use record::is_record;
use sessions_core::event::{Append, EventBody, LeafTarget, Parent, TimestampMs, TranscriptEvent};
use sessions_core::id::{AgentId, MessageId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;

use self::index::{Found, Known};
use self::record::{Body, FirstKept, Header, ParentField, Record, Target};
use crate::error::ImportError;
use crate::format::Format;
use crate::id::{Ids, Place};
use crate::imported::{ImportedFile, ImportedSession, SkipReason, Skipped};
use crate::source::Source;
use crate::walk::{TakeRecord, walk};
use crate::{ImportOptions, fingerprint};

/// Reads one transcript.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let mut reading = Reading::default();
    let mut walked = walk(source.path(), &record::DECODER, &mut reading)?;
    let session = match reading.session(source, options) {
        Ok(session) => session,
        Err(reason) => {
            let line = reading.named_in_line.unwrap_or(1);
            let at = walked.skipped.partition_point(|it| it.line < line);
            let path = Arc::from(source.path());
            walked.skipped.insert(at, Skipped { path, line, reason });
            None
        }
    };
    Ok(ImportedFile {
        path: source.path().to_owned(),
        format: Format::OpenClaw,
        sessions: session.into_iter().collect(),
        skipped: walked.skipped,
        n_lines: walked.n_lines,
        n_bytes: walked.n_bytes,
    })
}

/// Returns the agent that owns the transcript at `path`.
pub(crate) fn agent_for(path: &Path, options: &ImportOptions) -> Option<AgentId> {
    options
        .agent
        .clone()
        .or_else(|| name::agent_of(path))
        .or_else(|| "main".parse().ok())
}

/// A transcript while it is read.
#[derive(Default)]
struct Reading {
    header: Option<Header>,
    /// Where the header is, from 1.
    named_in_line: Option<u64>,
    title: Option<String>,
    /// Of the first line that is not blank; names a session without a header.
    fingerprint: String,
    ids: Ids,
    /// The ids of all records by their place in the file, the header's too:
    /// version 1 names its first kept record by number.
    by_number: Vec<Option<MessageId>>,
    last_time: Option<TimestampMs>,
    events: Vec<TranscriptEvent>,
}

impl TakeRecord<Record> for Reading {
    fn fingerprint(&mut self, fingerprint: String) {
        self.fingerprint = fingerprint;
    }

    fn record(&mut self, record: Record, place: Place) -> Option<SkipReason> {
        if let Body::Header(header) = record.body {
            // A later one belongs to a file that was appended to this one.
            self.by_number.push(None);
            if self.header.is_none() {
                self.last_time = self.last_time.or(header.time);
                self.header = Some(header);
                self.named_in_line = Some(place.line);
            }
            return None;
        }
        if matches!(record.body, Body::Unknown) && record.id.is_none() && !record.has_type {
            self.by_number.push(None);
            return Some(SkipReason::NotARecord);
        }
        let parent = match &record.parent {
            ParentField::Absent => Parent::Unsaid,
            ParentField::Null => Parent::Root,
            // A name that no record can have means the current leaf.
            ParentField::Name(name) => match self.ids.meant_by(name) {
                Some(id) => Parent::Event(id),
                None => Parent::Unsaid,
            },
        };
        let has_bad_content = matches!(record.body, Body::BadContent);
        // The record's own id is not known yet to what it refers to.
        let body = self.body(record.body);
        let id = self.ids.give(record.id.as_deref(), place);
        self.by_number.push(Some(id.clone()));
        self.last_time = record.time.or(self.last_time);
        self.events.push(TranscriptEvent {
            id,
            parent,
            append: if record.is_side {
                Append::Side
            } else {
                Append::Normal
            },
            timestamp: self.last_time.unwrap_or_default(),
            body,
        });
        has_bad_content.then_some(SkipReason::BadContent)
    }
}

impl Reading {
    fn body(&mut self, body: Body) -> EventBody {
        match body {
            Body::Message {
                role,
                text,
                is_hidden,
            } => EventBody::Message {
                role,
                text,
                is_hidden,
            },
            Body::Reset { first_kept } => EventBody::Reset {
                first_kept: self.first_kept(&first_kept),
            },
            Body::Compaction {
                first_kept,
                summary,
            } => EventBody::Compaction {
                first_kept: self.first_kept(&first_kept),
                summary,
            },
            Body::CustomMessage { is_displayed, text } => {
                EventBody::CustomMessage { is_displayed, text }
            }
            Body::Leaf {
                target,
                append_parent,
            } => EventBody::LeafControl {
                target: match target {
                    Target::Empty => LeafTarget::Empty,
                    Target::Invalid => LeafTarget::Invalid,
                    Target::Name(name) => self
                        .ids
                        .meant_by(&name)
                        .map_or(LeafTarget::Invalid, LeafTarget::Event),
                },
                append_parent: append_parent.and_then(|name| self.ids.meant_by(&name)),
            },
            Body::Title(title) => {
                self.title = Some(title).filter(|title| !title.trim().is_empty());
                EventBody::Note
            }
            Body::Header(_) | Body::BadContent | Body::Unknown => EventBody::Note,
        }
    }

    fn first_kept(&self, first_kept: &FirstKept) -> Option<MessageId> {
        match first_kept {
            FirstKept::None => None,
            FirstKept::Name(name) => self.ids.meant_by(name),
            FirstKept::Number(number) => self.by_number.get(*number).cloned().flatten(),
        }
    }

    /// Returns the session that was read, `None` when there was none.
    ///
    /// Fails with the reason when it is not to be taken in.
    fn session(
        &mut self,
        source: &Source,
        options: &ImportOptions,
    ) -> Result<Option<ImportedSession>, SkipReason> {
        if self.events.is_empty() && self.header.is_none() {
            return Ok(None);
        }
        let name = FileName::of(source.path());
        let said = self.said_id(&name);
        let Some(own_id) = said.clone().or_else(|| self.made_id(&name)) else {
            return Ok(None);
        };
        // An id that was made up stands in no index; the name of the file may.
        let listed = said.as_ref().map_or(name.base.as_str(), SessionId::as_str);
        let known = match source.folder().index.find(listed, &name.base) {
            Found::Known(known) => Some(known),
            Found::Refused(number) => return Err(SkipReason::OwnerUnknown { number }),
            Found::Nothing => {
                agent_for(source.path(), options).and_then(|agent| unknown(&agent, &own_id))
            }
        };
        Ok(known.map(|known| self.known_session(known, own_id, &name, source, options)))
    }

    fn known_session(
        &mut self,
        known: Known,
        own_id: SessionId,
        name: &FileName,
        source: &Source,
        options: &ImportOptions,
    ) -> ImportedSession {
        let folder = source.folder();
        let Known {
            key,
            links,
            is_current,
            is_archived,
            is_incognito,
            title,
        } = known;
        let key = owned_by(key, options.agent.as_ref());
        let id = match &name.archive {
            // The live transcript and its archives can bear one id.
            Some(archive) if folder.has_namesake(&name.base) => {
                format!("{own_id}.{archive}").parse().unwrap_or(own_id)
            }
            _ => own_id,
        };
        let is_alone = !folder.has_namesake(&name.base) && is_current.is_none();
        ImportedSession {
            is_incognito: is_incognito || key.is_incognito(),
            links: OwnerLinks {
                spawned_by: links
                    .spawned_by
                    .map(|link| owned_by(link, options.agent.as_ref())),
                parent: links
                    .parent
                    .map(|link| owned_by(link, options.agent.as_ref())),
                owner: links
                    .owner
                    .map(|link| owned_by(link, options.agent.as_ref())),
            },
            key,
            id,
            is_current: is_current.unwrap_or(true) && (name.archive.is_none() || is_alone),
            is_archived: is_archived || name.is_deleted(),
            title: self.title.take().or(title),
            started: self
                .header
                .as_ref()
                .and_then(|header| header.time)
                .or_else(|| self.events.first().map(|event| event.timestamp)),
            events: std::mem::take(&mut self.events),
        }
    }

    /// Returns the id that the file gives itself: by its header, else by its
    /// name.
    fn said_id(&self, name: &FileName) -> Option<SessionId> {
        let by_header = self.header.as_ref().and_then(|header| header.id.as_deref());
        by_header
            .and_then(|id| id.parse().ok())
            .or_else(|| name.session_id())
    }

    /// Returns the id of a file that gives itself none: its name, made unique
    /// by its first line.
    fn made_id(&self, name: &FileName) -> Option<SessionId> {
        let fingerprint = &self.fingerprint;
        let id = format!("{}-{fingerprint}", name.base);
        id.parse()
            .or_else(|_| format!("session-{fingerprint}").parse())
            .ok()
    }
}

/// Returns what is known of a session that no index names.
fn unknown(agent: &AgentId, id: &SessionId) -> Option<Known> {
    let key = SessionKey::new(agent, &format!("imported:{id}"))
        .or_else(|_| {
            let fingerprint = fingerprint::of(id.as_str().as_bytes());
            SessionKey::new(agent, &format!("imported:{fingerprint}"))
        })
        .ok()?;
    Some(Known {
        key,
        links: OwnerLinks::default(),
        is_current: None,
        is_archived: false,
        is_incognito: false,
        title: None,
    })
}

/// Returns the same key under the agent that the caller wants to own it.
fn owned_by(key: SessionKey, agent: Option<&AgentId>) -> SessionKey {
    match agent.map(|agent| SessionKey::new(agent, key.rest())) {
        Some(Ok(moved)) => moved,
        _ => key,
    }
}
