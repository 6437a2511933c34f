//! The same run under other names, so that two processes can make it in one
//! database without meeting.

#![expect(clippy::unwrap_used, reason = "ids in tests are valid")]

use sessions_core::id::SessionId;
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;
use sessions_core::testing::steps::Step;

use super::Act;

fn key(key: &SessionKey, name: &str) -> SessionKey {
    let rest = key.as_str().strip_prefix("agent:a:");
    format!("agent:{name}:{}", rest.unwrap_or(key.as_str()))
        .parse()
        .unwrap()
}

fn session(id: &SessionId, name: &str) -> SessionId {
    format!("{name}-{id}").parse().unwrap()
}

fn links(links: &OwnerLinks, name: &str) -> OwnerLinks {
    let link = |link: &Option<SessionKey>| link.as_ref().map(|it| key(it, name));
    OwnerLinks {
        spawned_by: link(&links.spawned_by),
        parent: link(&links.parent),
        owner: link(&links.owner),
    }
}

impl Act {
    /// Returns the key that [`Self::renamed`] puts in the place of `of`.
    ///
    /// # Panics
    ///
    /// Panics when `name` is no agent id.
    pub fn key_under(of: &SessionKey, name: &str) -> SessionKey {
        key(of, name)
    }

    /// Returns the act with its keys and session ids in the name space `name`,
    /// which is an agent id.
    ///
    /// # Panics
    ///
    /// Panics when `name` is no agent id.
    #[must_use]
    pub fn renamed(mut self, name: &str) -> Self {
        let (its_key, its_session) = match &mut self {
            Self::Reconcile { .. }
            | Self::Merge
            | Self::Checkpoint
            | Self::Step(Step::Reconcile | Step::Reopen) => return self,
            Self::Batch {
                key,
                new_session_id,
                ..
            }
            | Self::Step(Step::Append {
                key,
                new_session_id,
                ..
            }) => (key, Some(new_session_id)),
            Self::Step(Step::Open {
                key,
                new_session_id,
                links: its_links,
                ..
            }) => {
                *its_links = links(its_links, name);
                (key, Some(new_session_id))
            }
            Self::Step(
                Step::RollOver { key, session_id }
                | Step::Fork {
                    key, session_id, ..
                }
                | Step::Import {
                    key, session_id, ..
                },
            ) => (key, Some(session_id)),
            Self::Rewind { key, .. }
            | Self::Step(Step::Reset { key, .. } | Step::Delete { key }) => (key, None),
        };
        *its_key = key(its_key, name);
        if let Some(id) = its_session {
            *id = session(id, name);
        }
        self
    }
}
