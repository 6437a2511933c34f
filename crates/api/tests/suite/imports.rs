//! Transcripts of other programs: imported, found, reopened.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sessions_api::{HistoryRequest, ImportSummary, ListRequest};
use sessions_core::analysis::analyze;
use sessions_core::event::Role;
use sessions_import::ImportOptions;

use crate::support::{World, ids, operator};

fn synthetic() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/data/synthetic")
}

fn import(world: &World, path: &Path) -> ImportSummary {
    let mut n_calls = 0;
    let summary = world
        .sessions
        .import(&[path.to_owned()], &ImportOptions::default(), &mut |_| {
            n_calls += 1;
        })
        .unwrap();
    assert!(0 < n_calls);
    assert!(world.sessions.reconcile(None, None, &mut |_| {}).unwrap());
    summary
}

/// Every session with some words of each of its messages: each is found, and
/// its three keys reopen a window that holds it.
fn every_message_is_found_and_reopened(world: &World) -> usize {
    let mut n_messages = 0;
    let list = ListRequest {
        limit: Some(1000),
        archived: true,
        ..ListRequest::default()
    };
    let listed = world.try_list(&operator(), &list).unwrap();
    assert!(!listed.truncated);
    for session in listed.sessions {
        let request = HistoryRequest {
            limit: Some(1000),
            ..HistoryRequest::new(session.session_key.as_str())
        };
        let read = world.read(&operator(), &request);
        let spoken = |it: &&sessions_api::HistoryMessage| {
            !it.truncated
                && matches!(
                    it.role,
                    sessions_api::RowRole::User | sessions_api::RowRole::Assistant
                )
        };
        for message in read.messages.iter().filter(spoken).take(20) {
            // Its longest words name a message best.
            let masks = sessions_redact::Redactor::new()
                .redact(&message.text)
                .into_string();
            let mut words: Vec<_> = masks
                .split_whitespace()
                .filter(|word| !word.contains("redacted") && !word.contains('"'))
                .filter(|word| !analyze(word).is_empty())
                .filter(|word| word.chars().count() < 60)
                .collect();
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            words.truncate(4);
            if words.is_empty() {
                continue;
            }
            let search = sessions_api::SearchRequest {
                session_key: Some(session.session_key.to_string()),
                limit: Some(25),
                ..sessions_api::SearchRequest::new(words.join(" "))
            };
            let answer = world.try_search(&operator(), &search).unwrap();
            let at = answer
                .results
                .iter()
                .position(|hit| hit.message_id == message.message_id);
            // The words of a short text can stand in many others.
            if at.is_none() && (answer.truncated || message.text.len() < 40) {
                continue;
            }
            let name = format!("{} {}", session.session_key, message.message_id);
            assert!(at.is_some(), "{name} is not found");
            let at = at.unwrap();
            let reopened = world.reopen(&operator(), &answer, at);
            assert!(ids(&reopened).contains(&message.message_id.as_str()));
            n_messages += 1;
        }
    }
    n_messages
}

#[test]
fn importing_twice_changes_nothing() {
    let world = World::new();
    let first = import(&world, &synthetic());
    assert!(0 < first.new_events);
    let second = import(&world, &synthetic());
    assert_eq!(second.new_events, 0);
    assert_eq!(second.events, first.events);
    let lines = |it: &ImportSummary| it.skipped.iter().filter(|it| it.line.is_some()).count();
    assert_eq!(lines(&second), lines(&first));
    assert!(0 < every_message_is_found_and_reopened(&world));
}

#[test]
fn a_grown_file_adds_only_what_is_new() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s-0001.jsonl");
    let whole = fs::read_to_string(synthetic().join("openclaw/clean.jsonl")).unwrap();
    let lines: Vec<_> = whole.lines().collect();
    let (first, rest) = lines.split_at(3);
    fs::write(&file, format!("{}\n", first.join("\n"))).unwrap();
    assert_eq!(import(&world, folder.path()).new_events, 2);
    fs::write(
        &file,
        format!("{}\n{}\n", first.join("\n"), rest.join("\n")),
    )
    .unwrap();
    let grown = import(&world, folder.path());
    assert_eq!((grown.new_events, grown.events), (2, 4));
    assert_eq!(world.found(&operator(), "delta").len(), 1);
}

