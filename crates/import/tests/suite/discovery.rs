//! Finding files and telling what they are (I1, I2).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sessions_import::{Format, ImportError, ImportOptions, SourceKind, discover, read};

use crate::support::synthetic;

fn wanting(format: Format) -> ImportOptions {
    ImportOptions {
        format: Some(format),
        ..ImportOptions::default()
    }
}

/// A folder with a transcript of each format, copies, sidecars and others.
fn mixed() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let clean = fs::read(synthetic().join("openclaw/clean.jsonl")).unwrap();
    let claude = fs::read(synthetic().join("claude/compaction.jsonl")).unwrap();
    fs::create_dir_all(root.path().join("sub")).unwrap();
    for (name, bytes) in [
        ("b.jsonl", clean.as_slice()),
        ("b.checkpoint.0a.jsonl", &clean),
        ("b.jsonl.deleted.2026-03-01T10-00-00Z", &clean),
        ("b.jsonl.bak.2026-03-01T10-00-00Z", &clean),
        ("b.jsonl.corrupt-1-0a1b2c3d.jsonl", &clean),
        ("b.trajectory.jsonl", b"{}\n"),
        ("b.trajectory-path.json", b"{}\n"),
        ("sessions.json", b"{}"),
        ("notes.md", b"# Notes\n"),
        ("empty.jsonl", b""),
        (
            "rollout.jsonl",
            b"{\"timestamp\":\"x\",\"type\":\"session_meta\",\"payload\":{}}\n",
        ),
        ("sub/a.txt", &claude),
        ("sub/agent-acompact-1.jsonl", &claude),
    ] {
        fs::write(root.path().join(name), bytes).unwrap();
    }
    root
}

fn listed(root: &Path, options: &ImportOptions) -> String {
    let mut list = String::new();
    for source in discover(&[root.to_owned()], options).unwrap() {
        let name = source.path().strip_prefix(root).unwrap().display();
        let what = match source.kind() {
            SourceKind::Transcript(format) => format!("read as {format}"),
            SourceKind::LeftOut(reason) => reason.to_string(),
        };
        writeln!(list, "{name}: {what}").unwrap();
    }
    list
}

