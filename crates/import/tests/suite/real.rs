//! Real transcripts, where they lie beside the checkout: they are not part of
//! it, so without them these tests say so and end.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sessions_import::{ImportOptions, discover, read};

use crate::support::{on_path, texts};

/// Returns the folder of the archives, if there is one.
#[expect(
    clippy::disallowed_methods,
    reason = "where the real transcripts lie is said by the one who runs the tests"
)]
fn archives() -> Option<PathBuf> {
    let shared = match std::env::var("SESSIONS_SHARED") {
        Ok(shared) => PathBuf::from(shared),
        Err(_) => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let folder = shared.join("transcripts");
    folder.is_dir().then_some(folder)
}

/// Unpacks an archive; `None` when it is not there.
fn unpacked(name: &str) -> Option<tempfile::TempDir> {
    let archive = archives()?.join(format!("{name}.tar.gz"));
    if !archive.is_file() {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let status = Command::new("tar")
        .arg("xzf")
        .arg(archive)
        .arg("-C")
        .arg(folder.path())
        .status()
        .unwrap();
    assert!(status.success());
    Some(folder)
}

/// A line for each file with its counts; and how many texts of people and
/// agents there are, and how many of those are off the path.
fn counts(folder: &Path) -> (String, usize, usize) {
    let options = ImportOptions::default();
    let mut table = String::new();
    let (mut n_texts, mut n_off) = (0, 0);
    for source in discover(&[folder.to_owned()], &options).unwrap() {
        let name = source.path().strip_prefix(folder).unwrap().display();
        if !source.is_transcript() {
            writeln!(table, "{name}: {:?}", source.kind()).unwrap();
            continue;
        }
        let file = read(&source, &options).unwrap();
        let again = read(&source, &options).unwrap();
        assert_eq!(file.sessions, again.sessions, "{name}: read again");
        let n_on: usize = file.sessions.iter().map(|it| on_path(it).len()).sum();
        let n_all: usize = file.sessions.iter().map(|it| texts(it).len()).sum();
        let n_events: usize = file.sessions.iter().map(|it| it.events.len()).sum();
        writeln!(
            table,
            "{name}: {} sessions, {n_events} events, {n_all} texts, {n_on} on the path, {} skipped",
            file.sessions.len(),
            file.skipped.len()
        )
        .unwrap();
        n_texts += n_all;
        n_off += n_all - n_on;
    }
    (table, n_texts, n_off)
}

/// Compares the counts of an archive's files with those that were reviewed, and
/// returns how many texts there are, and how many of those are off the path.
fn check(archive: &str) -> Option<(usize, usize)> {
    let Some(folder) = unpacked(archive) else {
        println!("did not run: no real transcripts beside the checkout");
        // A snapshot that no test reads would be taken for a stale one.
        insta::assert_snapshot!(archive, reviewed(archive));
        return None;
    };
    let (table, n_texts, n_off) = counts(folder.path());
    insta::assert_snapshot!(archive, table);
    Some((n_texts, n_off))
}

/// Returns what a snapshot file holds below its head.
fn reviewed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/suite/snapshots/suite__real__{name}.snap"));
    let text = std::fs::read_to_string(path).unwrap();
    let (_, table) = text.split_once("\n---\n").unwrap();
    table.to_owned()
}

#[test]
fn real_openclaw_files_are_read_to_the_end() {
    if let Some((n_texts, n_off)) = check("openclaw-pi") {
        // What is left is what their own users took back.
        assert!(
            n_off * 20 <= n_texts,
            "{n_off} of {n_texts} texts are off the path"
        );
    }
}

#[test]
fn real_claude_files_keep_their_texts_on_the_path() {
    if let Some((n_texts, n_off)) = check("claude-code") {
        assert!(
            n_off * 100 <= n_texts,
            "{n_off} of {n_texts} texts are off the path"
        );
    }
}

#[test]
fn real_rollouts_hold_each_utterance_once() {
    if let Some((n_texts, n_off)) = check("codex") {
        // One turn was taken back.
        assert!(
            n_off * 100 <= n_texts,
            "{n_off} of {n_texts} texts are off the path"
        );
    }
}

#[test]
fn real_event_logs_are_read_to_the_end() {
    if let Some((_, n_off)) = check("copilot-cli") {
        assert_eq!(n_off, 0);
    }
}

#[test]
fn real_documents_are_read_to_the_end() {
    for archive in ["gemini-cli", "chatgpt-export"] {
        if let Some((_, n_off)) = check(archive) {
            assert_eq!(n_off, 0, "{archive}");
        }
    }
}
