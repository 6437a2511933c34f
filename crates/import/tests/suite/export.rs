//! Exports of `ChatGPT` and Claude.ai.

use std::ops::ControlFlow;

use sessions_core::event::{EventBody, Role};
use sessions_import::{Format, ImportOptions, ImportedFile, SkipReason, discover, read_each};

use crate::support::{import_bytes, on_path, texts};

const CHATGPT: &str = r#"[{"title":"Birds","create_time":1772359200.5,"mapping":{
"root":{"id":"root","message":null,"parent":null,"children":["sys"]},
"sys":{"id":"sys","message":{"author":{"role":"system"},"content":{"content_type":"text","parts":["be kind"]}},"parent":"root","children":["u1"]},
"u1":{"id":"u1","message":{"author":{"role":"user"},"create_time":1772359201.0,"content":{"content_type":"text","parts":["where is the kestrel"]},"recipient":"all"},"parent":"sys","children":["a1","a2"]},
"a1":{"id":"a1","message":{"author":{"role":"assistant"},"create_time":1772359202.0,"content":{"content_type":"text","parts":["on the roof"]},"recipient":"all"},"parent":"u1","children":[]},
"call":{"id":"call","message":{"author":{"role":"assistant"},"content":{"content_type":"code","text":"find()"},"recipient":"python"},"parent":"u1","children":["a2"]},
"thought":{"id":"thought","message":{"author":{"role":"assistant"},"content":{"content_type":"thoughts","thoughts":[]},"recipient":"all"},"parent":"call","children":["a2"]},
"a2":{"id":"a2","message":{"author":{"role":"assistant"},"create_time":1772359203.0,"content":{"content_type":"multimodal_text","parts":["in the tree",{"content_type":"image_asset_pointer"},{"content_type":"audio_transcription","text":"as I said"}]},"recipient":"all"},"parent":"thought","children":[]},
"aside":{"id":"aside","message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["never seen"]},"metadata":{"is_visually_hidden_from_conversation":true}},"parent":"a1","children":[]}
},"current_node":"a2","conversation_id":"c1"},
{"title":"Empty","mapping":{"root":{"message":null,"parent":null}},"current_node":"root","id":"c2"},
{"title":"Fish","mapping":{"q":{"message":{"author":{"role":"user"},"content":{"parts":["trout"]}},"parent":null}},"id":"c3"}]"#;

const CLAUDE_AI: &str = r#"[
{"uuid":"c1","name":"Birds","created_at":"2026-03-01T10:00:00Z","chat_messages":[
 {"uuid":"m1","sender":"human","text":"where is the kestrel","content":[{"type":"text","text":"where is the kestrel"}],"created_at":"2026-03-01T10:00:01Z","parent_message_uuid":"00000000-0000-4000-8000-000000000000"},
 {"uuid":"m2","sender":"assistant","text":"","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"on the roof"}],"created_at":"2026-03-01T10:00:02Z","parent_message_uuid":"m1"},
 {"uuid":"m3","sender":"assistant","text":"in the tree","created_at":"2026-03-01T10:00:03Z","parent_message_uuid":"m1"}]},
{"uuid":"c2","name":"","created_at":"2026-03-02T10:00:00Z","chat_messages":[
 {"uuid":"m1","sender":"human","text":"trout"},
 {"uuid":"m2","sender":"assistant","text":"a fish"}]}]"#;

fn read(text: &str) -> ImportedFile {
    let folder = tempfile::tempdir().unwrap();
    import_bytes(folder.path(), "conversations.json", text.as_bytes()).unwrap()
}

#[test]
fn a_tree_of_nodes_is_seen_by_its_current_node() {
    let file = read(CHATGPT);
    assert_eq!((file.format, file.skipped.len()), (Format::ChatGpt, 0));
    let [birds, fish] = file.sessions.as_slice() else {
        panic!("{:?}", file.sessions);
    };
    assert_eq!(birds.key.as_str(), "agent:chatgpt:conversations:c1");
    assert_eq!(birds.title.as_deref(), Some("Birds"));
    assert_eq!(birds.started.unwrap().0, 1_772_359_200_500);
    assert_eq!(
        on_path(birds),
        ["where is the kestrel", "in the tree\nas I said"]
    );
    assert_eq!(texts(birds).len(), 3);
    let tool = birds.events.iter().find(|it| it.id.as_str() == "call");
    assert!(matches!(
        &tool.unwrap().body,
        EventBody::Message { role: Role::Tool, text, .. } if text == "find()"
    ));
    assert_eq!(fish.id.as_str(), "c3");
    assert_eq!(on_path(fish), ["trout"]);
}

#[test]
fn an_earlier_node_can_be_current() {
    let file = read(&CHATGPT.replace(r#""current_node":"a2""#, r#""current_node":"u1""#));
    assert_eq!(on_path(&file.sessions[0]), ["where is the kestrel"]);
}

#[test]
fn a_conversation_that_grew_keeps_what_it_had() {
    let grown = CHATGPT
        .replace(
            r#""parent":"thought","children":[]"#,
            r#""parent":"thought","children":["u2"]"#,
        )
        .replace(
            r#""aside":"#,
            r#""u2":{"id":"u2","message":{"author":{"role":"user"},"content":{"parts":["thanks"]}},"parent":"a2","children":[]},"aside":"#,
        )
        .replace(r#""current_node":"a2""#, r#""current_node":"u2""#);
    let (before, after) = (read(CHATGPT), read(&grown));
    let (before, after) = (&before.sessions[0], &after.sessions[0]);
    assert_eq!(after.events.len(), before.events.len() + 1);
    assert!(before.events.iter().all(|it| after.events.contains(it)));
    assert_eq!(on_path(after).last().unwrap(), "thanks");
}

#[test]
fn messages_follow_each_other_unless_they_say_whom_they_answer() {
    let file = read(CLAUDE_AI);
    assert_eq!((file.format, file.skipped.len()), (Format::ClaudeAi, 0));
    let [birds, fish] = file.sessions.as_slice() else {
        panic!("{:?}", file.sessions);
    };
    assert_eq!(birds.key.as_str(), "agent:claude-ai:conversations:c1");
    assert_eq!(on_path(birds), ["where is the kestrel", "in the tree"]);
    assert_eq!(
        texts(birds),
        ["where is the kestrel", "on the roof", "in the tree"]
    );
    assert_eq!(on_path(fish), ["trout", "a fish"]);
    assert_eq!(fish.events[1].timestamp.0, 1_772_445_600_000);
}

#[test]
fn a_damaged_conversation_costs_itself() {
    let damaged = CHATGPT.replacen("\"Birds\"", "\"Birds", 1);
    let file = read(&damaged);
    let ids: Vec<_> = file.sessions.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["c3"]);
    let reasons: Vec<_> = file.skipped.iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [SkipReason::Torn]);

    let bad = CHATGPT.replacen(r#"{"author":{"role":"user"}"#, r#"{"author":7"#, 1);
    let file = read(&bad);
    assert_eq!(file.skipped[0].reason, SkipReason::BadContent);
    assert_eq!(on_path(&file.sessions[0]).len(), 1);
}

#[test]
fn who_wants_no_more_gets_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("conversations.json");
    std::fs::write(&path, CLAUDE_AI).unwrap();
    let options = ImportOptions::default();
    let sources = discover(&[path], &options).unwrap();
    let mut n_taken = 0;
    read_each(&sources[0], &options, &mut |_| {
        n_taken += 1;
        ControlFlow::Break(())
    })
    .unwrap();
    assert_eq!(n_taken, 1);
}
