//! Rollouts of Codex: names, forks, turns taken back, content of every shape.

use std::fs;

use sessions_core::event::{EventBody, LeafTarget};
use sessions_import::ImportedSession;

use crate::support::{import, on_path, texts};

/// Reads lines as one rollout.
fn session(lines: &[&str]) -> ImportedSession {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rollout-x.jsonl");
    fs::write(&path, lines.join("\n")).unwrap();
    let file = import(&path);
    assert_eq!(file.skipped, []);
    let [session] = file.sessions.try_into().unwrap();
    session
}

fn meta(id: &str, rest: &str) -> String {
    format!(
        r#"{{"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{{"id":"{id}","cwd":"/w/My App"{rest}}}}}"#
    )
}

fn event(payload: &str) -> String {
    format!(r#"{{"timestamp":"2026-03-01T10:01:00Z","type":"event_msg","payload":{payload}}}"#)
}

fn user(text: &str) -> String {
    event(&format!(r#"{{"type":"user_message","message":"{text}"}}"#))
}

#[test]
fn a_rollout_is_named_by_its_folder_and_its_first_meta() {
    let plain = session(&[&meta("T-1", ""), &meta("T-0", ""), &user("hello")]);
    assert_eq!(plain.key.as_str(), "agent:codex:my app:t-1");
    assert_eq!(plain.id.as_str(), "T-1");
    assert_eq!(plain.links.spawned_by, None);

    let spawned = r#","source":{"subagent":{"thread_spawn":{"parent_thread_id":"T-1","depth":1}}}"#;
    let spawned = session(&[&meta("T-2", spawned), &user("dig")]);
    assert_eq!(spawned.key.as_str(), "agent:codex:my app:t-1:subagent:t-2");
    assert_eq!(spawned.links.spawned_by.as_ref(), Some(&plain.key));

    let forked = session(&[&meta("T-3", r#","forked_from_id":"T-1""#), &user("else")]);
    assert_eq!(forked.key.as_str(), "agent:codex:my app:t-3");
    assert_eq!(forked.links.parent.as_ref(), Some(&plain.key));

    let nameless = session(&[&user("hello")]);
    assert!(nameless.id.as_str().starts_with("rollout-"));
}

#[test]
fn turns_that_are_taken_back_leave_the_path() {
    let back = |n: usize| {
        event(&format!(
            r#"{{"type":"thread_rolled_back","num_turns":{n}}}"#
        ))
    };
    let told = [
        meta("T-1", ""),
        user("one"),
        user("two"),
        user("three"),
        back(2),
        user("four"),
    ];
    let lines: Vec<_> = told.iter().map(String::as_str).collect();
    assert_eq!(on_path(&session(&lines)), ["one", "four"]);
    let all = session(&[&lines[..4], &[&back(9)], &lines[5..]].concat());
    assert_eq!(on_path(&all), ["four"]);
    let emptied = all.events.iter().any(|it| {
        matches!(&it.body, EventBody::LeafControl { target, .. } if *target == LeafTarget::Empty)
    });
    assert!(emptied);
    let none = session(&[&lines[..4], &[&back(0)], &lines[5..]].concat());
    assert_eq!(on_path(&none), ["one", "two", "three", "four"]);
}

#[test]
fn parts_of_a_content_are_joined_and_pictures_passed_over() {
    let item = r#"{"timestamp":"2026-03-01T10:01:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"look"},{"type":"input_image","image_url":"data:x"},{"type":"input_text","text":"here"}]}}"#;
    let tool = r#"{"timestamp":"2026-03-01T10:01:00Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":{"content":"it ran"}}}"#;
    let session = session(&[&meta("T-1", ""), item, tool]);
    assert_eq!(texts(&session), ["look\nhere"]);
    let tools = session.events.iter().filter_map(|it| match &it.body {
        EventBody::Message { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(tools.collect::<Vec<_>>(), ["look\nhere", "it ran"]);
}

#[test]
fn content_of_a_wrong_kind_is_skipped_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rollout-x.jsonl");
    let bad = event(r#"{"type":"user_message","message":7}"#);
    fs::write(&path, [meta("T-1", ""), bad, user("fine")].join("\n")).unwrap();
    let file = import(&path);
    let reasons: Vec<_> = file
        .skipped
        .iter()
        .map(|it| (it.line, it.reason.as_str()))
        .collect();
    assert_eq!(reasons, [(2, "bad-content")]);
    assert_eq!(texts(&file.sessions[0]), ["fine"]);
}
