//! Reset, rewind, rollover, delete, reindex.

use crate::support::World;

fn texts(world: &World) -> Vec<String> {
    let view = world.run(&["history", "main", "--json"]).json();
    let rows = view["messages"].as_array().unwrap();
    rows.iter()
        .map(|it| it["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_reset_begins_a_new_view() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["reset", "main"]), @r"
    exit 0
    --- stdout
    session key  agent:main:main
    session id   s1
    message id   [message id]
    ");
    assert_eq!(texts(&world).len(), 1);
    insta::assert_snapshot!(world.run(&["reset", "main", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s1","messageId":"[message id]"}
    "#);
}

#[test]
fn a_reset_can_keep_the_tail() {
    let world = World::with_reset();
    world.run(&["reset", "main", "--keep-tail"]).ok();
    assert_eq!(texts(&world)[0], "good morning");
}

#[test]
fn a_rewind_takes_messages_back() {
    let world = World::with_reset();
    world
        .run(&["append", "main", "--role", "user", "a mistake"])
        .ok();
    insta::assert_snapshot!(world.run(&["rewind", "main", "--to", "m4"]), @r"
    exit 0
    --- stdout
    session key  agent:main:main
    session id   s1
    message id   m4
    ");
    assert_eq!(world.run(&["search", "mistake"]).code, Some(1));
    insta::assert_snapshot!(world.run(&["rewind", "main", "--to", "m1"]), @r"
    exit 2
    --- stderr
    error: cannot rewind to `m1`: it is unknown, ignored, or lies before the latest reset
    ");
    insta::assert_snapshot!(world.run(&["rewind", "agent:main:nope", "--to", "m1"]), @r"
    exit 1
    --- stderr
    error: no session has the key `agent:main:nope`

    hint: `sessions list` shows the sessions there are
    ");
}

#[test]
fn a_rollover_begins_a_new_generation() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["rollover", "main"]), @r"
    exit 0
    --- stdout
    session key  agent:main:main
    session id   [session id]
    ");
    insta::assert_snapshot!(world.run(&["rollover", "main", "--session-id", "s3", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s3"}
    "#);
    assert_eq!(texts(&world), Vec::<String>::new());
    // The earlier generation is still found and reopened.
    let hit = &world.run(&["search", "morning", "--json"]).ok().json()["results"][0];
    assert_eq!(hit["sessionId"], "s1");
    insta::assert_snapshot!(world.run(&["rollover", "main", "--session-id", "s1"]), @r"
    exit 2
    --- stderr
    error: session id `s1` is taken; choose another or leave it out
    ");
}

#[test]
fn deleting_needs_a_yes() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["delete", "main"]), @r"
    exit 2
    --- stderr
    error: nobody is there to confirm that the session is deleted

    hint: say so with `--yes`
    ");
    assert_eq!(texts(&world).len(), 2);
    insta::assert_snapshot!(world.run(&["delete", "main", "--yes"]), @r"
    exit 0
    --- stderr
    deleted agent:main:main
    ");
    assert_eq!(world.run(&["search", "rollout"]).code, Some(1));
    insta::assert_snapshot!(world.run(&["delete", "main", "--yes", "--json"]), @r#"
    exit 1
    --- stdout
    {"status":"error","error":"no session has the key `agent:main:main`"}
    --- stderr
    error: no session has the key `agent:main:main`

    hint: `sessions list` shows the sessions there are
    "#);
}

#[test]
fn a_deleted_session_is_answered_as_json() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["delete", "main", "--yes", "--json", "-q"]), @r#"
    exit 0
    --- stdout
    {"sessionKey":"agent:main:main","deleted":true}
    "#);
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
