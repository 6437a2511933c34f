//! Draws requesters, rules and facts that meet often.

#![expect(clippy::unwrap_used, reason = "names in tests are valid")]

use proptest::prelude::*;
use sessions_core::id::AgentId;
use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnerLinks, SessionFacts};

use crate::agent_link::{AgentLinkRules, AgentPair, AgentPattern};
use crate::requester::{Requester, SessionRequester};
use crate::rules::{SpawnedVisibility, Visibility, VisibilityRules};

const AGENTS: [&str; 3] = ["main", "ops", "ops-eu"];

const PATTERNS: [&str; 6] = ["main", "Ops", "ops-*", "o*", "*", "nobody"];

const RESTS: [&str; 9] = [
    "main",
    "home",
    "telegram:direct:u1",
    "slack:channel:c1",
    "subagent:x",
    "subagent:x:subagent:y",
    "acp:x",
    "dashboard:d",
    "dashboard:incognito-1",
];

/// Draws one of three agents.
pub fn agents() -> impl Strategy<Value = AgentId> {
    prop::sample::select(AGENTS.as_slice()).prop_map(|id| id.parse().unwrap())
}

/// Draws a key of one of them: main sessions, people, groups, children, an
/// incognito one.
pub fn keys() -> impl Strategy<Value = SessionKey> {
    (agents(), prop::sample::select(RESTS.as_slice()))
        .prop_map(|(agent, rest)| SessionKey::new(&agent, rest).unwrap())
}

fn askers() -> impl Strategy<Value = SessionRequester> {
    (keys(), any::<bool>()).prop_map(|(key, is_sandboxed)| SessionRequester { key, is_sandboxed })
}

/// Draws who asks, the operator now and then.
pub fn requesters() -> impl Strategy<Value = Requester> {
    prop_oneof![
        1 => Just(Requester::Operator),
        9 => askers().prop_map(Requester::Session),
    ]
}

/// Draws rules, agent-to-agent lists among them.
pub fn rules() -> impl Strategy<Value = VisibilityRules> {
    let pattern = prop::sample::select(PATTERNS.as_slice())
        .prop_map(|text| text.parse::<AgentPattern>().unwrap());
    let pair = (agents(), agents()).prop_map(|(one, other)| AgentPair::new(one, other));
    let links = (
        prop::bool::weighted(0.8),
        prop::option::of(prop::collection::vec(pattern, 0..3)),
        prop::option::of(prop::collection::vec(pair, 0..3)),
    )
        .prop_map(|(is_enabled, allow, pairs)| AgentLinkRules {
            is_enabled,
            allow,
            pairs,
        });
    (
        prop::sample::select(Visibility::ALL),
        links,
        prop::sample::select(SpawnedVisibility::ALL),
        prop::sample::select(["main", "home"].as_slice()),
    )
        .prop_map(
            |(visibility, agent_links, spawned_visibility, main)| VisibilityRules {
                visibility,
                agent_links,
                spawned_visibility,
                main: main.to_owned(),
                ..VisibilityRules::default()
            },
        )
}

/// Draws facts of a session: often the requester's own, often owned by it.
pub fn facts(asking: &SessionKey) -> impl Strategy<Value = SessionFacts> + use<> {
    let asking = asking.clone();
    let own = asking.clone();
    let link = move || {
        prop_oneof![
            4 => Just(None),
            2 => Just(Some(own.clone())),
            1 => keys().prop_map(Some),
        ]
    };
    (
        prop_oneof![1 => Just(asking), 5 => keys()],
        (link(), link(), link()),
        prop::bool::weighted(0.1),
    )
        .prop_map(
            |(key, (spawned_by, parent, owner), is_flagged_incognito)| SessionFacts {
                key,
                links: OwnerLinks {
                    spawned_by,
                    parent,
                    owner,
                },
                is_flagged_incognito,
            },
        )
}
