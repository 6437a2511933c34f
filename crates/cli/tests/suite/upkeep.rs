//! `checkpoint`, `backup` and `reindex`.

use crate::support::{World, alike};

#[test]
fn a_backup_is_a_database_like_any_other() {
    let world = World::with_ferns();
    insta::assert_snapshot!(world.run(&["backup", "copy.sqlite"]), @r"
    exit 0
    --- stderr
    the database of agent `main` is copied to copy.sqlite
    ");
    world.write("copy/agents/main/note.txt", "");
    insta::assert_snapshot!(world.run(&["backup", "copy/agents/main/sessions.sqlite", "--json"]), @r#"
    exit 0
    --- stdout
    {"agentId":"main","file":"copy/agents/main/sessions.sqlite"}
    --- stderr
    the database of agent `main` is copied to copy/agents/main/sessions.sqlite
    "#);
    let found = world.run(&["search", "ferns", "--data-dir", "copy", "-q"]);
    assert_eq!(found.code, Some(0), "{found}");
}

#[test]
fn a_backup_overwrites_nothing() {
    let world = World::with_ferns();
    world.write("copy.sqlite", "precious");
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["backup", "copy.sqlite"]), @r"
        exit 2
        --- stderr
        error: cannot write `copy.sqlite`
        caused by: File exists (os error 17)

        hint: a copy goes to a new file; name one that does not exist
        ");
        insta::assert_snapshot!(it.run(&["backup", "copy.sqlite", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"cannot write `copy.sqlite`: File exists (os error 17)"}
        --- stderr
        error: cannot write `copy.sqlite`
        caused by: File exists (os error 17)

        hint: a copy goes to a new file; name one that does not exist
        "#);
        let itself = it.run(&["backup", "data/agents/main/sessions.sqlite"]);
        assert_eq!(itself.code, Some(2), "{itself}");
    });
}

#[test]
fn a_backup_from_or_to_nowhere_makes_no_file() {
    let world = World::with_ferns();
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["backup", "nowhere/x.sqlite"]), @r"
        exit 4
        --- stderr
        error: cannot write `nowhere/x.sqlite`
        caused by: No such file or directory (os error 2)
        ");
        insta::assert_snapshot!(it.run(&["backup", "--agent", "nobody", "x.sqlite"]), @r"
        exit 1
        --- stderr
        error: agent `nobody` has no database

        hint: `sessions doctor` names the agents that have one
        ");
    });
    let empty = World::new();
    empty.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["backup", "x.sqlite", "--json"]), @r#"
        exit 1
        --- stdout
        {"status":"error","error":"agent `main` has no database"}
        --- stderr
        error: agent `main` has no database

        hint: `sessions doctor` names the agents that have one
        "#);
    });
}

#[test]
fn a_checkpoint_leaves_no_trace_of_what_was_deleted() {
    let world = World::with_ferns();
    world.run(&["delete", "main", "--yes"]).ok();
    insta::assert_snapshot!(world.run(&["checkpoint"]), @r"
    exit 0
    --- stderr
    all logs are in their databases
    ");
    let bytes = std::fs::read(world.database("main")).unwrap();
    assert!(!bytes.windows(5).any(|window| window == b"ferns"));
}

#[test]
fn the_index_can_be_built_anew() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["reindex"]), @r"
    exit 0
    --- stderr
    the index is up to date
    ");
    insta::assert_snapshot!(world.run(&["reindex", "--all"]), @r"
    exit 0
    --- stderr
    the index is up to date; 3 rows were indexed
    ");
    assert_eq!(world.run(&["search", "rollout"]).code, Some(0));
    insta::assert_snapshot!(world.run(&["reindex", "--json", "-q"]), @r#"
    exit 0
    --- stdout
    {"indexedRows":0}
    "#);
}

#[test]
fn upkeep_of_nothing_makes_nothing() {
    let world = World::new();
    world.unchanged(|it| {
        let reindex = [&["reindex"][..], &["reindex", "--all"]];
        insta::assert_snapshot!(alike(reindex.map(|args| it.run(args))), @r"
        exit 0
        --- stderr
        the index is up to date
        ");
        insta::assert_snapshot!(it.run(&["reindex", "--json"]), @r#"
        exit 0
        --- stdout
        {"indexedRows":0}
        --- stderr
        the index is up to date
        "#);
        insta::assert_snapshot!(it.run(&["checkpoint"]), @r"
        exit 0
        --- stderr
        all logs are in their databases
        ");
        insta::assert_snapshot!(it.run(&["checkpoint", "--json"]), @r#"
        exit 0
        --- stdout
        {"status":"done"}
        --- stderr
        all logs are in their databases
        "#);
    });
}
