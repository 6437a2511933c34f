//! What a decision says: the rule that decided and, for a denial, the setting
//! that would change it (V7).

use std::fmt;

/// The session may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    rule: &'static str,
}

impl Allowed {
    pub(crate) fn by(rule: &'static str) -> Self {
        Self { rule }
    }

    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        "allowed"
    }

    /// Returns the number of the rule that allowed it, like `V1.4`; `V11` for
    /// the operator, whom no rule about sessions limits.
    pub fn rule(self) -> &'static str {
        self.rule
    }
}

/// Which of two limits holds a session back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The configured visibility (V1).
    Visibility,
    /// The limit of sandboxed sessions to those that they spawned (V4).
    Sandbox,
}

/// Why a session may not be read: the first rule that hides it.
///
/// But for [`Denial::Incognito`], which a stored flag can cause, it follows
/// from the requester, the rules and the target's key alone, and so tells the
/// requester nothing about what is stored. To tell a requester of a denial,
/// take the one of [`decide_key`](crate::decision::decide_key).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Denial {
    /// The session is incognito, by its key or by a stored flag.
    Incognito,
    /// The target is no key, so no agent owns it.
    OwnerUnavailable,
    /// The session is another agent's.
    CrossAgentRestricted {
        /// What keeps the requester to its own agent.
        limit: Limit,
    },
    /// The session is another agent's, and agent-to-agent access is off.
    AgentToAgentOff,
    /// The session is another agent's, and the two may not see each other.
    AgentToAgentNotAllowed,
    /// The requester sees itself alone.
    SelfRestricted,
    /// The session does not belong to the requester.
    TreeRestricted {
        /// What keeps the requester to its own sessions.
        limit: Limit,
    },
}

impl Denial {
    /// Every denial, in the order of the rules.
    pub const ALL: [Self; 9] = [
        Self::Incognito,
        Self::OwnerUnavailable,
        Self::CrossAgentRestricted {
            limit: Limit::Visibility,
        },
        Self::AgentToAgentOff,
        Self::AgentToAgentNotAllowed,
        Self::SelfRestricted,
        Self::TreeRestricted {
            limit: Limit::Visibility,
        },
        Self::CrossAgentRestricted {
            limit: Limit::Sandbox,
        },
        Self::TreeRestricted {
            limit: Limit::Sandbox,
        },
    ];

    /// Returns the word used on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Incognito => "incognito",
            Self::OwnerUnavailable => "owner-unavailable",
            Self::CrossAgentRestricted { .. } => "cross-agent-restricted",
            Self::AgentToAgentOff => "agent-to-agent-off",
            Self::AgentToAgentNotAllowed => "agent-to-agent-not-allowed",
            Self::SelfRestricted => "self-restricted",
            Self::TreeRestricted { .. } => "tree-restricted",
        }
    }

    /// Returns the number of the rule that denied it, like `V1.5`.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Incognito => "V1.1",
            Self::OwnerUnavailable => "V1.2",
            Self::AgentToAgentOff
            | Self::AgentToAgentNotAllowed
            | Self::CrossAgentRestricted {
                limit: Limit::Visibility,
            } => "V1.5",
            Self::SelfRestricted
            | Self::TreeRestricted {
                limit: Limit::Visibility,
            } => "V1.6",
            Self::CrossAgentRestricted {
                limit: Limit::Sandbox,
            }
            | Self::TreeRestricted {
                limit: Limit::Sandbox,
            } => "V4",
        }
    }

    /// Returns the setting that would lift this rule; `None` where none does.
    ///
    /// A rule further on may deny the session still.
    pub fn setting(self) -> Option<&'static str> {
        match self {
            Self::Incognito | Self::OwnerUnavailable => None,
            Self::AgentToAgentOff => Some("tools.agentToAgent.enabled"),
            Self::AgentToAgentNotAllowed => Some("tools.agentToAgent.allow"),
            Self::SelfRestricted
            | Self::CrossAgentRestricted {
                limit: Limit::Visibility,
            }
            | Self::TreeRestricted {
                limit: Limit::Visibility,
            } => Some("tools.sessions.visibility"),
            Self::CrossAgentRestricted {
                limit: Limit::Sandbox,
            }
            | Self::TreeRestricted {
                limit: Limit::Sandbox,
            } => Some("agents.defaults.sandbox.sessionToolsVisibility"),
        }
    }

    /// Returns what would change the answer, as text for people.
    ///
    /// It names settings, and no session, agent or list of what is allowed.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Incognito => "incognito sessions are never shown; no setting changes that",
            Self::OwnerUnavailable => "a session key reads `agent:<agent id>:<rest>`",
            Self::CrossAgentRestricted {
                limit: Limit::Visibility,
            } => {
                "`tools.sessions.visibility` set to `all` shows other agents' sessions, \
                 as far as `tools.agentToAgent` allows"
            }
            Self::AgentToAgentOff => {
                "`tools.agentToAgent.enabled` set to `true` lets agents see each other's sessions"
            }
            Self::AgentToAgentNotAllowed => {
                "both agents must match `tools.agentToAgent.allow`, \
                 or be a pair of `tools.agentToAgent.pairs`"
            }
            Self::SelfRestricted => {
                "`tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to \
                 the one that asks, `agent` every session of its agent"
            }
            Self::TreeRestricted {
                limit: Limit::Visibility,
            } => "`tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent",
            Self::CrossAgentRestricted {
                limit: Limit::Sandbox,
            }
            | Self::TreeRestricted {
                limit: Limit::Sandbox,
            } => {
                "`agents.defaults.sandbox.sessionToolsVisibility` is `spawned`, which keeps a \
                 sandboxed session to those that it spawned; `all` lifts that"
            }
        }
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn a_denial_names_its_rule_and_the_setting_that_lifts_it() {
        let mut table = String::new();
        for denial in Denial::ALL {
            if let Some(setting) = denial.setting() {
                assert!(denial.hint().contains(setting), "{denial:?}");
            }
            writeln!(table, "{:4} {denial}: {}", denial.rule(), denial.hint()).unwrap();
        }
        insta::assert_snapshot!(table, @r#"
        V1.1 incognito: incognito sessions are never shown; no setting changes that
        V1.2 owner-unavailable: a session key reads `agent:<agent id>:<rest>`
        V1.5 cross-agent-restricted: `tools.sessions.visibility` set to `all` shows other agents' sessions, as far as `tools.agentToAgent` allows
        V1.5 agent-to-agent-off: `tools.agentToAgent.enabled` set to `true` lets agents see each other's sessions
        V1.5 agent-to-agent-not-allowed: both agents must match `tools.agentToAgent.allow`, or be a pair of `tools.agentToAgent.pairs`
        V1.6 self-restricted: `tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to the one that asks, `agent` every session of its agent
        V1.6 tree-restricted: `tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent
        V4   cross-agent-restricted: `agents.defaults.sandbox.sessionToolsVisibility` is `spawned`, which keeps a sandboxed session to those that it spawned; `all` lifts that
        V4   tree-restricted: `agents.defaults.sandbox.sessionToolsVisibility` is `spawned`, which keeps a sandboxed session to those that it spawned; `all` lifts that
        "#);
    }
}
