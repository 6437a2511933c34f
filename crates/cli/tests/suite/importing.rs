//! Import: what was read, what was skipped, and that nothing is done twice.

use std::fs;

use crate::support::World;

const HEADER: &str =
    r#"{"type":"session","version":3,"id":"s1","timestamp":"2026-03-01T10:00:00Z","cwd":"/w"}"#;
const FIRST: &str = r#"{"type":"message","id":"m1","parentId":null,"timestamp":"2026-03-01T10:01:00Z","message":{"role":"user","content":"water the ferns"}}"#;
const SECOND: &str = r#"{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-03-01T10:02:00Z","message":{"role":"assistant","content":[{"type":"text","text":"the ferns are watered"}]}}"#;

/// Where `OpenClaw` keeps a transcript of the agent `main`.
const PLACE: &str = "in/agents/main/sessions/s1.jsonl";

fn transcript(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// Returns a folder with one transcript, at its usual place.
fn world(lines: &[&str]) -> World {
    let world = World::new();
    world.write(PLACE, transcript(lines));
    world
}

#[test]
fn a_folder_is_imported_once() {
    let world = world(&[HEADER, FIRST]);
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     1
    sessions  1
    messages  1
    events    1
    skipped   0
    ");
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     1
    sessions  1  1 unchanged
    messages  1
    events    1  all stored before
    skipped   0
    ");
    world.write(PLACE, transcript(&[HEADER, FIRST, SECOND]));
    insta::assert_snapshot!(world.run(&["import", "in", "--json"]), @r#"
    exit 0
    --- stdout
    {"files":1,"sessions":1,"messages":2,"events":2,"newEvents":1,"unchangedSessions":0,"skipped":[]}
    "#);
    assert_eq!(world.run(&["search", "--wait", "ferns"]).code, Some(0));
}

#[test]
fn an_import_is_searchable_step_by_step() {
    let world = world(&[HEADER, FIRST]);
    world.run(&["import", "in", "-q", "--no-index"]).ok();
    // The answer comes first; then the command goes on indexing.
    insta::assert_snapshot!(world.run(&["search", "ferns", "--require-complete"]), @r"
    exit 5
    --- stderr
    note: some sessions are still being indexed; the answer may be incomplete
    hint: `--wait` brings the index up to date first
    ");
    insta::assert_snapshot!(world.run(&["search", "ferns", "--require-complete", "--json"]), @r#"
    exit 0
    --- stdout
    {"results":[{"sessionKey":"agent:main:imported:s1","sessionId":"s1","messageId":"m1","agentId":"main","kind":"other","timestamp":1772359260000,"role":"user","snippet":"water the ferns","matches":[[10,15]],"score":0.7761}],"scope":"operator","tier":"exact"}
    "#);
}

#[test]
fn a_folder_without_transcripts_is_listed() {
    let world = World::new();
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
        world.write(&format!("in/{name}"), "milk, bread\n");
    }
    world.write("in/e.json", "{}\n");
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 1
    --- stdout
    files     0
    sessions  0
    messages  0
    events    0
    skipped   5

    skipped, no transcript: looks like JSON that is no known transcript: 1
      in/e.json

    skipped, no transcript: looks like text: 4
      in/a.txt
      in/b.txt
      in/c.txt
      and 1 more; -v names them
    --- stderr
    note: no transcripts were found there
    ");
    insta::assert_snapshot!(world.run(&["import", "in", "-v"]), @r"
    exit 1
    --- stdout
    files     0
    sessions  0
    messages  0
    events    0
    skipped   5

    skipped, no transcript: looks like JSON that is no known transcript: 1
      in/e.json

    skipped, no transcript: looks like text: 4
      in/a.txt
      in/b.txt
      in/c.txt
      in/d.txt
    --- stderr
    note: no transcripts were found there
    ");
    insta::assert_snapshot!(world.run(&["import", "in/e.json", "--json"]), @r#"
    exit 1
    --- stdout
    {"files":0,"sessions":0,"messages":0,"events":0,"newEvents":0,"unchangedSessions":0,"skipped":[{"path":"in/e.json","reason":"no transcript: looks like JSON that is no known transcript"}]}
    --- stderr
    note: no transcripts were found there
    "#);
    assert!(!world.path("data").exists());
}

#[test]
fn what_is_empty_holds_no_transcript() {
    let world = World::new();
    world.write("none.jsonl", "");
    fs::create_dir(world.path("in")).unwrap();
    world.unchanged(|it| {
        insta::assert_snapshot!(it.run(&["import", "in"]), @r"
        exit 1
        --- stdout
        files     0
        sessions  0
        messages  0
        events    0
        skipped   0
        --- stderr
        note: no transcripts were found there
        ");
        insta::assert_snapshot!(it.run(&["import", "in", "--json"]), @r#"
        exit 1
        --- stdout
        {"files":0,"sessions":0,"messages":0,"events":0,"newEvents":0,"unchangedSessions":0,"skipped":[]}
        --- stderr
        note: no transcripts were found there
        "#);
        insta::assert_snapshot!(it.run(&["import", "none.jsonl"]), @r"
        exit 1
        --- stdout
        files     0
        sessions  0
        messages  0
        events    0
        skipped   1

        skipped, no transcript: looks like an empty file: 1
          none.jsonl
        --- stderr
        note: no transcripts were found there
        ");
    });
}

#[test]
fn a_transcript_without_messages_is_imported() {
    let world = world(&[HEADER]);
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     1
    sessions  1
    messages  0
    events    0
    skipped   0
    ");
    insta::assert_snapshot!(world.run(&["list"]), @r"
    exit 0
    --- stdout
    SESSION                 KIND   MESSAGES  FIRST  LAST  SESSION ID
    agent:main:imported:s1  other         0               s1
    ");
}

#[test]
fn a_truncated_file_gives_what_can_be_read() {
    let world = World::new();
    let whole = transcript(&[HEADER, FIRST, SECOND]);
    world.write(PLACE, &whole[..whole.len() - 40]);
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     1
    sessions  1
    messages  1
    events    1
    skipped   1

    skipped, the last line is cut off: 1
      in/agents/main/sessions/s1.jsonl:3
    ");
    assert_eq!(world.run(&["search", "--wait", "ferns"]).code, Some(0));
}

#[test]
fn a_missing_path_or_a_wrong_format_is_refused() {
    let world = World::new();
    world.write("in/s1.jsonl", transcript(&[HEADER, FIRST]));
    insta::assert_snapshot!(world.run(&["import", "in", "nowhere"]), @r"
    exit 2
    --- stderr
    error: no file or folder at `nowhere`
    ");
    insta::assert_snapshot!(world.run(&["import", "--format", "claude-code", "in/s1.jsonl", "--json"]), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"`in/s1.jsonl` is not of format `claude-code`: it looks like an OpenClaw transcript (`openclaw`)"}
    --- stderr
    error: `in/s1.jsonl` is not of format `claude-code`: it looks like an OpenClaw transcript (`openclaw`)
    "#);
    insta::assert_snapshot!(world.run(&["import", "--format", "word", "in"]), @r"
    exit 2
    --- stderr
    error: invalid value 'word' for '--format <FORMAT>'
      [possible values: auto, openclaw, openclaw-sqlite, claude-code, codex, copilot-cli, gemini-cli, chatgpt, claude-ai]

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(world.run(&["import", "--agent", "../x", "in"]), @r"
    exit 2
    --- stderr
    error: invalid value '../x' for '--agent <ID>': an agent id is a letter or digit and then letters, digits, `_` and `-`; byte 0 is none

    For more information, try '--help'.
    ");
    assert!(!world.path("data").exists());
}

#[test]
fn an_agent_can_be_named() {
    let world = World::new();
    world.write("in/s1.jsonl", transcript(&[HEADER, FIRST]));
    world.run(&["import", "--agent", "ops", "in"]).ok();
    assert!(world.database("ops").exists());
}

#[test]
fn events_of_copies_are_told_apart_from_new_ones() {
    let world = world(&[HEADER, FIRST, SECOND]);
    world.write(
        "in/copy/agents/main/sessions/s1.jsonl",
        transcript(&[HEADER, FIRST]),
    );
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     2
    sessions  2  1 unchanged
    messages  3
    events    3  2 new, 1 stored before or in copies
    skipped   0
    ");
    insta::assert_snapshot!(world.run(&["import", "in"]), @r"
    exit 0
    --- stdout
    files     2
    sessions  2  2 unchanged
    messages  3
    events    3  all stored before
    skipped   0
    ");
}

#[test]
fn without_a_path_the_usual_places_are_listed_and_nothing_is_imported() {
    let world = World::new();
    insta::assert_snapshot!(world.unchanged(|_| world.run(&["import"])), @r"
    exit 1
    --- stderr
    note: no transcripts were found there
    hint: name the folder: `sessions import FOLDER`
    ");
    world.write(
        "robin/.openclaw/agents/main/sessions/s1.jsonl",
        transcript(&[HEADER, FIRST]),
    );
    world.write("robin/.codex/sessions/notes.md", "no transcript");
    let rollout =
        r#"{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"x"}}"#;
    world.write("robin/.codex/sessions/2026/rollout-x.jsonl", rollout);
    insta::assert_snapshot!(world.unchanged(|_| world.run(&["import"])), @r"
    exit 0
    --- stdout
    format    files  size   place
    openclaw      1  221 B  [folder]/robin/.openclaw/agents
    codex         1   79 B  [folder]/robin/.codex/sessions
    other files, which an import lists: 1
    --- stderr
    hint: nothing was imported yet; to do so: sessions import [folder]/robin/.openclaw/agents [folder]/robin/.codex/sessions
    ");
    insta::assert_snapshot!(world.unchanged(|_| world.run(&["import", "--json", "-q"])), @r#"
    exit 0
    --- stdout
    {"places":[{"path":"[folder]/robin/.openclaw/agents","format":"openclaw","files":1,"bytes":221},{"path":"[folder]/robin/.codex/sessions","format":"codex","files":1,"bytes":79}],"skipped":[{"path":"[folder]/robin/.codex/sessions/notes.md","reason":"no transcript: looks like text"}]}
    "#);
}

#[test]
fn a_dry_run_lists_what_would_be_read() {
    let world = world(&[HEADER, FIRST]);
    insta::assert_snapshot!(world.unchanged(|_| world.run(&["import", "--dry-run", "in"])), @r"
    exit 0
    --- stdout
    format    files  size   place
    openclaw      1  221 B  in
    ");
}
