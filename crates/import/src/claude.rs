//! Transcripts of Claude Code, and of programs that write the same shape.
//!
//! A record names its parent, but the tree that the links make is not the
//! conversation: parallel tool calls, hooks and progress rows fork it, a
//! compaction cuts it, and a resumed session hangs on parents that were never
//! written. Walked as it stands, a quarter of all texts is lost. So the rows of
//! a session are put in one line in order of arrival, and only a true rewind
//! leaves it ([`chain`]). Side chains are sessions of their own, which belong
//! to the one that started them.

mod chain;
mod name;
mod record;
mod wrapper;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

pub(crate) use record::is_record;
use sessions_core::id::{AgentId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;

use self::chain::Chain;
use self::name::FileName;
use self::record::{Body, Record};
use crate::error::ImportError;
use crate::format::Format;
use crate::id::Place;
use crate::imported::{ImportedFile, ImportedSession, SkipReason};
use crate::source::Source;
use crate::walk::TakeRecord;
use crate::{ImportOptions, file, naming};

/// Reads one transcript.
pub(crate) fn read(source: &Source, options: &ImportOptions) -> Result<ImportedFile, ImportError> {
    let reading = Reading::new(source.path());
    file::read(
        source,
        options,
        Format::ClaudeCode,
        &record::DECODER,
        reading,
        Reading::sessions,
    )
}

/// What tells the chains of one file apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ChainName {
    /// The session that the records name.
    session: Arc<str>,
    /// The agent of a side chain.
    agent: Option<Arc<str>>,
}

/// What a session is called, by who said so.
#[derive(Default)]
struct Titles {
    custom: Option<String>,
    generated: Option<String>,
    summary: Option<String>,
}

/// A transcript while it is read.
struct Reading {
    name: FileName,
    /// Of the first line that is not blank; names a session without an id.
    fingerprint: String,
    /// The session of the records so far; one that names none belongs to it.
    session: Option<Arc<str>>,
    chains: Vec<(ChainName, Chain)>,
    by_name: HashMap<ChainName, usize>,
    /// The agents of side chains whose records name none, by record.
    side_agents: HashMap<Box<str>, Arc<str>>,
    titles: HashMap<Arc<str>, Titles>,
    /// Summaries with the record that they end in, which may come later.
    summaries: Vec<(String, String)>,
}

impl TakeRecord<Record> for Reading {
    fn fingerprint(&mut self, fingerprint: String) {
        self.fingerprint = fingerprint;
    }

    fn record(&mut self, record: Record, place: Place) -> Option<SkipReason> {
        let session = self.session_of(&record);
        let has_bad_content = matches!(record.body, Body::BadContent);
        match record.body {
            Body::CustomTitle(title) => self.titles.entry(session).or_default().custom = title,
            Body::GeneratedTitle(title) => {
                self.titles.entry(session).or_default().generated = title;
            }
            Body::Summary { title, leaf } => self.summaries.push((title, leaf)),
            // Snapshots, queues and the like have no place in the tree.
            Body::Metadata => {}
            Body::Unknown if record.uuid.is_none() && !record.has_type => {
                return Some(SkipReason::NotARecord);
            }
            Body::Unknown if record.uuid.is_none() => {}
            _ => {
                let agent = self.agent_of(&record, place);
                self.chain(ChainName { session, agent }).take(record, place);
            }
        }
        has_bad_content.then_some(SkipReason::BadContent)
    }
}

impl Reading {
    fn new(path: &Path) -> Self {
        Self {
            name: FileName::of(path),
            fingerprint: String::new(),
            session: None,
            chains: Vec::new(),
            by_name: HashMap::new(),
            side_agents: HashMap::new(),
            titles: HashMap::new(),
            summaries: Vec::new(),
        }
    }

    /// Returns the session that a record belongs to.
    fn session_of(&mut self, record: &Record) -> Arc<str> {
        let named = record.session.as_deref().or(self.session.as_deref());
        let session: Arc<str> = match named {
            Some(session) => session.into(),
            None => self.own_session().into(),
        };
        self.session = Some(Arc::clone(&session));
        session
    }