#[test]
fn a_copy_that_differs_is_named_and_takes_nothing_away() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read_to_string(synthetic().join("openclaw/clean.jsonl")).unwrap();
    // Another text in the middle, and one message less.
    let n_lines = whole.lines().count();
    let shorter: Vec<_> = whole.lines().take(n_lines - 1).collect();
    let shorter = shorter.join("\n").replace("beta two", "beta other");
    fs::write(folder.path().join("a.jsonl"), &whole).unwrap();
    import(&world, folder.path());
    for (a, b) in [(&whole, &shorter), (&shorter, &whole)] {
        fs::write(folder.path().join("a.jsonl"), a).unwrap();
        fs::write(folder.path().join("b.jsonl"), b).unwrap();
        for _ in 0..2 {
            let summary = import(&world, folder.path());
            assert_eq!(summary.new_events, 0);
            assert_eq!(summary.skipped.len(), 1, "{:?}", summary.skipped);
            assert_eq!(world.found(&operator(), "\"beta two\"").len(), 1);
            assert!(world.found(&operator(), "\"beta other\"").is_empty());
        }
    }
}

#[test]
fn what_was_said_here_is_kept_when_its_file_is_imported_again() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let sessions = folder.path().join("agents/main/sessions");
    fs::create_dir_all(&sessions).unwrap();
    fs::copy(
        synthetic().join("openclaw/clean.jsonl"),
        sessions.join("s-0001.jsonl"),
    )
    .unwrap();
    import(&world, folder.path());
    let key = "agent:main:imported:s-0001";
    world.say(key, "later", Role::User, 1, "epsilon five");
    assert_eq!(import(&world, folder.path()).new_events, 0);
    assert_eq!(
        world.found(&operator(), "epsilon"),
        [format!("{key} later")]
    );
}

/// Returns the folder of real transcripts beside the checkout, if it is there.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/transcripts");
    beside.exists().then_some(beside)
}

#[test]
#[expect(clippy::print_stdout, reason = "a test that did not run says so")]
fn every_real_transcript_is_found_and_reopened() {
    let Some(shared) = shared() else {
        println!("not run: the real transcripts are not beside this checkout");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for archive in ["openclaw-pi", "claude-code", "codex", "copilot-cli"] {
        let done = Command::new("tar")
            .arg("xzf")
            .arg(shared.join(format!("{archive}.tar.gz")))
            .arg("-C")
            .arg(folder.path())
            .status()
            .unwrap();
        assert!(done.success());
    }
    let world = World::new();
    let summary = import(&world, folder.path());
    let agents: BTreeSet<_> = world.sessions.agents().unwrap().into_iter().collect();
    let counts = (
        summary.files,
        summary.sessions,
        summary.messages,
        summary.events,
        agents,
    );
    insta::assert_debug_snapshot!(counts, @r"
    (
        58,
        60,
        1634,
        6830,
        {
            AgentId(claude-code),
            AgentId(codex),
            AgentId(copilot-cli),
            AgentId(main),
        },
    )
    ");
    assert!(100 < every_message_is_found_and_reopened(&world));
    assert_eq!(import(&world, folder.path()).new_events, 0);
}

#[test]
fn a_store_that_cannot_be_opened_ends_the_reading() {
    let world = World::new();
    fs::create_dir_all(world.folder().join("agents")).unwrap();
    // A file where the agent's folder would be.
    fs::write(world.folder().join("agents/main"), "").unwrap();
    let paths = [synthetic()];
    let failed = world
        .sessions
        .import(&paths, &ImportOptions::default(), &mut |_| {});
    assert!(failed.is_err());
    fs::remove_file(world.folder().join("agents/main")).unwrap();
    assert!(0 < import(&world, &synthetic()).new_events);
}
