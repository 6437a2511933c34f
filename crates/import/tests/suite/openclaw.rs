//! Keys, generations, ids and times of OpenClaw's files.

use std::fs;
use std::path::{Path, PathBuf};

use sessions_core::event::{EventBody, LeafTarget, Parent, TimestampMs};
use sessions_import::{ImportOptions, ImportedSession, discover, read};

use crate::support::import_bytes;

const INDEX: &str = r#"{
    "agent:ops:main": {"sessionId": "s-2", "updatedAt": 9, "label": "Ops",
        "usageFamilySessionIds": ["s-1", "s-2"]},
    "agent:ops:subagent:x": {"sessionId": "s-3", "spawnedBy": "agent:ops:main"},
    "agent:ops:dashboard:incognito-1": {"sessionId": "s-4"}
}"#;

fn transcript(id: &str) -> String {
    format!(
        r#"{{"type":"session","version":3,"id":"{id}","timestamp":"2026-03-01T10:00:00Z","cwd":"/w"}}
{{"type":"message","id":"m1","parentId":null,"timestamp":"2026-03-01T10:01:00Z","message":{{"role":"user","content":"words of {id}"}}}}
"#
    )
}

/// A state folder with a live session, an earlier generation, a child, an
/// unknown one, and an incognito one.
fn state() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("agents/Ops/sessions");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("sessions.json"), INDEX).unwrap();
    for (name, id) in [
        ("s-1.jsonl.reset.2026-03-01T11-00-00.000Z", "s-1"),
        ("s-2.jsonl", "s-2"),
        ("s-3.jsonl", "s-3"),
        ("s-4.jsonl", "s-4"),
        ("s-5.jsonl", "s-5"),
        ("s-6.jsonl.reset.2026-03-01T11-00-00.000Z", "s-6"),
        ("s-6.jsonl", "s-6"),
    ] {
        fs::write(folder.join(name), transcript(id)).unwrap();
    }
    (root, folder)
}

fn sessions(path: &Path, options: &ImportOptions) -> Vec<ImportedSession> {
    discover(&[path.to_owned()], options)
        .unwrap()
        .iter()
        .filter(|source| source.is_transcript())
        .flat_map(|source| read(source, options).unwrap().sessions)
        .collect()
}

fn shown(sessions: &[ImportedSession]) -> String {
    let line = |it: &ImportedSession| {
        let current = if it.is_current { "current" } else { "earlier" };
        let spawned_by = it.links.spawned_by.as_ref();
        format!(
            "{} {} {current}{}{}{}\n",
            it.key,
            it.id,
            if it.is_incognito { " incognito" } else { "" },
            spawned_by.map_or_else(String::new, |key| format!(" by {key}")),
            it.title
                .as_ref()
                .map_or_else(String::new, |title| format!(" \"{title}\"")),
        )
    };
    sessions.iter().map(line).collect()
}

