//! The settings of visibility as a file holds them, and the rules made of them.
//!
//! Values are checked while they are read, so an error carries the place that
//! the reader of the format knows, and says what is allowed (V6). Two shapes
//! differ in one thing: our own file ([`Settings`]) has no unknown keys, the
//! configuration of another program ([`openclaw::Settings`]) holds much
//! besides, which is ignored. A value that is there is never taken for absent,
//! `null` and a list in place of a table included: an `allow` list lost to a
//! mistake would open every agent.
//!
//! ```
//! use sessions_policy::rules::{Visibility, VisibilityRules};
//! use sessions_policy::settings::Settings;
//!
//! let settings: Settings = toml::from_str("[tools.sessions]\nvisibility = 'tree'")?;
//! assert_eq!(VisibilityRules::from(settings).visibility, Visibility::Tree);
//!
//! let err = toml::from_str::<Settings>("[tools.sessions]\nvisibilty = 'tree'").unwrap_err();
//! assert_eq!(
//!     err.message(),
//!     "unknown field `visibilty`, expected `visibility`"
//! );
//! # Ok::<(), toml::de::Error>(())
//! ```

use serde::{Deserialize, Deserializer};

pub use self::ours::{
    AgentDefaults, AgentToAgent, Agents, SandboxDefaults, SessionTools, Settings, Tools,
};

/// Reads a value that is there, so that `null` is an error.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Reads sections from tables alone. A derived reader takes a list too, its
/// items for the fields in their order, and an empty one for the defaults.
macro_rules! read_from_tables {
    ($($Section:ident),+) => {
        $(impl<'de> Deserialize<'de> for $Section {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Table;

                impl<'de> Visitor<'de> for Table {
                    type Value = $Section;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a table of settings")
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$Section, A::Error> {
                        // The derived reader: inherent, since `remote` is set.
                        $Section::deserialize(MapAccessDeserializer::new(map))
                    }
                }

                from.deserialize_map(Table)
            }
        })+
    };
}

/// Declares the sections of the settings, each with the attributes given.
macro_rules! sections {
    ($(#[$each:meta])*) => {
        use std::fmt;

        use serde::de::value::MapAccessDeserializer;
        use serde::de::{MapAccess, Visitor};
        use serde::{Deserialize, Deserializer};
        use sessions_core::id::AgentId;

        use super::present;
        use crate::agent_link::{AgentLinkRules, AgentPair, AgentPattern};
        use crate::rules::{SpawnedVisibility, Visibility, VisibilityRules};

        /// The settings of visibility; what is absent is as V2 says.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct Settings {
            /// `tools`.
            pub tools: Tools,
            /// `agents`.
            pub agents: Agents,
        }

        /// The section `tools`.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct Tools {
            /// `tools.sessions`.
            pub sessions: SessionTools,
            /// `tools.agentToAgent`.
            pub agent_to_agent: AgentToAgent,
        }

        /// The section `tools.sessions`.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct SessionTools {
            /// How far a session's sight reaches.
            #[serde(deserialize_with = "present")]
            pub visibility: Option<Visibility>,
        }

        /// The section `tools.agentToAgent` (V3).
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct AgentToAgent {
            /// Whether any agent may see another's sessions at all.
            #[serde(deserialize_with = "present")]
            pub enabled: Option<bool>,
            /// Patterns, one of which each end must match.
            #[serde(deserialize_with = "present")]
            pub allow: Option<Vec<AgentPattern>>,
            /// Pairs of agents, in either direction.
            #[serde(deserialize_with = "present")]
            pub pairs: Option<Vec<AgentPair>>,
        }

        /// The section `agents`.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct Agents {
            /// The owner of keys without an agent.
            #[serde(deserialize_with = "present")]
            pub default: Option<AgentId>,
            /// `agents.defaults`.
            pub defaults: AgentDefaults,
        }

        /// The section `agents.defaults`.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct AgentDefaults {
            /// `agents.defaults.sandbox`.
            pub sandbox: SandboxDefaults,
        }

        /// The section `agents.defaults.sandbox` (V4).
        #[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(remote = "Self", default, rename_all = "camelCase")]
        $(#[$each])*
        pub struct SandboxDefaults {
            /// What a sandboxed session sees.
            #[serde(deserialize_with = "present")]
            pub session_tools_visibility: Option<SpawnedVisibility>,
        }

        read_from_tables!(
            Settings, Tools, SessionTools, AgentToAgent, Agents, AgentDefaults, SandboxDefaults
        );

        impl From<Settings> for VisibilityRules {
            fn from(settings: Settings) -> Self {
                let Settings { tools, agents } = settings;
                let links = tools.agent_to_agent;
                let sandbox = agents.defaults.sandbox;
                let built_in = Self::default();
                Self {
                    visibility: tools.sessions.visibility.unwrap_or(built_in.visibility),
                    agent_links: AgentLinkRules {
                        is_enabled: links.enabled.unwrap_or(built_in.agent_links.is_enabled),
                        allow: links.allow.or(built_in.agent_links.allow),
                        pairs: links.pairs.or(built_in.agent_links.pairs),
                    },
                    spawned_visibility: sandbox
                        .session_tools_visibility
                        .unwrap_or(built_in.spawned_visibility),
                    main: built_in.main,
                    default_agent: agents.default.unwrap_or(built_in.default_agent),
                }
            }
        }
    };
}

mod ours {
    sections!(
        #[serde(deny_unknown_fields)]
    );
}

pub mod openclaw {
    //! The same settings inside the configuration of OpenClaw; what it holds
    //! besides is ignored.

    sections!();
}
