//! V1 as a table, to be checked against the contract by reading.

use std::fmt::Write as _;

use sessions_core::key::SessionKey;
use sessions_core::scope::{OwnerLinks, SessionFacts};
use sessions_policy::agent_link::AgentLinkRules;
use sessions_policy::decision::{decide, visible_to};
use sessions_policy::requester::Requester;
use sessions_policy::rules::{SpawnedVisibility, Visibility, VisibilityRules};

const DIRECT: &str = "agent:a:telegram:direct:u1";
const MAIN: &str = "agent:a:main";

/// A description, the key (`None`: the requester's own), owned, flagged.
const TARGETS: [(&str, Option<&str>, bool, bool); 12] = [
    ("itself", None, false, false),
    ("itself, incognito", None, true, true),
    ("same agent", Some("agent:a:slack:channel:c1"), false, false),
    (
        "same agent, owned",
        Some("agent:a:slack:channel:c1"),
        true,
        false,
    ),
    ("same agent, main", Some("agent:a:main"), false, false),
    (
        "same agent, sub-agent",
        Some("agent:a:subagent:s"),
        false,
        false,
    ),
    (
        "other agent",
        Some("agent:b:slack:channel:c1"),
        false,
        false,
    ),
    (
        "other agent, owned",
        Some("agent:b:slack:channel:c1"),
        true,
        false,
    ),
    (
        "other agent, sub-agent",
        Some("agent:b:subagent:s"),
        false,
        false,
    ),
    (
        "other agent, owned sub-agent",
        Some("agent:b:subagent:s"),
        true,
        false,
    ),
    (
        "other agent, owned ACP child",
        Some("agent:b:acp:s"),
        true,
        false,
    ),
    (
        "incognito by its key, owned",
        Some("agent:a:subagent:incognito-1"),
        true,
        false,
    ),
];

fn key(text: &str) -> SessionKey {
    text.parse().unwrap()
}

fn block(
    table: &mut String,
    title: &str,
    requester: &Requester,
    columns: &[(&str, VisibilityRules)],
) {
    let width = 35;
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.concat().trim_end().to_owned()
    };
    let mut head = vec![title.to_owned()];
    head.extend(
        columns
            .iter()
            .map(|(name, rules)| format!("{name} ({})", visible_to(requester, rules).name())),
    );
    writeln!(table, "{}", line(&head)).unwrap();
    for (name, target, is_owned, is_flagged_incognito) in TARGETS {
        let own = requester.key().cloned().unwrap_or_else(|| key(MAIN));
        let facts = SessionFacts {
            key: target.map_or_else(|| own.clone(), key),
            links: OwnerLinks {
                spawned_by: is_owned.then_some(own),
                ..OwnerLinks::default()
            },
            is_flagged_incognito,
        };
        let mut cells = vec![format!("  {name}")];
        for (_, rules) in columns {
            let decision = decide(requester, &facts, rules);
            let is_in_scope = visible_to(requester, rules)
                .scope(facts.key.agent())
                .contains(&facts);
            assert_eq!(is_in_scope, decision.is_ok(), "{title} {name}");
            cells.push(match decision {
                Ok(allowed) => format!("+ {}", allowed.allowed().rule()),
                Err(denial) => format!("- {} {denial}", denial.rule()),
            });
        }
        writeln!(table, "{}", line(&cells)).unwrap();
    }
    table.push('\n');
}

fn requesters() -> [(&'static str, Requester); 5] {
    [
        ("A SESSION", Requester::session(key(DIRECT))),
        ("THE MAIN SESSION", Requester::session(key(MAIN))),
        ("A SANDBOXED SESSION", Requester::sandboxed(key(DIRECT))),
        (
            "THE MAIN SESSION, SANDBOXED",
            Requester::sandboxed(key(MAIN)),
        ),
        ("THE OPERATOR", Requester::Operator),
    ]
}

fn by_visibility(spawned_visibility: SpawnedVisibility) -> Vec<(&'static str, VisibilityRules)> {
    let columns = Visibility::ALL.iter().map(|&visibility| {
        let rules = VisibilityRules {
            visibility,
            spawned_visibility,
            ..VisibilityRules::default()
        };
        (visibility.as_str(), rules)
    });
    columns.collect()
}

#[test]
fn the_decision_table_by_visibility() {
    let mut table = String::new();
    for (title, requester) in requesters() {
        block(
            &mut table,
            title,
            &requester,
            &by_visibility(SpawnedVisibility::Spawned),
        );
    }
    insta::assert_snapshot!(table);
}

#[test]
fn the_decision_table_of_sandboxes_that_see_all_that_is_configured() {
    let mut table = String::new();
    for (title, requester) in requesters() {
        if title.contains("SANDBOXED") {
            block(
                &mut table,
                title,
                &requester,
                &by_visibility(SpawnedVisibility::All),
            );
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn the_decision_table_by_agent_to_agent_rules() {
    let with = |is_enabled, allow: Option<&[&str]>, pairs: Option<&[[&str; 2]]>| VisibilityRules {
        agent_links: AgentLinkRules::parse(is_enabled, allow, pairs).unwrap(),
        ..VisibilityRules::default()
    };
    let columns = [
        ("off", with(false, None, None)),
        ("allow a", with(true, Some(&["a"]), None)),
        ("allow a, B*", with(true, Some(&["a", "B*"]), None)),
        ("allow none", with(true, Some(&[]), None)),
        ("pair b, a", with(true, None, Some(&[["b", "a"]]))),
    ];
    let mut table = String::new();
    for (title, requester) in requesters() {
        block(&mut table, title, &requester, &columns);
    }
    insta::assert_snapshot!(table);
}

#[test]
fn lifting_the_named_setting_changes_the_answer() {
    let columns = by_visibility(SpawnedVisibility::Spawned);
    for (title, requester) in requesters() {
        for (_, target, is_owned, _) in TARGETS {
            let Some(target) = target.map(key) else {
                continue;
            };
            let facts = SessionFacts {
                key: target,
                links: OwnerLinks {
                    parent: requester.key().filter(|_| is_owned).cloned(),
                    ..OwnerLinks::default()
                },
                is_flagged_incognito: false,
            };
            for (_, rules) in &columns {
                for is_enabled in [true, false] {
                    for allow in [None, Some(vec![])] {
                        let mut rules = rules.clone();
                        rules.agent_links.is_enabled = is_enabled;
                        rules.agent_links.allow = allow;
                        assert!(ends_allowed(&requester, &facts, rules), "{title} {facts:?}");
                    }
                }
            }
        }
    }
}

/// Lifts one named setting after the other: each step must change the answer,
/// and the end is that the session is shown, unless no setting shows it.
fn ends_allowed(requester: &Requester, facts: &SessionFacts, mut rules: VisibilityRules) -> bool {
    let mut denials = Vec::new();
    loop {
        let Err(denial) = decide(requester, facts, &rules) else {
            return true;
        };
        assert!(!denials.contains(&denial), "{denial} again: {facts:?}");
        denials.push(denial);
        match denial.setting() {
            None => return facts.is_incognito(),
            Some("tools.sessions.visibility") => rules.visibility = Visibility::All,
            Some("tools.agentToAgent.enabled") => rules.agent_links.is_enabled = true,
            Some("tools.agentToAgent.allow") => {
                rules.agent_links.allow = Some(vec!["*".parse().unwrap()]);
            }
            Some("agents.defaults.sandbox.sessionToolsVisibility") => {
                rules.spawned_visibility = SpawnedVisibility::All;
            }
            Some(other) => panic!("an unknown setting: {other}"),
        }
    }
}
