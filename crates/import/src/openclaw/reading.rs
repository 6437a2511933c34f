//! What the records of a transcript come to, one after another.

use sessions_core::event::{Append, EventBody, LeafTarget, Parent, TimestampMs, TranscriptEvent};
use sessions_core::id::MessageId;

use super::record::{Body, FirstKept, Header, ParentField, Record, Target};
use crate::id::{Ids, Place};
use crate::imported::SkipReason;
use crate::walk::TakeRecord;

/// A transcript while it is read.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) header: Option<Header>,
    /// Where the header is, from 1.
    pub(super) named_in_line: Option<u64>,
    pub(super) title: Option<String>,
    /// Of the first line that is not blank; names a session without a header.
    pub(super) fingerprint: String,
    ids: Ids,
    /// The ids of all records by their place in the file, the header's too:
    /// version 1 names its first kept record by number.
    by_number: Vec<Option<MessageId>>,
    last_time: Option<TimestampMs>,
    pub(super) events: Vec<TranscriptEvent>,
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
}
