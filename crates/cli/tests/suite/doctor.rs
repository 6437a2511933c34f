//! `doctor`: what is sound, what is damaged, and what can be saved.

use crate::support::{Run, World};

#[test]
fn doctor_tells_what_is_sound_and_what_is_damaged() {
    insta::assert_snapshot!(World::new().run(&["doctor"]), @r#"
    exit 0
    --- stdout
    there are no databases yet

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
    let world = World::with_ferns();
    insta::assert_snapshot!(world.run(&["doctor"]), @r#"
    exit 0
    --- stdout
    main: sound

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
    insta::assert_snapshot!(world.run(&["doctor", "--json"]), @r#"
    exit 0
    --- stdout
    {"databases":[{"agentId":"main","damaged":false,"findings":[]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"}}
    "#);
    world.run(&["checkpoint"]).ok();
    world.write("data/agents/main/sessions.sqlite", "");
    insta::assert_snapshot!(world.run(&["doctor"]), @r#"
    exit 4
    --- stdout
    main: damaged
      the database `[folder]/data/agents/main/sessions.sqlite` is empty: it has been cut off

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    --- stderr
    hint: `sessions doctor --repair` saves what can be saved
    "#);
    insta::assert_snapshot!(world.run(&["search", "ferns"]), @r"
    exit 4
    --- stderr
    error: the database of agent `main` failed
    caused by: the database `[folder]/data/agents/main/sessions.sqlite` is empty: it has been cut off

    hint: `sessions doctor` says what is wrong and what can be saved
    ");
}

/// Returns a folder with one session over many pages, some of them spoilt. It
/// differs in nothing from run to run.
fn with_roses() -> World {
    let world = World::new();
    let text = "water the roses ".repeat(20);
    let line = |n| {
        format!(
            r#"{{"sessionKey":"main","sessionId":"s1","role":"user","messageId":"n{n}","text":"{text}","timestamp":{n}}}"#
        )
    };
    world.stream((0..200).map(line).collect::<Vec<_>>().join("\n"));
    world.run(&["checkpoint"]).ok();
    let path = world.database("main");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.len() / 4_096 / 2 * 4_096;
    bytes[at..at + 3 * 4_096].fill(0x5a);
    std::fs::write(&path, &bytes).unwrap();
    world
}

/// The run without what hangs on where rows lie: numbers, and the pages that
/// `SQLite` names.
fn without_places(run: Run) -> Run {
    let mut stdout = run.stdout;
    for (what, shown) in [
        (r#"((\n +|\\n)(Tree|Page) [^\n\\"]*)+"#, " [pages]"),
        (r"\b[0-9]+\b", "[n]"),
    ] {
        let what = regex::Regex::new(what).unwrap();
        stdout = what.replace_all(&stdout, shown).into_owned();
    }
    Run { stdout, ..run }
}

#[test]
fn doctor_repairs_a_damaged_file_and_keeps_it() {
    let world = with_roses();
    assert_eq!(world.run(&["doctor"]).code, Some(4));
    let repair = world.run(&["doctor", "--repair"]);
    insta::assert_snapshot!(without_places(repair), @r#"
    exit 0
    --- stdout
    main: damaged
      the file is damaged: *** in database main *** [pages]
      the file is damaged: it cannot be checked to its end
      repaired: [n] sessions with [n] events were saved, [n] of them without their text, with [n] gaps; the damaged file is [folder]/data/agents/main/sessions.sqlite.damaged-[n]

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
    assert_eq!(world.run(&["doctor"]).code, Some(0));
    assert_eq!(world.run(&["search", "roses"]).code, Some(0));
}

#[test]
fn a_repair_is_answered_as_json() {
    let world = with_roses();
    let repair = world.run(&["doctor", "--repair", "--json"]);
    insta::assert_snapshot!(without_places(repair), @r#"
    exit 0
    --- stdout
    {"databases":[{"agentId":"main","damaged":true,"findings":["the file is damaged: *** in database main *** [pages]","the file is damaged: it cannot be checked to its end"],"repair":"salvaged","keptAs":"[folder]/data/agents/main/sessions.sqlite.damaged-[n]","sessions":[n],"events":[n],"withoutText":[n],"gaps":[n]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"}}
    "#);
}

#[test]
fn doctor_repairs_nothing_that_is_sound_or_not_there() {
    let empty = World::new();
    let sound = World::with_ferns();
    insta::assert_snapshot!(empty.unchanged(|it| it.run(&["doctor", "--repair"])), @r#"
    exit 0
    --- stdout
    there are no databases yet

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
    insta::assert_snapshot!(empty.unchanged(|it| it.run(&["doctor", "--repair", "--json"])), @r#"
    exit 0
    --- stdout
    {"databases":[],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"}}
    "#);
    insta::assert_snapshot!(sound.unchanged(|it| it.run(&["doctor", "--repair"])), @r#"
    exit 0
    --- stdout
    main: sound

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    "#);
    insta::assert_snapshot!(sound.unchanged(|it| it.run(&["doctor", "--repair", "--json"])), @r#"
    exit 0
    --- stdout
    {"databases":[{"agentId":"main","damaged":false,"findings":[]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"}}
    "#);
}

#[test]
fn what_cannot_be_repaired_is_left_and_the_rest_is_repaired() {
    let world = with_roses();
    world.write("data/agents/a1/sessions.sqlite", "");
    world.write(
        "data/agents/a2/sessions.sqlite",
        "no database\n".repeat(1_000),
    );
    let repair = world.run(&["doctor", "--repair"]);
    insta::assert_snapshot!(without_places(repair), @r#"
    exit 4
    --- stdout
    a1: damaged
      the database `[folder]/data/agents/a1/sessions.sqlite` is empty: it has been cut off
      not repaired: cannot read a damaged database: no such table: session_key
    a2: damaged
      cannot open the database `[folder]/data/agents/a2/sessions.sqlite`: file is not a database
      not repaired: cannot read a damaged database: file is not a database
    main: damaged
      the file is damaged: *** in database main *** [pages]
      the file is damaged: it cannot be checked to its end
      repaired: [n] sessions with [n] events were saved, [n] of them without their text, with [n] gaps; the damaged file is [folder]/data/agents/main/sessions.sqlite.damaged-[n]

    who sees what:
      agents.default = "main"
      agents.defaults.sandbox.sessionToolsVisibility = "spawned"
      tools.agentToAgent.enabled = true
      tools.sessions.visibility = "all"
    --- stderr
    note: the sessions of 3 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own
    hint: what cannot be repaired is left as it is; put a backup in its place, or move it away
    "#);
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["doctor", "--repair", "--json"]), @r#"
        exit 4
        --- stdout
        {"databases":[{"agentId":"a1","damaged":true,"findings":["the database `[folder]/data/agents/a1/sessions.sqlite` is empty: it has been cut off"],"notRepaired":"cannot read a damaged database: no such table: session_key"},{"agentId":"a2","damaged":true,"findings":["cannot open the database `[folder]/data/agents/a2/sessions.sqlite`: file is not a database"],"notRepaired":"cannot read a damaged database: file is not a database"},{"agentId":"main","damaged":false,"findings":["200 messages await indexing"]}],"rules":{"tools.sessions.visibility":"all","tools.agentToAgent.enabled":true,"agents.defaults.sandbox.sessionToolsVisibility":"spawned","agents.default":"main"},"advice":["the sessions of 3 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own"]}
        --- stderr
        note: the sessions of 3 agents can read one another, since no setting says otherwise: `tools.agentToAgent.allow` names the agents that may, and `tools.sessions.visibility` set to `agent` keeps each to its own
        hint: what cannot be repaired is left as it is; put a backup in its place, or move it away
        "#);
    });
    let files = world.files();
    let salvaged = |it: &String| it.ends_with("salvaged");
    assert!(!files.iter().any(salvaged), "{files:?}");
}
