//! Transcripts of the Gemini command line: one JSON document, or JSON lines
//! since 2026.
//!
//! In lines a record takes the place of an earlier one of its id, and a rewind
//! takes messages back; here they stay, off the path.

mod record;

use std::collections::HashMap;
use std::path::Path;

pub(crate) use record::is_record;
use sessions_core::event::{
    Append, EventBody, LeafTarget, Parent, Role, TimestampMs, TranscriptEvent,
};
use sessions_core::id::{AgentId, MessageId};
use sessions_core::scope::OwnerLinks;

use self::record::{Message, Record, Start};
use crate::element::Elements;
use crate::error::ImportError;
use crate::format::Format;
use crate::id::{Ids, Place};
use crate::imported::{ImportedFile, ImportedSession, SkipReason};
use crate::line::{Line, Lines, Pieces as _};
use crate::source::Source;
use crate::walk::{TakeRecord, failed, walk_pieces};
use crate::{ImportOptions, file, naming, open};

/// How many lines are asked whether the file consists of records in lines.
const MAX_ASKED: u64 = 50;

/// Reads one transcript.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let path = source.path();
    let failed = failed(path);
    let mut reading = Reading::default();
    let file = open::open(path).map_err(&failed)?;
    let walked = if has_lines(path).map_err(&failed)? {
        walk_pieces(path, Lines::new(file), &record::DECODER, &mut reading)?
    } else {
        let elements = Elements::new(file);
        let mut walked = walk_pieces(path, elements, &record::DOCUMENT, &mut reading)?;
        if !walked.skipped.is_empty() && reading.events.is_empty() {
            reading.salvage(path)?;
            for skipped in &mut walked.skipped {
                if skipped.reason == SkipReason::NotJson && !reading.events.is_empty() {
                    skipped.reason = SkipReason::Torn;
                }
            }
        }
        walked
    };
    let side = parent_of(path);
    Ok(file::imported(
        source,
        options,
        Format::Gemini,
        walked,
        |agent| {
            reading
                .session(agent, side.as_deref())
                .into_iter()
                .collect()
        },
    ))
}

