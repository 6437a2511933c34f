//! What the rules about who sees what come to: for one session, and as a whole.
//! These are the operator's: they name what a requester may not know (V7).

use serde::Serialize;
use sessions_core::id::AgentId;
use sessions_core::key::SessionKey;
use sessions_policy::agent_link::{AgentLinkRules, AgentPair, AgentPattern};
use sessions_policy::decision::{decide_text, resolve};
use sessions_policy::denial::{Allowed, Denial};
use sessions_policy::requester::Requester;
use sessions_policy::rules::{Visibility, VisibilityRules};

use crate::error::ApiError;
use crate::sessions::Sessions;

/// Why a requester may read a session or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Explanation {
    /// Whether the rules allow it.
    pub allowed: bool,
    /// `allowed`, or the word of the denial.
    pub reason: &'static str,
    /// The number of the rule that decided, like `V1.5`.
    pub rule: &'static str,
    /// The session, where there is such a one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_key: Option<SessionKey>,
    /// The setting that would lift the rule, if any does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<&'static str>,
    /// What would change the answer, as text for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

/// Each setting about who sees what, with the value in effect, by the name that
/// the settings give it; a list that is not set is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EffectiveRules {
    /// How far a session's sight reaches.
    #[serde(rename = "tools.sessions.visibility")]
    pub visibility: &'static str,
    /// Whether any agent may see another's sessions.
    #[serde(rename = "tools.agentToAgent.enabled")]
    pub is_agent_to_agent_enabled: bool,
    /// Patterns, one of which each end must match.
    #[serde(
        rename = "tools.agentToAgent.allow",
        skip_serializing_if = "Option::is_none"
    )]
    pub allow: Option<Vec<AgentPattern>>,
    /// Pairs of agents.
    #[serde(
        rename = "tools.agentToAgent.pairs",
        skip_serializing_if = "Option::is_none"
    )]
    pub pairs: Option<Vec<AgentPair>>,
    /// What a sandboxed session sees.
    #[serde(rename = "agents.defaults.sandbox.sessionToolsVisibility")]
    pub sandboxed: &'static str,
    /// The owner of keys without an agent.
    #[serde(rename = "agents.default")]
    pub default_agent: AgentId,
}

impl From<&VisibilityRules> for EffectiveRules {
    fn from(rules: &VisibilityRules) -> Self {
        let AgentLinkRules {
            is_enabled,
            allow,
            pairs,
        } = &rules.agent_links;
        Self {
            visibility: rules.visibility.as_str(),
            is_agent_to_agent_enabled: *is_enabled,
            allow: allow.clone(),
            pairs: pairs.clone(),
            sandboxed: rules.spawned_visibility.as_str(),
            default_agent: rules.default_agent.clone(),
        }
    }
}

impl Sessions {
    /// Returns what the rules decide when `requester` asks for `text`: any
    /// text, stored or not.
    ///
    /// # Errors
    ///
    /// Fails when the database of the session cannot be read.
    pub fn explain(&self, requester: &Requester, text: &str) -> Result<Explanation, ApiError> {
        let key = resolve(requester, text, self.rules()).ok();
        let stored = match &key {
            Some(key) => self.facts(key)?,
            None => None,
        };
        let decision = decide_text(requester, text, stored.as_ref(), self.rules());
        let denial = decision.err();
        Ok(Explanation {
            allowed: decision.is_ok(),
            reason: decision.map_or_else(Denial::as_str, Allowed::as_str),
            rule: decision.map_or_else(Denial::rule, Allowed::rule),
            session_key: stored.map(|it| it.key),
            setting: denial.and_then(Denial::setting),
            hint: denial.map(Denial::hint),
        })
    }

    /// Returns the rules in effect.
    pub fn effective_rules(&self) -> EffectiveRules {
        self.rules().into()
    }

    /// Returns whether the sessions of one agent may read those of all others
    /// because nothing was said about it: there are several agents, and the
    /// default that lets each see every other.
    ///
    /// # Errors
    ///
    /// Fails when the agents cannot be listed.
    pub fn agents_are_open_by_default(&self) -> Result<bool, ApiError> {
        let rules = self.rules();
        let is_default =
            rules.visibility == Visibility::All && rules.agent_links == AgentLinkRules::default();
        Ok(is_default && 1 < self.agents()?.len())
    }
}
