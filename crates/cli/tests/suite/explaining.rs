//! `sessions explain`, and the rules that `doctor` tells.

use crate::support::{Run, World};

fn world() -> World {
    let world = World::with_reset();
    world.write("config.toml", "[tools.sessions]\nvisibility = 'tree'\n");
    let own = [
        "append",
        "agent:main:subagent:s",
        "--role",
        "user",
        "--spawned-by",
        "agent:main:direct:x",
        "secret plans",
    ];
    world.run(&own).ok();
    world
}

/// Runs with a session that asks.
fn asked(world: &World, args: &[&str]) -> Run {
    let asking = ["--config", "config.toml", "--as", "agent:main:direct:x"];
    world.run(&[&asking[..], args].concat())
}

#[test]
fn a_decision_is_explained_to_the_operator() {
    let world = world();
    world.unchanged(|world| {
        insta::assert_snapshot!(asked(world, &["explain", "agent:main:main"]), @r"
        exit 0
        --- stdout
        denied by rule V1.6: tree-restricted
          `tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:main:main", "--json"]), @r#"
        exit 0
        --- stdout
        {"allowed":false,"reason":"tree-restricted","rule":"V1.6","sessionKey":"agent:main:main","setting":"tools.sessions.visibility","hint":"`tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent"}
        "#);
        insta::assert_snapshot!(asked(world, &["explain", "agent:main:subagent:s"]), @r"
        exit 0
        --- stdout
        allowed by rule V1.4
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:main:main", "--sandboxed"]), @r"
        exit 0
        --- stdout
        denied by rule V1.6: tree-restricted
          `tools.sessions.visibility` is `tree`; `agent` shows all sessions of the agent
        ");
    });
}

#[test]
fn what_is_not_stored_is_explained_too() {
    let world = world();
    world.unchanged(|world| {
        insta::assert_snapshot!(asked(world, &["explain", "current"]), @r"
        exit 0
        --- stdout
        would be allowed by rule V1.6
          there is no such session
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:ops:main"]), @r"
        exit 0
        --- stdout
        denied by rule V1.5: cross-agent-restricted
          `tools.sessions.visibility` set to `all` shows other agents' sessions, as far as `tools.agentToAgent` allows
          there is no such session
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:main:dashboard:incognito-1"]), @r"
        exit 0
        --- stdout
        denied by rule V1.1: incognito
          incognito sessions are never shown; no setting changes that
          there is no such session
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:"]), @r"
        exit 0
        --- stdout
        denied by rule V1.2: owner-unavailable
          a session key reads `agent:<agent id>:<rest>`
          there is no such session
        ");
        insta::assert_snapshot!(asked(world, &["explain", "agent:", "--json"]), @r#"
        exit 0
        --- stdout
        {"allowed":false,"reason":"owner-unavailable","rule":"V1.2","hint":"a session key reads `agent:<agent id>:<rest>`"}
        "#);
    });
}

#[test]
fn an_explanation_needs_a_session_that_asks() {
    let world = world();
    world.unchanged(|world| {
        insta::assert_snapshot!(world.run(&["explain", "main"]), @r"
        exit 2
        --- stderr
        error: nobody is said to ask

        hint: name the session that asks with `--as SESSION_KEY`
        ");
        insta::assert_snapshot!(world.run(&["explain", "main", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"nobody is said to ask"}
        --- stderr
        error: nobody is said to ask

        hint: name the session that asks with `--as SESSION_KEY`
        "#);
        insta::assert_snapshot!(world.run(&["explain", "--as", "agent:", "main"]), @r"
        exit 2
        --- stderr
        error: `agent:` is no session key
        caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

        hint: keys look like `agent:main:main`; `sessions list` shows them
        ");
        insta::assert_snapshot!(asked(world, &["explain"]), @r"
        exit 2
        --- stderr
        error: the following required arguments were not provided:
          <TARGET>

        Usage: sessions explain <TARGET>

        For more information, try '--help'.
        ");
    });
}

#[test]
fn doctor_tells_the_rules_and_warns_of_agents_that_are_open_to_each_other() {
    let world = world();
    let say = ["append", "agent:ops:main", "--role", "user", "good morning"];
    world.run(&say).ok();
    insta::assert_snapshot!(world.run(&["doctor"]), @r#"
    exit 0
    --- stdout
    main: sound
    ops: sound

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    --- stderr
    note: the sessions of 2 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own
    "#);
    insta::assert_snapshot!(world.run(&["doctor", "--json"]), @r#"
    exit 0
    --- stdout
    {"databases":[{"agentId":"main","damaged":false,"findings":[]},{"agentId":"ops","damaged":false,"findings":[]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"},"advice":["the sessions of 2 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own"]}
    --- stderr
    note: the sessions of 2 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own
    "#);
    world.write(
        "config.toml",
        "[tools.agentToAgent]\nallow = ['main', 'ops-*']\n",
    );
    insta::assert_snapshot!(world.run(&["doctor", "--config", "config.toml"]), @r#"
    exit 0
    --- stdout
    main: sound
    ops: sound

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.allow = ["main","ops-*"]
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
}