    /// Returns the session that the file itself stands for.
    fn own_session(&self) -> String {
        if self.name.is_session {
            return self.name.base.clone();
        }
        let fingerprint = &self.fingerprint;
        format!("{}-{fingerprint}", self.name.base)
    }

    /// Returns the agent of a record on a side chain.
    fn agent_of(&mut self, record: &Record, place: Place) -> Option<Arc<str>> {
        if !record.is_side.unwrap_or(self.name.agent.is_some()) {
            return None;
        }
        let named = record.agent.as_deref().or(self.name.agent.as_deref());
        if let Some(agent) = named {
            return Some(agent.into());
        }
        // Older files do not say whose the side chain is: it is named after
        // its first record.
        let parent = record.parent.as_deref();
        let known = parent.and_then(|parent| self.side_agents.get(parent));
        let agent: Arc<str> = match (known, &record.uuid) {
            (Some(agent), _) => Arc::clone(agent),
            (None, Some(uuid)) => uuid.as_str().into(),
            (None, None) => format!("line-{}", place.line).into(),
        };
        if let Some(uuid) = &record.uuid {
            self.side_agents
                .insert(uuid.as_str().into(), Arc::clone(&agent));
        }
        Some(agent)
    }

    fn chain(&mut self, name: ChainName) -> &mut Chain {
        let n_chains = self.chains.len();
        let at = *self.by_name.entry(name.clone()).or_insert(n_chains);
        if at == n_chains {
            self.chains.push((name, Chain::default()));
        }
        // INVARIANT: `by_name` holds indices of `chains` and `n_chains`, which
        // was pushed just now.
        #[expect(clippy::indexing_slicing, reason = "in bounds by the invariant above")]
        &mut self.chains[at].1
    }

    /// Returns the sessions that were read.
    fn sessions(mut self, agent: &AgentId) -> Vec<ImportedSession> {
        self.place_summaries();
        let mut chains = std::mem::take(&mut self.chains);
        // Parents before their side chains; else in order of arrival.
        chains.sort_by_key(|(name, _)| name.agent.is_some());
        chains
            .into_iter()
            .filter_map(|(name, chain)| self.session(agent, &name, chain))
            .collect()
    }

    /// Gives each summary to the session that holds the record it ends in: the
    /// others were left behind by sessions of other files.
    fn place_summaries(&mut self) {
        for (title, leaf) in std::mem::take(&mut self.summaries) {
            let holder = self
                .chains
                .iter()
                .find(|(name, chain)| name.agent.is_none() && chain.holds(&leaf));
            if let Some((name, _)) = holder {
                let session = Arc::clone(&name.session);
                self.titles.entry(session).or_default().summary = Some(title);
            }
        }
    }

    fn session(
        &mut self,
        agent: &AgentId,
        name: &ChainName,
        chain: Chain,
    ) -> Option<ImportedSession> {
        let parent = naming::key(agent, &self.name.project, &name.session, None)?;
        let (key, id, links, title): (_, SessionId, _, _) = match &name.agent {
            None => {
                let titles = self.titles.remove(&name.session).unwrap_or_default();
                let title = titles.custom.or(titles.generated).or(titles.summary);
                let id = naming::id(&name.session)?;
                (parent, id, OwnerLinks::default(), title)
            }
            Some(side) => {
                let key: SessionKey =
                    naming::key(agent, &self.name.project, &name.session, Some(side))?;
                let links = OwnerLinks {
                    spawned_by: Some(parent),
                    ..OwnerLinks::default()
                };
                (
                    key,
                    naming::id(&format!("{}/{side}", name.session))?,
                    links,
                    None,
                )
            }
        };
        Some(ImportedSession {
            links,
            title,
            started: chain.events.first().map(|event| event.timestamp),
            events: chain.events,
            ..ImportedSession::new(key, id)
        })
    }
}