#[test]
fn keys_links_and_generations_come_from_the_index() {
    let (root, _) = state();
    let all = sessions(root.path(), &ImportOptions::default());
    insta::assert_snapshot!(shown(&all), @r#"
    agent:ops:main s-1 earlier "Ops"
    agent:ops:main s-2 current "Ops"
    agent:ops:subagent:x s-3 current by agent:ops:main
    agent:ops:dashboard:incognito-1 s-4 current incognito
    agent:ops:imported:s-5 s-5 current
    agent:ops:imported:s-6 s-6 current
    agent:ops:imported:s-6 s-6.reset.2026-03-01T11-00-00.000Z earlier
    "#);
}

#[test]
fn the_wanted_agent_owns_everything() {
    let (root, _) = state();
    let options = ImportOptions {
        agent: Some("mine".parse().unwrap()),
        ..ImportOptions::default()
    };
    let all = sessions(root.path(), &options);
    assert!(all.iter().all(|it| it.key.agent().as_str() == "mine"));
    let child = all.iter().find(|it| it.id.as_str() == "s-3").unwrap();
    let parent = child.links.spawned_by.as_ref().unwrap();
    assert_eq!(parent.as_str(), "agent:mine:main");
}

fn only(lines: &str) -> ImportedSession {
    let folder = tempfile::tempdir().unwrap();
    let file = import_bytes(folder.path(), "x.jsonl", lines.as_bytes()).unwrap();
    let [session] = file.sessions.as_slice() else {
        panic!("one session");
    };
    session.clone()
}

#[test]
fn version_1_gets_ids_from_lines_and_names_what_it_keeps_by_number() {
    let session = only(
        r#"{"type":"session","id":"s-v1","timestamp":"2026-03-01T10:00:00Z","cwd":"/w"}
{"type":"message","message":{"role":"user","content":"a","timestamp":1772359260000}}

{"type":"message","message":{"role":"assistant","content":"b"}}
{"type":"compaction","summary":"a and b","firstKeptEntryIndex":2}
"#,
    );
    let ids: Vec<_> = session.events.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["line-2", "line-4", "line-5"]);
    assert!(session.events.iter().all(|it| it.parent == Parent::Unsaid));
    let kept = session.events.last().unwrap().body.first_kept().unwrap();
    assert_eq!(kept.as_str(), "line-4");
    let times: Vec<_> = session.events.iter().map(|it| it.timestamp.0).collect();
    assert_eq!(
        times, [1_772_359_260_000; 3],
        "a row without a time has the one before"
    );
    assert_eq!(session.started, Some(TimestampMs(1_772_359_200_000)));
    assert_eq!(session.key.as_str(), "agent:main:imported:s-v1");
}

#[test]
fn references_follow_ids_that_were_made_up() {
    let long = "x".repeat(600);
    let session = only(&format!(
        r#"{{"type":"session","version":3,"id":"s","timestamp":"2026-03-01T10:00:00Z"}}
{{"type":"message","id":"{long}","parentId":null,"message":{{"role":"user","content":"a"}}}}
{{"type":"message","id":"b","parentId":"{long}","message":{{"role":"assistant","content":"b"}}}}
{{"type":"message","id":"b","parentId":"b","message":{{"role":"assistant","content":"c"}}}}
{{"type":"reset","id":"r","parentId":"b","firstKeptEntryId":"{long}"}}
{{"type":"leaf","id":"l","parentId":"r","targetId":"b","appendParentId":7}}
{{"type":"leaf","id":"k","parentId":"r","targetId":{{}}}}
"#
    ));
    let [a, b, c, reset, leaf, odd_leaf] = session.events.as_slice() else {
        panic!("six events");
    };
    let parent = |id: &str| Parent::Event(id.parse().unwrap());
    assert_eq!((a.id.as_str(), &a.parent), ("line-2", &Parent::Root));
    assert_eq!((b.id.as_str(), &b.parent), ("b", &parent("line-2")));
    assert_eq!((c.id.as_str(), &c.parent), ("line-4", &parent("b")));
    assert_eq!(
        reset.parent,
        parent("line-4"),
        "the later record has the id from there on"
    );
    assert_eq!(reset.body.first_kept(), Some(&a.id));
    let EventBody::LeafControl {
        target,
        append_parent,
    } = &leaf.body
    else {
        panic!("a leaf control");
    };
    assert_eq!(*target, LeafTarget::Event(c.id.clone()));
    assert_eq!(append_parent.as_ref().unwrap().as_str(), "7");
    let EventBody::LeafControl { target, .. } = &odd_leaf.body else {
        panic!("a leaf control");
    };
    assert_eq!(*target, LeafTarget::Invalid);
}

#[test]
fn a_file_without_a_header_is_named_by_its_first_line() {
    let line =
        r#"{"type":"message","id":"m1","parentId":null,"message":{"role":"user","content":"a"}}"#;
    let one = only(line);
    let grown = only(&format!("{line}\n{}\n", line.replace("m1", "m2")));
    assert_eq!(one.id, grown.id);
    assert_ne!(one.id, only(&line.replace("\"a\"", "\"b\"")).id);
    assert_eq!(one.started, Some(TimestampMs(0)), "never the clock");
}
