//! `checkpoint`, `backup` and `reindex`.

use crate::support::World;

#[test]
fn a_backup_is_made_once_and_for_known_agents() {
    let world = World::with_ferns();
    insta::assert_snapshot!(world.run(&["backup", "copy.sqlite"]), @r"
    exit 0
    --- stderr
    the database of agent `main` is copied to copy.sqlite
    ");
    insta::assert_snapshot!(world.run(&["backup", "copy.sqlite", "--json"]), @r#"
    exit 4
    --- stdout
    {"status":"error","error":"the database of agent `main` failed: cannot write `copy.sqlite`: File exists (os error 17)"}
    --- stderr
    error: the database of agent `main` failed
    caused by: cannot write `copy.sqlite`
    caused by: File exists (os error 17)
    "#);
    insta::assert_snapshot!(world.run(&["backup", "--agent", "nobody", "x.sqlite"]), @r"
    exit 1
    --- stderr
    error: agent `nobody` has no database

    hint: `sessions list` shows the sessions there are
    ");
    insta::assert_snapshot!(world.run(&["backup", "second.sqlite", "--json"]), @r#"
    exit 0
    --- stdout
    {"agentId":"main","file":"second.sqlite"}
    --- stderr
    the database of agent `main` is copied to second.sqlite
    "#);
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