/// Returns whether the file consists of records in lines.
fn has_lines(path: &Path) -> std::io::Result<bool> {
    let mut lines = Lines::new(open::open(path)?);
    while lines.n_lines() < MAX_ASKED
        && let Some(Line { bytes, .. }) = lines.next()?
    {
        if bytes.starts_with(b"{") && record::is_line(bytes) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the session whose agent made a transcript, which lies in a folder of
/// its name.
fn parent_of(path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let is_below = folder.parent()?.file_name()? == "chats";
    is_below.then(|| {
        folder
            .file_name()
            .map(|it| it.to_string_lossy().into_owned())
    })?
}

/// A transcript while it is read.
#[derive(Default)]
struct Reading {
    start: Start,
    /// Of the first record; names a session without an id.
    fingerprint: String,
    ids: Ids,
    /// Where the messages stand that were not taken back, by their own ids.
    places: HashMap<String, usize>,
    last_time: Option<TimestampMs>,
    events: Vec<TranscriptEvent>,
}

impl TakeRecord<Record> for Reading {
    fn fingerprint(&mut self, fingerprint: String) {
        self.fingerprint = fingerprint;
    }

    fn record(&mut self, record: Record, place: Place) -> Option<SkipReason> {
        match record {
            Record::Session(start, messages) => {
                let known = std::mem::take(&mut self.start);
                self.start = Start {
                    id: known.id.or(start.id),
                    project: known.project.or(start.project),
                    time: known.time.or(start.time),
                    title: start.title.or(known.title),
                };
                let mut skipped = None;
                for (n, message) in messages.into_iter().enumerate() {
                    let place = Place {
                        n_before: place.n_before + n,
                        ..place
                    };
                    skipped = skipped.or(self.record(message, place));
                }
                return skipped;
            }
            Record::Message(message) => return self.message(message, place),
            Record::Rewind(id) => self.rewind(&id, place),
            Record::Unknown { has_type: false } => return Some(SkipReason::NotARecord),
            Record::Unknown { .. } => {}
        }
        None
    }
}

impl Reading {
    fn message(&mut self, message: Message, place: Place) -> Option<SkipReason> {
        let Message {
            id,
            time,
            role,
            text,
            tools,
        } = message;
        self.last_time = time.or(self.last_time);
        let is_bad = text.is_none();
        let body = match role {
            Some(role) => said(role, text.unwrap_or_default()),
            None => EventBody::Note,
        };
        let known = id.as_ref().and_then(|it| self.places.get(it)).copied();
        if let Some(event) = known.and_then(|at| self.events.get_mut(at)) {
            // What it became counts; a text that was shown does not go away.
            if body.searchable_text().is_some() || event.body.searchable_text().is_none() {
                event.body = body;
            }
        } else {
            let own = self.ids.give(id.as_deref(), place);
            if let Some(id) = id {
                self.places.insert(id, self.events.len());
            }
            self.push(own, body);
        }
        for (id, text) in tools {
            let is_known = id.as_ref().is_some_and(|it| self.places.contains_key(it));
            if !is_known {
                let own = self.ids.give(id.as_deref(), place);
                if let Some(id) = id {
                    self.places.insert(id, self.events.len());
                }
                self.push(own, said(Role::Tool, text));
            }
        }
        is_bad.then_some(SkipReason::BadContent)
    }

    /// Takes back the message of an id and all behind it.
    fn rewind(&mut self, id: &str, place: Place) {
        let from = self.places.get(id).copied().unwrap_or(0);
        self.places.retain(|_, at| *at < from);
        let last = self
            .places
            .values()
            .max()
            .and_then(|at| self.events.get(*at));
        let target = last.map_or(LeafTarget::Empty, |it| LeafTarget::Event(it.id.clone()));
        let own = self.ids.give(None, place);
        self.push(
            own,
            EventBody::LeafControl {
                target,
                append_parent: None,
            },
        );
    }

    fn push(&mut self, id: MessageId, body: EventBody) {
        self.events.push(TranscriptEvent {
            id,
            parent: Parent::Unsaid,
            append: Append::Normal,
            timestamp: self.last_time.unwrap_or_default(),
            body,
        });
    }

    /// Reads the whole messages of a document that is damaged.
    fn salvage(&mut self, path: &Path) -> Result<(), ImportError> {
        let failed = failed(path);
        let mut document = Elements::new(open::open(path).map_err(&failed)?);
        while let Ok(Some(piece)) = document.next() {
            let Some(at) = list_of_messages(piece.bytes) else {
                continue;
            };
            let (head, rest) = piece.bytes.split_at(at);
            let n_before = memchr::memchr_iter(b'\n', head).count() as u64;
            // The fields before the list, as an object of their own.
            let head = format!("{}[]}}", String::from_utf8_lossy(head));
            let mut inner = Elements::new(rest);
            let take = |line: Line<'_>, reading: &mut Self| {
                let place = Place {
                    line: piece.number + n_before + line.number - 1,
                    n_before: 0,
                };
                let found = crate::line::records(line, &record::DECODER);
                for (n_before, it) in found.records.into_iter().enumerate() {
                    reading.record(it, Place { n_before, ..place });
                }
            };
            take(
                Line {
                    number: 1,
                    bytes: head.as_bytes(),
                    is_complete: true,
                },
                self,
            );
            while let Ok(Some(line)) = inner.next() {
                take(line, self);
            }
        }
        Ok(())
    }

    /// Returns the session that was read, `None` when there was none.
    fn session(self, agent: &AgentId, parent: Option<&str>) -> Option<ImportedSession> {
        if self.events.is_empty() && self.start.id.is_none() {
            return None;
        }
        let project = self.start.project.as_deref().unwrap_or("project");
        let made = || format!("chat-{}", self.fingerprint);
        let own = self.start.id.clone().unwrap_or_else(made);
        let (key, spawned_by) = match parent.filter(|it| *it != own) {
            Some(parent) => (
                naming::key(agent, project, parent, Some(&own))?,
                Some(naming::key(agent, project, parent, None)?),
            ),
            None => (naming::key(agent, project, &own, None)?, None),
        };
        let first = self.events.first().map(|event| event.timestamp);
        Some(ImportedSession {
            started: self.start.time.or(first),
            title: self.start.title,
            events: self.events,
            links: OwnerLinks {
                spawned_by,
                ..OwnerLinks::default()
            },
            ..ImportedSession::new(key, naming::id(&own)?)
        })
    }
}

fn said(role: Role, text: String) -> EventBody {
    EventBody::Message {
        role,
        text,
        is_hidden: false,
    }
}

/// Returns where the list of messages begins in a document.
fn list_of_messages(document: &[u8]) -> Option<usize> {
    const NAME: &[u8] = b"\"messages\"";
    let at = document.windows(NAME.len()).position(|it| it == NAME)?;
    let rest = document.get(at + NAME.len()..)?;
    let is_between = |byte: &&u8| **byte == b':' || byte.is_ascii_whitespace();
    let n_between = rest.iter().take_while(is_between).count();
    (rest.get(n_between) == Some(&b'[')).then_some(at + NAME.len() + n_between)
}
