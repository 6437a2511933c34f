//! Answers stay within their bounds and lose nothing without saying so (S13,
//! H2, H11).

use sessions_api::{
    HistoryRequest, MAX_HISTORY_BYTES, MAX_SEARCH_BYTES, MAX_TEXT_CHARS, RANKING_BOUND,
    SearchRequest, TruncatedBy,
};
use sessions_core::event::Role;

use crate::support::{World, ids, operator};

#[test]
fn hits_that_do_not_fit_come_on_the_next_page() {
    let world = World::new();
    for n in 0..30 {
        let key = format!("agent:main:explicit:{}", format!("{n:02}").repeat(220));
        let id = format!("m{n}-{}", "y".repeat(490));
        let text = format!("alpha {}", "ж ".repeat(400));
        world.say(&key, &id, Role::User, n, &text);
    }
    let mut request = SearchRequest {
        limit: Some(25),
        ..SearchRequest::new("alpha")
    };
    let mut found = std::collections::BTreeSet::new();
    let mut n_pages = 0;
    loop {
        let answer = world.try_search(&operator(), &request).unwrap();
        let size = serde_json::to_string(&answer).unwrap().len();
        assert!(size <= MAX_SEARCH_BYTES, "{size} bytes");
        n_pages += 1;
        for hit in &answer.results {
            assert!(hit.snippet.contains("alpha"));
            assert!(found.insert(hit.message_id.clone()), "twice");
        }
        assert_eq!(answer.truncated, answer.next_cursor.is_some());
        if answer.next_cursor.is_none() {
            break;
        }
        assert_eq!(answer.truncated_by, [TruncatedBy::Bytes]);
        assert!(3 < answer.results.len(), "{} hits", answer.results.len());
        request.cursor = answer.next_cursor;
    }
    assert_eq!(found.len(), 30);
    assert!((2..8).contains(&n_pages), "{n_pages} pages");
}

#[test]
fn only_the_newest_matches_are_ranked_and_the_answer_says_so() {
    let world = World::new();
    let bound = i64::try_from(RANKING_BOUND).unwrap();
    // Best of all, and older than the bound reaches.
    world.say(
        "agent:main:main",
        "best",
        Role::User,
        0,
        "alpha alpha alpha",
    );
    for n in 1..bound {
        world.say(
            "agent:main:main",
            &format!("m{n}"),
            Role::User,
            n,
            "alpha beta gamma",
        );
    }
    let answer = world.search(&operator(), "alpha");
    assert_eq!(answer.results[0].message_id.as_str(), "best");
    assert_eq!(answer.truncated_by, [TruncatedBy::Limit]);
    world.say(
        "agent:ops:main",
        "last",
        Role::User,
        bound,
        "alpha beta gamma",
    );
    let answer = world.search(&operator(), "alpha");
    assert!(
        answer
            .results
            .iter()
            .all(|hit| hit.message_id.as_str() != "best")
    );
    assert_eq!(
        answer.truncated_by,
        [TruncatedBy::Limit, TruncatedBy::RankingBound]
    );
}

/// A session of many texts that are too long for one answer together.
fn long_world() -> World {
    let world = World::new();
    for n in 0..60 {
        let text = format!("row {n} {}", "x".repeat(MAX_TEXT_CHARS));
        world.say("agent:main:main", &format!("m{n}"), Role::User, n, &text);
    }
    world
}

#[test]
fn an_unanchored_answer_drops_the_oldest_and_says_so() {
    let world = long_world();
    let answer = world.read(&operator(), &HistoryRequest::new("main"));
    assert!(answer.bytes <= MAX_HISTORY_BYTES);
    assert_eq!(serde_json::to_string(&answer).unwrap().len(), answer.bytes);
    assert!(answer.truncated && answer.content_truncated && answer.has_older);
    assert_eq!(answer.dropped_messages, 60 - answer.messages.len());
    assert_eq!(ids(&answer).last(), Some(&"m59"));
    for message in &answer.messages {
        assert!(message.truncated);
        assert_eq!(message.text.chars().count(), MAX_TEXT_CHARS);
    }
}

#[test]
fn an_anchored_answer_keeps_its_anchor_and_both_sides() {
    let world = long_world();
    let request = HistoryRequest {
        message_id: Some("m30".to_owned()),
        ..HistoryRequest::new("main")
    };
    let answer = world.read(&operator(), &request);
    assert!(answer.bytes <= MAX_HISTORY_BYTES);
    assert!(answer.has_older && answer.has_newer && answer.truncated);
    let at = ids(&answer).iter().position(|&id| id == "m30").unwrap();
    assert!(answer.messages[at].anchor);
    let newer = answer.messages.len() - at - 1;
    assert!(at.abs_diff(newer) <= 1, "{at} before, {newer} after");
}

#[test]
fn pages_concatenate_to_the_view_whatever_was_dropped() {
    let world = long_world();
    let mut pages = Vec::new();
    let mut offset = 0;
    loop {
        let request = HistoryRequest {
            offset: Some(offset),
            limit: Some(25),
            ..HistoryRequest::new("main")
        };
        let answer = world.read(&operator(), &request);
        assert_eq!(answer.total_messages, Some(60));
        assert!(!answer.messages.is_empty(), "paging progresses");
        let mut page: Vec<_> = ids(&answer).into_iter().map(str::to_owned).collect();
        page.append(&mut pages);
        pages = page;
        match answer.next_offset {
            Some(next) => offset = next,
            None => break,
        }
    }
    let expected: Vec<_> = (0..60).map(|n| format!("m{n}")).collect();
    assert_eq!(pages, expected);
}
