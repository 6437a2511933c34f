//! `doctor`: what is sound, what is damaged, and what can be saved.

use crate::support::World;

#[test]
fn doctor_tells_what_is_sound_and_what_is_damaged() {
    insta::assert_snapshot!(World::new().run(&["doctor"]), @r"
    exit 0
    --- stdout
    there are no databases yet
    ");
    let world = World::with_ferns();
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
    let world = World::with_ferns();
    let line = |n| {
        format!(
            r#"{{"sessionKey":"main","role":"user","messageId":"n{n}","text":"water the roses"}}"#
        )
    };
    world.stream((0..200).map(line).collect::<Vec<_>>().join("\n"));
    world.run(&["checkpoint"]).ok();
    let path = world.database("main");
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
