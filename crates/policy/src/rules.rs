//! What the operator configured, checked (V2, V6).

use sessions_core::id::AgentId;
use sessions_core::key::DEFAULT_MAIN;

use crate::agent_link::AgentLinkRules;
pub use crate::word::UnknownWordError;
use crate::word::wire_words;

/// The agent that owns keys without an agent unless configured otherwise.
const DEFAULT_AGENT: &str = "main";

wire_words! {
    /// How far a session's sight reaches; the setting `tools.sessions.visibility`.
    ///
    /// `agent` and `tree` are not comparable: only `tree` reaches the children
    /// that a session has under other agents.
    pub enum Visibility {
        /// The session itself.
        SelfOnly = "self",
        /// The session and those that belong to it; for the main session,
        /// every session of its agent.
        Tree = "tree",
        /// Every session of its agent.
        Agent = "agent",
        /// Every session, other agents' as far as agent-to-agent rules allow.
        All = "all",
    }
}

wire_words! {
    /// What a sandboxed session sees; the setting
    /// `agents.defaults.sandbox.sessionToolsVisibility` (V4).
    pub enum SpawnedVisibility {
        /// Itself and the sessions with a link to it, as far as the configured
        /// visibility shows them.
        Spawned = "spawned",
        /// Whatever the configured visibility shows.
        All = "all",
    }
}

/// The rules that a decision is made under.
///
/// The default is V2, and the only place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibilityRules {
    /// How far a session's sight reaches.
    pub visibility: Visibility,
    /// Which agents may see each other's sessions.
    pub agent_links: AgentLinkRules,
    /// What a sandboxed session sees.
    pub spawned_visibility: SpawnedVisibility,
    /// The word that a main session's key ends in.
    pub main: String,
    /// The owner of keys without an agent.
    pub default_agent: AgentId,
}

impl VisibilityRules {
    /// Returns the rules of V2 with a default agent.
    pub fn new(default_agent: AgentId) -> Self {
        Self {
            visibility: Visibility::All,
            agent_links: AgentLinkRules::default(),
            spawned_visibility: SpawnedVisibility::Spawned,
            main: DEFAULT_MAIN.to_owned(),
            default_agent,
        }
    }
}

impl Default for VisibilityRules {
    #[expect(clippy::expect_used, reason = "a constant that a test parses")]
    fn default() -> Self {
        Self::new(DEFAULT_AGENT.parse().expect("the built-in agent id parses"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_contract() {
        insta::assert_debug_snapshot!(VisibilityRules::default(), @r#"
        VisibilityRules {
            visibility: All,
            agent_links: AgentLinkRules {
                is_enabled: true,
                allow: None,
                pairs: None,
            },
            spawned_visibility: Spawned,
            main: "main",
            default_agent: AgentId(main),
        }
        "#);
    }

    #[test]
    fn a_word_reads_as_it_is_written_and_no_other_does() {
        for &value in Visibility::ALL {
            assert_eq!(value.as_str().parse(), Ok(value));
        }
        for &value in SpawnedVisibility::ALL {
            assert_eq!(value.as_str().parse(), Ok(value));
        }
        insta::assert_snapshot!("All".parse::<Visibility>().unwrap_err(), @"not one of `self`, `tree`, `agent`, `all`");
        insta::assert_snapshot!("".parse::<SpawnedVisibility>().unwrap_err(), @"not one of `spawned`, `all`");
    }
}
