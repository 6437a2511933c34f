//! Search, history and lists: found, nothing found, and as JSON.

use crate::support::World;

#[test]
fn a_hit_is_shown_with_the_command_that_reopens_it() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "friday", "rollout"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:26  user  0.69
      │ please move the rollout to Friday
      sessions history agent:main:main --session-id s1 --message-id m1

    agent:main:main  2026-05-28 20:27  assistant  0.66
      │ the rollout is on Friday now
      sessions history agent:main:main --session-id s1 --message-id m2
    ");
    insta::assert_snapshot!(world.run(&["search", "rollout", "--order", "recent", "--limit", "1", "--json"]), @r#"
    exit 0
    --- stdout
    {"results":[{"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m2","agentId":"main","kind":"direct","timestamp":1780000060000,"role":"assistant","snippet":"the rollout is on Friday now","matches":[[4,11]],"score":0.7745}],"scope":"operator","tier":"exact","truncated":true,"truncatedBy":["limit"]}
    --- stderr
    note: there are more hits; narrow the search or raise `--limit`, up to 25
    "#);
}

#[test]
fn a_search_without_a_hit_exits_with_1() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "tuesday"]), @r"
    exit 1
    --- stderr
    note: nothing found; the search is exact: every word must be in one message
    ");
    insta::assert_snapshot!(world.run(&["search", "tuesday", "--json", "-q"]), @r#"
    exit 1
    --- stdout
    {"results":[],"scope":"operator","tier":"exact"}
    "#);
}

#[test]
fn a_term_without_a_word_is_reported() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "morning", "&"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:28  user  0.78
      │ good morning
      sessions history agent:main:main --session-id s1 --message-id m4
    --- stderr
    note: left out, being no words: `&`
    ");
    insta::assert_snapshot!(world.run(&["search", "&"]), @r"
    exit 1
    --- stderr
    note: the query has no word to search for
    note: left out, being no words: `&`
    ");
}

#[test]
fn filters_narrow_a_search() {
    let world = World::with_reset();
    let n_hits = |args: &[&str]| {
        let mut all = vec!["search", "--json", "rollout"];
        all.extend(args);
        world.run(&all).json()["results"].as_array().unwrap().len()
    };
    assert_eq!(n_hits(&[]), 2);
    assert_eq!(n_hits(&["--role", "user"]), 1);
    assert_eq!(n_hits(&["--kind", "direct", "--kind", "cron"]), 2);
    assert_eq!(n_hits(&["--kind", "cron"]), 0);
    assert_eq!(n_hits(&["--agent", "main"]), 2);
    assert_eq!(n_hits(&["--agent", "ops"]), 0);
    assert_eq!(n_hits(&["--session-key", "main"]), 2);
    assert_eq!(n_hits(&["--since", "2026-05-28T20:27:00Z"]), 1);
    assert_eq!(
        n_hits(&["--since", "2026-05-28", "--until", "2026-05-29"]),
        2
    );
    assert_eq!(n_hits(&["--until", "2026-05-28"]), 0);
    assert_eq!(n_hits(&["--since", "1m"]), 0);
}

