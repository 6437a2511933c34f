//! Asking as a session (V7): hidden and missing are one answer.

use crate::support::{World, alike};

fn world() -> World {
    let world = World::with_reset();
    world.write("config.toml", "[tools.sessions]\nvisibility = 'self'\n");
    world
}

const ASKING: [&str; 4] = ["--config", "config.toml", "--as", "agent:main:direct:x"];

#[test]
fn hidden_and_missing_sessions_are_denied_alike() {
    let world = world();
    let ask = |key: &str| world.run(&[&["history", key], &ASKING[..]].concat());
    insta::assert_snapshot!(alike([ask("agent:main:main"), ask("agent:main:nope")]), @r"
    exit 3
    --- stderr
    error: no session that may be read has this key (self-restricted)

    hint: `tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to the one that asks, `agent` every session of its agent
    ");
    let hidden = world.run(
        &[
            &["search", "x", "--session-key", "main", "--json"],
            &ASKING[..],
        ]
        .concat(),
    );
    insta::assert_snapshot!(hidden, @r#"
    exit 3
    --- stdout
    {"status":"forbidden","error":"no session that may be read has this key (self-restricted)"}
    --- stderr
    error: no session that may be read has this key (self-restricted)

    hint: `tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to the one that asks, `agent` every session of its agent
    "#);
    insta::assert_snapshot!(ask("agent:"), @r"
    exit 3
    --- stderr
    error: no session that may be read has this key (owner-unavailable)

    hint: `sessions list` with the same `--as` shows the sessions that may be read
    ");
}

#[test]
fn a_session_sees_no_trace_of_what_is_hidden() {
    let world = world();
    insta::assert_snapshot!(world.run(&[&["search", "rollout", "--json"], &ASKING[..]].concat()), @r#"
    exit 1
    --- stdout
    {"results":[],"scope":"self","tier":"exact"}
    --- stderr
    note: nothing found; the search is exact: every word must be in one message
    "#);
    insta::assert_snapshot!(world.run(&[&["list", "--json"], &ASKING[..]].concat()), @r#"
    exit 0
    --- stdout
    {"sessions":[],"scope":"self"}
    "#);
}

#[test]
fn a_session_sees_what_the_settings_allow() {
    let world = world();
    let hits = world
        .run(&["search", "rollout", "--as", "agent:main:direct:x"])
        .ok();
    assert!(
        hits.stdout
            .contains("sessions history --as agent:main:direct:x agent:main:main"),
        "{hits}"
    );
    let args = [
        "history",
        "main",
        "--as",
        "agent:main:direct:x",
        "--sandboxed",
        "--json",
    ];
    insta::assert_snapshot!(world.run(&args), @r#"
    exit 3
    --- stdout
    {"status":"forbidden","error":"no session that may be read has this key (tree-restricted)"}
    --- stderr
    error: no session that may be read has this key (tree-restricted)

    hint: `agents.defaults.sandbox.sessionToolsVisibility` is `spawned`, which keeps a sandboxed session to those that it spawned; `all` lifts that
    "#);
}

#[test]
fn a_session_writes_nothing() {
    let world = world();
    for args in [
        &["append", "main", "--role", "user", "x"][..],
        &["delete", "main", "--yes"],
        &["import", "."],
        &["redact"],
    ] {
        let run = world.run(&[args, &["--as", "agent:main:main"]].concat());
        assert_eq!(run.code, Some(2), "{run}");
    }
    insta::assert_snapshot!(world.run(&["reset", "main", "--as", "agent:main:main", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"`--as` asks as a session, and a session can only search, read and list"}
    --- stderr
    error: `--as` asks as a session, and a session can only search, read and list

    hint: leave `--as` out to work as the owner of the files
    "#);
    insta::assert_snapshot!(world.run(&["list", "--sandboxed"]), @r"
    exit 2
    --- stderr
    error: `--sandboxed` needs `--as`

    hint: name the session that asks: `--as SESSION_KEY --sandboxed`
    ");
    insta::assert_snapshot!(world.run(&["list", "--as", "agent:"]), @r"
    exit 2
    --- stderr
    error: `agent:` is no session key
    caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

    hint: keys look like `agent:main:main`; `sessions list` shows them
    ");
}

#[test]
fn a_key_that_the_rules_allow_and_nothing_has_is_denied_too() {
    let world = World::with_reset();
    let ask = ["--as", "agent:main:direct:x"];
    insta::assert_snapshot!(world.run(&[&["history", "agent:main:nope", "--json"], &ask[..]].concat()), @r#"
    exit 3
    --- stdout
    {"status":"forbidden","error":"no session that may be read has this key"}
    --- stderr
    error: no session that may be read has this key

    hint: `sessions list` with the same `--as` shows the sessions that may be read
    "#);
}
