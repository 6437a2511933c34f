//! Whose a session is, as something outside its records tells.

use sessions_core::id::{AgentId, SessionId};
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;

use super::entry::Content;
use super::reading::Reading;
use crate::imported::ImportedSession;
use crate::{ImportOptions, fingerprint};

/// What is known of a session from outside its transcript.
pub(super) struct Known {
    pub(super) key: SessionKey,
    pub(super) links: OwnerLinks,
    /// Whether it is the current generation of its key, where that is known.
    pub(super) is_current: Option<bool>,
    pub(super) is_archived: bool,
    pub(super) is_incognito: bool,
    pub(super) title: Option<String>,
}

impl Known {
    /// Returns what the entry of its key says.
    pub(super) fn by_entry(content: &Content, is_current: bool) -> Self {
        Self {
            key: content.key.clone(),
            links: content.links.clone(),
            is_current: Some(is_current),
            is_archived: content.is_archived,
            is_incognito: content.is_incognito,
            title: content.title.clone(),
        }
    }

    /// Returns what is known of a session that nothing names.
    pub(super) fn by_id(agent: &AgentId, id: &SessionId) -> Option<Self> {
        let key = SessionKey::new(agent, &format!("imported:{id}"))
            .or_else(|_| {
                let fingerprint = fingerprint::of(id.as_str().as_bytes());
                SessionKey::new(agent, &format!("imported:{fingerprint}"))
            })
            .ok()?;
        Some(Self {
            key,
            links: OwnerLinks::default(),
            is_current: None,
            is_archived: false,
            is_incognito: false,
            title: None,
        })
    }
}

impl Reading {
    /// Returns what was read as the session `id` of its owner, under the agent
    /// that is asked for.
    pub(super) fn owned(
        &mut self,
        known: Known,
        id: SessionId,
        options: &ImportOptions,
    ) -> ImportedSession {
        let owned = |key| owned_by(key, options.agent.as_ref());
        let key = owned(known.key);
        ImportedSession {
            is_current: known.is_current.unwrap_or(true),
            is_archived: known.is_archived,
            is_incognito: known.is_incognito || key.is_incognito(),
            links: OwnerLinks {
                spawned_by: known.links.spawned_by.map(owned),
                parent: known.links.parent.map(owned),
                owner: known.links.owner.map(owned),
            },
            title: self.title.take().or(known.title),
            started: self
                .header
                .as_ref()
                .and_then(|header| header.time)
                .or_else(|| self.events.first().map(|event| event.timestamp)),
            events: std::mem::take(&mut self.events),
            ..ImportedSession::new(key, id)
        }
    }
}

/// Returns the same key under the agent that the caller wants to own it.
fn owned_by(key: SessionKey, agent: Option<&AgentId>) -> SessionKey {
    match agent.map(|agent| SessionKey::new(agent, key.rest())) {
        Some(Ok(moved)) => moved,
        _ => key,
    }
}
