//! Exact words in, three keys out, the context reopened (H10).

use sessions_api::{ApiError, HistoryRequest, SearchRequest};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::reset::ResetPolicy;
use sessions_core::view::View;

use crate::support::{START_MS, World, ids, key, operator};

fn at(minute: i64) -> TimestampMs {
    TimestampMs(START_MS + minute * 60_000)
}

/// A conversation with a reset in it.
fn world() -> World {
    let world = World::new();
    let k = "agent:main:main";
    world.say(k, "m1", Role::User, 1, "When does the rollout happen?");
    world.say(
        k,
        "m2",
        Role::Assistant,
        2,
        "The rollout was moved to Friday.",
    );
    world
        .sessions
        .reset(&key(k), ResetPolicy::Clear, at(3))
        .unwrap();
    world.say(k, "m3", Role::User, 4, "Hello again");
    world.say(k, "m4", Role::Assistant, 5, "Hello! Friday is near.");
    world
}

#[test]
fn a_hit_from_before_a_reset_reopens_its_closed_interval() {
    let world = world();
    let answer = world.search(&operator(), "rollout friday");
    assert_eq!(answer.results.len(), 1);
    let read = world.reopen(&operator(), &answer, 0);
    assert_eq!(read.view, View::Interval);
    assert_eq!(ids(&read)[..2], ["m1", "m2"]);
    assert_eq!(read.messages.len(), 3, "and the reset that closed it");
    assert!(read.messages[1].anchor);
    assert!(!read.has_newer);
}

#[test]
fn a_hit_in_the_view_reopens_the_view() {
    let world = world();
    let answer = world.search(&operator(), "near");
    let read = world.reopen(&operator(), &answer, 0);
    assert_eq!(read.view, View::Current);
    assert_eq!(ids(&read)[1..], ["m3", "m4"]);
}

#[test]
fn a_hit_of_an_ended_generation_reopens_there_and_not_in_the_current_one() {
    let world = world();
    let k = key("agent:main:main");
    world.sessions.rollover(&k, None).unwrap();
    world.say("agent:main:main", "n1", Role::User, 9, "A new beginning");
    let answer = world.search(&operator(), "near");
    let read = world.reopen(&operator(), &answer, 0);
    assert_eq!(ids(&read)[1..], ["m3", "m4"]);

    let current = world.read(
        &operator(),
        &HistoryRequest {
            message_id: Some("m4".to_owned()),
            ..HistoryRequest::new("main")
        },
    );
    assert_eq!(current.empty_reason, Some("unknown-message"));
    assert!(current.messages.is_empty());
}

#[test]
fn bad_reads_say_what_is_allowed() {
    let world = world();
    let read = |request: HistoryRequest| {
        let err = world.try_read(&operator(), &request).unwrap_err();
        (err.kind(), err.to_string())
    };
    let new = || HistoryRequest::new("main");
    let m1 = || Some("m1".to_owned());
    let outcomes = [
        read(HistoryRequest {
            message_id: m1(),
            offset: Some(0),
            ..new()
        }),
        read(HistoryRequest {
            session_id: m1(),
            ..new()
        }),
        read(HistoryRequest {
            limit: Some(0),
            ..new()
        }),
        read(HistoryRequest {
            message_id: m1(),
            limit: Some(1001),
            ..new()
        }),
        read(HistoryRequest {
            message_id: m1(),
            session_id: Some("elsewhere".to_owned()),
            ..new()
        }),
        read(HistoryRequest {
            message_id: Some(String::new()),
            ..new()
        }),
        read(HistoryRequest::new("agent::x")),
        read(HistoryRequest::new("agent:main:unknown")),
    ];
    insta::assert_debug_snapshot!(outcomes, @r#"
    [
        (
            BadInput,
            "a read has a message id or an offset, not both",
        ),
        (
            BadInput,
            "a session id goes with a message id; name the message too",
        ),
        (
            BadInput,
            "limit is 0, and may be 1 to 1000",
        ),
        (
            BadInput,
            "limit is 1001, and may be 1 to 1000",
        ),
        (
            BadInput,
            "session id `elsewhere` does not belong to `agent:main:main`",
        ),
        (
            BadInput,
            "not a message id",
        ),
        (
            BadInput,
            "`agent::x` is no session key",
        ),
        (
            NotFound,
            "no session has the key `agent:main:unknown`",
        ),
    ]
    "#);
}

#[test]
fn bad_searches_say_what_is_allowed() {
    let world = world();
    let search = |request: SearchRequest| {
        let err = world.try_search(&operator(), &request).unwrap_err();
        err.to_string()
    };
    let limited = |limit| SearchRequest {
        limit: Some(limit),
        ..SearchRequest::new("x")
    };
    let reversed = SearchRequest {
        since: Some(at(2)),
        until: Some(at(2)),
        ..SearchRequest::new("x")
    };
    let outcomes = [
        search(SearchRequest::new("  \n")),
        search(SearchRequest::new("x ".repeat(2_049))),
        search(limited(0)),
        search(limited(26)),
        search(reversed),
    ];
    insta::assert_debug_snapshot!(outcomes, @r#"
    [
        "query is blank; give 1 to 4096 characters",
        "query has 4097 characters, more than 4096",
        "limit is 0, and may be 1 to 25",
        "limit is 26, and may be 1 to 25",
        "the time range is empty: `until` is not after `since`",
    ]
    "#);
}

#[test]
fn filters_narrow_and_recent_orders_by_time() {
    let world = world();
    world.say(
        "agent:ops:slack:channel:c1",
        "o1",
        Role::User,
        7,
        "friday friday friday",
    );
    let search = |request: SearchRequest| {
        let answer = world.try_search(&operator(), &request).unwrap();
        let ids = answer.results.iter().map(|it| it.message_id.to_string());
        ids.collect::<Vec<_>>()
    };
    let new = || SearchRequest::new("friday");
    assert_eq!(
        search(new()),
        ["o1", "m4", "m2"],
        "best first: the shorter text"
    );
    world.say(
        "agent:main:main",
        "m5",
        Role::User,
        8,
        "friday friday friday friday",
    );
    let recent = SearchRequest {
        order: sessions_api::Order::Recent,
        ..new()
    };
    assert_eq!(search(recent), ["m5", "o1", "m4", "m2"]);
    let assistant = SearchRequest {
        role: Some(sessions_api::Speaker::Assistant),
        ..new()
    };
    assert_eq!(search(assistant), ["m4", "m2"]);
    let groups = SearchRequest {
        kind: vec![sessions_core::key::SessionKind::Group],
        ..new()
    };
    assert_eq!(search(groups), ["o1"]);
    let agent = SearchRequest {
        agents: vec!["main".parse().unwrap()],
        ..new()
    };
    assert_eq!(search(agent), ["m5", "m4", "m2"]);
    let window = SearchRequest {
        since: Some(at(5)),
        until: Some(at(7)),
        ..new()
    };
    assert_eq!(search(window), ["m4"]);
    let one = SearchRequest {
        session_key: Some("main".to_owned()),
        limit: Some(1),
        ..new()
    };
    assert_eq!(search(one), ["m5"]);
}

#[test]
fn a_missing_data_folder_is_an_empty_answer_and_stays_missing() {
    let world = World::new();
    assert!(world.search(&operator(), "x").results.is_empty());
    let read = world.try_read(&operator(), &HistoryRequest::new("main"));
    assert!(matches!(read, Err(ApiError::UnknownSession { .. })));
    assert_eq!(std::fs::read_dir(world.folder()).unwrap().count(), 0);
}
