//! Bad input: each has its error and exit code, and nothing is lost.

use std::fs;

use crate::support::World;

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
    world
        .run(&[
            "append",
            "agent:main:direct:u",
            "--role",
            "user",
            "x",
            "--session-id",
            "s9",
        ])
        .ok();
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
    {"status":"error","error":"invalid value '-1' for '--limit <N>': invalid digit found in string"}
    --- stderr
    error: invalid value '-1' for '--limit <N>': invalid digit found in string

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
fn an_unknown_option_or_command_is_refused() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["serch", "x"]), @r"
    exit 2
    --- stderr
    error: unrecognized subcommand 'serch'

      tip: a similar subcommand exists: 'search'

    Usage: sessions [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(world.run(&["search", "x", "--relaxed", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"unexpected argument '--relaxed' found; tip: to pass '--relaxed' as a value, put '--' before it"}
    --- stderr
    error: unexpected argument '--relaxed' found

      tip: to pass '--relaxed' as a value, put '--' before it

    Usage: sessions search <QUERY>...

    For more information, try '--help'.
    "#);
    insta::assert_snapshot!(world.run(&["search", "x", "--kind", "email"]), @r"
    exit 2
    --- stderr
    error: invalid value 'email' for '--kind <KIND>'
      [possible values: direct, group, subagent, acp, cron, hook, other]

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(world.run(&["list", "-q", "-v"]), @r"
    exit 2
    --- stderr
    error: `-q` and `-v` exclude each other

    hint: leave one of them out
    ");
    assert_eq!(world.run(&[]).code, Some(2));
}

#[test]
fn settings_that_are_wrong_are_refused() {
    let world = World::with_reset();
    world.write("c.toml", "[tools.sessions]\nvisibility = 'everyone'\n");
    insta::assert_snapshot!(world.run(&["list", "--config", "c.toml"]), @r"
    exit 2
    --- stderr
    error: the settings in `c.toml` are not valid, line 2
    caused by: `everyone` is not one of `self`, `tree`, `agent`, `all`
    ");
    insta::assert_snapshot!(world.run(&["redact", "--config", "none.toml", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"cannot read the settings in `none.toml`: No such file or directory (os error 2)"}
    --- stderr
    error: cannot read the settings in `none.toml`
    caused by: No such file or directory (os error 2)
    "#);
    world.write(
        "openclaw.json",
        "{ tools: { agentToAgent: { allow: null } } }",
    );
    insta::assert_snapshot!(world.run(&["list", "--config", "openclaw.json"]), @r"
    exit 2
    --- stderr
    error: the settings in `openclaw.json` are not valid, line 1
    caused by: expected opening bracket
    ");
    // The usual place is read too.
    world.write(
        "robin/.config/sessions/config.toml",
        "[agents]\ndefalt = 'x'\n",
    );
    insta::assert_snapshot!(world.run(&["list"]), @r"
    exit 2
    --- stderr
    error: the settings in `[folder]/robin/.config/sessions/config.toml` are not valid, line 2
    caused by: unknown field `defalt`, expected `default` or `defaults`
    ");
}

#[test]
fn a_newer_database_is_refused_and_left_as_it_is() {
    let world = World::with_reset();
    let path = world.database("main");
    let mut bytes = fs::read(&path).unwrap();
    // The user version stands at byte 60 of the header.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    fs::write(&path, &bytes).unwrap();
    insta::assert_snapshot!(world.run(&["search", "rollout"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 1, the newest that this version knows

    hint: use the version of sessions that wrote it, or a newer one
    ");
    insta::assert_snapshot!(world.run(&["list", "--json", "-q"]), @r#"
    exit 4
    --- stdout
    {"status":"error","error":"the database of agent `main` failed: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 1, the newest that this version knows"}
    --- stderr
    error: the database of agent `main` failed
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 1, the newest that this version knows

    hint: use the version of sessions that wrote it, or a newer one
    "#);
    assert_eq!(
        world.run(&["append", "main", "--role", "user", "x"]).code,
        Some(4)
    );
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/transcripts");
    assert_eq!(world.run(&["import", sample]).code, Some(4));
    assert!(
        fs::read(&path).unwrap() == bytes,
        "the database was changed"
    );
}

#[test]
fn a_corrupt_database_is_reported_and_left_as_it_is() {
    let world = World::with_reset();
    let path = world.database("main");
    let garbage = b"this is no database at all, however long one looks at it; ".repeat(40);
    fs::write(&path, &garbage).unwrap();
    insta::assert_snapshot!(world.run(&["search", "rollout"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot open the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: file is not a database

    hint: `sessions doctor` says what is wrong and what can be saved
    ");
    insta::assert_snapshot!(world.run(&["history", "main", "--json"]), @r#"
    exit 4
    --- stdout
    {"status":"error","error":"the database of agent `main` failed: cannot open the database `[folder]/data/agents/main/sessions.sqlite`: file is not a database"}
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot open the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: file is not a database

    hint: `sessions doctor` says what is wrong and what can be saved
    "#);
    assert_eq!(
        world.run(&["append", "main", "--role", "user", "x"]).code,
        Some(4)
    );
    assert!(
        fs::read(&path).unwrap() == garbage,
        "the database was changed"
    );
}

#[test]
fn a_data_folder_that_is_a_file_is_reported() {
    let world = World::new();
    let path = world.write("data", "x").display().to_string();
    insta::assert_snapshot!(world.run(&["list", "--data-dir", &path]), @r"
    exit 4
    --- stderr
    error: cannot list the agents in `[folder]/data/agents`
    caused by: Not a directory (os error 20)
    ");
    insta::assert_snapshot!(world.run(&["append", "main", "--role", "user", "x"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot look at the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: Not a directory (os error 20)
    ");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};

    let world = World::with_reset();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sessions"))
        .args(["completions", "bash"])
        .current_dir(world.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[test]
fn the_environment_is_no_part_of_the_usage() {
    let world = World::new();
    let env = [("SESSIONS_CONFIG", "c.toml"), ("SESSIONS_DATA_DIR", "d")];
    insta::assert_snapshot!(world.run_in(&["append", "--json"], b"", &env), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"the following required arguments were not provided: --role <ROLE> <KEY> <TEXT>"}
    --- stderr
    error: the following required arguments were not provided:
      --role <ROLE>
      <KEY>
      <TEXT>

    Usage: sessions append --json --role <ROLE> <KEY> <TEXT>

    For more information, try '--help'.
    "#);
    insta::assert_snapshot!(world.run(&["codgen", "out"]), @r"
    exit 2
    --- stderr
    error: unrecognized subcommand 'codgen'

    Usage: sessions [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    let none = world.run(&["--json"]);
    assert!(none.stdout.contains("requires a subcommand"), "{none}");
}

#[test]
fn a_secret_typed_where_a_name_belongs_is_not_echoed() {
    let world = World::with_reset();
    let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
    for args in [
        &["search", "x", "--limit", &token][..],
        &["history", &token],
        &[
            "history",
            "main",
            "--session-id",
            &token,
            "--message-id",
            "m1",
        ],
        &["rewind", "main", "--to", &token],
        &[&token],
        &["list", &format!("--{token}")],
        &["list", &format!("-{token}")],
        &["import", &token],
        &["import", "--agent", &format!("../{token}"), "."],
        &["search", "x", "--session-key", &format!("agent:{token}")],
        &["search", "x", "--config", &token],
    ] {
        for options in [&[][..], &["--json"], &["--color=always"]] {
            let run = world.run(&[args, options].concat());
            assert_ne!(run.code, Some(0), "{args:?}");
            let shown = run.to_string().to_lowercase();
            assert!(!shown.contains(&token[4..].to_lowercase()), "{run}");
        }
    }
    world.write("c.toml", "[redaction]\nvalues = ['Tq7-vault-93xZ']\n");
    for args in [
        &["search", "x", "--limit", "Tq7-vault-93xZ"][..],
        &["history", "Tq7-vault-93xZ"],
    ] {
        let run = world.run(&[args, &["--config", "c.toml"]].concat());
        let shown = run.to_string().to_lowercase();
        assert!(!shown.contains("tq7-vault"), "{run}");
        assert!(run.stderr.contains("[redacted:"), "{run}");
    }
}

#[test]
fn a_long_key_is_cut_in_an_error() {
    let world = World::new();
    let long = format!("agent:main:{}", "x".repeat(600));
    for args in [
        &["history", &long][..],
        &["history", &long[..500]],
        &["search", "x", "--limit", &long],
        &[&long],
    ] {
        let run = world.run(args);
        assert!(run.stderr.contains(&long[..79]), "{run}");
        assert!(!run.stderr.contains(&long[..80]), "{run}");
    }
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
    let blank = ["append", "main", "--role", "user", " \n"];
    insta::assert_snapshot!(world.run(&blank), @r"
    exit 2
    --- stderr
    error: the text is blank

    hint: say something; a blank message is never found
    ");
    let empty = world.run(&["append", "main", "--role", "user", "-"]);
    assert_eq!(empty.code, Some(2));
    assert!(!world.path("data").exists());
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
