//! Damage in the file that says whose sessions are (I2): it fails closed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sessions_import::{Format, ImportOptions, Source, SourceKind, discover, read};

use crate::support::synthetic;

fn transcript(id: &str) -> String {
    format!(
        r#"{{"type":"session","version":3,"id":"{id}","timestamp":"2026-03-01T10:00:00Z","cwd":"/w"}}
{{"type":"message","id":"m1","parentId":null,"timestamp":"2026-03-01T10:01:00Z","message":{{"role":"user","content":"words of {id}"}}}}
"#
    )
}

/// A folder with the transcripts `s-1` to `s-3`.
fn folder() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for id in ["s-1", "s-2", "s-3"] {
        fs::write(root.path().join(format!("{id}.jsonl")), transcript(id)).unwrap();
    }
    root
}

/// Everything that a caller is told of the files at `path`, a line each.
fn told(root: &Path, path: &Path) -> String {
    let options = ImportOptions::default();
    let mut told = String::new();
    let within = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
    for source in discover(&[path.to_owned()], &options).unwrap() {
        let name = within(source.path());
        let skipped = match source.kind() {
            SourceKind::Transcript(_) => {
                let file = read(&source, &options).unwrap();
                for it in &file.sessions {
                    let incognito = if it.is_incognito { " incognito" } else { "" };
                    writeln!(told, "{name}: {}{incognito}", it.key).unwrap();
                }
                file.skipped
            }
            SourceKind::LeftOut(reason) => {
                writeln!(told, "{name}: {reason}").unwrap();
                source.skipped().to_vec()
            }
        };
        for it in skipped {
            writeln!(told, "{}:{}: {}", within(&it.path), it.line, it.reason).unwrap();
        }
    }
    told
}

#[test]
fn nothing_is_read_beside_an_index_that_cannot_be_read() {
    for (index, fault) in [
        (b"".as_slice(), "not JSON"),
        (b"{", "not JSON"),
        (b"{\"agent:main:x\":{\"sessionId\":\"s-1\"}", "not JSON"),
        (b"[1,2]", "JSON, but not an object"),
        (b"{\"agent:main:x\":\"\xff\"}", "not UTF-8"),
    ] {
        let root = folder();
        fs::write(root.path().join("sessions.json"), index).unwrap();
        let reason =
            format!("not known whose it is: `sessions.json` beside it cannot be read: {fault}");
        let of_index = format!("sessions.json: an index of sessions that cannot be read: {fault}");
        assert_eq!(
            told(root.path(), root.path()),
            format!("s-1.jsonl: {reason}\ns-2.jsonl: {reason}\ns-3.jsonl: {reason}\n{of_index}\n")
        );
        assert_eq!(
            told(root.path(), &root.path().join("s-2.jsonl")),
            format!("s-2.jsonl: {reason}\n{of_index}\n"),
            "a file named alone"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_index_that_is_no_file_is_not_taken_for_none() {
    let not_found = std::io::Error::from_raw_os_error(2).to_string();
    for (target, fault) in [
        ("nowhere", not_found.as_str()),
        ("/dev/null", "not a file"),
        (".", "not a file"),
    ] {
        let root = folder();
        std::os::unix::fs::symlink(target, root.path().join("sessions.json")).unwrap();
        let told = told(root.path(), root.path());
        assert_eq!(
            told.matches(&format!("beside it cannot be read: {fault}"))
                .count(),
            3,
            "{told}"
        );
        let of_index = format!("sessions.json: an index of sessions that cannot be read: {fault}");
        assert!(told.contains(&of_index), "{told}");
    }
}

#[test]
fn a_damaged_index_is_nothing_to_transcripts_of_other_formats() {
    let root = tempfile::tempdir().unwrap();
    let claude = synthetic().join("claude/compaction.jsonl");
    fs::copy(claude, root.path().join("a.jsonl")).unwrap();
    fs::write(root.path().join("sessions.json"), "{").unwrap();
    let all = discover(&[root.path().to_owned()], &ImportOptions::default()).unwrap();
    let kinds: Vec<_> = all.iter().map(Source::kind).collect();
    assert_eq!(kinds[0], SourceKind::Transcript(Format::ClaudeCode));
}

#[test]
fn a_damaged_entry_costs_its_session_and_no_other() {
    let root = folder();
    let index = r#"{
    "agent:": {"sessionId": "s-1", "incognito": true, "label": "swordfish"},
    "agent:main:swordfish": "swordfish",
    "agent:main:dashboard:incognito-7": {"sessionId": "s-2"},
    "agent:main:direct:u1": {"sessionId": "s-3"}
}"#;
    fs::write(root.path().join("sessions.json"), index).unwrap();
    let all = told(root.path(), root.path());
    assert!(!all.contains("swordfish"), "{all}");
    insta::assert_snapshot!(all, @r"
    s-1.jsonl:1: session not taken in: whose it is stands in entry 1 of the index, which cannot be read
    s-2.jsonl: agent:main:dashboard:incognito-7 incognito
    s-3.jsonl: agent:main:direct:u1
    sessions.json: an index of sessions, used for their keys
    sessions.json:2: entry 1 of the index: its key is no session key
    sessions.json:3: entry 2 of the index: not an object
    ");
    insta::assert_snapshot!(told(root.path(), &root.path().join("s-1.jsonl")), @"
    s-1.jsonl:1: session not taken in: whose it is stands in entry 1 of the index, which cannot be read
    sessions.json: an index of sessions, used for their keys
    sessions.json:2: entry 1 of the index: its key is no session key
    sessions.json:3: entry 2 of the index: not an object
    ");
}

#[test]
fn a_lost_header_does_not_lose_what_the_index_says() {
    let root = tempfile::tempdir().unwrap();
    let lines = transcript("s-1");
    let (_, tail) = lines.split_once('\n').unwrap();
    fs::write(root.path().join("s-1.jsonl"), tail).unwrap();
    let index = r#"{"agent:main:direct:u1": {"sessionId": "s-1", "incognito": true}}"#;
    fs::write(root.path().join("sessions.json"), index).unwrap();
    let told = told(root.path(), &root.path().join("s-1.jsonl"));
    assert_eq!(told, "s-1.jsonl: agent:main:direct:u1 incognito\n");
}
