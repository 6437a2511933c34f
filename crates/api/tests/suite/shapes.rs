//! The wire shapes, as they are written down in the reference of the command
//! line.

use sessions_api::{HistoryRequest, ListRequest, SearchRequest};
use sessions_core::event::{Role, TimestampMs};
use sessions_core::reset::ResetPolicy;

use crate::support::{START_MS, World, key, operator};

fn world() -> World {
    let world = World::new();
    let k = "agent:main:telegram:direct:u1";
    world.say(
        k,
        "m1",
        Role::User,
        1,
        "When is the rollout of the billing service?",
    );
    world.say(
        k,
        "m2",
        Role::Assistant,
        2,
        "The rollout was moved to Friday.",
    );
    world.say(k, "t1", Role::Tool, 3, "tool output");
    world
}

#[test]
fn a_search_answer() {
    let world = world();
    let answer = world.search(&operator(), "rollout -");
    insta::assert_json_snapshot!(answer, @r#"
    {
      "results": [
        {
          "sessionKey": "agent:main:telegram:direct:u1",
          "sessionId": "telegram-direct-u1-1",
          "messageId": "m2",
          "agentId": "main",
          "kind": "direct",
          "timestamp": 1780000120000,
          "role": "assistant",
          "snippet": "The rollout was moved to Friday.",
          "matches": [
            [
              4,
              11
            ]
          ],
          "score": 0.7745
        },
        {
          "sessionKey": "agent:main:telegram:direct:u1",
          "sessionId": "telegram-direct-u1-1",
          "messageId": "m1",
          "agentId": "main",
          "kind": "direct",
          "timestamp": 1780000060000,
          "role": "user",
          "snippet": "When is the rollout of the billing service?",
          "matches": [
            [
              12,
              19
            ]
          ],
          "score": 0.7734
        }
      ],
      "scope": "operator",
      "tier": "exact",
      "ignoredTerms": [
        "-"
      ]
    }
    "#);
}

#[test]
fn a_truncated_search_answer() {
    let world = world();
    let request = SearchRequest {
        limit: Some(1),
        ..SearchRequest::new("rollout")
    };
    let answer = world.try_search(&operator(), &request).unwrap();
    // What it holds is held by the tests of paging.
    insta::assert_json_snapshot!(answer, { ".nextCursor" => "a cursor" }, @r#"
    {
      "results": [
        {
          "sessionKey": "agent:main:telegram:direct:u1",
          "sessionId": "telegram-direct-u1-1",
          "messageId": "m2",
          "agentId": "main",
          "kind": "direct",
          "timestamp": 1780000120000,
          "role": "assistant",
          "snippet": "The rollout was moved to Friday.",
          "matches": [
            [
              4,
              11
            ]
          ],
          "score": 0.7745
        }
      ],
      "scope": "operator",
      "tier": "exact",
      "truncated": true,
      "truncatedBy": [
        "limit"
      ],
      "nextCursor": "a cursor"
    }
    "#);
}

#[test]
fn an_answer_without_hits() {
    let world = world();
    insta::assert_json_snapshot!(world.search(&operator(), "nothing"), @r#"
    {
      "results": [],
      "scope": "operator",
      "tier": "exact"
    }
    "#);
}

#[test]
fn a_query_without_a_word_says_so() {
    let world = world();
    insta::assert_json_snapshot!(world.search(&operator(), "- &"), @r#"
    {
      "results": [],
      "scope": "operator",
      "tier": "exact",
      "warning": "the query has no word to search for",
      "ignoredTerms": [
        "-",
        "&"
      ]
    }
    "#);
}

#[test]
fn a_read_around_a_message() {
    let world = world();
    let request = HistoryRequest {
        message_id: Some("t1".to_owned()),
        limit: Some(2),
        ..HistoryRequest::new("agent:main:telegram:direct:u1")
    };
    insta::assert_json_snapshot!(world.read(&operator(), &request), @r#"
    {
      "sessionKey": "agent:main:telegram:direct:u1",
      "sessionId": "telegram-direct-u1-1",
      "view": "current",
      "messages": [
        {
          "messageId": "m2",
          "seq": 2,
          "kind": "message",
          "role": "assistant",
          "timestamp": 1780000120000,
          "text": "The rollout was moved to Friday."
        },
        {
          "messageId": "t1",
          "seq": 3,
          "kind": "message",
          "role": "tool",
          "timestamp": 1780000180000,
          "text": "tool output",
          "anchor": true
        }
      ],
      "hasOlder": true,
      "hasNewer": false,
      "truncated": false,
      "droppedMessages": 0,
      "contentTruncated": false,
      "contentRedacted": false,
      "bytes": 493
    }
    "#);
}

#[test]
fn a_page() {
    let world = world();
    let k = key("agent:main:telegram:direct:u1");
    let at = TimestampMs(START_MS + 240_000);
    world
        .sessions
        .reset(&k, ResetPolicy::PreserveTail, at)
        .unwrap();
    let request = HistoryRequest {
        offset: Some(1),
        limit: Some(1),
        ..HistoryRequest::new(k.as_str())
    };
    insta::assert_json_snapshot!(world.read(&operator(), &request), @r#"
    {
      "sessionKey": "agent:main:telegram:direct:u1",
      "sessionId": "telegram-direct-u1-1",
      "view": "current",
      "messages": [
        {
          "messageId": "m2",
          "seq": 2,
          "kind": "message",
          "role": "assistant",
          "timestamp": 1780000120000,
          "text": "The rollout was moved to Friday."
        }
      ],
      "hasOlder": true,
      "hasNewer": true,
      "truncated": false,
      "droppedMessages": 0,
      "contentTruncated": false,
      "contentRedacted": false,
      "bytes": 432,
      "offset": 1,
      "nextOffset": 2,
      "hasMore": true,
      "totalMessages": 3
    }
    "#);
}

#[test]
fn an_empty_read_says_why() {
    let world = world();
    let request = HistoryRequest {
        message_id: Some("unknown".to_owned()),
        ..HistoryRequest::new("agent:main:telegram:direct:u1")
    };
    insta::assert_json_snapshot!(world.read(&operator(), &request), @r#"
    {
      "sessionKey": "agent:main:telegram:direct:u1",
      "sessionId": "telegram-direct-u1-1",
      "view": "current",
      "messages": [],
      "hasOlder": false,
      "hasNewer": false,
      "truncated": false,
      "droppedMessages": 0,
      "contentTruncated": false,
      "contentRedacted": false,
      "bytes": 277,
      "emptyReason": "unknown-message"
    }
    "#);
}

#[test]
fn a_list() {
    let world = world();
    let answer = world
        .try_list(&operator(), &ListRequest::default())
        .unwrap();
    insta::assert_json_snapshot!(answer, @r#"
    {
      "sessions": [
        {
          "sessionKey": "agent:main:telegram:direct:u1",
          "agentId": "main",
          "kind": "direct",
          "sessionId": "telegram-direct-u1-1",
          "firstMessage": 1780000060000,
          "lastMessage": 1780000120000,
          "messages": 2
        }
      ],
      "scope": "operator"
    }
    "#);
}

#[test]
fn requests_take_the_names_of_the_wire_and_no_others() {
    let request: SearchRequest = serde_json::from_str(
        r#"{"query": "x", "limit": 3, "sessionKey": "main", "agents": ["ops"], "role": "user",
            "kind": ["direct"], "since": 1, "until": 2, "order": "recent"}"#,
    )
    .unwrap();
    assert_eq!(request.session_key.as_deref(), Some("main"));
    let forged = r#"{"query": "x", "requester": "operator"}"#;
    assert!(serde_json::from_str::<SearchRequest>(forged).is_err());
    let both = r#"{"sessionKey": "main", "messageId": "m1", "offset": 0}"#;
    let request: HistoryRequest = serde_json::from_str(both).unwrap();
    let world = world();
    assert!(world.try_read(&operator(), &request).is_err());
}
