//! Which sessions of one agent's database a read may touch (S8).
//!
//! The policy makes a [`SessionScope`] from a requester and the rules; a store
//! reads nothing outside it. Neither knows the other: what they share is the
//! meaning written here, [`SessionScope::contains`].
//!
//! There is no default and no optional scope, and an empty set of sessions is
//! nothing, never everything:
//!
//! ```
//! use sessions_core::scope::{SessionScope, SessionSet};
//!
//! assert_eq!(
//!     SessionScope::of(SessionSet::default()),
//!     SessionScope::Nothing
//! );
//! ```

use crate::key::SessionKey;

/// The session that a session belongs to, by three stored links (V5).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwnerLinks {
    /// The session that started this one.
    pub spawned_by: Option<SessionKey>,
    /// The session that this one hangs on.
    pub parent: Option<SessionKey>,
    /// The session that owns this one.
    pub owner: Option<SessionKey>,
}

impl OwnerLinks {
    /// Returns whether any of the links names `key`: one hop, never a chain.
    pub fn name(&self, key: &SessionKey) -> bool {
        [&self.spawned_by, &self.parent, &self.owner]
            .into_iter()
            .any(|link| link.as_ref() == Some(key))
    }
}

/// What is stored of a session key and matters to visibility.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionFacts {
    /// The key.
    pub key: SessionKey,
    /// Whom the session belongs to.
    pub links: OwnerLinks,
    /// Whether it was stored as incognito; the key can say so too.
    pub is_flagged_incognito: bool,
}

impl SessionFacts {
    /// Returns whether the session is never listed, searched or opened (V1.1).
    pub fn is_incognito(&self) -> bool {
        self.is_flagged_incognito || self.key.is_incognito()
    }
}

/// The sessions of one agent's database that a read may touch.
///
/// Incognito sessions are in no scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionScope {
    /// No session.
    Nothing,
    /// Every session but incognito ones.
    Everything,
    /// The sessions of a set, and no others.
    Of(SessionSet),
}

/// A set of sessions: some by key, some by whom they belong to.
///
/// A session is in the set when either part names it; the empty set has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSet {
    /// Sessions named by their key.
    pub keys: Vec<SessionKey>,
    /// Sessions that belong to a session.
    pub owned: Option<OwnedSessions>,
}

/// The sessions with a link to one owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedSessions {
    /// The session that a link must name.
    pub owner: SessionKey,
    /// Whether only sub-agents and ACP children count (V1.4).
    pub is_children_only: bool,
}

impl SessionScope {
    /// Returns the scope of a set; nothing for the empty one.
    pub fn of(set: SessionSet) -> Self {
        if set.keys.is_empty() && set.owned.is_none() {
            Self::Nothing
        } else {
            Self::Of(set)
        }
    }

    /// Returns the scope of the one session `key`.
    pub fn one(key: SessionKey) -> Self {
        Self::Of(SessionSet {
            keys: vec![key],
            owned: None,
        })
    }

    /// Returns whether a session is in the scope.
    pub fn contains(&self, facts: &SessionFacts) -> bool {
        if facts.is_incognito() {
            return false;
        }
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Of(set) => {
                set.keys.contains(&facts.key)
                    || set.owned.as_ref().is_some_and(|owned| {
                        facts.links.name(&owned.owner)
                            && (!owned.is_children_only || facts.key.kind().is_child())
                    })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> SessionKey {
        text.parse().unwrap()
    }

    fn facts(text: &str, parent: Option<&str>) -> SessionFacts {
        SessionFacts {
            key: key(text),
            links: OwnerLinks {
                parent: parent.map(key),
                ..OwnerLinks::default()
            },
            is_flagged_incognito: false,
        }
    }

    #[test]
    fn a_set_holds_named_and_owned_sessions() {
        let me = "agent:a:main";
        let scope = SessionScope::Of(SessionSet {
            keys: vec![key(me)],
            owned: Some(OwnedSessions {
                owner: key(me),
                is_children_only: true,
            }),
        });
        for (target, parent, is_in) in [
            (me, None, true),
            ("agent:a:subagent:x", Some(me), true),
            ("agent:b:acp:x", Some(me), true),
            ("agent:a:dashboard:x", Some(me), false),
            ("agent:a:subagent:x", Some("agent:a:subagent:y"), false),
            ("agent:a:subagent:x", None, false),
        ] {
            assert_eq!(scope.contains(&facts(target, parent)), is_in, "{target}");
        }
    }

    #[test]
    fn incognito_sessions_are_in_no_scope() {
        let mut flagged = facts("agent:a:main", None);
        flagged.is_flagged_incognito = true;
        let named = facts("agent:a:dashboard:incognito-1", None);
        for hidden in [flagged, named] {
            assert!(!SessionScope::Everything.contains(&hidden));
            assert!(!SessionScope::one(hidden.key.clone()).contains(&hidden));
        }
        assert!(!SessionScope::Nothing.contains(&facts("agent:a:main", None)));
    }
}
