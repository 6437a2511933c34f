//! The differential oracle: 6,144 decisions measured on another program, over
//! inputs invented for this project. What we decide otherwise on purpose is
//! named here and counted, so that nothing else differs.

use std::collections::BTreeMap;

use serde::Deserialize;
use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnerLinks, SessionFacts};
use sessions_policy::agent_link::{AgentLinkRules, ParseAgentLinkError};
use sessions_policy::decision::{decide_text, resolve, visible_to};
use sessions_policy::requester::Requester;
use sessions_policy::rules::VisibilityRules;

#[derive(Deserialize)]
struct Golden {
    requesters: BTreeMap<String, SessionKey>,
    targets: BTreeMap<String, Option<String>>,
    a2a: BTreeMap<String, Links>,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Links {
    enabled: Option<bool>,
    allow: Option<Vec<String>>,
}

/// Requester, target, link, agent-to-agent settings, visibility, outcome.
#[derive(Deserialize)]
struct Row(String, String, String, String, String, String);

impl Links {
    fn rules(&self) -> Result<AgentLinkRules, ParseAgentLinkError> {
        let allow: Option<Vec<&str>> = self
            .allow
            .as_ref()
            .map(|list| list.iter().map(String::as_str).collect());
        AgentLinkRules::parse(self.enabled.unwrap_or(true), allow.as_deref(), None)
    }
}

fn links(field: &str, owner: &SessionKey) -> OwnerLinks {
    let mut links = OwnerLinks::default();
    match field {
        "none" => {}
        "spawnedBy" => links.spawned_by = Some(owner.clone()),
        "parentSessionKey" => links.parent = Some(owner.clone()),
        "ownerSessionKey" => links.owner = Some(owner.clone()),
        _ => panic!("an unknown link: {field}"),
    }
    links
}

fn word(outcome: &str) -> &'static str {
    match outcome {
        "allow" => "allowed",
        "incognito_session" => "incognito",
        "target_agent_ownership_unavailable" => "owner-unavailable",
        "cross_agent_visibility_restricted" => "cross-agent-restricted",
        "agent_to_agent_disabled" => "agent-to-agent-off",
        "agent_to_agent_not_allowed" => "agent-to-agent-not-allowed",
        "self_visibility_restricted" => "self-restricted",
        "tree_visibility_restricted" => "tree-restricted",
        _ => panic!("an unknown outcome: {outcome}"),
    }
}

/// Why a row's decision is meant to be another than ours, if it is.
fn intended_difference(row: &Row, ours: &str) -> Option<&'static str> {
    let Row(requester, target, _, a2a, visibility, _) = row;
    match (requester.as_str(), target.as_str()) {
        ("incog", "current") if ours == "incognito" => {
            Some("an incognito requester asks for `current`")
        }
        ("main", "bare") if visibility == "self" && ours == "allowed" => {
            Some("the main session asks for `main` under `self`")
        }
        (_, "xacp") if a2a == "codexonly" && visibility == "all" && ours == "allowed" => {
            Some("an exact entry in another case")
        }
        _ => None,
    }
}

#[test]
fn every_golden_row_is_decided_alike_but_for_the_intended_differences() {
    let text = include_str!("../data/visibility.json");
    let golden: Golden = serde_json::from_str(text).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &golden.rows {
        let Row(requester, target, link, a2a, visibility, outcome) = row;
        let key = &golden.requesters[requester];
        let requester = Requester::session(key.clone());
        let agent_links = golden.a2a[a2a].rules().unwrap_or_else(|_| {
            // A load error here. The other program matches nothing with a
            // blank entry, as we do with an empty list.
            *counts.entry("a blank entry is an error").or_default() += 1;
            AgentLinkRules::parse(true, Some(&[]), None).unwrap()
        });
        let rules = VisibilityRules {
            visibility: visibility.parse().unwrap(),
            agent_links,
            ..VisibilityRules::default()
        };
        let target = golden.targets[target].as_deref().unwrap_or(key.as_str());
        let stored = resolve(&requester, target, &rules)
            .ok()
            .map(|target| SessionFacts {
                key: target,
                links: links(link, key),
                is_flagged_incognito: false,
            });

        let decision = decide_text(&requester, target, stored.as_ref(), &rules);
        let ours = match decision {
            Ok(allowed) => allowed.as_str(),
            Err(denial) => denial.as_str(),
        };
        let expected = word(outcome);
        let kind = match intended_difference(row, ours) {
            Some(reason) if ours != expected => reason,
            _ => {
                assert_eq!(
                    ours, expected,
                    "{key} -> {target} {link} {a2a} {visibility}"
                );
                "alike"
            }
        };
        *counts.entry(kind).or_default() += 1;
        if let Some(facts) = &stored {
            let scope = visible_to(&requester, &rules).scope(facts.key.agent());
            assert_eq!(
                scope.contains(facts),
                decision.is_ok(),
                "{facts:?} {rules:?}"
            );
        }
    }
    assert_eq!(golden.rows.len(), 6144);
    insta::assert_debug_snapshot!(counts, @r#"
    {
        "a blank entry is an error": 775,
        "alike": 6032,
        "an exact entry in another case": 4,
        "an incognito requester asks for `current`": 87,
        "the main session asks for `main` under `self`": 21,
    }
    "#);
}