#[test]
fn every_file_is_listed_with_what_it_is() {
    let root = mixed();
    insta::assert_snapshot!(listed(root.path(), &ImportOptions::default()), @r"
    b.checkpoint.0a.jsonl: a checkpoint copy of a live transcript
    b.jsonl: read as openclaw
    b.jsonl.bak.2026-03-01T10-00-00Z: a backup or repair copy
    b.jsonl.corrupt-1-0a1b2c3d.jsonl: a backup or repair copy
    b.jsonl.deleted.2026-03-01T10-00-00Z: deleted in its own program
    b.trajectory-path.json: a trajectory beside a transcript
    b.trajectory.jsonl: a trajectory beside a transcript
    empty.jsonl: no transcript: looks like an empty file
    notes.md: no transcript: looks like text
    rollout.jsonl: read as codex
    sessions.json: an index of sessions, used for their keys
    sub/a.txt: read as claude-code
    sub/agent-acompact-1.jsonl: a compacting agent's copy of a conversation
    ");
}

#[test]
fn other_formats_of_a_folder_are_left_out_when_one_is_wanted() {
    let root = mixed();
    let list = listed(root.path(), &wanting(Format::ClaudeCode));
    assert!(list.contains("sub/a.txt: read as claude-code"), "{list}");
    let openclaw = "b.jsonl: of another format: looks like an OpenClaw transcript";
    assert!(list.contains(openclaw), "{list}");
}

#[test]
fn a_wrong_format_says_what_the_file_looks_like() {
    let root = mixed();
    for (name, format, shape) in [
        ("b.jsonl", Format::ClaudeCode, "an OpenClaw transcript"),
        ("sub/a.txt", Format::OpenClaw, "a Claude Code transcript"),
        ("rollout.jsonl", Format::OpenClaw, "a Codex rollout"),
        ("notes.md", Format::OpenClaw, "text"),
        ("sub", Format::OpenClaw, "a Claude Code transcript"),
    ] {
        let error = discover(&[root.path().join(name)], &wanting(format)).unwrap_err();
        assert!(matches!(error, ImportError::WrongFormat { .. }), "{name}");
        let text = error.to_string();
        assert!(text.contains(&format!("looks like {shape}")), "{text}");
    }
}

#[test]
fn a_missing_path_is_an_error() {
    let error = discover(&[PathBuf::from("/no/such/file")], &ImportOptions::default());
    assert!(matches!(error, Err(ImportError::Missing { .. })));
}

#[test]
fn a_file_found_twice_is_listed_once() {
    let root = mixed();
    let paths = [root.path().join("b.jsonl"), root.path().to_owned()];
    let all = discover(&paths, &ImportOptions::default()).unwrap();
    let n = all
        .iter()
        .filter(|it| it.path().ends_with("b.jsonl"))
        .count();
    assert_eq!(n, 1);
    let n_bytes = fs::metadata(root.path().join("b.jsonl")).unwrap().len();
    assert_eq!(all.first().unwrap().n_bytes(), n_bytes);
}

#[test]
fn what_is_left_out_cannot_be_read() {
    let root = mixed();
    let options = ImportOptions::default();
    let all = discover(&[root.path().join("notes.md")], &options).unwrap();
    let error = read(all.first().unwrap(), &options).unwrap_err();
    assert!(matches!(error, ImportError::LeftOut { .. }));
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_ends() {
    let root = mixed();
    std::os::unix::fs::symlink(root.path(), root.path().join("sub/loop")).unwrap();
    std::os::unix::fs::symlink(root.path().join("sub/a.txt"), root.path().join("z")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.path().join("dangling")).unwrap();
    let all = discover(&[root.path().to_owned()], &ImportOptions::default()).unwrap();
    let n_claude = all
        .iter()
        .filter(|it| it.kind() == SourceKind::Transcript(Format::ClaudeCode))
        .count();
    assert_eq!(n_claude, 1);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_or_cannot_be_read_is_listed_with_the_reason() {
    use std::os::unix::fs::symlink;

    let root = tempfile::tempdir().unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(root.path().join("socket")).unwrap();
    symlink("/dev/null", root.path().join("device")).unwrap();
    symlink("nowhere", root.path().join("dangling")).unwrap();
    symlink("round", root.path().join("round")).unwrap();
    let list = listed(root.path(), &ImportOptions::default());
    let lines: Vec<_> = list.lines().collect();
    assert_eq!(lines.len(), 4, "{list}");
    let not_found = std::io::Error::from_raw_os_error(2);
    assert_eq!(lines[0], format!("dangling: cannot be read: {not_found}"));
    assert_eq!(lines[1], "device: neither a file nor a folder");
    let text = "round: cannot be read: ";
    assert!(
        text.len() < lines[2].len() && lines[2].starts_with(text),
        "{list}"
    );
    assert_eq!(lines[3], "socket: neither a file nor a folder");
}

#[test]
fn a_deleted_transcript_that_is_asked_for_is_a_session_of_its_own_and_archived() {
    let root = mixed();
    let options = ImportOptions {
        deleted: true,
        ..ImportOptions::default()
    };
    let sources = discover(&[root.path().to_owned()], &options).unwrap();
    let session = |name: &str| {
        let source = sources.iter().find(|it| it.path().ends_with(name));
        let mut file = read(source.unwrap(), &options).unwrap();
        assert_eq!(file.sessions.len(), 1);
        file.sessions.remove(0)
    };
    let live = session("b.jsonl");
    let deleted = session("b.jsonl.deleted.2026-03-01T10-00-00Z");
    // Both bear one id in their headers.
    let suffix = ".deleted.2026-03-01T10-00-00Z";
    assert_eq!(deleted.id.as_str(), format!("{}{suffix}", live.id.as_str()));
    assert!(deleted.is_archived && !deleted.is_current);
    assert!(!live.is_archived && live.is_current);
    assert_eq!(deleted.events, live.events);
    assert_eq!(
        discover(&[root.path().to_owned()], &ImportOptions::default())
            .unwrap()
            .iter()
            .filter(|it| it.is_transcript())
            .count()
            + 1,
        sources.iter().filter(|it| it.is_transcript()).count()
    );
}
