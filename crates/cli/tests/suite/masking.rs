//! Redact: texts and streams; and no secret in search or history.

use crate::support::{World, alike, token};

#[test]
fn standard_input_is_masked_to_standard_output() {
    let world = World::new();
    let run = world.run_with(&["redact"], format!("user robin\ntoken {}\nend", token()));
    insta::assert_snapshot!(run, @r"
    exit 0
    --- stdout
    user robin
    token [redacted:github-token]
    end
    ");
    let nothing = [&["redact"][..], &["redact", "--jsonl"]];
    insta::assert_snapshot!(alike(nothing.map(|it| world.run(it))), @r"
    exit 0
    ");
}

#[test]
fn lines_are_masked_one_by_one() {
    let world = World::new();
    let text = format!("é {} end", token());
    let input = format!(
        "{}\n{{\"id\":\"b\",\"text\":\"plain\"}}\n[1]\n",
        serde_json::json!({ "id": 1, "text": text })
    );
    insta::assert_snapshot!(world.run_with(&["redact", "--jsonl"], input), @r#"
    exit 2
    --- stdout
    {"id":1,"redacted":"é [redacted:github-token] end","spans":[{"start":2,"end":42,"rule":"github-token"}]}
    {"id":"b","redacted":"plain","spans":[]}
    {"status":"error","error":"not a JSON object","line":3}
    "#);
}

#[test]
fn a_line_that_is_no_text_to_mask_is_answered() {
    let world = World::new();
    let token = token();
    let mut input = [
        r#"{"id":1}"#,
        r#"{"text":"x"}"#,
        r#"{"id":1,"text":2}"#,
        r#"{"id":1,"text":"x","more":1}"#,
        &token,
        &format!("[\"{token}\"]"),
    ]
    .join("\n")
    .into_bytes();
    input.extend(b"\n\xff");
    insta::assert_snapshot!(world.run_with(&["redact", "--jsonl"], input), @r#"
    exit 2
    --- stdout
    {"status":"error","error":"`text` is missing","line":1}
    {"status":"error","error":"`id` is missing","line":2}
    {"status":"error","error":"`text` is not a text","line":3}
    {"status":"error","error":"a field is unknown; allowed are `id`, `text`","line":4}
    {"status":"error","error":"not JSON, at column 1","line":5}
    {"status":"error","error":"not a JSON object","line":6}
    {"status":"error","error":"the line is not UTF-8 text","line":7}
    "#);
}

#[test]
fn patterns_of_the_operator_are_masked() {
    let world = World::new();
    world.write(
        "c.toml",
        "[redaction]\npatterns = [{ name = 'ticket', regex = 'TCK-[0-9]{6}' }]\n",
    );
    let run = world.run_with(&["redact", "--config", "c.toml"], "see TCK-123456");
    assert_eq!(run.ok().stdout, "see [redacted:ticket]");
}

#[test]
fn a_secret_is_neither_shown_nor_found() {
    let world = World::new();
    let text = format!("deploy with {} today", token());
    world.say("main", &text, &["--message-id", "m1"]);
    for args in [
        &["search", "deploy"][..],
        &["search", "deploy", "--json"],
        &["history", "main"],
        &["history", "main", "--message-id", "m1", "--json"],
    ] {
        let run = world.run(args).ok();
        assert!(!run.to_string().contains(&token()[..8]), "{run}");
        assert!(run.stdout.contains("[redacted:"), "{run}");
    }
    let run = world.run(&["search", &token()]);
    assert!(!run.to_string().contains(&token()[..8]), "{run}");
    insta::assert_snapshot!(run, @r"
    exit 1
    --- stderr
    note: the query holds a secret; secrets are masked and cannot be searched
    ");
}

#[test]
fn logs_hold_no_text() {
    let world = World::new();
    let text = "swordfish on the menu";
    let run = world.run(&["append", "main", "--role", "user", text, "-vv"]);
    assert!(!run.stderr.contains("swordfish"), "{run}");
    let run = world.run(&["search", "swordfish", "-vv"]);
    assert!(run.stderr.contains("searched"), "{run}");
    assert!(!run.stderr.contains("swordfish"), "{run}");
}

#[test]
fn bytes_that_are_no_text_are_told_once() {
    let world = World::new();
    let run = world.run_with(&["redact"], b"a\xff b\xff c");
    insta::assert_snapshot!(run, @r"
    exit 0
    --- stdout
    a� b� c
    --- stderr
    note: some bytes are not UTF-8 text; each run of them was written as U+FFFD
    ");
    let run = world.run_with(&["redact"], "a\u{fffd}b").ok();
    assert_eq!(run.stderr, "");
}
