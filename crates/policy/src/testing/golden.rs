//! Reads 6,144 decisions recorded on another program, over inputs invented for
//! this project.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a file that is not as it was makes the test wrong"
)]

use std::collections::BTreeMap;

use serde::Deserialize;
use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnerLinks, SessionFacts};

use crate::agent_link::{AgentLinkRules, ParseAgentLinkError};
use crate::decision::resolve;
use crate::requester::Requester;
use crate::rules::VisibilityRules;

#[derive(Deserialize)]
struct File {
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
#[derive(Clone, Debug, Deserialize)]
struct Row(String, String, String, String, String, String);

/// One recorded decision.
#[derive(Clone, Debug)]
pub struct GoldenDecision {
    row: Row,
    /// Who asks.
    pub requester: Requester,
    /// Under which rules.
    pub rules: VisibilityRules,
    /// Whether the settings have a blank entry. The other program matches
    /// nothing with it, as we do with an empty list, which stands in its place;
    /// here such settings are refused when they are loaded.
    pub has_blank_entry: bool,
    /// For what, as it was typed.
    pub target: String,
    /// What is stored of it; nothing where the text stands for no key.
    pub stored: Option<SessionFacts>,
}

impl GoldenDecision {
    /// Returns those of a file.
    ///
    /// # Panics
    ///
    /// Panics when the file is not as it was.
    pub fn read(file: &str) -> Vec<Self> {
        let file: File = serde_json::from_str(file).unwrap();
        file.rows.iter().map(|row| file.decision(row)).collect()
    }

    /// Returns the word that was recorded, in our words.
    ///
    /// # Panics
    ///
    /// Panics when it is one that the file does not hold.
    pub fn recorded(&self) -> &'static str {
        match self.row.5.as_str() {
            "allow" => "allowed",
            "incognito_session" => "incognito",
            "target_agent_ownership_unavailable" => "owner-unavailable",
            "cross_agent_visibility_restricted" => "cross-agent-restricted",
            "agent_to_agent_disabled" => "agent-to-agent-off",
            "agent_to_agent_not_allowed" => "agent-to-agent-not-allowed",
            "self_visibility_restricted" => "self-restricted",
            "tree_visibility_restricted" => "tree-restricted",
            other => panic!("an unknown outcome: {other}"),
        }
    }

    /// Returns why what was recorded is meant to be another than `ours`, if it
    /// is.
    pub fn intended_difference(&self, ours: &str) -> Option<&'static str> {
        let Row(requester, target, _, a2a, visibility, _) = &self.row;
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
}

impl File {
    fn decision(&self, row: &Row) -> GoldenDecision {
        let Row(requester, target, link, a2a, visibility, _) = row;
        let key = &self.requesters[requester];
        let requester = Requester::session(key.clone());
        let agent_links = self.a2a[a2a].rules();
        let has_blank_entry = agent_links.is_err();
        let rules = VisibilityRules {
            visibility: visibility.parse().unwrap(),
            agent_links: agent_links
                .unwrap_or_else(|_| AgentLinkRules::parse(true, Some(&[]), None).unwrap()),
            ..VisibilityRules::default()
        };
        let target = self.targets[target].as_deref().unwrap_or(key.as_str());
        let stored = resolve(&requester, target, &rules)
            .ok()
            .map(|target| SessionFacts {
                key: target,
                links: links(link, key),
                is_flagged_incognito: false,
            });
        GoldenDecision {
            row: row.clone(),
            requester,
            rules,
            has_blank_entry,
            target: target.to_owned(),
            stored,
        }
    }
}

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
