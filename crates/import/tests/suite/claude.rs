//! Keys, side chains, titles and rows of Claude Code's files.

use std::fs;

use sessions_core::event::{EventBody, Role};
use sessions_core::key::SessionKind;
use sessions_import::{ImportOptions, ImportedSession, discover, read};

use crate::support::{import, import_bytes, on_path, synthetic};

fn sessions(lines: &str) -> Vec<ImportedSession> {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("-w-app");
    fs::create_dir(&project).unwrap();
    let file = import_bytes(&project, "x.jsonl", lines.as_bytes()).unwrap();
    assert_eq!(file.skipped, []);
    file.sessions
}

#[test]
fn a_side_chain_is_a_session_of_its_parent() {
    let file = import(&synthetic().join("claude/sidechain_inline.jsonl"));
    let [main, side] = file.sessions.as_slice() else {
        panic!("two sessions");
    };
    assert_eq!(main.key.as_str(), "agent:claude-code:claude:c-0001");
    assert_eq!(main.id.as_str(), "c-0001");
    assert_eq!(
        side.key.as_str(),
        "agent:claude-code:claude:c-0001:subagent:ag1"
    );
    assert_eq!(side.id.as_str(), "c-0001/ag1");
    assert_eq!(side.links.spawned_by.as_ref(), Some(&main.key));
    assert_eq!(side.key.kind(), SessionKind::Subagent);
    assert_eq!(on_path(side), ["subagent prompt", "subagent answer"]);
}

#[test]
fn the_file_of_a_subagent_belongs_to_its_session() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("-w-app/c-1/subagents");
    fs::create_dir_all(&folder).unwrap();
    let line = r#"{"type":"user","uuid":"u","parentUuid":null,"sessionId":"c-1","message":{"role":"user","content":"go"}}"#;
    fs::write(folder.join("agent-a7.jsonl"), line).unwrap();
    let options = ImportOptions {
        agent: Some("me".parse().unwrap()),
        ..ImportOptions::default()
    };
    let sources = discover(&[root.path().to_owned()], &options).unwrap();
    let file = read(sources.first().unwrap(), &options).unwrap();
    let side = file.sessions.first().unwrap();
    assert_eq!(side.key.as_str(), "agent:me:-w-app:c-1:subagent:a7");
    let parent = side.links.spawned_by.as_ref().unwrap();
    assert_eq!(parent.as_str(), "agent:me:-w-app:c-1");
}

#[test]
fn old_side_chains_are_named_after_their_first_record() {
    let row = |uuid: &str, parent: &str, is_side: bool| {
        format!(
            r#"{{"type":"user","uuid":"{uuid}","parentUuid":{parent},"isSidechain":{is_side},"sessionId":"c","message":{{"role":"user","content":"{uuid}"}}}}"#
        )
    };
    let lines = [
        row("m1", "null", false),
        row("s1", "null", true),
        row("r1", "null", true),
        row("s2", "\"s1\"", true),
        row("r2", "\"r1\"", true),
        row("m2", "\"m1\"", false),
    ];
    let all = sessions(&lines.join("\n"));
    let shown: Vec<_> = all
        .iter()
        .map(|it| (it.id.as_str(), on_path(it).join(" ")))
        .collect();
    assert_eq!(
        shown,
        [
            ("c", "m1 m2".to_owned()),
            ("c/s1", "s1 s2".to_owned()),
            ("c/r1", "r1 r2".to_owned()),
        ]
    );
}

#[test]
fn records_of_several_sessions_in_one_file_are_kept_apart() {
    let row = |session: &str, text: &str| {
        format!(
            r#"{{"type":"user","uuid":"{text}","sessionId":"{session}","message":{{"role":"user","content":"{text}"}}}}"#
        )
    };
    let all = sessions(&[row("a", "one"), row("b", "two"), row("a", "three")].join("\n"));
    let shown: Vec<_> = all
        .iter()
        .map(|it| (it.id.as_str(), on_path(it).join(" ")))
        .collect();
    assert_eq!(
        shown,
        [("a", "one three".to_owned()), ("b", "two".to_owned())]
    );
}

#[test]
fn titles_are_taken_in_the_order_of_who_gave_them() {
    let own = import(&synthetic().join("claude/foreign_summary_lines.jsonl"));
    assert_eq!(
        own.sessions.first().unwrap().title.as_deref(),
        Some("Own title")
    );

    let base =
        r#"{"type":"user","uuid":"u","sessionId":"c","message":{"role":"user","content":"x"}}"#;
    let summary = r#"{"type":"summary","summary":"S","leafUuid":"u"}"#;
    let generated = r#"{"type":"ai-title","aiTitle":"G","sessionId":"c"}"#;
    let custom = r#"{"type":"custom-title","customTitle":"C","sessionId":"c"}"#;
    for (lines, title) in [
        (vec![base], None),
        (vec![summary, base], Some("S")),
        (vec![generated, base, summary], Some("G")),
        (vec![custom, base, generated, summary], Some("C")),
    ] {
        let all = sessions(&lines.join("\n"));
        assert_eq!(all.first().unwrap().title.as_deref(), title);
    }
}

#[test]
fn only_what_was_said_is_a_turn() {
    let row = |kind: &str, fields: &str, content: &str| {
        format!(
            r#"{{"type":"{kind}"{fields},"uuid":"u","sessionId":"c","message":{{"role":"{kind}","content":{content}}}}}"#
        )
    };
    let tool_result = r#"[{"type":"tool_result","content":"out"},{"type":"text","text":"[Request interrupted by user]"}]"#;
    for (line, role, text, is_hidden) in [
        (row("user", "", "\"hi\""), Role::User, "hi", false),
        (row("user", r#","isMeta":true"#, "\"hi\""), Role::User, "hi", true),
        (row("user", r#","isCompactSummary":true"#, "\"s\""), Role::User, "s", true),
        (row("user", "", "\"<bash-input>ls</bash-input>\""), Role::User, "<bash-input>ls</bash-input>", true),
        (row("user", "", tool_result), Role::Tool, "out", false),
        (row("assistant", "", r#"[{"type":"tool_use","name":"Read"}]"#), Role::Tool, "Read", false),
        (row("assistant", "", r#"[{"type":"thinking","thinking":"hm"}]"#), Role::Assistant, "", true),
        (row("assistant", r#","isApiErrorMessage":true"#, "\"529\""), Role::Assistant, "529", true),
        (
            r#"{"type":"attachment","uuid":"u","sessionId":"c","attachment":{"type":"queued_command","prompt":"and this","commandMode":"prompt"}}"#.to_owned(),
            Role::User,
            "and this",
            false,
        ),
    ] {
        let all = sessions(&line);
        let body = &all.first().unwrap().events.first().unwrap().body;
        let expected = EventBody::Message {
            role,
            text: text.to_owned(),
            is_hidden,
        };
        assert!(*body == expected, "{line}: {body:?}");
    }
}

#[test]
fn a_second_text_under_one_uuid_is_not_lost() {
    let row = |text: &str| {
        format!(
            r#"{{"type":"user","uuid":"u","parentUuid":null,"sessionId":"c","message":{{"role":"user","content":"{text}"}}}}"#
        )
    };
    let all = sessions(&[row("one"), row("one"), row("two")].join("\n"));
    let session = all.first().unwrap();
    assert_eq!(on_path(session), ["one", "two"]);
    let ids: Vec<_> = session.events.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["u", "line-3"]);
}
