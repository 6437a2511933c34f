//! Rollouts of Codex: JSON lines, one event a line, in one line of turns.
//!
//! Most of what is said is written twice, as an item of the model's context
//! and as an event for the person; some is written once. Items hold more than
//! anybody said: instructions and surroundings that the program put in. So each
//! utterance is taken where it first appears and left out where it appears again
//! (`twice`), and what the program put in is left out altogether. What was read
//! stays as it was when the file grows (I3), since nothing is decided by later
//! lines.
//!
//! A rollback takes the newest turns off the path. A fork begins with a copy of
//! its parent's rollout; nothing says where the copy ends, so all of it is taken
//! as the fork's own, and what stands in both is found in both.

mod injected;
mod record;
mod twice;

pub(crate) use record::is_record;
use sessions_core::event::{
    Append, EventBody, LeafTarget, Parent, Role, TimestampMs, TranscriptEvent,
};
use sessions_core::id::{AgentId, MessageId};
use sessions_core::scope::OwnerLinks;

use self::record::{Body, Meta, Record};
use self::twice::{Origin, Twice};
use crate::error::ImportError;
use crate::format::Format;
use crate::id::{Ids, Place};
use crate::imported::{ImportedFile, ImportedSession, SkipReason};
use crate::source::Source;
use crate::walk::TakeRecord;
use crate::{ImportOptions, file, naming};

/// Reads one rollout.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let reading = Reading::default();
    file::read(
        source,
        options,
        Format::Codex,
        &record::DECODER,
        reading,
        |reading, agent| reading.session(agent).into_iter().collect(),
    )
}

/// A rollout while it is read.
#[derive(Default)]
struct Reading {
    /// The first one; later ones repeat it or are of the parent.
    meta: Option<Meta>,
    /// Of the first line that is not blank; names a session without an id.
    fingerprint: String,
    ids: Ids,
    twice: Twice,
    last_time: Option<TimestampMs>,
    /// The active path: each event, and whether it begins a turn.
    path: Vec<(MessageId, bool)>,
    events: Vec<TranscriptEvent>,
}

impl TakeRecord<Record> for Reading {
    fn fingerprint(&mut self, fingerprint: String) {
        self.fingerprint = fingerprint;
    }

    fn record(&mut self, record: Record, place: Place) -> Option<SkipReason> {
        self.last_time = record.time.or(self.last_time);
        match record.body {
            Body::Meta(meta) => {
                self.meta.get_or_insert(meta);
            }
            Body::Said { origin, role, text } => self.said(origin, role, text, place),
            Body::ToolOutput(text) => {
                self.push(said(Role::Tool, text), false, place);
            }
            Body::Compaction(summary) => {
                let body = EventBody::Compaction {
                    first_kept: None,
                    summary,
                };
                self.push(body, false, place);
            }
            Body::RolledBack(n_turns) => self.roll_back(n_turns, place),
            Body::BadContent => return Some(SkipReason::BadContent),
            Body::Unknown if !record.has_type => return Some(SkipReason::NotARecord),
            Body::Unknown => {}
        }
        None
    }
}

fn said(role: Role, text: String) -> EventBody {
    EventBody::Message {
        role,
        text,
        is_hidden: false,
    }
}

impl Reading {
    fn said(&mut self, origin: Origin, role: Role, text: String, place: Place) {
        // The program's own words stand among the items alone.
        let is_own = origin == Origin::Event || !injected::is_injected(role, &text);
        if is_own && !text.trim().is_empty() && self.twice.is_first(origin, role, &text) {
            self.push(said(role, text), role == Role::User, place);
        }
    }

    fn push(&mut self, body: EventBody, begins_turn: bool, place: Place) {
        let id = self.ids.give(None, place);
        if !matches!(body, EventBody::LeafControl { .. }) {
            self.path.push((id.clone(), begins_turn));
        }
        self.events.push(TranscriptEvent {
            id,
            parent: Parent::Unsaid,
            append: Append::Normal,
            timestamp: self.last_time.unwrap_or_default(),
            body,
        });
    }

    /// Takes the newest turns off the path.
    fn roll_back(&mut self, n_turns: usize, place: Place) {
        let mut begins = self
            .path
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, (_, begins_turn))| *begins_turn);
        // More turns than there are: the path is empty then.
        let n_kept = match n_turns.checked_sub(1) {
            None => return,
            Some(before) => begins.nth(before).map_or(0, |(at, _)| at),
        };
        self.path.truncate(n_kept);
        let target = match self.path.last() {
            Some((id, _)) => LeafTarget::Event(id.clone()),
            None => LeafTarget::Empty,
        };
        let body = EventBody::LeafControl {
            target,
            append_parent: None,
        };
        self.push(body, false, place);
    }

    /// Returns the session that was read, `None` when there was none.
    fn session(self, agent: &AgentId) -> Option<ImportedSession> {
        if self.events.is_empty() && self.meta.is_none() {
            return None;
        }
        let meta = self.meta.unwrap_or_default();
        let made = || format!("rollout-{}", self.fingerprint);
        let id = meta.id.unwrap_or_else(made);
        let key = |id: &str, side: Option<&str>| naming::key(agent, &meta.project, id, side);
        let (key, links) = match (&meta.spawned_by, &meta.forked_from) {
            (Some(parent), _) => {
                let links = OwnerLinks {
                    spawned_by: key(parent, None),
                    ..OwnerLinks::default()
                };
                (key(parent, Some(&id))?, links)
            }
            (None, Some(parent)) => {
                let links = OwnerLinks {
                    parent: key(parent, None),
                    ..OwnerLinks::default()
                };
                (key(&id, None)?, links)
            }
            (None, None) => (key(&id, None)?, OwnerLinks::default()),
        };
        let first = self.events.first().map(|event| event.timestamp);
        Some(ImportedSession {
            links,
            started: meta.time.or(first),
            events: self.events,
            ..ImportedSession::new(key, naming::id(&id)?)
        })
    }
}
