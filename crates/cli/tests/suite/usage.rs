//! A command line that cannot be read: said in few words, without secrets.

use crate::support::{Run, World, alike, token};

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
    insta::assert_snapshot!(world.run(&["search", "x", "--fuzzy", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"unexpected argument '--fuzzy' found; tip: to pass '--fuzzy' as a value, put '--' before it"}
    --- stderr
    error: unexpected argument '--fuzzy' found

      tip: to pass '--fuzzy' as a value, put '--' before it

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
fn a_word_too_many_is_refused() {
    let world = World::with_reset();
    let run = |options: &[&str]| {
        let commands = ["reindex", "doctor", "checkpoint", "redact", "list"];
        alike(commands.map(|it| {
            let run = world.run(&[&[it, "main"], options].concat());
            let stderr = run.stderr.replace(it, "COMMAND");
            Run { stderr, ..run }
        }))
    };
    world.unchanged(|_| {
        insta::assert_snapshot!(run(&[]), @r"
        exit 2
        --- stderr
        error: unexpected argument 'main' found

        Usage: sessions COMMAND [OPTIONS]

        For more information, try '--help'.
        ");
        insta::assert_snapshot!(run(&["--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"unexpected argument 'main' found"}
        --- stderr
        error: unexpected argument 'main' found

        Usage: sessions COMMAND [OPTIONS]

        For more information, try '--help'.
        "#);
    });
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
    let token = token();
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
