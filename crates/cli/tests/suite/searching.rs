//! Search: hits, nothing found, filters, notes.

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
    let run = world.run(&[
        "search", "rollout", "--order", "recent", "--limit", "1", "--json",
    ]);
    insta::with_settings!({ filters => vec![(r#""nextCursor":"[\w-]+""#, r#""nextCursor":"[cursor]""#)] }, {
        insta::assert_snapshot!(run, @r#"
        exit 0
        --- stdout
        {"results":[{"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m2","agentId":"main","kind":"direct","timestamp":1780000060000,"role":"assistant","snippet":"the rollout is on Friday now","matches":[[4,11]],"score":0.7745}],"scope":"operator","tier":"exact","truncated":true,"truncatedBy":["limit"],"nextCursor":"[cursor]"}
        --- stderr
        note: there are more hits; narrow the search or raise `--limit`, up to 25
        "#);
    });
}

#[test]
fn a_search_without_a_hit_exits_with_1() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "tuesday"]), @r"
    exit 1
    --- stderr
    note: nothing found; the search is exact: every word must be in one message
    hint: `--relaxed` shows what comes near
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
fn the_bound_that_was_reached_is_said() {
    let world = World::new();
    let lines: Vec<_> = (0..201)
        .map(|n| {
            serde_json::json!({"sessionKey": "main", "role": "user", "text": format!("ferns {n}"),
                "timestamp": 1_780_000_000_000_i64 + n})
            .to_string()
        })
        .collect();
    world.stream(lines.join("\n"));
    insta::assert_snapshot!(world.run(&["search", "ferns", "--limit", "25"]).ok().stderr, @r"
    note: there are more hits than 25, the most at once; narrow the search
    note: only the newest 200 matches were ranked; narrow the search to reach older ones
    hint: with `--json` the answer has a `nextCursor`; `--cursor` with it goes on
    ");
    insta::assert_snapshot!(world.run(&["search", "ferns"]).ok().stderr, @r"
    note: there are more hits; narrow the search or raise `--limit`, up to 25
    note: only the newest 200 matches were ranked; narrow the search to reach older ones
    hint: with `--json` the answer has a `nextCursor`; `--cursor` with it goes on
    ");
}

#[test]
fn texts_and_times_may_begin_with_a_hyphen() {
    let world = World::new();
    world.say("main", "-5 degrees", &[]);
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

#[test]
fn one_hit_of_each_session_says_how_many_others_there_are() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "rollout", "--per-session"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:27  assistant  0.77  1 other in this session
      │ the rollout is on Friday now
      sessions history agent:main:main --session-id s1 --message-id m2
    ");
    let answer = world
        .run(&["search", "rollout", "--per-session", "--json"])
        .json();
    assert_eq!(answer["results"][0]["moreInSession"], 1);
}

#[test]
fn what_comes_near_is_shown_where_that_is_asked_for() {
    let world = World::with_reset();
    insta::assert_snapshot!(world.run(&["search", "--relaxed", "friday", "rollout", "zeppelin"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:26  user  0.52
      without `zeppelin`
      │ please move the rollout to Friday
      sessions history agent:main:main --session-id s1 --message-id m1

    agent:main:main  2026-05-28 20:27  assistant  0.52
      without `zeppelin`
      │ the rollout is on Friday now
      sessions history agent:main:main --session-id s1 --message-id m2
    --- stderr
    note: nothing matches exactly; this comes near
    ");
    insta::assert_snapshot!(world.run(&["search", "--relaxed", "rolluot"]), @r"
    exit 0
    --- stdout
    agent:main:main  2026-05-28 20:27  assistant  0.98
      without `rolluot`
      │ the rollout is on Friday now
      sessions history agent:main:main --session-id s1 --message-id m2

    agent:main:main  2026-05-28 20:26  user  0.98
      without `rolluot`
      │ please move the rollout to Friday
      sessions history agent:main:main --session-id s1 --message-id m1
    --- stderr
    note: nothing matches exactly; this comes near
    note: nobody wrote `rolluot`; read as `rollout`
    ");
    insta::assert_snapshot!(world.run(&["search", "--relaxed", "zeppelin"]), @r"
    exit 1
    --- stderr
    note: nothing found, and nothing that comes near
    ");
    insta::assert_snapshot!(world.run(&["search", "--relaxed", "rolluot", "--limit", "1", "--json"]), @r#"
    exit 0
    --- stdout
    {"results":[{"sessionKey":"agent:main:main","sessionId":"s1","messageId":"m2","agentId":"main","kind":"direct","timestamp":1780000060000,"role":"assistant","snippet":"the rollout is on Friday now","matches":[[4,11]],"score":0.9775,"missing":["rolluot"]}],"scope":"operator","tier":"relaxed","truncated":true,"truncatedBy":["limit"],"spelledAs":{"rolluot":"rollout"}}
    --- stderr
    note: nothing matches exactly; this comes near
    note: nobody wrote `rolluot`; read as `rollout`
    note: there are more hits; narrow the search or raise `--limit`, up to 25
    "#);
}

#[test]
fn a_cursor_goes_on_until_there_is_nothing_more() {
    let world = World::new();
    for n in 0..5 {
        world.say("main", &format!("ferns {n}"), &[]);
    }
    let mut texts = std::collections::BTreeSet::new();
    let mut cursor: Option<String> = None;
    for page in 1.. {
        let mut args = vec!["search", "ferns", "--limit", "2", "--json"];
        if let Some(cursor) = cursor.as_deref() {
            args.extend(["--cursor", cursor]);
        }
        let answer = world.run(&args).json();
        for hit in answer["results"].as_array().unwrap() {
            assert!(texts.insert(hit["snippet"].to_string()), "twice");
        }
        cursor = answer["nextCursor"].as_str().map(str::to_owned);
        if cursor.is_none() {
            assert_eq!((page, texts.len()), (3, 5));
            break;
        }
    }
    insta::assert_snapshot!(world.run(&["search", "ferns", "--cursor", "x"]), @r"
    exit 2
    --- stderr
    error: this is no cursor; send the `nextCursor` of an answer as it came
    ");
}

#[test]
fn the_view_of_the_session_that_asks_is_left_out_where_that_is_asked_for() {
    let world = World::new();
    world.say("agent:main:direct:me", "ferns here", &[]);
    world.say("agent:main:direct:other", "ferns there", &[]);
    let found = |args: &[&str]| {
        let mut all = vec!["search", "ferns", "--as", "agent:main:direct:me"];
        all.extend(args);
        world.run(&all).stdout
    };
    assert!(found(&[]).contains("ferns here"));
    let without = found(&["--exclude-current"]);
    assert!(
        !without.contains("ferns here") && without.contains("ferns there"),
        "{without}"
    );
    insta::assert_snapshot!(world.run(&["search", "ferns", "--exclude-current"]), @r"
    exit 2
    --- stderr
    error: only a session that asks has a current view to leave out; the operator has none
    ");
}
