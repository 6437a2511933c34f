//! Transcripts of the Gemini command line.

use sessions_core::event::{EventBody, Role};
use sessions_import::{Format, ImportedSession, SkipReason};

use crate::support::{import, import_bytes, on_path, texts};

const LINES: &str = r#"{"sessionId":"s1","projectHash":"p1","startTime":"2026-03-01T10:00:00Z"}
{"id":"u1","timestamp":"2026-03-01T10:00:01Z","type":"user","content":[{"text":"where is the kestrel"}]}
{"id":"a1","timestamp":"2026-03-01T10:00:02Z","type":"gemini","content":""}
{"id":"a1","timestamp":"2026-03-01T10:00:02Z","type":"gemini","content":"on the roof","toolCalls":[{"id":"t1","result":[{"functionResponse":{"response":{"output":"seen"}}}]}]}
{"id":"i1","timestamp":"2026-03-01T10:00:03Z","type":"info","content":"compressed"}
{"id":"u2","timestamp":"2026-03-01T10:00:04Z","type":"user","content":"and the falcon"}
{"id":"a2","timestamp":"2026-03-01T10:00:05Z","type":"gemini","content":"nowhere"}
{"$rewindTo":"u2"}
{"id":"u2","timestamp":"2026-03-01T10:00:06Z","type":"user","content":"and the heron"}
{"$set":{"summary":"Birds"}}
"#;

const DOCUMENT: &str = r#"{
  "messages": [
    {"id": "u1", "timestamp": "2026-03-01T10:00:01Z", "type": "user", "content": "where is the kestrel"},
    {"id": "a1", "timestamp": "2026-03-01T10:00:02Z", "type": "gemini", "content": "on the roof"},
    {"id": "u2", "timestamp": "2026-03-01T10:00:03Z", "type": "user", "content": "thanks"}
  ],
  "projectHash": "p1",
  "sessionId": "s1"
}"#;

fn one(name: &str, text: &str) -> (ImportedSession, Vec<SkipReason>) {
    let folder = tempfile::tempdir().unwrap();
    let file = import_bytes(folder.path(), name, text.as_bytes()).unwrap();
    assert_eq!(file.format, Format::Gemini);
    let [session] = <[_; 1]>::try_from(file.sessions).unwrap();
    let reasons = file.skipped.iter().map(|it| it.reason).collect();
    (session, reasons)
}

#[test]
fn lines_take_the_place_of_earlier_ones_and_rewinds_take_them_off_the_path() {
    let (session, skipped) = one("session-1.jsonl", LINES);
    assert_eq!(skipped, []);
    assert_eq!(session.key.as_str(), "agent:gemini-cli:p1:s1");
    assert_eq!(session.id.as_str(), "s1");
    assert_eq!(session.title.as_deref(), Some("Birds"));
    assert_eq!(session.started.unwrap().0, 1_772_359_200_000);
    assert_eq!(
        on_path(&session),
        ["where is the kestrel", "on the roof", "and the heron"]
    );
    assert_eq!(texts(&session).len(), 5);
    let tools: Vec<_> = session
        .events
        .iter()
        .filter_map(|it| match &it.body {
            EventBody::Message {
                role: Role::Tool,
                text,
                ..
            } => Some((it.id.as_str(), text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(tools, [("t1", "seen")]);
}

#[test]
fn a_rewind_to_what_is_not_known_takes_all_back() {
    let text = LINES.replace(r#""$rewindTo":"u2""#, r#""$rewindTo":"x""#);
    assert_eq!(on_path(&one("session-1.jsonl", &text).0), ["and the heron"]);
}

#[test]
fn a_document_is_read_like_lines_and_a_damaged_one_message_by_message() {
    let (session, skipped) = one("session-1.json", DOCUMENT);
    assert_eq!(skipped, []);
    assert_eq!(session.key.as_str(), "agent:gemini-cli:p1:s1");
    let all = ["where is the kestrel", "on the roof", "thanks"];
    assert_eq!(on_path(&session), all);

    let minified: serde_json::Value = serde_json::from_str(DOCUMENT).unwrap();
    let (same, _) = one("session-1.json", &minified.to_string());
    assert_eq!(on_path(&same), all);

    let cut = DOCUMENT
        .split_at(DOCUMENT.find(r#", "content": "thanks""#).unwrap())
        .0;
    let (damaged, skipped) = one("session-1.json", cut);
    assert_eq!(skipped, [SkipReason::Truncated]);
    assert_eq!(on_path(&damaged), all[..2]);

    // What it said of itself in front counts.
    let named = cut.replace(
        "{\n  \"mess",
        "{\n  \"sessionId\": \"s1\", \"projectHash\": \"p1\", \"mess",
    );
    let (damaged, skipped) = one("session-1.json", &named);
    assert_eq!(skipped, [SkipReason::Truncated]);
    assert_eq!(on_path(&damaged), all[..2]);
    assert_eq!(damaged.key, session.key);
}

#[test]
fn what_an_agent_made_belongs_to_the_session_whose_folder_it_is_in() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("p1/chats/s1");
    std::fs::create_dir_all(&below).unwrap();
    let path = below.join("agent-7.jsonl");
    std::fs::write(&path, LINES.replace("\"s1\"", "\"agent-7\"")).unwrap();
    let file = import(&path);
    let session = file.sessions.first().unwrap();
    assert_eq!(
        session.key.as_str(),
        "agent:gemini-cli:p1:s1:subagent:agent-7"
    );
    let spawned_by = session.links.spawned_by.as_ref().unwrap();
    assert_eq!(spawned_by.as_str(), "agent:gemini-cli:p1:s1");
}