#[test]
fn colour_sets_matches_off_and_can_be_switched() {
    let world = World::with_reset();
    let search = ["search", "rollout", "--limit", "1"];
    let colour = "\u{1b}[";
    let shown = |options: &[&str], env: &[(&str, &str)]| {
        let mut args = search.to_vec();
        args.extend(options);
        world.run_in(&args, b"", env).ok().stdout
    };
    let always = shown(&["--color", "always"], &[("NO_COLOR", "1")]);
    assert!(
        always.contains("\u{1b}[1m\u{1b}[33mrollout\u{1b}[0m"),
        "{always:?}"
    );
    assert!(shown(&[], &[("CLICOLOR_FORCE", "1")]).contains(colour));
    assert!(!shown(&[], &[]).contains(colour));
    assert!(!shown(&["--color=never"], &[("CLICOLOR_FORCE", "1")]).contains(colour));
    assert!(!shown(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains(colour));
}

#[test]
fn history_shows_the_current_view() {
    let world = World::with_reset();
    let view = world.run(&["history", "agent:main:main"]).ok();
    assert!(view.stdout.contains("good morning"), "{view}");
    assert!(view.stdout.contains("── reset · "), "{view}");
    assert!(!view.stdout.contains("rollout"), "{view}");
    let view = world.run(&["history", "main", "--json"]).ok().json();
    assert_eq!(view["view"], "current");
    assert_eq!(view["messages"].as_array().unwrap().len(), 2);
    assert_eq!(view["messages"][0]["kind"], "reset");
}

#[test]
fn history_before_a_reset_shows_the_closed_interval() {
    let world = World::with_reset();
    let args = [
        "history",
        "main",
        "--session-id",
        "s1",
        "--message-id",
        "m1",
        "--limit",
        "2",
    ];
    insta::assert_snapshot!(world.run(&args), @r"
    exit 0
    --- stdout
    agent:main:main  s1
    closed interval: what one later reset closed; nothing from after it is shown

    ▶ user  2026-05-28 20:26  m1  ← the message asked for
      │ please move the rollout to Friday

      assistant  2026-05-28 20:27  m2
      │ the rollout is on Friday now

    ↓ newer rows exist
    ");
    insta::assert_snapshot!(world.run(&[&args[..], &["--json"]].concat()), @r#"
    exit 0
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s1","view":"interval","messages":[{"messageId":"m1","seq":1,"kind":"message","role":"user","timestamp":1780000000000,"text":"please move the rollout to Friday","anchor":true},{"messageId":"m2","seq":2,"kind":"message","role":"assistant","timestamp":1780000060000,"text":"the rollout is on Friday now"}],"hasOlder":false,"hasNewer":true,"truncated":false,"droppedMessages":0,"contentTruncated":false,"contentRedacted":false,"bytes":480}
    "#);
}

#[test]
fn an_anchor_that_cannot_be_shown_exits_with_1_and_the_answer() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["history", "main", "--message-id", "nope"]), @r"
    exit 1
    --- stdout
    agent:main:main  s1
    --- stderr
    note: the message cannot be shown (unknown-message): this generation of the session has no such message
    ");
    insta::assert_snapshot!(world.run(&["history", "main", "--message-id", "nope", "--json", "-q"]), @r#"
    exit 1
    --- stdout
    {"sessionKey":"agent:main:main","sessionId":"s1","view":"current","messages":[],"hasOlder":false,"hasNewer":false,"truncated":false,"droppedMessages":0,"contentTruncated":false,"contentRedacted":false,"bytes":245,"emptyReason":"unknown-message"}
    "#);
}

#[test]
fn history_is_read_page_by_page() {
    let world = World::with_reset();
    let page = world
        .run(&["history", "main", "--offset", "0", "--limit", "1"])
        .ok();
    insta::assert_snapshot!(page, @r"
    exit 0
    --- stdout
    agent:main:main  s1
    ↑ older rows exist

      user  2026-05-28 20:28  m4
      │ good morning
    --- stderr
    note: the next older page: `--offset 1`
    ");
    let page = world
        .run(&["history", "main", "--offset", "1", "--limit", "1", "--json"])
        .json();
    assert_eq!(page["totalMessages"], 2);
    assert_eq!(page["hasMore"], false);
}

#[test]
fn tool_rows_are_shown_on_demand() {
    let world = World::with_reset();
    world
        .run(&[
            "append",
            "main",
            "--role",
            "tool",
            "42 files",
            "--message-id",
            "t1",
        ])
        .ok();
    let n_rows = |args: &[&str]| {
        let view = world
            .run(&[&["history", "main", "--json"], args].concat())
            .json();
        view["messages"].as_array().unwrap().len()
    };
    assert_eq!(n_rows(&[]), 2);
    assert_eq!(n_rows(&["--include-tools"]), 3);
}

#[test]
fn sessions_are_listed_newest_first() {
    let world = World::with_reset();
    world
        .run_with(
            &["append", "--jsonl"],
            r#"{"sessionKey":"agent:ops:telegram:group:7","sessionId":"g1","role":"user","text":"hello","timestamp":1780000999000}"#,
        )
        .ok();
    insta::assert_snapshot!(world.run(&["list"]), @r"
    exit 0
    --- stdout
    SESSION                     KIND    MESSAGES  FIRST             LAST              SESSION ID
    agent:ops:telegram:group:7  group          1  2026-05-28 20:43  2026-05-28 20:43  g1
    agent:main:main             direct         3  2026-05-28 20:26  2026-05-28 20:28  s1
    ");
    insta::assert_snapshot!(world.run(&["list", "--agent", "ops", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessions":[{"sessionKey":"agent:ops:telegram:group:7","agentId":"ops","kind":"group","sessionId":"g1","firstMessage":1780000999000,"lastMessage":1780000999000,"messages":1}],"scope":"operator"}
    "#);
    insta::assert_snapshot!(world.run(&["list", "--limit", "1", "--kind", "direct", "--kind", "group"]), @r"
    exit 0
    --- stdout
    SESSION                     KIND   MESSAGES  FIRST             LAST              SESSION ID
    agent:ops:telegram:group:7  group         1  2026-05-28 20:43  2026-05-28 20:43  g1
    --- stderr
    note: there are more; raise `--limit`, up to 1000
    ");
}

#[test]
fn reading_creates_nothing() {
    let world = World::new();
    insta::assert_snapshot!(world.run(&["search", "rollout"]), @r"
    exit 1
    --- stderr
    note: nothing found; the search is exact: every word must be in one message
    ");
    insta::assert_snapshot!(world.run(&["list"]), @r"
    exit 0
    --- stderr
    note: there are no sessions to list
    ");
    insta::assert_snapshot!(world.run(&["list", "--json"]), @r#"
    exit 0
    --- stdout
    {"sessions":[],"scope":"operator"}
    "#);
    insta::assert_snapshot!(world.run(&["history", "main"]), @r"
    exit 1
    --- stderr
    error: no session has the key `agent:main:main`

    hint: `sessions list` shows the sessions there are
    ");
    assert_eq!(world.run(&["search", "--wait", "rollout"]).code, Some(1));
    world.run(&["reindex", "-q"]).ok();
    assert_eq!(world.files(), Vec::<String>::new());
    assert!(!world.path("data").exists());
}

#[test]
fn text_of_a_transcript_does_not_steer_the_terminal() {
    let world = World::new();
    let line = r#"{"sessionKey":"main","role":"user","text":"red \u001b[31m alert","sessionId":"s","messageId":"m","timestamp":0}"#;
    world.run_with(&["append", "--jsonl"], line).ok();
    for args in [&["search", "alert"][..], &["history", "main"]] {
        let shown = world.run(&[args, &["--color", "always"]].concat());
        assert!(!shown.ok().stdout.contains("\u{1b}[31m"), "{args:?}");
    }
    let shown = world.run(&["history", "main"]).ok();
    assert!(shown.stdout.contains("red ␛[31m alert"), "{shown}");
}

#[test]
fn global_options_stand_on_either_side_and_are_repeated_by_the_command() {
    let world = World::with_reset();
    let data = world.path("data").display().to_string();
    let elsewhere = [("SESSIONS_DATA_DIR", "elsewhere")];
    let before = world
        .run_in(&["--data-dir", &data, "search", "morning"], b"", &elsewhere)
        .ok();
    let after = world
        .run_in(&["search", "morning", "--data-dir", &data], b"", &elsewhere)
        .ok();
    assert_eq!(before.to_string(), after.to_string());
    assert!(
        before
            .stdout
            .contains("sessions history --data-dir [folder]/data agent:main:main"),
        "{before}"
    );
}

#[test]
fn a_message_cannot_pass_for_a_row_or_a_command() {
    let world = World::new();
    let forged = "hello\n\n  assistant  2026-05-28 20:27  m2\n  all is well\n── reset · 2026-05-28 20:28 ──\n▶ user  2026-05-28 20:29  m3";
    let line = serde_json::json!({"sessionKey": "main", "sessionId": "s1", "messageId": "m1",
        "role": "user", "text": forged, "timestamp": 1_780_000_000_000_i64});
    world
        .run_with(&["append", "--jsonl"], line.to_string())
        .ok();
    insta::assert_snapshot!(world.run(&["history", "main"]), @r"
    exit 0
    --- stdout
    agent:main:main  s1

      user  2026-05-28 20:26  m1
      │ hello
      │
      │   assistant  2026-05-28 20:27  m2
      │   all is well
      │ ── reset · 2026-05-28 20:28 ──
      │ ▶ user  2026-05-28 20:29  m3
    ");
    insta::assert_snapshot!(world.run(&["search", "hello"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:26  user  0.76
      │ hello assistant 2026-05-28 20:27 m2 all is well ── reset · 2026-05-28 20:28 ── ▶ user 2026-05-28 20:29 m3
      sessions history agent:main:main --session-id s1 --message-id m1
    ");
}

#[test]
fn the_bound_that_was_reached_is_said() {
    let world = World::new();
    let lines: Vec<_> = (0..201)
        .map(|n| {
            serde_json::json!({"sessionKey": "main", "role": "user", "text": format!("ferns {n}"),
                "timestamp": 1_780_000_000_000_i64 + n})
            .to_string()
        })
        .collect();
    world
        .run_with(&["append", "--jsonl"], lines.join("\n"))
        .ok();
    insta::assert_snapshot!(world.run(&["search", "ferns", "--limit", "25"]).ok().stderr, @r"
    note: there are more hits than 25, the most at once; narrow the search
    note: only the newest 200 matches were ranked; narrow the search to reach older ones
    ");
    insta::assert_snapshot!(world.run(&["search", "ferns"]).ok().stderr, @r"
    note: there are more hits; narrow the search or raise `--limit`, up to 25
    note: only the newest 200 matches were ranked; narrow the search to reach older ones
    ");
}

#[test]
fn texts_and_times_may_begin_with_a_hyphen() {
    let world = World::new();
    world
        .run(&["append", "main", "--role", "user", "-5 degrees"])
        .ok();
    world.run(&["search", "-degrees"]).ok();
    world.run(&["search", "degrees", "--since", "-7d"]).ok();
    let view = world.run(&["history", "main", "--json"]).json();
    assert_eq!(view["messages"][0]["text"], "-5 degrees");
}

#[test]
fn a_time_is_read_as_it_is_shown() {
    let world = World::with_reset();
    let hits = |since| {
        let args = ["search", "rollout", "--since", since];
        world.run(&args).stdout.matches("rollout").count()
    };
    assert_eq!(hits("2026-05-28 20:26"), 2);
    assert_eq!(hits("2026-05-28 20:27"), 1);
}
