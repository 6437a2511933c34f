//! The main job: import, search, reopen by the three keys, on both sides of a
//! reset; nothing secret in it.

use serde_json::{Value, json};

use crate::support::{World, token};

fn lines(values: &[Value]) -> String {
    let lines: Vec<_> = values.iter().map(Value::to_string).collect();
    lines.join("\n") + "\n"
}

/// An agent folder of OpenClaw: one session with a reset inside.
fn openclaw(world: &World) {
    let message = |id: &str, parent: &str, role: &str, text: &str| {
        json!({"type": "message", "id": id, "parentId": parent, "timestamp": "2026-03-01T10:01:00Z",
            "message": {"role": role, "content": [{"type": "text", "text": text}]}})
    };
    world.write(
        "state/agents/main/sessions/oc-1.jsonl",
        lines(&[
            json!({"type": "session", "version": 3, "id": "oc-1", "timestamp": "2026-03-01T10:00:00Z"}),
            message("a1", "", "user", &format!("the harbour crane uses {}", token())),
            message("a2", "a1", "assistant", "noted, the crane is serviced in the harbour on monday"),
            json!({"type": "reset", "id": "r1", "parentId": "a2", "timestamp": "2026-03-02T02:00:00Z", "reason": "daily"}),
            message("a3", "r1", "user", "what about the lighthouse?"),
            message("a4", "a3", "assistant", "the lighthouse is painted after the crane"),
        ]),
    );
    world.write(
        "state/agents/main/sessions/sessions.json",
        json!({"agent:main:telegram:direct:u1": {"sessionId": "oc-1"}}).to_string(),
    );
}

/// A project folder of Claude Code: one session.
fn claude(world: &World) {
    let id = "11111111-2222-4333-8444-555555555555";
    let record = |uuid: &str, parent: Option<&str>, role: &str, text: &str| {
        json!({"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": id, "isSidechain": false,
            "timestamp": "2026-03-03T10:00:00.000Z", "cwd": "/w", "version": "2.1.0",
            "message": {"role": role, "content": [{"type": "text", "text": text}]}})
    };
    world.write(
        &format!("projects/-w/{id}.jsonl"),
        lines(&[
            record(
                "aaaaaaaa-0000-4000-8000-000000000001",
                None,
                "user",
                "rename the harbour module",
            ),
            record(
                "aaaaaaaa-0000-4000-8000-000000000002",
                Some("aaaaaaaa-0000-4000-8000-000000000001"),
                "assistant",
                "the harbour module is now called port",
            ),
        ]),
    );
}

/// Reopens a hit by its three keys and returns the answer.
fn reopen(world: &World, hit: &Value) -> Value {
    let key = |name: &str| hit[name].as_str().unwrap();
    let args = [
        "history",
        key("sessionKey"),
        "--session-id",
        key("sessionId"),
        "--message-id",
        key("messageId"),
        "--json",
    ];
    world.run(&args).ok().json()
}

fn hits(world: &World, query: &[&str]) -> Vec<Value> {
    let answer = world
        .run(&[&["search", "--json"], query].concat())
        .ok()
        .json();
    answer["results"].as_array().unwrap().clone()
}

#[test]
fn what_was_imported_is_found_and_reopened() {
    let world = World::new();
    openclaw(&world);
    claude(&world);
    let summary = world
        .run(&["import", "state", "projects", "--json", "-q"])
        .ok()
        .json();
    assert_eq!(summary["files"], 2);
    assert_eq!(summary["sessions"], 2);
    assert_eq!(summary["messages"], 6);
    world.run(&["reindex", "-q"]).ok();

    let found = hits(&world, &["harbour"]);
    assert_eq!(found.len(), 4);
    for hit in &found {
        let answer = reopen(&world, hit);
        let rows = answer["messages"].as_array().unwrap();
        let anchor = rows.iter().find(|row| row["anchor"] == true).unwrap();
        assert_eq!(anchor["messageId"], hit["messageId"]);
    }
    let agents: Vec<_> = found
        .iter()
        .map(|hit| hit["agentId"].as_str().unwrap())
        .collect();
    assert!(
        agents.contains(&"main") && agents.contains(&"claude-code"),
        "{agents:?}"
    );
}

#[test]
fn both_sides_of_a_reset_are_reopened_apart() {
    let world = World::new();
    openclaw(&world);
    world.run(&["import", "state", "-q"]).ok();

    let before = reopen(&world, &hits(&world, &["--wait", "monday"])[0]);
    assert_eq!(before["view"], "interval");
    let shown = before.to_string();
    assert!(
        shown.contains("monday") && !shown.contains("lighthouse"),
        "{shown}"
    );

    let after = reopen(&world, &hits(&world, &["painted"])[0]);
    assert_eq!(after["view"], "current");
    let shown = after.to_string();
    assert!(
        shown.contains("lighthouse") && !shown.contains("monday"),
        "{shown}"
    );
}

#[test]
fn an_imported_secret_is_masked_everywhere() {
    let world = World::new();
    openclaw(&world);
    world.run(&["import", "state", "-q"]).ok();
    let hit = &hits(&world, &["--wait", "crane", "uses"])[0];
    let snippet = hit["snippet"].as_str().unwrap();
    assert!(snippet.contains("[redacted:"), "{snippet}");
    let answer = reopen(&world, hit);
    assert_eq!(answer["contentRedacted"], true);
    for shown in [hit.to_string(), answer.to_string()] {
        assert!(!shown.contains(&token()[..8]), "{shown}");
    }
    assert_eq!(world.run(&["search", &token()[4..20]]).code, Some(1));
}

#[test]
fn the_shipped_sample_is_imported_and_reopened() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/transcripts");
    let world = World::new();
    world.run(&["import", sample, "-q"]).ok();
    insta::assert_snapshot!(world.run(&["search", "--wait", "wheelbarrow", "flat"]), @r"
    exit 0
    --- stdout
    agent:main:telegram:group:allotment  2026-04-20 18:00  user  0.66
      │ Can somebody bring the wheelbarrow on Saturday? Ours has a flat tyre.
      sessions history agent:main:telegram:group:allotment --session-id [session id] --message-id 7c20d1e0
    ");
    let hit = hits(&world, &["tomatoes", "hardening"])[0].clone();
    assert_eq!(reopen(&world, &hit)["view"], "interval");
    insta::assert_snapshot!(world.run(&["list"]), @r"
    exit 0
    --- stdout
    SESSION                              KIND    MESSAGES  FIRST             LAST              SESSION ID
    agent:main:telegram:group:allotment  group          3  2026-04-20 18:00  2026-04-20 18:01  [session id]
      Allotment group
    agent:main:main                      direct         8  2026-04-11 08:02  2026-04-18 17:30  [session id]
      Garden diary
    ");
}
