//! Conversations that a service gives out as one document.
//!
//! Such a document holds all that one ever said there, so its conversations are
//! handed over one by one.

mod order;

use std::collections::HashSet;
use std::ops::ControlFlow;

use sessions_core::event::{Append, EventBody, LeafTarget, Parent, TimestampMs, TranscriptEvent};
use sessions_core::id::{AgentId, SessionId};

use crate::element::Elements;
use crate::error::ImportError;
use crate::format::Format;
use crate::id::{Ids, Place};
use crate::imported::{ImportedFile, ImportedSession, SkipReason};
use crate::line::Decoder;
use crate::source::Source;
use crate::walk::{TakeRecord, failed, walk, walk_pieces};
use crate::{ImportOptions, Take, file, fingerprint, naming, open};

/// What stands in a key for the project of a conversation.
const PROJECT: &str = "conversations";

/// A conversation, as its service tells it.
#[derive(Default)]
pub(crate) struct Conversation {
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) time: Option<TimestampMs>,
    /// In any order.
    pub(crate) turns: Vec<Turn>,
    /// The turn that one sees last.
    pub(crate) current: Option<String>,
    /// Whether a turn could not be read.
    pub(crate) is_torn: bool,
}

/// One node of a conversation.
pub(crate) struct Turn {
    pub(crate) id: String,
    /// The turn that it answers; `None` begins a conversation.
    pub(crate) parent: Option<String>,
    pub(crate) time: Option<TimestampMs>,
    pub(crate) body: EventBody,
}

/// Reads an export, conversation by conversation.
pub(crate) fn read(
    source: &Source,
    options: &ImportOptions,
    format: Format,
    decoder: &Decoder<Option<Conversation>>,
    take: &mut dyn Take,
) -> Result<ImportedFile, ImportError> {
    let path = source.path();
    let file = open::open(path).map_err(failed(path))?;
    let own_agent = || format.as_str().parse().ok();
    let mut reading = Reading {
        agent: options.agent.clone().or_else(own_agent),
        take,
        taken: HashSet::new(),
        is_done: false,
    };
    let walked = walk_pieces(path, Elements::new(file), decoder, &mut reading)?;
    if !walked.skipped.is_empty() {
        // Where braces do not tell any more, lines may.
        walk(path, decoder, &mut reading)?;
    }
    Ok(file::imported(source, options, format, walked, |_| {
        Vec::new()
    }))
}

/// An export while it is read.
struct Reading<'t> {
    agent: Option<AgentId>,
    take: &'t mut dyn Take,
    taken: HashSet<SessionId>,
    is_done: bool,
}

impl TakeRecord<Option<Conversation>> for Reading<'_> {
    fn fingerprint(&mut self, _: String) {}

    fn record(&mut self, record: Option<Conversation>, place: Place) -> Option<SkipReason> {
        let Some(conversation) = record else {
            return Some(SkipReason::NotARecord);
        };
        let is_torn = conversation.is_torn;
        let session = self.agent.as_ref();
        let session = session.and_then(|agent| conversation.session(agent, place));
        if let Some(session) = session
            && self.taken.insert(session.id.clone())
        {
            self.is_done |= self.take.take(session) == ControlFlow::Break(());
        }
        is_torn.then_some(SkipReason::BadContent)
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}

impl Conversation {
    /// Returns it as a session, `None` when nothing was said in it.
    fn session(self, agent: &AgentId, place: Place) -> Option<ImportedSession> {
        let said = |turn: &Turn| turn.body.searchable_text().is_some();
        if !self.turns.iter().any(said) {
            return None;
        }
        // Nothing else names it that stays when it grows.
        let made = |it: &Turn| format!("conversation-{}", fingerprint::of(it.id.as_bytes()));
        let own = self.id.or_else(|| self.turns.first().map(made))?;
        let turns = order::with_current_last(self.turns, self.current.as_deref());
        let mut ids = Ids::default();
        let mut last_time = self.time;
        let mut events = Vec::new();
        for (n_before, turn) in turns.into_iter().enumerate() {
            let parent = turn.parent.as_deref().and_then(|it| ids.meant_by(it));
            last_time = turn.time.or(last_time);
            events.push(TranscriptEvent {
                id: ids.give(Some(&turn.id), Place { n_before, ..place }),
                parent: parent.map_or(Parent::Root, Parent::Event),
                append: Append::Normal,
                timestamp: last_time.unwrap_or_default(),
                body: turn.body,
            });
        }
        let current = self.current.and_then(|it| ids.meant_by(&it));
        let place_of = |id| events.iter().position(|it: &TranscriptEvent| it.id == id);
        let is_before_last = |at: &usize| at + 1 < events.len();
        if let Some(current) = current
            && place_of(current.clone())
                .as_ref()
                .is_some_and(is_before_last)
        {
            // Someone went back without saying anything yet.
            events.push(TranscriptEvent {
                id: ids.give(Some(&format!("current-{current}")), place),
                parent: Parent::Unsaid,
                append: Append::Normal,
                timestamp: last_time.unwrap_or_default(),
                body: EventBody::LeafControl {
                    target: LeafTarget::Event(current),
                    append_parent: None,
                },
            });
        }
        Some(ImportedSession {
            title: self.title,
            started: self.time,
            events,
            ..ImportedSession::new(naming::key(agent, PROJECT, &own, None)?, naming::id(&own)?)
        })
    }
}
