//! `doctor`, `checkpoint` and `backup`.

use crate::support::World;

/// A world with one message in the main session.
fn world() -> World {
    let world = World::new();
    world
        .run(&[
            "append",
            "main",
            "--role",
            "user",
            "--message-id",
            "m1",
            "water the ferns",
        ])
        .ok();
    world
}

#[test]
fn doctor_tells_what_is_sound_and_what_is_damaged() {
    insta::assert_snapshot!(World::new().run(&["doctor"]), @r"
    exit 0
    --- stdout
    there are no databases yet
    ");
    let world = world();
    insta::assert_snapshot!(world.run(&["doctor"]), @r"
    exit 0
    --- stdout
    main: sound
    ");
    insta::assert_snapshot!(world.run(&["doctor", "--json"]), @r#"
    exit 0
    --- stdout
    {"databases":[{"agentId":"main","damaged":false,"findings":[]}]}
    "#);
    world.run(&["checkpoint"]).ok();
    world.write("data/agents/main/sessions.sqlite", "");
    insta::assert_snapshot!(world.run(&["doctor"]), @r"
    exit 4
    --- stdout
    main: damaged
      the database `[folder]/data/agents/main/sessions.sqlite` is empty: it has been cut off
    --- stderr
    hint: `sessions doctor --repair` saves what can be saved
    ");
    insta::assert_snapshot!(world.run(&["search", "ferns"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` is empty: it has been cut off

    hint: `sessions doctor` says what is wrong and what can be saved
    ");
}

#[test]
fn doctor_repairs_a_damaged_file_and_keeps_it() {
    let world = world();
    for n in 0..200 {
        let id = format!("n{n}");
        world
            .run(&[
                "append",
                "main",
                "--role",
                "user",
                "--message-id",
                &id,
                "water the roses",
            ])
            .ok();
    }
    world.run(&["checkpoint"]).ok();
    let path = world.path("data/agents/main/sessions.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.len() / 4_096 / 2 * 4_096;
    bytes[at..at + 3 * 4_096].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(world.run(&["doctor"]).code, Some(4));
    let repaired = world.run(&["doctor", "--repair", "--json"]);
    assert_eq!(repaired.code, Some(0), "{repaired}");
    assert_eq!(repaired.json()["databases"][0]["damaged"], true);
    assert_eq!(world.run(&["doctor"]).code, Some(0));
    assert_eq!(world.run(&["search", "roses"]).code, Some(0));
}

#[test]
fn a_backup_is_made_once_and_for_known_agents() {
    let world = world();
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
    let world = world();
    world.run(&["delete", "main", "--yes"]).ok();
    insta::assert_snapshot!(world.run(&["checkpoint"]), @r"
    exit 0
    --- stderr
    all logs are in their databases
    ");
    let bytes = std::fs::read(world.path("data/agents/main/sessions.sqlite")).unwrap();
    assert!(!bytes.windows(5).any(|window| window == b"ferns"));
}
