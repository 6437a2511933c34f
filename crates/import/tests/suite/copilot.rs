//! Event logs of the Copilot command line.

use std::fs;

use sessions_core::event::{EventBody, Role};

use crate::support::{import, texts};

#[test]
fn what_was_typed_and_said_is_taken_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("events.jsonl");
    let lines = [
        r#"{"type":"session.start","data":{"sessionId":"C-1","startTime":"2026-03-01T10:00:00Z","context":{"cwd":"/w/app"}},"id":"e1","timestamp":"2026-03-01T10:00:01Z","parentId":null}"#,
        r#"{"type":"system.message","data":{"role":"system","content":"be kind"},"id":"e2","timestamp":"2026-03-01T10:00:02Z","parentId":"e1"}"#,
        r#"{"type":"user.message","data":{"content":"fix it","transformedContent":"<now>x</now>\nfix it"},"id":"e3","timestamp":"2026-03-01T10:01:00Z","parentId":"e2"}"#,
        r#"{"type":"assistant.message","data":{"content":"","toolRequests":[{}],"reasoningText":"hm"},"id":"e4","timestamp":"2026-03-01T10:01:01Z","parentId":"e3"}"#,
        r#"{"type":"tool.execution_complete","data":{"success":true,"result":{"content":"done"}},"id":"e5","timestamp":"2026-03-01T10:01:02Z","parentId":"e4"}"#,
        r#"{"type":"tool.execution_complete","data":{"success":false,"error":{"message":"no such file"}},"id":"e6","timestamp":"2026-03-01T10:01:03Z","parentId":"e5"}"#,
        r#"{"type":"assistant.message","data":{"content":"it is fixed"},"id":"e7","timestamp":"2026-03-01T10:02:00Z","parentId":"e6"}"#,
        r#"{"type":"user.message","data":{"content":5},"id":"e8","timestamp":"2026-03-01T10:03:00Z","parentId":"e7"}"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let file = import(&path);
    let skipped: Vec<_> = file
        .skipped
        .iter()
        .map(|it| (it.line, it.reason.as_str()))
        .collect();
    assert_eq!(skipped, [(8, "bad-content")]);
    let [session] = file.sessions.as_slice() else {
        panic!("one session");
    };
    assert_eq!(session.key.as_str(), "agent:copilot-cli:app:c-1");
    assert_eq!(session.id.as_str(), "C-1");
    assert_eq!(texts(session), ["fix it", "it is fixed"]);
    let said: Vec<_> = session
        .events
        .iter()
        .filter_map(|it| match &it.body {
            EventBody::Message { role, text, .. } => Some((it.id.as_str(), *role, text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(
        said,
        [
            ("e3", Role::User, "fix it"),
            ("e5", Role::Tool, "done"),
            ("e6", Role::Tool, "no such file"),
            ("e7", Role::Assistant, "it is fixed"),
        ]
    );
}
