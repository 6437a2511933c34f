//! Databases that may not be written or not even be read: what can be answered
//! is, and the rest says why not.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{Run, World};

/// A user who owns nothing.
const NOBODY: u32 = 65_534;

fn set_modes(path: &Path, folder: u32, file: u32) {
    let is_folder = path.is_dir();
    let mode = if is_folder { folder } else { file };
    if is_folder {
        for entry in fs::read_dir(path).unwrap() {
            set_modes(&entry.unwrap().path(), folder, file);
        }
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Gives the databases modes, for their folders and their files.
fn restrict(world: &World, folder: u32, file: u32) {
    set_modes(&world.path("data"), folder, file);
}

/// Lets the owner clean up.
fn allow(world: &World) {
    set_modes(&world.path(""), 0o755, 0o644);
}

/// Runs the binary as a user whom modes bind, even where root runs the tests.
fn bound(world: &World, args: &[&str]) -> Run {
    let folder = world.path("");
    if fs::metadata(&folder).unwrap().uid() != 0 {
        return world.run(args);
    }
    let binary = world.path("sessions");
    if !binary.exists() {
        fs::copy(env!("CARGO_BIN_EXE_sessions"), &binary).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Command::new(binary);
    world.set_up(&mut command).args(args);
    command.uid(NOBODY).gid(NOBODY).stdin(Stdio::null());
    world.finished(command.output().unwrap())
}

#[test]
fn a_database_in_a_folder_that_is_read_only_says_what_it_needs() {
    let world = World::with_reset();
    restrict(&world, 0o555, 0o444);
    let before = fs::read(world.database("main")).unwrap();
    insta::assert_snapshot!(bound(&world, &["search", "rollout"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot open the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: attempt to write a readonly database

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    insta::assert_snapshot!(bound(&world, &["doctor"]), @r#"
    exit 4
    --- stdout
    main: cannot be checked
      cannot open the database `[folder]/data/agents/main/sessions.sqlite`: attempt to write a readonly database

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    --- stderr
    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    "#);
    insta::assert_snapshot!(bound(&world, &["doctor", "--repair", "--json"]), @r#"
    exit 4
    --- stdout
    {"databases":[{"agentId":"main","damaged":false,"unknown":true,"findings":["cannot open the database `[folder]/data/agents/main/sessions.sqlite`: attempt to write a readonly database"]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"}}
    --- stderr
    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    "#);
    insta::assert_snapshot!(bound(&world, &["append", "main", "--role", "user", "x"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot open the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: attempt to write a readonly database

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    for args in [
        &["list"][..],
        &["history", "main"],
        &["reindex"],
        &["checkpoint"],
        &["delete", "main", "--yes"],
    ] {
        assert_eq!(bound(&world, args).code, Some(4), "{args:?}");
    }
    allow(&world);
    assert!(fs::read(world.database("main")).unwrap() == before);
    assert_eq!(world.run(&["search", "rollout"]).code, Some(0));
}

/// Has a running `append --jsonl` store a line and waits until it has.
fn acknowledged(writer: &mut Child, text: &str) {
    let line = format!(r#"{{"sessionKey":"main","role":"user","text":"{text}"}}"#);
    writeln!(writer.stdin.as_mut().unwrap(), "{line}").unwrap();
    let mut answer = [0; 1];
    while answer != *b"\n" {
        writer
            .stdout
            .as_mut()
            .unwrap()
            .read_exact(&mut answer)
            .unwrap();
    }
}

#[test]
fn a_database_that_another_process_has_open_is_read_without_writing() {
    let world = World::with_reset();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sessions"));
    world.set_up(&mut command).args(["append", "--jsonl"]);
    let mut writer = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    acknowledged(&mut writer, "the rollout is done");
    restrict(&world, 0o555, 0o444);
    let found = bound(&world, &["search", "rollout done"]).ok();
    assert!(found.stdout.contains("the rollout is done"), "{found}");
    assert_eq!(bound(&world, &["history", "main"]).code, Some(0));
    insta::assert_snapshot!(bound(&world, &["append", "main", "--role", "user", "x"]), @r"
    exit 4
    --- stderr
    error: cannot store an event
    caused by: attempt to write a readonly database

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    insta::assert_snapshot!(bound(&world, &["doctor"]), @r#"
    exit 4
    --- stdout
    main: cannot be checked
      cannot check the index: attempt to write a readonly database

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    --- stderr
    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    "#);
    allow(&world);
    // The writer did not notice.
    acknowledged(&mut writer, "and a second one");
    drop(writer.stdin.take());
    assert!(writer.wait().unwrap().success());
    assert_eq!(world.run(&["search", "second one"]).code, Some(0));
}

#[test]
fn databases_of_another_user_are_not_taken_for_missing() {
    let world = World::with_reset();
    restrict(&world, 0o000, 0o000);
    insta::assert_snapshot!(bound(&world, &["search", "rollout"]), @r"
    exit 4
    --- stderr
    error: cannot list the agents in `[folder]/data/agents`
    caused by: Permission denied (os error 13)

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    insta::assert_snapshot!(bound(&world, &["append", "main", "--role", "user", "x"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot look at the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: Permission denied (os error 13)

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    restrict(&world, 0o555, 0o000);
    insta::assert_snapshot!(bound(&world, &["search", "rollout"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot look at the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: Permission denied (os error 13)

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    allow(&world);
    assert_eq!(world.run(&["search", "rollout"]).code, Some(0));
}

#[test]
fn a_data_folder_that_is_read_only_gets_no_database() {
    let world = World::new();
    fs::create_dir(world.path("data")).unwrap();
    restrict(&world, 0o555, 0o444);
    insta::assert_snapshot!(bound(&world, &["append", "main", "--role", "user", "x"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot make the database `[folder]/data/agents/main/sessions.sqlite`
    caused by: Permission denied (os error 13)

    hint: a database and its folder are written to even by a search, since SQLite keeps its log there: run as their owner, or use a copy
    ");
    assert_eq!(bound(&world, &["search", "x"]).code, Some(1));
    allow(&world);
    assert!(!world.path("data/agents").exists());
}
