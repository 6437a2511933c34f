//! Reset, rewind, rollover, delete.

use crate::support::{World, alike};

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
    world.say("main", "a mistake", &[]);
    insta::assert_snapshot!(world.run(&["rewind", "main", "--to", "m4"]), @r"
    exit 0
    --- stdout
    session key  agent:main:main
    session id   s1
    message id   m4
    ");
    assert_eq!(world.run(&["search", "mistake"]).code, Some(1));
}

#[test]
fn a_rewind_to_the_last_message_changes_no_view() {
    let world = World::with_reset();
    let before = texts(&world);
    insta::assert_snapshot!(world.run(&["rewind", "main", "--to", "m4", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m4"}
    "#);
    assert_eq!(texts(&world), before);
}

#[test]
fn a_rewind_to_what_is_not_in_view_is_refused() {
    let world = World::with_reset();
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["rewind", "main", "--to", "m1"]), @r"
        exit 2
        --- stderr
        error: cannot rewind to `m1`: it is unknown, ignored, or lies before the latest reset
        ");
        insta::assert_snapshot!(it.run(&["rewind", "main", "--to", "nope", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"cannot rewind to `nope`: it is unknown, ignored, or lies before the latest reset"}
        --- stderr
        error: cannot rewind to `nope`: it is unknown, ignored, or lies before the latest reset
        "#);
    });
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
}

#[test]
fn a_rollover_to_an_id_that_is_taken_is_refused() {
    let world = World::with_reset();
    world.unchanged(|it| {
        let taken = ["rollover", "main", "--session-id", "s1"];
        insta::assert_snapshot!(it.run(&taken), @r"
        exit 2
        --- stderr
        error: session id `s1` is taken; choose another or leave it out
        ");
        insta::assert_snapshot!(it.run(&[&taken[..], &["--json"]].concat()), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"session id `s1` is taken; choose another or leave it out"}
        --- stderr
        error: session id `s1` is taken; choose another or leave it out
        "#);
    });
}

#[test]
fn deleting_needs_a_yes() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.unchanged(|it| it.run(&["delete", "main"])), @r"
    exit 2
    --- stderr
    error: nobody is there to confirm that the session is deleted

    hint: say so with `--yes`
    ");
    insta::assert_snapshot!(world.unchanged(|it| it.run(&["delete", "main", "--json"])), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"nobody is there to confirm that the session is deleted"}
    --- stderr
    error: nobody is there to confirm that the session is deleted

    hint: say so with `--yes`
    "#);
    insta::assert_snapshot!(world.run(&["delete", "main", "--yes"]), @r"
    exit 0
    --- stderr
    deleted agent:main:main
    ");
    assert_eq!(world.run(&["search", "rollout"]).code, Some(1));
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
fn a_key_without_a_session_changes_nothing() {
    // A database that is not there answers as one that lacks the session.
    let worlds = [World::new(), World::with_reset()];
    let run = |key: &str, options: &[&str]| {
        let commands = [
            &["reset", key][..],
            &["reset", key, "--keep-tail"],
            &["rewind", key, "--to", "m1"],
            &["rollover", key],
            &["delete", key, "--yes"],
        ];
        let runs = worlds.iter().flat_map(|world| {
            commands.map(|it| world.unchanged(|world| world.run(&[it, options].concat())))
        });
        alike(runs)
    };
    insta::assert_snapshot!(run("agent:main:nope", &[]), @r"
    exit 1
    --- stderr
    error: no session has the key `agent:main:nope`

    hint: `sessions list` shows the sessions there are
    ");
    insta::assert_snapshot!(run("agent:main:nope", &["--json"]), @r#"
    exit 1
    --- stdout
    {"status":"error","error":"no session has the key `agent:main:nope`"}
    --- stderr
    error: no session has the key `agent:main:nope`

    hint: `sessions list` shows the sessions there are
    "#);
    insta::assert_snapshot!(run("agent:", &[]), @r"
    exit 2
    --- stderr
    error: `agent:` is no session key
    caused by: a session key reads `agent:<agent id>:<rest>`, and the rest is not empty

    hint: keys look like `agent:main:main`; `sessions list` shows them
    ");
}

#[test]
fn what_a_writer_lacks_is_named() {
    let world = World::with_reset();
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["reset", "main", "--keep-tial", "--json"]), @r#"
        exit 2
        --- stdout
        {"status":"error","error":"unexpected argument '--keep-tial' found; tip: a similar argument exists: '--keep-tail'"}
        --- stderr
        error: unexpected argument '--keep-tial' found

          tip: a similar argument exists: '--keep-tail'

        Usage: sessions reset --keep-tail <KEY>

        For more information, try '--help'.
        "#);
        insta::assert_snapshot!(it.run(&["rewind", "main"]), @r"
        exit 2
        --- stderr
        error: the following required arguments were not provided:
          --to <MESSAGE_ID>

        Usage: sessions rewind --to <MESSAGE_ID> <KEY>

        For more information, try '--help'.
        ");
        insta::assert_snapshot!(it.run(&["rollover", "main", "--session-id", ""]), @r"
        exit 2
        --- stderr
        error: invalid value '' for '--session-id <ID>': identifier is empty

        For more information, try '--help'.
        ");
        insta::assert_snapshot!(it.run(&["delete", "--yes"]), @r"
        exit 2
        --- stderr
        error: the following required arguments were not provided:
          <KEY>

        Usage: sessions delete --yes <KEY>

        For more information, try '--help'.
        ");
    });
}
