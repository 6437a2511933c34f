//! What the rules grant a requester in one agent's database.
//!
//! The rules are written here and nowhere else, as a list of grants in the
//! order of V1: a decision takes the first one that holds the session, a scope
//! takes them together.

use sessions_core::id::AgentId;
use sessions_core::scope::{OwnedSessions, SessionFacts, SessionScope, SessionSet};

use crate::denial::{Denial, Limit};
use crate::requester::{Requester, SessionRequester};
use crate::rules::{SpawnedVisibility, Visibility, VisibilityRules};

/// Sessions that one rule shows.
struct Grant {
    /// The number of the rule.
    rule: &'static str,
    sessions: SessionScope,
}

/// All that a requester may see of one agent's sessions.
pub(crate) struct Reach {
    grants: Vec<Grant>,
    /// Why any other session is hidden.
    beyond: Denial,
}

impl Reach {
    /// Returns what `requester` may see of the sessions of `agent`.
    pub(crate) fn of(requester: &Requester, rules: &VisibilityRules, agent: &AgentId) -> Self {
        match requester {
            Requester::Operator => Self {
                grants: vec![Grant {
                    rule: "V11",
                    sessions: SessionScope::Everything,
                }],
                beyond: Denial::Incognito,
            },
            Requester::Session(asking) => {
                let reach = Self::configured(asking, rules, agent);
                if is_clamped(asking, rules) {
                    reach.clamped(asking, agent)
                } else {
                    reach
                }
            }
        }
    }

    /// Returns the number of the rule that shows a session, the first in the
    /// order of V1; `None` if none does.
    pub(crate) fn rule_showing(&self, facts: &SessionFacts) -> Option<&'static str> {
        self.grants
            .iter()
            .find(|grant| grant.sessions.contains(facts))
            .map(|grant| grant.rule)
    }

    /// Returns why a session that no rule shows is hidden (V1.1 first).
    pub(crate) fn denial_of(&self, facts: &SessionFacts) -> Denial {
        if facts.is_incognito() {
            Denial::Incognito
        } else {
            self.beyond
        }
    }

    /// Returns the sessions that any rule shows.
    pub(crate) fn into_scope(self) -> SessionScope {
        self.grants
            .into_iter()
            .map(|grant| grant.sessions)
            .fold(SessionScope::Nothing, union)
    }

    /// Returns what V1.3 to V1.6 show.
    fn configured(asking: &SessionRequester, rules: &VisibilityRules, agent: &AgentId) -> Self {
        let is_own_agent = asking.key.agent() == agent;
        let owned = owned_part(asking, rules, is_own_agent);
        let (rule, (sessions, beyond)) = if is_own_agent {
            ("V1.6", own_agent_part(asking, rules))
        } else {
            ("V1.5", other_agent_part(asking, rules, agent))
        };
        Self {
            grants: vec![
                Grant {
                    rule: "V1.4",
                    sessions: owned,
                },
                Grant { rule, sessions },
            ],
            beyond,
        }
    }

    /// Returns what remains of it for a sandboxed session (V4).
    fn clamped(self, asking: &SessionRequester, agent: &AgentId) -> Self {
        let is_own_agent = asking.key.agent() == agent;
        let mut beyond = self.beyond;
        let mut clamp = |grant: Grant| match grant.sessions {
            SessionScope::Everything => {
                let limit = Limit::Sandbox;
                beyond = if is_own_agent {
                    Denial::TreeRestricted { limit }
                } else {
                    Denial::CrossAgentRestricted { limit }
                };
                Grant {
                    rule: grant.rule,
                    sessions: spawned(asking, is_own_agent),
                }
            }
            // Narrower grants name the requester and its own sessions only,
            // so they lie inside the clamp.
            SessionScope::Nothing | SessionScope::Of(_) => grant,
        };
        let grants = self.grants.into_iter().map(&mut clamp).collect();
        Self { grants, beyond }
    }
}

/// Returns whether a session is kept to those that it spawned (V4).
pub(crate) fn is_clamped(asking: &SessionRequester, rules: &VisibilityRules) -> bool {
    asking.is_sandboxed && rules.spawned_visibility == SpawnedVisibility::Spawned
}

/// V1.3 and V1.4: owned sessions, before any agent-to-agent rule.
fn owned_part(
    asking: &SessionRequester,
    rules: &VisibilityRules,
    is_own_agent: bool,
) -> SessionScope {
    match rules.visibility {
        Visibility::SelfOnly | Visibility::Agent => SessionScope::Nothing,
        Visibility::Tree
            if is_own_agent && !asking.is_sandboxed && asking.key.is_main(&rules.main) =>
        {
            SessionScope::Everything
        }
        Visibility::Tree | Visibility::All => SessionScope::Of(SessionSet {
            keys: Vec::new(),
            owned: Some(OwnedSessions {
                owner: asking.key.clone(),
                is_children_only: !is_own_agent,
            }),
        }),
    }
}

/// V1.5: what shows of another agent, and why the rest does not.
fn other_agent_part(
    asking: &SessionRequester,
    rules: &VisibilityRules,
    agent: &AgentId,
) -> (SessionScope, Denial) {
    let denial = if rules.visibility != Visibility::All {
        Denial::CrossAgentRestricted {
            limit: Limit::Visibility,
        }
    } else if !rules.agent_links.is_enabled {
        Denial::AgentToAgentOff
    } else if !rules.agent_links.has_pair(asking.key.agent(), agent) {
        Denial::AgentToAgentNotAllowed
    } else {
        return (SessionScope::Everything, Denial::Incognito);
    };
    (SessionScope::Nothing, denial)
}

/// V1.6: what shows of the requester's own agent, and why the rest does not.
fn own_agent_part(asking: &SessionRequester, rules: &VisibilityRules) -> (SessionScope, Denial) {
    let itself = || SessionScope::one(asking.key.clone());
    match rules.visibility {
        Visibility::SelfOnly => (itself(), Denial::SelfRestricted),
        Visibility::Tree => (
            itself(),
            Denial::TreeRestricted {
                limit: Limit::Visibility,
            },
        ),
        Visibility::Agent | Visibility::All => (SessionScope::Everything, Denial::Incognito),
    }
}

/// The session itself, in its own agent's database, and those linked to it.
fn spawned(asking: &SessionRequester, is_own_agent: bool) -> SessionScope {
    SessionScope::Of(SessionSet {
        keys: is_own_agent
            .then(|| asking.key.clone())
            .into_iter()
            .collect(),
        owned: Some(OwnedSessions {
            owner: asking.key.clone(),
            is_children_only: false,
        }),
    })
}

/// Returns the sessions of either scope; both are grants to one requester, so
/// the owner that they name is the same.
fn union(one: SessionScope, other: SessionScope) -> SessionScope {
    match (one, other) {
        (SessionScope::Everything, _) | (_, SessionScope::Everything) => SessionScope::Everything,
        (SessionScope::Nothing, scope) | (scope, SessionScope::Nothing) => scope,
        (SessionScope::Of(mut set), SessionScope::Of(more)) => {
            set.keys.extend(more.keys);
            set.owned = match (set.owned, more.owned) {
                (Some(a), Some(b)) => Some(OwnedSessions {
                    is_children_only: a.is_children_only && b.is_children_only,
                    owner: a.owner,
                }),
                (a, b) => a.or(b),
            };
            SessionScope::of(set)
        }
    }
}
