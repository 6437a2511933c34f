//! Append: one message, and a stream of them.

use crate::support::{World, alike, token};

#[test]
fn an_appended_message_is_found_at_once() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["append", "main", "--role", "user", "hello there"]), @r"
    exit 0
    --- stdout
    session key  agent:main:main
    session id   [session id]
    message id   [message id]
    ");
    insta::assert_snapshot!(
        world.run(&["append", "main", "--role", "user", "again", "--message-id", "m", "--json"]),
        @r#"
        exit 0
        --- stdout
        {"sessionKey":"agent:main:main","sessionId":"[session id]","messageId":"m"}
        "#
    );
    assert_eq!(world.run(&["search", "hello"]).code, Some(0));
}

#[test]
fn a_message_can_come_from_standard_input() {
    let world = World::new();
    let args = ["append", "main", "--role", "tool", "-", "--message-id", "m"];
    world.run_with(&args, "two\nlines\r\n").ok();
    let args = ["history", "main", "--include-tools", "--json"];
    assert_eq!(world.run(&args).json()["messages"][0]["text"], "two\nlines");
    insta::assert_snapshot!(world.run_with(&["append", "main", "--role", "user", "-"], b"\xff"), @r"
    exit 2
    --- stderr
    error: standard input is not UTF-8 text
    ");
}

#[test]
fn an_incognito_session_is_stored_and_never_shown() {
    let world = World::new();
    let key = "agent:main:direct:u1";
    world.say(key, "psst", &["--incognito"]);
    assert_eq!(world.run(&["search", "psst"]).code, Some(1));
    insta::assert_snapshot!(world.run(&["history", key]), @r"
    exit 1
    --- stderr
    error: no session has the key `agent:main:direct:u1`

    hint: `sessions list` shows the sessions there are
    ");
    insta::assert_snapshot!(world.run(&["list", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessions":[],"scope":"operator"}
    "#);
    insta::assert_snapshot!(world.run(&["append", key, "--role", "user", "aloud"]), @r"
    exit 0
    --- stdout
    session key  agent:main:direct:u1
    session id   [session id]
    message id   [message id]
    ");
}

#[test]
fn each_line_of_a_stream_is_answered() {
    let world = World::new();
    let token = token();
    let input = [
        r#"{"sessionKey":"main","sessionId":"s","messageId":"a","role":"user","text":"one","timestamp":"2026-05-28T20:26:40Z"}"#,
        "",
        &format!("\"{token}\""),
        r#"{"sessionKey":"main","role":"user"}"#,
        r#"{"sessionKey":"main","role":"captain","text":"x"}"#,
        r#"{"sessionKey":"agent:","role":"user","text":"x"}"#,
        r#"{"sessionKey":"main","role":"user","text":"x","colour":"red"}"#,
        r#"{"sessionKey":"main","role":"user","text":"x","timestamp":"noon"}"#,
        r#"{"sessionKey":"main","role":"user","text":"x","messageId":""}"#,
        r#"{"sessionKey":"main","role":"user","text":"x","sessionId":"other"}"#,
        r#"{"sessionKey":"main","messageId":"b","role":"assistant","text":"two","parent":"a"}"#,
    ]
    .join("\n");
    let run = world.run_with(&["append", "--jsonl"], &input);
    assert!(!run.to_string().contains(&token));
    insta::assert_snapshot!(run, @r#"
    exit 2
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s","messageId":"a"}
    {"status":"error","error":"not a JSON object","line":3}
    {"status":"error","error":"`text` is missing","line":4}
    {"status":"error","error":"`role` is not `user`, `assistant` or `tool`","line":5}
    {"status":"error","error":"`agent:` is no session key: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty","line":6}
    {"status":"error","error":"a field is unknown; allowed are `sessionKey`, `role`, `text`, `sessionId`, `messageId`, `parent`, `timestamp`, `incognito`, `spawnedBy`, `parentSession`, `ownerSession`","line":7}
    {"status":"error","error":"`timestamp` is not RFC 3339 or milliseconds since 1970, until the year 9999","line":8}
    {"status":"error","error":"not a message id: identifier is empty","line":9}
    {"status":"error","error":"session id `other` does not belong to `agent:main:main`","line":10}
    {"sessionKey":"agent:main:main","sessionId":"s","messageId":"b"}
    "#);
}

#[test]
fn owner_links_are_stored() {
    let world = World::new();
    world.write("config.toml", "[tools.sessions]\nvisibility = 'tree'\n");
    let child = "agent:main:direct:child";
    let line = format!(
        r#"{{"sessionKey":"{child}","role":"user","text":"dig here","spawnedBy":"agent:main:direct:boss"}}"#
    );
    world.stream(line);
    let finds = |asking| {
        let args = ["search", "dig", "--config", "config.toml", "--as", asking];
        world.run(&args).code == Some(0)
    };
    assert!(finds("agent:main:direct:boss"));
    let other = "agent:main:direct:x";
    assert!(!finds(other));
    world.say(child, "deeper", &["--owner-session", other]);
    assert!(finds(other));
}

#[test]
fn an_empty_stream_stores_nothing() {
    let world = World::new();
    let append = |input| world.run_with(&["append", "--jsonl"], input);
    insta::assert_snapshot!(world.unchanged(|_| alike(["", "\n", " \n\n"].map(append))), @r"
    exit 0
    ");
}

#[test]
fn a_message_that_cannot_be_taken_changes_nothing() {
    let world = World::with_reset();
    let append = ["append", "main", "--role", "user", "x"];
    let with = |options: &[&str]| world.run(&[&append[..], options].concat());
    world.unchanged(|it| {
        insta::assert_snapshot!(with(&["--message-id", "m1"]), @r"
        exit 2
        --- stderr
        error: message id `m1` is taken by another event of the session
        ");
        insta::assert_snapshot!(with(&["--message-id", "m1", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"message id `m1` is taken by another event of the session"}
        --- stderr
        error: message id `m1` is taken by another event of the session
        "#);
        insta::assert_snapshot!(with(&["--message-id", ""]), @r"
        exit 2
        --- stderr
        error: invalid value '' for '--message-id <ID>': identifier is empty

        For more information, try '--help'.
        ");
        insta::assert_snapshot!(with(&["--spawned-by", "agent:"]), @r"
        exit 2
        --- stderr
        error: `agent:` is no session key
        caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

        hint: keys look like `agent:main:main`; `sessions list` shows them
        ");
        insta::assert_snapshot!(with(&["--incognito"]), @r"
        exit 2
        --- stderr
        error: the session `agent:main:main` is not incognito
        ");
        insta::assert_snapshot!(with(&["--jsonl"]), @r"
        exit 2
        --- stderr
        error: the argument '[KEY]' cannot be used with '--jsonl'

        Usage: sessions append --role <ROLE> <KEY> <TEXT>

        For more information, try '--help'.
        ");
        insta::assert_snapshot!(it.run(&["append", "main", "--role", "captain", "x"]), @r"
        exit 2
        --- stderr
        error: invalid value 'captain' for '--role <ROLE>'
          [possible values: user, assistant, tool]

        For more information, try '--help'.
        ");
    });
}
