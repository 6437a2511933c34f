//! Asking as a session (V7): hidden and missing are one answer.

use crate::support::{Run, World, alike};

fn world() -> World {
    let world = World::with_reset();
    world.write("config.toml", "[tools.sessions]\nvisibility = 'self'\n");
    world
}

const MESSAGE: &str = r#"{"sessionKey":"main","role":"user","text":"x"}"#;

/// Asks as a session that may see itself alone.
fn ask(world: &World, args: &[&str]) -> Run {
    let asking = ["--config", "config.toml", "--as", "agent:main:direct:x"];
    world.run(&[args, &asking[..]].concat())
}

#[test]
fn hidden_and_missing_sessions_are_denied_alike() {
    let world = world();
    world.unchanged(|world| {
        let keys = ["agent:main:main", "agent:main:nope"];
        let history = keys.map(|key| ask(world, &["history", key]));
        insta::assert_snapshot!(alike(history), @r"
        exit 3
        --- stderr
        error: no session that may be read has this key (self-restricted)

        hint: `tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to the one that asks, `agent` every session of its agent
        ");
        let search = ["search", "x", "--json", "--session-key"];
        let search = keys.map(|key| ask(world, &[&search[..], &[key]].concat()));
        insta::assert_snapshot!(alike(search), @r#"
        exit 3
        --- stdout
        {"status":"forbidden","error":"no session that may be read has this key (self-restricted)"}
        --- stderr
        error: no session that may be read has this key (self-restricted)

        hint: `tools.sessions.visibility` is `self`; `tree` adds the sessions that belong to the one that asks, `agent` every session of its agent
        "#);
        insta::assert_snapshot!(ask(world, &["history", "agent:"]), @r"
        exit 3
        --- stderr
        error: no session that may be read has this key (owner-unavailable)

        hint: `sessions list` with the same `--as` shows the sessions that may be read
        ");
    });
}

#[test]
fn a_session_sees_no_trace_of_what_is_hidden() {
    let world = world();
    world.unchanged(|world| {
        insta::assert_snapshot!(ask(world, &["search", "rollout", "--json"]), @r#"
        exit 1
        --- stdout
        {"results":[],"scope":"self","tier":"exact"}
        --- stderr
        note: nothing found; the search is exact: every word must be in one message
        hint: `--relaxed` shows what comes near
        "#);
        insta::assert_snapshot!(ask(world, &["list"]), @r"
        exit 0
        --- stderr
        note: there are no sessions to list
        ");
        insta::assert_snapshot!(ask(world, &["list", "--json"]), @r#"
        exit 0
        --- stdout
        {"sessions":[],"scope":"self"}
        "#);
    });
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
fn what_is_the_operators_is_refused_to_a_session() {
    let world = world();
    // Each of these would change something, or show what no session may see.
    world.write("in/notes.jsonl", MESSAGE);
    world.run(&["reset", "main"]).ok();
    world.write("data/agents/ops/sessions.sqlite", "");
    let commands = [
        &["import", "in"][..],
        &["append", "main", "--role", "user", "x"],
        &["append", "agent:main:direct:new", "--role", "user", "x"],
        &["append", "--jsonl"],
        &["reset", "main"],
        &["reset", "main", "--keep-tail"],
        &["rewind", "main", "--to", "m4"],
        &["rollover", "main"],
        &["delete", "main", "--yes"],
        &["reindex"],
        &["reindex", "--all"],
        &["doctor"],
        &["doctor", "--repair"],
        &["checkpoint"],
        &["backup", "copy.sqlite"],
        &["redact"],
        &["redact", "--jsonl"],
        &["completions", "bash"],
        &["man", "man1"],
    ];
    // A key says nothing here: that of the session itself, of another, or none.
    let run = |options: &[&str]| {
        let keys = ["agent:main:main", "agent:main:direct:x", "agent:"];
        let runs = commands.iter().flat_map(|command| {
            keys.map(|key| world.run_with(&[*command, &["--as", key], options].concat(), MESSAGE))
        });
        alike(runs)
    };
    world.unchanged(|_| {
        insta::assert_snapshot!(run(&[]), @r"
        exit 2
        --- stderr
        error: `--as` asks as a session, and a session can only search, read and list

        hint: leave `--as` out to work as the owner of the files
        ");
        insta::assert_snapshot!(run(&["--sandboxed", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"`--as` asks as a session, and a session can only search, read and list"}
        --- stderr
        error: `--as` asks as a session, and a session can only search, read and list

        hint: leave `--as` out to work as the owner of the files
        "#);
    });
}

#[test]
fn a_session_that_asks_has_a_key() {
    let world = world();
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
