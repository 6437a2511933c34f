//! Bad input: each has its error and exit code, and nothing is lost.

use crate::support::{World, alike};

#[test]
fn an_unknown_key_is_not_found() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["history", "agent:main:nope"]), @r"
    exit 1
    --- stderr
    error: no session has the key `agent:main:nope`

    hint: `sessions list` shows the sessions there are
    ");
    insta::assert_snapshot!(world.run(&["search", "x", "--session-key", "agent:ops:main", "--json"]), @r#"
    exit 1
    --- stdout
    {"status":"error","error":"no session has the key `agent:ops:main`"}
    --- stderr
    error: no session has the key `agent:ops:main`

    hint: `sessions list` shows the sessions there are
    "#);
    insta::assert_snapshot!(world.run(&["history", "agent:"]), @r"
    exit 2
    --- stderr
    error: `agent:` is no session key
    caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

    hint: keys look like `agent:main:main`; `sessions list` shows them
    ");
}

#[test]
fn a_session_id_of_another_key_is_refused() {
    let world = World::with_reset();
    world.say("agent:main:direct:u", "x", &["--session-id", "s9"]);
    let ask = |id: &str| world.run(&["history", "main", "--session-id", id, "--message-id", "m1"]);
    insta::assert_snapshot!(ask("s9"), @r"
    exit 2
    --- stderr
    error: session id `s9` does not belong to `agent:main:main`
    ");
    assert_eq!(
        ask("s9").to_string().replace("s9", "s8"),
        ask("s8").to_string()
    );
    insta::assert_snapshot!(world.run(&["append", "main", "--role", "user", "x", "--session-id", "s9"]), @r"
    exit 2
    --- stderr
    error: session id `s9` does not belong to `agent:main:main`
    ");
}

#[test]
fn an_anchor_with_an_offset_is_refused() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["history", "main", "--message-id", "m1", "--offset", "0", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"a read has a message id or an offset, not both"}
    --- stderr
    error: a read has a message id or an offset, not both

    hint: leave out `--offset`, or `--message-id` to read page by page
    "#);
    insta::assert_snapshot!(world.run(&["history", "main", "--session-id", "s1"]), @r"
    exit 2
    --- stderr
    error: a session id goes with a message id; name the message too

    hint: add `--message-id`
    ");
    insta::assert_snapshot!(world.run(&["history", "main", "--message-id", ""]), @r"
    exit 2
    --- stderr
    error: not a message id
    caused by: identifier is empty
    ");
}

#[test]
fn limits_out_of_range_are_refused() {
    let world = World::with_reset();
    for (args, max) in [
        (&["search", "x"][..], 25),
        (&["history", "main"], 1000),
        (&["history", "main", "--message-id", "m1"], 1000),
        (&["list"], 1000),
    ] {
        for limit in ["0", &(max + 1).to_string(), "18446744073709551615"] {
            let run = world.run(&[args, &["--limit", limit]].concat());
            assert_eq!(run.code, Some(2), "{run}");
            assert_eq!(
                run.stderr,
                format!("error: limit is {limit}, and may be 1 to {max}\n")
            );
        }
        for limit in ["-1", "x", "", "1.5", "18446744073709551616"] {
            let run = world.run(&[args, &["--limit", limit]].concat());
            assert_eq!(run.code, Some(2), "{run}");
        }
    }
    insta::assert_snapshot!(world.run(&["search", "x", "--limit", "26", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"limit is 26, and may be 1 to 25"}
    --- stderr
    error: limit is 26, and may be 1 to 25
    "#);
    insta::assert_snapshot!(world.run(&["search", "x", "--limit", "-1", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"invalid value '-1' for '--limit <N>': a whole number up to 18446744073709551615 is allowed"}
    --- stderr
    error: invalid value '-1' for '--limit <N>': a whole number up to 18446744073709551615 is allowed

    For more information, try '--help'.
    "#);
}

#[test]
fn a_blank_or_overlong_query_is_refused() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", " ", "\t"]), @r"
    exit 2
    --- stderr
    error: query is blank; give 1 to 4096 characters
    ");
    insta::assert_snapshot!(world.run(&["search", &"x".repeat(4097), "--json", "-q"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"query has 4097 characters, more than 4096"}
    --- stderr
    error: query has 4097 characters, more than 4096
    "#);
    assert_eq!(world.run(&["search", &"x ".repeat(2048)]).code, Some(1));
    insta::assert_snapshot!(world.run(&["search"]), @r"
    exit 2
    --- stderr
    error: the following required arguments were not provided:
      <QUERY>...

    Usage: sessions search <QUERY>...

    For more information, try '--help'.
    ");
}

#[test]
fn a_time_that_is_none_is_refused() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "x", "--since", "yesterday"]), @r"
    exit 2
    --- stderr
    error: `--since` is not a time that can be used
    caused by: not a time: RFC 3339, a date, a date with a time, or how long ago is allowed

    hint: use how long ago (`30m`, `12h`, `7d`, `2w`), RFC 3339 (`2026-05-28T20:26:40Z`), or a local date or time (`2026-05-28`, `2026-05-28 20:26`)
    ");
    insta::assert_snapshot!(world.run(&["search", "x", "--since", "2026-05-29", "--until", "2026-05-28"]), @r"
    exit 2
    --- stderr
    error: the time range is empty: `until` is not after `since`
    ");
    insta::assert_snapshot!(world.run(&["append", "main", "--role", "user", "x", "--timestamp", "noon"]), @r"
    exit 2
    --- stderr
    error: `--timestamp` is not a time that can be used
    caused by: not a time: RFC 3339 or milliseconds since 1970 is allowed
    ");
}

#[test]
fn an_agent_id_that_is_none_is_explained() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["history", "agent:a b:main"]), @r"
    exit 2
    --- stderr
    error: `agent:a b:main` is no session key
    caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

    hint: an agent id is a letter or digit and then letters, digits, `_` and `-`, 64 at most
    ");
}

#[test]
fn a_blank_text_is_refused() {
    let world = World::new();
    let append = |text, input, options: &[&str]| {
        let args = ["append", "main", "--role", "user", text];
        world.run_with(&[&args[..], options].concat(), input)
    };
    // An empty standard input is a blank text too.
    let blank = |options| {
        alike([
            append("", "", options),
            append(" \n", "", options),
            append("-", "", options),
            append("-", "\n", options),
        ])
    };
    world.unchanged(|_| {
        insta::assert_snapshot!(blank(&[]), @r"
        exit 2
        --- stderr
        error: the text is blank

        hint: say something; a blank message is never found
        ");
        insta::assert_snapshot!(blank(&["--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"the text is blank"}
        --- stderr
        error: the text is blank

        hint: say something; a blank message is never found
        "#);
    });
}

#[test]
fn a_time_outside_of_1970_to_9999_is_refused() {
    let world = World::new();
    for time in ["-1", "1969-12-31T00:00:00Z", "1780000000000000"] {
        let args = ["append", "main", "--role", "user", "x", "--timestamp", time];
        let run = world.run(&args);
        assert_eq!(run.code, Some(2), "{run}");
        assert!(run.stderr.contains("1970 to 9999"), "{run}");
    }
    let line = r#"{"sessionKey":"main","role":"user","text":"x","timestamp":-1}"#;
    assert_eq!(world.run_with(&["append", "--jsonl"], line).code, Some(2));
}
