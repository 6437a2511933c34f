//! Settings, databases and folders that cannot be used are left as they are.

use std::fs;

use crate::support::{World, alike};

#[test]
fn settings_that_are_wrong_are_refused() {
    let world = World::with_reset();
    world.write("c.toml", "[tools.sessions]\nvisibility = 'everyone'\n");
    insta::assert_snapshot!(world.run(&["list", "--config", "c.toml"]), @r"
    exit 2
    --- stderr
    error: the settings in `c.toml` are not valid, line 2
    caused by: not one of `self`, `tree`, `agent`, `all`
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
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 3, the newest that this version knows

    hint: use the version of sessions that wrote it, or a newer one
    ");
    insta::assert_snapshot!(world.run(&["list", "--json", "-q"]), @r#"
    exit 4
    --- stdout
    {"status":"error","error":"the database of agent `main` failed: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 3, the newest that this version knows"}
    --- stderr
    error: the database of agent `main` failed
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` has schema 99, newer than 3, the newest that this version knows

    hint: use the version of sessions that wrote it, or a newer one
    "#);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/transcripts");
    world.unchanged(|it| {
        let append = it.run(&["append", "main", "--role", "user", "x"]);
        assert_eq!(append.code, Some(4), "{append}");
        let import = it.run(&["import", sample]);
        assert_eq!(import.code, Some(4), "{import}");
    });
}

#[test]
fn a_corrupt_database_is_reported_and_left_as_it_is() {
    let world = World::with_reset();
    let garbage = "this is no database at all, however long one looks at it; ".repeat(40);
    fs::write(world.database("main"), garbage).unwrap();
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
    // The answer is the same whatever is asked of it, and it is left as it is.
    let commands = [
        &["search", "rollout"][..],
        &["search", "rollout", "--wait"],
        &["history", "main"],
        &["list"],
        &["append", "main", "--role", "user", "x"],
        &["reset", "main"],
        &["rewind", "main", "--to", "m1"],
        &["rollover", "main"],
        &["delete", "main", "--yes"],
        &["reindex"],
        &["reindex", "--all"],
        &["checkpoint"],
        &["backup", "copy.sqlite"],
    ];
    world.unchanged(|it| alike(commands.map(|args| it.run(args))));
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
