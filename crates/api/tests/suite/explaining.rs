//! `explain` says what the decision comes to, also what a requester may not
//! know (V7).

use insta::assert_json_snapshot;
use sessions_api::SessionSettings;
use sessions_core::event::Role;
use sessions_core::scope::OwnerLinks;
use sessions_policy::agent_link::AgentLinkRules;
use sessions_policy::requester::Requester;
use sessions_policy::rules::{SpawnedVisibility, Visibility, VisibilityRules};
use sessions_policy::settings::Settings;

use crate::support::{World, asking_as, key};

const ME: &str = "agent:main:telegram:direct:u1";

fn world() -> World {
    let world = World::ruled(VisibilityRules {
        visibility: Visibility::Tree,
        ..VisibilityRules::default()
    });
    world.say(ME, "m1", Role::User, 1, "alpha");
    world.say("agent:main:main", "m1", Role::User, 1, "alpha");
    let settings = SessionSettings {
        links: OwnerLinks {
            spawned_by: Some(key(ME)),
            ..OwnerLinks::default()
        },
        is_incognito: true,
        ..SessionSettings::default()
    };
    world.say_in("agent:main:subagent:i", "m1", Role::User, 1, "x", settings);
    world
}

#[test]
fn an_explanation_names_the_rule_the_setting_and_what_is_stored() {
    let world = world();
    let explain = |text: &str| world.sessions.explain(&asking_as(ME), text).unwrap();
    assert_json_snapshot!(explain("agent:main:main"), @r#"
    {
      "allowed": false,
      "reason": "tree-restricted",
      "rule": "V1.6",
      "sessionKey": "agent:main:main",
      "setting": "tools.sessions.visibility",
      "hint": "`tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent"
    }
    "#);
    assert_json_snapshot!(explain("current"), @r#"
    {
      "allowed": true,
      "reason": "allowed",
      "rule": "V1.6",
      "sessionKey": "agent:main:telegram:direct:u1"
    }
    "#);
    // What a requester cannot tell from a missing session.
    assert_json_snapshot!(explain("agent:main:subagent:i"), @r#"
    {
      "allowed": false,
      "reason": "incognito",
      "rule": "V1.1",
      "sessionKey": "agent:main:subagent:i",
      "hint": "incognito sessions are never shown; no setting changes that"
    }
    "#);
    assert_json_snapshot!(explain("agent:main:subagent:j"), @r#"
    {
      "allowed": false,
      "reason": "tree-restricted",
      "rule": "V1.6",
      "setting": "tools.sessions.visibility",
      "hint": "`tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent"
    }
    "#);
    assert_json_snapshot!(explain("agent:"), @r#"
    {
      "allowed": false,
      "reason": "owner-unavailable",
      "rule": "V1.2",
      "hint": "a session key reads `agent:<agent id>:<rest>`"
    }
    "#);
    let of_operator = world
        .sessions
        .explain(&Requester::Operator, "main")
        .unwrap();
    assert_json_snapshot!(of_operator, @r#"
    {
      "allowed": true,
      "reason": "allowed",
      "rule": "V11",
      "sessionKey": "agent:main:main"
    }
    "#);
}

#[test]
fn an_explanation_reads_and_changes_nothing_where_nothing_is_stored() {
    let world = World::new();
    let explained = world.sessions.explain(&asking_as(ME), "agent:ops:main");
    let explained = explained.unwrap();
    assert!(explained.allowed && explained.session_key.is_none());
    assert!(!world.folder().join("agents").exists());
}

#[test]
fn the_rules_in_effect_can_be_read_as_settings() {
    let rules = VisibilityRules {
        visibility: Visibility::Agent,
        agent_links: AgentLinkRules::parse(false, Some(&["ops-*"]), Some(&[["a", "b"]])).unwrap(),
        spawned_visibility: SpawnedVisibility::All,
        ..VisibilityRules::default()
    };
    for rules in [rules, VisibilityRules::default()] {
        let world = World::ruled(rules.clone());
        let shown = serde_json::to_value(world.sessions.effective_rules()).unwrap();
        let lines = shown.as_object().unwrap().iter();
        let lines: Vec<_> = lines
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let settings: Settings = toml::from_str(&lines.join("\n")).unwrap();
        assert_eq!(VisibilityRules::from(settings), rules);
    }
}

#[test]
fn several_agents_under_the_default_are_open_to_each_other() {
    let world = World::new();
    world.say(ME, "m1", Role::User, 1, "alpha");
    assert!(!world.sessions.agents_are_open_by_default().unwrap());
    world.say("agent:ops:main", "m1", Role::User, 1, "alpha");
    assert!(world.sessions.agents_are_open_by_default().unwrap());
    let said = AgentLinkRules::parse(true, Some(&["*"]), None).unwrap();
    let world = world.under(VisibilityRules {
        agent_links: said,
        ..VisibilityRules::default()
    });
    assert!(!world.sessions.agents_are_open_by_default().unwrap());
}
